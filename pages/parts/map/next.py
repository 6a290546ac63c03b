"""The five points that come next: those that can be learnt now, then those that they open. A click flies to one."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.knowledge.wire import KnowledgeMap
from core.tables.points import KnowledgePoint
from pages.parts.i18n import _, language
from pages.parts.map.choice import choose
from pages.parts.map.words import GLYPHS, READY_GLYPH, level_short, whole_points_first
from pages.parts.shown_text import escaped

SHOWN = 5


def next_points(view: KnowledgeMap, rows: Mapping[str, KnowledgePoint]) -> list[str]:
    """Ids of at most five points of the path: first those that can be learnt now, official points before their parts, then the
    official points that follow."""
    ready = {state.point_id for state in view.knowledge_points if state.ready}
    path = [point_id for point_id in view.learning_path.hsk_path if point_id in rows]
    now = whole_points_first([point_id for point_id in path if point_id in ready], rows)
    later = [point_id for point_id in path if point_id not in ready and rows[point_id].kind == "point"]
    return [*now, *later][:SHOWN]


def draw_next(view: KnowledgeMap, rows: Mapping[str, KnowledgePoint], *, own: bool) -> None:
    """The list, first of all that the map has to say; `own`: the reader is the student."""
    states = {state.point_id: state for state in view.knowledge_points}
    with st.container(border=True, key="map_next"):
        st.subheader(_("Your next five") if own else _("The next five"), anchor=False)
        point_ids = next_points(view, rows)
        if not point_ids:
            st.markdown(_("Every point on the way is met. The page Path and peers sets a new target."))
        with st.container(gap="xsmall"):
            for number, point_id in enumerate(point_ids, start=1):
                state = states[point_id]
                glyph = READY_GLYPH if state.ready else GLYPHS[state.shown]
                level = _("level {level}").format(level=level_short(state.level)).replace(" ", "\u00a0")
                name = escaped(rows[point_id].short.get(language()))
                st.button(
                    f"{number}. {glyph} {name}  :small[{level}]",
                    type="tertiary",
                    key=f"map_next_{point_id}",
                    on_click=choose,
                    args=(rows[point_id],),
                )
        st.caption(
            _("{ready} can be learnt now; {ring} opens once those before it are met. A click flies there.").format(
                ready=READY_GLYPH, ring=GLYPHS["not_started"]
            )
        )
