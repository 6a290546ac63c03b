"""What lies on the desk before an essay is opened: the draft to go on with, a blank sheet, the essays so far, titles to write on."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.assignments import MyAssignment, TitleLine
from core.api.essays import EssayView
from core.api.marking import OwnReturn
from pages.parts.assignments.own import button_text, return_text
from pages.parts.assignments.words import amount_text, characters_text, due_text
from pages.parts.brand import KAI
from pages.parts.dates import day_name
from pages.parts.essays.band import band_text
from pages.parts.essays.feedback import standing_errors
from pages.parts.essays.verdicts import verdicts_of
from pages.parts.i18n import _, ngettext
from pages.parts.level import draw_level_choice
from pages.parts.map.words import level_short, shortened
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor
from pages.parts.writing.essays import OwnEssay, essays_of
from pages.parts.writing.sheet import Sheet, draw_sheet, make_review, own_task
from pages.parts.writing.state import blank_sheet, lay_blank_sheet, open_essay, open_title, text_of

LONGEST_TITLE = 40
BEGINNING = 60
"""Characters of a draft that are shown of it."""
AT_ONCE = 6
ALL = "desk_all"
LOOK = f"""<style>
.stMainBlockContainer:has(.st-key-desk_home) {{ padding: 24px 48px 48px; }}
[class*="st-key-desk_card_"] button p {{ font: 600 20px/1.4 {KAI}; }}
[class*="st-key-desk_card_"] button {{ min-height: 36px; }}
@media (max-width: 640px) {{ .stMainBlockContainer:has(.st-key-desk_home) {{ padding: 56px 16px 48px; }} }}
</style><span class="st-key-desk_home"></span>"""
"""Titles of essays in the learner's script."""


def draw_home(who: Visitor) -> None:
    """The draft first, then homework, a blank sheet beside the essays so far, titles."""
    st.html(LOOK)
    st.title(_("Writing"))
    st.markdown(
        _(
            "Write or paste a text and have it reviewed: you see what is wrong and why, and put it right beside the marks."
        )
    )
    essays = essays_of(who)
    sheet = _blank_sheet(essays)
    others = [essay for essay in essays if sheet.stored is None or essay.essay_id != sheet.stored.writing_id]
    draft = next((essay for essay in others if essay.is_draft), None)
    if draft is not None:
        _draw_continue(who, draft)
    homework = [own for own in who.core.assignments.of_student(who.student_id, who.caller) if _is_to_write(own)]
    if draft is not None and draft.text is not None:
        homework = [own for own in homework if own.assignment.resource_id != draft.text.resource_id]
    for own in homework:
        _draw_homework(who, own, primary=draft is None and own is homework[0])
    so_far = [essay for essay in others if essay is not draft]
    written = {essay.text.resource_id for essay in essays if essay.text and essay.text.handed_in_at}
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader(_("A new text"), anchor=False)
        if (pending := draw_sheet(who, sheet, primary=draft is None and not homework, small=True)) is not None:
            make_review(who, sheet, pending)
        if so_far:
            _draw_titles(who, written)
    with right:
        if so_far:
            _draw_history(who, so_far)
        else:
            _draw_titles(who, written)


def _blank_sheet(essays: Sequence[OwnEssay]) -> Sheet:
    """The blank sheet, with what was begun on it in this session; another one where that was handed in or deleted."""
    writing_id = text_of(blank_sheet())
    if writing_id is not None:
        stored = next((essay.text for essay in essays if essay.text and essay.text.writing_id == writing_id), None)
        if stored is not None and stored.handed_in_at is None:
            return Sheet(blank_sheet(), own_task(), stored)
        lay_blank_sheet()
    return Sheet(blank_sheet(), own_task(), None)


def _is_to_write(own: MyAssignment) -> bool:
    return own.open and own.assignment.kind == "essay"


# -- what to go on with --------------------------------------------------------------------------------------


def _draw_continue(who: Visitor, essay: OwnEssay) -> None:
    text = essay.text
    if text is None:
        return
    with st.container(border=True, key="desk_continue"):
        text_column, button_column = st.columns([4, 1], vertical_alignment="center")
        title = escaped_html(shortened(text.title or _("Without a title yet"), LONGEST_TITLE))
        beginning = escaped_html(shortened(" ".join(text.text.split()), BEGINNING))
        text_column.caption(f":material/edit: {_('Continue your draft')}")
        text_column.html(
            f'<div lang="zh-CN" style="font:600 26px/1.4 {KAI}">{title}</div>'
            f'<div lang="zh-CN" style="font:20px/1.6 {KAI};overflow-wrap:anywhere;opacity:.85">{beginning}</div>'
        )
        facts = [characters_text(text.characters), _("last changed on {day}").format(day=day_name(text.changed_at))]
        facts += _review_facts(who, essay)
        text_column.caption(" · ".join(facts))
        button_column.button(
            _("Continue"),
            type="primary",
            width="stretch",
            key="desk_go_on",
            on_click=open_essay,
            args=(essay.essay_id,),
        )


