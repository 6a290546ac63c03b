"""The form of a text with its questions. What is typed stays in the session while the teacher looks around."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.own_texts import (
    LONGEST_LINE,
    LONGEST_REASON,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_ACCEPTED,
    MOST_POINTS,
    MOST_QUESTIONS,
    MOST_WRONG,
    OwnTextDraft,
    QuestionKind,
    TextKind,
    TextQuestion,
)
from pages.parts.i18n import _
from pages.parts.items.filter import LEVELS, point_names
from pages.parts.map.words import level_short
from pages.parts.visitor import Visitor

PREFIX = "otext_f_"
QUESTIONS = f"{PREFIX}questions"
"""Session state: the numbers under which the questions' fields are kept, in the order of the questions."""
KINDS: tuple[TextKind, ...] = ("passage", "dialogue")
QUESTION_KINDS: tuple[QuestionKind, ...] = ("choice", "short")
MARK = "="
TEXT_PX, AREA_PX, LINES_PX = 260, 80, 110
LONGEST_LINES = 2_000
EXAMPLES: dict[TextKind, str] = {
    "passage": "星期六上午，小雨和爸爸去图书馆还书。……",
    "dialogue": "男：你今天怎么来的？\n女：我坐地铁来的。",
}


def field_key(name: str) -> str:
    """Where the session keeps a field."""
    return f"{PREFIX}{name}"


def _question_key(number: int, name: str) -> str:
    return field_key(f"q{number}_{name}")


def _widget(key: str, longest: int) -> dict[str, Any]:
    return {"key": key, "max_chars": longest, "persist_state": "session"}


def numbers() -> list[int]:
    """The numbers of the questions' fields, in order; a new form begins with one question."""
    kept: list[int] = st.session_state.setdefault(QUESTIONS, [0])
    return kept


# -- drawn -----------------------------------------------------------------------------------------------


def draw_form(who: Visitor) -> None:
    """The text first, then its questions."""
    st.text_input(_("Title"), **_widget(field_key("title"), LONGEST_TITLE))
    kinds = {"passage": _("A text to read"), "dialogue": _("A dialogue to hear")}
    kind = _draw_choice(_("What it is"), field_key("kind"), KINDS, kinds, "passage")
    label = _("Dialogue, one turn a line, 男： or 女： before each") if kind == "dialogue" else _("Text")
    st.text_area(label, height=TEXT_PX, placeholder=EXAMPLES[kind], **_widget(field_key("text"), LONGEST_TEXT))
    _draw_choice(_("Level"), field_key("level"), LEVELS, {level: level_short(level) for level in LEVELS}, 1)
    _draw_more(who)
    st.subheader(_("Questions"))
    for position, number in enumerate(numbers()):
        _draw_question(position, number)
    st.button(
        _("Add a question"),
        icon=":material/add:",
        key="otext_add",
        on_click=add_question,
        disabled=len(numbers()) >= MOST_QUESTIONS,
    )


def _draw_more(who: Visitor) -> None:
    """What few texts need."""
    with st.expander(_("Translation and knowledge points (optional)"), type="compact"):
        st.text_area(_("English translation"), height=AREA_PX, **_widget(field_key("translation"), LONGEST_TEXT))
        points = point_names(who)
        st.multiselect(
            _("Knowledge points it is evidence for"),
            list(points),
            format_func=points.__getitem__,
            max_selections=MOST_POINTS,
            placeholder=_("Choose points"),
            key=field_key("points"),
            persist_state="session",
        )


def _draw_choice(label: str, key: str, options: Any, names: Any, default: Any) -> Any:
    """One of a few, never none."""
    st.session_state.setdefault(key, default)
    with st.container(width="content"):
        chosen = st.segmented_control(
            label, options, format_func=names.__getitem__, required=True, key=key, persist_state="session"
        )
    return default if chosen is None else chosen


