"""Teachers' marking and banks of comments, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from core.records.classes import SchoolClass
from core.records.evidence import Evidence
from core.records.marking import BankComment, EssayMarking, TeacherMark, VoiceNote
from core.records.plan import Assignment, Writing
from core.store.sql import SqlStore
from tests.store.rows import NOW, STUDENT, with_organisation

HOUR = timedelta(hours=1)
MARKS = (
    TeacherMark(0, 1, "他", "struck", "B", "他"),
    TeacherMark(3, 3, "了", "added", "L", "了", "这里少了一个字。"),
)
MARKING = EssayMarking(
    "wr_1", "org", "s1", "ess_1", 1, NOW, MARKS, (("content", 25.0), ("order", 12.5)), 80.0, "很好", True, "acc", "李老师", NOW, "{}"
)  # fmt: skip
PIECE = Evidence("s1", "essay_marked", "word", "了", 0.0, 0.99, "wr_1#3", NOW, "essay_marked:wr_1:3-3:x:1")
WRITING = Writing("wr_1", "org", "s1", "asg_as_1", "我的家", "我家有三口人。", NOW, NOW, NOW)


def test_a_marking_comes_back_as_it_was_stored_with_its_marks_and_its_evidence(store: SqlStore) -> None:
    assert store.put_marking(MARKING, [PIECE])
    assert store.marking("org", "wr_1") == MARKING
    assert store.marking_of_evaluation("org", "ess_1") == MARKING
    assert store.marking("other", "wr_1") is None
    assert store.marking_of_evaluation("other", "ess_1") is None
    assert [piece.target for piece in store.evidence_of("org", "s1")] == ["了"]


def test_only_the_version_after_the_stored_one_is_stored(store: SqlStore) -> None:
    assert store.put_marking(MARKING, [])
    later = replace(MARKING, version=2, marks=MARKS[:1], grade=None, returned_at=None)
    for wrong in (MARKING, replace(later, version=3), replace(later, organisation_id="other")):
        assert not store.put_marking(wrong, [PIECE])
    assert store.marking("org", "wr_1") == MARKING
    assert store.evidence_of("org", "s1") == []
    assert store.put_marking(later, [])
    assert store.marking("org", "wr_1") == later


def test_what_is_handed_in_says_how_far_its_marking_is(store: SqlStore) -> None:
    for writing in (
        WRITING,
        replace(WRITING, writing_id="wr_2", student_id="s2", handed_in_at=NOW - HOUR),
        replace(WRITING, writing_id="wr_3", resource_id="asg_as_12"),
        replace(WRITING, writing_id="wr_4", resource_id="essay_e1-01"),
        replace(WRITING, writing_id="wr_5", handed_in_at=None),
        replace(WRITING, writing_id="wr_6", organisation_id="other"),
    ):
        assert store.put_writing(writing)
    assert store.put_marking(MARKING, [])
    assert [line.writing_id for line in store.handed_in("org", "asg_")] == ["wr_2", "wr_1", "wr_3"]
    unmarked, marked = store.handed_in("org", "asg_", resource_id="asg_as_1")
    assert (unmarked.writing_id, unmarked.returned_at, unmarked.rubric, unmarked.grade) == ("wr_2", None, (), None)
    assert (marked.returned_at, marked.rubric, marked.grade, marked.second_draft) == (NOW, MARKING.rubric, 80.0, True)
    assert [line.writing_id for line in store.handed_in("org", "asg_", student_id="s2")] == ["wr_2"]


@pytest.mark.parametrize(
    ("class_id", "students", "count"),
    [
        ("", None, 5),
        ("", {"s1", "s2"}, 3),
        ("a", {"s1", "s2"}, 3),
        ("b", {"s3"}, 1),
        ("b", {"s1"}, 2),
        ("", {"nobody"}, 0),
    ],
)
def test_what_waits_is_counted_of_the_class_alone(
    store: SqlStore, class_id: str, students: set[str] | None, count: int
) -> None:
    with_organisation(store)
    for each in ("a", "b"):
        store.put_class(SchoolClass("org", each, each, NOW))
    store.change_members("org", "a", added=["s1", "s2"], at=NOW)
    store.change_members("org", "b", added=["s3"], at=NOW)
    for student in ("s1", "s2", "s3"):
        store.put_student(replace(STUDENT, student_id=student))
    given = Assignment("as_1", "org", "essay", "", "{}", date(2026, 11, 30), "acc", NOW)
    for assignment in (
        given,
        replace(given, assignment_id="as_a", class_id="a"),
        replace(given, assignment_id="as_b", class_id="b"),
        replace(given, assignment_id="as_named", student_ids=("s2",)),
        replace(given, assignment_id="as_gone"),
        replace(given, assignment_id="as_other", organisation_id="other"),
    ):
        store.add_assignment(assignment)
    store.withdraw_assignment("org", "as_gone", NOW)
    texts = [("as_1", "s1"), ("as_a", "s1"), ("as_b", "s3"), ("as_named", "s2"), ("as_b", "s1"), ("as_gone", "s1")]
    for number, (assignment_id, student) in enumerate(texts):
        writing = replace(
            WRITING,
            writing_id=f"wr_n{number}",
            student_id=student,
            resource_id=f"asg_{assignment_id}",
            handed_in_at=NOW,
        )
        assert store.put_writing(writing)
    assert store.put_writing(replace(WRITING, writing_id="wr_older", handed_in_at=NOW - HOUR))
    assert store.put_writing(replace(WRITING, writing_id="wr_draft", handed_in_at=None))
    assert store.put_writing(replace(WRITING, writing_id="wr_own", resource_id="asg_"))
    assert store.count_waiting("org", "asg_", class_id=class_id, student_ids=students) == count


def test_what_is_returned_waits_no_more_but_its_second_draft_does(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.add_assignment(Assignment("as_1", "org", "essay", "", "{}", date(2026, 11, 30), "acc", NOW))
    assert store.put_writing(WRITING)
    assert store.count_waiting("org", "asg_") == 1
    assert store.put_marking(MARKING, [])
    assert store.count_waiting("org", "asg_") == 0
    assert store.put_writing(replace(WRITING, writing_id="wr_2", handed_in_at=NOW + HOUR))
    assert store.count_waiting("org", "asg_") == 1


def test_comments_are_each_teachers_own(store: SqlStore) -> None:
    first = BankComment("cb_1", "org", "acc", "注意量词。", NOW)
    store.add_bank_comment(replace(first, comment_id="cb_2", made_at=NOW + HOUR))
    store.add_bank_comment(first)
    assert [row.comment_id for row in store.bank_comments("org", "acc")] == ["cb_1", "cb_2"]
    assert store.bank_comments("org", "other") == store.bank_comments("other", "acc") == []
    assert not store.remove_bank_comment("org", "other", "cb_1")
    assert store.remove_bank_comment("org", "acc", "cb_1")
    assert not store.remove_bank_comment("org", "acc", "cb_1")


def test_a_text_has_one_voice_note_which_goes_with_its_student(store: SqlStore) -> None:
    store.put_student(STUDENT)
    note = VoiceNote("wr_1", "org", "s1", "acc", "李老师", 3.2, "audio/mpeg", b"\x00\xffsound", NOW)
    store.put_voice_note(note)
    store.put_voice_note(replace(note, seconds=4.0))
    assert store.voice_note("org", "wr_1") == replace(note, seconds=4.0)
    assert store.voice_note("other", "wr_1") is None
    assert not store.remove_voice_note("other", "wr_1")
    assert store.remove_voice_note("org", "wr_1")
    assert not store.remove_voice_note("org", "wr_1")
    store.put_voice_note(note)
    assert store.erase_student("org", "s1")["voice_note"] == 1
    assert store.voice_note("org", "wr_1") is None


def test_marking_goes_with_its_student(store: SqlStore) -> None:
    store.put_student(STUDENT)
    assert store.put_marking(MARKING, [])
    counts = store.erase_student("org", "s1")
    assert (counts["essay_marking"], counts["essay_mark"]) == (1, 2)
    assert store.marking("org", "wr_1") is None
