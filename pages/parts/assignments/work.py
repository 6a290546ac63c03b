"""The work of an assignment: fields to choose exercises, a text to read or to read aloud, an essay, a lesson or a link."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.api.assignments import (
    LONGEST_TEXT,
    MOST_ALOUD,
    MOST_MINUTES,
    MOST_POINTS,
    SKILLS,
    AloudWork,
    AssignmentKind,
    EssayWork,
    ItemsWork,
    LessonWork,
    LinkFields,
    LinkWork,
    TextWork,
    TitleLine,
    han_count,
)  # fmt: skip
from core.errors import WenluError
from core.speech.wire import LONGEST_TEXT as LONGEST_ALOUD
from pages.parts.assignments.item_choice import draw_item_choice, forget_drawn_items
from pages.parts.assignments.words import characters_text
from pages.parts.i18n import _
from pages.parts.items.filter import point_names
from pages.parts.lessons.words import facts_text, title_text
from pages.parts.map.words import level_short, shortened
from pages.parts.names import level_name, skill_names
from pages.parts.shown_text import escaped
from pages.parts.speaking.choice import kind_names as text_kind_names
from pages.parts.visitor import Visitor

LEVELS = tuple(range(1, 8))
LISTED, OWN = "listed", "own"
NEW_LINK = ""
LONGEST_FIRST_WORDS = 16
MOST_LISTED = 200
LONGEST_ALOUD_LINE = 40
LEAST_SCORES = (0, 60, 70, 80)
"""Total scores from which a reading counts."""
LEAST_CHARACTERS, MOST_CHARACTERS = 80, 150
LONGEST_ESSAY = 2_000
USUAL_MINUTES = 5
PREFIX = "assignments_"
TEXT_KEY = "assignments_text"
FIELDS = ("text", "task", "url", "link_title", "link", "aloud_text")


@dataclass(frozen=True)
class WorkChoice:
    """The work that the teacher chose; None, and a sentence that says what is missing, while the fields are incomplete."""

    work: ItemsWork | TextWork | EssayWork | LinkWork | AloudWork | LessonWork | None
    title: str = ""
    """The default title."""
    missing: str = ""


def draw_work(who: Visitor, kind: AssignmentKind) -> WorkChoice:
    """The fields of one kind of work, and what they hold."""
    if kind == "items":
        ids = draw_item_choice(who)
        return (
            WorkChoice(ItemsWork(item_ids=tuple(ids)), _("Exercises"))
            if ids
            else WorkChoice(None, missing=_draw_first_text())
        )
    if kind == "text":
        return _draw_text_choice(who)
    if kind == "aloud":
        return _draw_aloud_choice(who)
    if kind == "lesson":
        return _draw_lesson_choice(who)
    return _draw_essay_choice(who) if kind == "essay" else _draw_link_choice(who)


def forget_work() -> None:
    """Empty the fields after the work was assigned."""
    for name in FIELDS:
        st.session_state.pop(f"assignments_{name}", None)
    forget_drawn_items()


def _draw_first_text() -> str:
    return _("Choose exercises first: at random here, or one by one on the page Items.")


def _draw_text_choice(who: Visitor) -> WorkChoice:
    text = st.text_area(
        _("Chinese text, up to {most} characters").format(most=f"{LONGEST_TEXT:,}"),
        height=220,
        max_chars=LONGEST_TEXT,
        placeholder=_("Paste a text here, simplified or traditional."),
        key=TEXT_KEY,
        persist_state="session",
    )
    if not han_count(text):
        return WorkChoice(None, missing=_("Paste a Chinese text first."))
    try:
        with st.spinner(_("Reading the text…")):
            level, known = who.core.texts.level_of(text)
    except WenluError:
        return WorkChoice(None, missing=_("The text holds no word whose level is known. Paste a longer one."))
    with st.container(horizontal=True):
        if known:
            st.badge(level_name(level), icon=":material/stairs:", color="blue")
        st.badge(characters_text(han_count(text)), color="gray")
    first_line = text.strip().splitlines()[0]
    return WorkChoice(TextWork(text=text), shortened(first_line, LONGEST_FIRST_WORDS))


def _draw_aloud_choice(who: Visitor) -> WorkChoice:
    """Texts of a level by their beginnings, or one of the teacher's own."""
    names = {LISTED: _("From the list"), OWN: _("My own text")}
    source = st.segmented_control(
        _("Which text"),
        list(names),
        default=LISTED,
        format_func=names.__getitem__,
        required=True,
        key="assignments_aloud",
        persist_state="session",
    )
    if source == OWN:
        text = st.text_area(
            _("Chinese text, up to {most} characters").format(most=f"{LONGEST_ALOUD:,}"),
            height=160,
            max_chars=LONGEST_ALOUD,
            placeholder=_("Paste a text here, simplified or traditional."),
            key="assignments_aloud_text",
            persist_state="session",
        )
        if not han_count(text):
            return WorkChoice(None, missing=_("Paste a Chinese text first."))
        title = shortened(text.strip().splitlines()[0], LONGEST_FIRST_WORDS)
        return WorkChoice(AloudWork(text=text, least_score=draw_least_score("assignments_")), title)
    level = _draw_level(_("Level"), "aloud_level")
    kinds = text_kind_names()
    kind = st.segmented_control(
        _("Length"),
        list(kinds),
        default="sentence",
        format_func=kinds.__getitem__,
        required=True,
        key="assignments_aloud_kind",
        persist_state="session",
    )
    texts = {text.id: text for text in who.core.speaking.choices(level, kind or "sentence", seed=0, count=MOST_LISTED)}
    chosen = st.multiselect(
        _("Sentences or texts"),
        list(texts),
        format_func=lambda key: single_line(shortened(texts[key].text, LONGEST_ALOUD_LINE)),
        max_selections=MOST_ALOUD,
        placeholder=_("Choose texts"),
        key=f"assignments_aloud_{level}_{kind}",
    )
    least_score = draw_least_score("assignments_")
    if not chosen:
        return WorkChoice(None, missing=_("Choose a text first."))
    title = _("Read aloud: {text}").format(text=shortened(single_line(texts[chosen[0]].text), LONGEST_FIRST_WORDS))
    return WorkChoice(AloudWork(text_ids=tuple(chosen), least_score=least_score), title)


