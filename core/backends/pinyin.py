"""pypinyin as a `core.ports.language.PinyinReader`, corrected by the word list, the names and the phrases of this project."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from typing import Any

from core.language.caching import bounded_cache
from core.language.lattice import word_lengths
from core.language.pinyin import join_syllables, split_marked
from core.language.readings import Reading
from core.language.spoken import spoken_syllables
from core.language.transcription import syllables_in_context, transcribe, without_tone
from core.ports.language import Segmenter

LONGEST_FURTHER = 4
FURTHER_COST = 2.4
"""Above two easy words and below two of which one is not listed: 老|鼠 is one word, 我|说 stays two."""
IDIOM = 4
"""Characters of the phrases of pypinyin that are read before their characters; most of these are idioms."""
NO_IDIOMS = frozenset(
    {
        "一步一步", "更进一步", "不能自己", "又细又长", "调查结果", "东西南北", "总的说来", "直系亲属", "有轨电车", "过街天桥", "与此相反",
        "说不过去", "说得过去", "拿得起来", "看不上眼", "拉不下脸", "下不了台",
    }
)  # fmt: skip
"""Phrases that are several words, and potential complements, whose 不 and 得 are neutral."""
IDIOM_COST = 1.9
"""Below any two words: an idiom stays whole, unless a phrase of this project claims a part of it."""
IDIOM_PARTS_OF_SPEECH = frozenset({"Adj"})
"""An idiom before 地 is an adverbial, as an adjective is."""
UNDONE_SANDHI = {"一": "yī", "不": "bù"}
"""pypinyin writes some phrases as they are spoken (yí wàng); the dictionary reading is asked for."""


class PypinyinReader:
    """Reads with pypinyin, loaded on first use (it takes a third of a second).

    Parameters
    ----------
    readings : gives the known words and phrases with their readings
        Stronger than pypinyin's own phrases; asked for on first use.
    segmenter : tells further words of a text, for their spelling and their sandhi; without one they are cut small
    """

    def __init__(
        self, readings: Callable[[], MutableMapping[str, Reading]], segmenter: Segmenter | None = None
    ) -> None:
        self._load = readings
        self._segmenter = segmenter
        self._idioms_read: dict[str, Reading | None] = {}

    @cached_property
    def _readings(self) -> MutableMapping[str, Reading]:
        return self._load()

    def syllables(self, text: str) -> list[str]:
        """See `core.ports.language.PinyinReader.syllables`."""
        guessed = pypinyin_syllables(text)
        return syllables_in_context(text, guessed, self._known(text, guessed), _sure(text, guessed))

    def spoken(self, text: str) -> list[str]:
        """See `core.ports.language.PinyinReader.spoken`."""
        guessed = pypinyin_syllables(text)
        known = self._known(text, guessed)
        syllables = syllables_in_context(text, guessed, known, _sure(text, guessed))
        return spoken_syllables(text, syllables, word_lengths(text, known), known)

    def transcription(self, text: str) -> str:
        """See `core.ports.language.PinyinReader.transcription`."""
        guessed = pypinyin_syllables(text)
        return transcribe(text, guessed, self._known(text, guessed), _sure(text, guessed))

    def _known(self, text: str, guessed: Sequence[str]) -> Mapping[str, Reading]:
        """The known readings with the idioms of the text and the words that only the segmenter knows."""
        idioms = self._idioms(text)
        # A copy, not a chain: every word of the lattice is looked up, and a chain takes five times as long.
        known: Mapping[str, Reading] = {**idioms, **self._readings} if idioms else self._readings
        if self._segmenter is None:
            return known
        syllables = syllables_in_context(text, guessed, known, _sure(text, guessed))
        further_words, start = {}, 0
        for word in self._segmenter.words(text):
            parts = syllables[start : start + len(word)]
            if all(parts) and self._is_further(word):
                further_words[word] = Reading(join_syllables(parts), FURTHER_COST)
            start += len(word)
        return {**further_words, **known} if further_words else known

    def _idioms(self, text: str) -> dict[str, Reading]:
        """The phrases of pypinyin in a text that are more than listed words read one after the other."""
        windows = {text[start : start + IDIOM] for start in range(len(text) - IDIOM + 1)}
        idioms = {}
        for phrase in (windows & _phrases().keys()) - NO_IDIOMS:
            if phrase not in self._idioms_read:
                self._idioms_read[phrase] = self._idiom(phrase)
            if (reading := self._idioms_read[phrase]) is not None:
                idioms[phrase] = reading
        return idioms

    def _idiom(self, phrase: str) -> Reading | None:
        """The reading of a phrase of pypinyin; None for one that the readings have, or whose words they have."""
        syllables = self._with_listed_tones(phrase, _idiom_syllables(phrase))
        if not syllables or phrase in self._readings or self._is_composed(phrase, syllables):
            return None
        return Reading(join_syllables(syllables), IDIOM_COST, IDIOM_PARTS_OF_SPEECH)

    def _with_listed_tones(self, phrase: str, syllables: Sequence[str]) -> list[str]:
        """The syllables with the neutral tones of a half that the word list has (穿着打扮 has dǎban)."""
        toned = list(syllables)
        for start in (0, 2) if toned else ():
            listed = self._readings.get(phrase[start : start + 2])
            read = split_marked(listed.pinyin.lower()) if listed and not listed.contexts else ()
            if [without_tone(syllable) for syllable in read] == [
                without_tone(part) for part in toned[start : start + 2]
            ]:
                toned[start : start + 2] = [
                    syllable if syllable == without_tone(syllable) else part
                    for syllable, part in zip(read, toned[start : start + 2], strict=True)
                ]
        return toned

    def _is_composed(self, phrase: str, syllables: Sequence[str]) -> bool:
        """Whether a phrase is listed words that are read as they are (北京大学), whatever stands around them."""
        lengths = word_lengths(phrase, self._readings)
        ends = list(accumulate(lengths))
        words = [phrase[end - length : end] for end, length in zip(ends, lengths, strict=True)]
        known = [self._readings.get(word) for word in words]
        if max(lengths) == 1 or not all(reading and not reading.contexts for reading in known):
            return False
        guessed = pypinyin_syllables(phrase)
        return syllables_in_context(phrase, guessed, self._readings, _sure(phrase, guessed)) == list(syllables)

    def _is_further(self, word: str) -> bool:
        """A word that no list has, without the sandhi and the erhua that go by smaller words."""
        if not 1 < len(word) <= LONGEST_FURTHER or word in self._readings or len(set(word)) < len(word):
            return False
        return not any(character in "一不儿" for character in word)

    def readings(self, character: str) -> frozenset[str]:
        """See `core.ports.language.PinyinReader.readings`."""
        import pypinyin

        return frozenset(pypinyin.pinyin(character, style=pypinyin.Style.TONE, heteronym=True)[0])


def pypinyin_syllables(text: str) -> list[str]:
    """pypinyin's own syllables, one for each character."""
    syllables = _read(text)
    # The plain way, should a phrase ever give more or fewer syllables than characters.
    return syllables if len(syllables) == len(text) else [_lone(character) for character in text]


