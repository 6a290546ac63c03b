"""What a wrong choice says: the note written on it, else what the option means, what it would be right for, what decides instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from core.answers.diagnosis.deciding import deciding_sentences
from core.answers.diagnosis.meanings import NOTHING, Meanings, ended, joined, quoted
from core.answers.diagnosis.readings import difference
from core.records.items import BLANK, Item, Option
from core.tables.content.texts import TextQuestion
from core.wire import Bilingual

LONGEST_QUOTED = 40
"""Characters of a sentence that is quoted in full; of a longer one the clauses that matter."""
GAPS, TEXTS = frozenset({"gap", "cloze"}), frozenset(get_args(TextQuestion))
INFERRED = frozenset({"inference", "attitude", "purpose"})
"""What follows from what is said, and stands in no sentence."""
CLAUSE_ENDS = re.compile(r"(?<=[，；。！？])")
QUOTED, HAN = re.compile("“([^”]{1,60})”"), re.compile(r"[\u4e00-\u9fff]+")
IN_ENGLISH = re.compile('["“”]')
CLAUSES_EN = re.compile(r"; |(?<=[.!?]) (?=[A-Z“\"])")
ONLY_KEY = re.compile(r"[;,:] only the (?:key|right answer) (?:answers(?: that| it)?|gives it|says so)(?=[.;]|$)")
"""What says of the right answer no more than that it is right."""
LONGEST_NAMED = 24
"""Characters of a right answer that is named in full inside a reason."""
LINE_OF_A = re.compile(r"^A：(.*)$", re.MULTILINE)


def told_choice(item: Item, chosen: Option, right: Option, meanings: Meanings | None) -> Bilingual:
    """What was chosen instead of the right option, in one or two sentences; empty where nothing true can be said."""
    tags = frozenset(item.tags)
    if chosen.note is not None:
        means = _of_gap(item, chosen.text, meanings) if meanings is not None and tags & GAPS else None
        return joined(means, chosen.note)
    if "reply" in tags:
        return _reply(item, chosen)
    if tags & TEXTS:
        return _about_text(item, chosen)
    if meanings is None:
        return NOTHING
    if "tones" in tags or ("pinyin" in tags and item.topic == "vocabulary"):
        return _reading(item, chosen, right, meanings)
    if "meaning" in tags:
        return _meaning(item, chosen, meanings)
    if "form" in tags:
        return _form(chosen, right, meanings)
    if tags & GAPS:
        return gap(item, chosen.text, meanings)
    # An item that a teacher wrote: what a word means, where the question is about words.
    if item.topic in ("grammar", "vocabulary") and meanings.knows(chosen.text):
        return ended(meanings.told(chosen.text))
    return _about_text(item, chosen) if item.topic in ("reading", "listening") else NOTHING


# -- gaps ----------------------------------------------------------------------------------------------------


def gap(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """What a word in a gap means, and what the gap needs: the reason of the item, which may name this very word."""
    return joined(_of_gap(item, given, meanings), ended(reason_for(item, given)))


def _of_gap(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """What a word in a gap means, or the word that it makes there."""
    word = _made_with_gap(item, given, meanings)
    return ended(meanings.told(word)) if word else _with_meaning(item, given, meanings)


def _made_with_gap(item: Item, given: str, meanings: Meanings) -> str:
    """The word that a character in a gap makes with the one before it, where the right one makes a word with it too: 作用 beside 作主; "" for none."""
    key = next((option.text for option in item.options if option.id == item.key), item.key)
    before = item.stem.partition(BLANK)[0][-1:]
    if item.topic != "vocabulary" or BLANK not in item.stem or not (before and len(given) == len(key) == 1):
        return ""
    return before + given if f"{before}{key}" in item.explanation.zh and meanings.is_listed(before + given) else ""


def reason_for(item: Item, chosen: str) -> Bilingual:
    """The reason of an item without its clauses about options that were not chosen; the whole of it where nothing else is in it."""
    others = [option.text for option in item.options if option.text != chosen and option.id != item.key]
    right = next((option.text for option in item.options if option.id == item.key), item.key)
    apart_from = [chosen, item.stem, right]
    if item.audio is not None:
        apart_from.append(item.audio.text or "")

    def of_others(part: str) -> bool:
        return any(part in other for other in others) and not any(part in text for text in apart_from)

    def left_out(parts: Sequence[str]) -> bool:
        return any(map(of_others, parts)) and not any(part in chosen for part in parts if len(part) > 1)

    clauses_zh = item.explanation.zh.split("；")
    clauses_en = CLAUSES_EN.split(item.explanation.en)
    out_zh = [left_out(QUOTED.findall(clause)) for clause in clauses_zh]
    out_en = [left_out(HAN.findall(clause)) for clause in clauses_en]
    if any(out_zh) and not any(out_en):
        # English quotes an option in English: the clauses answer to those in Chinese, else all but what is asked goes.
        same = len(clauses_en) == len(clauses_zh)
        out_en = out_zh if same else [bool(place and IN_ENGLISH.search(each)) for place, each in enumerate(clauses_en)]
    elif any(out_en) and not any(out_zh) and len(clauses_en) == len(clauses_zh):
        out_zh = out_en
    zh = "；".join(clause for clause, out in zip(clauses_zh, out_zh, strict=True) if not out) or item.explanation.zh
    kept = [clause for clause, out in zip(clauses_en, out_en, strict=True) if not out]
    en = "".join(_joined_in_english(kept)) or item.explanation.en
    # Beside the reply that was chosen, the right one is not this one, nor is it a key for who reads it.
    line = (
        f"“{quoted(right) if len(right) <= LONGEST_NAMED else CLAUSE_ENDS.split(right)[0].rstrip('，；。！？') + '……'}”"
    )
    named = ONLY_KEY.sub("", en) if ONLY_KEY.search(en) else en
    return Bilingual(zh=zh.replace("这个回答", line), en=re.sub(r"\b[Tt]he key\b", lambda _: line, named))


def _joined_in_english(clauses: Sequence[str]) -> Iterator[str]:
    """Clauses of which those that open a sentence are parted from the one before by its full stop."""
    for place, clause in enumerate(clauses):
        if place and not clauses[place - 1].endswith((".", "!", "?")):
            yield ". " if clause[:1].isupper() else "; "
        elif place:
            yield " "
        yield clause


def _with_meaning(item: Item, word: str, meanings: Meanings) -> Bilingual:
    """What the word means, else how it is read."""
    told = meanings.told(word, in_grammar=item.topic == "grammar")
    if meanings.knows(word):
        return ended(told)
    return Bilingual(zh=f"你填的是{told.zh}。", en=f"You put {told.en}.")


# -- words ---------------------------------------------------------------------------------------------------


def _meaning(item: Item, chosen: Option, meanings: Meanings) -> Bilingual:
    word = meanings.word_meaning(chosen.text, like=item.stem)
    own = Bilingual(zh=item.explanation.zh, en=item.explanation.en)
    if not word:
        other = Bilingual(zh=f"“{chosen.text}”是别的词的意思", en=f"“{chosen.text}” is the meaning of another word")
        return joined(ended(other), ended(own))
    reading = meanings.reading_with(word, chosen.text)
    return joined(
        ended(
            Bilingual(
                zh=f"“{chosen.text}”是“{word}”（{reading}）的意思",
                en=f"“{chosen.text}” is what {word} ({reading}) means",
            )
        ),
        _same_characters(item.stem, word),
    )


def _same_characters(word: str, other: str) -> Bilingual:
    """The character that two words share, by which one is taken for the other."""
    shared = [character for character in dict.fromkeys(word) if character in other]
    if not shared:
        return NOTHING
    quoted = "".join(f"“{character}”" for character in shared)
    return Bilingual(
        zh=f"两个词里都有{quoted}，可是意思不同。",
        en=f"Both words have {', '.join(shared)}, but they mean different things.",
    )


def _form(chosen: Option, right: Option, meanings: Meanings) -> Bilingual:
    return joined(ended(meanings.told(chosen.text)), _same_characters(right.text, chosen.text))


def _reading(item: Item, chosen: Option, right: Option, meanings: Meanings) -> Bilingual:
    differs = difference(chosen.text, right.text)
    words = [word for word in meanings.words_read(chosen.text) if word != (item.stem or item.full_text)][:1]
    sounded = NOTHING
    if words:
        senses = meanings.sense_read(words[0], chosen.text)
        sounded = Bilingual(
            zh=f"{chosen.text} 是“{words[0]}”（{senses}）。" if senses else f"{chosen.text} 是“{words[0]}”。",
            en=f"{chosen.text} is {words[0]} ({senses})." if senses else f"{chosen.text} is {words[0]}.",
        )
    heard = NOTHING
    if item.topic == "listening":
        heard = Bilingual(
            zh=f"你听到的是 {right.text}“{item.full_text}”。", en=f"You heard {right.text}, {item.full_text}."
        )
    return joined(heard, ended(differs) if differs else NOTHING, sounded)


# -- texts ---------------------------------------------------------------------------------------------------


def _reply(item: Item, chosen: Option) -> Bilingual:
    """Why a line does not answer the one before; the reason says what the line asks for."""
    match = LINE_OF_A.search(item.full_text)
    said = match[1] if match else ""
    reply, line = quoted(chosen.text), quoted(said)
    head = Bilingual(
        zh=f"“{reply}”接不上“{line}”。" if said else f"“{reply}”在这里接不上。",
        en=f"“{reply}” does not follow from “{line}”." if said else f"“{reply}” does not follow here.",
    )
    return joined(head, ended(reason_for(item, chosen.text)))


def _about_text(item: Item, chosen: Option) -> Bilingual:
    """Of an item without notes on its options: that this is not it, the sentence that decides, and the reason."""
    head = Bilingual(zh=f"不是“{chosen.text}”。", en=f"It is not “{chosen.text}”.")
    return joined(head, _decides(item, deciding_sentences(item)))


def _decides(item: Item, deciding: Sequence[str]) -> Bilingual:
    """The sentence that decides with what follows from it; only that where no sentence stands out."""
    if not deciding:
        return ended(item.explanation)
    shown = quoted_around(deciding[0], item.explanation.zh)
    infers = not INFERRED.isdisjoint(item.tags)
    return joined(
        Bilingual(
            zh=f"{'看' if infers else '答案在'}这一句：“{shown}”。",
            en=f"{'Look at this' if infers else 'The answer is here'}: “{shown}”.",
        ),
        ended(item.explanation),
    )


def quoted_around(sentence: str, words: str) -> str:
    """A sentence, or of a long one the clauses that share most with the words, one after the other.

    >>> quoted_around("他来了。", "来")
    '他来了'
    """
    sentence = quoted(sentence)
    words = quoted(words)
    if len(sentence) <= LONGEST_QUOTED:
        return sentence
    clauses = [clause for clause in CLAUSE_ENDS.split(sentence) if clause]
    shared = [len(set(clause) & set(words)) + (2 * len(words) if words in clause else 0) for clause in clauses]
    first = last = shared.index(max(shared))
    while True:
        grown = [(shared[at], at) for at in (first - 1, last + 1) if 0 <= at < len(clauses)]
        grown = [
            (worth, at)
            for worth, at in grown
            if len("".join(clauses[min(first, at) : max(last, at) + 1])) <= LONGEST_QUOTED
        ]
        if not grown:
            break
        _, at = max(grown)
        first, last = min(first, at), max(last, at)
    told = "".join(clauses[first : last + 1])
    return f"{'……' if first else ''}{told.rstrip('，；')}{'……' if last + 1 < len(clauses) else ''}"
