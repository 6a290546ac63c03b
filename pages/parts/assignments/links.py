"""A teacher's own links among the resources of the organisation."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import LinkFields, LinkView
from pages.parts.assignments.done import attempt, remember
from pages.parts.assignments.given import another
from pages.parts.assignments.work import draw_link_fields, forget_work
from pages.parts.i18n import _
from pages.parts.map.words import level_short
from pages.parts.names import minutes_name, skill_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_links(who: Visitor) -> None:
    """What there is, each with its way out; a new one."""
    links = who.core.assignments.links(who.caller)
    if links:
        st.markdown(
            _("Plans recommend these to students of the same level. A link opens on another site, in a new window.")
        )
        for link in links:
            _draw_link(who, link)
    else:
        st.info(
            _(
                "No links yet. Add a video, a podcast or a page that you like to use: plans then recommend it at its level."
            ),
            icon=":material/link:",
        )
    with st.expander(_("Add a link"), icon=":material/add_link:", expanded=not links):
        fields, lacks = draw_link_fields(who)
        if lacks:
            st.caption(escaped(lacks))
        if st.button(_("Add the link"), type="primary", key="assignments_add_link"):
            _add(who, fields, lacks)


def _draw_link(who: Visitor, link: LinkView) -> None:
    fields = link.fields
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        parts = [
            skill_names()[fields.skill],
            _("Level {level}").format(level=level_short(fields.level)),
            minutes_name(60 * fields.minutes),
            escaped(link.by) if another(who, link.by) else "",
        ]
        said = " · ".join(part for part in parts if part)
        st.markdown(f"**{escaped(fields.title)}**  \n:small[{said}]  \n:small[{escaped(fields.url)}]", width="stretch")
        st.link_button(_("Open"), fields.url, icon=":material/open_in_new:")
        st.button(
            _("Remove"),
            icon=":material/delete:",
            type="tertiary",
            key=f"assignments_remove_{link.link_id}",
            on_click=_remove,
            args=(who, link),
        )


def _add(who: Visitor, fields: LinkFields | None, lacks: str) -> None:
    if fields is None:
        st.warning(escaped(lacks), icon=":material/info:")
        return

    def act() -> None:
        made = who.core.assignments.add_link(fields, who.caller, by=who.account.account_id)
        remember(
            _("“{title}” is among the resources.").format(title=escaped(made.fields.title)), "link_added", made.link_id
        )
        forget_work()

    attempt(act)
    st.rerun()


def _remove(who: Visitor, link: LinkView) -> None:
    def act() -> None:
        who.core.assignments.remove_link(link.link_id, who.caller, by=who.account.account_id)
        remember(_("“{title}” is removed.").format(title=escaped(link.fields.title)), "link_removed", link.link_id)

    attempt(act)
