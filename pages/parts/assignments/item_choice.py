"""The exercises of an assignment: drawn at random from the bank by level, skill, way to answer and point, or taken from the basket."""

from __future__ import annotations

from random import Random
from typing import Any

import streamlit as st

from core.api.assignments import MOST_ITEMS
from core.api.questions import ItemLine, ItemQuery
from core.wire import QUESTION_TYPES, TOPICS
from pages.parts.addresses import page_named
from pages.parts.i18n import _, ngettext
from pages.parts.items.basket import basket
from pages.parts.items.filter import point_names
from pages.parts.items.giveaways import draw_giveaways
from pages.parts.items.list import table_rows
from pages.parts.map.words import joined, level_short
from pages.parts.names import topic_names, type_names
from pages.parts.visitor import Visitor

LEVELS = tuple(range(1, 8))
COUNTS = (5, 10, 15, 20)
USUAL_COUNT = 10
PAGE, MOST_PAGES = 20, 15
"""Items in one page of a search, and the most pages that a draw reads: enough to mix skills and levels."""
DRAW, BASKET = "draw", "basket"
DRAWN = "assignments_drawn"
CLASS_LEVEL = "assignments_class_level"
"""Session state: the class level that was read last, with the class and the students that it was read for."""
ROW_PX = 35


def draw_item_choice(who: Visitor) -> list[str]:
    """The choice of a source with its fields. Returns the ids of the items chosen."""
    names = {DRAW: _("At random from the bank"), BASKET: _("Chosen exercises ({count})").format(count=len(basket()))}
    source = st.segmented_control(
        _("Where from"),
        list(names),
        default=DRAW,
        format_func=names.__getitem__,
        required=True,
        key="assignments_from",
        persist_state="session",
    )
    return _draw_basket(who) if source == BASKET else _draw_from_bank(who)


def forget_drawn_items() -> None:
    """Forget what was drawn, so that the next assignment begins empty."""
    st.session_state.pop(DRAWN, None)
    st.session_state.pop(CLASS_LEVEL, None)


def _draw_basket(who: Visitor) -> list[str]:
    questions = dict(list(basket().items())[:MOST_ITEMS])
    if not questions:
        st.info(
            _(
                "No exercises are chosen yet. Find exercises on the page Items, tick them, and add them to the chosen exercises."
            )
        )
        st.page_link(page_named("items"), label=_("To the items"), icon=":material/inventory_2:")
        return []
    st.dataframe(
        [{_("Number"): number, _("Question"): question} for number, question in enumerate(questions.values(), 1)],
        hide_index=True,
        alt=_("Chosen exercises"),
        column_config={_("Number"): st.column_config.NumberColumn(width="small")},
    )
    draw_giveaways(who, basket(), "assignments_basket", most=MOST_ITEMS)
    if len(basket()) > MOST_ITEMS:
        st.caption(_("At most {most} are given at once: these are the first.").format(most=MOST_ITEMS))
    return list(questions)


def _draw_from_bank(who: Visitor) -> list[str]:
    query, count = _draw_query(who)
    if st.button(_("Choose exercises at random"), icon=":material/casino:", key="assignments_draw"):
        with st.spinner(_("Searching the bank…")):
            st.session_state[DRAWN] = random_items(who, query, count, Random())
    lines: list[ItemLine] | None = st.session_state.get(DRAWN)
    if lines is None:
        return []
    if not lines:
        st.info(_("Nothing fits. Choose another level or skill, or take the point away."))
        return []
    kept_lines = _draw_preview(lines)
    return [line.item.id for line in kept_lines]


