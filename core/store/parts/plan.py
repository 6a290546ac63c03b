"""The plan part of the store: settings, plans, completions, and the input of planning, for students in blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, Engine, Row, Select, bindparam, select, update

from core.records.access import Call
from core.records.evidence import Evidence
from core.records.items import Item, parts_of
from core.records.plan import AnswerTime, Completion, StoredPlan, StoredSettings
from core.store.parts.answers import ANSWER, EVIDENCE, AnswerPart, evidence_row
from core.store.parts.items import ISSUE, ITEM, MAX_IDS, ItemPart
from core.store.parts.students import STUDENT
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.plan import DayPlanTable, PlanSettingsTable, ThingDoneTable

PLAN = table(DayPlanTable)
SETTINGS = table(PlanSettingsTable)
COMPLETION = table(ThingDoneTable)

STUDENTS: BindParameter[Sequence[str]] = bindparam("student_ids", expanding=True)

PLANS_BETWEEN = (
    select(PLAN)
    .where(
        PLAN.c.organisation_id == bindparam("organisation_id"),
        PLAN.c.student_id == bindparam("student_id"),
        PLAN.c.day.between(bindparam("first"), bindparam("last")),
    )
    .order_by(PLAN.c.day)
)
REPLACE_PLAN = update(PLAN).where(
    PLAN.c.organisation_id == bindparam("of_organisation"),
    PLAN.c.student_id == bindparam("of_student"),
    PLAN.c.day == bindparam("of_day"),
    PLAN.c.version == bindparam("before"),
)
SETTINGS_OF = select(SETTINGS).where(
    SETTINGS.c.organisation_id == bindparam("organisation_id"), SETTINGS.c.student_id.in_(STUDENTS)
)
COMPLETIONS_BETWEEN = (
    select(COMPLETION)
    .where(
        COMPLETION.c.organisation_id == bindparam("organisation_id"),
        COMPLETION.c.student_id.in_(STUDENTS),
        COMPLETION.c.day.between(bindparam("first"), bindparam("last")),
    )
    .order_by(COMPLETION.c.at, COMPLETION.c.student_id, COMPLETION.c.resource_id)
)
ITEMS_SHOWN = select(ISSUE.c.student_id, ISSUE.c.item_id).where(
    ISSUE.c.organisation_id == bindparam("organisation_id"),
    ISSUE.c.student_id.in_(STUDENTS),
    ISSUE.c.issued_at >= bindparam("since"),
)
SOURCES_SHOWN = ITEMS_SHOWN.with_only_columns(ISSUE.c.student_id, ISSUE.c.source).distinct()
ANSWER_TIMES = (
    select(ANSWER.c.student_id, ANSWER.c.type, ANSWER.c.topic, ANSWER.c.time_spent_seconds, ANSWER.c.answered_at)
    .where(
        ANSWER.c.organisation_id == bindparam("organisation_id"),
        ANSWER.c.student_id.in_(STUDENTS),
        ANSWER.c.answered_at >= bindparam("since"),
        ANSWER.c.answered,
    )
    .order_by(ANSWER.c.student_id, ANSWER.c.answered_at, ANSWER.c.evaluation_id, ANSWER.c.position)
)
EVIDENCE_OF_KINDS = (
    select(EVIDENCE)
    .where(
        EVIDENCE.c.organisation_id == bindparam("organisation_id"),
        EVIDENCE.c.student_id.in_(STUDENTS),
        EVIDENCE.c.kind.in_(bindparam("kinds", expanding=True)),
        EVIDENCE.c.occurred_at >= bindparam("since"),
    )
    .order_by(EVIDENCE.c.student_id, EVIDENCE.c.occurred_at, EVIDENCE.c.seq)
)
EVIDENCE_ON_POINTS = (
    select(EVIDENCE)
    .where(
        EVIDENCE.c.organisation_id == bindparam("organisation_id"),
        EVIDENCE.c.student_id.in_(STUDENTS),
        EVIDENCE.c.target_kind == "point",
        EVIDENCE.c.target.in_(bindparam("point_ids", expanding=True)),
        EVIDENCE.c.occurred_at >= bindparam("since"),
    )
    .order_by(EVIDENCE.c.student_id, EVIDENCE.c.occurred_at, EVIDENCE.c.seq)
)
EXISTING_STUDENTS = (
    select(STUDENT.c.student_id)
    .where(STUDENT.c.organisation_id == bindparam("organisation_id"), STUDENT.c.student_id.in_(STUDENTS))
    .order_by(STUDENT.c.student_id)
    .with_for_update(read=True, key_share=True)
)
"""On PostgreSQL an erasure waits until the transaction that selected the students has ended."""
EXISTING_ITEMS = select(ITEM.c.item_id).where(ITEM.c.item_id.in_(bindparam("item_ids", expanding=True)))


class PlanPart(ItemPart, AnswerPart):
    """`core.ports.plan.PlanStore` in SQL."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._stored_ids: set[str] = set()
        """Ids of items that are in the database: none is ever removed, and 60,000 of them are a few megabytes."""

    def plan(self, organisation_id: str, student_id: str, day: date) -> StoredPlan | None:
        """The student's plan of a day (UTC+8)."""
        return next(iter(self.plans_between(organisation_id, student_id, day, day)), None)

    def plans_between(self, organisation_id: str, student_id: str, first: date, last: date) -> list[StoredPlan]:
        """See `core.ports.plan.PlanStore.plans_between`."""
        parameters = {
            "organisation_id": organisation_id,
            "student_id": student_id,
            "first": first.isoformat(),
            "last": last.isoformat(),
        }
        with self.read() as connection:
            return [_plan(row) for row in connection.execute(PLANS_BETWEEN, parameters)]

    def plans_of_day(self, organisation_id: str, day: date) -> list[StoredPlan]:
        """See `core.ports.plan.PlanStore.plans_of_day`."""
        query = select(PLAN).where(PLAN.c.organisation_id == organisation_id, PLAN.c.day == day.isoformat())
        with self.read() as connection:
            return [_plan(row) for row in connection.execute(query.order_by(PLAN.c.student_id))]

    def students_with_plans(self, organisation_id: str, first: date, last: date) -> list[str]:
        """See `core.ports.plan.PlanStore.students_with_plans`."""
        days = PLAN.c.day.between(first.isoformat(), last.isoformat())
        query = select(PLAN.c.student_id).distinct().where(PLAN.c.organisation_id == organisation_id, days)
        with self.read() as connection:
            return list(connection.execute(query.order_by(PLAN.c.student_id)).scalars())

    def put_plan(
        self,
        plan: StoredPlan,
        *,
        before: int | None,
        items: Sequence[Item] = (),
        call: Call | None = None,
        reply: str | None = None,
    ) -> bool:
        """See `core.ports.plan.PlanStore.put_plan`."""
        with self.write() as connection:
            if not self._replace_plan(connection, plan, before):
                return False
            self._store_items(connection, items, plan.made_at)
            self.count(connection, call, reply, student_id=plan.student_id)
        self._item_cache.add(items)
        return True

    def _replace_plan(self, connection: Connection, plan: StoredPlan, before: int | None) -> bool:
        """See `PlanStore.put_plan`; False when another was quicker."""
        if before is None:
            return connection.execute(self.insert_new(PLAN), _plan_columns(plan)).rowcount == 1
        parameters = {
            "of_organisation": plan.organisation_id,
            "of_student": plan.student_id,
            "of_day": plan.day.isoformat(),
            "before": before,
        }
        changed = {"version": plan.version, "body": plan.body, "made_at": to_micros(plan.made_at)}
        return connection.execute(REPLACE_PLAN.values(changed), parameters).rowcount == 1

    def add_plans(self, plans: Sequence[StoredPlan], items: Iterable[Item]) -> int:
        """See `core.ports.plan.PlanStore.add_plans`. Students who do not exist (any more) are skipped."""
        if not plans:
            return 0
        at = max(plan.made_at for plan in plans)
        with self.write() as connection:
            existing = _existing_students(connection, plans)
            rows = [_plan_columns(plan) for plan in plans if (plan.organisation_id, plan.student_id) in existing]
            if not rows:
                return 0
            self._store_items(connection, list(items), at)
            rows.sort(key=lambda row: (row["organisation_id"], row["student_id"], row["day"]))  # avoids deadlocks
            return connection.execute(self.insert_new(PLAN), rows).rowcount

    def missing_item_ids(self, item_ids: Collection[str]) -> frozenset[str]:
        """See `core.ports.plan.PlanStore.missing_item_ids`. To look up an id costs a tenth of writing an item as JSON."""
        unknown_ids = sorted(set(item_ids) - self._stored_ids)
        stored_ids: set[str] = set()
        with self.read() as connection:
            for part in _blocks(unknown_ids):
                stored_ids.update(connection.execute(EXISTING_ITEMS, {"item_ids": part}).scalars())
        self._stored_ids |= stored_ids
        return frozenset(unknown_ids) - stored_ids

    # -- settings, completions ---------------------------------------------------------------------------

    def plan_settings(self, organisation_id: str, student_ids: Sequence[str]) -> dict[str, StoredSettings]:
        """See `core.ports.plan.PlanStore.plan_settings`."""
        return {
            row.student_id: StoredSettings(row.organisation_id, row.student_id, row.body, from_micros(row.set_at))
            for row in self._of_students(SETTINGS_OF, organisation_id, student_ids)
        }

    def put_plan_settings(self, settings: StoredSettings) -> None:
        """Store settings in place of the earlier ones; the student is created if new."""
        row = {**vars(settings), "set_at": to_micros(settings.set_at)}
        statement = self.insert(SETTINGS).on_conflict_do_update(
            index_elements=["organisation_id", "student_id"], set_={"body": row["body"], "set_at": row["set_at"]}
        )
        with self.write() as connection:
            self.ensure_student(connection, settings.organisation_id, settings.student_id, settings.set_at)
            connection.execute(statement, row)

    def add_completion(self, completion: Completion, evidence: Sequence[Evidence] = ()) -> bool:
        """See `core.ports.plan.PlanStore.add_completion`."""
        row = {**vars(completion), "day": completion.day.isoformat(), "at": to_micros(completion.at)}
        with self.write() as connection:
            self.ensure_student(connection, completion.organisation_id, completion.student_id, completion.at)
            if connection.execute(self.insert_new(COMPLETION), row).rowcount == 0:
                return False
            self._append(connection, completion.organisation_id, evidence, at=completion.at)
        return True

    def completions_between(
        self, organisation_id: str, student_ids: Sequence[str], first: date, last: date
    ) -> list[Completion]:
        """See `core.ports.plan.PlanStore.completions_between`."""
        rows = self._of_students(
            COMPLETIONS_BETWEEN, organisation_id, student_ids, first=first.isoformat(), last=last.isoformat()
        )
        return sorted((_completion(row) for row in rows), key=lambda completion: completion.at)

    # -- the input of planning ---------------------------------------------------------------------------

    def items_shown_to(
        self, organisation_id: str, student_ids: Sequence[str], since: datetime
    ) -> dict[str, frozenset[str]]:
        """See `core.ports.plan.PlanStore.items_shown_to`; every given student has an entry."""
        shown: dict[str, set[str]] = defaultdict(set)
        for student_id, item_id in self._of_students(ITEMS_SHOWN, organisation_id, student_ids, since=to_micros(since)):
            shown[student_id].add(item_id)
        return {student_id: frozenset(shown[student_id]) for student_id in student_ids}

    def sources_shown_to(
        self, organisation_id: str, student_ids: Sequence[str], since: datetime
    ) -> dict[str, frozenset[str]]:
        """See `core.ports.plan.PlanStore.sources_shown_to`; every given student has an entry."""
        shown: dict[str, set[str]] = defaultdict(set)
        for student_id, source in self._of_students(
            SOURCES_SHOWN, organisation_id, student_ids, since=to_micros(since)
        ):
            shown[student_id].update(parts_of(source))
        return {student_id: frozenset(shown[student_id]) for student_id in student_ids}

    def answer_seconds(self, organisation_id: str, student_ids: Sequence[str], since: datetime) -> list[AnswerTime]:
        """See `core.ports.plan.PlanStore.answer_seconds`."""
        rows = self._of_students(ANSWER_TIMES, organisation_id, student_ids, since=to_micros(since))
        return [  # unpacked by position: access by name would cost more than reading the values
            AnswerTime(student_id, type_, topic, seconds, from_micros(at))
            for student_id, type_, topic, seconds, at in rows
        ]

    def evidence_of_kinds(
        self, organisation_id: str, student_ids: Sequence[str], kinds: Collection[str], since: datetime
    ) -> list[Evidence]:
        """See `core.ports.plan.PlanStore.evidence_of_kinds`."""
        parameters = {"kinds": sorted(kinds), "since": to_micros(since)}
        return [
            evidence_row(row)
            for row in self._of_students(EVIDENCE_OF_KINDS, organisation_id, student_ids, **parameters)
        ]

    def evidence_on_points(
        self, organisation_id: str, student_ids: Sequence[str], point_ids: Collection[str], since: datetime
    ) -> list[Evidence]:
        """See `core.ports.plan.PlanStore.evidence_on_points`."""
        parameters = {"point_ids": sorted(point_ids), "since": to_micros(since)}
        return [
            evidence_row(row)
            for row in self._of_students(EVIDENCE_ON_POINTS, organisation_id, student_ids, **parameters)
        ]

    def _of_students(
        self, query: Select[Any], organisation_id: str, student_ids: Sequence[str], **parameters: Any
    ) -> Iterator[Any]:
        """The rows of a query over students, one block of ids at a time, in the order of the ids."""
        with self.read() as connection:
            for part in _blocks(sorted(set(student_ids))):
                rows = connection.execute(
                    query, {"organisation_id": organisation_id, "student_ids": part, **parameters}
                )
                yield from rows.all()


