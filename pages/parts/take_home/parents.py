"""A report for each student's parents: a comment by the teacher, then all of them in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import streamlit as st

from core.answers.wire import ReportRequest, StudentLine
from core.api.documents import word
from core.errors import WenluError
from core.records.classes import ReportComment
from core.records.printed import Document
from core.wire import Language
from pages.parts.i18n import _, language, ngettext, writing_in
from pages.parts.names import one_language, student_label
from pages.parts.report.document import report_document
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FAULT, MADE = "home_fault", "home_made"
NAME_CHARACTERS = 40


@st.fragment
def draw_parents(who: Visitor, month: str, chosen: Language) -> None:
    """Comments student by student, then the button that makes the file; a comment reruns this part alone, which reads the class again."""
    lines = who.core.answers.class_lines(who.caller, month=month)
    st.subheader(_("Reports for parents"))
    st.markdown(
        _(
            "One report for each student, all in one file. What you write here stands at its end, with your name; it saves itself."
        )
    )
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    comments = {each.student_id: each for each in who.core.classes.comments(month, who.caller)}
    active = [line for line in lines if line.answers]
    quiet_count = len(lines) - len(active)
    if not active:
        st.info(
            _("Nobody practised in this month, so there is nothing to report. Choose another month."),
            icon=":material/info:",
        )
        return
    written = sum(line.student_id in comments for line in active)
    st.progress(
        written / len(active), _("{written} of {count} have a comment").format(written=written, count=len(active))
    )
    files = st.container()
    with st.expander(_("Write comments"), icon=":material/edit:", expanded=not written):
        for line in sorted(active, key=lambda line: (one_language(line.name), line.number)):
            _draw_comment(who, line, month, comments.get(line.student_id))
    if quiet_count:
        st.caption(
            ngettext(
                "{count} student did not practise in this month and gets no report.",
                "{count} students did not practise in this month and get no report.",
                quiet_count,
            )
        )
    with files:
        _draw_files(who, active, month, chosen, comments)


def _draw_comment(who: Visitor, line: StudentLine, month: str, comment: ReportComment | None) -> None:
    key = f"home_comment_{month}_{line.student_id}"
    st.text_area(
        escaped(student_label(line.name, line.number)),
        comment.text if comment else "",
        height=80,
        max_chars=1_000,
        key=key,
        on_change=lambda: _keep(who, line.student_id, month, st.session_state[key]),
    )


def _keep(who: Visitor, student_id: str, month: str, text: str) -> None:
    try:
        who.core.classes.comment(student_id, month, text, who.caller, by=who.account.account_id)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
    st.session_state.pop(MADE, None)


def _draw_files(
    who: Visitor, lines: Sequence[StudentLine], month: str, chosen: Language, comments: Mapping[str, ReportComment]
) -> None:
    """The buttons that make the reports, with progress; then the file to take."""
    wanted = (month, chosen, tuple(line.student_id for line in lines))
    with st.container(horizontal=True):
        as_pdf = who.core.printer.ready() and st.button(
            _("Make one PDF"), icon=":material/picture_as_pdf:", type="primary", key="home_pdf"
        )
        as_word = st.button(_("Make Word files (zip)"), icon=":material/folder_zip:", key="home_word")
    if as_pdf or as_word:
        bar = st.progress(0.0)
        documents = []
        for index, (line, document) in enumerate(parents_documents(who, lines, month, chosen, comments), start=1):
            documents.append((line, document))
            bar.progress(index / len(lines), _("{index} of {count}").format(index=index, count=len(lines)))
        bar.empty()
        if as_pdf:
            made = who.core.documents.pdf_of_all([document for _line, document in documents], who.caller)
            st.session_state[MADE] = (wanted, made, "pdf", "application/pdf")
        else:
            st.session_state[MADE] = (wanted, zipped(documents), "zip", "application/zip")
    if (kept := st.session_state.get(MADE)) is not None and kept[0] == wanted:
        _wanted, content, ending, mime = kept
        st.download_button(
            ngettext("Take {count} report", "Take {count} reports", len(lines)),
            content,
            file_name=f"wenlu-reports-{month}.{ending}",
            mime=mime,
            icon=":material/download:",
            type="primary",
            key="home_take",
        )


def parents_documents(
    who: Visitor, lines: Sequence[StudentLine], month: str, chosen: Language, comments: Mapping[str, ReportComment]
) -> Iterator[tuple[StudentLine, Document]]:
    """The report of each student in the language of those who read it."""
    caller = replace(who.caller, language=chosen)
    for line in sorted(lines, key=lambda line: (one_language(line.name), line.number)):
        report = who.core.answers.report(ReportRequest(student_id=line.student_id, month=month), caller)
        with writing_in(chosen):
            name = student_label(line.name, line.number)
            yield line, report_document(report, month, name=name, comment=comments.get(line.student_id))


def zipped(documents: Sequence[tuple[StudentLine, Document]]) -> bytes:
    """A zip of one Word file a student, named by number and name; the same documents make the same bytes."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for index, (line, document) in enumerate(documents, start=1):
            archive.writestr(ZipInfo(f"{index:02d}-{file_name(line)}.docx"), word(document))
    return out.getvalue()


def file_name(line: StudentLine) -> str:
    """A student's number and name with nothing in them that a file system forbids."""
    text = f"{line.number}-{one_language(line.name)}"
    return "".join(char if char.isalnum() or char in "-_" else "_" for char in text)[:NAME_CHARACTERS]
