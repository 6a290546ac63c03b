"""pypinyin as a `core.ports.PinyinReader`, corrected by the word list, the names and the phrases of this project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from core.language.transcription import Reading, syllables_in_context, transcribe


class PypinyinReader:
    """Reads with pypinyin, loaded on first use (it takes a third of a second).

    Parameters
    ----------
    readings : gives the known words and phrases with their readings
        Stronger than pypinyin's own phrases; asked for on first use.
    """

    def __init__(self, readings: Callable[[], Mapping[str, Reading]]) -> None:
        self._load = readings

    @cached_property
    def _readings(self) -> Mapping[str, Reading]:
        return self._load()

    def syllables(self, text: str) -> list[str]:
        """See `core.ports.PinyinReader.syllables`."""
        return syllables_in_context(text, _guessed(text), self._readings)

    def transcription(self, text: str) -> str:
        """See `core.ports.PinyinReader.transcription`."""
        return transcribe(text, _guessed(text), self._readings)

    def readings(self, character: str) -> frozenset[str]:
        """See `core.ports.PinyinReader.readings`."""
        import pypinyin

        return frozenset(pypinyin.pinyin(character, style=pypinyin.Style.TONE, heteronym=True)[0])


def _guessed(text: str) -> list[str]:
    """pypinyin's own syllables, one for each character."""
    found = _read(text)
    # The plain way, should a phrase ever give more or fewer syllables than characters.
    return found if len(found) == len(text) else [_read(character)[0] for character in text]


def _read(text: str) -> list[str]:
    import pypinyin

    # pypinyin takes a list for a run without readings, though its annotation says a string.
    silent: Any = lambda run: [""] * len(run)  # noqa: E731
    return [syllable for (syllable,) in pypinyin.pinyin(text, style=pypinyin.Style.TONE, errors=silent)]
