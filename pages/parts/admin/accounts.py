"""The organisation's accounts: who may sign in, who is signed in, and ending it."""

from __future__ import annotations

import streamlit as st

from core.records.access import Account
from pages.parts.admin.signins import draw_signins
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_accounts(who: Visitor) -> None:
    """Choose one of the accounts; see where it is signed in; end that, close it, open it again."""
    st.subheader(_("Accounts"))
    accounts = {account.account_id: account for account in who.core.administration.accounts(who.caller)}
    closed = sum(account.disabled_at is not None for account in accounts.values())
    with st.expander(_("Accounts of the organisation ({count})").format(count=len(accounts)), icon=":material/badge:"):
        if closed:
            st.caption(ngettext("{count} of them is closed.", "{count} of them are closed.", closed))
        chosen = st.selectbox(
            _("Account"),
            list(accounts),
            index=None,
            format_func=lambda each: f"{accounts[each].display_name} ({accounts[each].username})",
            placeholder=_("Choose an account"),
            key="account_chosen",
        )
        if chosen is not None:
            _draw_account(who, accounts[chosen])


def _draw_account(who: Visitor, account: Account) -> None:
    own = account.account_id == who.account.account_id
    if account.disabled_at is not None:
        st.markdown(_("{name} is closed and cannot sign in.").format(name=escaped(account.display_name)))
        if st.button(_("Open the account again"), key="account_enable"):
            who.core.administration.open_account(account.account_id, who.caller)
            st.rerun()
        return
    draw_signins(who, account)
    if not own and st.button(_("Close the account"), key="account_disable", icon=":material/lock:"):
        who.core.administration.close_account(account.account_id, who.caller)
        st.rerun()
    st.caption(_("A new password is given on the server: wenlu accounts password."))
