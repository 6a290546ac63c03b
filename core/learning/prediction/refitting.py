"""The predictor fitted anew on an installation's evidence, and kept only where it predicts better."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from core.arrays import Bool, Float64
from core.errors import BadRequest
from core.learning.mastery import DIRECT_WEIGHT
from core.learning.prediction.features import LEAST, MOST, NAMES, logistic, logit
from core.learning.prediction.fitting import Fit, fit
from core.learning.prediction.predictor import Predictor
from core.learning.prediction.replay import AnswerLog
from core.learning.sums.columns import micros_of
from core.records.evidence import Evidence
from core.tables.points import Points
from core.tables.predictor import PredictorModel
from core.wire import Bilingual

LEAST_ANSWERS = 500
"""Fewer direct answers cannot move thirteen weights and say whether that helped."""
HELD_OUT = 5
"""One part in so many is held out."""
STUDENTS_TO_HOLD_OUT = 20
"""From so many students on, whole students are held out; of fewer, the latest answers."""
LEAST_GAIN = 0.0005
"""In log loss: for less the students' sums are not worth making anew."""
LEVEL_ANSWERS = 50.0
"""How many answers the level's difficulty in the model before counts for."""


@dataclass(frozen=True)
class Refit:
    """What came of a refit. Losses are mean log losses of the held-out answers, probabilities clipped to .01-.99."""

    answers: int
    students: int
    held_out: int
    """Answers that neither model was fitted on."""
    by_student: bool
    """Whole students were held out, not the latest answers."""
    loss_before: float
    loss_after: float
    model: PredictorModel | None
    """The one that was measured: fitted without the held-out answers, so that the next refit can be compared with it on the same
    students. None when the model before predicts as well."""


def refit(evidence: Iterable[tuple[str, Evidence]], predictor: Predictor, points: Points) -> Refit:
    """Fit difficulties, weights and calibration on evidence and compare with the model in use.

    Parameters
    ----------
    evidence
        (organisation id, piece), in any order. Only evidence on knowledge points is looked at.

    Raises
    ------
    BadRequest
        When there are fewer than `LEAST_ANSWERS` direct answers.
    """
    log, students = answer_log(evidence, predictor)
    direct = log.weight >= DIRECT_WEIGHT
    if int(direct.sum()) < LEAST_ANSWERS:
        raise _too_few(int(direct.sum()))
    by_student = len(students) >= STUDENTS_TO_HOLD_OUT
    held_out = _held_out_students(log, students) if by_student else _latest(log)
    before = _as_fit(predictor)
    train = log.take(np.flatnonzero(~held_out))
    after = _fit(train, predictor, points)
    scored = held_out & direct
    losses = [log_loss(log.outcome[scored], model.predict(log)[scored]) for model in (before, after)]
    return Refit(
        answers=int(direct.sum()),
        students=len(students),
        held_out=int(scored.sum()),
        by_student=by_student,
        loss_before=losses[0],
        loss_after=losses[1],
        model=_model(after, train, predictor, points) if losses[0] - losses[1] >= LEAST_GAIN else None,
    )


def answer_log(evidence: Iterable[tuple[str, Evidence]], predictor: Predictor) -> tuple[AnswerLog, list[str]]:
    """Evidence on points as a log in order, what was taken back left out; and the students behind its numbers."""
    sums: dict[tuple[str, str, int], list[float]] = {}
    for organisation_id, piece in evidence:
        if piece.target_kind == "point" and piece.target in predictor.index_of:
            key = (
                f"{organisation_id}/{piece.student_id}",
                f"{piece.target}/{piece.source}",
                micros_of(piece.occurred_at),
            )
            totals = sums.setdefault(key, [0.0, 0.0, predictor.index_of[piece.target]])
            totals[0] += piece.weight
            totals[1] += piece.weight * piece.outcome
    remaining = {key: totals for key, totals in sums.items() if totals[0] > 0.0}
    students = sorted({student for student, _, _ in remaining})
    number = {student: index for index, student in enumerate(students)}
    weight = np.array([totals[0] for totals in remaining.values()])
    log = AnswerLog(
        student=np.array([number[student] for student, _, _ in remaining], dtype=np.intp),
        point=np.array([totals[2] for totals in remaining.values()], dtype=np.intp),
        item=np.full(len(remaining), -1, dtype=np.intp),
        outcome=np.clip(np.array([totals[1] for totals in remaining.values()]) / np.maximum(weight, 1e-9), 0.0, 1.0),
        weight=weight,
        at=np.array([at for _, _, at in remaining], dtype=np.int64),
    )
    return log.in_order(), students


def log_loss(outcome: Float64, probability: Float64) -> float:
    """Mean negative log likelihood of outcomes in 0-1; 0 without any."""
    clipped = np.clip(probability, LEAST, MOST)
    losses = outcome * np.log(clipped) + (1.0 - outcome) * np.log(1.0 - clipped)
    return float(-losses.mean()) if len(losses) else 0.0


def _held_out_students(log: AnswerLog, students: list[str]) -> Bool:
    held_out = np.array([crc32(student.encode()) % HELD_OUT == 0 for student in students])
    if not held_out.any():
        held_out[-1] = True
    return held_out[log.student]


def _latest(log: AnswerLog) -> Bool:
    return log.at > np.quantile(log.at, 1.0 - 1.0 / HELD_OUT)


def _too_few(answers: int) -> BadRequest:
    return BadRequest(
        f"There are {answers} answers on knowledge points; a refit needs {LEAST_ANSWERS}.",
        remedy=Bilingual(
            zh=f"等知识点上的作答达到 {LEAST_ANSWERS} 次再试；在此之前使用自带的模型。",
            en=f"Try again when there are {LEAST_ANSWERS}; until then the shipped model stands.",
        ),
    )


def _as_fit(predictor: Predictor) -> Fit:
    weights = np.array([predictor.weight(name) for name in NAMES])
    return Fit(weights, predictor.easiness, np.zeros(0), predictor.model.calibration)


def _fit(log: AnswerLog, predictor: Predictor, points: Points) -> Fit:
    levels = np.array(_levels(log, predictor, points))
    expected = levels[np.array([row.level - 1 for row in points.rows])]
    return fit(log, expected=expected, items=0, before=_as_fit(predictor).weights)


def _levels(log: AnswerLog, predictor: Predictor, points: Points) -> list[float]:
    """Logit of the mean outcome at each level, drawn to the model before where answers are few."""
    level = np.array([row.level - 1 for row in points.rows])[log.point]
    before = np.array(predictor.model.levels)
    right = np.bincount(level, log.outcome, 7) + LEVEL_ANSWERS * logistic(before)
    shares = right / (np.bincount(level, minlength=7) + LEVEL_ANSWERS)
    return [float(each) for each in logit(np.clip(shares, LEAST, MOST))]


def _model(fitted: Fit, log: AnswerLog, predictor: Predictor, points: Points) -> PredictorModel:
    answered = np.unique(log.point)
    model = PredictorModel(
        version="refit",
        weights={name: round(float(weight), 6) for name, weight in zip(NAMES, fitted.weights, strict=True)},
        levels=tuple(round(each, 6) for each in _levels(log, predictor, points)),
        points={points.rows[index].id: round(float(fitted.easiness[index]), 6) for index in answered},
        calibration=fitted.calibration,
        answers=int((log.weight >= DIRECT_WEIGHT).sum()),
        fitted_on="the answers of this installation",
    )
    digest = hashlib.sha256(model.model_dump_json().encode()).hexdigest()
    return model.model_copy(update={"version": f"refit-{digest[:12]}"})
