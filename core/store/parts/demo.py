"""The demo part of the store: simulated histories written in bulk, and the progress of creating them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from core.records.answers import MarkedAnswers
from core.records.students import Student
from core.store.parts.answers import ADD_ANSWER, EVALUATION, AnswerPart, _answer_columns, _evaluation_columns
from core.store.tables.access import SettingTable
from core.store.tables.columns import table

SETTING = table(SettingTable)
DEMO_SETTING = "demo_class"


class DemoPart(AnswerPart):
    """`core.ports.demo.DemoStore` in SQL."""

    def demo_state(self) -> str | None:
        """See `core.ports.demo.DemoStore.demo_state`."""
        with self.read() as connection:
            state: str | None = connection.execute(
                select(SETTING.c.value).where(SETTING.c.name == DEMO_SETTING)
            ).scalar()
        return state

    def change_demo_state(self, before: str | None, after: str) -> bool:
        """See `core.ports.demo.DemoStore.change_demo_state`."""
        with self.write() as connection:
            if before is None:
                return (
                    connection.execute(self.insert_new(SETTING), {"name": DEMO_SETTING, "value": after}).rowcount == 1
                )
            unchanged = SETTING.c.name == DEMO_SETTING, SETTING.c.value == before
            return connection.execute(update(SETTING).where(*unchanged).values(value=after)).rowcount == 1

    def add_history(self, student: Student, history: Sequence[MarkedAnswers]) -> bool:
        """See `core.ports.demo.DemoStore.add_history`."""
        organisation_id = student.organisation_id
        answered = select(EVALUATION.c.evaluation_id).where(
            EVALUATION.c.organisation_id == organisation_id, EVALUATION.c.student_id == student.student_id
        )
        with self.write() as connection:
            if connection.execute(answered.limit(1)).first() is not None:
                return False
            if student.created_at is not None:
                self.ensure_student(connection, organisation_id, student.student_id, student.created_at)
            connection.execute(EVALUATION.insert(), [_evaluation_columns(marked.evaluation) for marked in history])
            rows = [_answer_columns(organisation_id, row) for marked in history for row in marked.answers]
            connection.execute(ADD_ANSWER, rows)
            for marked in history:
                self._append(connection, organisation_id, marked.evidence, at=marked.evaluation.created_at)
        return True
