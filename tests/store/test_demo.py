"""Simulated histories in the store: written all at once or not at all, with a state that one process changes at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.answers.service import evidence_of
from core.records.answers import AnswerRow, EvaluationRow, MarkedAnswers
from core.records.rulings import SubmittedRulings
from core.records.students import Student
from core.store.sql import SqlStore
from core.tables import shipped_tables

BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
NO_RULINGS = SubmittedRulings(("q_1",), frozenset())
STUDENT = Student("org", "sim-01", "模拟学生 1", "zh", BEGUN)


def evaluation(number: int) -> MarkedAnswers:
    """One answer on one point, a day later than the one before."""
    at = BEGUN + timedelta(days=number)
    row = EvaluationRow(f"ev_{number}", "org", "sim-01", None, "f", "{}", at)
    answer = AnswerRow(
        evaluation_id=row.evaluation_id, position=0, student_id="sim-01", item_id="q_1", type="multiple_choice",
        topic="grammar", standard_level=1, points=("【一01】",), words=(), given='"A"', answered=True, is_correct=True,
        score=100.0, time_spent_seconds=9, answered_at=at,
    )  # fmt: skip
    return MarkedAnswers(row, [answer], evidence_of(answer, shipped_tables().points), NO_RULINGS)


def test_a_history_is_written_once_and_its_evidence_is_ingested_at_its_own_time(store: SqlStore) -> None:
    history = [evaluation(number) for number in range(3)]
    assert store.add_history(STUDENT, history)
    assert not store.add_history(STUDENT, [evaluation(9)])
    assert [row.answered_at for row in store.answers_between("org", "sim-01", BEGUN, BEGUN + timedelta(days=9))] == [
        marked.evaluation.created_at for marked in history
    ]
    log = store.evidence_of("org", "sim-01")
    assert {(piece.target, piece.occurred_at) for piece in log if piece.target_kind == "point"} == {
        ("【一01】", marked.evaluation.created_at) for marked in history
    }


def test_of_two_processes_only_one_changes_the_state(store: SqlStore) -> None:
    assert store.demo_state() is None
    assert store.change_demo_state(None, "first")
    assert not store.change_demo_state(None, "other")
    assert store.change_demo_state("first", "second")
    assert not store.change_demo_state("first", "third")
    assert store.demo_state() == "second"
