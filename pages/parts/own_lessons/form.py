"""The form of a lesson, a part for each scene. What is typed stays in the session while the teacher looks around."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.api.own_lessons import (
    LONGEST_LINE,
    LONGEST_NOTE,
    LONGEST_TITLE,
    MOST_CHECKS,
    MOST_LINES,
    MOST_SAID,
    MOST_STEPS,
    OwnCheck,
    OwnLessonDraft,
    OwnLine,
)
from pages.parts.i18n import _
from pages.parts.items.filter import LEVELS
from pages.parts.map.words import level_short

PREFIX = "olesson_f_"
NOTE_PX, LINES_PX = 80, 130
LONGEST_LINES = 2_000
LONGEST_NAME = 4
MARK = "="
TEXTS = (
    "title", "goal", "look", "rule", "left", "left_mark", "right", "right_mark", "difference", "wrong", "wrong_mark",
    "corrected", "mistake", "write", "model", "summary",
)  # fmt: skip
"""Fields that are kept as they are typed."""


def field_key(name: str) -> str:
    """Where the session keeps a field."""
    return f"{PREFIX}{name}"


# -- drawn -----------------------------------------------------------------------------------------------


def draw_form() -> None:
    """Title and level, then the scenes in the order in which they are played."""
    _line(_("Title"), "title", LONGEST_TITLE, "“把”字句")
    _line(_("What students can do afterwards (optional)"), "goal")
    st.session_state.setdefault(field_key("level"), 1)
    with st.container(width="content"):
        st.segmented_control(
            _("Level"), LEVELS, format_func=level_short, required=True, key=field_key("level"), persist_state="session"
        )
    st.caption(_("Each part is one scene. Fill those that you want; one is enough."))
    _draw_moment()
    _draw_building()
    _draw_pair()
    _draw_mistake()
    _draw_checks()
    _draw_own()


def _draw_moment() -> None:
    with st.expander(_("The moment: a short talk in which it is needed"), expanded=True, icon=":material/forum:"):
        example = "小雨：书放在哪儿？ = Where do the books go?\n爸爸：把书放在桌子上。"
        _lines(_("One line each; a name and ： before it, = and English after it if you like"), "meet", example)
        _note(_("What to notice in it (optional)"), "look")


def _draw_building() -> None:
    with st.expander(_("The sentence, built in steps"), icon=":material/stacks:"):
        example = "书 放在 桌子上\n*把 书 放在 桌子上\n请 *把 书 放在 桌子上"
        _lines(_("One step a line, spaces between the pieces, * before what is to be learnt"), "steps", example)
        _note(_("The rule (optional)"), "rule")


def _draw_pair() -> None:
    with st.expander(_("A pair: two right sentences that differ in one thing"), icon=":material/compare_arrows:"):
        _line(_("First sentence"), "left", LONGEST_LINE, "他去北京。")
        _line(_("What stands only in the first (optional)"), "left_mark")
        _line(_("Second sentence"), "right", LONGEST_LINE, "他去北京了。")
        _line(_("What stands only in the second (optional)"), "right_mark", LONGEST_LINE, "了")
        _note(_("What the difference means (optional)"), "difference")


def _draw_mistake() -> None:
    with st.expander(_("A mistake that learners make"), icon=":material/report:"):
        _line(_("Wrong sentence"), "wrong", LONGEST_LINE, "我放书在桌子上。")
        _line(_("What is wrong in it (optional)"), "wrong_mark", LONGEST_LINE, "放书在")
        _line(_("Right sentence"), "corrected", LONGEST_LINE, "我把书放在桌子上。")
        _note(_("Why (optional)"), "mistake")


def _draw_checks() -> None:
    with st.expander(_("Quick questions, three at most"), icon=":material/quiz:"):
        for number in range(MOST_CHECKS):
            st.markdown(f"**{_('Question {number}').format(number=number + 1)}**")
            _line(_("Question"), f"check{number}_ask")
            _line(_("Right answer"), f"check{number}_right")
            _lines(_("Two wrong answers, one a line"), f"check{number}_wrong", "", NOTE_PX)
            _note(_("Why this is right"), f"check{number}_why")


def _draw_own() -> None:
    with st.expander(_("Say, write, take home"), icon=":material/record_voice_over:"):
        _lines(_("Sentences to say after the voice, one a line; = and English if you like"), "say", "请把门关上。")
        _note(_("A small task to write (optional)"), "write")
        _line(_("A model answer to it"), "model")
        _note(_("What to take home (optional)"), "summary")


def _line(label: str, name: str, longest: int = LONGEST_LINE, example: str = "") -> None:
    st.text_input(label, key=field_key(name), max_chars=longest, placeholder=example, persist_state="session")


def _note(label: str, name: str) -> None:
    st.text_area(label, height=NOTE_PX, key=field_key(name), max_chars=LONGEST_NOTE, persist_state="session")


def _lines(label: str, name: str, example: str, height: int = LINES_PX) -> None:
    settings: dict[str, Any] = {"max_chars": LONGEST_LINES, "persist_state": "session"}
    st.text_area(label, height=height, key=field_key(name), placeholder=example, **settings)


# -- read ------------------------------------------------------------------------------------------------


def _typed(name: str, longest: int = LONGEST_LINES) -> str:
    return str(st.session_state.get(field_key(name)) or "").replace("\x00", "").strip()[:longest]


def _rows(name: str, most: int) -> list[str]:
    return [line.strip()[:LONGEST_LINE] for line in _typed(name).splitlines() if line.strip()][:most]


def line_of(text: str) -> OwnLine:
    """A line with its name and its English.

    >>> line_of("小雨：你好！ = Hello!")
    OwnLine(who='小雨', zh='你好！', en='Hello!')
    """
    zh, _mark, en = text.replace("＝", MARK).partition(MARK)
    name, colon, said = zh.replace(":", "：").partition("：")
    named = bool(colon) and len(name.strip()) <= LONGEST_NAME
    return OwnLine(who=name.strip() if named else "", zh=(said if named else zh).strip(), en=en.strip())


def text_of(line: OwnLine) -> str:
    """A line as it is typed."""
    return (f"{line.who}：" if line.who else "") + line.zh + (f" {MARK} {line.en}" if line.en else "")


def draft() -> OwnLessonDraft:
    """What stands in the form."""
    limits = {
        "title": LONGEST_TITLE,
        **dict.fromkeys(("look", "rule", "difference", "mistake", "write", "summary"), LONGEST_NOTE),
    }
    checks = [_check(number) for number in range(MOST_CHECKS)]
    texts: dict[str, Any] = {name: _typed(name, limits.get(name, LONGEST_LINE)) for name in TEXTS}
    return OwnLessonDraft(
        level=int(st.session_state.get(field_key("level")) or 1),
        meet=tuple(line_of(row) for row in _rows("meet", MOST_LINES)),
        steps=tuple(_rows("steps", MOST_STEPS)),
        checks=tuple(check for check in checks if check != OwnCheck()),
        say=tuple(line_of(row) for row in _rows("say", MOST_SAID)),
        **texts,
    )


def _check(number: int) -> OwnCheck:
    return OwnCheck(
        ask=_typed(f"check{number}_ask", LONGEST_LINE),
        right=_typed(f"check{number}_right", LONGEST_LINE),
        wrong=tuple(_rows(f"check{number}_wrong", 2)),
        why=_typed(f"check{number}_why", LONGEST_NOTE),
    )


# -- filled ----------------------------------------------------------------------------------------------


def empty_form() -> None:
    """A new lesson."""
    for key in [str(key) for key in st.session_state if str(key).startswith(PREFIX)]:
        del st.session_state[key]


def fill_form(lesson: OwnLessonDraft) -> None:
    """The form shows a lesson."""
    empty_form()
    values: dict[str, Any] = {name: getattr(lesson, name) for name in (*TEXTS, "level")}
    values |= {
        "meet": "\n".join(map(text_of, lesson.meet)),
        "steps": "\n".join(lesson.steps),
        "say": "\n".join(map(text_of, lesson.say)),
    }
    for number, check in enumerate(lesson.checks):
        values |= {
            f"check{number}_ask": check.ask,
            f"check{number}_right": check.right,
            f"check{number}_wrong": "\n".join(check.wrong),
            f"check{number}_why": check.why,
        }
    st.session_state.update({field_key(name): value for name, value in values.items()})
