"""What came back: the grade, the comment and the marks of a returned essay, each saying whose it is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import streamlit as st

from core.api.marking import MarkShown, ReturnedEssay, stands
from pages.parts.addresses import page_named
from pages.parts.essays.compare import Correction
from pages.parts.essays.components import marked_essay
from pages.parts.essays.words import TYPES, confidence_text, correctors_text, error_names
from pages.parts.i18n import _, explanation_language
from pages.parts.marking.voice import draw_voice_of
from pages.parts.marking.words import grade_text, rubric_text, teacher_text
from pages.parts.shown_text import escaped, escaped_lines
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor
from pages.parts.writing.state import open_title

POINT = "returned_point"
"""Session state: the grammar point that was asked for in the widget."""


def draw_teachers_word(who: Visitor, returned: ReturnedEssay) -> None:
    """The grade, the points, the comment, written and said, and who gave them."""
    marking = returned.marking
    with st.container(border=True):
        st.markdown(f"#### :material/school: {grade_text(marking.grade)}  \n:small[{escaped(teacher_text(marking))}]")
        if marking.rubric:
            st.markdown(rubric_text(marking))
        if marking.comment:
            st.markdown(f":material/chat_bubble: {escaped_lines(marking.comment)}")
        draw_voice_of(who, returned)
        if returned.second_draft:
            st.markdown(f":material/edit: **{_('Your teacher asks for a second draft.')}**")


def draw_returned_marks(who: Visitor, returned: ReturnedEssay) -> None:
    """The text as it was handed in, with the marks; a click shows the reason and whose mark it is."""
    key = f"returned_{returned.writing_id}"
    marked_essay()(
        key=key,
        data=returned_data(returned, {point.id: point.title for point in catalogue_of(who).values()}),
        on_point_change=lambda: st.session_state.update({POINT: st.session_state[key]["point"]}),
        on_verdict_change=lambda: None,
    )
    if (point := st.session_state.pop(POINT, None)) is not None:
        st.switch_page(page_named("points"), query_params={"point": str(point)})


def begin_second_draft(who: Visitor, returned: ReturnedEssay) -> None:
    """The second draft begins with the text of the first, unless one is begun already."""
    task = who.core.writing.task(who.student_id, returned.resource_id, who.caller)
    if who.core.writing.draft(who.student_id, returned.resource_id, who.caller) is None:
        who.core.writing.keep(who.student_id, task, returned.text, who.caller, title=returned.title, writing_id=None)
    open_title(returned.resource_id)


# -- data ----------------------------------------------------------------------------------------------------


def returned_data(returned: ReturnedEssay, point_titles: dict[str, str]) -> dict[str, Any]:
    """All data of the marked text (`essays/marked.js`), to be read only."""
    marks = drawable(returned.marking.marks)
    names = error_names()
    counts = Counter(mark.type for mark in marks if stands(mark) and not mark.check)
    legend = [
        {"type": kind, "name": names[kind], "count": counts[kind], "check": False} for kind in TYPES if counts[kind]
    ]
    if checks := sum(mark.check for mark in marks):
        legend.append({"type": "", "name": _("check this"), "count": checks, "check": True})
    return {
        "id": f"{returned.writing_id} {returned.marking.version}",
        "text": returned.text,
        "own": False,
        "longestNote": 0,
        "items": [_item(mark, returned, point_titles) for mark in marks],
        "legend": legend,
        "ui": {
            "text": _("The marked essay"),
            "here": _("The chosen error"),
            "click": _("Click a marked place."),
            "rightShort": _("kept as written"),
            "taken": _("accepted"),
            "next": _("Next place"),
        },
    }


def drawable(marks: tuple[MarkShown, ...]) -> list[MarkShown]:
    """The marks without the struck ones in whose place another stands: two cannot be drawn on the same characters."""
    standing = [mark for mark in marks if stands(mark)]
    return [mark for mark in marks if stands(mark) or not any(_overlap(mark, other) for other in standing)]


def corrections_of(returned: ReturnedEssay) -> list[Correction]:
    """What the corrected version of a returned text changes, by position: the marks with a correction as the teacher left them. The struck
    ones are not among them, nor what is only to be checked, nor a comment without a correction."""
    return [
        Correction(mark.start, mark.end, mark.original, mark.correction)
        for mark in drawable(returned.marking.marks)
        if stands(mark) and not mark.check and (mark.correction or mark.type == "D")
    ]


def _overlap(one: MarkShown, other: MarkShown) -> bool:
    same = (one.start, one.end) == (other.start, other.end)
    return same or (one.start < other.end and other.start < one.end)


def _item(mark: MarkShown, returned: ReturnedEssay, point_titles: dict[str, str]) -> dict[str, Any]:
    names = error_names()
    is_teachers = mark.ruling in ("added", "changed")
    explanation = mark.explanation.get(explanation_language()) if mark.explanation else ""
    confidence = "" if is_teachers or mark.confidence is None else confidence_text(mark.confidence, check=mark.check)
    point = mark.point if mark.point in point_titles and not is_teachers else None
    return {
        "start": mark.start,
        "end": mark.end,
        "original": mark.original,
        "replacement": mark.correction,
        "remark": mark.correction == "" and mark.type != "D" and stands(mark),
        "type": mark.type,
        "check": mark.check,
        "name": _("check this: {kind}").format(kind=names[mark.type]) if mark.check else names[mark.type],
        "explanation": " ".join(part for part in (mark.comment, explanation) if part),
        "confidence": whose_text(mark, returned),
        "judges": confidence
        and f"{confidence} · {_('found by: {judges}').format(judges=correctors_text(mark.judges))}",
        "point": point,
        "pointName": f"{point} {point_titles[point]}" if point else None,
        "said": f"{names[mark.type]}: {mark.original} → {mark.correction or mark.comment}",
        "verdict": None if stands(mark) else "dismissed",
        "said_of": None if stands(mark) else _("Your teacher says: this is right."),
        "settled": True,
        "note": "",
    }


def whose_text(mark: MarkShown, returned: ReturnedEssay) -> str:
    """Whose mark it is: the teacher's, or the engine's as the teacher left it."""
    teacher = returned.marking.teacher
    if mark.ruling in ("added", "changed"):
        return _("Marked by your teacher, {name}").format(name=teacher) if teacher else _("Marked by your teacher")
    if mark.ruling == "accepted":
        return _("Marked by the engine, confirmed by your teacher")
    if mark.ruling == "struck":
        return _("Marked by the engine, struck by your teacher")
    return _("Marked by the engine; your teacher let it stand")
