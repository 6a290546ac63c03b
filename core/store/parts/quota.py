"""The part of the store for requests for more calls."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, RowMapping, and_, func, or_, select, update

from core.records.access import Call
from core.records.audit import Fact, FactName, Subject
from core.records.quota import Plan, QuotaRequest, RequestState, TemporaryGrant
from core.store.database.session import SqlPart
from core.store.tables.access import OrganisationTable, TemporaryQuotaTable
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.quota import QuotaRequestTable

REQUEST = table(QuotaRequestTable)
ORGANISATION = table(OrganisationTable)
TEMPORARY = table(TemporaryQuotaTable)
WITHDRAWN_COUNTED = timedelta(days=1)
"""For how long a request that was withdrawn counts as one that waits."""


class QuotaRequestPart(SqlPart):
    """`core.ports.quota.QuotaRequestStore` in SQL."""

    def add_quota_request(self, request: QuotaRequest, *, most_open: int, call: Call | None, reply: str | None) -> bool:
        """See `core.ports.quota.QuotaRequestStore.add_quota_request`."""
        with self.write() as connection:
            if self._counted_requests(connection, request) >= most_open:
                return False
            if call is not None and reply is not None:
                self.remember(connection, call, reply, student_id=None)
            connection.execute(REQUEST.insert(), _columns(request))
            asked = Subject("request", request.request_id)
            facts: dict[FactName, Fact] = {"calls": request.calls, "tier": request.tier}
            self.note(connection, request.organisation_id, "quota_requested", asked, at=request.made_at, facts=facts)
            return True

    def _counted_requests(self, connection: Connection, request: QuotaRequest) -> int:
        """How many requests wait, with those that were made within a day and withdrawn: else making and withdrawing would know no bound.

        On PostgreSQL another request of the organisation waits until the transaction has ended.
        """
        connection.execute(
            select(ORGANISATION.c.organisation_id)
            .where(ORGANISATION.c.organisation_id == request.organisation_id)
            .with_for_update(key_share=True)
        )
        day_before = to_micros(request.made_at - WITHDRAWN_COUNTED)
        is_withdrawn = and_(REQUEST.c.state == "withdrawn", REQUEST.c.made_at > day_before)
        counted = select(func.count()).where(
            REQUEST.c.organisation_id == request.organisation_id, or_(REQUEST.c.state == "open", is_withdrawn)
        )
        return int(connection.execute(counted).scalar_one())

    def quota_requests(self, organisation_id: str) -> list[QuotaRequest]:
        """See `core.ports.quota.QuotaRequestStore.quota_requests`."""
        query = (
            select(REQUEST)
            .where(REQUEST.c.organisation_id == organisation_id)
            .order_by(REQUEST.c.made_at, REQUEST.c.request_id)
        )
        with self.read() as connection:
            return [_request(row) for row in connection.execute(query).mappings()]

    def answer_quota_request(
        self,
        organisation_id: str,
        request_id: str,
        state: RequestState,
        *,
        at: datetime,
        granted: TemporaryGrant | Plan | None = None,
    ) -> bool:
        """See `core.ports.quota.QuotaRequestStore.answer_quota_request`."""
        calls = granted.calls if isinstance(granted, TemporaryGrant) else granted.monthly_limit if granted else None
        tier = granted.tier if isinstance(granted, Plan) else None
        closed = (
            update(REQUEST)
            .where(
                REQUEST.c.organisation_id == organisation_id,
                REQUEST.c.request_id == request_id,
                REQUEST.c.state == "open",
            )
            .values(state=state, granted_calls=calls, granted_tier=tier, answered_at=to_micros(at))
        )
        with self.write() as connection:
            if connection.execute(closed).rowcount == 0:
                return False
            _grant(connection, organisation_id, granted, at)
            asked = Subject("request", request_id)
            if state == "withdrawn":
                self.note(connection, organisation_id, "quota_request_withdrawn", asked, at=at)
            else:
                facts: dict[FactName, Fact] = {"state": state, "calls": calls, "tier": tier}
                self.note(connection, organisation_id, "quota_request_answered", asked, at=at, facts=facts)
            return True


def _grant(connection: Connection, organisation_id: str, granted: TemporaryGrant | Plan | None, at: datetime) -> None:
    if isinstance(granted, TemporaryGrant):
        row = {**vars(granted), "organisation_id": organisation_id, "granted_at": to_micros(at)}
        connection.execute(TEMPORARY.insert(), row)
    elif granted is not None:
        plan = update(ORGANISATION).where(ORGANISATION.c.organisation_id == organisation_id)
        connection.execute(plan.values(**vars(granted)))


def _columns(request: QuotaRequest) -> dict[str, Any]:
    answered_at = None if request.answered_at is None else to_micros(request.answered_at)
    return {**vars(request), "made_at": to_micros(request.made_at), "answered_at": answered_at}


def _request(row: RowMapping) -> QuotaRequest:
    answered_at = None if row["answered_at"] is None else from_micros(row["answered_at"])
    return QuotaRequest(**{**row, "made_at": from_micros(row["made_at"]), "answered_at": answered_at})
