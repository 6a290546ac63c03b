"""The organisation's plan, and how much of the month's quota is used."""

from __future__ import annotations

import streamlit as st

from core.access.wire import QuotaUse
from core.records.access import Tier
from pages.parts.dates import day_name, month_name
from pages.parts.i18n import _
from pages.parts.shown_text import escaped


def tier_names() -> dict[Tier, str]:
    """The plans in the interface language."""
    return {
        "free": _("Free"),
        "education": _("Education"),
        "professional": _("Professional"),
        "enterprise": _("Enterprise"),
    }


def quota_sentence(quota: QuotaUse) -> str:
    """How much of the month's quota is left, in one sentence."""
    name = escaped(quota.name)
    if quota.limit is None:
        return _("{name} made {used} calls in {month}; its plan has no limit.").format(
            name=name, used=f"{quota.used:,}", month=month_name(quota.period)
        )
    left = max(0, quota.limit - quota.used)
    return _("{name} has {left} of {limit} calls left in {month}.").format(
        name=name, left=f"{left:,}", limit=f"{quota.limit:,}", month=month_name(quota.period)
    )


def draw_quota(quota: QuotaUse) -> None:
    """Plan, calls used, what happens past the limit, the bar of use, and when the next month begins."""
    plan, used, past_quota = st.columns(3)
    plan.metric(_("Plan"), tier_names()[quota.tier], border=True)
    used.metric(_("Calls used"), f"{quota.used:,}", border=True)
    past_quota.metric(_("Past the quota"), _("Billed") if quota.overage else _("Refused"), border=True)
    if quota.limit is not None:
        share = min(1.0, quota.used / quota.limit) if quota.limit else 1.0
        st.progress(share, text=_("{share} % of the month's calls").format(share=f"{100 * share:.1f}"))
    notes = [_("Resets on {day} at 00:00 (UTC+8).").format(day=day_name(quota.resets_at))]
    if quota.temporary:
        notes.append(_("{count} temporary calls of this month are included.").format(count=f"{quota.temporary:,}"))
    notes.append(_("Only calls over HTTP count, not these pages. The operator sets plan and limit with wenlu quota."))
    st.caption(" ".join(notes))
