"""The student's verdicts on errors: accepted, or "this is right"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def accepted_in(report: EssayReport, verdicts: Verdicts, places: Mapping[EditName, int]) -> list[tuple[int, EditShown]]:
    """The accepted corrections that a later text does not have yet, each with its offset there, the last first; of an insertion and a change at
    the same character the change, since what is inserted would move the text that it changes. `places`: where the text stands as it was
    (`pages.parts.essays.drafts.unchanged_places`)."""
    accepted = {name for name, verdict in verdicts.items() if verdict.verdict == "accepted"}
    edits = [edit for edit in (*report.edits, *report.checks) if edit_name(edit) in accepted & places.keys()]
    placed = [(places[edit_name(edit)], edit) for edit in edits]
    return sorted(placed, key=lambda pair: (pair[0], len(pair[1].original)), reverse=True)


def with_accepted(text: str, accepted: Sequence[tuple[int, EditShown]]) -> str:
    """The text with these corrections applied, the last of them first."""
    for start, edit in accepted:
        text = text[:start] + edit.replacement + text[start + len(edit.original) :]
    return text
