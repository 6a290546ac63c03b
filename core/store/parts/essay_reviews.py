"""The essay-review part of the store: verdicts on edits, their settlement, teachers' scores."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, or_, select, update

from core.records.essays import PASSED_OVER, WAITING_VERDICTS, EssayOverrideRow, EssayVerdictRow, StoredEssay
from core.store.parts.essays import ESSAY, EssayPart, essay_row
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.essay_reviews import EssayOverrideTable, EssayVerdictTable

VERDICT = table(EssayVerdictTable)
OVERRIDE = table(EssayOverrideTable)
OPEN = ""
"""Value of `settled` in rows that no teacher has settled."""
VERDICT_KEY = ("evaluation_id", "place_start", "place_end", "replacement")
VERDICT_VALUES = ("verdict", "note", "judged_at")
OVERRIDE_VALUES = ("score", "rubric", "note", "teacher", "at")


class EssayReviewPart(EssayPart):
    """`core.ports.essays.EssayReviewStore` in SQL."""

    def put_essay_verdict(self, verdict: EssayVerdictRow) -> bool:
        """See `core.ports.essays.EssayReviewStore.put_essay_verdict`."""
        statement = self.insert(VERDICT).values(verdict_columns(verdict))
        overruled = VERDICT.c.settled == "overruled"
        statement = statement.on_conflict_do_update(
            index_elements=VERDICT_KEY,
            set_={name: statement.excluded[name] for name in VERDICT_VALUES},
            where=and_(
                VERDICT.c.organisation_id == verdict.organisation_id,
                or_(VERDICT.c.settled == OPEN, and_(overruled, statement.excluded.verdict == "accepted")),
            ),
        )
        with self.write() as connection:
            return connection.execute(statement.returning(VERDICT.c.settled)).first() is not None

    def remove_essay_verdict(
        self, organisation_id: str, evaluation_id: str, *, start: int, end: int, replacement: str
    ) -> bool:
        """See `core.ports.essays.EssayReviewStore.remove_essay_verdict`."""
        is_verdict = _is_verdict(organisation_id, evaluation_id, start, end, replacement)
        with self.write() as connection:
            return connection.execute(delete(VERDICT).where(*is_verdict, VERDICT.c.settled == OPEN)).rowcount == 1

    def essay_verdicts(self, organisation_id: str, evaluation_id: str) -> list[EssayVerdictRow]:
        """See `core.ports.essays.EssayReviewStore.essay_verdicts`."""
        query = (
            select(VERDICT)
            .where(VERDICT.c.organisation_id == organisation_id, VERDICT.c.evaluation_id == evaluation_id)
            .order_by(VERDICT.c.place_start, VERDICT.c.place_end, VERDICT.c.replacement)
        )
        with self.read() as connection:
            return [verdict_row(dict(row)) for row in connection.execute(query).mappings()]

    def dismissals(
        self, organisation_id: str, *, settled: bool, limit: int, student_ids: Collection[str] | None = None
    ) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """See `core.ports.essays.EssayReviewStore.dismissals`."""
        waiting = and_(VERDICT.c.verdict.in_(WAITING_VERDICTS), VERDICT.c.settled == OPEN)
        by_teachers = and_(VERDICT.c.settled != OPEN, VERDICT.c.made_by_ruling.is_(False))
        newest_first = VERDICT.c.judged_at.desc(), *(VERDICT.c[name] for name in VERDICT_KEY)
        of_organisation = VERDICT.c.organisation_id == organisation_id
        conditions = [of_organisation, by_teachers if settled else waiting]
        if student_ids is not None:
            conditions.append(VERDICT.c.student_id.in_(list(student_ids)))
        return self._with_essays(*conditions, order=newest_first, limit=limit)

    def _with_essays(
        self, *conditions: ColumnElement[bool], order: Sequence[ColumnElement[Any]], limit: int | None = None
    ) -> list[tuple[EssayVerdictRow, StoredEssay]]:
        """Verdicts with the essays that they are about."""
        query = (
            select(VERDICT, *(column.label(f"essay_{column.name}") for column in ESSAY.c))
            .join(ESSAY, ESSAY.c.evaluation_id == VERDICT.c.evaluation_id)
            .where(*conditions)
            .order_by(*order)
            .limit(limit)
        )
        with self.read() as connection:
            rows = connection.execute(query).mappings().all()
        return [
            (
                verdict_row({column.name: row[column.name] for column in VERDICT.c}),
                essay_row({column.name: row[f"essay_{column.name}"] for column in ESSAY.c}),
            )
            for row in rows
        ]

    def dismissed_edit_keys(self, organisation_id: str, student_id: str) -> frozenset[str]:
        """See `core.ports.essays.EssayReviewStore.dismissed_edit_keys`."""
        query = select(VERDICT.c.known_as_written, VERDICT.c.known_as_mended).where(
            VERDICT.c.organisation_id == organisation_id,
            VERDICT.c.student_id == student_id,
            or_(
                and_(VERDICT.c.verdict.in_(PASSED_OVER), VERDICT.c.settled != "overruled"),
                and_(VERDICT.c.verdict == "asked", VERDICT.c.settled == "upheld"),
            ),
        )
        with self.read() as connection:
            return frozenset(key for row in connection.execute(query) for key in row)

    def overrule_essay_verdict(self, verdict: EssayVerdictRow, *, note: str) -> bool:
        """See `core.ports.essays.EssayReviewStore.overrule_essay_verdict`."""
        return self._settle_by_itself(verdict, before=OPEN, settled="overruled", note=note)

    def reopen_essay_verdict(self, verdict: EssayVerdictRow) -> bool:
        """See `core.ports.essays.EssayReviewStore.reopen_essay_verdict`."""
        return self._settle_by_itself(verdict, before="overruled", settled=OPEN, note="")

    def _settle_by_itself(self, verdict: EssayVerdictRow, *, before: str, settled: str, note: str) -> bool:
        """Change how a dismissal or a question is settled, without a ruling; False where it was not settled as `before`."""
        is_verdict = _is_verdict(
            verdict.organisation_id, verdict.evaluation_id, verdict.start, verdict.end, verdict.replacement
        )
        statement = (
            update(VERDICT)
            .where(*is_verdict, VERDICT.c.verdict.in_(WAITING_VERDICTS), VERDICT.c.settled == before)
            .values(settled=settled, teacher_note=note)
        )
        with self.write() as connection:
            self._lock_log(connection, verdict.organisation_id)  # before the verdict's row, as rulings do
            return connection.execute(statement).rowcount == 1

    # -- scores ------------------------------------------------------------------------------------------

    def put_essay_override(self, override: EssayOverrideRow) -> None:
        """See `core.ports.essays.EssayReviewStore.put_essay_override`."""
        row = {
            **vars(override),
            "rubric": json.dumps(override.rubric),
            "at": to_micros(override.at),
        }
        statement = self.insert(OVERRIDE).values(row)
        statement = statement.on_conflict_do_update(
            index_elements=["evaluation_id"],
            set_={name: statement.excluded[name] for name in OVERRIDE_VALUES},
            where=OVERRIDE.c.organisation_id == override.organisation_id,
        )
        with self.write() as connection:
            connection.execute(statement)

    def remove_essay_override(self, organisation_id: str, evaluation_id: str) -> None:
        """See `core.ports.essays.EssayReviewStore.remove_essay_override`."""
        with self.write() as connection:
            connection.execute(delete(OVERRIDE).where(*_is_override(organisation_id, evaluation_id)))

    def essay_override(self, organisation_id: str, evaluation_id: str) -> EssayOverrideRow | None:
        """The teacher's score of an essay."""
        query = select(OVERRIDE).where(*_is_override(organisation_id, evaluation_id))
        with self.read() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return None
        return EssayOverrideRow(**{**row, "rubric": json.loads(row["rubric"]), "at": from_micros(row["at"])})


