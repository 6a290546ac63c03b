"""Items from the word list alone: meaning, form, pinyin; to choose, to type, to match, to build from characters."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial

from core.language.confusable_readings import confusable_pinyin, one_change_away
from core.language.pinyin import Syllable, parse
from core.language.sandhi import spoken_forms
from core.questions.kinds.building import (
    Draft,
    Frame,
    Wording,
    fill_blank_item,
    matching_item,
    multiple_choice_item,
    ordering_item,
)
from core.records.items import Audio, Item
from core.tables.words.lists import Word
from core.wire import Bilingual, Topic

WRONG_OPTIONS = 3
WORDS_TO_MATCH = 4
DEALS = 2
"""How many times the words are dealt into sets for matching and dictation."""
DICTATION = Bilingual(
    zh="听一听，写出你听到的词（汉字或带声调的拼音）。",
    en="Listen and type the word you hear, in characters or in pinyin with tones.",
)
TYPE_PINYIN = Bilingual(
    zh="写出这个词的拼音（带声调；可以用数字，如 ni3hao3）。",
    en="Type the pinyin with tones (numbers will do: ni3hao3).",
)
MATCH_MEANING = Bilingual(zh="把词语和意思连起来。", en="Match the words with their meanings.")
MATCH_PINYIN = Bilingual(zh="把词语和拼音连起来。", en="Match the words with their pinyin.")
MATCH_HEARD = Bilingual(
    zh="你会听到四个词。把听到的词和意思连起来。", en="You will hear four words. Match each with its meaning."
)
ORDER_HEARD = Bilingual(zh="按听到的顺序排列词语。", en="Put the words in the order in which you hear them.")
LEAST_TO_BUILD = 4
NEAR_WORDS = 20
"""How many words of the same part of speech and level compete to be wrong options."""


class VocabularyItems:
    """Makes the items of the vocabulary cells, and word dictation for listening."""

    def __init__(
        self,
        words: Sequence[Word],
        *,
        heard_as: Mapping[str, Sequence[str]],
        readings: Callable[[str], Collection[str]],
        levels: tuple[int, int],
    ) -> None:
        """`words`: all with a gloss are used whose standard level lies in `levels`, both ends included. `heard_as`: pinyin with marks to the words that sound so.
        `readings`: every way a character is read."""
        self._words = [
            word
            for word in words
            if levels[0] <= word.level <= levels[1] and word.gloss and _is_written_in_characters(word)
        ]
        self._heard_as = heard_as
        self._readings = readings
        read_as: dict[str, set[str]] = defaultdict(set)
        for word in words:
            read_as[word.text].add(word.pinyin[0])
        self._read_in_one_way = [word for word in self._words if len(read_as[word.text]) == 1]
        """Words whose form alone tells how they are read: 长 alone may be cháng or zhǎng."""
        self._by_pos: dict[str, list[Word]] = defaultdict(list)
        self._by_level: dict[tuple[str, int], list[Word]] = defaultdict(list)
        self._by_character: dict[tuple[str, str], list[Word]] = defaultdict(list)
        for word in self._words:
            self._by_pos[word.pos[0]].append(word)
            self._by_level[word.pos[0], word.level].append(word)
            for character in set(word.text):
                self._by_character[character, word.pos[0]].append(word)

    # -- multiple choice ---------------------------------------------------------------------------------

    def word_to_meaning(self) -> Iterator[Draft]:
        """Word to meaning."""
        for word in self._words:
            yield Draft(_frame(word, "meaning"), partial(self._meaning, word=word))

    def _meaning(self, frame: Frame, word: Word) -> Item | None:
        wrong = self._far_in_meaning(word)
        if len(wrong) < WRONG_OPTIONS:
            return None
        wording = Wording(
            Bilingual(zh="这个词是什么意思？", en="What does this word mean?"), word.text, _word_line(word)
        )
        return multiple_choice_item(
            frame, wording, key=_first_senses(word), wrong=[_first_senses(other) for other in wrong]
        )

    def meaning_to_word(self) -> Iterator[Draft]:
        """Meaning to word."""
        for word in self._words:
            yield Draft(_frame(word, "form"), partial(self._form, word=word))

    def _form(self, frame: Frame, word: Word) -> Item | None:
        wrong = self._far_in_meaning(word)
        if len(wrong) < WRONG_OPTIONS:
            return None
        gloss = _first_senses(word)
        instruction = Bilingual(zh=f"哪个词的意思是“{gloss}”？", en=f"Which word means “{gloss}”?")
        wording = Wording(instruction, "", _word_line(word))
        return multiple_choice_item(frame, wording, key=word.text, wrong=[other.text for other in wrong])

    def word_to_pinyin(self) -> Iterator[Draft]:
        """Word to pinyin, among readings that learners mix up."""
        for word in self._read_in_one_way:
            yield Draft(_frame(word, "pinyin"), partial(self._pinyin, word=word))

    def _pinyin(self, frame: Frame, word: Word) -> Item | None:
        avoid = {*word.pinyin[:1], *word.also, *(self._readings(word.text) if len(word.text) == 1 else ())}
        wrong = confusable_pinyin(word.pinyin[0], avoid=avoid, characters=word.text, seed=word.id)
        if len(wrong) < WRONG_OPTIONS:
            return None
        wording = Wording(Bilingual(zh="这个词怎么读？", en="How is this word read?"), word.text, _reading_line(word))
        return multiple_choice_item(frame, wording, key=word.pinyin[0], wrong=wrong[:WRONG_OPTIONS])

    def _far_in_meaning(self, word: Word) -> list[Word]:
        """Words of the same part of speech and near level that share neither sense words nor sound with `word`.

        Words with a character in common come first: they look right to those who guess.
        """
        rng = random.Random(word.id)
        alike = [other for character in word.text for other in self._by_character[character, word.pos[0]]]
        rest = self._by_level[word.pos[0], word.level]
        near = [*rng.sample(alike, len(alike)), *rng.sample(rest, min(NEAR_WORDS, len(rest)))]
        if len(rest) < NEAR_WORDS:
            near += rng.sample(self._by_pos[word.pos[0]], min(NEAR_WORDS, len(self._by_pos[word.pos[0]])))
        chosen: list[Word] = []
        for other in near:
            if _distinguishable(word, other) and all(_distinguishable(other, earlier) for earlier in chosen):
                chosen.append(other)
            if len(chosen) == WRONG_OPTIONS:
                break
        return chosen

    # -- typed -------------------------------------------------------------------------------------------

    def typed_pinyin(self) -> Iterator[Draft]:
        """Word to typed pinyin."""
        for word in self._read_in_one_way:
            wording = Wording(TYPE_PINYIN, word.text, _word_line(word))
            make = partial(
                fill_blank_item,
                wording=wording,
                key=word.pinyin[0],
                accepted=word.also,
                kind="pinyin",
                pinyin=word.pinyin[0],
            )
            yield Draft(_frame(word, "pinyin"), make)

    def dictation(self) -> Iterator[Draft]:
        """Heard word to characters or pinyin; every word that sounds the same is right."""
        for word in self._words:
            # A syllable alone has too many homophones to be worth hearing; a word of the instruction would be read.
            if len(word.text) < 2 or word.text in DICTATION.zh:
                continue
            frame = _frame(word, "dictation", topic="listening", audio=_audio(word.text, word.pinyin[0]))
            yield Draft(frame, partial(self._dictation, word=word))

    def _dictation(self, frame: Frame, word: Word) -> Item:
        wording = Wording(DICTATION, "", _word_line(word))
        alike = [text for text in self._heard_as.get(word.pinyin[0], ()) if text != word.text]
        return fill_blank_item(
            frame, wording, key=word.text, accepted=alike, kind="text_or_pinyin", pinyin=word.pinyin[0]
        )

    # -- matching ----------------------------------------------------------------------------------------

    def match_meaning(self) -> Iterator[Draft]:
        """Four words of one part of speech and their meanings."""
        for words in self._sets("meaning"):
            make = partial(
                _word_matching, words=words, instruction=MATCH_MEANING, right_sides=list(map(_first_senses, words))
            )
            yield Draft(_set_frame(words, "meaning"), make)

    def match_pinyin(self) -> Iterator[Draft]:
        """Four words and their readings, two and two of which almost sound the same."""
        for words in self._sets_of_near_sounds("pinyin"):
            make = partial(
                _word_matching,
                words=words,
                instruction=MATCH_PINYIN,
                right_sides=[word.pinyin[0] for word in words],
            )
            yield Draft(_set_frame(words, "pinyin"), make)

    def match_heard(self) -> Iterator[Draft]:
        """Four words heard one after the other, and their meanings."""
        for words in self._sets("heard"):
            make = partial(
                _word_matching,
                words=words,
                instruction=MATCH_HEARD,
                right_sides=list(map(_first_senses, words)),
                heard=True,
            )
            yield Draft(_set_frame(words, "heard", topic="listening", audio=_audio_of_words(words)), make)

    def ordered_as_heard(self) -> Iterator[Draft]:
        """Four words, two and two of which almost sound the same, to be put in the order in which they are heard."""
        for words in self._sets_of_near_sounds("order"):
            words_and_pinyin = "、".join(f"{word.text}（{word.pinyin[0]}）" for word in words)
            wording = Wording(
                ORDER_HEARD, "", Bilingual(zh=f"你听到的是：{words_and_pinyin}。", en=f"You heard: {words_and_pinyin}.")
            )
            frame = _set_frame(words, "heard", audio=_audio_of_words(words), topic="listening")
            yield Draft(frame, partial(ordering_item, wording=wording, pieces=[word.text for word in words]))

    def _sets(self, purpose: str) -> Iterator[list[Word]]:
        """Words dealt into sets of one part of speech whose members cannot be taken for one another."""
        for deal in range(DEALS):
            rng = random.Random(f"{purpose}{deal}")
            for pos in sorted(self._by_pos):
                words = list(self._by_pos[pos])
                rng.shuffle(words)
                words.sort(key=lambda word: word.level)
                for start in range(0, len(words) - WORDS_TO_MATCH + 1, WORDS_TO_MATCH):
                    group = words[start : start + WORDS_TO_MATCH]
                    if _all_distinguishable(group):
                        yield rng.sample(group, len(group))

    def _sets_of_near_sounds(self, purpose: str) -> Iterator[list[Word]]:
        """Two pairs of words of one length, each pair one tone, initial or final apart."""
        for deal in range(DEALS):
            rng = random.Random(f"{purpose}{deal}")
            pairs = rng.sample(self._near_pairs, len(self._near_pairs))
            pairs.sort(key=lambda pair: (len(pair[0].text), max(word.level for word in pair)))
            for one, other in zip(pairs[::2], pairs[1::2], strict=False):
                words = [*one, *other]
                readings = {word.pinyin[0].lower() for word in words}
                if len(readings) == len(words) and len(one[0].text) == len(other[0].text):
                    yield rng.sample(words, len(words))

    @cached_property
    def _near_pairs(self) -> list[tuple[Word, Word]]:
        """Words read in one way that a learner's ear mixes up. Where sandhi changes a tone in speech, the ear hears something else than is written."""
        by_reading: dict[tuple[Syllable, ...], Word] = {}
        for word in self._read_in_one_way:
            syllables = parse(word.pinyin[0].lower()) or ()
            if len(syllables) == len(word.text) and len(set(spoken_forms(word.text, syllables))) == 1:
                by_reading.setdefault(syllables, word)
        met: set[tuple[Syllable, ...]] = set()
        pairs = []
        for reading, word in by_reading.items():
            met.add(reading)
            near = [each for each in dict.fromkeys(one_change_away(reading)) if each in by_reading and each not in met]
            pairs += [(word, by_reading[each]) for each in near if set(word.text).isdisjoint(by_reading[each].text)]
        return pairs

    # -- ordering ----------------------------------------------------------------------------------------

    def built_from_characters(self) -> Iterator[Draft]:
        """Words of four or more different characters, to be built from their characters: of three there is too little to think about."""
        for word in self._words:
            if len(word.text) >= LEAST_TO_BUILD and len(set(word.text)) == len(word.text):
                yield Draft(_frame(word, "build"), partial(_from_characters, word=word))


