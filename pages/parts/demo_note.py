"""The note on every page of the demo organisation: what is simulated, and how far the making of the simulated class is."""

from __future__ import annotations

import streamlit as st

from pages.parts.dates import day_name
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

EVERY_SECONDS = 2.0


def draw_demo_note(who: Visitor) -> None:
    """Draw the note; nothing is drawn outside of the demo organisation."""
    if not who.account.demo:
        return
    making = who.core.administration.demo_making(who.caller)
    if making is None:
        return
    if making.done:
        until = day_name(making.until)
        st.caption(
            ":material/science: "
            + _("Demo: all students and all answers before {day} are simulated.").format(day=until)
        )
    else:
        _draw_progress(who)


@st.fragment(run_every=EVERY_SECONDS)
def _draw_progress(who: Visitor) -> None:
    """The progress, refreshed every two seconds; the page is rerun once all students are made."""
    making = who.core.administration.demo_making(who.caller)
    if making is None or making.done:
        st.rerun()
    st.progress(
        making.made / making.of,
        text=":material/science: "
        + _(
            "Demo: a simulated year of a class is being made, {made} of {count} students. Everything works meanwhile."
        ).format(made=making.made, count=making.of),
    )