def _sure(text: str, syllables: Sequence[str]) -> frozenset[int]:
    """Indexes of the characters that a phrase made pypinyin read in another way than alone."""
    pairs = zip(text, syllables, strict=True)
    return frozenset(index for index, (character, syllable) in enumerate(pairs) if syllable != _lone(character))


@cache
def _phrases() -> Mapping[str, Sequence[Sequence[str]]]:
    """pypinyin's phrases, each with the readings of its characters."""
    from pypinyin.constants import PHRASES_DICT

    return PHRASES_DICT


def _idiom_syllables(phrase: str) -> tuple[str, ...]:
    """The dictionary reading of a phrase of pypinyin; () if it has 儿, which is a syllable in some and erhua in others."""
    readings = _phrases()[phrase]
    if "儿" in phrase or len(readings) != len(phrase):
        return ()
    return tuple(
        UNDONE_SANDHI.get(character, syllable) for character, (syllable, *_) in zip(phrase, readings, strict=True)
    )


@bounded_cache(16_384)
def _lone(character: str) -> str:
    return _read(character)[0]


def _read(text: str) -> list[str]:
    import pypinyin

    # pypinyin takes a list for a run without readings, though its annotation says a string.
    silent: Any = lambda run: [""] * len(run)  # noqa: E731
    return [syllable for (syllable,) in pypinyin.pinyin(text, style=pypinyin.Style.TONE, errors=silent)]