def _draw_question(position: int, number: int) -> None:
    with st.container(border=True, key=f"otext_question_{number}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{_('Question {number}').format(number=position + 1)}**", width="stretch")
            _draw_moves(position, number)
        kinds = {"choice": _("Choice"), "short": _("Short answer")}
        kind = _draw_choice(_("Type"), _question_key(number, "kind"), QUESTION_KINDS, kinds, "choice")
        st.text_input(
            _("Question in Chinese"),
            placeholder="小雨喝了什么？",
            **_widget(_question_key(number, "ask_zh"), LONGEST_LINE),
        )
        st.text_input(_("Right answer"), **_widget(_question_key(number, "key"), LONGEST_LINE))
        if kind == "choice":
            st.text_area(
                _("Wrong answers, one a line; three make four options"),
                height=LINES_PX,
                **_widget(_question_key(number, "wrong"), LONGEST_LINES),
            )
        else:
            st.text_area(
                _("Also right, one a line (optional)"),
                height=AREA_PX,
                **_widget(_question_key(number, "accepted"), LONGEST_LINES),
            )
        st.text_area(
            _("Why this is right, in Chinese"),
            height=AREA_PX,
            placeholder="课文说……",
            **_widget(_question_key(number, "why_zh"), LONGEST_REASON),
        )
        _draw_question_more(number, kind)


def _draw_moves(position: int, number: int) -> None:
    st.button(
        "",
        icon=":material/arrow_upward:",
        help=_("Move up"),
        type="tertiary",
        key=f"otext_up_{number}",
        disabled=position == 0,
        on_click=move_up,
        args=(number,),
    )
    st.button(
        _("Remove"),
        icon=":material/close:",
        type="tertiary",
        key=f"otext_remove_{number}",
        on_click=remove_question,
        args=(number,),
    )


def _draw_question_more(number: int, kind: QuestionKind) -> None:
    label = _("Notes on wrong answers, and English (optional)") if kind == "choice" else _("English (optional)")
    with st.expander(label, type="compact"):
        st.text_input(_("Question in English"), **_widget(_question_key(number, "ask_en"), LONGEST_LINE))
        st.text_area(
            _("Explanation in English"), height=AREA_PX, **_widget(_question_key(number, "why_en"), LONGEST_REASON)
        )
        if kind != "choice":
            return
        for name, caption in (
            ("notes_zh", _("What a wrong answer gets wrong, in Chinese: the answer, =, the note; one a line")),
            ("notes_en", _("The same in English")),
        ):
            placeholder = "一杯咖啡 = 咖啡是爸爸喝的。" if name == "notes_zh" else ""
            st.text_area(
                caption,
                height=LINES_PX,
                placeholder=placeholder,
                **_widget(_question_key(number, name), LONGEST_LINES),
            )


def add_question() -> None:
    """An empty question at the end."""
    kept = numbers()
    st.session_state[QUESTIONS] = [*kept, max(kept, default=-1) + 1]


def remove_question(number: int) -> None:
    """Leave a question out."""
    _forget_question(number)
    st.session_state[QUESTIONS] = [each for each in numbers() if each != number]


def move_up(number: int) -> None:
    """A question changes places with the one before it."""
    kept = list(numbers())
    position = kept.index(number)
    if position:
        kept[position - 1], kept[position] = kept[position], kept[position - 1]
        st.session_state[QUESTIONS] = kept


# -- read ------------------------------------------------------------------------------------------------


def _typed(key: str, longest: int) -> str:
    """Text of a field, cut where a field without a browser's limit brought more."""
    return str(st.session_state.get(key) or "")[:longest]


def _lines(key: str, most: int) -> tuple[str, ...]:
    """The lines that hold something, each once."""
    lines = (line.strip()[:LONGEST_LINE] for line in _typed(key, LONGEST_LINES).splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))[:most]


