"""The desk at which sentences are read aloud, one at a time. The address holds the sentences and the place among them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api_assignments import AloudSentence
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.aloud_sound import LEAST_SECONDS, NotSound, sound_seconds
from pages.parts.aloud_text import draw_chinese
from pages.parts.components import listen_bar
from pages.parts.evidence import escaped
from pages.parts.i18n import _, language
from pages.parts.names import level_name
from pages.parts.spoken import text_lines
from pages.parts.visitor import Visitor

READ = "aloud_read"
"""Session state: ids of the sentences that were said, as noted."""
SAMPLES_A_SECOND = 16_000
PINYIN_KEY, TRANSLATION_KEY = "aloud_pinyin", "aloud_translation"
PLAN = "plan"


def asked_tasks() -> list[str]:
    """The sentences in the address."""
    return [task for task in st.query_params.get("tasks", "").split(",") if task]


def place_asked(count: int) -> int:
    """Which of them, from 0."""
    named = st.query_params.get("at", "")
    return min(count - 1, int(named)) if named.isascii() and named.isdigit() else 0


def draw_desk(who: Visitor, tasks: Sequence[str]) -> None:
    """One sentence: seen, heard, said, heard again."""
    sentences = who.core.sentences_to_read(tasks)
    if not sentences:
        st.warning(_("These sentences do not exist (any more). Choose others."), icon=":material/search_off:")
        st.button(_("Choose others"), key="aloud_others", on_click=st.query_params.clear)
        return
    place = place_asked(len(sentences))
    st.title(_("Reading aloud"), anchor=False)
    head = st.empty()
    _draw_sentence(who, sentences[place])
    said = _draw_recorder(who, sentences[place])
    with head:
        _draw_progress(sentences, place)
    _draw_ways_on(sentences, place, said=said)


def read_so_far() -> set[str]:
    """What was said in this browser session."""
    found: set[str] = st.session_state.setdefault(READ, set())
    return found


def _draw_progress(sentences: Sequence[AloudSentence], place: int) -> None:
    done = sum(each.task_id in read_so_far() for each in sentences)
    said = _("Sentence {place} of {count} · {done} read").format(place=place + 1, count=len(sentences), done=done)
    st.progress(done / len(sentences), text=f"{said} · {level_name(sentences[place].level)}")


def _draw_sentence(who: Visitor, sentence: AloudSentence) -> None:
    with st.container(border=True, key="aloud_sheet"):
        with st.container(horizontal=True):
            pinyin = st.toggle(_("Pinyin"), key=PINYIN_KEY, persist_state="session")
            translation = st.toggle(_("Translation"), key=TRANSLATION_KEY, persist_state="session")
        draw_chinese(sentence.text, who.core.reader.syllables if pinyin else None, size_px=38)
        if translation:
            st.markdown(escaped(sentence.translation))
        listen_bar()(
            key=f"aloud_listen_{sentence.task_id}",
            data={"lines": text_lines(sentence.text, who.core.recording), "ui": _listening_words()},
        )


def _listening_words() -> dict[str, str]:
    return {
        "listen": _("Listen"),
        "stop": _("Stop"),
        "slowly": _("Slowly"),
        "synthetic": _("Synthetic voice of your browser"),
        "recorded": _("Recorded by native speakers"),
        "noVoice": _(
            "Your browser has no Chinese voice, so the model cannot be heard here; read by the pinyin. Chrome, Edge and Safari "
            "with Chinese installed in the system have one."
        ),
        "noMicrophone": _(
            "The browser gives no microphone on this address: it wants https:// or this very computer. Record with another "
            "program and choose the file below."
        ),
    }


def _draw_recorder(who: Visitor, sentence: AloudSentence) -> bool:
    """The recorder, a file beside it, and what is in the sound."""
    recorded = st.audio_input(
        _("Say it"), sample_rate=SAMPLES_A_SECOND, key=f"aloud_record_{sentence.task_id}"
    )  # fmt: skip
    with st.expander(_("Or choose a file"), icon=":material/upload_file:", type="compact"):
        uploaded = st.file_uploader(
            _("A recording (WAV, up to 30 seconds)"), type=["wav"], key=f"aloud_file_{sentence.task_id}"
        )
        if uploaded is not None:
            st.audio(uploaded)
    st.caption(
        ":material/lock: "
        + _(
            "Your recording is neither stored nor passed on. It is not marked yet: compare your own voice with the model."
        )
    )
    sound = recorded or uploaded
    if sound is None:
        return sentence.task_id in read_so_far()
    return _heard(who, sentence, sound.getvalue())


def _heard(who: Visitor, sentence: AloudSentence, wav: bytes) -> bool:
    """Whether somebody spoke; noted once."""
    try:
        seconds = sound_seconds(wav)
    except NotSound:
        st.warning(_("The file cannot be read. Save the recording as WAV (PCM)."), icon=":material/error:")
        return False
    if seconds < LEAST_SECONDS:
        st.warning(
            _("Nothing was heard. Check that the right microphone is chosen and not muted, then say it again."),
            icon=":material/mic_off:",
        )
        return False
    if sentence.task_id not in read_so_far():
        try:
            who.core.finish_resource(who.student_id, sentence.task_id, max(1, round(seconds)), who.caller)
        except WenluError as error:
            st.error(error.remedy(language()), icon=":material/error:")
            return False
        read_so_far().add(sentence.task_id)
    st.success(
        _("{seconds} s of voice. Play your recording, then the model: what is different?").format(
            seconds=f"{seconds:.1f}"
        ),
        icon=":material/check:",
    )
    return True


def _draw_ways_on(sentences: Sequence[AloudSentence], place: int, *, said: bool) -> None:
    """Back and next; at the end what was done."""
    waiting = [number for number, each in enumerate(sentences) if each.task_id not in read_so_far()]
    with st.container(horizontal=True):
        if place > 0:
            st.button(
                _("Previous sentence"),
                icon=":material/chevron_left:",
                key="aloud_back",
                on_click=_go,
                args=(place - 1,),
            )
        if place < len(sentences) - 1:
            st.button(
                _("Next sentence"),
                icon=":material/chevron_right:",
                type="primary" if said else "secondary",
                key="aloud_next",
                on_click=_go,
                args=(place + 1,),
            )
        elif waiting and said:
            st.button(
                _("To one not read yet"), type="primary", key="aloud_waiting", on_click=_go, args=(waiting[0],)
            )  # fmt: skip
    if not waiting:
        st.success(_("All sentences are read."), icon=":material/check:")
        with st.container(horizontal=True):
            st.page_link(
                page_named(PLAN), label=_("Back to the plan"), icon=":material/calendar_view_week:", width="content"
            )
            st.button(_("Choose others"), key="aloud_more", on_click=st.query_params.clear)


def _go(place: int) -> None:
    st.query_params["at"] = str(place)
