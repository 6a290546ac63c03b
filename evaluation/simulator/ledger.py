"""What a plan sees of a simulated student: its own answers through the product's learner model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache

import numpy as np

from core.arrays import Float64, Positions
from core.learning.choosing import PointStates, solid
from core.learning.days import day_of
from core.learning.items.prediction import GUESSED
from core.learning.level import Cell, LevelAnswer, LevelCounts, StudentLevel, cell_of, student_level
from core.learning.memory import Card, Review, kept_share, reviewed
from core.learning.prediction.predictor import Predictor
from core.learning.sums.columns import DAY, micros_of
from core.learning.sums.fold import add_up, columns_of, contributions
from core.learning.sums.record import MET, Structure, ready_of, statuses_of, structure
from core.records.learner_blocks import LogRows, SumRows
from core.tables import Tables, shipped_tables
from core.tables.points import Points
from evaluation.simulator.students import Student

FIRST_DAY = datetime(2026, 9, 7, tzinfo=UTC)
"""A Monday."""
AWAY_DAYS = 14.0
"""A student who was away so long returns."""


@dataclass(frozen=True, slots=True)
class Given:
    """One answer; `at` in days since the first day of the plan."""

    point_index: int
    right: bool
    at: float


@dataclass(frozen=True)
class Course:
    """The points that a student may be asked, in the order of teaching, as the learner model knows them."""

    ids: tuple[str, ...]
    predictor: Predictor
    rows: Positions
    """Index of each point in the predictor."""
    structure: Structure
    """Families and prerequisites among these points alone: what lies below a course counts as known."""

    @cached_property
    def cells(self) -> list[Cell]:
        """Where an answer on each point counts for the level."""
        return [cell_of(int(level), GUESSED) for level in self.structure.levels]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The data files."""
    return shipped_tables()


@lru_cache(maxsize=16)
def course_of(order: tuple[str, ...]) -> Course:
    """The course with these points."""
    predictor = Predictor.shipped(tables())
    rows = np.array([predictor.index_of[each] for each in order], dtype=np.intp)
    return Course(order, predictor, rows, _within(structure(tables().points), tables().points, order))


def _within(whole: Structure, points: Points, order: tuple[str, ...]) -> Structure:
    index_of = {point: number for number, point in enumerate(order)}
    families = [
        (index_of[whole.ids[child]], index_of[whole.ids[parent]])
        for child, parent in zip(whole.children, whole.parents, strict=True)
        if whole.ids[child] in index_of and whole.ids[parent] in index_of
    ]
    edges = sorted(
        (index_of[edge.point_id], index_of[edge.requires_id])
        for edge in points.prerequisites
        if edge.point_id in index_of and edge.requires_id in index_of
    )
    children, parents = np.array(families, dtype=np.int64).reshape(-1, 2).T
    above, needed = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    resting, first_edge = np.unique(above, return_index=True)
    return replace(
        whole,
        ids=order,
        index_of=index_of,
        levels=np.array([points.by_id[point].level for point in order], dtype=np.int64),
        children=children,
        parents=parents,
        needed=needed,
        resting=resting,
        first_edge=first_edge,
    )


