"""Students: created, changed, erased without a trace."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pydantic import TypeAdapter

from core.records.answers import Appeal
from core.records.students import Student
from core.store.sql import SqlStore
from tests.store.rows import (
    CALL,
    NOW,
    SESSION,
    STUDENT,
    answer,
    cells,
    evaluation,
    evidence,
    issue,
    row_counts,
    with_organisation,
)  # fmt: skip

MARK = 'pupil-"7"\\'
"""An id with the characters that JSON escapes."""


def test_a_student_is_created_and_changed_but_keeps_the_day_of_creation(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.put_student(replace(STUDENT, name="小明", created_at=NOW + timedelta(days=1)))
    assert store.student("org", "s1") == replace(STUDENT, name="小明")


def test_students_belong_to_their_organisation(store: SqlStore) -> None:
    store.put_student(replace(STUDENT, student_id="s2"))
    store.put_student(STUDENT)
    store.put_student(replace(STUDENT, organisation_id="other", name="another"))
    assert [student.student_id for student in store.students("org")] == ["s1", "s2"]
    assert [student.name for student in store.students("other")] == ["another"]
    assert store.student("nobody", "s1") is None


def test_the_first_submit_creates_the_student_without_a_name(store: SqlStore) -> None:
    store.add_evaluation(evaluation(), [], [], call=None, reply=None)
    assert store.student("org", "s1") == Student("org", "s1", "", None, NOW)


def test_a_submit_does_not_change_a_known_student(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.add_evaluation(evaluation(), [], [], call=None, reply=None)
    assert store.student("org", "s1") == STUDENT


def test_the_language_of_explanations_can_be_set(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.set_explanation_language("other", "s1", "zh")
    assert store.student("org", "s1") == STUDENT
    store.set_explanation_language("org", "s1", "zh")
    assert store.student("org", "s1") == replace(STUDENT, explanation_language="zh")


def everything_about(store: SqlStore, organisation_id: str, student_id: str) -> None:
    """One row of every kind that names a student."""
    store.put_student(Student(organisation_id, student_id, "name", "zh", NOW))
    issue(store, "q_1", organisation_id=organisation_id, student_id=student_id)
    own = f"{organisation_id}-{len(student_id)}"
    row = evaluation(f"ev_{own}", organisation_id=organisation_id, student_id=student_id)
    row = replace(row, result=TypeAdapter(dict[str, str]).dump_json({"student_id": student_id}).decode())
    call = replace(CALL, organisation_id=organisation_id, idempotency_key=f"key_{own}")
    answer_row = answer(row.evaluation_id, student_id=student_id)
    store.add_evaluation(row, [answer_row], [evidence(own, student_id=student_id)], call=call, reply=row.result)
    store.add_practice(replace(SESSION, session_id=f"ps_{own}", organisation_id=organisation_id, student_id=student_id))
    store.add_appeal(Appeal(f"ap_{own}", organisation_id, student_id, row.evaluation_id, "q_1", "", "", "open", NOW))


def test_erasing_a_student_leaves_no_trace_and_touches_nobody_else(store: SqlStore) -> None:
    with_organisation(store)
    everything_about(store, "org", "s2")
    everything_about(store, "other", MARK)
    before = row_counts(store)
    everything_about(store, "org", MARK)
    removed = store.erase_student("org", MARK)
    assert {name: count for name, count in removed.items() if count} == {
        "student": 1, "evaluation": 1, "answer": 1, "evidence": 1, "item_issue": 1, "practice_session": 1,
        "appeal": 1, "idempotent_reply": 1,
    }  # fmt: skip
    # What was used and owed stays: the ledger names no student.
    assert row_counts(store) == {**before, "usage_ledger": before["usage_ledger"] + 1}
    store.erase_student("other", MARK)
    escaped = TypeAdapter(str).dump_json(MARK).decode()
    assert [name for name, text in cells(store) if MARK in text or escaped in text] == []


def test_erasing_a_student_does_not_erase_one_whose_id_looks_like_a_pattern_of_it(store: SqlStore) -> None:
    everything_about(store, "org", "s_2")
    everything_about(store, "org", "sx")
    assert store.erase_student("org", "s%")["idempotent_reply"] == 0
    assert store.erase_student("org", "s_")["student"] == 0
    assert len(store.students("org")) == 2


def test_an_erased_student_who_answers_again_is_new(store: SqlStore) -> None:
    everything_about(store, "org", "s1")
    store.erase_student("org", "s1")
    store.add_evaluation(evaluation(), [], [], call=None, reply=None)
    assert store.student("org", "s1") == Student("org", "s1", "", None, NOW)
    assert store.evidence_of("org", "s1") == []
