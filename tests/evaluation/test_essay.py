"""Essays: what the engine does to the behaviour pack is kept. The pack was written beside the rules: a floor here is no figure of recall."""

from __future__ import annotations

from functools import cache

from core.essays.service import EssayEvaluator
from core.wiring import in_memory_core
from evaluation.essays import behaviour as essay_behaviour
from tests.evaluation.floors import FLOORS

HELD = FLOORS["essay"]
EVERY = 2
"""Rows read of the pack: the whole takes a minute and a half (`evaluation/essays/behaviour.py`)."""


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
