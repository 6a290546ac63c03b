"""What requests for more calls need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from core.records.access import Call
from core.records.quota import Plan, QuotaRequest, RequestState, TemporaryGrant


class QuotaRequestStore(Protocol):
    """Requests for more calls."""

    def add_quota_request(self, request: QuotaRequest, *, most_open: int, call: Call | None, reply: str | None) -> bool:
        """Store a request, and its reply under the call's Idempotency-Key; nothing is counted.

        False, and nothing stored, where the organisation has `most_open` open requests already, with those that were made within a day
        and withdrawn. Raises `AlreadyAnswered`.
        """
        ...

    def quota_requests(self, organisation_id: str) -> list[QuotaRequest]:
        """The organisation's requests, the oldest first."""
        ...

    def answer_quota_request(
        self,
        organisation_id: str,
        request_id: str,
        state: RequestState,
        *,
        at: datetime,
        granted: TemporaryGrant | Plan | None = None,
    ) -> bool:
        """Close an open request together with what is granted by it, all or nothing; False, and nothing changed, where it is not open."""
        ...