# -- parts ---------------------------------------------------------------------------------------------------


def _word_matching(
    frame: Frame, *, words: Sequence[Word], instruction: Bilingual, right_sides: Sequence[str], heard: bool = False
) -> Item:
    """Words, or the numbers under which they are heard, and what belongs to each."""
    lines = "；".join(f"{word.text}（{word.pinyin[0]}）{_first_senses(word)}" for word in words)
    wording = Wording(instruction, "", Bilingual(zh=f"{lines}。", en=lines.replace("；", "; ") + "."))
    left_sides = [str(number) if heard else word.text for number, word in enumerate(words, start=1)]
    return matching_item(frame, wording, list(zip(left_sides, right_sides, strict=True)))


def _from_characters(frame: Frame, *, word: Word) -> Item:
    gloss = _first_senses(word)
    instruction = Bilingual(
        zh=f"用这些字组成一个词：{gloss}（{word.pinyin[0]}）。",
        en=f"Build the word from its characters: {gloss} ({word.pinyin[0]}).",
    )
    return ordering_item(frame, Wording(instruction, "", _word_line(word)), list(word.text))


def _is_written_in_characters(word: Word) -> bool:
    """Written with Chinese characters only, read as the list says."""
    return all("\u4e00" <= character <= "\u9fff" for character in word.text) and bool(word.pinyin)


