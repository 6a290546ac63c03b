"""What everyone sees who is not signed in, whichever page was asked for."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.access.demo import DEMO_PEOPLE
from core.api import Core
from pages.parts.addresses import addresses
from pages.parts.brand import draw_name
from pages.parts.components import gate_form
from pages.parts.i18n import _, language
from pages.parts.menu import draw_settings


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
        "slow": _("Too many tries from this address. Wait a few seconds, then try again."),
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


def demo_people(core: Core) -> list[dict[str, Any]]:
    """One entry for each demo account that exists here."""
    said = {
        "student": (_("Enter as a student"), _("Today's plan, practice, report")),
        "teacher": (_("Enter as a teacher"), _("Questions from students, the class at a glance")),
        "admin": (_("Enter as an administrator"), _("API keys, quota, the bill of the month")),
    }
    found = []
    for person in DEMO_PEOPLE:
        account = core.store.account_named(person.username)
        if account is not None and account.demo:
            title, what = said[person.role]
            pages = [address.name for address in addresses() if person.role in address.roles]
            found.append({"username": person.username, "title": title, "what": what, "pages": pages})
    return found
