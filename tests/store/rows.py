"""Records as the services would hand them to the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from core.records.access import PERMISSIONS, Account, ApiKey, Call, Organisation
from core.records.answers import AnswerRow, EvaluationRow, PracticeSession
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.students import Student
from core.store.sql import SqlStore
from core.store.tables.columns import METADATA
from core.wire import Bilingual

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
EMPTY = Bilingual(zh="", en="")

ORGANISATION = Organisation("org", "School", "free", None, False, NOW)
KEY = ApiKey("key", "org", "wl_1", "0" * 64, frozenset(PERMISSIONS), NOW)
ACCOUNT = Account("acc", "org", "li", "teacher", "李老师", "scrypt$00$00", None, "zh", NOW, settings={"theme": "dark"})
STUDENT = Student("org", "s1", "王小明", "en", NOW)
CALL = Call("org", "key", "evaluation/submit", "2026-11", 1_000, False, 80, "request", NOW, 60)
SESSION = PracticeSession("ps", "org", "s1", ("q_1", "q_2"), NOW, '{"count":2}')


def with_organisation(store: SqlStore, **changed: Any) -> Organisation:
    """The organisation, stored with its key."""
    organisation = replace(ORGANISATION, **changed)
    store.add_organisation(organisation)
    store.add_key(KEY)
    return organisation


def item(item_id: str, *, explanation: str = "") -> Item:
    """An item with that id."""
    return Item(
        id=item_id,
        type="fill_blank",
        topic="grammar",
        level="beginner",
        standard_level=1,
        source="test",
        question=EMPTY,
        explanation=Bilingual(zh=explanation, en=""),
        answer_kind="text",
        key="好",
    )


def issue(store: SqlStore, *item_ids: str, **changed: Any) -> bool:
    """Issue items of these ids to student s1, uncounted, without a pause."""
    arguments = {
        "organisation_id": "org", "student_id": "s1", "at": NOW, "not_since": NOW, "call": None, "reply": None, **changed,
    }  # fmt: skip
    return store.issue_items([item(item_id) for item_id in item_ids], **arguments)


def evaluation(evaluation_id: str = "ev_1", **changed: Any) -> EvaluationRow:
    """An evaluation of student s1."""
    return replace(EvaluationRow(evaluation_id, "org", "s1", None, "print", '{"score": 1}', NOW), **changed)


def answer(evaluation_id: str = "ev_1", position: int = 0, **changed: Any) -> AnswerRow:
    """A right answer of student s1."""
    row = AnswerRow(
        evaluation_id=evaluation_id,
        position=position,
        student_id="s1",
        item_id="q_1",
        type="fill_blank",
        topic="grammar",
        standard_level=1,
        points=("【一01】",),
        words=("好",),
        given='"好"',
        answered=True,
        is_correct=True,
        score=100.0,
        time_spent_seconds=7,
        answered_at=NOW,
    )
    return replace(row, **changed)


def evidence(key: str, **changed: Any) -> Evidence:
    """A piece of evidence on student s1 with an idempotency key."""
    return replace(Evidence("s1", "answer", "point", "【一01】", 1.0, 1.0, "ev_1#0", NOW, key), **changed)


def cells(store: SqlStore) -> Iterator[tuple[str, str]]:
    """Every value of every row of every table, as (table, text)."""
    with store.read() as connection:
        for target in METADATA.sorted_tables:
            for row in connection.execute(select(target)):
                for value in row:
                    yield target.name, str(value)


def row_counts(store: SqlStore) -> dict[str, int]:
    """Rows by table, empty tables left out."""
    with store.read() as connection:
        counts = {target.name: len(connection.execute(select(target)).all()) for target in METADATA.sorted_tables}
    return {name: count for name, count in counts.items() if count}
