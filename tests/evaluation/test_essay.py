"""Essays: what the engine does to the behaviour pack is kept. The pack was written beside the rules: a floor here is no figure of recall."""

from __future__ import annotations

from functools import cache

from core.essays.service import EssayEvaluator
from core.wiring import in_memory_core
from evaluation.essays import behaviour as essay_behaviour
from evaluation.essays import perturbed
from tests.evaluation.floors import FLOORS

HELD = FLOORS["essay"]
EVERY = 2
"""Rows read of the pack: the whole takes a minute and a half (`evaluation/essays/behaviour.py`)."""

VERSIONS = 60
"""Texts made worse; 2,000 take a quarter of an hour (`benchmarks/essays/perturbed.py`)."""


@cache
def evaluator() -> EssayEvaluator:
    return in_memory_core().essays.evaluator


def test_right_sentences_that_look_wrong_are_left_alone() -> None:
    rows = essay_behaviour.rows("negatives")[::EVERY]
    touched = [row["id"] for row in rows if not essay_behaviour.is_untouched(evaluator(), row)]
    assert 1 - len(touched) / len(rows) >= HELD["negatives_untouched"], touched


def test_wrong_sentences_are_mended() -> None:
    rows = essay_behaviour.rows("pairs")[::EVERY]
    corrected = [essay_behaviour.is_corrected(evaluator(), row) for row in rows]
    assert sum(corrected) / len(rows) >= HELD["pairs_mended"]


def test_an_essay_made_worse_hardly_ever_scores_higher() -> None:
    counts = perturbed.compared(evaluator(), in_memory_core().tables.content.passages, VERSIONS)
    raised = {name: count["raised"] for name, count in counts.items()}
    assert raised[perturbed.ORDER] == raised[perturbed.STUFFED] == 0
    assert 1 - sum(raised.values()) / VERSIONS >= HELD["perturbed_not_raised"], raised
