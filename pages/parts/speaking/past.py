"""Earlier readings: then and now of the same text, and the way to delete one."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import takewhile

import streamlit as st

from core.api.speech import ReadingSummary, ReadingView
from core.errors import NotFound
from core.speech.wire import SpeechReport
from pages.parts.dates import day_name
from pages.parts.i18n import _
from pages.parts.speaking.readings import forget
from pages.parts.speaking.words import sentences, total_text
from pages.parts.visitor import Visitor

READING = "reading"
"""The parameter of the address that names the result that is shown."""


def day_read(line: ReadingSummary | ReadingView) -> str:
    """The day of a reading."""
    return day_name(datetime.fromisoformat(line.read_at))


def draw_then(who: Visitor, report: SpeechReport, student_id: str, key: str) -> tuple[SpeechReport | None, str]:
    """Draw the choice of an earlier reading of the same text; return it and its name in the drawing."""
    by_id = {view.evaluation_id: view for view in _earlier(who, report, student_id)}
    if not by_id:
        return None, ""
    chosen = st.selectbox(
        _("Then and now: lay an earlier reading under this one"),
        list(by_id),
        index=None,
        format_func=lambda evaluation_id: earlier_text(by_id[evaluation_id]),
        placeholder=_("Choose an earlier reading of this text"),
        key=f"speaking_then_{key}_{report.evaluation_id}",
    )
    if chosen is None:
        return None, ""
    earlier = by_id[chosen]
    st.markdown(change_text(earlier.report, report))
    return earlier.report, day_read(earlier)


def _earlier(who: Visitor, report: SpeechReport, student_id: str) -> list[ReadingView]:
    """Readings of the same text before this one, newest first."""
    views = who.core.speech.same_sentence(student_id, report.text, who.caller)
    earlier = takewhile(lambda view: view.evaluation_id != report.evaluation_id, views)
    return list(earlier)[::-1]


def earlier_text(view: ReadingView) -> str:
    """An earlier reading in the list: `20 Nov 2026 · 61`."""
    return f"{day_read(view)} · {total_text(view.report)}"


def change_text(then: SpeechReport, now: SpeechReport) -> str:
    """Both totals in words, with a note where the difference is small, or within the ranges of short readings."""
    text = _("Then {then}, now {now}.").format(then=total_text(then), now=total_text(now))
    overlap = max(then.total_interval[0], now.total_interval[0]) <= min(then.total_interval[1], now.total_interval[1])
    if abs(now.total_score - then.total_score) < SMALL_CHANGE or ((then.short or now.short) and overlap):
        return sentences([text, _("So small a difference is within what one reading varies.")])
    return text


SMALL_CHANGE = 5.0
"""Points below which a change is small: half of a typical 80 % range of the total."""


def draw_delete(who: Visitor, report: SpeechReport, key: str) -> None:
    """Draw the deletion of a reading, behind a second button."""
    if report.evaluation_id is None:
        return
    with st.popover(_("Delete this reading"), icon=":material/delete:", type="tertiary"):
        st.markdown(
            _(
                "The result will be deleted, and the recording if one was kept. What the map and the portrait learned from it stays."
            )
        )
        st.button(
            _("Yes, delete it"),
            key=f"speaking_delete_{key}",
            icon=":material/delete_forever:",
            on_click=_delete,
            args=(who, report.evaluation_id),
        )


def _delete(who: Visitor, evaluation_id: str) -> None:
    with suppress(NotFound):
        who.core.speech.forget(who.student_id, evaluation_id, who.caller)
    forget(evaluation_id)
    st.query_params.clear()
    st.toast(_("The reading was deleted."), icon=":material/delete:")
