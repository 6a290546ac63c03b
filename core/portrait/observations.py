"""Evidence is turned into observations of the leaves of the indicator tree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from core.learning.days import day_of
from core.learning.indicators import Observation
from core.learning.level import Cell, LevelAnswer
from core.portrait.feeds import LONGEST_MINUTES, Feed
from core.records.evidence import Evidence, standing
from core.records.learner import FirstPortrait
from core.tables.indicators import Experience, Indicator

FeedsOf = Mapping[str, tuple[Feed, ...]]
"""Item id to the leaves that an answer on it feeds."""

TEST_LEAVES = {"listen": "D02", "speak": "D16", "read": "D31", "write": "D45"}
"""The leaf that each of the four first test results stands for."""
TEST_ITEMS = 20.0
"""Items under a test result whose number is not told: a common length of a skill's part in a level test."""


@dataclass
class Gathered:
    """What pieces of evidence say about leaves."""

    observations: list[Observation] = field(default_factory=list)
    active_days: set[date] = field(default_factory=set)
    experience: int = 0
    answers: list[LevelAnswer] = field(default_factory=list)
    """What the level of the student is estimated from."""


def gathered(
    evidence: Iterable[Evidence],
    seconds: Mapping[str, int],
    feeds: FeedsOf,
    *,
    cells: Mapping[str, Cell],
    indicators: Mapping[str, Indicator],
    experience: Experience,
) -> Gathered:
    """Observations, active days, experience and answers by level of some evidence; the order does not matter. `cells`: the level
    and guessing of each item."""
    gathered_evidence = Gathered()
    for piece in standing(evidence):
        if piece.target_kind == "indicator" and piece.target in indicators:
            day = day_of(piece.occurred_at)
            gathered_evidence.observations.append(Observation(piece.target, piece.outcome, piece.weight, day))
        elif piece.target_kind == "skill":
            gathered_evidence.observations += answer_observations(
                piece, seconds.get(piece.source, 0), feeds.get(piece.item_id, ())
            )
            gathered_evidence.active_days.add(day_of(piece.occurred_at))
            gathered_evidence.experience += earned(piece, experience)
            if piece.item_id in cells:
                gathered_evidence.answers.append(
                    LevelAnswer(cells[piece.item_id], piece.outcome, piece.weight, day_of(piece.occurred_at))
                )
    return gathered_evidence


def answer_observations(piece: Evidence, seconds: int, feeds: Iterable[Feed]) -> list[Observation]:
    """What one answer says of leaves; a retraction takes the same back."""
    day = day_of(piece.occurred_at)
    minutes = min(seconds / 60, LONGEST_MINUTES)
    amounts = {"outcome": piece.outcome, "items": 1.0, "minutes": minutes}
    return [
        Observation(feed.leaf_id, amounts[feed.measure], piece.weight, day)
        for feed in feeds
        if feed.measure != "minutes" or seconds > 0
    ]


def earned(piece: Evidence, experience: Experience) -> int:
    """Experience of an act: earned once, never lost; an upheld appeal adds what a right answer would have earned.

    Acts without answers are pieces of evidence of the act's own kind: an essay, a reading aloud, a day's plan.
    """
    right = experience.of_act["question_right"] if piece.outcome >= 1 else 0
    if piece.kind == "answer":
        return experience.of_act["question_answered"] + right
    if piece.kind == "appeal_upheld":
        return right
    return experience.of_act.get(piece.kind, 0)


def baseline(first: FirstPortrait | None) -> list[Observation]:
    """What the first portrait in force says of leaves: test results with their items, a placement's levels."""
    if first is None:
        return []
    day, results = day_of(first.created_at), json.loads(first.test_results)
    found = [
        Observation(leaf_id, results[f"{skill}_ability"] / 100, TEST_ITEMS, day)
        for skill, leaf_id in TEST_LEAVES.items()
        if first.source == "api" and results.get(f"{skill}_ability") is not None
    ]
    levels: Mapping[str, tuple[float, float]] = results.get("levels", {})
    return found + [Observation(leaf_id, level, items, day) for leaf_id, (level, items) in levels.items()]
