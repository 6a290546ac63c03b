"""Plan, quota, ledger and health of an organisation, for its administrator."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

import streamlit as st

from core.access.wire import LedgerLine, QuotaStanding
from core.learning.days import SHANGHAI
from pages.parts.evidence import escaped
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

LI_IN_A_YUAN = 1000


def tier_names() -> dict[str, str]:
    """Plans."""
    return {
        "free": _("Free"),
        "education": _("Education"),
        "professional": _("Professional"),
        "enterprise": _("Enterprise"),
    }


def draw_quota(quota: QuotaStanding) -> None:
    """Who, which plan, how much of the month is used, when it starts anew."""
    name = escaped(quota.name)
    if quota.limit is None:
        st.markdown(_("{name}: {used} calls used this month, no limit.").format(name=name, used=f"{quota.used:,}"))
    else:
        left = f"{max(0, quota.limit - quota.used):,}"
        said = _("{name}: {left} of {limit} calls left this month.")
        st.markdown(said.format(name=name, left=left, limit=f"{quota.limit:,}"))
    plan, used, overage = st.columns(3)
    plan.metric(_("Plan"), tier_names()[quota.tier], border=True, height="stretch")
    used.metric(_("Calls used"), f"{quota.used:,}", border=True, height="stretch")
    overage.metric(_("Past the quota"), _("billed") if quota.overage else _("refused"), border=True, height="stretch")
    day = f"{quota.resets_at.astimezone(SHANGHAI):%Y-%m-%d}"
    st.caption(_("Month {month}; the quota starts anew on {day} at 00:00 (UTC+8).").format(month=quota.period, day=day))
    if quota.temporary:
        st.caption(_("Temporary quota included: {count} calls.").format(count=f"{quota.temporary:,}"))


def draw_bill(who: Visitor, period: str) -> None:
    """Calls and charges by endpoint; every call as CSV."""
    st.subheader(_("Bill of the month"))
    bill = who.core.bill(period, who.caller)
    if not bill.lines:
        st.caption(_("No calls this month. Calls over HTTP appear here, one line an endpoint."))
        return
    import pandas as pd

    rows = {
        _("Endpoint"): [line.endpoint for line in bill.lines],
        _("Calls"): [line.calls for line in bill.lines],
        _("Past the quota"): [line.past_quota for line in bill.lines],
        _("Charge in yuan"): [line.yuan for line in bill.lines],
    }
    st.dataframe(pd.DataFrame(rows), hide_index=True)
    st.caption(_("Together {calls} calls, {yuan} yuan.").format(calls=f"{bill.calls:,}", yuan=f"{bill.yuan:.2f}"))
    ledger = ledger_csv(who.core.ledger(period, who.caller))
    st.download_button(
        _("Every call as CSV"),
        ledger,
        file_name=f"wenlu-ledger-{period}.csv",
        mime="text/csv",
        icon=":material/download:",
    )


def ledger_csv(lines: Sequence[LedgerLine]) -> bytes:
    """The ledger, one row a counted call."""
    out = StringIO()
    rows = csv.writer(out)
    rows.writerow(["at", "endpoint", "key_id", "request_id", "billed_yuan"])
    rows.writerows(
        [line.at.isoformat(), line.endpoint, line.key_id, line.request_id, f"{line.billed_li / LI_IN_A_YUAN:.3f}"]
        for line in lines
    )
    return out.getvalue().encode("utf-8-sig")


def draw_health(who: Visitor) -> None:
    """Whether the database answers with the schema that this code knows."""
    st.subheader(_("State of the service"))
    if who.core.store.ready():
        st.markdown(":material/check_circle: " + _("The database answers, its schema is current."))
    else:
        st.markdown(":material/error: " + _("The database does not answer or its schema is old: run wenlu migrate."))
    st.caption(_("For machines: /healthz, /readyz, /metrics. The interface is described at /docs."))