def _draw_homework(who: Visitor, own: MyAssignment, *, primary: bool) -> None:
    assignment = own.assignment
    with st.container(border=True):
        text_column, button_column = st.columns([4, 1], vertical_alignment="center")
        facts = [_("Homework"), due_text(own.state.due_at, who.core.clock.now()), amount_text(assignment)]
        text_column.markdown(f":material/assignment: **{escaped(assignment.title)}**  \n:small[{' · '.join(facts)}]")
        button_column.button(
            button_text(own),
            type="primary" if primary else "secondary",
            width="stretch",
            key=f"desk_homework_{assignment.assignment_id}",
            on_click=open_title,
            args=(assignment.resource_id,),
        )


# -- the essays so far ---------------------------------------------------------------------------------------


def _draw_history(who: Visitor, essays: Sequence[OwnEssay]) -> None:
    st.subheader(_("Your essays"), anchor=False)
    returns = {line.writing_id: line for line in who.core.marking.of_student(who.student_id, who.caller)}
    for essay in essays if st.session_state.get(ALL) else essays[:AT_ONCE]:
        _draw_essay(who, essay, returns.get(essay.essay_id))
    if len(essays) > AT_ONCE:
        st.toggle(_("Show all {count}").format(count=len(essays)), key=ALL)


def _draw_essay(who: Visitor, essay: OwnEssay, line: OwnReturn | None) -> None:
    with st.container(border=True, gap=None, key=f"desk_card_{essay.essay_id}"):
        st.button(
            escaped(shortened(essay.title or _("Without a title"), LONGEST_TITLE)),
            type="tertiary",
            icon=":material/edit_note:" if essay.is_draft else ":material/article:",
            key=f"desk_essay_{essay.essay_id}",
            on_click=open_essay,
            args=(essay.essay_id,),
        )
        text = essay.text
        facts = [day_name(essay.changed_at)]
        if text is not None and text.handed_in_at is None:
            facts.append(_("draft"))
        elif text is not None and (line is None or line.returned_at is None):
            facts.append(_("handed in"))
        facts += _review_facts(who, essay)
        lines = [f":small[{' · '.join(facts)}]"]
        if line is not None and line.returned_at is not None:
            lines.append(f":small[{return_text(line)}]")
        st.markdown("  \n".join(lines))


def _review_facts(who: Visitor, essay: OwnEssay) -> list[str]:
    """The level, the number of drafts, the band of the last review and the errors of it that nobody has called right."""
    if not essay.reviews:
        return [_("not reviewed yet")]
    last = essay.reviews[-1]
    count = len(essay.reviews)
    view = who.core.essays.essay(last.evaluation_id, who.caller, student_id=who.student_id)
    band = band_text(view.report) or _("level {level}").format(level=level_short(int(last.hsk_level)))
    return [ngettext("{count} reviewed draft", "{count} reviewed drafts", count), escaped(band), open_text(who, view)]


def open_text(who: Visitor, view: EssayView) -> str:
    """`3 open errors`: those of a review that the student has not called right, or that a teacher lets stand."""
    count = len(standing_errors(view.report, verdicts_of(who, view.evaluation_id), None))
    return ngettext("{count} open error", "{count} open errors", count) if count else _("no open errors")


# -- titles --------------------------------------------------------------------------------------------------


def _draw_titles(who: Visitor, written: set[str]) -> None:
    st.subheader(_("Titles to write on"), anchor=False)
    level = draw_level_choice(who, "writing_level", width="stretch")
    for line in who.core.writing.titles(who.caller, level=level):
        _draw_title(line, is_written=line.resource_id in written)


def _draw_title(line: TitleLine, *, is_written: bool) -> None:
    with st.container(border=True):
        text_column, button_column = st.columns([4, 1], vertical_alignment="center")
        length = _("{least}–{most} characters").format(least=line.characters[0], most=line.characters[1])
        written_word = _("written")
        written_mark = f" · :green[:material/check: {written_word}]" if is_written else ""
        text_column.html(title_html(line))
        text_column.markdown(f"{escaped(line.task)}  \n:small[{length}{written_mark}]")
        button_column.button(
            _("Write"),
            key=f"writing_title_{line.title_id}",
            on_click=open_title,
            args=(line.resource_id,),
            kwargs={"again": is_written},
            width="stretch",
        )


def title_html(line: TitleLine) -> str:
    """The Chinese title, large, with its meaning beside it."""
    meaning = (
        f'<span lang="en" style="font-size:14px;opacity:.8">{escaped_html(line.meaning)}</span>' if line.meaning else ""
    )
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:baseline;gap:0 12px">'
        f'<span lang="zh-CN" style="font-family:{KAI};font-size:24px">{escaped_html(line.title)}</span>{meaning}</div>'
    )
