"""What the pages Speaking and Tone pairs offer: texts to choose from, sentences, drills."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property

from core.access.arguments import bounded
from core.api.speech import Readings
from core.arrays import Float32, Float64
from core.plan.assignments.wire import (
    AloudSentence,
)
from core.plan.tasks import aloud
from core.ports.language import PinyinReader, ScriptConverter
from core.records.access import Caller
from core.speech.drills.choices import TextChoice, TextChoices, TextKind
from core.speech.drills.pairs import NoDrillWords, Reading, answered, next_drill, pair_matrix
from core.speech.drills.wire import ChooseStep, Drill, DrillAnswer, DrillWord, HearStep, PairCell, SayStep
from core.speech.evidence import is_reading
from core.speech.reading.citation import citation_tones
from core.speech.upload import checked
from core.speech.wire import SyllableJudged
from core.tables import Tables
from core.tables.content.texts import Sentence
from core.tables.words.tone_pairs import TonePair

__all__ = [
    "ChooseStep",
    "Drill",
    "DrillAnswer",
    "DrillWord",
    "HearStep",
    "NoDrillWords",
    "PairCell",
    "SayStep",
    "TextChoice",
    "TextKind",
    "TonePair",
    "answered",
    "is_reading",
    "live_pitch",
]
"""What pages may name of speaking (they see the core through its facade only)."""

UNKNOWN_TONE = 0


def live_pitch(samples: Float32) -> Float64:
    """Fundamental frequency in Hz every 10 ms of sound at 16 kHz, NaN where unvoiced; array [shape=(n_frames,)]."""
    from core.speech.tones import f0

    return f0.track(samples).hz


@bounded
class Speaking:
    """What the pages Speaking and Tone pairs offer: texts to choose from, sentences, drills."""

    def __init__(
        self,
        *,
        tables: Tables,
        converter: ScriptConverter,
        reader: PinyinReader,
        speech: Readings,
    ) -> None:
        self._tables = tables
        self._converter = converter
        self._reader = reader
        self._speech = speech

    def sentences(self, task_ids: Sequence[str]) -> list[AloudSentence]:
        """The sentences behind `say_<sentence id>`, in that order; what is none is left out."""
        return aloud.sentences_of(task_ids, self._sentences, self._reader)

    def draw_sentences(self, level: int, count: int) -> list[str]:
        """Ids `say_<sentence id>` of so many short sentences of a level, drawn by chance."""
        return aloud.drawn(level, count, self._sentences.values())

    @cached_property
    def _sentences(self) -> dict[str, Sentence]:
        return {row.id: row for row in self._tables.content.sentences}

    def choices(self, level: int, kind: TextKind, *, seed: int, search: str = "", count: int) -> list[TextChoice]:
        """At most `count` texts of a level and kind that hold the searched text, varied in theme; the same seed, the same texts."""
        return self._text_choices.drawn(count, seed=seed, level=level, kind=kind, search=search)

    def choice(self, text_id: str) -> TextChoice | None:
        """One of the texts, None where there is none of that id."""
        return self._text_choices.by_id.get(text_id)

    def readable(self, text: str) -> None:
        """Raises `BadParameter` for a text that cannot be read aloud: empty, too long, without a Chinese character."""
        checked(b"-", filename="", text=text)

    def tone_pairs(self, student_id: str, caller: Caller) -> list[PairCell]:
        """The 20 pairs of tones with what the student's readings tell about each."""
        return pair_matrix(
            Reading(
                spoken.syllables, self._listed(spoken.text, spoken.syllables), datetime.fromisoformat(spoken.read_at)
            )
            for spoken in self._speech.spoken_syllables(student_id, caller)
        )

    def drill(
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
        words = [word for word in self._tables.tone_pairs if pair in (None, word.pair)]
        return next_drill(cells, words, seed=seed, seen=seen, lately=lately)

    def _listed(self, text: str, syllables: Sequence[SyllableJudged]) -> list[int]:
        """Dictionary tones of syllables of a text, `UNKNOWN_TONE` where there is none."""
        citation = citation_tones(self._converter.simplified(text), self._reader)
        return [citation.get(each.position, UNKNOWN_TONE) for each in syllables]

    @cached_property
    def _text_choices(self) -> TextChoices:
        return TextChoices(self._tables.content)
