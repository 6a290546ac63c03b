"""A scored reading, from the text down to the files."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from core.api.speech import FAULTS
from core.speech.wire import SpeechReport
from pages.parts.addresses import page_named
from pages.parts.components import spoken_reading
from pages.parts.i18n import _, ngettext
from pages.parts.speaking.data import reading_data, verdicts_of
from pages.parts.speaking.file import draw_downloads
from pages.parts.speaking.measures import (
    draw_aspects,
    draw_beside,
    draw_findings,
    draw_intonation,
    draw_total,
    draw_warnings,
)
from pages.parts.speaking.own_voice import own_voice_of
from pages.parts.speaking.past import READING, draw_delete, draw_then
from pages.parts.speaking.readings import PlayedSound
from pages.parts.speaking.words import sentences, verdict_names
from pages.parts.visitor import Visitor


def draw_text_read(who: Visitor, report: SpeechReport, *, sound: PlayedSound | None, student_id: str, key: str) -> None:
    """Draw the sentence that sums a reading up, warnings, and the text with its verdicts."""
    st.markdown(summary_text(report))
    draw_warnings(report)
    _draw_marked_text(who, report, sound=sound, student_id=student_id, key=key)


def _draw_marked_text(
    who: Visitor, report: SpeechReport, *, sound: PlayedSound | None, student_id: str, key: str
) -> None:
    """Draw the text with its verdicts, and an earlier reading of it under it if one is chosen."""
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
    """Draw a reading: what to act on, the text with its verdicts, the numbers; without `whole` those behind the total stay behind a link."""
    is_own = who.account.student_id == student_id
    st.markdown(summary_text(report))
    draw_warnings(report)
    draw_findings(report)
    if is_own:
        _draw_ways_on(report, whole=whole)
    _draw_marked_text(who, report, sound=sound, student_id=student_id, key=key)
    draw_total(report)
    if not whole:
        return
    draw_aspects(report)
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
            label=_("All numbers of this reading"),
            icon=":material/bar_chart:",
            width="content",
            query_params={READING: report.evaluation_id},
        )


def summary_text(report: SpeechReport) -> str:
    """How many syllables to practise, and why; what cannot be judged."""
    counts = Counter(verdicts_of(report))
    names = verdict_names()
    kinds = [
        _("{count} {verdict}").format(count=counts[verdict], verdict=names[verdict])
        for verdict in reversed(FAULTS)
        if counts[verdict]
    ]
    faults = sum(counts[verdict] for verdict in FAULTS)
    parts = [
        ngettext(
            "{count} syllable to practise: {kinds}.",
            "{count} syllables to practise: {kinds}.",
            faults,
            kinds=_(", ").join(kinds),
        )
        if faults
        else _("Nothing was judged wrong or left out.")
    ]
    if unsure := counts["unsure"]:
        parts.append(
            ngettext(
                "{count} syllable cannot be judged: too little of it was clear. It costs nothing.",
                "{count} syllables cannot be judged: too little of them was clear. They cost nothing.",
                unsure,
            )
        )
    return sentences(parts)
