"""Requests for more calls: an organisation makes them over HTTP or on its page, the operator answers them on the command line or on theirs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.access.quota import TIER_CALLS, monthly_limit, period_of
from core.errors import BadParameter, BadRequest, NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller, Organisation, Tier
from core.records.quota import Plan, QuotaRequest, RequestKind, RequestState, TemporaryGrant
from core.wire import WHOLE, WITHOUT_NUL, Bilingual, Closed, is_none

MOST_OPEN = 20
"""Open requests of one organisation."""
MOST_CALLS = 100_000_000
LONGEST_REASON = 1_000
WAIT_FOR_ANSWERS = Bilingual(
    zh="请等运营方答复已提交的申请，或直接联系运营方；额度每月 1 日 00:00（UTC+8）重置。",
    en="Wait until the operator has answered the requests that were made, or write to the operator; "
    "quota resets on day 1 at 00:00 (UTC+8).",
)
ASK_TOMORROW = Bilingual(zh="请明天再申请，或直接联系运营方。", en="Ask again tomorrow, or write to the operator.")
LIST_REQUESTS = Bilingual(
    zh="`wenlu quota requests` 会列出等待答复的申请。", en="`wenlu quota requests` lists those that wait."
)
SAY_CALLS = Bilingual(zh="请用 --calls 写明次数。", en="Say how many with --calls.")
SAY_CALLS_OF_NOW = Bilingual(
    zh="请用 --calls 写明本月增加的次数，或用 refuse 拒绝。",
    en="Say with --calls how many are added to this month, or refuse it.",
)
SAY_FEWER = Bilingual(
    zh="请用 --calls 或 --tier 写明要给的方案，或用 refuse 拒绝。",
    en="Say with --calls or --tier what is to be granted, or refuse it.",
)
SAY_NO_TIER = Bilingual(
    zh="请去掉 --tier；要换方案，请用 `wenlu quota plan`。",
    en="Leave --tier out; `wenlu quota plan` changes the plan.",
)
REFUSE_OR_GRANT = Bilingual(
    zh="拒绝时请去掉 --calls 和 --tier，或改用 grant。", en="Leave --calls and --tier out, or say grant."
)
SAY_PLAN = Bilingual(zh="请用 --tier 或 --calls 写明。", en="Say so with --tier or --calls.")

Calls = Annotated[int, Field(ge=1, le=MOST_CALLS), WHOLE]


class QuotaRequestBody(Closed):
    """More calls are asked for; what is left out the operator decides."""

    kind: RequestKind = Field(description="temporary: more calls this month; upgrade: another plan from now on")
    calls: Calls | None = Field(default=None, description="How many more this month, or how many every month")
    tier: Tier | None = Field(default=None, description="The plan that is wanted")
    reason: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_REASON, pattern=WITHOUT_NUL)] = Field(
        description="For the operator. Name no student in it"
    )


class QuotaRequestMade(Closed):
    """A request that waits for the operator; the quota headers of later answers show what was granted."""

    request_id: str
    state: Literal["open"] = "open"
    kind: RequestKind
    calls: int | None = Field(default=None, exclude_if=is_none)
    tier: Tier | None = Field(default=None, exclude_if=is_none)
    reason: str
    period: str = Field(description="The month in which it was made, YYYY-MM in UTC+8")
    made_at: str = Field(description="ISO 8601 UTC timestamp")


def ask(
    body: QuotaRequestBody, caller: Caller, *, store: Store, clock: Clock, identifiers: Identifiers
) -> QuotaRequestMade:
    """Keep a request for the operator; it is never counted. Raises `BadRequest` where too many wait already."""
    now = clock.now()
    request = QuotaRequest(
        request_id=identifiers.new("qr"),
        organisation_id=caller.organisation_id,
        key_id=caller.call.key_id if caller.call else "",
        kind=body.kind,
        calls=body.calls,
        tier=body.tier,
        reason=body.reason,
        period=period_of(now),
        made_at=now,
    )
    made = QuotaRequestMade(
        request_id=request.request_id,
        kind=body.kind,
        calls=body.calls,
        tier=body.tier,
        reason=body.reason,
        period=request.period,
        made_at=now.isoformat().replace("+00:00", "Z"),
    )
    reply = made.model_dump_json() if caller.call and caller.call.idempotency_key else None
    if not store.add_quota_request(request, most_open=MOST_OPEN, call=caller.call, reply=reply):
        raise _too_many(store.quota_requests(caller.organisation_id))
    return made


def _too_many(requests: list[QuotaRequest]) -> BadRequest:
    """The refusal of another request, beside those that there are."""
    if sum(request.state == "open" for request in requests) >= MOST_OPEN:
        return BadRequest(f"There are {MOST_OPEN} open requests already.", remedy=WAIT_FOR_ANSWERS)
    return BadRequest(f"{MOST_OPEN} requests wait, or were made and withdrawn within a day.", remedy=ASK_TOMORROW)


def withdraw(request: QuotaRequest, *, store: Store, clock: Clock) -> None:
    """Take a request back that waits. Raises `BadRequest` where it was answered meanwhile."""
    _close(request, "withdrawn", at=clock.now(), granted=None, store=store)


# -- the operator's side -------------------------------------------------------------------------------


@dataclass(frozen=True)
class WaitingRequest:
    """A request that waits, with the name of the organisation that made it."""

    organisation: str
    request: QuotaRequest


def waiting(*, store: Store) -> list[WaitingRequest]:
    """The requests of all organisations that wait, the oldest first; none of the demo, which whoever comes by may enter."""
    found = [
        WaitingRequest(organisation.name, request)
        for organisation in store.organisations()
        if not organisation.demo
        for request in store.quota_requests(organisation.organisation_id)
        if request.state == "open"
    ]
    return sorted(found, key=lambda each: (each.request.made_at, each.request.request_id))


def named(request_id: str, *, store: Store) -> tuple[Organisation, QuotaRequest]:
    """A request that waits, with the organisation that made it. Raises `NotFound`, `BadRequest` for one that was answered."""
    # The operator names the request only; the store finds nothing of an organisation without its id.
    for organisation in store.organisations():
        for request in store.quota_requests(organisation.organisation_id):
            if request.request_id == request_id:
                if request.state != "open":
                    raise already_answered(request)
                return organisation, request
    raise NotFound(f"There is no request {request_id!r}.", remedy=LIST_REQUESTS)


def grant(
    organisation: Organisation,
    request: QuotaRequest,
    *,
    calls: int | None,
    tier: Tier | None,
    store: Store,
    clock: Clock,
) -> TemporaryGrant | Plan:
    """Grant a request, with another number of calls or another plan than it names where the operator says so.

    Raises `BadParameter` where neither says enough, or what is asked for is over or less than what there is, and `BadRequest` where the request was answered meanwhile.
    """
    now = clock.now()
    if request.kind == "temporary" and tier is not None:
        raise BadParameter.of(
            "--tier", "the request is for more calls in one month, not for a plan", remedy=SAY_NO_TIER
        )
    granted: TemporaryGrant | Plan = (
        _temporary(request, calls, now) if request.kind == "temporary" else _plan(organisation, request, calls, tier)
    )
    _close(request, "granted", at=now, granted=granted, store=store)
    return granted


def refuse(request: QuotaRequest, *, store: Store, clock: Clock) -> None:
    """Refuse a request. Raises `BadRequest` where it was answered meanwhile."""
    _close(request, "refused", at=clock.now(), granted=None, store=store)


def _temporary(request: QuotaRequest, calls: int | None, now: datetime) -> TemporaryGrant:
    number, period = calls or request.calls, period_of(now)
    if number is None:
        raise BadParameter.of("--calls", "the request names no number of calls", remedy=SAY_CALLS)
    if calls is None and request.period != period:
        message = f"the request was for {request.period}, which is over"
        raise BadParameter.of("--calls", message, remedy=SAY_CALLS_OF_NOW)
    return TemporaryGrant(period, number, f"request {request.request_id}")


def _plan(organisation: Organisation, request: QuotaRequest, calls: int | None, tier: Tier | None) -> Plan:
    """The plan that is granted, with a number of calls of its own where the operator says one, or the request asks for more than the tier has."""
    wanted = tier or request.tier
    if wanted is None and calls is None and request.calls is None:
        raise BadParameter.of("--tier", "the request names neither a plan nor a number of calls", remedy=SAY_PLAN)
    chosen = wanted or organisation.tier
    included = TIER_CALLS[chosen]
    asked = request.calls if included is None or (request.calls or 0) > included else None
    number = calls or asked
    if number is None and included is None:
        raise BadParameter.of("--calls", f"the tier {chosen} has no number of calls of its own", remedy=SAY_CALLS)
    if calls is None and tier is None:
        _refuse_fewer(organisation, number or included)
    return Plan(chosen, number)


def _refuse_fewer(organisation: Organisation, calls: int | None) -> None:
    """A request takes nothing away from an organisation, unless the operator says what is granted. `calls`: a month, None without a limit."""
    now = monthly_limit(organisation, temporary=0)
    if calls is not None and (now is None or calls < now):
        has = "no limit" if now is None else f"{now} calls a month"
        message = f"the request would give {calls} calls a month, and the organisation has {has}"
        raise BadParameter.of("--calls", message, remedy=SAY_FEWER)


def _close(
    request: QuotaRequest, state: RequestState, *, at: datetime, granted: TemporaryGrant | Plan | None, store: Store
) -> None:
    if not store.answer_quota_request(request.organisation_id, request.request_id, state, at=at, granted=granted):
        raise already_answered(request)


def already_answered(request: QuotaRequest) -> BadRequest:
    """The refusal of a second answer."""
    return BadRequest(f"The request {request.request_id!r} was answered before.", remedy=LIST_REQUESTS)
