"""How available the service was this month, beside what the organisation's plan was promised."""

from __future__ import annotations

import streamlit as st

from core.records.access import Tier
from pages.parts.admin.quota import tier_names
from pages.parts.dates import moment_name, month_name
from pages.parts.i18n import _, ngettext
from pages.parts.visitor import Visitor


def draw_availability(who: Visitor, tier: Tier) -> None:
    """The share of minutes in which calls could be served, the promise, and what is not seen."""
    measured = who.core.operations.availability()
    st.markdown(f"**{_('Availability in {month}').format(month=month_name(measured.month))}**")
    if measured.percent is None or measured.since is None:
        st.markdown(_("Nothing was measured yet. It is measured once a minute while the service runs."))
        return
    (promise,) = [each for each in measured.commitments if each.tier == tier]
    kept, icon, colour = (
        (_("kept so far"), "check_circle", "green") if promise.kept else (_("not kept"), "error", "red")
    )
    st.markdown(
        ngettext(
            "{percent} % of {count:,} minute since {moment}. The plan {plan} is promised {promise} %:",
            "{percent} % of {count:,} minutes since {moment}. The plan {plan} is promised {promise} %:",
            measured.minutes,
            percent=f"{measured.percent:.3f}",
            moment=moment_name(measured.since),
            plan=tier_names()[tier],
            promise=f"{promise.percent:g}",
        )
        + f" :{colour}-badge[:material/{icon}: {kept}]"
    )
    st.caption(
        " ".join(
            (
                ngettext("Not ready: {count:,} minute.", "Not ready: {count:,} minutes.", measured.not_ready),
                ngettext(
                    "Not watched, as nothing ran (maintenance included) or it was stuck: {count:,} minute.",
                    "Not watched, as nothing ran (maintenance included) or it was stuck: {count:,} minutes.",
                    measured.unwatched,
                ),
                _("The network between the server and its callers is not measured."),
            )
        )
    )