@cache
def _sense_words(gloss: str) -> frozenset[str]:
    """The words of a gloss that bear meaning."""
    function_words = {
        "to",
        "a",
        "an",
        "the",
        "of",
        "be",
        "in",
        "on",
        "at",
        "for",
        "with",
        "sb",
        "sth",
        "one's",
        "as",
        "and",
        "or",
    }
    text = "".join(mark if mark.isalpha() or mark in " '" else " " for mark in gloss.lower())
    return frozenset(word.removesuffix("s") for word in text.split() if word not in function_words)


def _distinguishable(word: Word, other: Word) -> bool:
    """Neither the same word, nor a variant, nor one that shares a word of its meaning or its sound."""
    if word.text == other.text or set(word.forms) & set(other.forms):
        return False
    nested = word.text in other.text or other.text in word.text
    return (
        not nested
        and word.pinyin[0] != other.pinyin[0]
        and _sense_words(word.gloss).isdisjoint(_sense_words(other.gloss))
    )


def _all_distinguishable(words: Sequence[Word]) -> bool:
    return all(_distinguishable(word, other) for number, word in enumerate(words) for other in words[:number])


def _first_senses(word: Word) -> str:
    """At most two senses, as short as an option should be."""
    return "; ".join(part.strip() for part in word.gloss.split(";")[:2])


