"""Why a number is what it is: the sentence, its parts, its observations, what would complete it, and a way to contest it."""

from __future__ import annotations

from datetime import datetime

import streamlit as st

from core.errors import NotFound, WenluError
from core.portrait.wire import IndicatorNode, Portrait, Why, WhyLine
from pages.parts.addresses import page_named
from pages.parts.bars import draw_bar
from pages.parts.dates import day_name
from pages.parts.evidence import draw_evidence
from pages.parts.figures import number
from pages.parts.i18n import _, language
from pages.parts.portrait.tree import NODE_PARAMETER, draw_tree, open_node
from pages.parts.portrait.view import name_of, parents_of, walk
from pages.parts.portrait.words import node_text, raw_text
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_LINES = 12
"""Observations visible at once; the table scrolls to the others."""


@st.fragment
def draw_tree_with_why(who: Visitor, student_id: str, view: Portrait) -> None:
    """The tree and the explanation of the chosen number; a click reruns these two only."""
    draw_tree(view)
    draw_why(who, student_id, view)


def draw_why(who: Visitor, student_id: str, view: Portrait) -> None:
    """A box to choose a node (the chart needs a mouse), and the explanation of the node in the address."""
    nodes = {node.id: node for node in walk(view.indicators)}
    node_id = st.query_params.get(NODE_PARAMETER, "")
    _draw_chooser(view, nodes, node_id if node_id in nodes else None)
    if node_id not in nodes:
        st.caption(_("Click a field of the chart, or choose a number here, to see what it is made of."))
        return
    try:
        why = who.core.portrait.why(student_id, node_id, who.caller)
    except NotFound:
        st.warning(_("Nothing is kept about this number (any more)."), icon=":material/search_off:")
        return
    with st.container(border=True, key="portrait_why"):
        _draw_head(view, why)
        _draw_parts(why)
        _draw_lines(who, student_id, why)
        if why.contestable and who.account.role == "student":
            _draw_contest(who, student_id, why.node)


def _draw_chooser(view: Portrait, nodes: dict[str, IndicatorNode], chosen_id: str | None) -> None:
    st.session_state["portrait_node"] = chosen_id
    st.selectbox(
        _("Why this number?"),
        list(nodes),
        format_func=lambda node_id: "　" * len(parents_of(view.indicators, node_id)) + name_of(nodes[node_id]),
        placeholder=_("Choose a number"),
        key="portrait_node",
        on_change=lambda: open_node(st.session_state["portrait_node"]),
        width=420,
    )


def _draw_head(view: Portrait, why: Why) -> None:
    """The place of the node in the tree, its number, the sentence, what would complete it."""
    parent_names = [name_of(node) for node in parents_of(view.indicators, why.node.id)]
    if parent_names:
        st.caption(" › ".join(parent_names))
    st.subheader(_("{name}: {value}").format(name=name_of(why.node), value=node_text(why.node)))
    st.markdown(escaped(why.sentence))
    if why.node.kind is not None and why.node.group != "context" and (raw := raw_text(why.node)):
        st.caption(_("In its own unit: {raw}").format(raw=raw))
    if why.fills:
        st.markdown(f":material/lightbulb: {escaped(why.fills)}")


def _draw_parts(why: Why) -> None:
    """The children of the node, each with a button that opens it."""
    if not why.parts:
        return
    st.markdown(f"**{_('Made up of')}**")
    for part in why.parts:
        with st.container(horizontal=True, vertical_alignment="center"):
            with st.container(width="stretch"):
                if part.value is None:
                    st.markdown(f"{name_of(part)}  \n:small[:gray[{node_text(part)}]]")
                else:
                    draw_bar(name_of(part), part.value, node_text(part))
            st.button(
                _("Why?"),
                type="tertiary",
                key=f"why_{part.id}",
                on_click=open_node,
                args=(part.id,),
                help=name_of(part),
            )


def _draw_lines(who: Visitor, student_id: str, why: Why) -> None:
    """The observations, the newest first; those that are answers can be opened down to the question."""
    if not why.lines:
        return
    st.markdown(f"**{_('What was observed')}**")
    st.dataframe(
        [_row(line) for line in why.lines],
        hide_index=True,
        height=min(36 * (len(why.lines) + 1), 36 * MOST_LINES),
    )
    if why.total_lines > len(why.lines):
        st.caption(
            _("The latest {shown} of {total} are shown; all of them are in the number.").format(
                shown=len(why.lines), total=why.total_lines
            )
        )
    else:
        counted = number(sum(line.counts for line in why.lines))
        st.caption(
            _("Older observations count less: in all ({total}) they count as {n}.").format(
                total=why.total_lines, n=counted
            )
        )
    sources = list(dict.fromkeys(line.source for line in reversed(why.lines) if line.opens))
    draw_evidence(who, student_id, sources, name=why.node.id)


def _row(line: WhyLine) -> dict[str, object]:
    return {
        _("Day"): day_name(datetime.fromisoformat(line.occurred_at)),
        _("Value"): number(line.value),
        _("Weight today"): float(f"{line.counts:.2f}"),
        _("What"): line.what,
    }


def _draw_contest(who: Visitor, student_id: str, leaf: IndicatorNode) -> None:
    """A button that starts three items on the indicator; their answers move its value, up or down."""
    st.divider()
    st.markdown(
        _(
            "Does this seem wrong? Answer three exercises on it: they count in addition to what is there, and the number moves, up or down."
        )
    )
    if not st.button(_("Contest this value"), icon=":material/balance:", key="contest"):
        return
    try:
        contest = who.core.contests.of_indicator(student_id, leaf.id, who.caller)
    except WenluError as error:
        st.warning(escaped(error.remedy(language())), icon=":material/info:")
        return
    st.switch_page(page_named("practice"), query_params={"session": contest.session_id})