def draw_least_score(prefix: str) -> int:
    """The field that says from which total score a reading counts; 0: as soon as the text was read."""
    chosen = st.segmented_control(
        _("A reading counts"),
        LEAST_SCORES,
        default=0,
        format_func=lambda score: (
            _("from {score} points").format(score=score) if score else _("as soon as the text was read")
        ),
        required=True,
        key=f"{prefix}least_score",
    )
    return int(chosen or 0)


def _draw_lesson_choice(who: Visitor) -> WorkChoice:
    level = _draw_level(_("Level"), "lesson_level")
    own = [lesson for lesson in who.core.plan.own_lessons(who.caller) if lesson.level == level]
    lessons = {lesson.resource_id: lesson for lesson in (*own, *who.core.plan.resources.of(level))}
    chosen = st.selectbox(
        _("Which lesson"),
        list(lessons),
        index=None,
        format_func=lambda key: f"{title_text(lessons[key])} · {facts_text(lessons[key])}",
        placeholder=_("Choose a lesson"),
        key=f"assignments_lesson_{level}",
    )
    if not chosen:
        return WorkChoice(None, missing=_("Choose a lesson first."))
    return WorkChoice(LessonWork(lesson_id=chosen), title_text(lessons[chosen]))


def _draw_essay_choice(who: Visitor) -> WorkChoice:
    names = {LISTED: _("From the list"), OWN: _("My own task")}
    source = st.segmented_control(
        _("Which task"),
        list(names),
        default=LISTED,
        format_func=names.__getitem__,
        required=True,
        key="assignments_essay",
        persist_state="session",
    )
    level = _draw_level(_("Level"), "essay_level")
    return draw_own_essay(level, PREFIX) if source == OWN else _draw_listed_essay(who, level)


def _draw_listed_essay(who: Visitor, level: int) -> WorkChoice:
    titles = {line.title_id: line for line in who.core.writing.titles(who.caller, level=level)}
    title_id = st.radio(
        _("Title"),
        list(titles),
        format_func=lambda key: escaped(titles[key].title),
        captions=[task_text(line) for line in titles.values()],
        key=f"assignments_essay_{level}",
    )
    if title_id is None:
        return WorkChoice(None, missing=_("Choose a title first."))
    return WorkChoice(EssayWork(title_id=title_id), titles[title_id].title)


def task_text(line: TitleLine) -> str:
    """What a title asks for, and how long it should be."""
    length = _("{least}–{most} characters").format(least=line.characters[0], most=line.characters[1])
    return f"{escaped(line.task)} ({length})"


def draw_own_essay(level: int, prefix: str) -> WorkChoice:
    """The fields of a task of the teacher's own, and what they hold."""
    task = st.text_area(
        _("What is to be written, to whom, and why"),
        max_chars=LONGEST_ESSAY,
        height=120,
        key=f"{prefix}task",
        persist_state="session",
    )
    least_column, most_column = st.columns(2)
    low = least_column.number_input(
        _("At least (characters)"), 1, LONGEST_ESSAY, LEAST_CHARACTERS, 10, key=f"{prefix}least"
    )
    high = most_column.number_input(
        _("At most (characters)"), 1, LONGEST_ESSAY, MOST_CHARACTERS, 10, key=f"{prefix}most"
    )
    if not task.strip():
        return WorkChoice(None, missing=_("First say what students should write."))
    work = EssayWork(task=task, level=level, characters=(int(low), int(high)))
    return WorkChoice(work, _("Essay: {task}").format(task=shortened(task.strip(), LONGEST_FIRST_WORDS)))


def _draw_link_choice(who: Visitor) -> WorkChoice:
    links = {link.link_id: link.fields for link in who.core.assignments.links(who.caller)}
    link_id = NEW_LINK
    if links:
        link_id = st.selectbox(
            _("Which link"),
            [NEW_LINK, *links],
            format_func=lambda key: single_line(links[key].title) if key else _("A new link"),
            key="assignments_link",
        )
    if link_id:
        st.markdown(f":small[{escaped(links[link_id].url)}]")
        return WorkChoice(LinkWork(link_id=link_id), links[link_id].title)
    fields, missing = draw_link_fields(who)
    return WorkChoice(LinkWork(fields=fields) if fields else None, fields.title if fields else "", missing)


def single_line(text: str) -> str:
    """A text on one line, for widgets that do not read their labels as Markdown."""
    return " ".join(text.split())


def draw_link_fields(who: Visitor) -> tuple[LinkFields | None, str]:
    """The fields of a new link, and what they hold; None, with what is missing, until there are an address and a title."""
    url = st.text_input(
        _("Address (https:// or http://)"),
        placeholder="https://",
        max_chars=2_000,
        key="assignments_url",
        persist_state="session",
    )
    title = st.text_input(_("What it is called"), max_chars=120, key="assignments_link_title", persist_state="session")
    level = _draw_level(_("Level"), "link_level")
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
        return None, _("First enter the address and a name.")
    fields = LinkFields(
        url=url,
        title=title,
        level=level,
        skill=skill or "listening",
        minutes=int(minutes),
        points=tuple(points),
    )
    return fields, ""


def _draw_level(label: str, name: str) -> int:
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
