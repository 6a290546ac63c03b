"""The gate: a page opens for the roles that may see it; whoever is not signed in sees the sign-in form."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.core import Core
from core.records.access import Role
from pages.parts.addresses import addresses
from pages.parts.brand import draw_name
from pages.parts.components import gate_form, gate_pictures, trial_card
from pages.parts.i18n import _, language, ngettext
from pages.parts.menu import draw_settings
from pages.parts.people.visit import draw_join_visit, join_code
from pages.parts.preferences import settle_preferences
from pages.parts.showcase.trial import picture_data, trial_data
from pages.parts.visitor import Visitor, headers, service, visitor

LEAST_SECONDS_FOR_MINUTES = 120
LONGEST_WAIT_SECONDS = 86_400


LOOK = """<style>
.stApp [data-testid=stMainBlockContainer]:has(.st-key-gate_page) { max-width: 1232px; padding-top: 32px; }
.gate-stroke { height: 7px; width: 132px; margin-top: -10px; background: light-dark(#B93A2B, #E0705F); border-radius: 4px 60% 60% 8px;
  clip-path: polygon(0 35%, 8% 8%, 40% 0, 74% 22%, 100% 46%, 78% 66%, 46% 78%, 12% 100%, 2% 84%); }
@media (max-width: 640px) { .stApp [data-testid=stMainBlockContainer]:has(.st-key-gate_page) { padding-top: 16px; } }
</style>"""
"""The gate is wider than a page of text, and begins near the top, so that form and card stand on one screen."""
STROKE = '<div class="gate-stroke"></div>'


def draw_gate(core: Core) -> None:
    """The page of somebody who is not signed in: the name, one sentence, the sign-in form, a card to try, three pictures."""
    code = join_code()
    st.html(LOOK)
    with st.container(key="join_page" if code else "gate_page"):
        head, choice = st.columns([1, 1], vertical_alignment="center")
        with head:
            draw_name(size_px=40)
            st.html(STROKE)
        with choice:
            draw_settings(None)
        if code:
            draw_join_visit(core, code)
            return
        st.markdown(_("Practise Chinese along the national standard, one card at a time. Every answer is explained."))
        data = gate_data(core)
        doors, card = st.columns([6, 5] if data["demo"] else [3, 5], gap="small")
        with doors:
            gate_form()(key="gate", data=data)
        if (trial := trial_data(core))["cards"]:
            with card:
                trial_card()(key="trial", data=trial)
        gate_pictures()(key="gate_pictures", data=picture_data())
        st.caption(_("Everything runs on this server. No page sends anything to any other host."))


def gate_data(core: Core) -> dict[str, Any]:
    """What the form needs: its words, the demo accounts of this database, and why the last attempt failed, if one did."""
    errors = {
        "wrong": _(
            "The user name or the password is wrong. Check both, and give your school: its short name or its full name."
        ),
        "school": _(
            "There is no school here that is called so. Its short name may have changed: type its full name, or ask your school."
        ),
        "slow": _("Too many wrong passwords, for this name or from this address. Try again in {wait}.").format(
            wait=wait_text(st.query_params.get("wait", ""))
        ),
        "closed": _("This account is closed. Ask your administrator to open it again."),
    }
    return {
        "ui": {
            "own": _("Sign in"),
            "username": _("User name"),
            "password": _("Password"),
            "hasSchool": _("My school gave me its short name"),
            "school": _("School (short name or full name)"),
            "enter": _("Sign in"),
            "demo": _("Look around with demo data"),
            "demoNote": _("No password needed. Answers given here are kept in the demo organisation."),
        },
        "demo": demo_entries(core),
        # Of the server as a whole, so that it tells nothing about the name that was typed.
        "askSchool": core.access.people.has_several_schools(),
        "error": errors.get(st.query_params.get("signin", "")),
        "unknownSchool": st.query_params.get("signin", "") == "school",
        "chosen": language() if "lang" in st.query_params else "",
    }


def wait_text(seconds: str) -> str:
    """How long to wait, in minutes from two minutes on. The text comes from the address, so only a number is taken from it."""
    count = (
        min(int(seconds), LONGEST_WAIT_SECONDS) if seconds.isascii() and seconds.isdigit() and len(seconds) < 7 else 60
    )
    if count < LEAST_SECONDS_FOR_MINUTES:
        return ngettext("{count} second", "{count} seconds", count)
    return ngettext("{count} minute", "{count} minutes", -(-count // 60))


def demo_entries(core: Core) -> list[dict[str, Any]]:
    """One entry for each demo account of this database; none where demo sign-in is closed to the visitor."""
    words = {
        "student": (_("Enter as a student"), _("Today's plan, practice, report")),
        "teacher": (_("Enter as a teacher"), _("Questions from students, the class at a glance")),
        "admin": (_("Enter as an administrator"), _("API keys, quota, the bill of the month")),
    }
    return [
        {
            "username": account.username,
            "title": words[account.role][0],
            "what": words[account.role][1],
            "pages": [address.name for address in addresses() if account.role in address.roles],
        }
        for account in core.access.people.demo_accounts(headers())
    ]


def require_role(*roles: Role) -> Visitor:
    """The visitor, if signed in with one of these roles; otherwise the page ends here. Every page calls it first."""
    who = visitor()
    if who is None:
        draw_gate(service())
        st.stop()
    if who.account.role not in roles:
        st.info(_("This page is not part of your account. The menu shows the pages that are."), icon=":material/lock:")
        st.stop()
    settle_preferences(who)
    return who
