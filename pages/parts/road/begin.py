"""Opening the page of a step: a round, a lesson, sentences to say, a title to write on."""

from __future__ import annotations

import streamlit as st

from core.errors import WenluError
from core.plan.road.wire import RoundKind, StepKind, UnitView
from pages.parts.addresses import page_named
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, language
from pages.parts.road.back import step_parameters
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def begin_step(who: Visitor, unit: UnitView, kind: StepKind) -> None:
    """Open the page on which the step is done; it leads back to the unit."""
    back = step_parameters(unit.line.unit_id)
    if kind == "cards" or kind == "checkpoint":
        _begin_round(who, unit, kind, back)
    elif kind == "say":
        st.switch_page(page_named("read_aloud"), query_params={"tasks": ",".join(unit.say), **back})
    else:
        resource_id = next(step.resource_id for step in unit.steps if step.kind == kind)
        page = "writing" if kind == "write" else "lesson"
        st.switch_page(page_named(page), query_params={"resource": resource_id, **back})


def _begin_round(who: Visitor, unit: UnitView, kind: RoundKind, back: dict[str, str]) -> None:
    try:
        view = who.core.road.start(who.student_id, unit.line.unit_id, kind, who.caller, voice=has_voice())
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    if view is None:
        st.info(
            _("You have seen all cards of this unit in the last 14 days. Take another step, or come back later."),
            icon=":material/info:",
        )
        return
    st.switch_page(page_named("practice"), query_params={"session": view.session_id, **back})
