"""Everything that is derived from an organisation's answers and log, to compare one state of a database with another to the last bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import delete, select

from core.answers.wire import ReportRequest
from core.api.core import Core
from core.knowledge.wire import MapRequest
from core.records.access import Caller
from core.store.sql import SqlStore
from core.store.tables.columns import METADATA

FOLDED = ("point_mastery", "learner_state", "memory_state", "portrait_state", "item_statistic")
"""Tables that are folded from the evidence log."""
DECIDED = ("ruled_answer", "item_state", "essay_verdict")
"""Tables of what teachers decided."""
BOOKKEEPING = ("watermark", "updated_at", "version", "model")
"""How far the log was read, when and by which rules: no part of what is known."""
STATISTICS_SETTING = "item_statistics:{}"
NEVER_DECIDED = "approved"
"""An item in this state is as one without a state."""

Rows = dict[str, list[str]]
"""By table or reading: its rows as text, which holds every digit of a number."""


def derived(core: Core, caller: Caller) -> Rows:
    """All that is derived, with everything in the log taken in."""
    assert isinstance(core.store, SqlStore)
    students = [student.student_id for student in core.store.students(caller.organisation_id)]
    core.knowledge.take_in_class(caller)
    core.store.count_items(caller.organisation_id)
    return {**dict(_tables(core.store)), **dict(_readings(core, caller, students))}


def rebuilt(core: Core, caller: Caller) -> Rows:
    """`derived` once every folded row was thrown away and made anew from the log."""
    assert isinstance(core.store, SqlStore)
    setting = METADATA.tables["kept_setting"]
    with core.store.write() as connection:
        for name in FOLDED:
            connection.execute(delete(METADATA.tables[name]))
        connection.execute(delete(setting).where(setting.c.name == STATISTICS_SETTING.format(caller.organisation_id)))
    for student in core.store.students(caller.organisation_id):
        core.knowledge.take_in_evidence(student.student_id, caller)
    return derived(core, caller)


def different(before: Rows, after: Rows) -> list[str]:
    """The names of what is not equal, with the first difference of each."""
    return [
        f"{name}: {sorted(set(before[name]) ^ set(after[name]))[:2]}" for name in before if before[name] != after[name]
    ]


def _tables(store: SqlStore) -> Iterator[tuple[str, list[str]]]:
    for name in (*FOLDED, *DECIDED):
        target = METADATA.tables[name]
        columns = [column for column in target.c if column.name not in BOOKKEEPING]
        with store.read() as connection:
            rows = [tuple(row) for row in connection.execute(select(*columns))]
        yield name, sorted(repr(row) for row in rows if not (name == "item_state" and row[-1] == NEVER_DECIDED))


def _readings(core: Core, caller: Caller, students: list[str]) -> Iterator[tuple[str, list[str]]]:
    """What pages and the contract say."""
    yield "class lines", [repr(line) for line in core.answers.class_lines(caller)]
    yield "appeals", [repr(appeal) for appeal in core.answers.appeals(caller)]
    said: dict[str, Callable[[str], object]] = {
        "reports": lambda student_id: core.answers.report(ReportRequest(student_id=student_id), caller),
        "today": lambda student_id: core.answers.today(student_id, caller),
        "maps": lambda student_id: core.knowledge.map(MapRequest(student_id=student_id), caller),
        "histories": lambda student_id: core.knowledge.history(student_id, caller),
        "pasts": lambda student_id: core.portrait.past(student_id, caller, months=3),
    }
    for name, says in said.items():
        yield name, [repr(says(student_id)) for student_id in students[:MOST_READ]]


MOST_READ = 4
"""Students whose pages are read: the rows under all of them are compared above."""
