"""The browsers in which somebody is signed in, with buttons to sign out there: for the person and for the administrator."""

from __future__ import annotations

import streamlit as st

from core.access.wire import SigninView
from core.records.access import Account
from pages.parts.dates import moment_name
from pages.parts.i18n import _, ngettext
from pages.parts.visitor import Visitor


def draw_signins(who: Visitor, account: Account) -> None:
    """One line for each browser, the last seen first, with a button to end that sign-in; another ends all but this one."""
    signins = who.core.administration.signins(account.account_id, who.caller, cookie=who.cookie)
    if not signins:
        st.markdown(_("Not signed in anywhere."))
        return
    for signin in signins:
        _draw_signin(who, account, signin)
    others = [signin for signin in signins if not signin.here]
    if len(others) > 1 and st.button(_("Sign out everywhere else"), key="signins_end_others"):
        ended_count = who.core.administration.end_signins(account.account_id, who.caller, keep_cookie=who.cookie)
        st.toast(
            ngettext("{count} sign-in was ended.", "{count} sign-ins were ended.", ended_count), icon=":material/check:"
        )
        st.rerun()


def _draw_signin(who: Visitor, account: Account, signin: SigninView) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        browser = signin.browser or _("A browser")
        badge = f" :blue-badge[{_('this browser')}]" if signin.here else ""
        dates = _("signed in {since}, last seen {seen}").format(
            since=moment_name(signin.created_at), seen=moment_name(signin.last_seen_at)
        )
        st.markdown(f"{browser}{badge}  \n:small[:gray[{dates}]]")
        if not signin.here and st.button(_("Sign out there"), key=f"signin_end_{signin.name[:12]}"):
            who.core.administration.end_signins(account.account_id, who.caller, only=signin.name)
            st.rerun()
