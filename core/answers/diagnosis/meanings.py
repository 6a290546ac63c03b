"""What words mean and how they are read, as far as a sentence about a wrong answer needs it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.answers.diagnosis.words import Words
from core.language.pinyin import join_syllables
from core.ports.language import PinyinReader
from core.records.texts import Token
from core.tables.words.lists import Word, WordList, bare
from core.wire import Bilingual

MOST_ENTRIES = 2
"""Entries of the list that are told of one written form: 把 before an object, and 把 that counts knives."""
MOST_SENSES_TOLD, LONGEST_SENSES = 3, 48
"""Senses of a word with one entry, and the letters that they may take together."""
BRACKETS = re.compile(r"[(\[][^()\[\]]{0,200}[)\]]")
OWN_SENSES: Mapping[str, str] = {
    "以致": "with the unwanted result that",
    "各": "each, before a noun or a measure word",
}
"""Words whose glosses mislead: of 以致 dictionaries give what 以至 means, and of 各 what cannot stand by itself."""
FUNCTION_WORDS = frozenset({"Aux", "Prep", "Conj", "Adv", "Pron", "M"})
MOST_SENSES = 2
"""Senses of a gloss that options of items show; what they show is looked up here."""
ALL_POS: Mapping[str, Bilingual] = {
    "N": Bilingual(zh="名词", en="a noun"),
    "V": Bilingual(zh="动词", en="a verb"),
    "Adj": Bilingual(zh="形容词", en="an adjective"),
    "Adv": Bilingual(zh="副词", en="an adverb"),
    "Prep": Bilingual(zh="介词", en="a preposition"),
    "Conj": Bilingual(zh="连词", en="a conjunction"),
    "M": Bilingual(zh="量词", en="a measure word"),
}
"""Parts of speech that can be told; what the list calls by other names is left out."""


class Meanings:
    """The word list with glosses, and a reader for what is not in it. Safe to share between threads."""

    def __init__(self, words: WordList, *, reader: PinyinReader, gloss: Callable[[Word], str]) -> None:
        """`gloss`: English for any entry, also for one made up for a word that is not in the list; "" where none is known."""
        self._words = words
        self._reader = reader
        self._gloss = gloss

    def reading(self, text: str) -> str:
        """The reading of a listed word, else that of its characters, with tone marks; "" where one of them has none."""
        entries = self._words.by_form.get(text, ())
        if entries:
            return self._reading_of(entries[0], text)
        syllables = self.syllables(text)
        return join_syllables(syllables) if syllables and all(syllables) else ""

    def reading_with(self, text: str, gloss: str) -> str:
        """The reading that a word has with the senses of an option: 还 to return is huán."""
        entries = self._words.by_form.get(text, ())
        found = [entry for entry in entries if entry.gloss and _first_senses(entry) == gloss]
        return self._reading_of(found[0], text) if found else self.reading(text)

    def syllables(self, text: str) -> list[str]:
        """One syllable with its tone mark for each character; "" where a character has none."""
        return self._reader.syllables(text) if text else []

    def readings(self, character: str) -> frozenset[str]:
        """All readings that a character has in any word, as syllables with tone marks."""
        return self._reader.readings(character)

    def senses(self, text: str, *, in_grammar: bool = False) -> str:
        """The first senses of a word, of at most `MOST_ENTRIES` entries; "" where nothing is known.

        Where the entries are read in different ways, each stands with its reading. `in_grammar`: entries of function words come first,
        as 得 after a verb, and not 得 to get.
        """
        if text in OWN_SENSES:
            return OWN_SENSES[text]
        entries = self._entries(text, in_grammar=in_grammar)
        alone = len(entries) == 1
        readings = {bare(self._reading_of(entry, text)) for entry in entries}
        told = [
            sense if len(readings) == 1 else f"{self._reading_of(entry, text)} {sense}"
            for entry in entries
            if (sense := short_senses(self._gloss(entry), MOST_SENSES_TOLD if alone else 1))
        ]
        return "; ".join(dict.fromkeys(told))

    def _entries(self, text: str, *, in_grammar: bool) -> Sequence[Word]:
        entries = [entry for entry in self._words.by_form.get(text, ()) if self._gloss(entry)]
        if in_grammar:
            entries.sort(key=lambda entry: FUNCTION_WORDS.isdisjoint(entry.pos))
            if entries and not (FUNCTION_WORDS - {"M"}).isdisjoint(entries[0].pos):
                entries = [entry for entry in entries if not FUNCTION_WORDS.isdisjoint(entry.pos)]
        return entries[:MOST_ENTRIES] or self._unlisted(text)

    def sense_read(self, text: str, reading: str) -> str:
        """The first sense of a word where it is read in this way."""
        entries = [
            entry for entry in self._words.by_form.get(text, ()) if bare(self._reading_of(entry, text)) == bare(reading)
        ]
        senses = (short_senses(self._gloss(entry), 1) for entry in entries)
        return next((sense.strip("()") if sense.startswith("(") else sense for sense in senses if sense), "")

    def _unlisted(self, text: str) -> tuple[Word, ...]:
        reading = self.reading(text)
        if not reading:
            return ()
        return (
            Word.model_construct(id="", forms=(text,), traditional=(text,), pinyin=(reading,), pos=("P",), level=7),
        )

    def parts_of_speech(self, text: str) -> frozenset[str]:
        """All parts of speech of all entries of a word; empty for what is not in the list."""
        return frozenset(pos for entry in self._words.by_form.get(text, ()) for pos in entry.pos)

    def word_meaning(self, gloss: str, *, like: str = "") -> str:
        """A word of which an option says the senses `gloss`, of several the first that shares a character with `like`; "" where there is none."""
        words = self._by_senses.get(gloss, ())
        return min(words, key=lambda word: not set(word) & set(like), default="")

    @cached_property
    def words(self) -> Words:
        """Divides texts into words of the list."""
        return Words(self._words.by_form.__contains__)

    def words_read(self, reading: str) -> Sequence[str]:
        """Words with a gloss that have this reading, easiest first."""
        return self._by_reading.get(bare(reading), ())

    def _reading_of(self, entry: Word, form: str) -> str:
        """The reading of an entry; of a phrase the one in which a word of it is read as the list reads that word: 不客气 bù kèqi, as 客气 is kèqi."""
        reading = entry.pinyin[entry.forms.index(form)]
        for also in entry.also if form == entry.text else ():
            for start in range(1, len(form) - 1):
                parts = {run_together(part.pinyin[0]) for part in self._words.by_form.get(form[start:], ())}
                part = next(iter(parts), "")
                ends = [run_together(each).endswith(part) for each in (reading, also)]
                if len(parts) == 1 and ends == [False, True]:
                    return also
        return reading

    @cached_property
    def _by_senses(self) -> Mapping[str, Sequence[str]]:
        words: dict[str, list[str]] = defaultdict(list)
        for entry in self._words.rows:
            if entry.gloss:
                words[_first_senses(entry)].append(entry.text)
        return words

    @cached_property
    def _by_reading(self) -> Mapping[str, Sequence[str]]:
        words: dict[str, list[str]] = defaultdict(list)
        for entry in sorted(self._words.rows, key=lambda row: row.level):
            if entry.gloss:
                words[bare(entry.pinyin[0])].append(entry.text)
        return words

    def told(self, text: str, *, in_grammar: bool = False) -> Bilingual:
        """`“药”（yào）的意思是“medicine”`, without an end; only the reading, or nothing but the word, where no more is known."""
        entries = self._entries(text, in_grammar=in_grammar)
        readings = {bare(self._reading_of(entry, text)) for entry in entries}
        reading = self._reading_of(entries[0], text) if entries else ""
        if len(readings) > 1:
            reading = ""
        senses = self.senses(text, in_grammar=in_grammar)
        zh, en = (f"“{text}”（{reading}）", f"“{text}” ({reading})") if reading else (f"“{text}”", f"“{text}”")
        if not senses:
            return Bilingual(zh=zh, en=en)
        if "(" in senses or not reading:
            senses = senses.replace("(", "").replace(")", "")
            return Bilingual(zh=f"{zh}：{senses}", en=f"{en}: {senses}")
        return Bilingual(zh=f"{zh}的意思是“{senses}”", en=f"{en} means “{senses}”")

    def is_listed(self, text: str) -> bool:
        """Whether a text is a word of the list of which a meaning is known."""
        return text in self._words.by_form and self.knows(text)

    def knows(self, text: str) -> bool:
        """Whether more than the reading can be told of a word."""
        return bool(self.senses(text))


def run_together(reading: str) -> str:
    """A reading without its spaces."""
    return reading.replace(" ", "")


def _first_senses(entry: Word) -> str:
    return "; ".join(part.strip() for part in entry.gloss.split(";")[:MOST_SENSES])


def short_senses(gloss: str, most: int) -> str:
    """The first senses of a gloss whose senses are divided by ';', without remarks in brackets unless there is nothing else.

    >>> short_senses("to seek help (when in distress); to want; must", 2)
    'to seek help; to want'
    >>> short_senses("(measure word for things with handles)", 1)
    '(measure word for things with handles)'
    """
    senses = [
        "" if len(bare_sense := BRACKETS.sub("", sense).strip(" ,")) < 2 else bare_sense for sense in gloss.split(";")
    ]
    told = [sense for sense in senses if sense][:most] or [part.strip() for part in gloss.split(";") if part.strip()][
        :1
    ]
    while len(told) > 1 and len("; ".join(told)) > LONGEST_SENSES:
        told.pop()
    return "; ".join(told)


@dataclass(frozen=True)
class Telling:
    """What the message on a wrong answer draws on beside the item."""

    parse: Callable[[str], Sequence[Sequence[Token]]]
    """The sentences of a text, each as words with their heads: which rule of word order was broken."""
    meanings: Meanings
    """What the words mean that were chosen or written instead."""


NOTHING = Bilingual(zh="", en="")


def joined(*parts: Bilingual | None) -> Bilingual:
    """The parts one after the other, those that are there."""
    told = [part for part in parts if part is not None and part.zh]
    return Bilingual(zh="".join(part.zh for part in told), en=" ".join(part.en for part in told))


def ended(part: Bilingual) -> Bilingual:
    """A sentence with its full stop."""
    if not part.zh:
        return part
    zh = part.zh if part.zh.rstrip("”’")[-1:] in tuple("。！？") else f"{part.zh}。"
    en = part.en if part.en[-1] in ".!?" or part.en.rstrip("”’")[-1:] in tuple(".!?") else f"{part.en}."
    return Bilingual(zh=zh, en=en)


def quoted(text: str) -> str:
    """A text as it stands inside quotation marks: without its full stop, marks inside it single.

    >>> quoted("他说：“好。”我走了。")
    '他说：‘好。’我走了'
    """
    text = text.strip().replace("“", "‘").replace("”", "’").rstrip("。")
    return f"{text}’" if text.count("‘") > text.count("’") else text