def draft() -> OwnTextDraft:
    """What stands in the form."""
    return OwnTextDraft(
        title=_typed(field_key("title"), LONGEST_TITLE),
        kind=st.session_state.get(field_key("kind")) or "passage",
        text=_typed(field_key("text"), LONGEST_TEXT),
        level=int(st.session_state.get(field_key("level")) or 1),
        translation=_typed(field_key("translation"), LONGEST_TEXT),
        points=tuple(st.session_state.get(field_key("points")) or ())[:MOST_POINTS],
        questions=tuple(question for number in numbers() if not is_blank(question := _question(number))),
    )


def is_blank(question: TextQuestion) -> bool:
    """Whether nothing was typed for a question, which then is none."""
    return question == TextQuestion(kind=question.kind)


def is_empty(typed: OwnTextDraft) -> bool:
    """Whether nothing was typed that could be looked at."""
    return not (typed.title or typed.text or typed.questions)


def _question(number: int) -> TextQuestion:
    kind: QuestionKind = st.session_state.get(_question_key(number, "kind")) or "choice"
    choice = kind == "choice"
    return TextQuestion(
        kind=kind,
        ask_zh=_typed(_question_key(number, "ask_zh"), LONGEST_LINE),
        ask_en=_typed(_question_key(number, "ask_en"), LONGEST_LINE),
        key=_typed(_question_key(number, "key"), LONGEST_LINE),
        wrong=_lines(_question_key(number, "wrong"), MOST_WRONG) if choice else (),
        accepted=() if choice else _lines(_question_key(number, "accepted"), MOST_ACCEPTED),
        notes_zh=_notes(_question_key(number, "notes_zh")) if choice else {},
        notes_en=_notes(_question_key(number, "notes_en")) if choice else {},
        why_zh=_typed(_question_key(number, "why_zh"), LONGEST_REASON),
        why_en=_typed(_question_key(number, "why_en"), LONGEST_REASON),
    )


def _notes(key: str) -> dict[str, str]:
    """Notes by the wrong answer that they are about."""
    parts = (line.replace("＝", MARK).partition(MARK) for line in _typed(key, LONGEST_LINES).splitlines())
    notes = {text.strip()[:LONGEST_LINE]: note.strip()[:LONGEST_REASON] for text, mark, note in parts if mark}
    return dict([(text, note) for text, note in notes.items() if text and note][:MOST_WRONG])


# -- filled ----------------------------------------------------------------------------------------------


def empty_form() -> None:
    """A new text."""
    for key in [str(key) for key in st.session_state if str(key).startswith(PREFIX)]:
        del st.session_state[key]


def _forget_question(number: int) -> None:
    for key in [str(key) for key in st.session_state if str(key).startswith(_question_key(number, ""))]:
        del st.session_state[key]


def fill_form(text: OwnTextDraft) -> None:
    """The form shows a text."""
    empty_form()
    for name in ("title", "kind", "text", "level", "translation"):
        st.session_state[field_key(name)] = getattr(text, name)
    st.session_state[field_key("points")] = list(text.points)
    st.session_state[QUESTIONS] = list(range(len(text.questions))) or [0]
    for number, question in enumerate(text.questions):
        for name, value in question_fields(question).items():
            st.session_state[_question_key(number, name)] = value


def question_fields(question: TextQuestion) -> dict[str, str]:
    """The form's fields of a question."""
    return {
        "kind": question.kind,
        "ask_zh": question.ask_zh,
        "ask_en": question.ask_en,
        "key": question.key,
        "wrong": "\n".join(question.wrong),
        "accepted": "\n".join(question.accepted),
        "notes_zh": _notes_text(question.notes_zh),
        "notes_en": _notes_text(question.notes_en),
        "why_zh": question.why_zh,
        "why_en": question.why_en,
    }


def _notes_text(notes: dict[str, str]) -> str:
    return "\n".join(f"{text} {MARK} {note}" for text, note in notes.items())
