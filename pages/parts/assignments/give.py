"""The dialog in which work is given: what it contains, for whom, until when, under which title. A page that gives calls `draw_giving`."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from core.api.assignments import (
    LONGEST_TITLE,
    AloudWork,
    AssignmentKind,
    AssignRequest,
    EssayWork,
    ItemsWork,
    LessonWork,
    LinkWork,
    TextWork,
)
from core.errors import WenluError
from pages.parts.assignments.addressing import class_names, draw_until, draw_whom
from pages.parts.assignments.gift import GIFT, PREFIX, Gift, close_gift, may_give
from pages.parts.assignments.give_set import draw_set
from pages.parts.assignments.last_action import draw_last_action, remember
from pages.parts.assignments.words import ICONS, characters_text, kind_names
from pages.parts.assignments.work import draw_least_score, draw_own_essay, task_text
from pages.parts.brand import KAI
from pages.parts.dates import short_day
from pages.parts.i18n import _, language, ngettext
from pages.parts.lessons.words import facts_text, title_text
from pages.parts.map.words import level_short
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.visitor import Visitor

Work = ItemsWork | TextWork | EssayWork | LinkWork | AloudWork | LessonWork
KIND = f"{PREFIX}kind"
OWN_TASK = ""


def draw_giving(who: Visitor) -> None:
    """What was given last, with its undo, and the dialog while something is to be given."""
    if not may_give(who):
        return
    draw_last_action(who)
    gift = st.session_state.get(GIFT)
    if isinstance(gift, Gift):
        st.dialog(_("Give to students"), width="medium", on_dismiss=close_gift)(_draw_dialog)(who, gift)


def _draw_dialog(who: Visitor, gift: Gift) -> None:
    """What, for whom, until when, the title, and the button that gives."""
    names = class_names(who)
    kind = _draw_kinds(who, gift)
    body = st.container()
    student_ids = draw_whom(names, PREFIX, group=gift.student_ids)
    students = {each: names[each] for each in (names if student_ids is None else student_ids)}
    with body:
        work = _draw_work(who, gift, kind, students)
    until = draw_until(who, PREFIX)
    default_title = gift.title.strip()[:LONGEST_TITLE].strip()
    title = st.text_input(_("Title"), value=default_title, max_chars=LONGEST_TITLE, key=f"{PREFIX}title")
    missing = "" if work is not None else _("There is nothing in it yet.")
    if student_ids == []:
        missing = _("Choose at least one student.")
    with st.container(horizontal=True, vertical_alignment="center"):
        given = st.button(
            _("Give"),
            type="primary",
            icon=":material/send:",
            key=f"{PREFIX}now",
            disabled=bool(missing),
        )
        st.caption(missing or _("Students see it at once, first on Today. You can undo it."))
    if given and work is not None:
        request = AssignRequest(
            title=title.strip() or default_title,
            due=until.due,
            due_time=until.due_time,
            late_days=until.late_days,
            work=work,
            student_ids=tuple(student_ids or ()),
            point_id=gift.point_id if gift.mends else "",
        )
        _give(who, request)


def _give(who: Visitor, request: AssignRequest) -> None:
    try:
        assignment = who.core.assignments.assign(request, who.caller, by=who.account.account_id)
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return
    sentence = _("“{title}” is given, due on {day}.").format(
        title=assignment.title, day=f"{short_day(assignment.due)} {request.due_time:%H:%M}"
    )
    remember(sentence, "assigned", assignment.assignment_id)
    close_gift()
    st.rerun()


# -- what it contains ------------------------------------------------------------------------------------------


def _draw_kinds(who: Visitor, gift: Gift) -> AssignmentKind:
    """For a point the choice between a set, a lesson, reading aloud, as far as there are any, and an essay; otherwise what was chosen."""
    if gift.work is not None:
        return gift.work.kind
    if not gift.point_id:
        return "items"
    kinds: list[AssignmentKind] = ["items"]
    if who.core.giving.lessons(gift.point_id):
        kinds.append("lesson")
    if who.core.giving.texts_on(gift.point_id):
        kinds.append("aloud")
    kinds.append("essay")
    chosen = st.segmented_control(
        _("What"),
        kinds,
        default="items",
        format_func=lambda kind: f"{ICONS[kind]} {kind_names()[kind]}",
        required=True,
        key=KIND,
        persist_state="session",
    )
    return chosen or "items"


def _draw_work(who: Visitor, gift: Gift, kind: AssignmentKind, students: Mapping[str, str]) -> Work | None:
    """The work with its preview; None while there is nothing in it. `students`: names of those whom it is for, by id."""
    if kind == "items":
        ids = draw_set(who, gift, students)
        return ItemsWork(item_ids=tuple(ids)) if ids else None
    if gift.work is None and kind == "essay":
        return _draw_essay(who, gift)
    if gift.work is None:
        return _draw_lesson(who, gift) if kind == "lesson" else _draw_aloud(who, gift)
    if gift.preview:
        _draw_chinese(gift.preview)
    if isinstance(gift.work, AloudWork):
        return gift.work.model_copy(update={"least_score": draw_least_score(PREFIX)})
    return gift.work


def _draw_lesson(who: Visitor, gift: Gift) -> LessonWork | None:
    lessons = {lesson.resource_id: lesson for lesson in who.core.giving.lessons(gift.point_id)}
    chosen = st.selectbox(
        _("Which lesson"),
        list(lessons),
        format_func=lambda key: f"{title_text(lessons[key])} · {facts_text(lessons[key])}",
        key=f"{PREFIX}lesson",
    )
    st.caption(_("Done when it was played to its end."))
    return LessonWork(lesson_id=chosen) if chosen else None


def _draw_aloud(who: Visitor, gift: Gift) -> AloudWork | None:
    texts = {text.id: text for text in who.core.giving.texts_on(gift.point_id)}
    chosen = st.multiselect(
        _("Sentences to read aloud"),
        list(texts),
        default=list(texts)[:3],
        format_func=lambda key: texts[key].text,
        key=f"{PREFIX}texts",
    )
    levels = sorted({texts[text_id].level for text_id in chosen})
    if chosen:
        count = ngettext("{count} sentence", "{count} sentences", len(chosen))
        level = _("Level {level}").format(
            level="–".join(level_short(level) for level in (levels[0], levels[-1])[: len(levels)])
        )
        st.caption(f"{count} · {level} · {characters_text(sum(texts[text_id].length for text_id in chosen))}")
    least_score = draw_least_score(PREFIX)
    return AloudWork(text_ids=tuple(chosen), least_score=least_score) if chosen else None


def _draw_essay(who: Visitor, gift: Gift) -> Work | None:
    """A title on which the point is needed, or a task of the teacher's own at its level."""
    on_point = set(who.core.giving.essays_on(gift.point_id))
    titles = {line.title_id: line for line in who.core.writing.titles(who.caller) if line.title_id in on_point}
    chosen = OWN_TASK
    if titles:
        chosen = st.selectbox(
            _("Which task"),
            [*titles, OWN_TASK],
            format_func=lambda key: titles[key].title if key else _("My own task"),
            key=f"{PREFIX}essay",
        )
    if chosen:
        st.caption(task_text(titles[chosen]))
        return EssayWork(title_id=chosen)
    point = who.core.tables.points.by_id.get(gift.point_id)
    return draw_own_essay(point.level if point else 1, PREFIX).work


def _draw_chinese(text: str) -> None:
    st.html(
        f'<div lang="zh-CN" style="font-family:{KAI};font-size:22px;line-height:1.6;white-space:pre-line;max-height:240px;'
        f'overflow:auto">{escaped_html(text)}</div>'
    )
