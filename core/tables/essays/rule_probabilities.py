"""The probability that each rule of learner grammar is right, counted on learners' sentences and smoothed (`training/essay/rule_probabilities.py`)."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed


class EssayRuleProbability(Closed):
    """The counts of one rule that was run alone, and the probability that follows."""

    rule: str = Field(min_length=1)
    fired: int = Field(ge=0)
    """How often the rule fired on learners' sentences that have corrections."""
    right: int = Field(ge=0)
    """How often its change, made alone, brought the sentence nearer to one of its corrections."""
    fired_on_right_text: int = Field(ge=0)
    """How often it fired on text without errors, where every firing is wrong."""
    probability: float = Field(gt=0, lt=1)
    """The probability that a proposal of the rule is right. Few rules fired often, so that it mostly follows from other rules of the same family
    and of the same priority."""


def essay_rule_probabilities(path: Path) -> dict[str, EssayRuleProbability]:
    """The rows by rule. Raises `CorruptTable` on the first bad one."""
    rows = csv_rows(path, EssayRuleProbability)
    must_be_unique(path, "rule", [row.rule for row in rows], first_line=2)
    return {row.rule: row for row in rows}
