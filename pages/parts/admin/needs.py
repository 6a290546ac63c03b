"""At the top of Administration: what needs a person, each with a button that leads to where it is dealt with."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.api.upkeep import Need, NeedKind
from pages.parts.admin.views import DATA, PEOPLE, PLAN, SERVICE, go_to, section_names
from pages.parts.dates import day_name, moment_name
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

GIGABYTE = 1_000_000_000
SECTIONS: dict[NeedKind, str] = {
    "no_backup": DATA,
    "old_backup": DATA,
    "damaged_backup": DATA,
    "backup_failed": DATA,
    "backups_unreadable": DATA,
    "disk_low": SERVICE,
    "night_missed": SERVICE,
    "pack_failed": SERVICE,
    "quota_high": PLAN,
    "request_answered": PLAN,
    "requests_waiting": PLAN,
    "key_suspended": PEOPLE,
}
"""Where each is dealt with."""


def draw_needs(who: Visitor) -> None:
    """One line for each thing that needs a person; where nothing does, a quiet sentence."""
    needs = who.core.upkeep.needs(who.caller)
    if not needs:
        st.caption(_("Nothing needs you here just now."))
        return
    with st.container(border=True, key="admin_needs"):
        for number, need in enumerate(needs):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f":orange[:material/priority_high:] {need_text(need)}", width="stretch")
                section = SECTIONS[need.kind]
                st.button(
                    section_names()[section],
                    type="tertiary",
                    key=f"need_{number}_{need.kind}",
                    on_click=go_to,
                    args=(section,),
                )


def need_text(need: Need) -> str:
    """What it is, in one sentence; Markdown."""
    return _texts()[need.kind](need)


def _texts() -> dict[NeedKind, Callable[[Need], str]]:
    return {
        "no_backup": lambda _need: _("No good backup of the data has been made yet."),
        "old_backup": lambda need: _("The newest good backup is of {day}: more than a week old.").format(
            day=day_name(need.at) if need.at else ""
        ),
        "damaged_backup": lambda need: _("The backup of {moment} is damaged.").format(
            moment=moment_name(need.at) if need.at else ""
        ),
        "backup_failed": lambda _need: _("The last backup could not be made or read."),
        "backups_unreadable": lambda _need: _("The folder of backups cannot be read."),
        "disk_low": lambda need: _("The disk fills up ({folder}): {free} GB are free.").format(
            folder=folder_name(need.subject), free=f"{need.count / GIGABYTE:.1f}"
        ),
        "night_missed": lambda need: ngettext(
            "The nightly work of {count} night is not done.",
            "The nightly work of {count} nights is not done.",
            need.count,
        ),
        "pack_failed": lambda need: _("A download failed: {pack}.").format(pack=pack_name(need.subject)),
        "quota_high": lambda need: ngettext(
            "Of this month's calls over HTTP {count:,} is left.",
            "Of this month's calls over HTTP {count:,} are left.",
            need.count,
        ),
        "request_answered": _answered_text,
        "requests_waiting": lambda need: ngettext(
            "{count} request for more calls waits for your answer.",
            "{count} requests for more calls wait for your answer.",
            need.count,
        ),
        "key_suspended": lambda need: _("The key {key}… is suspended by the operator of the service.").format(
            key=escaped(need.subject)
        ),
    }


def _answered_text(need: Need) -> str:
    day = day_name(need.at) if need.at else ""
    if need.count > 1 and need.subject == "granted":
        return _("{count} requests for more calls were answered in the last seven days; the newest was granted on {day}.").format(
            count=need.count, day=day
        )  # fmt: skip
    if need.count > 1:
        return _("{count} requests for more calls were answered in the last seven days; the newest was refused on {day}.").format(
            count=need.count, day=day
        )  # fmt: skip
    if need.subject == "granted":
        return _("A request for more calls was granted on {day}.").format(day=day)
    return _("A request for more calls was refused on {day}.").format(day=day)


def folder_name(name: str) -> str:
    """A folder that is watched: that of the data, that of the backups."""
    return {"data": _("the data"), "backups": _("the backups")}.get(name, escaped(name))


def pack_name(name: str) -> str:
    """An optional pack."""
    return {
        "words": _("Words and syllables by native speakers"),
        "sentences": _("Sentences by a synthetic voice"),
        "strokes": _("Stroke order of characters"),
    }.get(name, escaped(name))