class Ledger:
    """The answers of one student, folded."""

    def __init__(self, student: Student) -> None:
        self.course = course_of(tuple(student.world.order))
        size = len(self.course.ids)
        self.cells, self.whole = SumRows.empty(size), SumRows.empty(1)
        self.answers = LevelCounts(day_of(FIRST_DAY))
        self.cards: dict[str, Card] = {}
        self.reviews: list[Review] = []
        self.last_study = -np.inf
        self._kept_on: tuple[int, float | None] = (-1, None)

    def note(self, answers: Sequence[Given]) -> None:
        """Take in answers, in any order."""
        if not answers:
            return
        log = _rows(answers)
        amounts = contributions(log)
        size = len(self.cells)
        self.cells = add_up(
            size,
            np.concatenate((np.arange(size), log.point)),
            np.concatenate((self.cells.amounts, amounts)),
            np.concatenate((self.cells.last_at, log.occurred_at)),
        )
        # For a student as a whole a right answer counts by the probability of being wrong, and the other way round.
        easy = self.course.predictor.base_probability[self.course.rows[log.point]][:, None]
        amounts[:, [2, 4]] *= 1.0 - easy
        amounts[:, [3, 5]] *= easy
        self.whole = add_up(
            1,
            np.zeros(len(log) + 1, dtype=np.int64),
            np.concatenate((self.whole.amounts, amounts)),
            np.concatenate((self.whole.last_at, log.occurred_at)),
        )
        self.answers = self.answers.with_answers(
            [
                LevelAnswer(self.course.cells[each.point_index], float(each.right), 1.0, day_of(moment(each.at)))
                for each in answers
            ],
            self.answers.day,
        )
        given = [Review(self.course.ids[each.point_index], float(each.right), moment(each.at)) for each in answers]
        self.cards = reviewed(self.cards, given)
        self.reviews += given
        self.last_study = max(self.last_study, *(each.at for each in answers))

    def last_days(self) -> dict[str, float]:
        """When each answered point was last answered, in days since the first day of the plan."""
        return {point: (card.last_at - FIRST_DAY) / timedelta(days=1) for point, card in self.cards.items()}

    def _kept_share_at(self, at: float) -> float | None:
        # Read once a day: what it counts lies weeks apart.
        if self._kept_on[0] != int(at):
            self._kept_on = (int(at), kept_share(self.reviews, moment(at)))
        return self._kept_on[1]

    def level(self, at: float) -> StudentLevel:
        """Where the student seems to stand: nothing was told, and of an item the level of its point is known alone."""
        return student_level(self.answers, None, moment(at))

    def predicted(self, now: int, level: StudentLevel) -> Float64:
        """Of a right answer on each point; `now` in microseconds since 1970."""
        size = len(self.cells)
        return self.course.predictor.predict_cells(
            columns_of(self.whole),
            np.zeros(size, dtype=np.intp),
            self.course.rows,
            columns_of(self.cells),
            now,
            level.shift,
        )

    def states(self, at: float) -> PointStates:
        """The student at a moment in days since the first day of the plan; counts hold children's answers as on the map."""
        points_structure, now = self.course.structure, micros_of(moment(at))
        counts = self.cells.amounts[:, :2].astype(np.int64)
        last = self.cells.last_at.copy()
        np.add.at(counts, points_structure.parents, counts[points_structure.children].copy())
        np.maximum.at(last, points_structure.parents, last[points_structure.children])
        met = statuses_of(counts[:, 0], counts[:, 1]) >= MET
        due = np.full(len(last), np.inf)
        for point, card in self.cards.items():
            due[points_structure.index_of[point]] = micros_of(card.due_at)
        level = self.level(at)
        predicted = self.predicted(now, level)
        assumed = (counts[:, 0] <= 0) & np.isin(points_structure.levels, list(level.below))
        return PointStates(
            predicted=predicted,
            attempts=counts[:, 0],
            met=met,
            ready=ready_of(solid(met, predicted, counts[:, 0])[None, :], points_structure, assumed[None, :])[0] & ~met,
            assumed=assumed,
            idle_days=np.where(last > 0, (now - last) / DAY, np.inf),
            overdue_days=(now - due) / DAY,
            kept_share=self._kept_share_at(at),
            returning=bool(np.isfinite(self.last_study) and at - self.last_study >= AWAY_DAYS),
        )


def moment(at: float) -> datetime:
    """Days since the first day as a moment."""
    return FIRST_DAY + timedelta(days=at)


def _rows(answers: Sequence[Given]) -> LogRows:
    size = len(answers)
    return LogRows(
        student=np.zeros(size, dtype=np.int64),
        point=np.array([each.point_index for each in answers], dtype=np.int64),
        outcome=np.array([float(each.right) for each in answers]),
        weight=np.ones(size),
        occurred_at=np.array([micros_of(moment(each.at)) for each in answers], dtype=np.int64),
        new=np.ones(size, dtype=np.bool_),
    )
