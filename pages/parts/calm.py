"""What a person sees when something of ours fails: one sentence in their language, that nothing is lost, a way to try again.

Streamlit asks here (`st.App(on_script_error=...)`) for whatever leaves a page, a fragment or a callback; its own box would be in
English and say less.
"""

from __future__ import annotations

import logging
import secrets
from typing import TypeGuard

import streamlit as st
import structlog

from core.errors import Busy, Unavailable, WenluError
from core.wire import Language
from pages.parts.i18n import _, catalogue, language
from pages.parts.visitor import settle_language

log = structlog.get_logger("wenlu.pages")


def draw_failure(error: Exception) -> bool:
    """Say it calmly where the page stopped; True: Streamlit need not say it again."""
    if "language" not in st.session_state:
        settle_language(None)
    incident = noted(error)
    with st.container(border=True, key=f"calm_{incident}"):
        title, what = said(error, incident, language())
        st.subheader(title)
        st.markdown(what)
        st.button(_("Try again"), icon=":material/refresh:", type="primary", key=f"calm_again_{incident}")
    return True


def noted(error: Exception) -> str:
    """Write a failure down; the number under which the log bears it. A database that is away is no fault of the code: no stack."""
    incident = secrets.token_hex(4)
    if _expected(error):
        log.log(logging.WARNING, "page stopped", incident=incident, error=type(error).__name__, reason=str(error))
    else:
        log.log(logging.ERROR, "page failed", incident=incident, exc_info=error)
    return incident


def said(error: Exception, incident: str, spoken: Language) -> tuple[str, str]:
    """Title and sentence of a failure."""
    _ = catalogue(spoken).gettext
    if isinstance(error, Unavailable) and not isinstance(error, Busy):
        return _("One moment, please"), _(
            "The data cannot be read or written just now. Nothing that was saved is lost; only your last step may not have "
            "been kept. Wait a little, then try again."
        )
    if _expected(error):
        return _("That did not work"), error.remedy(spoken)
    return _("Something went wrong here"), _(
        "That is our fault, not yours, and nothing that was saved is lost. Try again; if it happens once more, tell your "
        "administrator the number {incident}."
    ).format(incident=incident)


def _expected(error: Exception) -> TypeGuard[WenluError]:
    """An error of the tree other than its root, which stands for what nobody foresaw."""
    return isinstance(error, WenluError) and type(error) is not WenluError
