"""The facade's part for the pages Speaking and Tone pairs: texts to choose from, drills, the pitch of a voice while it speaks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.api.speech import SpeechPart
from core.records.access import Caller
from core.speech.drills.choices import TextChoice, TextChoices, TextKind
from core.speech.drills.pairs import NoDrillWords, Reading, answered, next_drill, pair_matrix
from core.speech.drills.wire import ChooseStep, Drill, DrillAnswer, DrillWord, HearStep, PairCell, SayStep
from core.speech.evidence import is_reading
from core.speech.upload import checked
from core.speech.wire import SyllableJudged
from core.tables.tone_pairs import TonePair

__all__ = [
    "ChooseStep",
    "Drill",
    "DrillAnswer",
    "DrillWord",
    "HearStep",
    "NoDrillWords",
    "PairCell",
    "SayStep",
    "SpeakingPart",
    "TextChoice",
    "TextKind",
    "TonePair",
    "answered",
    "is_reading",
    "live_pitch",
]
"""What pages may name of speaking (they see the core through its facade only)."""

UNKNOWN_TONE = 0


def live_pitch(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Fundamental frequency in Hz every 10 ms of sound at 16 kHz, NaN where unvoiced; array [shape=(n_frames,)]."""
    from core.speech.tones import f0

    return f0.track(samples).hz


class SpeakingPart(SpeechPart):
    """Base of `core.api.core.Core`, which sets the attributes."""

    def reading_choices(
        self, level: int, kind: TextKind, *, seed: int, search: str = "", count: int
    ) -> list[TextChoice]:
        """At most `count` texts of a level and kind that hold the searched text, varied in theme; the same seed, the same texts."""
        return self._text_choices.drawn(count, seed=seed, level=level, kind=kind, search=search)

    def reading_choice(self, text_id: str) -> TextChoice | None:
        """One of the texts, None where there is none of that id."""
        return self._text_choices.by_id.get(text_id)

    def readable(self, text: str) -> None:
        """Raises `BadParameter` for a text that cannot be read aloud: empty, too long, without a Chinese character."""
        checked(b"-", filename="", text=text)

    def tone_pair_cells(self, student_id: str, caller: Caller) -> list[PairCell]:
        """The 20 pairs of tones with what the student's readings tell about each."""
        return pair_matrix(
            Reading(
                spoken.syllables, self._listed(spoken.text, spoken.syllables), datetime.fromisoformat(spoken.read_at)
            )
            for spoken in self.spoken_syllables(student_id, caller)
        )

    def tone_drill(
        self,
        cells: Sequence[PairCell],
        *,
        seed: int,
        pair: TonePair | None = None,
        seen: Collection[str] = (),
        lately: Sequence[TonePair] = (),
    ) -> Drill:
        """The next drill: of the pair that is named, else of one that is probably weak.

        `seen` are words of this session, `lately` its pairs, the last one last. Raises `NoDrillWords`.
        """
        words = [word for word in self.tables.tone_pairs if pair in (None, word.pair)]
        return next_drill(cells, words, seed=seed, seen=seen, lately=lately)

    def _listed(self, text: str, syllables: Sequence[SyllableJudged]) -> list[int]:
        """Dictionary tones of syllables of a text, `UNKNOWN_TONE` where there is none."""
        citation = self._citation(self.converter.simplified(text))
        return [citation.get(each.position, UNKNOWN_TONE) for each in syllables]

    @cached_property
    def _text_choices(self) -> TextChoices:
        return TextChoices(self.tables.content)
