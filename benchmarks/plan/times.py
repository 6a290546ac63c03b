"""Predicted minutes against true ones, on simulated students after 50 answers: of a slot's questions, and of single sets.

Two simulations. *Kinds*: paces spread by .35, a student's own effects of kinds by .2, answers by .5, and the defaults wrong by .2, kind
by kind. *Items*: `evaluation.simulator.times`, by the characters of items of the bank at the student's level and beside it, with an
interruption in one answer of fifty. Its form (handling, seconds a character) is also that of the defaults; the numbers are not.

A slot has 9 to 15 questions in sets of 2 to 6 of one topic. Error: |predicted - true| / true, averaged over students; the intervals are
those of this mean. *True* is what the student took; *usual* what such a student takes on average over these very questions, without
the luck of the day. Beside the prediction stand a fixed 30 s a question, the defaults, the median of the student's own 50 times, and
the floor: one who knows the usual seconds of each question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.learning.intervals import Z95
from evaluation.bars import Bars
from evaluation.figures import Figure, Section
from evaluation.simulator.minutes import OURS, STUDENTS, Errors, _by_items, _by_kinds, _errors, mean_error

MOST_ERROR = 0.20
MOST_BIAS = 0.05


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    for name, errors in _both().items():
        for shown in ("slot", "set", "slot, usual", "set, usual"):
            print(f"   {name}, {shown} (n = {STUDENTS} students): {_said(errors[shown])}", flush=True)
        for shown in ("slot", "set, usual"):
            bars.at_most(f"{name}: mean error of minutes, {shown}", mean_error(errors, shown), MOST_ERROR)
        bars.at_most(f"{name}: minutes of all slots together, predicted over true, off by", _bias(errors), MOST_BIAS)


def section() -> Section:
    """The errors as they stand in docs/accuracy.md."""
    figures = []
    for name, errors in _both().items():
        for shown, said in (("slot", "a slot's questions"), ("set", "a set of 2 to 6 questions")):
            value = mean_error(errors, shown)
            half = _half(errors[shown][OURS])
            others = ("fixed 30 s", "own median", "floor")
            baseline = ", ".join(f"{other} {np.mean(errors[shown][other]):.3f}" for other in others)
            figure = Figure(
                f"{name}: {said}, error", value, STUDENTS, "students", value - half, value + half, None, baseline
            )
            figures.append(figure)
    return Section(
        title="Minutes of the daily plan",
        model="a student's own pace over defaults by kind and length (`core/learning/times.py`)",
        data="simulated students after 50 answers, two simulations (benchmarks/plan/times.py)",
        figures=figures,
        command="uv run python -m benchmarks accuracy",
        notes=[
            "Mean of |predicted - taken| / taken. *floor* knows what each question takes this student on average: what is left is the luck of",
            "single answers, so no prediction of a set of two to six questions comes near .20.",
        ],
    )


def _both() -> dict[str, Errors]:
    return {name: _errors(make, seed=2026) for name, make in (("kinds", _by_kinds()), ("items", _by_items()))}


def _said(errors: Mapping[str, Sequence[float]]) -> str:
    parts = []
    for name, values in errors.items():
        parts.append(f"{name} {np.mean(values):.1%} +- {_half(values):.1%}")
    return ", ".join(parts)


def _half(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean."""
    return float(Z95 * np.std(values) / np.sqrt(len(values)))


def _bias(errors: Errors) -> float:
    return abs(float(np.sum(errors["sums"]["predicted"]) / np.sum(errors["sums"]["true"])) - 1)


# -- the two simulations ---------------------------------------------------------------------------------------
