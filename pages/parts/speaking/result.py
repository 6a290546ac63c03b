"""A scored reading, from the text down to the files."""

from __future__ import annotations

import streamlit as st

from core.speech.wire import SpeechReport
from pages.parts.addresses import page_named
from pages.parts.components import spoken_reading
from pages.parts.i18n import _, ngettext
from pages.parts.speaking.data import reading_data, states_of
from pages.parts.speaking.file import draw_downloads
from pages.parts.speaking.measures import (
    draw_beside,
    draw_findings,
    draw_indicators,
    draw_intonation,
    draw_total,
    draw_warnings,
)
from pages.parts.speaking.own_voice import own_voice_of
from pages.parts.speaking.past import READING, draw_delete, draw_then
from pages.parts.speaking.readings import PlayedSound
from pages.parts.speaking.words import sentences
from pages.parts.visitor import Visitor


def draw_text_read(who: Visitor, report: SpeechReport, *, sound: PlayedSound | None, student_id: str, key: str) -> None:
    """Draw the sentence that sums a reading up, warnings, and the text with its verdicts."""
    st.markdown(summary_text(report))
    draw_warnings(report)
    text = st.container()
    draw_beside(report)
    earlier, earlier_name = draw_then(who, report, student_id, key)
    with text:
        spoken_reading()(
            key=f"speaking_text_{key}",
            data=reading_data(
                report,
                recording=who.core.questions.recording,
                sound=sound.address if sound else None,
                own_voice=own_voice_of(who, report, sound.raw if sound else None, key),
                earlier=earlier,
                earlier_name=earlier_name,
            ),
        )


def draw_result(
    who: Visitor, report: SpeechReport, *, sound: PlayedSound | None, student_id: str, key: str, whole: bool = True
) -> None:
    """Draw everything about a reading; without `whole` the indicators stay behind a link."""
    draw_text_read(who, report, sound=sound, student_id=student_id, key=key)
    is_own = who.account.student_id == student_id
    left, right = st.columns(2, gap="large")
    with left:
        draw_findings(report)
        if is_own:
            _draw_ways_on(report, whole=whole)
    with right:
        draw_total(report)
    if not whole:
        return
    draw_indicators(report)
    draw_intonation(report)
    with st.container(horizontal=True, vertical_alignment="center"):
        draw_downloads(report)
        if is_own:
            draw_delete(who, report, key)


def _draw_ways_on(report: SpeechReport, *, whole: bool) -> None:
    st.page_link(page_named("tone_pairs"), label=_("Drill tone pairs"), icon=":material/grid_view:", width="content")
    if not whole and report.evaluation_id:
        st.page_link(
            page_named("speaking"),
            label=_("All eleven indicators"),
            icon=":material/bar_chart:",
            width="content",
            query_params={READING: report.evaluation_id},
        )


def summary_text(report: SpeechReport) -> str:
    """How many syllables to look at, and what cannot be judged."""
    states = states_of(report)
    worth_a_look = sum(state in ("wrong", "check") for state in states)
    parts = [
        ngettext(
            "{count} syllable is worth another listen.", "{count} syllables are worth another listen.", worth_a_look
        )
        if worth_a_look
        else _("No syllable stands out as wrong.")
    ]
    if unknown := states.count("unknown"):
        parts.append(
            ngettext(
                "{count} syllable cannot be judged: too little of it was clear. It costs nothing.",
                "{count} syllables cannot be judged: too little of them was clear. They cost nothing.",
                unknown,
            )
        )
    return sentences(parts)
