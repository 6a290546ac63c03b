"""The quota of an organisation, as its programs ask for more of it."""

from __future__ import annotations

from core.access import quota_requests
from core.access.arguments import bounded
from core.access.quota_requests import QuotaRequestBody, QuotaRequestMade
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller


@bounded
class Quotas:
    """The quota of an organisation, as its programs ask for more of it."""

    def __init__(self, *, store: Store, clock: Clock, identifiers: Identifiers) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers

    def ask(self, request: QuotaRequestBody, caller: Caller) -> QuotaRequestMade:
        """POST /quota/requests: keep a request for the operator. Raises `BadRequest` where 20 wait already."""
        return quota_requests.ask(request, caller, store=self._store, clock=self._clock, identifiers=self._identifiers)
