"""The presenter's story: what a sample class did on two days, evaluated anew each time it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.essays.wire import EditShown, EssayReport
from core.knowledge.wire import ClassStudent, NeedGroup, PointDetail
from core.plan.assignments.wire import Progress
from core.plan.lessons.resources import Resource
from core.plan.wire import PlannedQuestion, Recommendation
from core.records.access import Caller
from core.records.items import Item
from core.speech.drills.wire import Drill, PairCell
from core.speech.wire import SpeechReport
from core.wire import Language

Chapter = Literal["class", "reading", "practice", "essay", "tomorrow", "lesson"]
"""What is being worked out, in order."""
CHAPTERS: tuple[Chapter, ...] = ("class", "reading", "practice", "essay", "tomorrow", "lesson")


@dataclass(frozen=True)
class ReadingTold:
    """A reading aloud by the synthetic voice, and the drill that it becomes."""

    sound: bytes
    """A WAV file."""
    report: SpeechReport
    wrong: int
    """Number of the syllable whose tone was heard as wrong."""
    cell: PairCell
    """The pair of tones in which that syllable stands, as the table of tone pairs counts it."""
    drill: Drill


@dataclass(frozen=True)
class Answered:
    """An item with the answer that the sample student gave."""

    item: Item
    right: bool


@dataclass(frozen=True)
class PracticeTold:
    """A few answers on one point, and its state on the map before and after them."""

    before: PointDetail
    after: PointDetail
    answers: tuple[Answered, ...]


@dataclass(frozen=True)
class EssayTold:
    """An essay, and the error in it that returns."""

    report: EssayReport
    edit: EditShown
    point_name: str


@dataclass(frozen=True)
class ReturnTold:
    """The question in the next day's plan that the error of the essay brought."""

    day: date
    recommendation: Recommendation
    question: PlannedQuestion
    item: Item
    questions: int
    """How many questions of that day's plan the error brought."""


@dataclass(frozen=True)
class LessonTold:
    """Who of the class needs the same point, and the lesson on it that they were given."""

    group: NeedGroup
    students: tuple[ClassStudent, ...]
    column: int
    """The position of the point in the students' statuses and accuracies."""
    lesson: Resource
    given: Progress


@dataclass(frozen=True)
class Story:
    """What came out of each chapter; a chapter whose result did not come about is None and is not told."""

    told_in: Language
    reading: ReadingTold | None
    practice: PracticeTold | None
    essay: EssayTold | None
    returns: ReturnTold | None
    lesson: LessonTold | None


Teller = Callable[[Caller, Callable[[Chapter], None]], Story]


@bounded
class Presenting:
    """The presenter's story. It touches no student of any organisation: the sample class lives in memory while it is told."""

    def __init__(self, *, tell: Teller | None, queues: Queues) -> None:
        self._tell = tell
        self._queues = queues

    def tell(self, caller: Caller, *, began: Callable[[Chapter], None]) -> Story:
        """Make the sample class and work out its two days, which takes some seconds; `began` is called as each chapter begins.

        Everything is evaluated by the service's own parts, and nothing outside this machine is asked: the operator's language model, where
        there is one, stays out. Raises `Busy`.
        """
        assert self._tell is not None, "a core that tells stories is wired with a teller"
        with self._queues.costly.turn(visitor(caller)):
            return self._tell(caller, began)