def _word_line(word: Word) -> Bilingual:
    line = f"{word.text}（{word.pinyin[0]}）：{word.gloss}"
    return Bilingual(zh=line, en=f"{word.text} ({word.pinyin[0]}): {word.gloss}")


def _reading_line(word: Word) -> Bilingual:
    """With a note where 一 or 不 is said in another tone than dictionaries write."""
    line = _word_line(word)
    changing = [character for character in "一不" if character in word.text[:-1]]
    if not changing:
        return line
    quoted = "".join(f"“{character}”" for character in changing)
    return Bilingual(
        zh=f"{line.zh}。拼音按词典写；说的时候，{quoted}要随后一个字变调。",
        en=f"{line.en}. As written in dictionaries; in speech the tone of {' and '.join(changing)} follows the next syllable.",
    )


def _audio(text: str, pinyin: str) -> Audio:
    return Audio(kind="speech", text=text, pinyin=pinyin)


def _audio_of_words(words: Sequence[Word]) -> Audio:
    return _audio("。".join(word.text for word in words) + "。", ". ".join(word.pinyin[0] for word in words))


def _frame(word: Word, subtype: str, *, topic: Topic = "vocabulary", audio: Audio | None = None) -> Frame:
    return Frame(
        source=word.id,
        topic=topic,
        standard_level=word.level,
        tags=(f"level_{word.level}", subtype, word.pos[0]),
        words=(word.text,),
        translation=word.gloss,
        full_text=word.text,
        audio=audio,
    )


def _set_frame(
    words: Sequence[Word], subtype: str, *, topic: Topic = "vocabulary", audio: Audio | None = None
) -> Frame:
    level = max(word.level for word in words)
    return Frame(
        source="+".join(word.id for word in words),
        topic=topic,
        standard_level=level,
        tags=(f"level_{level}", subtype, "words"),
        words=tuple(word.text for word in words),
        full_text="、".join(word.text for word in words),
        audio=audio,
    )
