"""Answers counted by student, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from core.records.answers import Appeal
from core.records.students import Activity
from core.store.sql import SqlStore
from tests.store.rows import NOW, answer, evaluation, issue, with_organisation

DAY = timedelta(days=1)


def test_answers_of_the_period_are_counted_and_the_last_day_is_whenever_it_was(store: SqlStore) -> None:
    with_organisation(store)
    early = [answer("ev_1", 0, score=0.0, is_correct=False, answered_at=NOW - 40 * DAY)]
    late = [answer("ev_2", 0), answer("ev_2", 1, score=50.0, is_correct=False)]
    store.add_evaluation(evaluation("ev_1"), early, [], call=None, reply=None)
    store.add_evaluation(evaluation("ev_2"), late, [], call=None, reply=None)
    assert store.activity("org", NOW - DAY, NOW + DAY) == [Activity("s1", 2, 75.0, NOW)]
    assert store.activity("org", NOW + DAY, NOW + 2 * DAY) == [Activity("s1", 0, None, NOW)]
    assert store.activity("another", NOW - DAY, NOW + DAY) == []


def test_an_upheld_appeal_counts_as_right_and_a_declined_one_does_not(store: SqlStore) -> None:
    with_organisation(store)
    issue(store, "q_1", "q_2")
    rows = [
        answer("ev_1", 0, item_id="q_1", score=0.0, is_correct=False),
        answer("ev_1", 1, item_id="q_2", score=0.0, is_correct=False),
    ]
    store.add_evaluation(evaluation("ev_1"), rows, [], call=None, reply=None)
    appeal = Appeal("ap_1", "org", "s1", "ev_1", "q_1", '"x"', "", "open", NOW)
    store.add_appeal(appeal)
    store.add_appeal(replace(appeal, appeal_id="ap_2", question_id="q_2"))
    assert store.activity("org", NOW - DAY, NOW + DAY)[0].mean_score == 0.0
    store.settle_appeal("org", "ap_1", upheld=True, reply="", evidence=[])
    store.settle_appeal("org", "ap_2", upheld=False, reply="", evidence=[])
    assert store.activity("org", NOW - DAY, NOW + DAY)[0].mean_score == 50.0
