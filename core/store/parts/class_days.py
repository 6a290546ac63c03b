"""Scores of a whole organisation by day: one row for each student and day, however many answers there are."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from sqlalchemy import func, select

from core.records.answers import DayScores
from core.store.database.session import SqlPart
from core.store.parts.answers import ANSWER, DECIDED_SCORE, WITH_DECISIONS
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
        query = (
            select(ANSWER.c.student_id, day, func.count(), func.sum(DECIDED_SCORE))
            .select_from(WITH_DECISIONS)
            .where(
                ANSWER.c.organisation_id == organisation_id,
                DECIDED_SCORE.is_not(None),
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
