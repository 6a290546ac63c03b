"""The portrait as a printed document."""

from __future__ import annotations

import streamlit as st

from core.errors import NoFont
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MADE_PDF = "portrait_pdf_made"


def draw_files(who: Visitor, student_id: str) -> None:
    """The PDF is made when asked for; then it can be saved."""
    st.subheader(_("Keep a copy"))
    if st.button(_("Make a PDF"), icon=":material/picture_as_pdf:", key="portrait_pdf"):
        try:
            with st.spinner(_("Writing the document…")):
                st.session_state[MADE_PDF] = (student_id, who.core.portrait.pdf(student_id, who.caller))
        except NoFont as error:
            st.warning(escaped(error.remedy(language())), icon=":material/print:")
    made_for, content = st.session_state.get(MADE_PDF, (None, b""))
    if made_for == student_id:
        st.download_button(
            _("Save the PDF"),
            content,
            file_name="wenlu-portrait.pdf",
            mime="application/pdf",
            icon=":material/download:",
            type="primary",
        )
