"""Everything about a student: as a file, and erased; the administrator has to type the id, for that cannot be undone."""

from __future__ import annotations

import streamlit as st

from pages.parts.dates import moment_name
from pages.parts.i18n import _, language, ngettext
from pages.parts.names import student_label
from pages.parts.people.words import erasing_text
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_erase(who: Visitor) -> None:
    """A box to choose the student, the student's file, a field to type the id, the button that erases; the receipts."""
    st.subheader(_("Erase a student"))
    names = {
        line.student_id: student_label(line.name, line.number) for line in who.core.answers.class_lines(who.caller)
    }
    if message := st.session_state.pop("erased", None):
        st.success(escaped(message), icon=":material/check:")
    with st.expander(_("Remove everything kept about one student"), icon=":material/delete:"):
        student_id = st.selectbox(
            _("Student"),
            list(names),
            index=None,
            format_func=names.__getitem__,
            placeholder=_("Choose a student"),
            key="erase_student",
        )
        if student_id is not None:
            _draw_file(who, student_id)
            _draw_confirmation(who, student_id)
    _draw_receipts(who)


def _draw_file(who: Visitor, student_id: str) -> None:
    st.download_button(
        _("Download everything about this student"),
        lambda: who.core.administration.export_student(student_id, who.caller),
        file_name="wenlu-student.zip",
        mime="application/zip",
        icon=":material/folder_zip:",
        key="erase_export",
        on_click="ignore",
    )
    st.caption(_("Readable files, which can be brought in again on the server: wenlu people import-student."))


def _draw_confirmation(who: Visitor, student_id: str) -> None:
    st.markdown(erasing_text())
    typed = st.text_input(_("To confirm, type the id: {id}").format(id=escaped(student_id)), key="erase_typed")
    if st.button(_("Erase"), type="primary", disabled=typed.strip() != student_id, key="erase_now"):
        receipt = who.core.student_data.erase(student_id, who.caller, by=who.account.account_id)
        removed = sum(receipt.counts.values())
        st.session_state["erased"] = ngettext("{count} row was removed.", "{count} rows were removed.", removed)
        st.rerun()


def _draw_receipts(who: Visitor) -> None:
    receipts = {receipt.receipt_id: receipt for receipt in who.core.student_data.receipts(who.caller)}
    if not receipts:
        return
    with st.expander(_("Receipts of erased students ({count})").format(count=len(receipts)), icon=":material/receipt:"):
        receipt_id = st.selectbox(
            _("Receipt"),
            list(receipts),
            format_func=lambda key: f"{moment_name(receipts[key].erased_at)} · {key}",
            key="receipt_chosen",
        )
        st.caption(
            _(
                "A receipt holds numbers, and the id only as a salted hash, by which who knows or guesses the id can check it."
            )
        )
        st.download_button(
            _("Download the receipt"),
            who.core.student_data.receipt_text(receipt_id, who.caller, language=language()),
            file_name=f"wenlu-{receipt_id}.txt",
            mime="text/plain",
            icon=":material/download:",
            key="receipt_file",
            on_click="ignore",
        )
