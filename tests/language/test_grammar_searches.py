"""The table as a whole: no rule loses a match by the characters that it asks for, and none wins by standing first."""

from __future__ import annotations

from itertools import combinations

import pytest

from core.language.grammar.detect import Detector, settled
from core.language.grammar.rules import CompiledRule, Match, compile_rule
from core.language.grammar.sentence import Document, Sentence
from core.tables import Tables
from core.wiring import in_memory_core
from tests.cases.grammar_files import case_files

TABLES = Tables()


@pytest.fixture(scope="module")
def rules() -> list[CompiledRule]:
    return [compile_rule(row, TABLES.grammar_classes) for row in TABLES.grammar_rules if row.scope == "sentence"]


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    """Every sentence of the content, and the first of every point's cases."""
    analyser = in_memory_core(tables=TABLES).analyser
    texts = [row.text for row in TABLES.content.sentences]
    texts += [each for row in TABLES.content.passages for each in row.sentences]
    texts += [cases.positive[0].text for cases in case_files() if cases.positive]
    return list(analyser.analyse("\n".join(texts)).document.sentences)


def test_no_rule_loses_a_match_by_the_characters_that_it_asks_for(
    rules: list[CompiledRule], sentences: list[Sentence]
) -> None:
    lost = [
        (rule.row.point, at.text)
        for rule in rules
        if rule.needed is not None
        for at in sentences
        if not any(needed in at.text for needed in rule.needed) and next(rule.matches(at), None)
    ]
    assert lost == []


def test_most_rules_ask_for_a_character(rules: list[CompiledRule]) -> None:
    assert sum(rule.needed is not None for rule in rules) > len(rules) / 2


def test_the_detector_finds_what_all_rules_on_every_sentence_find(
    rules: list[CompiledRule], sentences: list[Sentence]
) -> None:
    rows = [row for row in TABLES.grammar_rules if row.scope == "sentence"]
    detector = Detector(rows, TABLES.grammar_classes)
    for at in sentences[::40]:
        every = settled(match for rule in rules for match in rule.matches(at))
        placed = {(match.start + at.start, match.end + at.start, match.point) for match in every}
        document = Document(at.text, (at,))
        assert {(match.start, match.end, match.point) for match in detector.matches(document)} == placed


def test_the_order_of_the_rules_never_decides(rules: list[CompiledRule], sentences: list[Sentence]) -> None:
    """Of matches that compete none are equal, so that no file or row wins by standing first."""
    competing = [rule for rule in rules if rule.row.group]
    ties = []
    for at in sentences[::10]:
        matches = [match for rule in competing for match in rule.matches(at)]
        ties += [(one.point, two.point, at.text) for one, two in combinations(matches, 2) if equal(one, two)]
    assert ties == []


def equal(one: Match, two: Match) -> bool:
    """Whether two matches of different points claim the same marker with the same rank."""
    return (
        one.point != two.point
        and (one.priority, one.end - one.start) == (two.priority, two.end - two.start)
        and not set(one.group).isdisjoint(two.group)
        and any(left[0] < right[1] and right[0] < left[1] for left in one.markers for right in two.markers)
    )
