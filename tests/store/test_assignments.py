"""Assignments, students' writing, teachers' links, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from core.records.answers import Appeal
from core.records.evidence import Evidence
from core.records.plan import Assignment, ResourceLink, Writing
from core.records.speech import NewReading, ReadingLine, StoredReading
from core.records.students import Student
from core.store.sql import SqlStore
from tests.store.rows import NOW, STUDENT, answer, evaluation, issue

HOUR = timedelta(hours=1)
ASSIGNMENT = Assignment("as_1", "org", "text", "读一读", '{"text":"你好"}', date(2026, 11, 27), "acc", NOW)
WRITING = Writing("wr_1", "org", "s1", "essay_e1-01", "我的家", "我家有三口人。", NOW, NOW)
LINK = ResourceLink("ln_1", "org", '{"url":"https://example.org"}', "acc", NOW)
PIECE = Evidence("s1", "essay", "skill", "writing", 1.0, 1.0, "wr_1", NOW, "essay:wr_1")


def named(assignment_id: str, *student_ids: str, due: int = 27) -> Assignment:
    """An assignment for some students, due on a day of November."""
    return replace(ASSIGNMENT, assignment_id=assignment_id, student_ids=student_ids, due=date(2026, 11, due))


def test_an_assignment_comes_back_as_it_was_given(store: SqlStore) -> None:
    mine = replace(named("as_2", "s2", "s1"), made_at=NOW + HOUR)
    store.add_assignment(ASSIGNMENT)
    store.add_assignment(mine)
    store.add_assignment(replace(ASSIGNMENT, assignment_id="as_3", organisation_id="other"))
    assert store.assignments("org") == [replace(mine, student_ids=("s1", "s2")), ASSIGNMENT]
    assert store.assignment("org", "as_1") == ASSIGNMENT
    assert store.assignment("other", "as_1") is None


def test_a_student_gets_what_is_for_everybody_and_what_names_the_student(store: SqlStore) -> None:
    for assignment in (ASSIGNMENT, named("as_2", "s1"), named("as_3", "s2", due=20)):
        store.add_assignment(assignment)
    assert [row.assignment_id for row in store.assignments("org", student_id="s1")] == ["as_1", "as_2"]
    assert [row.assignment_id for row in store.assignments("org", student_id="s2")] == ["as_1", "as_3"]
    day = date(2026, 11, 27)
    assert [row.assignment_id for row in store.assignments("org", student_id="s2", due_from=day)] == ["as_1"]


def test_what_is_withdrawn_is_out_of_sight_until_it_is_given_again(store: SqlStore) -> None:
    store.add_assignment(ASSIGNMENT)
    assert store.withdraw_assignment("org", "as_1", NOW)
    assert not store.withdraw_assignment("org", "as_1", NOW)
    assert not store.withdraw_assignment("other", "as_1", None)
    assert store.assignments("org") == []
    assert store.assignment("org", "as_1") == replace(ASSIGNMENT, withdrawn_at=NOW)
    assert store.withdraw_assignment("org", "as_1", None)
    assert not store.withdraw_assignment("org", "as_1", None)
    assert store.assignments("org") == [ASSIGNMENT]


def test_an_assignment_whose_only_student_is_erased_does_not_become_everybodys(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.add_assignment(named("as_2", "s1"))
    removed = store.erase_student("org", "s1")
    assert removed["assignment_student"] == 1
    assert store.assignments("org", student_id="s2") == []
    assert store.assignments("org") == []
    assert store.assignment("org", "as_2") is None


def test_answers_on_items_are_found_from_a_moment_on_with_appeals_settled(store: SqlStore) -> None:
    issue(store, "q_1", "q_2")
    for row in (
        answer("ev_0", answered_at=NOW - HOUR, is_correct=False, score=0.0),
        answer("ev_1", answered=False, is_correct=False, score=0.0),
        answer("ev_2", student_id="s2", item_id="q_2", answered_at=NOW + HOUR),
    ):
        kept = evaluation(row.evaluation_id, student_id=row.student_id)
        store.add_evaluation(kept, [row], [], call=None, reply=None)
    found = store.answers_to_items("org", ["q_1", "q_2"], ["s1", "s2"], NOW)
    assert [(row.student_id, row.item_id, row.score) for row in found] == [("s1", "q_1", 0.0), ("s2", "q_2", 100.0)]
    assert store.answers_to_items("org", ["q_1"], ["s2"], NOW) == []
    assert len(store.answers_to_items("org", ["q_1"], [f"s{number}" for number in range(2_000)], NOW)) == 1
    store.add_appeal(Appeal("ap_1", "org", "s1", "ev_1", "q_1", '"A"', "", "open", NOW))
    store.settle_appeal("org", "ap_1", upheld=True, reply="", evidence=[])
    (settled,) = store.answers_to_items("org", ["q_1"], ["s1"], NOW)
    assert (settled.score, settled.is_correct) == (100.0, True)


def test_a_draft_is_changed_in_place_and_its_student_is_made(store: SqlStore) -> None:
    assert store.put_writing(WRITING)
    later = replace(WRITING, text="我家有四口人。", changed_at=NOW + HOUR)
    assert store.put_writing(later)
    assert store.writing("org", "wr_1") == later
    assert store.writings("org", student_id="s1", resource_id="essay_e1-01") == [later]
    assert store.writings("org", student_id="s2") == []
    assert store.writing("other", "wr_1") is None
    assert store.student("org", "s1") == Student("org", "s1", created_at=NOW)


def test_what_is_handed_in_stays_as_it_is_and_counts_once(store: SqlStore) -> None:
    store.put_writing(WRITING)
    handed_in = replace(WRITING, handed_in_at=NOW + HOUR)
    assert store.hand_in(handed_in, [PIECE])
    assert not store.hand_in(replace(handed_in, text="别的"), [replace(PIECE, idempotency_key="again")])
    assert not store.put_writing(replace(WRITING, text="别的"))
    assert store.writing("org", "wr_1") == handed_in
    assert [piece.idempotency_key for piece in store.evidence_of("org", "s1")] == ["essay:wr_1"]


def test_nobody_writes_over_anothers_text(store: SqlStore) -> None:
    store.put_writing(WRITING)
    assert not store.put_writing(replace(WRITING, student_id="s2", text="别的"))
    assert not store.put_writing(replace(WRITING, organisation_id="other", text="别的"))
    assert store.writing("org", "wr_1") == WRITING


def test_erasing_a_student_takes_the_texts_along(store: SqlStore) -> None:
    store.hand_in(replace(WRITING, handed_in_at=NOW), [PIECE])
    store.erase_student("org", "s1")
    assert store.writings("org") == []
    assert store.evidence_of("org", "s1") == []


def test_a_link_can_be_removed_and_brought_back(store: SqlStore) -> None:
    newer = replace(LINK, link_id="ln_2", made_at=NOW + HOUR)
    store.add_link(LINK)
    store.add_link(newer)
    assert store.links("org") == [newer, LINK]
    assert store.remove_link("org", "ln_2", NOW)
    assert not store.remove_link("org", "ln_2", NOW)
    assert store.links("org") == [LINK]
    assert store.remove_link("org", "ln_2", None)
    assert store.links("org") == [newer, LINK]
    assert store.links("other") == []


def test_more_time_for_one_student_is_kept_changed_and_taken_back(store: SqlStore) -> None:
    due = replace(ASSIGNMENT, due_at=NOW + HOUR, late_until=NOW + 2 * HOUR, point_id="【二01】")
    store.add_assignment(due)
    store.extend_assignment("org", "as_1", ["s1", "s2"], NOW + 3 * HOUR)
    store.extend_assignment("org", "as_1", ["s2"], NOW + 5 * HOUR)
    store.extend_assignment("other", "as_1", ["s3"], NOW + 5 * HOUR)
    found = store.assignment("org", "as_1")
    assert found == replace(due, extensions={"s1": NOW + 3 * HOUR, "s2": NOW + 5 * HOUR})
    store.extend_assignment("org", "as_1", ["s1", "s2"], None)
    assert store.assignment("org", "as_1") == due


def test_work_that_one_student_has_more_time_for_is_still_due(store: SqlStore) -> None:
    store.add_assignment(named("as_1", due=20))
    assert store.assignments("org", due_from=date(2026, 11, 25)) == []
    store.extend_assignment("org", "as_1", ["s1"], NOW + timedelta(days=30))
    assert [row.assignment_id for row in store.assignments("org", due_from=date(2026, 11, 25))] == ["as_1"]


def test_more_time_is_erased_with_the_student(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.add_assignment(ASSIGNMENT)
    store.extend_assignment("org", "as_1", [STUDENT.student_id], NOW + HOUR)
    store.erase_student("org", STUDENT.student_id)
    found = store.assignment("org", "as_1")
    assert found is not None
    assert found.extensions == {}


def test_readings_of_some_texts_come_by_student_and_time(store: SqlStore) -> None:
    for student, key, hours in (
        ("s2", "k1", 1),
        ("s1", "k1", 3),
        ("s1", "k2", 2),
        ("s1", "other", 2),
        ("s1", "k1", -1),
    ):
        line = ReadingLine(f"spe_{student}{key}{hours}", "org", student, "你好吗", key, "{}", NOW + hours * HOUR)
        store.add_reading(NewReading(StoredReading(line, "{}"), []))
    found = store.readings_of_texts("org", ["k1", "k2"], ["s1", "s2"], NOW)
    assert [(line.student_id, line.text_key) for line in found] == [("s1", "k2"), ("s1", "k1"), ("s2", "k1")]
    assert store.readings_of_texts("other", ["k1"], ["s1", "s2"], NOW) == []
    assert store.readings_of_texts("org", ["k1"], ["s2"], NOW + 2 * HOUR) == []


def test_evidence_on_points_comes_by_student_and_time(store: SqlStore) -> None:
    for number, (student, point, hours) in enumerate(
        (("s2", "a", 1), ("s1", "a", 2), ("s1", "b", 1), ("s1", "c", 1), ("s1", "a", -1))
    ):
        piece = replace(
            PIECE,
            student_id=student,
            kind="answer",
            target_kind="point",
            target=point,
            occurred_at=NOW + hours * HOUR,
            idempotency_key=f"{number}",
        )
        store.append_evidence("org", [piece], at=NOW)
    found = store.evidence_on_points("org", ["s1", "s2"], ["a", "b"], NOW)
    assert [(piece.student_id, piece.target) for piece in found] == [("s1", "b"), ("s1", "a"), ("s2", "a")]
    assert store.evidence_on_points("other", ["s1", "s2"], ["a"], NOW) == []
