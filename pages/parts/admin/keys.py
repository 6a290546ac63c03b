"""The organisation's API keys: a list without secrets, forms to make a key (its secret is shown once) and to revoke one.

Whoever makes a key is shown the usage rules and agrees to them. What the operator suspended is marked so, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.access.wire import KeyView
from core.errors import USAGE_RULES
from core.records.access import PERMISSIONS, Permission
from pages.parts.dates import day_name
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

NEW_KEY = "fresh_api_key"
"""Session state: the new key in the clear, until the administrator says that it is copied."""


def draw_keys(who: Visitor) -> None:
    """The key just made, if there is one, the active keys, the form for another, the revoked keys."""
    st.subheader(_("API keys"))
    keys = who.core.administration.api_keys(who.caller)
    _draw_new_key()
    active = [key for key in keys if key.revoked_at is None]
    if not active:
        st.markdown(_("No active key. A program needs one to call the API; these pages do not."))
    for key in active:
        _draw_key(who, key)
    if any(key.suspended_at is not None for key in keys):
        st.markdown(_("No new key can be made while one is suspended."))
    else:
        _draw_form(who, len(keys))
    _draw_revoked([key for key in keys if key.revoked_at is not None])


def _draw_new_key() -> None:
    secret = st.session_state.get(NEW_KEY)
    if secret is None:
        return
    st.warning(
        _("This is the new key. Copy it now: it is kept as a hash only and cannot be shown again."),
        icon=":material/key:",
    )
    st.code(secret, language=None, wrap_lines=True)
    st.button(_("I have copied it"), key="key_copied", on_click=lambda: st.session_state.pop(NEW_KEY, None))


def _draw_key(who: Visitor, key: KeyView) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(
            f"`{key.prefix}_…` · {permissions_text(key.permissions)}  \n:small[:gray[{_dates_text(key)}]]{_suspension_text(key)}"
        )
        with st.popover(_("Revoke"), key=f"revoking_{key.key_id}"):
            st.markdown(
                _("From then on every program with this key is refused. This cannot be undone; you can make a new key.")
            )
            if st.button(_("Yes, revoke this key"), type="primary", key=f"revoke_{key.key_id}"):
                who.core.administration.revoke_api_key(key.key_id, who.caller)
                st.toast(_("Revoked."), icon=":material/check:")
                st.rerun()


def _dates_text(key: KeyView) -> str:
    made_on = _("made {day}").format(day=day_name(key.created_at))
    used_on = _("last used {day}").format(day=day_name(key.last_used_at)) if key.last_used_at else _("never used")
    return f"{made_on} · {used_on}"


def _suspension_text(key: KeyView) -> str:
    """A paragraph on a key that the operator has suspended; empty for another."""
    if key.suspended_at is None:
        return ""
    since = _("Suspended by the operator of the service on {day}").format(day=day_name(key.suspended_at))
    remedy = _(
        "Programs with this key are refused. Put right what the reason names, then ask the operator to resume it."
    )
    return f"\n\n:red-badge[:material/block: {since}] {escaped(key.suspended_for)}  \n{remedy}"


def permissions_text(permissions: Sequence[Permission]) -> str:
    """`all permissions`, or the names of some."""
    if set(permissions) == set(PERMISSIONS):
        return _("all permissions")
    return _(", ").join(permission_names()[permission] for permission in permissions)


def permission_names() -> dict[Permission, str]:
    """What a key may call."""
    return {
        "questions": _("Questions"),
        "evaluation": _("Evaluation"),
        "speech": _("Speech"),
        "essay": _("Essays"),
        "grammar": _("Text level"),
        "portrait": _("Portrait"),
        "recommendation": _("Daily plan"),
        "knowledge": _("Knowledge map"),
    }


def _draw_form(who: Visitor, key_count: int) -> None:
    """The form for a new key. Its widget key holds the number of keys, so that the form closes once a key is made."""
    with st.popover(_("New key"), icon=":material/add:", key=f"making_key_{key_count}"):
        permissions = st.pills(
            _("Permissions"),
            PERMISSIONS,
            selection_mode="multi",
            default=PERMISSIONS,
            format_func=permission_names().__getitem__,
            key="key_permissions",
        )
        rules = who.core.administration.usage_rules()
        st.markdown("\n".join(f"- {rule.get(language())}" for rule in rules.rules))
        agreed = st.checkbox(
            _("I agree to the [usage rules]({address}) of {version}").format(
                address=USAGE_RULES, version=rules.version
            ),
            key=f"rules_agreed_{key_count}",
        )
        if st.button(_("Make the key"), type="primary", key="make_key", disabled=not (permissions and agreed)):
            st.session_state[NEW_KEY] = who.core.administration.new_api_key(
                frozenset(permissions), who.caller, agreed_rules=rules.version
            )
            st.rerun()


def _draw_revoked(keys: Sequence[KeyView]) -> None:
    if not keys:
        return
    with st.expander(_("Revoked keys ({count})").format(count=len(keys))):
        for key in keys:
            assert key.revoked_at is not None
            revoked_on = _("revoked {day}").format(day=day_name(key.revoked_at))
            st.markdown(f"`{key.prefix}_…` · :small[{_dates_text(key)} · {revoked_on}]{_suspension_text(key)}")
