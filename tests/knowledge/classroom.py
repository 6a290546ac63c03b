"""Students whose evidence is written by hand, over a real store in memory: what the tests of the map read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

from core.knowledge.update import update
from core.knowledge.wire import UpdateRequest
from core.learning.days import day_of
from core.learning.prediction.predictor import Predictor
from core.records.access import PERMISSIONS, Caller
from core.records.answers import AnswerRow, EvaluationRow
from core.records.evidence import Evidence
from core.records.students import Student
from core.store.database.engine import make_engine
from core.store.database.migrate import upgrade_in_memory
from core.store.sql import SqlStore
from core.tables import shipped_tables
from core.tables.points import Points
from evaluation.service.clock import CountingIdentifiers, StoppedClock

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")
TABLES = shipped_tables()


@dataclass
class Classroom:
    """A store, a clock, and short ways to write evidence and to take it in."""

    clock: StoppedClock
    store: SqlStore
    predictor: Predictor = field(default_factory=lambda: Predictor.shipped(TABLES))
    identifiers: CountingIdentifiers = field(default_factory=CountingIdentifiers)
    _numbers: count[int] = field(default_factory=lambda: count(1))

    @property
    def points(self) -> Points:
        """The product's own 853."""
        return TABLES.points

    def join(self, student_id: str, *, name: str = "", days_ago: float = 100) -> None:
        """A student who came some days ago."""
        came = self.clock.now() - timedelta(days=days_ago)
        self.store.put_student(Student("org", student_id, name, None, came))

    def say(
        self, student_id: str, point: str, outcome: float, *, at: datetime, weight: float = 1.0, kind: str = "answer"
    ) -> None:
        """One piece of evidence on a point."""
        number = next(self._numbers)
        source = f"ev_{number:04d}#0"
        piece = Evidence(student_id, kind, "point", point, outcome, weight, source, at, f"{number}", item_id="q_1")
        self.store.append_evidence("org", [piece], at=at)

    def answer(self, student_id: str, point: str, *, right: int = 0, wrong: int = 0, days_ago: float = 1.0) -> None:
        """Direct answers on a point, all at one moment."""
        at = self.clock.now() - timedelta(days=days_ago)
        for place in range(right + wrong):
            self.say(student_id, point, 1.0 if place < right else 0.0, at=at)

    def score(self, student_id: str, *scores: float, days_ago: float) -> None:
        """Answers of one day as the answer table keeps them, without evidence."""
        at = self.clock.now() - timedelta(days=days_ago)
        number = next(self._numbers)
        evaluation = EvaluationRow(f"sc_{number:04d}", "org", student_id, None, "", "{}", at)
        rows = [
            AnswerRow(
                evaluation.evaluation_id, place, student_id, f"q_{place}", "fill_blank", "grammar", 1, (), (), '""',
                True, score == 100, score, 5, at,
            )
            for place, score in enumerate(scores)
        ]  # fmt: skip
        self.store.add_evaluation(evaluation, rows, [], call=None, reply=None)

    def take_in(self) -> None:
        """Fold everything up to now, student by student."""
        for student in self.store.students("org"):
            update(
                UpdateRequest(student_id=student.student_id, date=day_of(self.clock.now()).isoformat()),
                CALLER,
                points=self.points,
                predictor=self.predictor,
                store=self.store,
                clock=self.clock,
                identifiers=self.identifiers,
            )


def new_classroom(clock: StoppedClock) -> Classroom:
    """An empty one."""
    store = SqlStore(make_engine("sqlite://"))
    upgrade_in_memory(store.engine)
    return Classroom(clock, store)
