"""What the pages Speaking and Tone pairs offer: texts to choose from, sentences, drills."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from core.access.arguments import bounded
from core.api.speech import Readings
from core.arrays import Float32, Float64
from core.plan.assignments.wire import AloudSentence
from core.plan.tasks.aloud import AloudSentences
from core.ports.language import PinyinReader, ScriptConverter
from core.records.access import Caller
from core.speech.drills.choices import TextChoice, TextChoices, TextKind
from core.speech.drills.pairs import NoDrillWords, answered, next_drill, pair_matrix, read_tones
from core.speech.drills.wire import ChooseStep, Drill, DrillAnswer, DrillWord, HearStep, PairCell, SayStep
from core.speech.evidence import is_reading
from core.speech.measures.quality import CLIPPED_SHARE, HEAVILY_CLIPPED_SHARE, LOW_PEAK_DBFS, LOWEST_PEAK_DBFS, RAIL
from core.speech.upload import check_text
from core.tables import Tables
from core.tables.words.tone_pairs import TonePair

__all__ = [
    "CLIPPED_SHARE",
    "HEAVILY_CLIPPED_SHARE",
    "LOWEST_PEAK_DBFS",
    "LOW_PEAK_DBFS",
    "RAIL",
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
"""Names that pages may import for speaking (they use the core through its facade only)."""


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
        self._aloud = AloudSentences(tables, reader)
        self._converter = converter
        self._reader = reader
        self._speech = speech

    def sentences(self, task_ids: Sequence[str]) -> list[AloudSentence]:
        """The sentences named by `say_<sentence id>`, in the order of the ids; unknown ids are left out."""
        return self._aloud.of_tasks(task_ids)

    def draw_sentences(self, level: int, count: int) -> list[str]:
        """Ids `say_<sentence id>` of so many short sentences of a level, drawn at random."""
        return self._aloud.drawn(level, count)

    def choices(self, level: int, kind: TextKind, *, seed: int, search: str = "", count: int) -> list[TextChoice]:
        """At most `count` texts of a level and kind that hold the searched text, varied in theme; the same seed, the same texts."""
        return self._text_choices.drawn(count, seed=seed, level=level, kind=kind, search=search)

    def choice(self, text_id: str) -> TextChoice | None:
        """One of the texts, None where there is none of that id."""
        return self._text_choices.by_id.get(text_id)

    def readable(self, text: str) -> None:
        """Raises `BadParameter` for a text that cannot be read aloud: empty, too long, without a Chinese character."""
        check_text(text)

    def tone_pairs(self, student_id: str, caller: Caller) -> list[PairCell]:
        """The 20 pairs of tones with the results of the student's readings for each."""
        spoken = self._speech.spoken_syllables(student_id, caller)
        return pair_matrix(read_tones(reading, converter=self._converter, reader=self._reader) for reading in spoken)

    def drill(
        self,
        cells: Sequence[PairCell],
        *,
        seed: int,
        pair: TonePair | None = None,
        seen: Collection[str] = (),
        lately: Sequence[TonePair] = (),
    ) -> Drill:
        """The next drill: on the given pair, else on one that is probably weak.

        `seen` are words that this session has used, `lately` its pairs, the latest last. Raises `NoDrillWords`.
        """
        return next_drill(cells, self._tables.tone_pairs, seed=seed, pair=pair, seen=seen, lately=lately)

    @cached_property
    def _text_choices(self) -> TextChoices:
        return TextChoices(self._tables.content)
