"""The recordings of native speakers: what is installed, by whom and under which licence, and a button that fetches them."""

from __future__ import annotations

import streamlit as st

from core.api.sound import PackFetch
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LOOK_SECONDS = 1.0
"""Between two looks at a fetch that is under way."""
MEGABYTE = 1_000_000


def draw_audio_pack(who: Visitor) -> None:
    """Draw what is installed and, while the pack is being fetched, how far that has come."""
    st.subheader(_("Recordings of native speakers"), anchor=False)
    if who.core.sound.fetch().under_way:
        _draw_fetch(who)
    else:
        _draw_pack(who)


@st.fragment(run_every=LOOK_SECONDS)
def _draw_fetch(who: Visitor) -> None:
    fetch = who.core.sound.fetch()
    if not fetch.under_way:
        st.rerun()
    st.progress(share_of(fetch), text=fetch_text(fetch))
    st.caption(_("You can leave this page; the download goes on."))


def share_of(fetch: PackFetch) -> float:
    """The share of the download that is there, 0-1; 0 where the length is not known."""
    if fetch.state == "unpacking":
        return 1.0
    return min(1.0, fetch.received_bytes / fetch.total_bytes) if fetch.total_bytes else 0.0


def fetch_text(fetch: PackFetch) -> str:
    """How far a fetch has come, in words."""
    received = f"{fetch.received_bytes / MEGABYTE:.0f}"
    if fetch.state == "unpacking":
        return _("Unpacking the recordings")
    if fetch.total_bytes:
        return _("{received} of {total} MB").format(received=received, total=f"{fetch.total_bytes / MEGABYTE:.0f}")
    return _("{received} MB so far; the server does not say how many there will be").format(received=received)


def _draw_pack(who: Visitor) -> None:
    fetch, pack = who.core.sound.fetch(), who.core.sound.installed()
    if fetch.state == "failed" and fetch.error is not None:
        st.error(
            _("The recordings could not be fetched: {why} What was installed before is still there.").format(
                why=escaped(str(fetch.error))
            ),
            icon=":material/error:",
        )
        st.caption(
            _("Check the network of the server and its disk, then try again. Without a network, put the file on the server and run `wenlu audio install --from FILE`.")
        )  # fmt: skip
    if pack is None:
        st.markdown(
            _("No recordings are installed. Listening and the tone ear then need a Chinese voice in the student's browser, and where there is none, nothing is dealt to be heard.")
        )  # fmt: skip
    else:
        st.markdown(
            _("{words} words and {syllables} syllables are installed, {size} MB.").format(
                words=f"{len(pack.words):,}",
                syllables=f"{pack.syllables:,}",
                size=f"{pack.size_bytes / MEGABYTE:.0f}",
            )
        )
        credit = escaped(pack.credit) if pack.credit else _("nobody is named")
        st.caption(_("Credit and licence: {credit}").format(credit=credit))
    if not who.core.sound.may_fetch(who.caller):
        st.caption(_("In the demo nothing is fetched from here: run `wenlu audio install` on the server."))
        return
    st.button(
        _("Fetch the recordings") if pack is None else _("Fetch them again"),
        icon=":material/download:",
        key="audio_pack_fetch",
        on_click=_begin,
        args=(who,),
    )
    if pack is None:
        st.caption(
            _("The pack audio-cmn (words by Yue Tan, syllables by Chen Wang, CC BY-SA) comes from github.com, some hundred megabytes. Nothing is fetched before you click.")
        )  # fmt: skip
    if message := st.session_state.pop("audio_pack_error", None):
        st.error(escaped(message), icon=":material/error:")


def _begin(who: Visitor) -> None:
    try:
        who.core.sound.begin_fetch(who.caller)
    except WenluError as error:
        st.session_state["audio_pack_error"] = f"{error} {error.remedy(language())}"
