"""One unit: its goal, its steps, the points and words that are new in it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.errors import NotFound
from core.plan.road.wire import StepView, UnitView
from pages.parts.addresses import page_named
from pages.parts.components import road_steps
from pages.parts.i18n import _, language
from pages.parts.map.words import status_text
from pages.parts.road.back import ROAD
from pages.parts.road.begin import begin_step
from pages.parts.road.words import (
    SYMBOLS,
    begin_word,
    goal_sentence,
    step_facts,
    step_names,
    translation_of,
    unit_number,
)
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "road_steps"
LOOK = """<style>.st-key-unit_words p, .st-key-unit_title h1 { font-family: "LXGW WenKai", "LXGW WenKai GB", "霞鹜文楷", KaiTi, STKaiti, "Kaiti SC", "AR PL UKai CN", serif; } .st-key-unit_words p { font-size: 24px; line-height: 1.8; } .st-key-unit_title h1 { font-weight: 500; font-size: 40px; }</style>"""


def draw_unit(who: Visitor, unit_id: str) -> None:
    """The unit in the address."""
    st.page_link(page_named(ROAD), label=_("The road"), icon=":material/arrow_back:")
    try:
        unit = who.core.road.unit(who.student_id, unit_id, who.caller)
    except NotFound:
        st.warning(_("There is no such unit (any more). Choose one on the road."), icon=":material/search_off:")
        return
    line = unit.line
    st.html(LOOK)
    with st.container(key="unit_title"):
        st.title(escaped(line.title.zh), anchor=False)
    st.caption(" · ".join(filter(None, (escaped(translation_of(line)), unit_number(line)))))
    st.markdown(f"#### {escaped(goal_sentence(line))}")
    _draw_where(unit)
    sent = road_steps()(
        key=f"{KEY}_{unit_id}",
        data={"steps": [step_data(step, unit) for step in unit.steps], "ui": {"steps": _("Steps of the unit")}},
        on_begin_change=lambda: None,
    )
    if (kind := sent.get("begin")) in SYMBOLS:
        begin_step(who, unit, kind)
    _draw_contents(unit)


def step_data(step: StepView, unit: UnitView) -> dict[str, Any]:
    """Everything that the list draws of a step."""
    return {
        "kind": step.kind,
        "symbol": SYMBOLS[step.kind],
        "name": step_names()[step.kind],
        "title": step.title.zh if step.title else "",
        "translation": step.title.en if step.title and language() == "en" else "",
        "facts": step_facts(step),
        "done": step.done,
        "next": step.kind == unit.next_step,
        "begin": begin_word(step),
    }


def _draw_where(unit: UnitView) -> None:
    """Where one stands in the unit, in a sentence."""
    if unit.next_step is None:
        st.success(_("The checkpoint is passed: this is something you can do."), icon=":material/check:")
    elif unit.line.state == "behind":
        st.info(
            _("Your answers say that you know this already. The checkpoint alone settles it."), icon=":material/info:"
        )


def _draw_contents(unit: UnitView) -> None:
    points, words = st.columns(2)
    with points:
        st.subheader(_("New patterns"), anchor=False)
        for point in unit.points:
            name = point.name.get(language())
            state = _("counted as known") if point.assumed else status_text(point.shown)
            st.page_link(
                page_named("points"),
                label=f"{escaped(name)} :small[:gray[{state}]]",
                query_params={"point": point.point_id},
            )
    with words:
        st.subheader(_("Words"), anchor=False)
        with st.container(key="unit_words"):
            st.markdown(escaped("　".join(unit.words)))
