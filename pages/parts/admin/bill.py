"""The calls of a month and what they cost, computed from the ledger."""

from __future__ import annotations

import streamlit as st

from core.access.wire import Bill
from pages.parts.dates import month_name, months_back
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

MONTHS = 12
LI_IN_A_YUAN = 1_000
HEAD = ("time_utc", "endpoint", "key_id", "request_id", "yuan")


def draw_bill(who: Visitor) -> None:
    """The bill of a month: a table by endpoint with its total, and a file with every single call."""
    st.subheader(_("Ledger"))
    months = months_back(who.core.clock.now(), MONTHS)
    month = st.selectbox(_("Month"), months, format_func=month_name, key="ledger_month", width=220)
    bill = who.core.administration.bill(month, who.caller)
    if not bill.calls:
        st.markdown(_("No calls in this month. Each call over HTTP becomes one line of the ledger."))
        return
    st.markdown(bill_sentence(bill))
    st.dataframe(
        {
            _("Endpoint"): [line.endpoint for line in bill.lines],
            _("Calls"): [f"{line.calls:,}" for line in bill.lines],
            _("Past the quota"): [f"{line.past_quota:,}" for line in bill.lines],
            _("Yuan"): [f"{line.yuan:.2f}" for line in bill.lines],
        },
        hide_index=True,
    )
    st.download_button(
        _("Download every call as CSV"),
        lambda: ledger_csv(who, month),
        file_name=f"wenlu-ledger-{month}.csv",
        mime="text/csv",
        icon=":material/download:",
    )


def bill_sentence(bill: Bill) -> str:
    """`November 2026: 1,204 calls, **3.20 yuan** past the quota.`"""
    return _("{month}: {calls} calls, **{yuan} yuan** past the quota.").format(
        month=month_name(bill.period), calls=f"{bill.calls:,}", yuan=f"{bill.yuan:.2f}"
    )


def ledger_csv(who: Visitor, month: str) -> bytes:
    """A CSV with one line for each counted call; the sum of its last column is the bill."""
    rows = (
        (line.at.isoformat(), line.endpoint, line.key_id, line.request_id, f"{line.billed_li / LI_IN_A_YUAN:.3f}")
        for line in who.core.administration.ledger(month, who.caller)
    )
    return csv_bytes(HEAD, rows)
