"""Scores of a whole organisation by day: one row for each student and day, however many answers there are."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from sqlalchemy import case, func, select

from core.records.answers import DayScores
from core.store.database.session import SqlPart
from core.store.parts.answers import ANSWER, APPEAL, UPHELD
from core.store.tables.columns import to_micros

DAY_MICROS = 24 * 60 * 60 * 1_000_000
UTC_OFFSET_MICROS = 8 * 60 * 60 * 1_000_000
"""Shanghai is UTC+8 without daylight saving in all years that this service covers."""
FIRST_DAY = date(1970, 1, 1)
FULL = 100.0


class ClassPart(SqlPart):
    """`core.ports.answers.AnswerStore.scores_by_day` in SQL."""

    def scores_by_day(self, organisation_id: str, start: datetime, end: datetime) -> list[DayScores]:
        """See `core.ports.answers.AnswerStore.scores_by_day`."""
        local_micros = ANSWER.c.answered_at + UTC_OFFSET_MICROS
        day = (local_micros - local_micros % DAY_MICROS).label("day")
        score = case((APPEAL.c.appeal_id.is_not(None), FULL), else_=ANSWER.c.score)
        query = (
            select(ANSWER.c.student_id, day, func.count(), func.sum(score))
            .select_from(ANSWER.outerjoin(APPEAL, UPHELD))
            .where(
                ANSWER.c.organisation_id == organisation_id,
                ANSWER.c.answered_at >= to_micros(start),
                ANSWER.c.answered_at < to_micros(end),
            )
            .group_by(ANSWER.c.student_id, day)
            .order_by(ANSWER.c.student_id, day)
        )
        with self.read() as connection:
            rows = connection.execute(query).all()
        return [
            DayScores(
                student_id, FIRST_DAY + timedelta(days=int(micros) // DAY_MICROS), int(count), float(total) / FULL
            )
            for student_id, micros, count, total in rows
        ]
