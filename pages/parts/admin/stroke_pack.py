"""The stroke order of characters: what is installed, by whom and under which licence, and a button that fetches it."""

from __future__ import annotations

import streamlit as st

from core.errors import WenluError
from pages.parts.admin.audio_pack import LOOK_SECONDS, MEGABYTE, fetch_text, share_of
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

ERROR = "stroke_pack_error"
"""Session state: why the last button did nothing."""


def draw_stroke_pack(who: Visitor) -> None:
    """Draw what is installed and, while the pack is being fetched, how far that has come."""
    st.subheader(_("Stroke order of characters"), anchor=False)
    if who.core.stroke_packs.fetch().under_way:
        _draw_fetch(who)
    else:
        _draw_pack(who)
    if not who.core.stroke_packs.may_fetch(who.caller):
        st.caption(_("In the demo nothing is fetched from here: run `wenlu strokes install` on the server."))


@st.fragment(run_every=LOOK_SECONDS)
def _draw_fetch(who: Visitor) -> None:
    fetch = who.core.stroke_packs.fetch()
    if not fetch.under_way:
        st.rerun()
    text = _("Unpacking the stroke order") if fetch.state == "unpacking" else fetch_text(fetch)
    st.progress(share_of(fetch), text=text)
    st.caption(_("You can leave this page; the download goes on."))


def _draw_pack(who: Visitor) -> None:
    fetch, installed = who.core.stroke_packs.fetch(), who.core.stroke_packs.installed()
    if fetch.state == "failed" and fetch.error is not None:
        st.error(
            _("The stroke order could not be fetched: {why} What was installed before is still there.").format(
                why=escaped(str(fetch.error))
            ),
            icon=":material/error:",
        )
        st.caption(
            _("Check the network of the server and its disk, then try again. Without a network, put the file on the server and run `{command} --from FILE`.").format(command="wenlu strokes install")
        )  # fmt: skip
    if installed is None:
        st.markdown(_("No stroke order is installed. With it the card of a word shows how each of its characters is written, stroke by stroke."))  # fmt: skip
    else:
        st.markdown(
            _("The stroke order of {characters} characters is installed, {size} MB. `wenlu strokes remove` takes it away.").format(
                characters=f"{installed.characters:,}", size=f"{installed.size_bytes / MEGABYTE:.0f}"
            )
        )  # fmt: skip
        credit = escaped(installed.credit) if installed.credit else _("nobody is named")
        st.caption(_("Credit and licence: {credit}").format(credit=credit))
    if who.core.stroke_packs.may_fetch(who.caller):
        _draw_button(who, is_there=installed is not None)


def _draw_button(who: Visitor, *, is_there: bool) -> None:
    st.button(
        _("Fetch it again") if is_there else _("Fetch the stroke order"),
        icon=":material/download:",
        key="stroke_pack_fetch",
        on_click=_begin,
        args=(who,),
    )
    if not is_there:
        st.caption(
            _("Make Me a Hanzi and hanzi-writer-data (Arphic Public License) come from registry.npmjs.org, some ten megabytes. Nothing is fetched before you click.")
        )  # fmt: skip
    if message := st.session_state.pop(ERROR, None):
        st.error(escaped(message), icon=":material/error:")


def _begin(who: Visitor) -> None:
    try:
        who.core.stroke_packs.begin_fetch(who.caller)
    except WenluError as error:
        st.session_state[ERROR] = f"{error} {error.remedy(language())}"
