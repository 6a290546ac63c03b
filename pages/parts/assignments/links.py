"""The links that teachers added to the resources of the organisation."""

from __future__ import annotations

import streamlit as st

from core.api.assignments import LinkFields, LinkView
from pages.parts.assignments.class_progress import is_another_teacher
from pages.parts.assignments.last_action import attempt, remember
from pages.parts.assignments.work import draw_link_fields, forget_work
from pages.parts.i18n import _
from pages.parts.map.words import level_short
from pages.parts.names import minutes_name, skill_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_links(who: Visitor) -> None:
    """The links, each with a button to remove it, and the form for a new one."""
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
        fields, missing = draw_link_fields(who)
        if missing:
            st.caption(escaped(missing))
        if st.button(_("Add the link"), type="primary", key="assignments_add_link"):
            _add(who, fields, missing)


def _draw_link(who: Visitor, link: LinkView) -> None:
    fields = link.fields
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        facts = [
            skill_names()[fields.skill],
            _("Level {level}").format(level=level_short(fields.level)),
            minutes_name(60 * fields.minutes),
            escaped(link.by) if is_another_teacher(who, link.by) else "",
        ]
        facts_text = " · ".join(part for part in facts if part)
        st.markdown(
            f"**{escaped(fields.title)}**  \n:small[{facts_text}]  \n:small[{escaped(fields.url)}]", width="stretch"
        )
        st.link_button(_("Open"), fields.url, icon=":material/open_in_new:")
        st.button(
            _("Remove"),
            icon=":material/delete:",
            type="tertiary",
            key=f"assignments_remove_{link.link_id}",
            on_click=_remove,
            args=(who, link),
        )


def _add(who: Visitor, fields: LinkFields | None, missing: str) -> None:
    if fields is None:
        st.warning(escaped(missing), icon=":material/info:")
        return

    def add() -> None:
        added = who.core.assignments.add_link(fields, who.caller, by=who.account.account_id)
        remember(
            _("“{title}” is among the resources.").format(title=escaped(added.fields.title)),
            "link_added",
            added.link_id,
        )
        forget_work()

    attempt(add)
    st.rerun()


def _remove(who: Visitor, link: LinkView) -> None:
    def remove() -> None:
        who.core.assignments.remove_link(link.link_id, who.caller, by=who.account.account_id)
        remember(_("“{title}” is removed.").format(title=escaped(link.fields.title)), "link_removed", link.link_id)

    attempt(remove)
