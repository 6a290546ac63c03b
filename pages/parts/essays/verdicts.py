"""What the student says of an error: accepted, or "this is right"."""

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

Place = tuple[int, int, str]
"""An error: start, end, replacement."""
Verdicts = Mapping[Place, EditVerdict]


def place_of(edit: EditShown) -> Place:
    """By which an error of one review is named."""
    return edit.start, edit.end, edit.replacement


def verdicts_of(who: Visitor, evaluation_id: str) -> dict[Place, EditVerdict]:
    """All of one review."""
    found = who.core.essay_reviews.verdicts(evaluation_id, who.caller)
    return {(each.start, each.end, each.replacement): each for each in found}


def take_verdict(who: Visitor, view: EssayView, said: Mapping[str, Any]) -> None:
    """What the widget sent: remembered, or taken back."""
    verdict = said.get("verdict")
    known: Verdict | None = "accepted" if verdict == "accepted" else "dismissed" if verdict == "dismissed" else None
    place = int(said["start"]), int(said["end"]), str(said["replacement"])
    try:
        who.core.essay_reviews.judge(
            view.student_id,
            view.evaluation_id,
            start=place[0],
            end=place[1],
            replacement=place[2],
            verdict=known,
            note=str(said.get("note") or "")[:LONGEST_NOTE],
            caller=who.caller,
        )
    except WenluError as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")


def with_accepted(report: EssayReport, verdicts: Verdicts) -> str:
    """The essay with the accepted corrections written in, as the beginning of the next draft."""
    text = report.essay_content
    accepted = {place for place, said in verdicts.items() if said.verdict == "accepted"}
    taken = [each for each in (*report.edits, *report.checks) if place_of(each) in accepted]
    for edit in sorted(taken, key=place_of, reverse=True):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    return text
