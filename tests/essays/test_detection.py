"""The measure of clauses that are called off: its counts on sentences whose errors are known, and its figures with stand-ins."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from evaluation.essays import detection
from evaluation.essays.detection import clean_called, detected, gain, off_clauses, share_found, share_off, share_right
from evaluation.essays.fakes import ListedDoubts, ListedErrors, evaluator
from evaluation.essays.sets import LearnerRow

ROW = LearnerRow("我昨天去了二个商店，买衣服了，天气很好。", ("我昨天去了两个商店，买了衣服，天气很好。",))
FIRST, SECOND, THIRD = (0, 9), (10, 14), (15, 19)


def test_a_clause_is_off_where_an_error_overlaps_it() -> None:
    assert off_clauses(ROW) == [(FIRST, True), (SECOND, True), (THIRD, False)]


def test_a_right_sentence_has_no_clause_that_is_off() -> None:
    right = LearnerRow("天气很好，我去公园。", ("天气很好，我去公园。", "天气好，我去公园了。"))
    assert [is_off for _, is_off in off_clauses(right)] == [False, False]


def test_what_is_missing_between_two_clauses_is_missing_in_either() -> None:
    row = LearnerRow("我累，睡觉。天气很好。", ("我累，所以睡觉。天气很好。",))
    assert [is_off for _, is_off in off_clauses(row)] == [True, True, False]


def test_an_error_counts_once_whether_it_is_told_or_detected_or_both() -> None:
    told = [(5, 6, "两")]
    assert detected(ROW, told, []).found == detected(ROW, told, [FIRST]).found == 1
    assert detected(ROW, told, [SECOND]).found == detected(ROW, told, [SECOND]).errors == 2


def test_what_is_called_and_is_no_clause_does_not_count() -> None:
    assert detected(ROW, [], [(0, 3)]).called == 0


def test_the_shares_follow_from_the_counts() -> None:
    counts = detected(ROW, [], [FIRST, THIRD]).counts()
    assert share_off(counts) == pytest.approx(2 / 3)
    assert share_right(counts) == pytest.approx(1 / 2)
    assert gain(counts) == pytest.approx(-1 / 6)
    assert share_found(counts) == pytest.approx(1 / 2)
    assert share_right(np.zeros(7, np.int64)) == 0


def test_clauses_of_right_text_that_are_called_off_are_counted() -> None:
    rows = clean_called(["我去，他来。", "你好。"], lambda text: [(0, 2)] if "去" in text else [])
    assert rows.tolist() == [[2, 1], [1, 0]]


# -- figures -----------------------------------------------------------------------------------------------------


def test_without_a_detector_there_are_no_figures() -> None:
    assert detection.figures(evaluator()) == []


def test_the_figures_of_an_engine_have_their_bars_and_baseline() -> None:
    wrong = ListedErrors({"二个": ("两个", "W")})
    engine = partial(
        detection.told_and_called,
        evaluator(wrong, detector=ListedDoubts({"买衣服了": (0.9, "S"), "天气很好": (0.8, "")})),
    )
    sentences = [detected(ROW, *engine(ROW.written))]
    baseline, right, above, found = detection.of_set("set", sentences, barred=True)
    assert (baseline.value, baseline.n, baseline.bar) == (pytest.approx(2 / 3), 3, None)
    assert (right.value, right.n, right.bar, right.baseline) == (
        1.0, 1, 0.70, "share of all clauses that are off 0.67",
    )  # fmt: skip
    assert (above.value, above.bar) == (pytest.approx(1 / 3), 0.15)
    assert (found.value, found.n, found.bar, found.baseline) == (1.0, 2, 0.25, "told alone 0.50")


def test_of_right_text_the_clauses_that_are_left_alone_are_told() -> None:
    engine = partial(detection.told_and_called, evaluator(detector=ListedDoubts({"天气很好": (0.8, "")})))
    figure = detection.on_clean(["天气很好，我去公园。", "我累了，我要睡觉。"], engine)
    assert (figure.value, figure.n, figure.bar) == (0.75, 4, 0.94)
