"""Two students that are one person: what would be given, and the button that gives it."""

from __future__ import annotations

import streamlit as st

from core.api.people import PersonLine
from core.errors import WenluError
from pages.parts.i18n import _, language, ngettext
from pages.parts.people.acting import attempt, caller_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_merging(who: Visitor, person: PersonLine, people: list[PersonLine], key: str) -> None:
    """A choice of the student who stays, how much is given, the button; for administrators."""
    others = {
        each.student_id: f"{each.name} · {each.number}" for each in people if each.student_id != person.student_id
    }
    if not others:
        return
    with st.popover(_("Merge"), icon=":material/merge:"):
        st.markdown(
            _(
                "Where one person is here twice: everything goes to the student who stays. Of two sign-ins that student's stays, unless only this one works. It cannot be undone."
            )
        )
        stays = st.selectbox(
            _("The student who stays"),
            list(others),
            index=None,
            format_func=others.__getitem__,
            placeholder=_("Choose a student"),
            key=f"{key}_into",
        )
        if stays is None:
            return
        try:
            rows = who.core.people.merge_preview(
                person.student_id, stays, caller_of(who), by=who.account.account_id
            ).rows
        except WenluError as error:
            st.error(escaped(error.remedy(language())))
            return
        names = row_names()
        lines = [f"- {names[table]}: {count}" for table, count in rows.items() if table in names]
        rest = sum(count for table, count in rows.items() if table not in names)
        if rest:
            lines.append(f"- {_('other rows')}: {rest}")
        st.markdown("\n".join(lines) if lines else _("Nothing is kept about this student so far."))
        st.button(_("Merge now"), type="primary", key=f"{key}_merge", on_click=_merge, args=(who, person, stays))


def row_names() -> dict[str, str]:
    """What the rows of a table are to a teacher, for the tables that a teacher knows."""
    return {
        "answer": _("answers"),
        "evidence": _("pieces of evidence"),
        "essay_evaluation": _("essays"),
        "speech_evaluation": _("readings aloud"),
        "writing": _("texts being written"),
        "assignment_student": _("assignments"),
        "practice_session": _("practice rounds"),
    }


def _merge(who: Visitor, person: PersonLine, stays: str) -> None:
    def act() -> str:
        merged = who.core.people.merge(person.student_id, stays, caller_of(who), by=who.account.account_id)
        count = sum(merged.rows.values())
        sentences = [ngettext("Merged: {count} row was given.", "Merged: {count} rows were given.", count)]
        if merged.username:
            sentences.append(_("The student signs in as {username}.").format(username=merged.username))
        return (" " if language() == "en" else "").join(sentences)

    attempt(act)
