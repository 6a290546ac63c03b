"""Reads the audit log of an organisation page by page, with the names that people and things have now.

Entries hold ids alone. A name is looked up when an entry is read, so that who was renamed is found under the new name, and of who was erased
no name is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cached_property

from core.access.audit.wire import AuditActor, AuditLine, AuditPage, AuditSubject
from core.errors import BadParameter
from core.learning.days import day_start
from core.ports.store import Store
from core.records.audit import Actor, ActorKind, AuditAction, AuditEntry, AuditFilter, Subject, SubjectKind
from core.wire import Bilingual

PAGE = 100
"""Entries of a page."""
MOST_ROWS = 50_000
"""Entries of a file, the newest."""
ROWS_AT_ONCE = 1_000


class Names:
    """What people and things of an organisation are called now. Each kind is read once, when the first of it is asked for."""

    def __init__(self, organisation_id: str, *, store: Store) -> None:
        self._organisation_id = organisation_id
        self._store = store
        self._by_kind: dict[str, Mapping[str, str]] = {}

    def actor(self, actor: Actor) -> AuditActor:
        """Who acted."""
        return AuditActor(kind=actor.kind, id=actor.id, name=self._name(actor.kind, actor.id))

    def subject(self, subject: Subject) -> AuditSubject:
        """Whom it concerned."""
        name = self._name(subject.kind, subject.id)
        gone = not name and subject.kind in ("student", "account")
        return AuditSubject(kind=subject.kind, id=subject.id, name=name, erased=gone and subject.id in self._receipts)

    def line(self, entry: AuditEntry) -> AuditLine:
        """One act."""
        return AuditLine(
            seq=entry.seq,
            at=entry.at,
            actor=self.actor(entry.actor),
            request_id=entry.actor.request_id,
            action=entry.action,
            subject=self.subject(entry.subject),
            related=self.subject(entry.related),
            facts=dict(entry.facts),
        )

    def _name(self, kind: ActorKind | SubjectKind, id_: str) -> str:
        if not id_:
            return ""
        if kind not in self._by_kind:
            self._by_kind[kind] = self._names(kind)
        return self._by_kind[kind].get(id_, "")

    def _names(self, kind: ActorKind | SubjectKind) -> Mapping[str, str]:
        """The names of all of a kind by id."""
        own, store = self._organisation_id, self._store
        if kind == "account":
            return {each.account_id: each.display_name for each in store.accounts(own)}
        if kind == "student":
            return {each.student_id: each.name for each in store.students(own)}
        if kind == "class":
            return {each.class_id: each.name for each in store.classes(own)}
        if kind == "key":
            return {each.key_id: f"{each.prefix}_…" for each in store.keys(own)}
        organisation = store.organisation(own) if kind == "organisation" else None
        return {} if organisation is None else {own: organisation.name}

    @cached_property
    def _receipts(self) -> frozenset[str]:
        return frozenset(each.receipt_id for each in self._store.erasure_receipts(self._organisation_id))


def wanted(
    *,
    actor: AuditActor | None = None,
    action: AuditAction | None = None,
    since: date | None = None,
    until: date | None = None,
) -> AuditFilter:
    """Which entries are asked for, by days in UTC+8, the last one included. Raises `BadParameter` for a range that ends before it begins."""
    if since is not None and until is not None and until < since:
        raise BadParameter.of(
            "until",
            "lies before `since`",
            remedy=Bilingual(
                zh="结束日期不能早于开始日期。", en="Choose an end that does not lie before the beginning."
            ),
        )
    return AuditFilter(
        actor=None if actor is None else (actor.kind, actor.id),
        action=action,
        since=None if since is None else day_start(since),
        before=None if until is None else day_start(until + timedelta(days=1)),
    )


def page(organisation_id: str, asked: AuditFilter, *, below: int | None, store: Store) -> AuditPage:
    """A page of the log, the newest first."""
    entries = store.audit_entries(organisation_id, asked, below=below, limit=PAGE + 1)
    names = Names(organisation_id, store=store)
    shown = entries[:PAGE]
    return AuditPage(
        lines=[names.line(each) for each in shown], below=shown[-1].seq if len(entries) > len(shown) else None
    )


def rows(organisation_id: str, asked: AuditFilter, *, store: Store, most: int = MOST_ROWS) -> Iterator[AuditLine]:
    """The newest entries, so many at most."""
    names, below, left = Names(organisation_id, store=store), None, most
    while left > 0:
        entries = store.audit_entries(organisation_id, asked, below=below, limit=min(left, ROWS_AT_ONCE))
        yield from map(names.line, entries)
        left -= len(entries)
        if len(entries) < ROWS_AT_ONCE:
            return
        below = entries[-1].seq


def actors(organisation_id: str, *, store: Store) -> list[AuditActor]:
    """Who stands in the log, those with names first."""
    names = Names(organisation_id, store=store)
    found = [names.actor(each) for each in store.audit_actors(organisation_id)]
    return sorted(found, key=lambda each: (each.kind, not each.name, each.name.casefold(), each.id))
