"""pypinyin as a `core.ports.PinyinReader`, taught the readings of the word list and the names."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from core.language.pinyin import split_marked
from core.language.transcription import transcribe


class PypinyinReader:
    """Reads with pypinyin, loaded on first use (it takes a third of a second).

    Parameters
    ----------
    readings : gives a mapping of written form to pinyin with tone marks
        Known readings, stronger than pypinyin's own phrases; asked for on first use.
    """

    def __init__(self, readings: Callable[[], Mapping[str, str]]) -> None:
        self._readings = readings
        self._ready = False
        self._lock = threading.Lock()

    def syllables(self, text: str) -> list[str]:
        """See `core.ports.PinyinReader.syllables`."""
        if not self._ready:
            self._load()
        found = _readings(text)
        # The plain way, should a phrase ever give more or fewer syllables than characters.
        return found if len(found) == len(text) else [_readings(character)[0] for character in text]

    def transcription(self, text: str) -> str:
        """See `core.ports.PinyinReader.transcription`."""
        return transcribe(text, self.syllables(text), self._words)

    @cached_property
    def _words(self) -> dict[str, str]:
        """Readings of everything longer than a character."""
        return {form: marked for form, marked in self._readings().items() if len(form) > 1}

    def _load(self) -> None:
        with self._lock:
            if self._ready:
                return
            from pypinyin import load_phrases_dict

            phrases = {}
            for form, marked in self._readings().items():
                syllables = split_marked(marked)
                if len(form) > 1 and len(syllables) == len(form):
                    phrases[form] = [[syllable] for syllable in syllables]
            load_phrases_dict(phrases)
            self._ready = True


def _readings(text: str) -> list[str]:
    import pypinyin

    # pypinyin takes a list for a run without readings, though its annotation says a string.
    silent: Any = lambda run: [""] * len(run)  # noqa: E731
    return [syllable for (syllable,) in pypinyin.pinyin(text, style=pypinyin.Style.TONE, errors=silent)]