# -- parts ---------------------------------------------------------------------------------------------------


def _blocks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), MAX_IDS):
        yield ids[start : start + MAX_IDS]


def _existing_students(connection: Connection, plans: Sequence[StoredPlan]) -> set[tuple[str, str]]:
    """(organisation id, student id) of the plans whose student was not erased."""
    ids_by_organisation: dict[str, set[str]] = defaultdict(set)
    for plan in plans:
        ids_by_organisation[plan.organisation_id].add(plan.student_id)
    return {
        (organisation_id, student_id)
        for organisation_id, student_ids in sorted(ids_by_organisation.items())
        for part in _blocks(sorted(student_ids))
        for student_id in connection.execute(
            EXISTING_STUDENTS, {"organisation_id": organisation_id, "student_ids": part}
        ).scalars()
    }


def _plan_columns(plan: StoredPlan) -> dict[str, Any]:
    return {**vars(plan), "day": plan.day.isoformat(), "made_at": to_micros(plan.made_at)}


def _plan(row: Row[Any]) -> StoredPlan:
    return StoredPlan(**{**row._mapping, "day": date.fromisoformat(row.day), "made_at": from_micros(row.made_at)})


def _completion(row: Row[Any]) -> Completion:
    return Completion(**{**row._mapping, "day": date.fromisoformat(row.day), "at": from_micros(row.at)})
