"""The quota of an organisation: its requests for more, and the operator's answers to those of all."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from core.access import quota_requests
from core.access.acting import acting
from core.access.arguments import bounded
from core.access.operator import refuse_all_but_named_operator
from core.access.quota_requests import (
    LONGEST_REASON,
    MOST_CALLS,
    MOST_OPEN,
    QuotaRequestBody,
    QuotaRequestMade,
    WaitingRequest,
)
from core.errors import NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller, Organisation, Tier
from core.records.audit import THE_OPERATOR
from core.records.quota import QuotaRequest

__all__ = [
    "LONGEST_REASON",
    "MOST_CALLS",
    "MOST_OPEN",
    "QuotaRequestBody",
    "QuotaRequestMade",
    "Quotas",
    "WaitingRequest",
]
"""With the names that pages may import for it (they use the core through its facade only)."""


@bounded
class Quotas:
    """The quota of an organisation: its requests for more, and the operator's answers to those of all."""

    def __init__(self, *, store: Store, clock: Clock, identifiers: Identifiers, operator: str = "") -> None:
        """`operator`: the name of the organisation whose administrators may answer requests; "" for none."""
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._operator = operator

    def ask(self, request: QuotaRequestBody, caller: Caller) -> QuotaRequestMade:
        """POST /quota/requests: keep a request for the operator. Raises `BadRequest` where 20 wait already."""
        return quota_requests.ask(request, caller, store=self._store, clock=self._clock, identifiers=self._identifiers)

    def requests(self, caller: Caller) -> list[QuotaRequest]:
        """The organisation's requests, the newest first."""
        return list(reversed(self._store.quota_requests(caller.organisation_id)))

    def withdraw(self, request_id: str, caller: Caller) -> None:
        """Take an open request of the organisation back. Raises `NotFound`, `BadRequest` where it was answered meanwhile."""
        own = (each for each in self._store.quota_requests(caller.organisation_id) if each.request_id == request_id)
        request = next(own, None)
        if request is None:
            raise NotFound(f"There is no request {request_id!r}.")
        quota_requests.withdraw(request, store=self._store, clock=self._clock)

    # -- the operator's side ------------------------------------------------------------------------------

    def waiting(self, caller: Caller) -> list[WaitingRequest]:
        """The requests of all organisations that wait, the oldest first. Raises `Forbidden` for all but the operator's."""
        refuse_all_but_named_operator(caller, named=self._operator, store=self._store)
        return quota_requests.waiting(store=self._store)

    def grant(self, request_id: str, caller: Caller, *, calls: int | None = None, tier: Tier | None = None) -> None:
        """Grant a request as `wenlu quota answer` does. Raises `Forbidden`, and what `core.access.quota_requests.grant` raises."""
        organisation, request = self._named(request_id, caller)
        with _as_they_know_it(caller, organisation):
            quota_requests.grant(organisation, request, calls=calls, tier=tier, store=self._store, clock=self._clock)

    def refuse(self, request_id: str, caller: Caller) -> None:
        """Refuse a request. Raises `Forbidden`, `NotFound`, `BadRequest` where it was answered meanwhile."""
        organisation, request = self._named(request_id, caller)
        with _as_they_know_it(caller, organisation):
            quota_requests.refuse(request, store=self._store, clock=self._clock)

    def _named(self, request_id: str, caller: Caller) -> tuple[Organisation, QuotaRequest]:
        refuse_all_but_named_operator(caller, named=self._operator, store=self._store)
        return quota_requests.named(request_id, store=self._store)


def _as_they_know_it(caller: Caller, organisation: Organisation) -> AbstractContextManager[None]:
    """In the log of another organisation the operator acts: an account of the operator's organisation says nothing there."""
    return nullcontext() if organisation.organisation_id == caller.organisation_id else acting(THE_OPERATOR)
