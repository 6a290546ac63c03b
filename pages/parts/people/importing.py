"""Bringing people in: paste or file, what would happen with each row, questions, one button, and its undoing."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import streamlit as st

from core.access.roster.wire import ImportView
from core.api.people import ANOTHER, LEAVE, DryRun, ImportLine
from core.errors import WenluError
from pages.parts.dates import moment_name
from pages.parts.i18n import _, language, ngettext
from pages.parts.people.acting import attempt, caller_of, draw_outcome
from pages.parts.people.cards import draw_card_offer
from pages.parts.people.words import action_marks, result_sentence
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

ROUND, LOOKED, JUST = "people_import_round", "people_import_looked", "people_import_just"
ENDINGS = ["csv", "tsv", "txt", "zip"]
MOST_MEGABYTES = 4
ROW_PX, MOST_ROWS = 35, 12
FAULTS_PX, MOST_FAULTS = 320, 8
MOST_QUESTIONS = 30
"""Questions drawn at once; with more of them the list wants numbers."""


@dataclass(frozen=True)
class Looked:
    """A list that is being looked at."""

    content: bytes
    source: str

    @property
    def name(self) -> str:
        """By which widgets of one list are told from those of another."""
        return sha256(self.content).hexdigest()[:8]


def draw_import(who: Visitor, class_id: str | None) -> None:
    """The last import with its undoing, the list, what would happen, the button. `class_id`: where rows go that name no class."""
    draw_outcome()
    if class_id is not None and st.session_state.get(JUST) == class_id:
        with st.container(border=True):
            draw_card_offer(who, class_id)
    _draw_last(who)
    looked = _draw_list()
    if looked is None:
        return
    try:
        shown, choices = _look(who, class_id, looked)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    _draw_result(who, class_id, looked, shown, choices)


def _draw_last(who: Visitor) -> None:
    last = who.core.people.last_import(caller_of(who), by=who.account.account_id)
    if last is None:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        source = escaped(last.source) if last.source else _("pasted rows")
        counts = ngettext("{count} new account", "{count} new accounts", last.accounts)
        st.markdown(
            _("Last import: {source}, {moment}, {counts}.").format(
                source=source, moment=moment_name(last.made_at), counts=counts
            ),
            width="stretch",
        )
        with st.popover(_("Undo"), icon=":material/undo:"):
            st.markdown(
                _(
                    "Takes back accounts and students that have not been used, places in classes and names. Whoever has worked since stays."
                )
            )
            st.button(_("Undo this import"), key="people_undo", on_click=_undo, args=(who, last))


def _draw_list() -> Looked | None:
    """The field to paste into and the file; None while there is nothing to look at."""
    number = st.session_state.get(ROUND, 0)
    st.markdown(
        _(
            "Copy the rows from your spreadsheet and paste them here. Nothing is written before you have seen what would happen."
        )
    )
    with st.form("people_import_form", border=False):
        text = st.text_area(
            _("The list"),
            height=160,
            placeholder=_("Number  Name  Class\n2026001  王小明  Class 1"),
            key=f"people_rows_{number}",
        )
        upload = st.file_uploader(
            _("or a file (.csv, .txt, OneRoster .zip)"),
            type=ENDINGS,
            max_upload_size=MOST_MEGABYTES,
            key=f"people_file_{number}",
        )
        st.caption(
            _(
                "Columns are known by their heads: number, name (or family name and given name), class, user name, role, language. Without heads: names alone, or number and name."
            )
        )
        if st.form_submit_button(_("See what would happen"), icon=":material/preview:"):
            if upload is not None:
                st.session_state[LOOKED] = Looked(upload.getvalue(), upload.name[:100])
            else:
                st.session_state[LOOKED] = Looked(text.encode("utf-8", "replace"), "")
    looked = st.session_state.get(LOOKED)
    return looked if isinstance(looked, Looked) else None


def _look(who: Visitor, class_id: str | None, looked: Looked) -> tuple[DryRun, dict[str, Any]]:
    """The dry run under the choices made so far, and these choices."""
    choices: dict[str, Any] = {
        "new_classes": list(st.session_state.get(f"people_classes_{looked.name}", [])),
        "answers": dict(st.session_state.get(f"people_answers_{looked.name}", {})),
    }
    shown = who.core.people.dry_run(
        looked.content,
        caller_of(who),
        by=who.account.account_id,
        class_id=class_id,
        source=looked.source,
        **choices,
    )
    return shown, choices


def _draw_result(who: Visitor, class_id: str | None, looked: Looked, shown: DryRun, choices: dict[str, Any]) -> None:
    st.markdown(result_sentence(shown))
    if shown.unused_columns:
        columns = _(", ").join(map(escaped, shown.unused_columns))
        st.caption(_("Not used: {columns}.").format(columns=columns))
    faulty = shown.count("fault")
    if faulty:
        _draw_faults([line for line in shown.lines if line.faults])
    _draw_unknown_classes(shown, looked)
    _draw_questions(shown, looked)
    leave_out = bool(
        faulty
        and st.checkbox(
            ngettext("Leave out the row with a fault", "Leave out the {count} rows with faults", faulty),
            key=f"people_leave_{looked.name}",
        )
    )
    ready = shown.changes_anything and (not faulty or leave_out)
    with st.container(horizontal=True):
        st.button(
            button_label(shown),
            type="primary",
            icon=":material/group_add:",
            disabled=not ready,
            key="people_confirm",
            on_click=_confirm,
            args=(who, class_id, looked, shown.digest, choices, leave_out),
        )
        st.button(_("Start again"), type="tertiary", key="people_again", on_click=_start_again)
    if not shown.changes_anything:
        st.caption(_("Nothing would change: everybody is here already, or has to be decided above."))
    # Below the button: readers took the end of a table of 40 rows for the end of the page.
    with st.expander(_("All rows"), expanded=not faulty and not shown.count("question")):
        _draw_rows(shown.lines)


def button_label(shown: DryRun) -> str:
    """`Bring in 38 people`, or what else is to be written."""
    new = shown.count("new")
    if new:
        return ngettext("Bring in {count} person", "Bring in {count} people", new)
    return _("Write the changes")


def _draw_faults(lines: list[ImportLine]) -> None:
    """Each fault by row and column with what to do about it; many of them scroll."""
    faults = [fault_text(line, place) for line in lines for place in range(len(line.faults))]
    with st.container(border=True, height=FAULTS_PX if len(faults) > MOST_FAULTS else "content"):
        st.markdown("\n".join(f"- {text}" for text in faults))


def fault_text(line: ImportLine, place: int) -> str:
    """`**row 3 · Date of birth** (曾丽): This is no possible date ...`"""
    fault, row = line.faults[place], escaped(row_name(line))
    who = f" ({escaped(line.name)})" if line.name else ""
    column = escaped(fault.column.get(language()))
    return f":red[:material/close:] **{_('row {row}').format(row=row)} · {column}**{who}: {escaped(fault.text.get(language()))}"


def row_name(line: ImportLine) -> str:
    """The row of a spreadsheet, with the file where there are several."""
    return f"{line.file} {line.row}".strip()


def _draw_unknown_classes(shown: DryRun, looked: Looked) -> None:
    """Classes that are not here: those that are chosen are made. Classes that were chosen before stay in the list."""
    key = f"people_classes_{looked.name}"
    known = {each.name: each.rows for each in shown.unknown_classes}
    names = list(dict.fromkeys([*st.session_state.get(key, []), *known]))
    if not names:
        return
    st.markdown(_("These classes are not here yet. Choose those that are to be made:"))
    st.pills(
        _("Classes to be made"),
        names,
        selection_mode="multi",
        format_func=escaped,
        label_visibility="collapsed",
        key=key,
    )


def _draw_questions(shown: DryRun, looked: Looked) -> None:
    """Rows with a name that is here already: the same person, another, or left out."""
    key = f"people_answers_{looked.name}"
    answers: dict[str, str] = st.session_state.get(key, {})
    asked = [line for line in shown.lines if line.question is not None]
    if not asked:
        return
    with st.container(border=True):
        st.markdown(
            ngettext(
                "**{count} name is here already.** Is it the same person? Unanswered rows are left out.",
                "**{count} names are here already.** Are they the same people? Unanswered rows are left out.",
                len(asked),
            )
        )
        if len(asked) > 1 and st.button(_("All are the same people"), key="people_all_same"):
            st.session_state[key] = {**answers, **{line.key: line.candidates[0].answer for line in asked}}
            st.rerun()
        for line in asked[:MOST_QUESTIONS]:
            options = {
                each.answer: _("the same as {number}").format(number=escaped(each.shown.get(language())))
                for each in line.candidates
            }
            options |= {ANOTHER: _("another person"), LEAVE: _("leave out")}
            answer = st.segmented_control(
                f"{escaped(line.name)} ({_('row {row}').format(row=escaped(row_name(line)))})",
                list(options),
                format_func=options.__getitem__,
                key=f"people_answer_{looked.name}_{line.key}",
            )
            if answer is not None:
                st.session_state[key] = {**answers, line.key: answer}
                st.rerun()
        if len(asked) > MOST_QUESTIONS:
            st.caption(
                _("{count} more follow. With numbers in the list nobody need ask.").format(
                    count=len(asked) - MOST_QUESTIONS
                )
            )


def _draw_rows(lines: list[ImportLine]) -> None:
    marks = action_marks()
    joiner = "；" if language() == "zh" else "; "
    st.dataframe(
        [
            {
                _("Row"): row_name(line),
                _("What happens"): marks[line.action],
                _("Student number"): line.number,
                _("Name"): line.name,
                _("User name"): line.username,
                _("Details"): joiner.join(change.get(language()) for change in line.changes),
            }
            for line in lines
        ],
        hide_index=True,
        height=ROW_PX * (min(len(lines), MOST_ROWS) + 1) + 2,
    )


def _confirm(
    who: Visitor, class_id: str | None, looked: Looked, digest: str, choices: dict[str, Any], leave_out: bool
) -> None:
    def act() -> str:
        made = who.core.people.confirm(
            looked.content,
            digest,
            caller_of(who),
            by=who.account.account_id,
            class_id=class_id,
            source=looked.source,
            leave_out_faulty=leave_out,
            **choices,
        )
        _start_again()
        if made is not None and made.accounts:
            st.session_state[JUST] = class_id
        return done_sentence(made)

    attempt(act)


def done_sentence(made: ImportView | None) -> str:
    """What an import did, and what comes next."""
    if made is None:
        return _("Nothing had to be written.")
    if not made.accounts:
        return _("Written.")
    sentence = ngettext("{count} person was brought in.", "{count} people were brought in.", made.accounts)
    more = _("Next: make cards, so that they can sign in.")
    return f"{sentence} {more}" if language() == "en" else sentence + more


def _start_again() -> None:
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
    st.session_state.pop(LOOKED, None)


def _undo(who: Visitor, last: ImportView) -> None:
    st.session_state.pop(JUST, None)

    def act() -> str:
        undone = who.core.people.undo_import(last.import_id, caller_of(who), by=who.account.account_id)
        sentence = ngettext(
            "Undone: {count} account was removed.", "Undone: {count} accounts were removed.", undone.accounts
        )
        if undone.kept:
            more = ngettext(
                "{count} student has worked since and stays.",
                "{count} students have worked since and stay.",
                len(undone.kept),
            )
            return f"{sentence} {more}" if language() == "en" else sentence + more
        return sentence

    attempt(act)
