"""Downloads of a review, and its deletion."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st

from core.api.documents import word
from core.api.essay_reviews import EssayOverride
from core.api.essays import EssayView
from core.errors import NoFont, NotFound, WenluError
from pages.parts.essays.document import essay_document
from pages.parts.essays.feedback import strength_texts
from pages.parts.essays.found import found_text
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def draw_downloads(who: Visitor, view: EssayView, override: EssayOverride | None, *, is_returned: bool) -> None:
    """Draw the downloads as Word, PDF and JSON. Files are made when they are requested, but their texts here: outside a run of the page its
    language is not known. `is_returned`: a teacher's marking is in the corrected version."""
    document = essay_document(
        view,
        override,
        is_returned=is_returned,
        strengths=strength_texts(view.report, who.core.tables.points),
        found=found_text(view.report, who.core.essays.found, who.core.administration),
    )
    st.download_button(
        _("Download as Word"),
        lambda: word(document),
        file_name="wenlu-essay.docx",
        mime=WORD,
        icon=":material/description:",
        type="tertiary",
        on_click="ignore",
    )
    if who.core.printer.ready():
        st.download_button(
            _("Download as PDF"),
            lambda: who.core.documents.pdf(document, who.caller),
            file_name="wenlu-essay.pdf",
            mime="application/pdf",
            icon=":material/picture_as_pdf:",
            type="tertiary",
            on_click="ignore",
        )
    else:
        st.caption(escaped(NoFont().remedy(language())))
    st.download_button(
        _("Download as JSON"),
        lambda: view.report.model_dump_json(indent=1),
        file_name="wenlu-essay.json",
        mime="application/json",
        icon=":material/data_object:",
        type="tertiary",
        on_click="ignore",
    )


def draw_delete(who: Visitor, view: EssayView) -> None:
    """Draw the deletion, which needs a second click."""
    with st.popover(_("Delete this review"), icon=":material/delete:", type="tertiary"):
        st.markdown(_("The essay and its review will be deleted. What the map and the portrait learned from it stays."))
        st.button(
            _("Yes, delete it"),
            key=f"essay_delete_{view.evaluation_id}",
            icon=":material/delete_forever:",
            on_click=_delete,
            args=(who, view),
        )


def _delete(who: Visitor, view: EssayView) -> None:
    try:
        with suppress(NotFound):
            who.core.essays.forget(view.student_id, view.evaluation_id, who.caller)
    except WenluError as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")
        return
    st.query_params.clear()
    st.toast(_("The review was deleted."), icon=":material/delete:")
