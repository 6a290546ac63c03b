"""Probabilities of rules: each drawn to its family, families to what the author's judgement is worth."""

from __future__ import annotations

import pytest

from core.tables import Tables
from core.tables.essays.rules import EssayRule
from training.essay.rule_probabilities import Counts, Firing, calibrated, counted, kept, pooled, smoothed

TABLES = Tables()


def rule(name: str, family: str = "aspect", priority: int = 90, type_: str = "W") -> EssayRule:
    """A rule of which only name, family, priority and type matter."""
    row = TABLES.essay_rules.rows[0]
    return row.model_copy(update={"id": name, "family": family, "priority": priority, "type": type_})


def test_firings_are_summed_by_rule_and_by_kind_of_text() -> None:
    found = [
        Firing("a", "甲", right=True, among_errors=True),
        Firing("a", "乙", right=False, among_errors=True),
        Firing("a", "丙", right=False, among_errors=False),
        Firing("b", "甲", right=False, among_errors=False),
    ]
    assert counted(found) == {"a": Counts(2, 1, 1), "b": Counts(0, 0, 1)}


def test_a_rule_that_never_fired_has_what_its_family_reached_and_one_that_fired_often_nearly_its_own_share() -> None:
    rules = [rule("often"), rule("never"), rule("elsewhere", "measure_word")]
    made = smoothed({"often": Counts(100, 20, 0), "elsewhere": Counts(100, 80, 0)}, rules)
    assert made["often"] == pytest.approx(0.2, abs=0.02)
    assert made["often"] < made["never"] < made["elsewhere"]


def test_a_firing_on_right_text_lowers_a_rule_as_a_wrong_one_does() -> None:
    rules = [rule("a"), rule("b", "measure_word")]
    wrong, clean = ({"a": Counts(5, 3, 0)}, {"a": Counts(4, 3, 1)})
    assert smoothed(wrong, rules)["a"] == pytest.approx(smoothed(clean, rules)["a"])


def test_priority_is_worth_what_was_measured_of_it_and_marks_are_apart() -> None:
    rules = [rule("low", priority=80), rule("high", priority=95), rule("mark", "punctuation", 80, "P")]
    made = calibrated({"low": Counts(50, 20, 0), "high": Counts(50, 40, 0), "mark": Counts(50, 50, 0)}, rules)
    assert made["low"] == pytest.approx(0.4, abs=0.02)
    assert made["high"] == pytest.approx(0.8, abs=0.02)
    assert made["mark"] > 0.95


def test_without_any_firing_nothing_is_known() -> None:
    assert pooled({}, [rule("a")]) == {"a": 0.5}


def test_the_file_holds_every_rule_and_follows_from_its_counts() -> None:
    rules, counts = TABLES.essay_rules.rows, kept()
    assert counts.keys() == {row.id for row in rules}
    made = smoothed(counts, rules)
    stored = TABLES.essay_rule_probabilities
    assert [name for name in made if abs(made[name] - stored[name]) > 0.002] == []
