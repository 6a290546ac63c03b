"""Scores of an organisation by student and day, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from core.errors import AlreadyAnswered
from core.records.answers import Appeal, DayScores
from core.store.sql import SqlStore
from tests.store.rows import CALL, NOW, answer, evaluation, issue, with_organisation

DAY = timedelta(days=1)
MIDNIGHT = datetime(2026, 11, 23, 16, tzinfo=UTC)
"""The 24th begins in UTC+8."""


def test_a_day_begins_at_midnight_in_utc_plus_8(store: SqlStore) -> None:
    with_organisation(store)
    rows = [
        answer("ev_1", 0, score=0.0, is_correct=False, answered_at=MIDNIGHT - timedelta(microseconds=1)),
        answer("ev_1", 1, score=50.0, is_correct=False, answered_at=MIDNIGHT),
        answer("ev_1", 2, answered_at=MIDNIGHT + DAY - timedelta(microseconds=1)),
    ]
    store.add_evaluation(evaluation("ev_1"), rows, [], call=None, reply=None)
    assert store.scores_by_day("org", NOW - 10 * DAY, NOW + DAY) == [
        DayScores("s1", date(2026, 11, 23), 1, 0.0),
        DayScores("s1", date(2026, 11, 24), 2, 1.5),
    ]
    assert store.scores_by_day("org", MIDNIGHT + DAY, NOW + 2 * DAY) == []
    assert store.scores_by_day("another", NOW - 10 * DAY, NOW + DAY) == []


def test_an_upheld_appeal_counts_as_right(store: SqlStore) -> None:
    with_organisation(store)
    issue(store, "q_1")
    row = answer("ev_1", 0, item_id="q_1", score=0.0, is_correct=False, answered_at=NOW)
    store.add_evaluation(evaluation("ev_1"), [row], [], call=None, reply=None)
    store.add_appeal(Appeal("ap_1", "org", "s1", "ev_1", "q_1", '"x"', "", "open", NOW))
    store.settle_appeal("org", "ap_1", upheld=True, reply="", evidence=[])
    assert [day.total for day in store.scores_by_day("org", NOW - DAY, NOW + DAY)] == [1.0]


def test_a_counted_call_remembers_its_reply_and_whom_it_is_about(store: SqlStore) -> None:
    with_organisation(store)
    call = replace(CALL, idempotency_key="k", fingerprint="f")
    store.count_call(call, reply='{"a":1}', student_id="s1")
    assert store.remembered_reply("org", "k") == (CALL.endpoint, "f", '{"a":1}')
    with pytest.raises(AlreadyAnswered, match="answered by an earlier call"):
        store.count_call(call, reply='{"a":2}', student_id="s1")
    assert store.quota_used("org", CALL.period) == 1
    assert store.erase_student("org", "s1")["idempotent_reply"] == 1
