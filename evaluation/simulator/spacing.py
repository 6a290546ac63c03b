"""Answers in one breath teach less than spaced ones: the rules of `core.learning.simulation.rules` with one factor on what an
answer teaches. Its sources stand in the README beside this file.
"""

from __future__ import annotations

from math import exp

from core.learning.simulation.rules import Answerer, Forgetting, Practice, Rule, TwoState

LEAST = 0.25
"""What an answer teaches that comes at once, beside one that comes a day or more later."""
HOURS = 8.0
"""In which all but 1 / e of the rest comes back."""


def teaches(days: float) -> float:
    """What an answer teaches, 0-1, so long after the last answer or the explanation on its point.

    >>> [round(teaches(hours / 24), 2) for hours in (0, 1, 8, 24, 36)]
    [0.25, 0.34, 0.72, 0.96, 0.99]
    """
    return LEAST + (1.0 - LEAST) * (1.0 - exp(-max(days, 0.0) * 24.0 / HOURS))


class SpacedTwoState(TwoState):
    """The factor multiplies P(T)."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)
        self.seen: dict[str, float] = {}
        self.factor = 1.0

    def taught(self, point: str, at: float, /, *, before: bool) -> None:
        super().taught(point, at, before=before)
        self.seen[point] = at

    def answered(self, point: str, right: bool, at: float, /) -> None:
        self.factor = teaches(at - self.seen[point])
        super().answered(point, right, at)
        self.seen[point] = at

    def learns(self, point: str) -> float:
        return super().learns(point) * self.factor


class SpacedPractice(Practice):
    """The factor multiplies what an answer counts as practice."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)
        self.seen: dict[str, float] = {}

    def taught(self, point: str, at: float, /, *, before: bool) -> None:
        super().taught(point, at, before=before)
        self.seen[point] = at

    def answered(self, point: str, _right: bool, at: float, /) -> None:
        self.practised[point] += teaches(at - self.seen[point])
        self.seen[point] = at


class SpacedForgetting(Forgetting):
    """The factor multiplies the answers that stretch the half-life; recall itself begins anew in full."""

    def answered(self, point: str, right: bool, at: float, /) -> None:
        counted = self.right if right else self.wrong
        counted[point] += teaches(at - self.last[point])
        self.last[point] = at


SPACED: dict[Rule, type[Answerer]] = {
    "two_state": SpacedTwoState,
    "practice": SpacedPractice,
    "forgetting": SpacedForgetting,
}
