"""What everyone sees who is not signed in, whichever page was asked for."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.access.demo import DEMO_PEOPLE
from core.api.core import Core
from pages.parts.addresses import addresses
from pages.parts.brand import draw_name
from pages.parts.components import gate_form
from pages.parts.i18n import _, language, ngettext
from pages.parts.menu import draw_settings
from pages.parts.visitor import headers

MINUTES_FROM_SECONDS = 120
LONGEST_WAIT_SECONDS = 86_400


def draw_gate(core: Core) -> None:
    """The name, one sentence, the way in."""
    head, choice = st.columns([1, 1], vertical_alignment="center")
    with head:
        draw_name(size_px=48)
    with choice:
        draw_settings(None)
    st.markdown(_("Practise Chinese along the national standard, one card at a time. Every answer is explained."))
    gate_form()(key="gate", data=gate_data(core))
    st.caption(_("Everything runs on this server. No page sends anything to any other host."))


def gate_data(core: Core) -> dict[str, Any]:
    """What the form needs: its words, the demo people of this database, what went wrong before."""
    errors = {
        "wrong": _("The user name or the password is wrong. Check both and try again."),
        "slow": _("Too many wrong passwords, for this name or from this address. Try again in {wait}.").format(
            wait=wait_said(st.query_params.get("wait", ""))
        ),
        "closed": _("This account is closed. Ask your administrator to open it again."),
    }
    return {
        "ui": {
            "own": _("Sign in"),
            "username": _("User name"),
            "password": _("Password"),
            "enter": _("Sign in"),
            "demo": _("Look around with demo data"),
            "demoNote": _("No password needed. Answers given here are kept in the demo organisation."),
        },
        "demo": demo_people(core),
        "error": errors.get(st.query_params.get("signin", "")),
        "chosen": language() if "lang" in st.query_params else "",
    }


def wait_said(seconds: str) -> str:
    """How long to wait: minutes from two minutes on. The address says it, so nothing else in it is shown."""
    count = (
        min(int(seconds), LONGEST_WAIT_SECONDS) if seconds.isascii() and seconds.isdigit() and len(seconds) < 7 else 60
    )
    if count < MINUTES_FROM_SECONDS:
        return ngettext("{count} second", "{count} seconds", count)
    return ngettext("{count} minute", "{count} minutes", -(-count // 60))


def demo_people(core: Core) -> list[dict[str, Any]]:
    """One entry for each demo account that exists here; none where the demo is closed to whoever asks."""
    said = {
        "student": (_("Enter as a student"), _("Today's plan, practice, report")),
        "teacher": (_("Enter as a teacher"), _("Questions from students, the class at a glance")),
        "admin": (_("Enter as an administrator"), _("API keys, quota, the bill of the month")),
    }
    found: list[dict[str, Any]] = []
    if not core.access.people.demo_open(headers()):
        return found
    for person in DEMO_PEOPLE:
        account = core.store.account_named(person.username)
        if account is not None and account.demo:
            title, what = said[person.role]
            pages = [address.name for address in addresses() if person.role in address.roles]
            found.append({"username": person.username, "title": title, "what": what, "pages": pages})
    return found
