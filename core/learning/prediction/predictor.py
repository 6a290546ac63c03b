"""How likely a student is to answer an item on a knowledge point rightly, and what mastery is made of.

A logistic model on features of additive sums (`core.learning.prediction.features`). What was tried beside it and lost stands in
training/predictor/README.md with figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache

import numpy as np

from core.arrays import Float64, Positions
from core.learning.prediction.features import (
    CELL,
    LEARNER,
    LEAST,
    MOST,
    NAMES,
    cell_features,
    learner_features,
    logistic,
    logit,
    moment_micros,
)  # fmt: skip
from core.learning.sums.columns import SumColumns
from core.ports.knowledge import ModelStore
from core.records.learner import Sums
from core.tables import Tables
from core.tables.points import Points
from core.tables.predictor import PredictorModel


@dataclass(frozen=True)
class Predictor:
    """The model of one version over the knowledge points, in the order of `Points.rows`."""

    model: PredictorModel
    point_ids: tuple[str, ...]
    easiness: Float64
    """Logit of an average learner's probability on each point."""
    level_index: Positions
    """Of each point: its level, from 0."""

    @classmethod
    def over(cls, model: PredictorModel, points: Points) -> Predictor:
        """A model over these points."""
        easiness = [model.points.get(row.id, model.levels[row.level - 1]) for row in points.rows]
        levels = np.array([row.level - 1 for row in points.rows], dtype=np.intp)
        return cls(model, tuple(row.id for row in points.rows), np.array(easiness), levels)

    @classmethod
    def shipped(cls, tables: Tables) -> Predictor:
        """The model in data/models/predictor."""
        return cls.over(tables.predictor, tables.points)

    @classmethod
    def current(cls, tables: Tables, store: ModelStore) -> Predictor:
        """The model refitted on this database (`wenlu refit`) if there is one, else the shipped one.

        Cheap enough for every call: one row is read, and parsed only when it has changed.
        """
        return _current(tables, store.saved_predictor())

    @property
    def version(self) -> str:
        """Sums of students as a whole hold under this version only."""
        return self.model.version

    @cached_property
    def base_probability(self) -> Float64:
        """[points]: an average learner's probability of a right answer, by difficulty alone; within LEAST and MOST."""
        return np.clip(logistic(self.easiness), LEAST, MOST)

    @cached_property
    def index_of(self) -> dict[str, int]:
        """The index of each point in `base_probability` and in the result of `predict`."""
        return {point_id: index for index, point_id in enumerate(self.point_ids)}

    def predict(
        self, whole: Sums | None, points: Mapping[str, Sums], now: datetime | int, shift: Float64 | None = None
    ) -> Float64:
        """[points]: one student's probability of a right answer on each point at `now`.

        Parameters
        ----------
        whole
            The student's sums as a whole, made with this version's `base_probability`; None before any evidence.
        points
            Sums by point id; points without evidence are absent.
        now
            A moment, or microseconds since 1970.
        shift : array [levels]
            `core.learning.level.StudentLevel.shift`: logits by which points of each level are easier for this student than those of the
            student's own. None: the student stands wherever the point does, as those that the model was fitted on.
        """
        cells = SumColumns.of([points.get(point_id) for point_id in self.point_ids])
        one = np.zeros(len(self.point_ids), dtype=np.intp)
        return self.predict_cells(SumColumns.of([whole]), one, np.arange(len(one)), cells, now, shift)

    def predict_cells(
        self,
        wholes: SumColumns,
        learner: Positions,
        point: Positions,
        cells: SumColumns,
        now: datetime | int,
        shift: Float64 | None = None,
    ) -> Float64:
        """[cells]: the same for many (student, point) pairs at once.

        Parameters
        ----------
        wholes : k rows
            The students' sums as a whole.
        learner, point : array [cells]
            Row in `wholes` and index in `point_ids` of each cell.
        cells : rows [cells]
            The student's sums on the point.
        """
        moment = moment_micros(now)
        of_learner = learner_features(wholes, moment)
        easiness = self.easiness if shift is None else self.easiness + shift[self.level_index]
        of_point = easiness * self.weight("easiness") + self.weight("constant")
        of_cell = cell_features(cells, easiness[point], of_learner[learner, 0], moment)
        logits = of_cell @ self._weights(CELL) + (of_learner @ self._weights(LEARNER))[learner] + of_point[point]
        return np.clip(logistic(calibrated(logits, self.model.calibration)), LEAST, MOST)

    def for_item(self, probability: float, easier: float) -> float:
        """The probability on one item of a point, from the probability on the point.

        `easier`: how much easier than its point the item is, in logits (`core.learning.items.difficulty`).
        """
        moved = logit(np.array(probability)) + self.weight("item") * easier
        return float(np.clip(logistic(moved), LEAST, MOST))

    def weight(self, feature: str) -> float:
        """The weight of a feature; 0 when the model has none for it."""
        return self.model.weights.get(feature, 0.0)

    def _weights(self, features: tuple[str, ...]) -> Float64:
        return np.array([self.weight(feature) for feature in features])


def calibrated(logits: Float64, knots: Sequence[tuple[float, float]]) -> Float64:
    """Logits moved along the knots of `PredictorModel.calibration`.

    >>> calibrated(np.array([-2.0, 0.5, 2.0]), [(0.0, 0.0), (1.0, 0.5)])
    array([-2.  ,  0.25,  1.5 ])
    """
    if not knots:
        return logits
    given, meant = np.array(knots).T
    inside = np.clip(logits, given[0], given[-1])
    moved: Float64 = np.interp(inside, given, meant) + (logits - inside)
    return moved


@lru_cache(maxsize=8)
def _current(tables: Tables, stored_model: str | None) -> Predictor:
    model = None if stored_model is None else PredictorModel.model_validate_json(stored_model)
    # A model of an earlier release has other features: the shipped one stands until the next refit.
    if model is None or set(model.weights) != set(NAMES):
        return Predictor.shipped(tables)
    return Predictor.over(model, tables.points)
