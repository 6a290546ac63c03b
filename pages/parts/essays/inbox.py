"""The teacher's inbox: marks in essays that students dismissed as right, and clauses about which they ask; how the teacher settles them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from core.api.essay_reviews import LONGEST_NOTE, DismissedEdit
from core.errors import WenluError
from pages.parts.addresses import page_named
from pages.parts.brand import KAI
from pages.parts.classroom.rulings import draw_marks_preview, draw_undo, draw_undoing
from pages.parts.essays.compare import struck
from pages.parts.essays.doubts import quoted_clause
from pages.parts.essays.history import day_of, title_text
from pages.parts.essays.state import ESSAY
from pages.parts.essays.words import error_names
from pages.parts.i18n import _, language, ngettext
from pages.parts.shown_text import escaped, escaped_html, escaped_lines
from pages.parts.visitor import Visitor

AT_ONCE = 10
CHOSEN = "essay_being_settled"
"""Session state: (key of the edit, upheld) between the choice and its confirmation."""


def draw_dismissed(who: Visitor, waiting: Sequence[DismissedEdit], names: Mapping[str, str]) -> None:
    """Draw what waits, the longest waiting first, and what is settled, the newest first; nothing where no student ever objected."""
    settled = who.core.essay_reviews.dismissed(who.caller, settled=True)
    if not waiting and not settled:
        return
    st.subheader(_("Essays: objections to marks, and questions"), anchor=False)
    first, second = st.tabs(
        [_("Waiting ({count})").format(count=len(waiting)), _("Settled ({count})").format(count=len(settled))]
    )
    with first:
        _draw_cases(who, waiting[::-1], names, _("Nothing waits. When a student objects to a mark or asks about a clause, it comes here."))  # fmt: skip
    with second:
        _draw_cases(who, settled, names, _("Nothing was settled yet."))


def _draw_cases(who: Visitor, edits: Sequence[DismissedEdit], names: Mapping[str, str], empty_text: str) -> None:
    if not edits:
        st.markdown(empty_text)
    for edit in edits[:AT_ONCE]:
        with st.container(border=True):
            _draw_case(edit, names)
            if edit.settled is None:
                _draw_settling(who, edit)
            else:
                _draw_outcome(who, edit)
    if len(edits) > AT_ONCE:
        st.caption(_("{shown} of {count} are shown.").format(shown=AT_ONCE, count=len(edits)))


def edit_key(edit: DismissedEdit) -> str:
    """A key that identifies a dismissed edit among all others."""
    return f"{edit.evaluation_id}_{edit.start}_{edit.end}_{edit.replacement}"


def _draw_case(edit: DismissedEdit, names: Mapping[str, str]) -> None:
    name = escaped(names.get(edit.student_id, edit.student_id))
    st.markdown(f"**{name}** · {escaped(title_text(edit.title))} · {day_of(edit.judged_at)}")
    st.html(quote(edit))
    reason = escaped(edit.explanation.get(language()))
    if edit.doubt:
        st.markdown(_("The student asks for help with this clause. The engine says: {reason}").format(reason=reason))
    else:
        st.markdown(_("{name}: {value}").format(name=error_names()[edit.type], value=reason))
    if edit.note:
        st.markdown(f":material/chat_bubble: {escaped_lines(edit.note)}")
    st.page_link(
        page_named("essay_review"),
        label=_("Open the essay"),
        icon=":material/rate_review:",
        query_params={ESSAY: edit.evaluation_id},
    )


def quote(edit: DismissedEdit) -> str:
    """The sentence with the mark that is objected to, or with the clause that is asked about."""
    old = f'<del style="text-decoration:none">{struck(edit.original)}</del>' if edit.original else ""
    new = f'<ins style="text-underline-offset:6px">{escaped_html(edit.replacement)}</ins>' if edit.replacement else ""
    marked = quoted_clause(edit.original) if edit.doubt else f"{old}{new}"
    return (
        f'<div lang="zh-CN" style="font:24px/1.7 {KAI};overflow-wrap:anywhere">'
        f"{escaped_html(edit.quote_before)}{marked}{escaped_html(edit.quote_after)}</div>"
    )


def _draw_settling(who: Visitor, edit: DismissedEdit) -> None:
    """Draw the choice, then its consequences and the confirmation."""
    key, chosen = edit_key(edit), st.session_state.get(CHOSEN)
    if chosen is None or chosen[0] != key:
        with st.container(horizontal=True):
            for upheld, label, icon in (
                (True, _("The clause is right") if edit.doubt else _("The student is right"), ":material/check:"),
                (False, _("Something is off") if edit.doubt else _("The mark stands"), ":material/close:"),
            ):
                st.button(label, icon=icon, key=f"essay_{upheld}_{key}", on_click=_choose, args=(key, upheld))
        return
    upheld = bool(chosen[1])
    everywhere = upheld and not edit.doubt and _draw_reach(who, edit, key)
    note = st.text_area(
        _("Reply to the student (optional)"), key=f"essay_reply_{key}", max_chars=LONGEST_NOTE, height=68
    )
    st.markdown(":material/info: " + consequences(upheld=upheld, everywhere=everywhere, doubt=edit.doubt))
    with st.container(horizontal=True):
        st.button(
            _("Yes"),
            type="primary",
            key=f"essay_confirm_{key}",
            on_click=_settle,
            args=(who, edit, upheld, everywhere, note),
        )
        st.button(_("Back"), key=f"essay_cancel_{key}", on_click=_choose, args=(None, False))


def _draw_reach(who: Visitor, edit: DismissedEdit, key: str) -> bool:
    """How far it reaches, this essay alone until another is chosen; with everywhere, which marks go. True for everywhere."""
    names = {False: _("This essay alone"), True: _("All essays of the school, past and future")}
    everywhere = st.radio(
        _("How far does it reach?"),
        list(names),
        format_func=names.__getitem__,
        key=f"essay_scope_{key}",
        help=_("What reaches further holds for the whole school, in all its classes."),
    )
    if everywhere:
        try:
            preview = who.core.rulings.preview_mark(
                edit.evaluation_id,
                start=edit.start,
                end=edit.end,
                replacement=edit.replacement,
                caller=who.caller,
                by=who.account.account_id,
            )
        except WenluError as error:
            st.warning(escaped(error.remedy(language())), icon=":material/error:")
            return True
        draw_marks_preview(preview)
    return bool(everywhere)


def consequences(*, upheld: bool, everywhere: bool = False, doubt: bool = False) -> str:
    """The consequences of a decision, shown before the teacher confirms; `doubt`: the student asked about a clause."""
    if doubt and upheld:
        return _(
            "The student reads your reply, and later reviews pass the clause over. You can undo it among the settled ones."
        )
    if doubt:
        return _(
            "The student reads your reply: say what is off, or how you would put it. You can undo it among the settled ones."
        )
    if everywhere:
        return _(
            "The mark is taken back wherever this sentence bears it, in every class of the school, and later reviews pass it over. All are told. "
            "You can undo it below; essays reviewed in between keep their review."
        )
    if upheld:
        return _("The mark no longer counts against the student, and stays away from later reviews. You can undo it among the settled ones.")  # fmt: skip
    return _(
        "The mark stays, and comes back in later reviews. The student reads your reply. You can undo it among the settled ones."
    )


def _choose(key: str | None, upheld: bool) -> None:
    st.session_state[CHOSEN] = None if key is None else (key, upheld)


def _settle(who: Visitor, edit: DismissedEdit, upheld: bool, everywhere: bool, note: str) -> None:
    st.session_state.pop(CHOSEN, None)
    try:
        if everywhere:
            _rule(who, edit, note)
            return
        who.core.essay_reviews.settle(
            edit.evaluation_id,
            start=edit.start,
            end=edit.end,
            replacement=edit.replacement,
            upheld=upheld,
            note=note,
            caller=who.caller,
            by=who.account.account_id,
        )
    except WenluError as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")
        return
    if edit.doubt:
        st.toast(_("Your answer is with the student."), icon=":material/check:")
        return
    st.toast(
        _("Settled: the student was right.") if upheld else _("Settled: the marking stays."), icon=":material/check:"
    )


def _rule(who: Visitor, edit: DismissedEdit, note: str) -> None:
    ruling = who.core.rulings.give_on_mark(
        edit.evaluation_id,
        start=edit.start,
        end=edit.end,
        replacement=edit.replacement,
        note=note,
        caller=who.caller,
        by=who.account.account_id,
    )
    if ruling is None:
        st.toast(_("Someone else settled this in the meantime."), icon=":material/info:")
        return
    changed = ngettext("{count} mark was taken back.", "{count} marks were taken back.", ruling.answers)
    st.toast(_("Settled for everybody: {changed}").format(changed=changed), icon=":material/check:")


def _draw_outcome(who: Visitor, edit: DismissedEdit) -> None:
    if edit.doubt:
        is_right = edit.settled == "upheld"
        st.badge(_("The clause is right") if is_right else _("Something is off"), icon=":material/reply:", color="gray")
    elif edit.settled == "upheld":
        st.badge(_("Student was right"), icon=":material/check:", color="green")
    else:
        st.badge(_("Marking kept"), icon=":material/close:", color="gray")
    if edit.teacher_note:
        st.markdown(f":material/reply: {escaped_lines(edit.teacher_note)}")
    if edit.everywhere:
        st.caption(_("Part of a ruling for the whole school, in the list below."))
    elif edit.ruling_id:
        draw_undo(who, edit.ruling_id, 1)
    elif edit.can_reopen:
        reopen = partial(
            who.core.essay_reviews.reopen,
            edit.evaluation_id,
            start=edit.start,
            end=edit.end,
            replacement=edit.replacement,
            caller=who.caller,
            by=who.account.account_id,
        )
        draw_undoing(edit_key(edit), _("Your reply is taken back, and the question waits for you again."), reopen)
