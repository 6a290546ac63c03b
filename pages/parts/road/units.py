"""The units of a level as a road. The address holds the level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.plan.road.wire import Road, UnitLine, UnitView
from core.wire import BANDS
from pages.parts.addresses import page_named
from pages.parts.components import road_units
from pages.parts.i18n import _
from pages.parts.map.words import level_short
from pages.parts.road.back import ROAD, open_unit
from pages.parts.road.begin import begin_step
from pages.parts.road.words import goal_sentence, state_names, takes_text, translation_of, unit_number
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

KEY = "road_units"
LEVELS = tuple(sorted({level for low, high in BANDS.values() for level in range(low, high + 1)}))
LEVEL_PARAMETER = "level"
UNITS_BEFORE, UNITS_AHEAD = 1, 2
"""On Today, beside the current unit."""


def draw_road(who: Visitor) -> None:
    """Where the road goes on, in a sentence; the levels; the units of the level."""
    road = who.core.road.whole(who.student_id, who.caller)
    st.title(_("The road"))
    st.markdown(_where_sentence(road))
    level = _chosen_level(road)
    lines = [line for line in road.units if line.level == level]
    done = sum(line.state in ("done", "behind") for line in lines)
    st.caption(_("Level {level}: {done} of {count} units done or known.").format(level=level_short(level), done=done, count=len(lines)))  # fmt: skip
    draw_units(who, lines, road.current, key=f"{KEY}_{level}")


def draw_units(
    who: Visitor, lines: Sequence[UnitLine], current: UnitView | None, *, key: str, with_button: bool = True
) -> None:
    """Some units, one under the other. `with_button`: the current one bears the button that goes on."""
    sent = road_units()(
        key=key,
        data={
            "units": [unit_data(line, current, with_button=with_button) for line in lines],
            "ui": {"road": _("The road")},
        },
        on_unit_change=lambda: None,
        on_begin_change=lambda: None,
    )
    if sent.get("unit"):
        open_unit(str(sent["unit"]))
    if sent.get("begin") and current is not None and current.next_step is not None:
        begin_step(who, current, current.next_step)


def draw_road_from_here(who: Visitor, road: Road) -> None:
    """The unit before, the current one and the next two; the whole road is one click away."""
    if road.current is None:
        return
    index = next(place for place, line in enumerate(road.units) if line.unit_id == road.current.line.unit_id)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader(_("The road from here"), anchor=False)
        st.page_link(page_named(ROAD), label=_("The whole road"), icon=":material/signpost:", width="content")
    draw_units(
        who,
        road.units[max(0, index - UNITS_BEFORE) : index + 1 + UNITS_AHEAD],
        road.current,
        key=f"{KEY}_here",
        with_button=False,
    )


def unit_data(line: UnitLine, current: UnitView | None, *, with_button: bool = True) -> dict[str, Any]:
    """Everything that the road draws of a unit."""
    here = current is not None and current.line.unit_id == line.unit_id
    facts = [unit_number(line)]
    if state := state_names()[line.state]:
        facts.append(state)
    if line.steps_done and line.state != "done":
        facts.append(_("{done} of {count} steps").format(done=line.steps_done, count=line.steps))
    if line.minutes_left and line.state != "behind":
        facts.append(takes_text(line.minutes_left))
    return {
        "id": line.unit_id,
        "symbol": line.icon,
        "state": line.state,
        "share": 1 if line.state == "done" else line.steps_done / line.steps,
        "title": line.title.zh,
        "translation": translation_of(line),
        "goal": goal_sentence(line),
        "facts": facts,
        "begin": begin_label(line) if here and with_button else "",
    }


def begin_label(line: UnitLine) -> str:
    """What the button of the current unit says."""
    return _("Continue") if line.steps_done else _("Start")


def _where_sentence(road: Road) -> str:
    if road.current is None:
        return _("You have every unit behind you. Open any of them again, or write and speak about what you like.")
    line = road.current.line
    return _("You are at unit {number} of level {level}: **{title}**.").format(
        number=line.number, level=level_short(line.level), title=escaped(line.title.zh)
    )


def _chosen_level(road: Road) -> int:
    """The level in the address, else that of the current unit."""
    named = st.query_params.get(LEVEL_PARAMETER, "")
    here = road.current.line.level if road.current is not None else LEVELS[-1]
    first = next((level for level in LEVELS if str(level) == named), here)
    chosen = st.segmented_control(
        _("Level"), LEVELS, default=first, format_func=level_short, key="road_level", required=True
    )
    level = int(chosen or first)
    if level == here:
        st.query_params.pop(LEVEL_PARAMETER, None)
    else:
        st.query_params[LEVEL_PARAMETER] = str(level)
    return level
