"""The organisation's accounts: where each is signed in, and how to sign it out, close it and open it again."""

from __future__ import annotations

import streamlit as st

from core.records.access import Account
from pages.parts.admin.signins import draw_signins
from pages.parts.i18n import _, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_accounts(who: Visitor) -> None:
    """A box to choose an account; of the chosen one where it is signed in, and buttons to end that and to close or reopen it."""
    st.subheader(_("Accounts"))
    accounts = {account.account_id: account for account in who.core.administration.accounts(who.caller)}
    closed_count = sum(account.disabled_at is not None for account in accounts.values())
    with st.expander(_("Accounts of the organisation ({count})").format(count=len(accounts)), icon=":material/badge:"):
        if closed_count:
            st.caption(ngettext("{count} of them is closed.", "{count} of them are closed.", closed_count))
        account_id = st.selectbox(
            _("Account"),
            list(accounts),
            index=None,
            format_func=lambda key: f"{accounts[key].display_name} ({accounts[key].username})",
            placeholder=_("Choose an account"),
            key="account_chosen",
        )
        if account_id is not None:
            _draw_account(who, accounts[account_id])


def _draw_account(who: Visitor, account: Account) -> None:
    is_own = account.account_id == who.account.account_id
    if account.disabled_at is not None:
        st.markdown(_("{name} is closed and cannot sign in.").format(name=escaped(account.display_name)))
        if st.button(_("Open the account again"), key="account_enable"):
            who.core.administration.open_account(account.account_id, who.caller)
            st.rerun()
        return
    draw_signins(who, account)
    if not is_own and st.button(_("Close the account"), key="account_disable", icon=":material/lock:"):
        who.core.administration.close_account(account.account_id, who.caller)
        st.rerun()
    if is_own or account.demo:
        st.caption(_("A new password is given on the server: wenlu accounts password."))
        return
    with st.popover(_("Reset the password"), icon=":material/key:"):
        st.markdown(
            _(
                "The password stops working, and the person is signed out everywhere. You get a one-time code to pass on."
            )
        )
        if st.button(_("Make a one-time code"), key="account_reset"):
            code = who.core.people.reset_account(account.account_id, who.caller, by=who.account.account_id)
            st.info(
                _("One-time code for {name}: **{code}**. It is shown only now.").format(
                    name=escaped(account.display_name), code=code
                ),
                icon=":material/key:",
            )
