"""Data of the marked essay for the widgets that draw it, with all texts in the interface language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.api.essay_reviews import LONGEST_NOTE, EditVerdict
from core.api.essays import EssayReport, EssayView
from core.essays.wire import EditShown
from core.texts.wire import PointView
from pages.parts.addresses import page_named
from pages.parts.essays.components import essay_search, marked_essay
from pages.parts.essays.doubts import doubts_data, draw_doubts
from pages.parts.essays.exercise import open_named_exercise
from pages.parts.essays.verdicts import Verdicts, edit_name, keep_verdict
from pages.parts.essays.words import change_text, confidence_text, correctors_text, error_counts, error_names
from pages.parts.i18n import _, explanation_language
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor

POINT = "essay_point"
"""Session state: the grammar point that was asked for in the widget."""


def draw_marked(who: Visitor, view: EssayView, verdicts: Verdicts) -> None:
    """Draw the marked text and the list, and handle what is clicked there."""
    report = view.report
    is_own = who.account.student_id == view.student_id
    key = f"essay_marked_{view.evaluation_id}"
    if not report.edits and not report.checks and not report.doubts:
        st.success(_("No certain or probable errors were found."), icon=":material/check:")
    elif is_own and (report.edits or report.checks):
        st.caption(
            _(
                "Click a marked place or a line of the list, or go from place to place with the arrow keys. What you call right "
                "is not marked again."
            )
        )
    marked_essay()(
        key=key,
        data=marked_data(report, verdicts, catalogue_of(who), is_own=is_own),
        on_verdict_change=lambda: keep_verdict(who, view, st.session_state[key]["verdict"]),
        on_point_change=lambda: st.session_state.update({POINT: st.session_state[key]["point"]}),
        on_practise_change=lambda: _practise(who, report, st.session_state[key]["practise"]),
    )
    if (point := st.session_state.pop(POINT, None)) is not None:
        st.switch_page(page_named("points"), query_params={"point": str(point)})
    draw_doubts(who, view, verdicts)


def _practise(who: Visitor, report: EssayReport, sent: Mapping[str, Any]) -> None:
    open_named_exercise(who, report, (int(sent["start"]), int(sent["end"]), str(sent["replacement"])))


def draw_search(view: EssayView, catalogue: Mapping[str, PointView]) -> None:
    """Draw the essay without its corrections, so that the reader finds the errors."""
    report = view.report
    if not report.edits:
        st.success(_("There is nothing to find: no error was marked."), icon=":material/check:")
        return
    essay_search()(key=f"essay_find_{view.evaluation_id}", data=search_data(report, catalogue))


def marked_data(
    report: EssayReport, verdicts: Verdicts, catalogue: Mapping[str, PointView], *, is_own: bool
) -> dict[str, Any]:
    """All data of the marked essay; `is_own`: whether the reader wrote it."""
    marks = [(edit, False) for edit in report.edits] + [(edit, True) for edit in report.checks]
    marks.sort(key=lambda mark: (mark[0].start, mark[0].end))
    names = error_names()
    legend = [
        {"type": kind, "name": names[kind], "count": count, "check": False}
        for kind, count in error_counts(report).items()
    ]
    if report.checks:
        legend.append({"type": "", "name": _("check this"), "count": len(report.checks), "check": True})
    return {
        "id": report.evaluation_id,
        "text": report.essay_content,
        "own": is_own,
        "longestNote": LONGEST_NOTE,
        "items": [
            {**_item(edit, catalogue, check=check), **_verdict(verdicts.get(edit_name(edit)), is_own=is_own)}
            for edit, check in marks
        ],
        "doubts": doubts_data(report, verdicts),
        "legend": legend,
        "ui": _interface_texts(),
    }


def search_data(report: EssayReport, catalogue: Mapping[str, PointView]) -> dict[str, Any]:
    """All data of the exercise in which the reader finds the errors."""
    return {
        "id": report.evaluation_id,
        "text": report.essay_content,
        "items": [{**_item(edit, catalogue, check=False), **_verdict(None, is_own=True)} for edit in report.edits],
        "ui": {
            "begin": _("Click the character where you think an error is. Where something is missing, click beside the place."),
            "miss": _("No error was marked there. Look again."),
            "none": _("No error in this paragraph."),
            "left": _("Still to find in this paragraph: {left} of {count}"),
            "all": _("All errors of this paragraph are found."),
            "done": _("You have found them all."),
            "show": _("Show me one"),
        },
    }  # fmt: skip


def _item(edit: EditShown, catalogue: Mapping[str, PointView], *, check: bool) -> dict[str, Any]:
    point = catalogue.get(edit.point)
    name = error_names()[edit.type]
    return {
        "start": edit.start,
        "end": edit.end,
        "original": edit.original,
        "replacement": edit.replacement,
        "type": edit.type,
        "check": check,
        "name": _("check this: {kind}").format(kind=name) if check else name,
        "explanation": edit.explanation.get(explanation_language()),
        "confidence": confidence_text(edit.confidence, check=check),
        "judges": _("found by: {judges}").format(judges=correctors_text(edit.judges)),
        "point": point.id if point else None,
        "pointName": f"{point.id} {point.title}" if point else None,
        "said": f"{name}: {change_text(edit)}",
    }


def _verdict(verdict: EditVerdict | None, *, is_own: bool) -> dict[str, Any]:
    """The verdict on an error in words; `settled`: the teacher has decided. An edit whose dismissal was overruled is marked as before."""
    if verdict is None:
        return {"verdict": None, "said_of": None, "settled": False, "note": ""}
    words = _settled_text(verdict) if verdict.settled else _verdict_text(verdict, is_own=is_own)
    is_overruled = verdict.settled == "overruled" and verdict.verdict == "dismissed"
    return {
        "verdict": None if is_overruled else verdict.verdict,
        "said_of": words,
        "settled": verdict.settled is not None,
        "note": verdict.note,
    }


def _verdict_text(verdict: EditVerdict, *, is_own: bool) -> str:
    if not is_own:
        if verdict.verdict == "accepted":
            return _("The student accepted it.")
        return f"{_('The student says: this is right.')} {verdict.note}".strip()
    return verdict_texts()[verdict.verdict]


def _settled_text(verdict: EditVerdict) -> str:
    if verdict.made_by_ruling:
        return _("Your teacher says that this is right, in every essay of the school.")
    words = (
        _("The teacher agrees: it is right.")
        if verdict.settled == "upheld"
        else _("The teacher says: the mark stands.")
    )
    return f"{words} {verdict.teacher_note}".strip()


def verdict_texts() -> dict[str, str]:
    """The consequences of the writer's verdicts, by verdict."""
    return {
        "accepted": _("Accepted: the next draft will include it."),
        "dismissed": _("You say this is right. It is not marked again, and your teacher can see it."),
    }


def _interface_texts() -> dict[str, str]:
    return {
        "text": _("The marked essay"),
        "here": _("The chosen error"),
        "click": _("Click a marked place."),
        "accept": _("Accept"),
        "acceptCheck": _("Yes, change it"),
        "right": _("This is right"),
        "rightShort": _("kept as written"),
        "taken": _("accepted"),
        "undo": _("Undo"),
        "note": _("Why? A word for your teacher (optional)"),
        "keepNote": _("Keep the note"),
        "noteKept": _("Kept. Your teacher sees it."),
        "practise": _("Practise it now"),
        "next": _("Next place"),
        **verdict_texts(),
    }
