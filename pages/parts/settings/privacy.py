"""What is kept about a person, who may see it, and how to get it or have it erased."""

from __future__ import annotations

import streamlit as st

from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.i18n import _, language
from pages.parts.settings.saving import SAVED, note_saved
from pages.parts.visitor import Visitor


def draw_privacy(who: Visitor) -> None:
    """What is kept, the switch of study peers, and links."""
    st.subheader(_("Privacy"), anchor=False)
    if who.account.role != "student":
        st.markdown(_("Kept about you: your account, these settings, and what you decided, marked and assigned."))
        with st.container(horizontal=True):
            _draw_links()
        return
    st.markdown(
        _(
            "Kept about you: your answers, texts and readings, what follows from them, your plan and these settings. Your teachers and your school's administrators see your work; nobody else does, and nothing leaves this server."
        )
    )
    st.toggle(
        _("Others may find me as a study peer"),
        who.core.knowledge.opted_in(who.student_id, who.caller),
        key="settings_peers",
        on_change=_save_peers,
        args=(who,),
    )
    st.caption(_("Under a made-up name; yours is shown only once both of you agree."))
    with st.container(horizontal=True):
        st.download_button(
            _("Download everything about me"),
            # Put together when it is asked for, and not with every look at the page.
            lambda: who.core.student_data.export(who.student_id, who.caller, scope="own"),
            file_name="wenlu-everything-about-me.zip",
            mime="application/zip",
            icon=":material/folder_zip:",
            key="settings_export",
            on_click="ignore",
        )
        st.page_link(page_named("portrait"), label=_("Download my portrait"), icon=":material/download:")
        st.page_link(page_named("report"), label=_("Download my report"), icon=":material/download:")
        _draw_links()
    st.caption(_("Your school's administrator can erase everything about you, these settings included."))


def _draw_links() -> None:
    st.page_link(page_named("account"), label=_("Where I am signed in"), icon=":material/devices:")
    st.page_link(page_named("about"), label=_("More on privacy"), icon=":material/info:")


def _save_peers(who: Visitor) -> None:
    try:
        who.core.knowledge.opt_in(who.student_id, who.caller, on=bool(st.session_state["settings_peers"]))
    except WenluError as error:
        st.session_state[SAVED] = error.remedy(language())
        return
    note_saved()
