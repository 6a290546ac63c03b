"""What is given: exercises, a text, an essay, a link."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.api.assignments import (
    LONGEST_TEXT,
    MOST_MINUTES,
    MOST_POINTS,
    SKILLS,
    AssignmentKind,
    EssayWork,
    ItemsWork,
    LinkFields,
    LinkWork,
    TextWork,
    TitleLine,
    han_count,
)  # fmt: skip
from core.errors import WenluError
from pages.parts.assignments.draw import draw_items, forget_drawn
from pages.parts.assignments.words import characters_said
from pages.parts.i18n import _
from pages.parts.items.filter import point_names
from pages.parts.map.words import level_short, shortened
from pages.parts.names import level_name, skill_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LEVELS = tuple(range(1, 8))
LISTED, OWN = "listed", "own"
NEW_LINK = ""
LONGEST_FIRST_WORDS = 16
LEAST, MOST = 80, 150
LONGEST_ESSAY = 2_000
USUAL_MINUTES = 5
TEXT_KEY = "assignments_text"
FIELDS = ("text", "task", "url", "link_title", "link")


@dataclass(frozen=True)
class Chosen:
    """What is ready to be given; None with what is still missing, in a sentence."""

    work: ItemsWork | TextWork | EssayWork | LinkWork | None
    title: str = ""
    """What it is called by itself."""
    lacks: str = ""


def draw_work(who: Visitor, kind: AssignmentKind) -> Chosen:
    """The fields of one kind."""
    if kind == "items":
        ids = draw_items(who)
        return Chosen(ItemsWork(item_ids=tuple(ids)), _("Exercises")) if ids else Chosen(None, lacks=_draw_first())
    if kind == "text":
        return _text(who)
    return _essay(who) if kind == "essay" else _link(who)


def forget_work() -> None:
    """After it was given: the next one begins empty."""
    for name in FIELDS:
        st.session_state.pop(f"assignments_{name}", None)
    forget_drawn()


def _draw_first() -> str:
    return _("Draw exercises first, or collect some on the page Items.")


def _text(who: Visitor) -> Chosen:
    text = st.text_area(
        _("Chinese text, up to {most} characters").format(most=f"{LONGEST_TEXT:,}"),
        height=220,
        max_chars=LONGEST_TEXT,
        placeholder=_("Paste a text here, simplified or traditional."),
        key=TEXT_KEY,
        persist_state="session",
    )
    if not han_count(text):
        return Chosen(None, lacks=_("Paste a Chinese text first."))
    try:
        with st.spinner(_("Reading the text…")):
            level = who.core.texts.level_of(text)
    except WenluError:
        return Chosen(None, lacks=_("The text holds no word whose level is known. Paste a longer one."))
    with st.container(horizontal=True):
        st.badge(level_name(level), icon=":material/stairs:", color="blue")
        st.badge(characters_said(han_count(text)), color="gray")
    first = text.strip().splitlines()[0]
    return Chosen(TextWork(text=text), shortened(first, LONGEST_FIRST_WORDS))


def _essay(who: Visitor) -> Chosen:
    names = {LISTED: _("From the list"), OWN: _("My own task")}
    which = st.segmented_control(
        _("Which task"),
        list(names),
        default=LISTED,
        format_func=names.__getitem__,
        required=True,
        key="assignments_essay",
        persist_state="session",
    )
    level = _level(_("Level"), "essay_level")
    return _own_essay(level) if which == OWN else _listed_essay(who, level)


def _listed_essay(who: Visitor, level: int) -> Chosen:
    titles = {line.title_id: line for line in who.core.writing.titles(who.caller, level=level)}
    chosen = st.radio(
        _("Title"),
        list(titles),
        format_func=lambda each: escaped(titles[each].title),
        captions=[_asked(line) for line in titles.values()],
        key=f"assignments_essay_{level}",
    )
    if chosen is None:
        return Chosen(None, lacks=_("Choose a title first."))
    return Chosen(EssayWork(title_id=chosen), titles[chosen].title)


def _asked(line: TitleLine) -> str:
    length = _("{least}–{most} characters").format(least=line.characters[0], most=line.characters[1])
    return f"{escaped(line.task)} ({length})"


def _own_essay(level: int) -> Chosen:
    task = st.text_area(
        _("What is to be written, to whom, and why"),
        max_chars=LONGEST_ESSAY,
        height=120,
        key="assignments_task",
        persist_state="session",
    )
    least, most = st.columns(2)
    low = least.number_input(_("At least (characters)"), 1, LONGEST_ESSAY, LEAST, 10, key="assignments_least")
    high = most.number_input(_("At most (characters)"), 1, LONGEST_ESSAY, MOST, 10, key="assignments_most")
    if not task.strip():
        return Chosen(None, lacks=_("Say what is to be written first."))
    work = EssayWork(task=task, level=level, characters=(int(low), int(high)))
    return Chosen(work, _("Essay: {task}").format(task=shortened(task.strip(), LONGEST_FIRST_WORDS)))


def _link(who: Visitor) -> Chosen:
    known = {link.link_id: link.fields for link in who.core.assignments.links(who.caller)}
    link_id = NEW_LINK
    if known:
        link_id = st.selectbox(
            _("Which link"),
            [NEW_LINK, *known],
            format_func=lambda each: escaped_plain(known[each].title) if each else _("A new link"),
            key="assignments_link",
        )
    if link_id:
        st.markdown(f":small[{escaped(known[link_id].url)}]")
        return Chosen(LinkWork(link_id=link_id), known[link_id].title)
    fields, lacks = draw_link_fields(who)
    return Chosen(LinkWork(fields=fields) if fields else None, fields.title if fields else "", lacks)


def escaped_plain(text: str) -> str:
    """For widgets that show labels as they are: one line."""
    return " ".join(text.split())


def draw_link_fields(who: Visitor) -> tuple[LinkFields | None, str]:
    """The fields of a new link; None, with what is missing, until there are an address and a title."""
    url = st.text_input(
        _("Address (https:// or http://)"),
        placeholder="https://",
        max_chars=2_000,
        key="assignments_url",
        persist_state="session",
    )
    title = st.text_input(_("What it is called"), max_chars=120, key="assignments_link_title", persist_state="session")
    level = _level(_("Level"), "link_level")
    skill_column, minutes_column = st.columns([2, 1], vertical_alignment="bottom")
    with skill_column:
        skill = st.segmented_control(
            _("What it trains"),
            SKILLS,
            default="listening",
            format_func=skill_names().__getitem__,
            required=True,
            key="assignments_link_skill",
        )
    minutes = minutes_column.number_input(_("Minutes"), 1, MOST_MINUTES, USUAL_MINUTES, key="assignments_link_minutes")
    names = point_names(who)
    points = st.multiselect(
        _("Grammar points (optional)"),
        list(names),
        format_func=names.__getitem__,
        max_selections=MOST_POINTS,
        placeholder=_("None"),
        key="assignments_link_points",
    )
    if not url.strip() or not title.strip():
        return None, _("Give the address and what it is called first.")
    fields = LinkFields(
        url=url,
        title=title,
        level=level,
        skill=skill or "listening",
        minutes=int(minutes),
        points=tuple(points),
    )
    return fields, ""


def _level(label: str, name: str) -> int:
    chosen = st.segmented_control(
        label,
        LEVELS,
        default=1,
        format_func=level_short,
        required=True,
        key=f"assignments_{name}",
        persist_state="session",
    )
    return chosen or 1
