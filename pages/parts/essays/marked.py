"""The marked essay as the widgets draw it: plain data, every word in the interface language."""

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
from pages.parts.essays.verdicts import Verdicts, place_of, take_verdict
from pages.parts.essays.words import change_said, confidence_said, counts_of, error_names, judges_said
from pages.parts.i18n import _, language
from pages.parts.texts.reading import catalogue_of
from pages.parts.visitor import Visitor

POINT = "essay_point"
"""Session state: the grammar point that was asked for in the widget."""


def draw_marked(who: Visitor, view: EssayView, verdicts: Verdicts) -> None:
    """Text and list; what was clicked there is done here."""
    report = view.report
    own = who.account.student_id == view.student_id
    key = f"essay_marked_{view.evaluation_id}"
    if not report.edits and not report.checks:
        st.success(_("Nothing was found that is surely or probably wrong."), icon=":material/check:")
    elif own:
        st.caption(
            _(
                "Click a marked place or a line of the list, or go from place to place with the arrow keys. What you call right "
                "is not marked again."
            )
        )
    marked_essay()(
        key=key,
        data=marked_data(report, verdicts, catalogue_of(who), own=own),
        on_verdict_change=lambda: take_verdict(who, view, st.session_state[key]["verdict"]),
        on_point_change=lambda: st.session_state.update({POINT: st.session_state[key]["point"]}),
    )
    if (point := st.session_state.pop(POINT, None)) is not None:
        st.switch_page(page_named("points"), query_params={"point": str(point)})


def draw_search(view: EssayView, catalogue: Mapping[str, PointView]) -> None:
    """The essay without its corrections."""
    report = view.report
    if not report.edits:
        st.success(_("There is nothing to find: no error was marked."), icon=":material/check:")
        return
    essay_search()(key=f"essay_find_{view.evaluation_id}", data=search_data(report, catalogue))


def marked_data(
    report: EssayReport, verdicts: Verdicts, catalogue: Mapping[str, PointView], *, own: bool
) -> dict[str, Any]:
    """Everything the marked essay draws; `own`: whether the reader wrote it."""
    marks = [(each, False) for each in report.edits] + [(each, True) for each in report.checks]
    marks.sort(key=lambda mark: (mark[0].start, mark[0].end))
    names = error_names()
    legend = [
        {"type": kind, "name": names[kind], "count": count, "check": False} for kind, count in counts_of(report).items()
    ]
    if report.checks:
        legend.append({"type": "", "name": _("check this"), "count": len(report.checks), "check": True})
    return {
        "id": report.evaluation_id,
        "text": report.essay_content,
        "own": own,
        "longestNote": LONGEST_NOTE,
        "items": [
            {**_item(each, catalogue, check=check), **_verdict(verdicts.get(place_of(each)), own=own)}
            for each, check in marks
        ],
        "legend": legend,
        "ui": _words(),
    }


def search_data(report: EssayReport, catalogue: Mapping[str, PointView]) -> dict[str, Any]:
    """Everything that finding errors oneself draws."""
    return {
        "id": report.evaluation_id,
        "text": report.essay_content,
        "items": [{**_item(each, catalogue, check=False), **_verdict(None, own=True)} for each in report.edits],
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
        "explanation": edit.explanation.get(language()),
        "confidence": confidence_said(edit.confidence, check=check),
        "judges": _("found by: {judges}").format(judges=judges_said(edit.judges)),
        "point": point.id if point else None,
        "pointName": f"{point.id} {point.title}" if point else None,
        "said": f"{name}: {change_said(edit)}",
    }


def _verdict(said: EditVerdict | None, *, own: bool) -> dict[str, Any]:
    """What was said of an error, in words; `settled`: the teacher's is the last one. What was overruled is marked as before."""
    if said is None:
        return {"verdict": None, "said_of": None, "settled": False, "note": ""}
    words = _settled_words(said) if said.settled else _own_words(said, own=own)
    stands = said.settled == "overruled" and said.verdict == "dismissed"
    return {
        "verdict": None if stands else said.verdict,
        "said_of": words,
        "settled": said.settled is not None,
        "note": said.note,
    }


def _own_words(said: EditVerdict, *, own: bool) -> str:
    if not own:
        if said.verdict == "accepted":
            return _("The student accepted it.")
        return f"{_('The student says: this is right.')} {said.note}".strip()
    return accepted_words()[said.verdict]


def _settled_words(said: EditVerdict) -> str:
    words = (
        _("The teacher agrees: it is right.") if said.settled == "upheld" else _("The teacher says: the mark stands.")
    )
    return f"{words} {said.teacher_note}".strip()


def accepted_words() -> dict[str, str]:
    """What becomes of an error once its writer has spoken."""
    return {
        "accepted": _("Accepted: the next draft begins with it."),
        "dismissed": _("You say this is right. It is not marked again, and your teacher can see it."),
    }


def _words() -> dict[str, str]:
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
        "next": _("Next place"),
        **accepted_words(),
    }
