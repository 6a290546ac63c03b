"""The grammar detector keeps what it reached on the gold set. The figures: `python -m benchmarks grammar`."""

from __future__ import annotations

import pytest

from core.texts.analysis import Analyser
from core.wiring import in_memory_core
from evaluation.language.grammar_gold import Detection, agreement, gold, run_detector
from evaluation.language.grammar_kinds import kind_sentences, wrong
from evaluation.language.sentence_pairs import PAIRS, unrelated_pairs
from tests.evaluation.floors import FLOORS


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return in_memory_core().analyser


@pytest.fixture(scope="module")
def result(analyser: Analyser) -> Detection:
    return run_detector(gold("test"), lambda text: {match.point for match in analyser.analyse(text).matches})


def test_the_gold_set_is_large_and_labelled_with_points_of_the_standard(analyser: Analyser) -> None:
    units = [*gold("dev"), *gold("test")]
    assert len(gold("test")) >= 300
    assert len({unit.register for unit in units}) == 12
    assert {point for unit in units for point in unit.points} <= set(analyser.point_levels)
    assert agreement("test")[0] > 0.9


def test_micro_precision_and_recall_hold(result: Detection) -> None:
    assert result.micro().precision >= FLOORS["grammar"]["micro_precision"]
    assert result.micro().recall >= FLOORS["grammar"]["micro_recall"]


def test_macro_f1_holds(result: Detection) -> None:
    assert result.macro_f1()[0] >= FLOORS["grammar"]["macro_f1"]


def test_kinds_once_missed_are_detected_and_their_look_alikes_are_not(analyser: Analyser) -> None:
    sentences = kind_sentences()
    missed = wrong(sentences, lambda text: {match.point for match in analyser.analyse(text).matches})
    for was_seen in (True, False):
        half = [sentence for sentence in sentences if sentence.was_seen is was_seen]
        right = 1 - sum(sentence.was_seen is was_seen for sentence in missed) / len(half)
        assert right >= FLOORS["grammar"]["kinds_seen" if was_seen else "kinds_only_scored"]


def test_two_unrelated_sentences_are_seldom_called_a_group(analyser: Analyser) -> None:
    pairs = unrelated_pairs()
    grouped = [
        pair
        for pair in pairs
        if {"【七—九146】", "【七—九147】"} & {match.point for match in analyser.analyse(pair).matches}
    ]
    assert len(pairs) == PAIRS
    assert len(grouped) / len(pairs) <= FLOORS["grammar"]["most_unrelated_pairs_grouped"]
