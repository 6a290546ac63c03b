"""What a person sees when the service fails: one sentence in their language, that nothing is lost, a button to try again.

Streamlit calls `draw_failure` (`st.App(on_script_error=...)`) for every exception that leaves a page, a fragment or a callback; its
own error box would be in English and say less.
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
    """Draw the failure where the page stopped. Returns True: Streamlit need not draw a box of its own."""
    if "language" not in st.session_state:
        settle_language(None)
    incident = log_failure(error)
    with st.container(border=True, key=f"calm_{incident}"):
        title, sentence = failure_text(error, incident, language())
        st.subheader(title)
        st.markdown(sentence)
        st.button(_("Try again"), icon=":material/refresh:", type="primary", key=f"calm_again_{incident}")
    return True


def log_failure(error: Exception) -> str:
    """Log a failure and return its number in the log. An error that was foreseen is logged without its stack: the code is not at fault."""
    incident = secrets.token_hex(4)
    if _is_foreseen(error):
        log.log(logging.WARNING, "page stopped", incident=incident, error=type(error).__name__, reason=str(error))
    else:
        log.log(logging.ERROR, "page failed", incident=incident, exc_info=error)
    return incident


def failure_text(error: Exception, incident: str, chosen: Language) -> tuple[str, str]:
    """Title and sentence that tell a person of a failure."""
    _ = catalogue(chosen).gettext
    if isinstance(error, Unavailable) and not isinstance(error, Busy):
        return _("One moment, please"), _(
            "The data cannot be read or written just now. Nothing that was saved is lost; only your last step may not have "
            "been kept. Wait a little, then try again."
        )
    if _is_foreseen(error):
        return _("That did not work"), error.remedy(chosen)
    return _("Something went wrong here"), _(
        "That is our fault, not yours, and nothing that was saved is lost. Try again; if it happens once more, tell your "
        "administrator the number {incident}."
    ).format(incident=incident)


def _is_foreseen(error: Exception) -> TypeGuard[WenluError]:
    """Whether it is an error of the tree in `core.errors`, apart from the root, which stands for what nobody foresaw."""
    return isinstance(error, WenluError) and type(error) is not WenluError
