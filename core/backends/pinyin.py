"""pypinyin as a `core.ports.language.PinyinReader`, corrected by the word list, the names and the phrases of this project."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import cached_property
from typing import Any

from core.language.caching import bounded_cache
from core.language.lattice import word_lengths
from core.language.pinyin import join_syllables
from core.language.readings import Reading
from core.language.spoken import spoken_syllables
from core.language.transcription import syllables_in_context, transcribe
from core.ports.language import Segmenter

LONGEST_FURTHER = 4
FURTHER_COST = 2.4
"""Above two easy words and below two of which one is not listed: 老|鼠 is one word, 我|说 stays two."""


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
        """The known readings with the words that only the segmenter knows."""
        if self._segmenter is None:
            return self._readings
        syllables = syllables_in_context(text, guessed, self._readings, _sure(text, guessed))
        further_words, start = {}, 0
        for word in self._segmenter.words(text):
            parts = syllables[start : start + len(word)]
            if all(parts) and self._is_further(word):
                further_words[word] = Reading(join_syllables(parts), FURTHER_COST)
            start += len(word)
        return ChainMap(further_words, self._readings) if further_words else self._readings

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


@bounded_cache(16_384)
def _lone(character: str) -> str:
    return _read(character)[0]


def _read(text: str) -> list[str]:
    import pypinyin

    # pypinyin takes a list for a run without readings, though its annotation says a string.
    silent: Any = lambda run: [""] * len(run)  # noqa: E731
    return [syllable for (syllable,) in pypinyin.pinyin(text, style=pypinyin.Style.TONE, errors=silent)]