# -- records to columns and back ------------------------------------------------------------------------------


def _is_verdict(
    organisation_id: str, evaluation_id: str, start: int, end: int, replacement: str
) -> list[ColumnElement[bool]]:
    return [
        VERDICT.c.organisation_id == organisation_id,
        VERDICT.c.evaluation_id == evaluation_id,
        VERDICT.c.place_start == start,
        VERDICT.c.place_end == end,
        VERDICT.c.replacement == replacement,
    ]


def _is_override(organisation_id: str, evaluation_id: str) -> list[ColumnElement[bool]]:
    return [OVERRIDE.c.organisation_id == organisation_id, OVERRIDE.c.evaluation_id == evaluation_id]


def verdict_columns(row: EssayVerdictRow) -> dict[str, Any]:
    """The row of the table for a verdict."""
    columns = {
        **vars(row),
        "place_start": row.start,
        "place_end": row.end,
        "known_as_written": row.edit_keys[0],
        "known_as_mended": row.edit_keys[1],
        "judged_at": to_micros(row.judged_at),
        "settled": row.settled or OPEN,
    }
    for name in ("start", "end", "edit_keys"):
        del columns[name]
    return columns


def verdict_row(columns: dict[str, Any]) -> EssayVerdictRow:
    """The verdict in a row of the table."""
    start, end = columns.pop("place_start"), columns.pop("place_end")
    edit_keys = columns.pop("known_as_written"), columns.pop("known_as_mended")
    columns["judged_at"] = from_micros(columns["judged_at"])
    columns["settled"] = columns["settled"] or None
    return EssayVerdictRow(**columns, start=start, end=end, edit_keys=edit_keys)
