"""The table as a whole: no rule loses a match by the characters that it asks for, and none wins by standing first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.language.grammar.detect import Detector, without_overlaps
from core.language.grammar.rules import PreparedRule
from core.language.grammar.sentence import ParsedText, Sentence
from core.language.rules.expressions import WordClasses
from core.language.rules.needed import strings_of
from core.records.texts import Token
from core.tables import shipped_tables
from core.tables.grammar import GrammarRule
from core.wiring import in_memory_core
from evaluation.language.grammar_cases import case_files

pytestmark = pytest.mark.exhaustive

TABLES = shipped_tables()
CLASSES = WordClasses(TABLES.grammar_classes)


@pytest.fixture(scope="module")
def rules() -> list[PreparedRule]:
    return [PreparedRule(row, CLASSES) for row in TABLES.grammar_rules if row.scope == "sentence"]


@pytest.fixture(scope="module")
def sentences(sample: Callable[..., list[str]]) -> list[Sentence]:
    """The sentences of the content, and the first of every point's cases; by default one of sixty."""
    analyser = in_memory_core(tables=TABLES).analyser
    texts = [row.text for row in TABLES.content.sentences]
    texts += [each for row in TABLES.content.passages for each in row.sentences]
    texts += [cases.positive[0].text for cases in case_files() if cases.positive]
    chosen = sample(texts, str, "data/grammar_rules", 60)
    return list(analyser.analyse("\n".join(chosen)).parsed.sentences)


def test_no_rule_loses_a_match_by_the_characters_that_it_asks_for(
    rules: list[PreparedRule], sentences: list[Sentence]
) -> None:
    strings = [strings_of(sentence.text) | CLASSES.words_of(sentence.text).keys() for sentence in sentences]
    lost = [
        (rule.row.point, sentence.text)
        for rule in rules
        for sentence, present in zip(sentences, strings, strict=True)
        if any(needed.isdisjoint(present) for needed in rule.needed) and next(rule.matches(sentence), None)
    ]
    assert lost == []


def test_most_rules_ask_for_a_character(rules: list[PreparedRule]) -> None:
    assert sum(bool(rule.needed) for rule in rules) > len(rules) / 2


def test_the_detector_finds_what_all_rules_on_every_sentence_find(
    rules: list[PreparedRule], sentences: list[Sentence]
) -> None:
    rows = [row for row in TABLES.grammar_rules if row.scope == "sentence"]
    detector = Detector(rows, TABLES.grammar_classes)
    for sentence in sentences[::4]:
        every = without_overlaps(match for rule in rules for match in rule.matches(sentence))
        placed = {(match.start + sentence.start, match.end + sentence.start, match.point) for match in every}
        parsed = ParsedText(sentence.text, (sentence,))
        assert {(match.start, match.end, match.point) for match in detector.matches(parsed)} == placed


def test_the_order_of_files_and_points_decides_nothing(sentences: list[Sentence]) -> None:
    """Of two rules of one point that find the same stretch the earlier names its type; between points order is mute."""
    by_point: dict[str, list[GrammarRule]] = {}
    for row in TABLES.grammar_rules:
        by_point.setdefault(row.point, []).append(row)
    turned = [row for point in sorted(by_point, reverse=True) for row in by_point[point]]
    first, second = (Detector(rows, TABLES.grammar_classes) for rows in (TABLES.grammar_rules, turned))
    for sentence in sentences[::2]:
        parsed = ParsedText(
            sentence.text,
            (replace(sentence, start=0, tokens=[_moved(token, -sentence.start) for token in sentence.tokens]),),
        )
        assert first.matches(parsed) == second.matches(parsed)


def _moved(token: Token, by: int) -> Token:
    return replace(token, start=token.start + by, end=token.end + by)
