"""Items from files of other systems: what was understood, what was not and why; what was understood is taken over as drafts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

import streamlit as st

from core.api.questions import ImportedItem, ImportFormat
from core.errors import WenluError
from core.wire import TOPICS
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.change import LAST_ACTION, remember
from pages.parts.items.filter import LEVELS, show_own_drafts
from pages.parts.items.preview import draw_preview
from pages.parts.items.views import BANK, go_to
from pages.parts.items.words import key_of, question_of
from pages.parts.map.words import joined, level_short
from pages.parts.names import topic_names, type_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FORMAT_BY_ENDING: dict[str, ImportFormat] = {
    "gift": "gift", "txt": "gift", "xml": "moodle_xml", "zip": "qti", "csv": "csv",
}  # fmt: skip
MOST_MEGABYTES = 8
ROUND_KEY, READ_KEY = "items_upload_round", "items_upload_read"
ROW_PX, MOST_ROWS = 35, 12


def draw_import(who: Visitor) -> None:
    """File in, table of what is in it, one button."""
    st.markdown(
        _(
            "Choose a file of Moodle (GIFT or XML), a QTI 2.1 package or a CSV. Nothing is kept before you have seen what is in it."
        )
    )
    upload = st.file_uploader(
        _("File (.gift, .txt, .xml, .zip, .csv)"),
        type=list(FORMAT_BY_ENDING),
        max_upload_size=MOST_MEGABYTES,
        key=f"items_upload_{st.session_state.get(ROUND_KEY, 0)}",
    )
    topic, level = _draw_defaults()
    if upload is None:
        st.caption(_("No file at hand? Export some items first: the file shows what the format looks like."))
        return
    questions = _read_once(who, upload, topic, level)
    if questions is not None:
        _draw_questions(who, questions)


def _draw_defaults() -> tuple[Any, int]:
    """The skill and the level for questions whose file does not say them."""
    with st.container(horizontal=True):
        with st.container(width="content"):
            topic = st.segmented_control(
                _("Skill, where the file does not say"), TOPICS, default="grammar", required=True,
                format_func=topic_names().__getitem__, key="items_import_topic", persist_state="session",
            )  # fmt: skip
        with st.container(width="content"):
            level = st.segmented_control(
                _("Level, where the file does not say"), LEVELS, default=1, required=True,
                format_func=level_short, key="items_import_level", persist_state="session",
            )  # fmt: skip
    return topic or "grammar", int(level or 1)


def format_of(name: str) -> ImportFormat:
    """By the ending of the file's name.

    >>> format_of("Unit 3.XML"), format_of("questions.gift.txt")
    ('moodle_xml', 'gift')
    """
    return FORMAT_BY_ENDING.get(PurePath(name).suffix.lstrip(".").lower(), "gift")


def _read_once(who: Visitor, upload: Any, topic: Any, level: int) -> list[ImportedItem] | None:
    """The questions of the file, read once for a file and its settings, however often the page is drawn; None where it cannot be read,
    with the reason on the page."""
    request_key = (upload.file_id, topic, level, language())
    cached = st.session_state.get(READ_KEY)
    if cached is not None and cached[0] == request_key:
        return list(cached[1])
    try:
        with st.spinner(_("Reading the file…")):
            questions = who.core.questions.read_file(
                upload.getvalue(), format_of(upload.name), who.caller, topic=topic, level=level
            )
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return None
    st.session_state[READ_KEY] = (request_key, questions)
    return questions


def _draw_questions(who: Visitor, questions: Sequence[ImportedItem]) -> None:
    """How much was understood, row by row, and the way on."""
    new_questions = [question for question in questions if question.draft is not None and not question.known]
    st.markdown(understood_sentence(questions))
    if not questions:
        return
    if new_questions:
        label = ngettext("Import {count} item as a draft", "Import {count} items as drafts", len(new_questions))
        st.button(
            label,
            type="primary",
            icon=":material/download_done:",
            key="items_take",
            on_click=take_over,
            args=(who, new_questions),
        )
    event = st.dataframe(
        question_rows(questions),
        hide_index=True,
        height=ROW_PX * (min(len(questions), MOST_ROWS) + 1) + 2,
        on_select="rerun",
        selection_mode="single-row",
        key="items_import_table",
        column_config=_columns(),
    )
    rows: Any = event["selection"]["rows"]
    item = questions[rows[0]].item if rows and rows[0] < len(questions) else None
    if item is not None:
        draw_preview(who, item, "item_import")
    else:
        st.caption(_("Choose a row to see the item as a student would."))


def _columns() -> dict[str, Any]:
    """What was understood and why not stand before the details on a phone."""
    names = (_("Place"), _("Understood"), _("Question"), _("Remarks"), _("Right answer"), _("Type"), _("Level"))
    widths = (110, 90, 210, 240, 110, 70, 50)
    return {name: st.column_config.TextColumn(width=width) for name, width in zip(names, widths, strict=True)}


def understood_sentence(questions: Sequence[ImportedItem]) -> str:
    """`12 of 14 questions were understood; 1 of them is there already.`"""
    if not questions:
        return _("There is no question in this file.")
    understood = [question for question in questions if question.draft is not None]
    sentence = ngettext(
        "**{good}** of {count} question was understood.",
        "**{good}** of {count} questions were understood.",
        len(questions),
        good=str(len(understood)),
    )
    known_count = sum(question.known for question in understood)
    if not known_count:
        return sentence
    there = ngettext("{count} of them is there already.", "{count} of them are there already.", known_count)
    return joined([sentence, there])


def question_rows(questions: Sequence[ImportedItem]) -> list[dict[str, str]]:
    """A row a question of the file: what was made of it, or why nothing was."""
    return [
        {
            _("Place"): question.place,
            _("Understood"): understood_mark(question),
            _("Question"): question_of(question.item) if question.item else "",
            _("Remarks"): " ".join([question.problem, *question.notes]).strip(),
            _("Right answer"): key_of(question.item) if question.item else "",
            _("Type"): type_names()[question.item.type] if question.item else "",
            _("Level"): level_short(question.item.standard_level) if question.item else "",
        }
        for question in questions
    ]


def understood_mark(question: ImportedItem) -> str:
    """Whether the question was understood, with a mark, so that the column is read at a glance."""
    if question.draft is None:
        return "✕ " + _("no")
    return "= " + _("there already") if question.known else "✓ " + _("yes")


def take_over(who: Visitor, questions: Sequence[ImportedItem]) -> None:
    """Keep what was understood as drafts, and show them."""

    def act() -> None:
        drafts = [question.draft for question in questions if question.draft is not None]
        saved = who.core.questions.save_all(drafts, who.caller, by=who.account.account_id)
        remember(
            who, taken_over_sentence(len(saved), len(drafts) - len(saved)), [question.change_id for question in saved]
        )
        st.session_state[ROUND_KEY] = st.session_state.get(ROUND_KEY, 0) + 1
        st.session_state.pop(READ_KEY, None)
        show_own_drafts()
        go_to(BANK)

    LAST_ACTION.attempt(act)


def taken_over_sentence(kept: int, left_out: int) -> str:
    """What was kept, what a check left out, what to do next."""
    sentences = [ngettext("{count} draft is kept.", "{count} drafts are kept.", kept)]
    if left_out:
        sentences.append(
            ngettext("{count} failed a check and was left out.", "{count} failed a check and were left out.", left_out)
        )
    return joined([*sentences, _("Look at them and approve those that students shall get.")])
