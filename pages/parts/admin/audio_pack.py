"""The recordings: words by native speakers and sentences by a synthetic voice, each with what is installed, by whom and under which
licence, and a button that fetches it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.api.sound import Kind, PackFetch
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LOOK_SECONDS = 1.0
"""Between two looks at a fetch that is under way."""
MEGABYTE = 1_000_000
KINDS: tuple[Kind, ...] = ("words", "sentences")


@dataclass(frozen=True)
class _Installed:
    """What is installed of a pack, in words."""

    contents: str
    credit: str


def draw_audio_pack(who: Visitor) -> None:
    """Draw what is installed and, while a pack is being fetched, how far that has come."""
    st.subheader(_("Recordings"), anchor=False)
    titles = {
        "words": _("Words and syllables by native speakers"),
        "sentences": _("Sentences by a synthetic voice"),
    }
    for kind in KINDS:
        st.markdown(f"**{titles[kind]}**")
        if who.core.sound.fetch(kind).under_way:
            _draw_fetch(who, kind)
        else:
            _draw_pack(who, kind)
    if not who.core.sound.may_fetch(who.caller):
        st.caption(
            _("In the demo nothing is fetched from here: run `wenlu audio install` or `wenlu audio install sentences` on the server.")
        )  # fmt: skip


@st.fragment(run_every=LOOK_SECONDS)
def _draw_fetch(who: Visitor, kind: Kind) -> None:
    fetch = who.core.sound.fetch(kind)
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


def _draw_pack(who: Visitor, kind: Kind) -> None:
    fetch, installed = who.core.sound.fetch(kind), _installed(who, kind)
    if fetch.state == "failed" and fetch.error is not None:
        st.error(
            _("The recordings could not be fetched: {why} What was installed before is still there.").format(
                why=escaped(str(fetch.error))
            ),
            icon=":material/error:",
        )
        command = "wenlu audio install" if kind == "words" else "wenlu audio install sentences"
        st.caption(
            _("Check the network of the server and its disk, then try again. Without a network, put the file on the server and run `{command} --from FILE`.").format(command=command)
        )  # fmt: skip
    if installed is None:
        st.markdown(_missing()[kind])
    else:
        st.markdown(installed.contents)
        credit = escaped(installed.credit) if installed.credit else _("nobody is named")
        st.caption(_("Credit and licence: {credit}").format(credit=credit))
    if not who.core.sound.may_fetch(who.caller):
        return
    st.button(
        _("Fetch the recordings") if installed is None else _("Fetch them again"),
        icon=":material/download:",
        key=f"audio_pack_fetch_{kind}",
        on_click=_begin,
        args=(who, kind),
    )
    if installed is None:
        st.caption(_sources()[kind])
    if message := st.session_state.pop(f"audio_pack_error_{kind}", None):
        st.error(escaped(message), icon=":material/error:")


def _installed(who: Visitor, kind: Kind) -> _Installed | None:
    if kind == "sentences":
        sentences = who.core.sound.sentences()
        if sentences is None:
            return None
        contents = _("{sentences} sentences are installed, {size} MB. They are labelled as synthetic wherever they are played.").format(
            sentences=f"{sentences.sentences:,}", size=f"{sentences.size_bytes / MEGABYTE:.0f}"
        )  # fmt: skip
        return _Installed(contents, sentences.credit)
    pack = who.core.sound.installed()
    if pack is None:
        return None
    contents = _("{words} words and {syllables} syllables are installed, {size} MB.").format(
        words=f"{len(pack.words):,}",
        syllables=f"{pack.syllables:,}",
        size=f"{pack.size_bytes / MEGABYTE:.0f}",
    )
    return _Installed(contents, pack.credit)


def _missing() -> dict[Kind, str]:
    """What is missing without a pack."""
    return {
        "words": _("No recorded words are installed. Words to be heard and the tone ear then need a Chinese voice in the student's browser; where there is none, they are not dealt."),
        "sentences": _("No sentences are installed. With them, students whose browser has no Chinese voice hear whole sentences and write them down."),
    }  # fmt: skip


def _sources() -> dict[Kind, str]:
    """Where a pack comes from, how large it is, and under which licence."""
    return {
        "words": _("The pack audio-cmn (words by Yue Tan, syllables by Chen Wang, CC BY-SA) comes from github.com, some hundred megabytes. Nothing is fetched before you click."),
        "sentences": _("The pack hsk-sentences-audio (no7z, CC BY-SA 4.0; voice CosyVoice2, Apache-2.0) comes from github.com, some 180 megabytes, of which half are kept. Nothing is fetched before you click."),
    }  # fmt: skip


def _begin(who: Visitor, kind: Kind) -> None:
    try:
        who.core.sound.begin_fetch(who.caller, kind)
    except WenluError as error:
        st.session_state[f"audio_pack_error_{kind}"] = f"{error} {error.remedy(language())}"
