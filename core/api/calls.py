"""What every part of the facade does for a call: choose the language of its answer, and count it."""

from __future__ import annotations

from pydantic import BaseModel

from core.errors import QuotaExceeded
from core.ports.store import Store
from core.records.access import Caller
from core.wire import Language


class Calls:
    """What every part of the facade does for a call: choose the language of its answer, and count it."""

    def __init__(
        self,
        *,
        store: Store,
        default_language: Language,
    ) -> None:
        self._store = store
        self._default_language = default_language

    def language(self, caller: Caller, student_id: str | None) -> Language:
        """The explanation language: the request's, else the student's, else the default."""
        if caller.language is not None:
            return caller.language
        student = self._store.student(caller.organisation_id, student_id) if student_id else None
        return (student.explanation_language if student else None) or self._default_language

    def explain_in(self, language: Language, student_id: str, caller: Caller) -> None:
        """Set the language of explanations to a student, for requests that name none."""
        self._store.set_explanation_language(caller.organisation_id, student_id, language)

    def count(self, caller: Caller, reply: BaseModel | None = None, *, student_id: str | None = None) -> None:
        """Count a call that has written nothing itself, and store its reply under its Idempotency-Key. Raises `QuotaExceeded`."""
        if caller.call is not None:
            kept_reply = reply.model_dump_json() if reply is not None and caller.call.idempotency_key else None
            self._store.count_call(caller.call, reply=kept_reply, student_id=student_id)

    def refuse_past_quota(self, caller: Caller) -> None:
        """Refuse a call past the quota before it writes anything in transactions of its own. Raises `QuotaExceeded`.

        The decision is final only in the transaction that counts the call afterwards: of two calls that race for the last one of
        the quota, one is refused although its work is done, and sending it again changes nothing.
        """
        call = caller.call
        if call is None or call.limit is None:
            return
        if self._store.quota_used(call.organisation_id, call.period) >= call.limit:
            call.receipt.used = call.limit
            raise QuotaExceeded(limit=call.limit, retry_after_seconds=call.retry_after_seconds)