def _draw_query(who: Visitor) -> tuple[ItemQuery, int]:
    """The fields of a draw: levels, skills, ways to answer, a point, and how many. Returns the query and the count."""
    persistent: dict[str, Any] = {"persist_state": "session"}
    with st.container(horizontal=True):
        levels = _pills(_("Level"), "draw_levels", LEVELS, {level: level_short(level) for level in LEVELS})
        topics = _pills(_("Skills"), "draw_topics", TOPICS, topic_names())
        types = _pills(_("Ways to answer"), "draw_types", QUESTION_TYPES, type_names())
    points = point_names(who)
    wide, narrow = st.columns([3, 2], vertical_alignment="bottom")
    point = wide.selectbox(
        _("Knowledge point"),
        list(points),
        index=None,
        format_func=points.__getitem__,
        placeholder=_("Any"),
        key="assignments_draw_point",
        **persistent,
    )
    with narrow:
        count = st.segmented_control(
            _("How many"), COUNTS, default=USUAL_COUNT, required=True, key="assignments_draw_count", **persistent
        )
    if not levels and not point:
        class_level = _class_level(who)
        levels = [class_level or LEVELS[0]]
        told = (
            _("No level is chosen: exercises come from level {level}, where your students stand.")
            if class_level
            else _(
                "No level is chosen, and your students' levels are not known yet: exercises come from level {level}."
            )
        )
        st.caption(told.format(level=level_short(levels[0])))
    query = ItemQuery(
        levels=tuple(levels),
        topics=tuple(topics),
        types=tuple(types),
        point=point or "",
        state="approved",
        limit=PAGE,
    )
    return query, count or USUAL_COUNT


def _class_level(who: Visitor) -> int | None:
    """Where the visitor's students stand; None where that is not known. Read once for an assignment, not with every click."""
    scope = (who.caller.class_id, who.caller.students)
    if CLASS_LEVEL not in st.session_state or st.session_state[CLASS_LEVEL][0] != scope:
        st.session_state[CLASS_LEVEL] = (scope, who.core.giving.class_level(who.caller))
    level: int | None = st.session_state[CLASS_LEVEL][1]
    return level


def _pills(label: str, name: str, options: Any, names: Any) -> list[Any]:
    with st.container(width="content"):
        chosen: list[Any] = st.pills(
            label,
            options,
            selection_mode="multi",
            format_func=names.__getitem__,
            key=f"assignments_{name}",
            persist_state="session",
        )
    return chosen


def random_items(who: Visitor, query: ItemQuery, count: int, rng: Random) -> list[ItemLine]:
    """At most `count` items that fit the query, from random pages of its results, none of which gives another one away while there are others;
    the easiest first."""
    total = who.core.questions.search(query.model_copy(update={"limit": 1}), who.caller).total
    lines: list[ItemLine] = []
    for offset in _random_offsets(total, rng):
        lines += who.core.questions.search(query.model_copy(update={"offset": offset}), who.caller).lines
    rng.shuffle(lines)
    by_similarity = {line.item.similar or line.item.id: line for line in lines}
    chosen = who.core.questions.apart(list(by_similarity.values()), count)
    return sorted(chosen, key=lambda line: line.item.standard_level)


def _random_offsets(total: int, rng: Random) -> list[int]:
    """Offsets of the pages to read: all of them where the results are few, otherwise `MOST_PAGES` random ones."""
    if total <= PAGE * MOST_PAGES:
        return list(range(0, total, PAGE))
    return [rng.randrange(total - PAGE + 1) for _ in range(MOST_PAGES)]


def _draw_preview(lines: list[ItemLine]) -> list[ItemLine]:
    """The items drawn; a tick leaves one out, which stands above the table, for a tick elsewhere takes in. Returns those that are kept."""
    said = st.container()
    event = st.dataframe(
        table_rows(lines),
        hide_index=True,
        height=ROW_PX * (min(len(lines), USUAL_COUNT) + 1) + 2,
        on_select="rerun",
        selection_mode="multi-row",
        key=f"assignments_preview_{'_'.join(line.item.id for line in lines[:3])}",
        column_order=(_("Question"), _("Right answer"), _("Type"), _("Skill"), _("Level")),
        alt=_("Exercises chosen at random, with question, right answer, type, skill, level"),
    )
    selection: Any = event["selection"]
    left_out = set(selection["rows"])
    kept_lines = [line for index, line in enumerate(lines) if index not in left_out]
    count = ngettext("{count} exercise will be given.", "{count} exercises will be given.", len(kept_lines))
    said.markdown(joined([f"**{count}**", _("Tick what you want to leave out, or choose again at random.")]))
    return kept_lines
