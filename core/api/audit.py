"""The audit log: who did what in an organisation, for its administrators."""

from __future__ import annotations

from datetime import date, timedelta

from core.access.arguments import bounded
from core.access.audit import reading
from core.access.audit.reading import MOST_ROWS
from core.access.audit.wire import AuditActor, AuditLine, AuditPage, AuditSubject
from core.errors import Forbidden
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.audit import AUDIT_ACTIONS, FACT_NAMES, AuditAction, Fact, FactName
from core.wire import Bilingual

__all__ = [
    "AUDIT_ACTIONS",
    "FACT_NAMES",
    "MOST_ROWS",
    "AuditAction",
    "AuditActor",
    "AuditLine",
    "AuditLog",
    "AuditPage",
    "AuditSubject",
    "Fact",
    "FactName",
]
"""With the names that pages may import for it (they use the core through its facade only)."""


@bounded
class AuditLog:
    """Who did what in an organisation, for its administrators. `by` is the id of the account that looks.

    `kept_days`: for how long the nightly work keeps entries.
    """

    def __init__(self, *, store: Store, clock: Clock, kept_days: int) -> None:
        self._store = store
        self._clock = clock
        self.kept_days = kept_days

    def page(
        self,
        caller: Caller,
        *,
        by: str,
        actor: AuditActor | None = None,
        action: AuditAction | None = None,
        since: date | None = None,
        until: date | None = None,
        below: int | None = None,
    ) -> AuditPage:
        """A page of the log, the newest first; `below` is where the page before says that this one begins.

        `actor`, `action`: of these alone; `since`, `until`: days in UTC+8, both included. Raises `Forbidden` for everybody but
        administrators, `BadParameter` for a range that ends before it begins.
        """
        self._refuse_others(caller, by)
        asked = reading.wanted(actor=actor, action=action, since=since, until=until)
        return reading.page(caller.organisation_id, asked, below=below, store=self._store)

    def rows(
        self,
        caller: Caller,
        *,
        by: str,
        actor: AuditActor | None = None,
        action: AuditAction | None = None,
        since: date | None = None,
        until: date | None = None,
    ) -> list[AuditLine]:
        """The entries that `page` shows on all pages together, at most the newest `MOST_ROWS`. Raises as `page`."""
        self._refuse_others(caller, by)
        asked = reading.wanted(actor=actor, action=action, since=since, until=until)
        return list(reading.rows(caller.organisation_id, asked, store=self._store))

    def actors(self, caller: Caller, *, by: str) -> list[AuditActor]:
        """Whoever stands in the log, to choose from. Raises `Forbidden`."""
        self._refuse_others(caller, by)
        return reading.actors(caller.organisation_id, store=self._store)

    def forget_old(self) -> int:
        """Delete the entries of all organisations that are past their time; returns their number."""
        return self._store.forget_audit_entries(self._clock.now() - timedelta(days=self.kept_days))

    def _refuse_others(self, caller: Caller, by: str) -> None:
        account = self._store.account(caller.organisation_id, by)
        if account is None or account.role != "admin" or account.disabled_at is not None:
            raise Forbidden(
                "Only administrators of the organisation read who did what.",
                remedy=Bilingual(zh="请联系本校的管理员。", en="Ask an administrator of your school."),
            )
