"""Who did what: the audit log with its filters, a page at a time, and as a file."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TypedDict

import streamlit as st

from core.api.audit import MOST_ROWS, AuditAction, AuditActor, AuditLine
from pages.parts.admin.audit_words import action_names, actor_name, concerned, told_facts
from pages.parts.dates import day_in_shanghai, moment_name
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _, ngettext
from pages.parts.visitor import Visitor

PLACES = "audit_places"
"""Session state: where each page that was turned to begins, with the filters for which that holds."""
HEAD = (
    "time_utc", "actor_kind", "actor_id", "actor", "action", "subject_kind", "subject_id", "subject",
    "related_kind", "related_id", "related", "facts", "request_id",
)  # fmt: skip


class Asked(TypedDict):
    """What is looked for."""

    actor: AuditActor | None
    action: AuditAction | None
    since: date | None
    until: date | None


def draw_audit(who: Visitor) -> None:
    """The filters, a table of at most 100 acts, the newest first, buttons to turn the page, the file."""
    st.subheader(_("Who did what"), anchor="audit")
    st.caption(
        ngettext(
            "Kept for {count} day. Names are those of today; whoever was erased has none.",
            "Kept for {count} days. Names are those of today; whoever was erased has none.",
            who.core.audit.kept_days,
        )
    )
    asked = _draw_filters(who)
    if asked["since"] and asked["until"] and asked["until"] < asked["since"]:
        st.warning(_("The last day lies before the first."), icon=":material/event_busy:")
        return
    places = _places(asked)
    shown = who.core.audit.page(who.caller, by=who.account.account_id, below=places[-1], **asked)
    if not shown.lines:
        st.markdown(_("Nothing of this kind was done in these days."))
        _draw_turning(places, None)  # what stood here may have passed its time since the page was turned
        return
    st.dataframe(table_of(shown.lines), hide_index=True)
    _draw_turning(places, shown.below)
    st.download_button(
        _("Download as CSV"),
        lambda: audit_csv(who, asked),
        file_name=f"wenlu-audit-{day_in_shanghai(who.core.clock.now()):%Y-%m-%d}.csv",
        mime="text/csv",
        icon=":material/download:",
        key="audit_csv",
        on_click="ignore",
    )
    if shown.below is not None or len(places) > 1:
        st.caption(
            _("The file holds the newest {count} of these acts at most; choose days for older ones.").format(
                count=f"{MOST_ROWS:,}"
            )
        )


def _draw_filters(who: Visitor) -> Asked:
    actors = {f"{each.kind}:{each.id}": each for each in who.core.audit.actors(who.caller, by=who.account.account_id)}
    actions = action_names()
    today = day_in_shanghai(who.core.clock.now())
    earliest = today - timedelta(days=who.core.audit.kept_days)
    with st.container(horizontal=True):
        actor = st.selectbox(
            _("Who"),
            list(actors),
            index=None,
            format_func=lambda key: actor_name(actors[key]),
            placeholder=_("Everybody"),
            key="audit_actor",
            width=240,
        )
        action = st.selectbox(
            _("What was done"),
            sorted(actions, key=actions.__getitem__),
            index=None,
            format_func=actions.__getitem__,
            placeholder=_("Everything"),
            key="audit_action",
            width=240,
        )
        since = st.date_input(_("First day"), None, min_value=earliest, max_value=today, key="audit_since", width=150)
        until = st.date_input(_("Last day"), None, min_value=earliest, max_value=today, key="audit_until", width=150)
    return Asked(actor=actors.get(actor or ""), action=action, since=since, until=until)


def _places(asked: Asked) -> list[int | None]:
    """Where the pages begin that were turned to, the one that is shown last; with other filters from the newest again."""
    kept: tuple[Asked, list[int | None]] | None = st.session_state.get(PLACES)
    if kept is not None and kept[0] == asked:
        return kept[1]
    newest: list[int | None] = [None]
    st.session_state[PLACES] = (asked, newest)
    return newest


def _draw_turning(places: list[int | None], below: int | None) -> None:
    if below is None and len(places) == 1:
        return
    with st.container(horizontal=True):
        st.button(
            _("Newer"),
            key="audit_newer",
            icon=":material/chevron_left:",
            disabled=len(places) == 1,
            on_click=_go_back,
            args=(places,),
        )
        st.button(
            _("Older"),
            key="audit_older",
            icon=":material/chevron_right:",
            disabled=below is None,
            on_click=places.append,
            args=(below,),
        )


def _go_back(places: list[int | None]) -> None:
    del places[-1]


def table_of(lines: list[AuditLine]) -> dict[str, list[str]]:
    """The acts, a row each."""
    actions = action_names()
    return {
        _("When"): [moment_name(line.at) for line in lines],
        _("Who"): [actor_name(line.actor) for line in lines],
        _("What was done"): [actions[line.action] for line in lines],
        _("Whom or what"): [concerned(line) for line in lines],
        _("Details"): [told_facts(line) for line in lines],
    }


def audit_csv(who: Visitor, asked: Asked) -> bytes:
    """A CSV with one line for each act that is looked for, the newest first."""
    rows = (
        (
            line.at.isoformat(),
            line.actor.kind,
            line.actor.id,
            line.actor.name,
            line.action,
            *(part for each in (line.subject, line.related) for part in (each.kind, each.id, each.name)),
            json.dumps(line.facts, ensure_ascii=False, sort_keys=True),
            line.request_id,
        )
        for line in who.core.audit.rows(who.caller, by=who.account.account_id, **asked)
    )
    return csv_bytes(HEAD, rows)
