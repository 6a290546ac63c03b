"""Voice notes: recorded on the marking desk, heard with the returned essay."""

from __future__ import annotations

import streamlit as st

from core.api.marking import ReturnedEssay
from core.api.voice_notes import VoiceNote
from core.errors import WenluError
from pages.parts.i18n import _, language
from pages.parts.names import one_language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

SAMPLE_RATE = 16_000
RECORDERS = "voice_note_recorders"
"""Session state: how many notes were recorded in this session. The recorder of a new number is empty."""


@st.fragment
def draw_voice_desk(who: Visitor, writing_id: str) -> None:
    """The note on a text that is being marked: recorded, heard again, replaced, removed."""
    note = who.core.voice_notes.on_desk(writing_id, who.caller, by=who.account.account_id)
    with st.expander(_("Say it as well: a voice note"), icon=":material/mic:", expanded=note is not None):
        if note is not None:
            _draw_note(note)
            st.button(
                _("Remove the voice note"),
                icon=":material/delete:",
                type="tertiary",
                key="voice_note_remove",
                on_click=_remove,
                args=(who, writing_id),
            )
        number = int(st.session_state.get(RECORDERS, 0))
        recorded = st.audio_input(
            _("Record it again") if note is not None else _("Record a voice note"),
            sample_rate=SAMPLE_RATE,
            key=f"voice_note_{writing_id}_{number}",
        )
        st.caption(_("Two minutes at most. The student hears it once you return the essay."))
        if recorded is None:
            return
        try:
            with st.spinner(_("Keeping the voice note…")):
                who.core.voice_notes.keep(writing_id, recorded.getvalue(), who.caller, by=who.account.account_id)
        except WenluError as error:
            st.error(escaped(error.remedy(language())), icon=":material/error:")
            return
        st.session_state[RECORDERS] = number + 1
        st.rerun(scope="fragment")


def _remove(who: Visitor, writing_id: str) -> None:
    who.core.voice_notes.remove(writing_id, who.caller, by=who.account.account_id)


def draw_voice_of(who: Visitor, returned: ReturnedEssay) -> None:
    """What the teacher said about a returned essay; nothing where there is no note."""
    note = who.core.voice_notes.returned(returned.student_id, returned.writing_id, who.caller)
    if note is not None:
        _draw_note(note)


def _draw_note(note: VoiceNote) -> None:
    st.audio(note.sound, format=note.media_type)
    said = _("Voice note by {name}") if note.teacher else _("Voice note by your teacher")
    st.caption(
        f"{escaped(said.format(name=one_language(note.teacher)))} · {_('{seconds} s').format(seconds=round(note.seconds))}"
    )
