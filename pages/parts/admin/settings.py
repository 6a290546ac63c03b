"""Every setting of the service as it is in force, with its meaning; to be read alone, since they are set on the server."""

from __future__ import annotations

import streamlit as st

from core.api.upkeep import Group, SettingLine
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_settings(who: Visitor) -> None:
    """A table for each group, folded; for the operator's administrators alone."""
    if not who.core.upkeep.is_operator(who.caller):
        return
    st.subheader(_("Settings of the service"), anchor=False)
    lines = who.core.upkeep.settings(who.caller)
    changed = [line for line in lines if not line.is_default]
    st.markdown(
        _("They are environment variables of the server, read at its start: change them there and start it again. {changed} of {count} are not at their default.").format(
            changed=len(changed), count=len(lines)
        )
    )  # fmt: skip
    for group, name in group_names().items():
        with st.expander(name):
            of_group = [line for line in lines if line.group == group]
            st.table(
                {
                    _("Setting"): [f"`{line.name}`  \n{value_text(line)}" for line in of_group],
                    _("What it does"): [line.meaning.get(language()) for line in of_group],
                },
                hide_index=True,
                border="horizontal",
            )


def value_text(line: SettingLine) -> str:
    """The value, and whether it is the default; Markdown."""
    if line.is_secret:
        return f"**{_('set')}**" if line.is_set else f":small[:gray[{_('not set')}]]"
    value = escaped(line.value) if line.value else _("empty")
    return f":small[:gray[{value} · {_('default')}]]" if line.is_default else f"**{value}**"


def group_names() -> dict[Group, str]:
    """The groups in the order in which they are shown."""
    return {
        "data": _("Data, backups, packs"),
        "access": _("Who may do what"),
        "limits": _("Limits"),
        "speech": _("Reading aloud"),
        "essays": _("Correction of essays"),
        "demo": _("Demo"),
        "network": _("Network and proxy"),
    }
