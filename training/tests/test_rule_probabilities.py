"""Probabilities of rules: each is shrunk towards its family, and families towards what was calibrated for priorities."""

from __future__ import annotations

import pytest

from core.tables import shipped_tables
from core.tables.essays.rules import EssayRule
from training.essay.rule_probabilities import Counts, Firing, calibrated, counted, pooled, smoothed, stored_counts

TABLES = shipped_tables()


def rule(name: str, family: str = "aspect", priority: int = 90, type_: str = "W") -> EssayRule:
    """A rule of which only name, family, priority and type matter."""
    row = TABLES.essay_rules.rows[0]
    return row.model_copy(update={"id": name, "family": family, "priority": priority, "type": type_})


def test_firings_are_summed_by_rule_and_by_kind_of_text() -> None:
    rule_firings = [
        Firing("a", "甲", right=True, among_errors=True),
        Firing("a", "乙", right=False, among_errors=True),
        Firing("a", "丙", right=False, among_errors=False),
        Firing("b", "甲", right=False, among_errors=False),
    ]
    assert counted(rule_firings) == {"a": Counts(2, 1, 1), "b": Counts(0, 0, 1)}


def test_a_rule_that_never_fired_is_near_its_family_and_one_that_fired_often_near_its_own_share() -> None:
    rules = [rule("often"), rule("never"), rule("elsewhere", "measure_word")]
    probabilities = smoothed({"often": Counts(100, 20, 0), "elsewhere": Counts(100, 80, 0)}, rules)
    assert probabilities["often"] == pytest.approx(0.2, abs=0.02)
    assert probabilities["often"] < probabilities["never"] < probabilities["elsewhere"]


def test_a_firing_on_right_text_lowers_a_rule_as_a_wrong_one_does() -> None:
    rules = [rule("a"), rule("b", "measure_word")]
    wrong, on_right_text = ({"a": Counts(5, 3, 0)}, {"a": Counts(4, 3, 1)})
    assert smoothed(wrong, rules)["a"] == pytest.approx(smoothed(on_right_text, rules)["a"])


def test_a_priority_is_calibrated_by_what_rules_of_it_reached_and_punctuation_is_apart() -> None:
    rules = [rule("low", priority=80), rule("high", priority=95), rule("mark", "punctuation", 80, "P")]
    probabilities = calibrated({"low": Counts(50, 20, 0), "high": Counts(50, 40, 0), "mark": Counts(50, 50, 0)}, rules)
    assert probabilities["low"] == pytest.approx(0.4, abs=0.02)
    assert probabilities["high"] == pytest.approx(0.8, abs=0.02)
    assert probabilities["mark"] > 0.95


def test_without_any_firing_a_rule_is_as_often_right_as_wrong() -> None:
    assert pooled({}, [rule("a")]) == {"a": 0.5}


def test_the_file_contains_every_rule_and_its_probabilities_follow_from_its_counts() -> None:
    rules, counts = TABLES.essay_rules.rows, stored_counts()
    assert counts.keys() == {row.id for row in rules}
    probabilities = smoothed(counts, rules)
    stored = TABLES.essay_rule_probabilities
    assert [name for name in probabilities if abs(probabilities[name] - stored[name]) > 0.002] == []
