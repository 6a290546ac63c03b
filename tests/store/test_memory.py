"""The memory part of the store, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from core.records.evidence import Evidence
from core.records.plan import MemoryState
from core.store.sql import SqlStore
from tests.store.rows import NOW, STUDENT, evidence, row_counts

LATER = NOW + timedelta(hours=1)


def joined_keys(_student_id: str, cards: str | None, pieces: Sequence[Evidence]) -> str:
    """Cards that consist of the idempotency keys of the evidence folded so far, in order."""
    return " ".join([*([cards] if cards else []), *(piece.idempotency_key for piece in pieces)])


def joined_keys_unless_late(student_id: str, cards: str | None, pieces: Sequence[Evidence]) -> str:
    """Like `joined_keys`, but late evidence cannot be added to existing cards."""
    return "" if cards and any(piece.occurred_at < NOW for piece in pieces) else joined_keys(student_id, cards, pieces)


def with_students(store: SqlStore, *student_ids: str) -> None:
    for student_id in student_ids:
        store.put_student(replace(STUDENT, student_id=student_id))


def test_only_what_is_above_the_watermark_is_folded(store: SqlStore) -> None:
    with_students(store, "s1")
    store.append_evidence("org", [evidence("a"), evidence("b", target_kind="word", target="好")])
    assert store.fold_memory("org", ["s1"], joined_keys, version="1", at=NOW) == 1
    assert store.fold_memory("org", ["s1"], joined_keys, version="1", at=LATER) == 0
    assert store.memory("org", ["s1", "s2"]) == {"s1": MemoryState("org", "s1", 2, "a b", "1", NOW)}
    store.append_evidence("org", [evidence("c")])
    assert store.fold_memory("org", ["s1"], joined_keys, version="1", at=LATER) == 1
    assert store.memory("org", ["s1"])["s1"] == MemoryState("org", "s1", 3, "a b c", "1", LATER)


def test_skills_and_indicators_are_no_memory(store: SqlStore) -> None:
    with_students(store, "s1")
    store.append_evidence("org", [evidence("a", target_kind="skill"), evidence("b", target_kind="indicator")])
    assert store.fold_memory("org", ["s1"], joined_keys, version="1", at=NOW) == 0
    assert store.memory("org", ["s1"]) == {}


def test_a_state_of_another_version_is_folded_from_the_beginning(store: SqlStore) -> None:
    with_students(store, "s1")
    store.append_evidence("org", [evidence("a")])
    store.fold_memory("org", ["s1"], joined_keys, version="1", at=NOW)
    store.append_evidence("org", [evidence("b")])
    assert store.fold_memory("org", ["s1"], joined_keys, version="2", at=NOW) == 1
    assert store.memory("org", ["s1"])["s1"] == MemoryState("org", "s1", 2, "a b", "2", NOW)


def test_evidence_comes_in_order_of_occurrence_and_all_of_it_again_where_it_does_not_follow(store: SqlStore) -> None:
    with_students(store, "s1", "s2")
    store.append_evidence("org", [evidence("b", occurred_at=LATER), evidence("a"), evidence("x", student_id="s2")])
    store.fold_memory("org", ["s1", "s2"], joined_keys_unless_late, version="1", at=NOW)
    late = evidence("late", occurred_at=NOW - timedelta(days=1))
    store.append_evidence("org", [late, evidence("y", student_id="s2")])
    assert store.fold_memory("org", ["s1", "s2"], joined_keys_unless_late, version="1", at=NOW) == 2
    found = store.memory("org", ["s1", "s2"])
    assert found["s1"].cards == "late a b"
    assert found["s1"].watermark == 4
    assert found["s2"].cards == "x y"


def test_students_are_folded_separately_in_blocks_and_organisations_are_never_mixed(store: SqlStore) -> None:
    students = [f"s{number:04d}" for number in range(1_100)]
    named = (students[0], students[600], students[-1])
    with_students(store, *named)
    store.append_evidence("org", [evidence(f"of {student}", student_id=student) for student in named])
    store.append_evidence("other", [evidence("x", student_id=students[0])])
    assert store.fold_memory("org", students, joined_keys, version="1", at=NOW) == 3
    assert {student: state.cards for student, state in store.memory("org", students).items()} == {
        student: f"of {student}" for student in named
    }
    assert store.memory("other", students) == {}


def test_an_erased_student_is_skipped_and_leaves_nothing(store: SqlStore) -> None:
    with_students(store, "s1")
    store.append_evidence("org", [evidence("a")])
    store.fold_memory("org", ["s1"], joined_keys, version="1", at=NOW)
    store.erase_student("org", "s1")
    assert row_counts(store) == {}
    store.append_evidence("org", [evidence("b")])
    assert store.fold_memory("org", ["s1"], joined_keys, version="1", at=NOW) == 0
