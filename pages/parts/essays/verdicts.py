"""The student's verdicts on errors: accepted, or "this is right"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.api.essay_reviews import LONGEST_NOTE, EditVerdict, Verdict
from core.api.essays import EssayReport, EssayView
from core.errors import WenluError
from core.essays.wire import EditShown
from pages.parts.i18n import language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

EditName = tuple[int, int, str]
"""The name of an error in its review: start, end, replacement."""
Verdicts = Mapping[EditName, EditVerdict]


def edit_name(edit: EditShown) -> EditName:
    """The name of an error."""
    return edit.start, edit.end, edit.replacement


def verdicts_of(who: Visitor, evaluation_id: str) -> dict[EditName, EditVerdict]:
    """All verdicts on one review."""
    verdicts = who.core.essay_reviews.verdicts(evaluation_id, who.caller)
    return {(edit_verdict.start, edit_verdict.end, edit_verdict.replacement): edit_verdict for edit_verdict in verdicts}


def keep_verdict(who: Visitor, view: EssayView, reply: Mapping[str, Any]) -> None:
    """Store the verdict that the widget sent, or take it back."""
    verdict = reply.get("verdict")
    verdict_value: Verdict | None = (
        "accepted" if verdict == "accepted" else "dismissed" if verdict == "dismissed" else None
    )
    name = int(reply["start"]), int(reply["end"]), str(reply["replacement"])
    try:
        who.core.essay_reviews.give_verdict(
            view.student_id,
            view.evaluation_id,
            start=name[0],
            end=name[1],
            replacement=name[2],
            verdict=verdict_value,
            note=str(reply.get("note") or "")[:LONGEST_NOTE],
            caller=who.caller,
        )
    except WenluError as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")


def with_accepted(report: EssayReport, verdicts: Verdicts) -> str:
    """The essay with the accepted corrections applied, as the start of the next draft."""
    text = report.essay_content
    accepted_names = {name for name, verdict in verdicts.items() if verdict.verdict == "accepted"}
    accepted_edits = [edit for edit in (*report.edits, *report.checks) if edit_name(edit) in accepted_names]
    for edit in sorted(accepted_edits, key=edit_name, reverse=True):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    return text
