"""The plan part of the store, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date, timedelta

import pytest

from core.errors import AlreadyAnswered, QuotaExceeded
from core.records.plan import AnswerTime, Completion, StoredPlan, StoredSettings
from core.store.sql import SqlStore
from tests.store.rows import (
    CALL,
    NOW,
    STUDENT,
    answer,
    evaluation,
    evidence,
    issue,
    item,
    row_counts,
    with_organisation,
)  # fmt: skip

DAY = date(2026, 11, 24)
NEXT = timedelta(days=1)
PLAN = StoredPlan("org", "s1", DAY, 1, "{}", NOW)
COMPLETION = Completion("org", "s1", "video-1", DAY, 300, NOW)
MANY = [f"s{place:04d}" for place in range(1_100)]
"""More students than fit into one query."""


def test_a_plan_is_kept_and_read_by_its_day(store: SqlStore) -> None:
    assert store.put_plan(PLAN, before=None)
    assert store.plan("org", "s1", DAY) == PLAN
    assert store.plan("org", "s1", DAY + NEXT) is None
    assert store.plan("other", "s1", DAY) is None


def test_plans_come_oldest_first_with_both_ends_of_the_period(store: SqlStore) -> None:
    plans = [replace(PLAN, day=DAY + place * NEXT) for place in range(4)]
    for plan in reversed(plans):
        store.put_plan(plan, before=None)
    assert store.plans_between("org", "s1", DAY + NEXT, DAY + 2 * NEXT) == plans[1:3]


def test_a_plan_is_replaced_only_in_the_version_that_was_read(store: SqlStore) -> None:
    with_organisation(store)
    store.put_plan(PLAN, before=None)
    second = replace(PLAN, version=2, body="[2]", made_at=NOW + NEXT)
    assert store.put_plan(second, before=1)
    assert not store.put_plan(replace(PLAN, version=2, body="[3]"), before=1, items=[item("q_1")], call=CALL)
    assert not store.put_plan(replace(PLAN, body="[4]"), before=None, items=[item("q_1")], call=CALL)
    assert store.plan("org", "s1", DAY) == second
    assert store.items("org", ["q_1"]) == {}
    assert store.quota_used("org", CALL.period) == 0


def test_items_of_a_plan_are_kept_but_not_as_shown(store: SqlStore) -> None:
    store.put_plan(PLAN, before=None, items=[item("q_1"), item("q_2")])
    assert set(store.items("org", ["q_1", "q_2"])) == {"q_1", "q_2"}
    assert store.items_shown_since("org", "s1", NOW - NEXT) == frozenset()


def test_a_plan_counts_as_one_call_and_its_reply_is_remembered_for_the_student(store: SqlStore) -> None:
    with_organisation(store)
    call = replace(CALL, idempotency_key="key-1", fingerprint="print")
    assert store.put_plan(PLAN, before=None, call=call, reply='{"a":1}')
    assert store.quota_used("org", call.period) == 1
    assert store.remembered_reply("org", "key-1") == (call.endpoint, "print", '{"a":1}')
    with pytest.raises(AlreadyAnswered, match="earlier call"):
        store.put_plan(replace(PLAN, version=2), before=1, call=call, reply='{"a":2}')
    assert store.erase_student("org", "s1")["idempotent_reply"] == 1


def test_past_the_quota_no_plan_is_kept(store: SqlStore) -> None:
    with_organisation(store)
    with pytest.raises(QuotaExceeded, match="quota"):
        store.put_plan(PLAN, before=None, items=[item("q_1")], call=replace(CALL, limit=0))
    assert store.plan("org", "s1", DAY) is None
    assert store.items("org", ["q_1"]) == {}


def test_of_two_changes_at_once_one_is_kept(store: SqlStore) -> None:
    store.put_plan(PLAN, before=None)
    kept: list[bool] = []
    start = threading.Barrier(4)

    def change(place: int) -> None:
        start.wait()
        kept.append(store.put_plan(replace(PLAN, version=2, body=str(place)), before=1))

    threads = [threading.Thread(target=change, args=[place]) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(kept) == [False, False, False, True]


def test_plans_of_many_students_leave_the_days_that_have_one(store: SqlStore) -> None:
    for student_id in ("s1", "s2", "s3"):
        store.put_student(replace(STUDENT, student_id=student_id))
    store.put_plan(replace(PLAN, body="touched", version=7), before=None, items=[item("q_1")])
    plans = [replace(PLAN, student_id=student_id) for student_id in ("s3", "s1", "s2", "erased")]
    assert store.add_plans(plans, [item("q_1"), item("q_2"), item("q_2")]) == 2
    assert store.add_plans(plans, [item("q_1"), item("q_2")]) == 0
    first = store.plan("org", "s1", DAY)
    assert first is not None
    assert first.body == "touched"
    assert store.plan("org", "erased", DAY) is None
    assert set(store.items("org", ["q_1", "q_2"])) == {"q_1", "q_2"}
    assert row_counts(store)["item"] == 2


def test_items_that_another_process_kept_are_not_written_again(store: SqlStore) -> None:
    store.put_student(STUDENT)
    SqlStore(store.engine).put_plan(PLAN, before=None, items=[item("q_1", explanation="as first kept")])
    store.add_plans([replace(PLAN, day=DAY + NEXT)], [item("q_1"), item("q_2")])
    assert row_counts(store)["item"] == 2


def test_settings_replace_the_earlier_ones_and_make_the_student(store: SqlStore) -> None:
    first = StoredSettings("org", "s1", "{}", NOW)
    second = replace(first, body='{"slots":["night"]}', set_at=NOW + NEXT)
    store.put_plan_settings(first)
    store.put_plan_settings(second)
    assert store.plan_settings("org", ["s1", "s2"]) == {"s1": second}
    assert store.student("org", "s1") is not None


def test_a_completion_is_recorded_once_a_day_with_its_evidence(store: SqlStore) -> None:
    assert store.add_completion(COMPLETION, [evidence("k1")])
    assert not store.add_completion(replace(COMPLETION, seconds=900), [evidence("k2")])
    assert store.add_completion(replace(COMPLETION, day=DAY + NEXT, at=NOW + NEXT))
    assert [row.idempotency_key for row in store.evidence_of("org", "s1")] == ["k1"]
    assert store.completions_between("org", ["s1"], DAY, DAY) == [COMPLETION]
    assert len(store.completions_between("org", ["s1"], DAY, DAY + NEXT)) == 2


def test_completions_of_many_students_come_oldest_first(store: SqlStore) -> None:
    for place, student_id in enumerate((MANY[0], MANY[600], MANY[-1])):
        store.add_completion(replace(COMPLETION, student_id=student_id, at=NOW - place * NEXT))
    found = store.completions_between("org", MANY, DAY, DAY)
    assert [done.student_id for done in found] == [MANY[-1], MANY[600], MANY[0]]


def test_every_student_named_has_an_entry_of_what_was_shown(store: SqlStore) -> None:
    issue(store, "q_old", at=NOW - 3 * NEXT)
    issue(store, "q_1", "q_2")
    issue(store, "q_3", student_id=MANY[-1])
    shown = store.items_shown_to("org", ["s1", "s2", *MANY], NOW - NEXT)
    assert shown["s1"] == {"q_1", "q_2"}
    assert shown["s2"] == frozenset()
    assert shown[MANY[-1]] == {"q_3"}


def test_times_of_answers_leave_out_the_empty_ones_and_those_before(store: SqlStore) -> None:
    rows = [
        answer(time_spent_seconds=9),
        answer(position=1, answered=False, time_spent_seconds=30),
        answer(position=2, answered_at=NOW - 2 * NEXT),
        answer(position=3, answered_at=NOW - timedelta(hours=1), type="ordering"),
    ]
    store.add_evaluation(evaluation(), rows, [], call=None, reply=None)
    other = replace(answer("ev_2", time_spent_seconds=4), student_id="s0")
    store.add_evaluation(evaluation("ev_2", student_id="s0"), [other], [], call=None, reply=None)
    assert store.answer_seconds("org", ["s1", "s0"], NOW - NEXT) == [
        AnswerTime("s0", "fill_blank", "grammar", 4, NOW),
        AnswerTime("s1", "ordering", "grammar", 7, NOW - timedelta(hours=1)),
        AnswerTime("s1", "fill_blank", "grammar", 9, NOW),
    ]


def test_evidence_of_some_kinds_is_read_by_student_and_occurrence(store: SqlStore) -> None:
    rows = [
        evidence("late", kind="essay_error", occurred_at=NOW - timedelta(hours=1)),
        evidence("old", kind="essay_error", occurred_at=NOW - 9 * NEXT),
        evidence("tone", kind="misread_tone", student_id="s0"),
        evidence("answer"),
    ]
    store.append_evidence("org", [rows[2], evidence("now", kind="essay_error"), *rows])
    found = store.evidence_of_kinds("org", ["s1", "s0"], {"essay_error", "misread_tone"}, NOW - NEXT)
    assert [row.idempotency_key for row in found] == ["tone", "late", "now"]
    assert store.evidence_of_kinds("org", [], {"essay_error"}, NOW) == []
    assert store.evidence_of_kinds("other", ["s1"], {"essay_error"}, NOW - NEXT) == []


def test_nothing_of_the_plan_outlives_its_student(store: SqlStore) -> None:
    store.put_plan_settings(StoredSettings("org", "s1", "{}", NOW))
    store.put_plan(PLAN, before=None)
    store.add_completion(COMPLETION)
    store.erase_student("org", "s1")
    assert row_counts(store) == {}
