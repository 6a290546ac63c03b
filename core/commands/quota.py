"""wenlu quota: limits, temporary quota, overage, the bill, and requests for more calls."""

from __future__ import annotations

import argparse
from collections import defaultdict

from core.access import quota_requests
from core.access.quota import TIER_CALLS, monthly_limit, period_of
from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import BadParameter, NotFound
from core.records.access import Organisation
from core.records.quota import QuotaRequest, TemporaryGrant


def _organisation(core: Core, name: str) -> Organisation:
    organisation = core.store.organisation_named(name)
    if organisation is None:
        raise NotFound(f"There is no organisation {name!r}.")
    return organisation


def show(options: argparse.Namespace) -> None:
    """Print limit, use and bill of a month."""
    core = migrated_core()
    organisation = _organisation(core, options.organisation)
    period = options.month or period_of(core.clock.now())
    temporary = core.store.temporary_quota(organisation.organisation_id, period)
    limit = monthly_limit(organisation, temporary=temporary)
    used = core.store.quota_used(organisation.organisation_id, period)
    billed = sum(row.billed_li for row in core.store.ledger(organisation.organisation_id, period))
    print(f"{organisation.name}: tier {organisation.tier}, overage {'on' if organisation.overage else 'off'}")
    print(f"{period}: {used} of {'unlimited' if limit is None else limit} calls, {temporary} of them temporary")
    print(f"billed: {billed / 1000:.2f} yuan")


def plan(options: argparse.Namespace) -> None:
    """Change tier, own limit and overage; what is not named stays."""
    core = migrated_core()
    organisation = _organisation(core, options.organisation)
    limit = organisation.monthly_limit
    if options.limit is not None:
        limit = None if options.limit < 0 else options.limit
    overage = organisation.overage if options.overage is None else options.overage == "on"
    tier = options.tier or organisation.tier
    core.store.set_plan(organisation.organisation_id, tier=tier, monthly_limit=limit, overage=overage)
    calls = limit if limit is not None else TIER_CALLS[tier]
    print(
        f"{organisation.name}: tier {tier}, {'unlimited' if calls is None else calls} calls a month, "
        f"overage {'on' if overage else 'off'}"
    )


def grant(options: argparse.Namespace) -> None:
    """Add temporary calls to this month."""
    core = migrated_core()
    organisation = _organisation(core, options.organisation)
    now = core.clock.now()
    core.store.grant_temporary(organisation.organisation_id, period_of(now), options.calls, note=options.note, at=now)
    print(f"{organisation.name}: {options.calls} more calls in {period_of(now)}")


def requests(options: argparse.Namespace) -> None:
    """Print the requests that wait for an answer, the oldest first; with --all those that were answered too."""
    core = migrated_core()
    named = [_organisation(core, options.organisation)] if options.organisation else core.store.organisations()
    lines = [
        (request.made_at, _request_line(organisation, request))
        for organisation in named
        for request in core.store.quota_requests(organisation.organisation_id)
        if options.all or request.state == "open"
    ]
    for _, line in sorted(lines):
        print(line)
    if not lines:
        print("No request waits.")


def _request_line(organisation: Organisation, request: QuotaRequest) -> str:
    wanted = [f"{request.calls} calls" if request.calls else "", f"tier {request.tier}" if request.tier else ""]
    granted = [
        f"tier {request.granted_tier}" if request.granted_tier else "",
        f"{request.granted_calls} calls" if request.granted_calls else "",
    ]
    answer = ", ".join(filter(None, [request.state, *granted]))
    # What somebody wrote stays in one line of the terminal, whatever it is made of.
    reason = "".join(character if character.isprintable() else " " for character in request.reason)
    return (
        f"{request.request_id}  {request.made_at:%Y-%m-%d}  {organisation.name}  {request.kind}  "
        f"{', '.join(filter(None, wanted)) or 'no number named'}  {answer}  {request.key_id}  {reason}"
    )


def answer(options: argparse.Namespace) -> None:
    """Grant or refuse a request: a temporary one with calls of this month, an upgrade with another plan."""
    core = migrated_core()
    organisation, request = quota_requests.named(options.request_id, store=core.store)
    if options.verdict == "refuse":
        _take_no_options(options)
        quota_requests.refuse(request, store=core.store, clock=core.clock)
        print(f"{organisation.name}: {request.request_id} is refused")
        return
    granted = quota_requests.grant(
        organisation, request, calls=options.calls, tier=options.tier, store=core.store, clock=core.clock
    )
    if isinstance(granted, TemporaryGrant):
        print(f"{organisation.name}: {granted.calls} more calls in {granted.period}")
    else:
        print(
            f"{organisation.name}: tier {granted.tier}, {granted.monthly_limit or TIER_CALLS[granted.tier]} calls a month"
        )


def _take_no_options(options: argparse.Namespace) -> None:
    for name in ("calls", "tier"):
        if getattr(options, name) is not None:
            raise BadParameter.of(
                f"--{name}",
                "nothing is granted where a request is refused",
                remedy=quota_requests.REFUSE_OR_GRANT,
            )


def ledger(options: argparse.Namespace) -> None:
    """Print the bill of a month by organisation and endpoint, rebuilt from the ledger."""
    core = migrated_core()
    period = options.month or period_of(core.clock.now())
    names = {organisation.organisation_id: organisation.name for organisation in core.store.organisations()}
    calls: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in core.store.ledger(None, period):
        calls[names.get(row.organisation_id, row.organisation_id), row.endpoint].append(row.billed_li)
    print(f"{period}: organisation, endpoint, calls, past quota, yuan")
    for (name, endpoint), billed in sorted(calls.items()):
        print(f"{name}, {endpoint}, {len(billed)}, {sum(li > 0 for li in billed)}, {sum(billed) / 1000:.2f}")
    print(f"total: {sum(map(sum, calls.values())) / 1000:.2f} yuan")
