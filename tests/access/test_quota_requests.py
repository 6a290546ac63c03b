"""Requests for more calls, as the operator answers them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.access.quota import period_of
from core.access.quota_requests import MOST_OPEN, QuotaRequestBody, grant, named, refuse
from core.api.core import Core
from core.errors import BadParameter, BadRequest, NotFound
from core.records.access import PERMISSIONS, Caller, Organisation, Tier
from core.records.quota import Plan, QuotaRequest, TemporaryGrant
from core.wiring import in_memory_core


@pytest.fixture
def core() -> Iterator[Core]:
    made = in_memory_core(correctors=())
    made.access.organisation("School", tier="education")
    yield made
    made.store.close()


def asked(core: Core, **body: Any) -> tuple[Organisation, QuotaRequest]:
    """A request of the School, as the operator finds it by its id."""
    caller = Caller(core.access.organisation("School").organisation_id, frozenset(PERMISSIONS))
    made = core.quota.ask(QuotaRequestBody(reason="more classes", **body), caller)
    return named(made.request_id, store=core.store)


@pytest.mark.parametrize(("calls", "expected"), [(None, 500), (80, 80)])
def test_a_temporary_request_is_granted_as_asked_or_with_another_number(
    core: Core, calls: int | None, expected: int
) -> None:
    organisation, request = asked(core, kind="temporary", calls=500)
    given = grant(organisation, request, calls=calls, tier=None, store=core.store, clock=core.clock)
    assert isinstance(given, TemporaryGrant)
    assert given.calls == expected
    assert core.store.temporary_quota(organisation.organisation_id, given.period) == expected


@pytest.mark.parametrize(
    ("body", "options", "plan"),
    [
        ({"tier": "professional"}, {}, Plan("professional", None)),
        ({"tier": "professional", "calls": 1_000}, {}, Plan("professional", None)),
        ({"tier": "professional", "calls": 300_000}, {}, Plan("professional", 300_000)),
        ({"calls": 90_000}, {}, Plan("education", 90_000)),
        ({"tier": "professional"}, {"calls": 10}, Plan("professional", 10)),
        ({}, {"tier": "professional"}, Plan("professional", None)),
        ({"tier": "enterprise", "calls": 400_000}, {}, Plan("enterprise", 400_000)),
    ],
)
def test_an_upgrade_is_granted_as_the_request_or_the_operator_says(
    core: Core, body: dict[str, Any], options: dict[str, Any], plan: Plan
) -> None:
    organisation, request = asked(core, kind="upgrade", **body)
    given = grant(
        organisation,
        request,
        calls=options.get("calls"),
        tier=options.get("tier"),
        store=core.store,
        clock=core.clock,
    )
    assert given == plan
    changed = core.access.organisation("School")
    assert (changed.tier, changed.monthly_limit) == (plan.tier, plan.monthly_limit)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"kind": "temporary"}, "names no number of calls"),
        ({"kind": "upgrade"}, "neither a plan nor a number of calls"),
        ({"kind": "upgrade", "tier": "enterprise"}, "enterprise has no number of calls of its own"),
    ],
)
def test_a_request_that_says_too_little_is_not_granted_without_more(
    core: Core, body: dict[str, Any], message: str
) -> None:
    organisation, request = asked(core, **body)
    with pytest.raises(BadParameter, match=message):
        grant(organisation, request, calls=None, tier=None, store=core.store, clock=core.clock)
    assert named(request.request_id, store=core.store)[1].state == "open"


@pytest.mark.parametrize(
    ("tier", "limit", "body"),
    [
        ("education", 90_000, {"calls": 1_000}),
        ("education", 250_000, {"tier": "professional"}),
        ("professional", None, {"tier": "education"}),
        ("enterprise", None, {"tier": "professional"}),
    ],
)
def test_an_upgrade_takes_nothing_away_unless_the_operator_says_so(
    core: Core, tier: Tier, limit: int | None, body: dict[str, Any]
) -> None:
    school = core.access.organisation("School")
    core.store.set_plan(school.organisation_id, tier=tier, monthly_limit=limit, overage=False)
    organisation, request = asked(core, kind="upgrade", **body)
    with pytest.raises(BadParameter, match="the request would give") as refused:
        grant(organisation, request, calls=None, tier=None, store=core.store, clock=core.clock)
    assert "--calls or --tier" in refused.value.remedy("en")
    assert core.access.organisation("School").tier == tier
    given = grant(organisation, request, calls=7, tier=None, store=core.store, clock=core.clock)
    assert isinstance(given, Plan)
    assert given.monthly_limit == 7


def test_more_calls_of_a_month_are_no_plan(core: Core) -> None:
    organisation, request = asked(core, kind="temporary", calls=5)
    with pytest.raises(BadParameter, match="not for a plan"):
        grant(organisation, request, calls=None, tier="professional", store=core.store, clock=core.clock)


def test_a_month_that_is_over_is_not_filled_unless_the_operator_says_how_many(core: Core) -> None:
    organisation, request = asked(core, kind="temporary", calls=5)
    late = replace(request, period="2020-01")
    with pytest.raises(BadParameter, match="was for 2020-01, which is over"):
        grant(organisation, late, calls=None, tier=None, store=core.store, clock=core.clock)
    given = grant(organisation, late, calls=5, tier=None, store=core.store, clock=core.clock)
    assert isinstance(given, TemporaryGrant)
    assert given.period == period_of(core.clock.now())


def test_a_request_is_answered_once(core: Core) -> None:
    _, request = asked(core, kind="temporary", calls=5)
    refuse(request, store=core.store, clock=core.clock)
    with pytest.raises(BadRequest, match="was answered before"):
        named(request.request_id, store=core.store)
    with pytest.raises(BadRequest, match="was answered before"):
        refuse(request, store=core.store, clock=core.clock)


def test_who_has_withdrawn_as_many_as_may_wait_is_told_to_ask_tomorrow(core: Core) -> None:
    caller = Caller(core.access.organisation("School").organisation_id, frozenset(PERMISSIONS))
    for _ in range(MOST_OPEN):
        _, request = asked(core, kind="temporary", calls=5)
        core.quota.withdraw(request.request_id, caller)
    with pytest.raises(BadRequest, match="made and withdrawn within a day") as refused:
        asked(core, kind="temporary", calls=5)
    assert refused.value.remedy("en").startswith("Ask again tomorrow")


def test_an_unknown_request_is_said_to_be_none(core: Core) -> None:
    with pytest.raises(NotFound, match="no request 'qr_none'") as refused:
        named("qr_none", store=core.store)
    assert "wenlu quota requests" in refused.value.remedy("en")
