"""The part of the store for the audit log: reading it, what is noted outside of the database, and what becomes of those who are gone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, delete, inspect, select, update

from core.records.audit import (
    NOBODY,
    Actor,
    ActorKind,
    AuditAction,
    AuditEntry,
    AuditFilter,
    Fact,
    FactName,
    Subject,
    SubjectKind,
)
from core.store.database.session import SqlPart
from core.store.parts.classes import id_blocks
from core.store.parts.students import LOCKED
from core.store.tables.access import OrganisationTable
from core.store.tables.audit import AuditEntryTable
from core.store.tables.columns import from_micros, table, to_micros

ENTRY = table(AuditEntryTable)
ORGANISATION = table(OrganisationTable)
NAMED = ((ENTRY.c.subject_kind, ENTRY.c.subject_id), (ENTRY.c.related_kind, ENTRY.c.related_id))
"""The columns in which an entry names whom it concerns."""


class AuditPart(SqlPart):
    """`core.ports.audit.AuditStore` in SQL."""

    def note_act(
        self,
        organisation_id: str,
        action: AuditAction,
        subject: Subject,
        *,
        at: datetime,
        facts: Mapping[FactName, Fact] | None = None,
    ) -> None:
        """See `core.ports.audit.AuditStore.note_act`."""
        with self.write() as connection:
            if subject.kind == "student":
                row = {"organisation_id": organisation_id, "student_id": subject.id}
                # An erasure waits for this entry and then puts its receipt there, or is waited for and has taken the student away.
                subject = NOBODY if connection.execute(LOCKED, row).first() is None else subject
            self.note(connection, organisation_id, action, subject, at=at, facts=facts)

    def note_restored(self, connection: Connection, *, made_at: str) -> None:
        """Note in the log of each organisation of a backup, inside the transaction that restores it, from when its data is now. Where it is left
        as an earlier version made it, there is no log yet."""
        if not inspect(connection).has_table(ENTRY.name):
            return
        query = select(ORGANISATION.c.organisation_id).order_by(ORGANISATION.c.organisation_id)
        for organisation_id in connection.execute(query).scalars().all():
            school = Subject("organisation", organisation_id)
            self.note(connection, organisation_id, "backup_restored", school, facts={"made_at": made_at})

    def audit_entries(
        self, organisation_id: str, wanted: AuditFilter, *, below: int | None, limit: int
    ) -> list[AuditEntry]:
        """See `core.ports.audit.AuditStore.audit_entries`."""
        conditions = _conditions(organisation_id, wanted)
        if below is not None:
            conditions.append(ENTRY.c.seq < below)
        query = select(ENTRY).where(*conditions).order_by(ENTRY.c.seq.desc()).limit(limit)
        with self.read() as connection:
            return [_entry(row) for row in connection.execute(query).mappings()]

    def audit_actors(self, organisation_id: str) -> list[Actor]:
        """See `core.ports.audit.AuditStore.audit_actors`."""
        query = select(ENTRY.c.actor_kind, ENTRY.c.actor_id).where(ENTRY.c.organisation_id == organisation_id)
        with self.read() as connection:
            rows = connection.execute(query.distinct().order_by(ENTRY.c.actor_kind, ENTRY.c.actor_id)).all()
        return [Actor(cast(ActorKind, row.actor_kind), row.actor_id) for row in rows]

    def forget_audit_entries(self, before: datetime) -> int:
        """See `core.ports.audit.AuditStore.forget_audit_entries`."""
        with self.write() as connection:
            return connection.execute(delete(ENTRY).where(ENTRY.c.at < to_micros(before))).rowcount


def put_in_place(
    connection: Connection,
    organisation_id: str,
    instead: str,
    *,
    students: Sequence[str],
    accounts: Sequence[str],
    as_kind: SubjectKind | None = None,
) -> None:
    """Put the id of a receipt, or of the import that was taken back, in the place of those of students and accounts that are gone: who did
    what and when is still told, and not to whom. `as_kind`: of what `instead` is the id; None: a receipt, under which they stay what they were.
    """
    own = ENTRY.c.organisation_id == organisation_id
    for gone_kind, ids in (("student", students), ("account", accounts)):
        for block in id_blocks(ids):
            for kind, name in NAMED:
                changed = {name: instead} if as_kind is None else {name: instead, kind: as_kind}
                connection.execute(update(ENTRY).where(own, kind == gone_kind, name.in_(block)).values(changed))
    for block in id_blocks(accounts):
        acted = ENTRY.c.actor_kind == "account", ENTRY.c.actor_id.in_(block)
        connection.execute(update(ENTRY).where(own, *acted).values(actor_id=instead))


def give_entries(connection: Connection, organisation_id: str, student_id: str, into: str) -> None:
    """What was done with a student was done with the one into whom the student is merged, so that an erasure finds it."""
    for kind, name in NAMED:
        concerned = ENTRY.c.organisation_id == organisation_id, kind == "student", name == student_id
        connection.execute(update(ENTRY).where(*concerned).values({name: into}))


def give_account_entries(connection: Connection, organisation_id: str, closed: Sequence[str], kept: str) -> None:
    """What was done with and by the sign-ins that a merging closed was done with and by the one that stays, so that an erasure finds it."""
    for kind, name in (*NAMED, (ENTRY.c.actor_kind, ENTRY.c.actor_id)):
        concerned = ENTRY.c.organisation_id == organisation_id, kind == "account", name.in_(closed)
        connection.execute(update(ENTRY).where(*concerned).values({name: kept}))


def _conditions(organisation_id: str, wanted: AuditFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [ENTRY.c.organisation_id == organisation_id]
    if wanted.actor is not None:
        kind, actor_id = wanted.actor
        conditions += [ENTRY.c.actor_kind == kind, ENTRY.c.actor_id == actor_id]
    if wanted.action is not None:
        conditions.append(ENTRY.c.action == wanted.action)
    if wanted.since is not None:
        conditions.append(ENTRY.c.at >= to_micros(wanted.since))
    if wanted.before is not None:
        conditions.append(ENTRY.c.at < to_micros(wanted.before))
    return conditions


def _entry(row: Mapping[Any, Any]) -> AuditEntry:
    return AuditEntry(
        seq=row["seq"],
        organisation_id=row["organisation_id"],
        at=from_micros(row["at"]),
        actor=Actor(row["actor_kind"], row["actor_id"], row["request_id"]),
        action=row["action"],
        subject=Subject(row["subject_kind"], row["subject_id"]),
        related=Subject(row["related_kind"], row["related_id"]),
        facts=json.loads(row["facts"]),
    )
