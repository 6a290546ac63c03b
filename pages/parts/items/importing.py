"""Items from files of other systems: what was understood, what was not and why, then over as drafts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

import streamlit as st

from core.api.questions import ImportedItem, ImportFormat
from core.errors import WenluError
from core.wire import TOPICS
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.change import attempt, remember
from pages.parts.items.filter import LEVELS, show_own_drafts
from pages.parts.items.preview import draw_preview
from pages.parts.items.views import BANK, go_to
from pages.parts.items.words import key_of, question_of
from pages.parts.map.words import joined, level_short
from pages.parts.names import topic_names, type_names
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FORMATS: dict[str, ImportFormat] = {
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
        type=list(FORMATS),
        max_upload_size=MOST_MEGABYTES,
        key=f"items_upload_{st.session_state.get(ROUND_KEY, 0)}",
    )
    topic, level = _draw_unsaid()
    if upload is None:
        st.caption(_("No file at hand? Export some items first: the file shows what the format looks like."))
        return
    read = _read(who, upload, topic, level)
    if read is not None:
        _draw_read(who, read)


def _draw_unsaid() -> tuple[Any, int]:
    """What many files do not say."""
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
    return FORMATS.get(PurePath(name).suffix.lstrip(".").lower(), "gift")


def _read(who: Visitor, upload: Any, topic: Any, level: int) -> list[ImportedItem] | None:
    """Read once a file and choice, however often the page is drawn; None, and why, where it cannot be read."""
    sign = (upload.file_id, topic, level, language())
    kept = st.session_state.get(READ_KEY)
    if kept is not None and kept[0] == sign:
        return list(kept[1])
    try:
        with st.spinner(_("Reading the file…")):
            read = who.core.questions.read_file(
                upload.getvalue(), format_of(upload.name), who.caller, topic=topic, level=level
            )
    except WenluError as error:
        st.error(escaped(error.remedy(language())), icon=":material/error:")
        return None
    st.session_state[READ_KEY] = (sign, read)
    return read


def _draw_read(who: Visitor, read: Sequence[ImportedItem]) -> None:
    """How much was understood, row by row, and the way on."""
    fresh = [each for each in read if each.draft is not None and not each.known]
    st.markdown(read_sentence(read))
    if not read:
        return
    if fresh:
        label = ngettext("Take {count} item over as a draft", "Take {count} items over as drafts", len(fresh))
        st.button(
            label,
            type="primary",
            icon=":material/download_done:",
            key="items_take",
            on_click=take_over,
            args=(who, fresh),
        )
    event = st.dataframe(
        read_rows(read),
        hide_index=True,
        height=ROW_PX * (min(len(read), MOST_ROWS) + 1) + 2,
        on_select="rerun",
        selection_mode="single-row",
        key="items_import_table",
        column_config=_columns(),
    )
    rows: Any = event["selection"]["rows"]
    item = read[rows[0]].item if rows and rows[0] < len(read) else None
    if item is not None:
        draw_preview(who, item, "item_import")
    else:
        st.caption(_("Choose a row to see the item as a student would."))


def _columns() -> dict[str, Any]:
    """What was understood and why not stand before the details on a phone."""
    names = (_("Place"), _("Understood"), _("Question"), _("Remarks"), _("Right answer"), _("Type"), _("Level"))
    widths = (110, 90, 210, 240, 110, 70, 50)
    return {name: st.column_config.TextColumn(width=width) for name, width in zip(names, widths, strict=True)}


def read_sentence(read: Sequence[ImportedItem]) -> str:
    """`12 of 14 questions were understood; 1 of them is there already.`"""
    if not read:
        return _("There is no question in this file.")
    good = [each for each in read if each.draft is not None]
    said = ngettext(
        "**{good}** of {count} question was understood.",
        "**{good}** of {count} questions were understood.",
        len(read),
        good=str(len(good)),
    )
    known = sum(each.known for each in good)
    if not known:
        return said
    there = ngettext("{count} of them is there already.", "{count} of them are there already.", known)
    return joined([said, there])


def read_rows(read: Sequence[ImportedItem]) -> list[dict[str, str]]:
    """A row a question of the file: what was made of it, or why nothing was."""
    return [
        {
            _("Place"): each.place,
            _("Understood"): understood(each),
            _("Question"): question_of(each.item) if each.item else "",
            _("Remarks"): " ".join([each.problem, *each.notes]).strip(),
            _("Right answer"): key_of(each.item) if each.item else "",
            _("Type"): type_names()[each.item.type] if each.item else "",
            _("Level"): level_short(each.item.standard_level) if each.item else "",
        }
        for each in read
    ]


def understood(each: ImportedItem) -> str:
    """With a mark, so that the column is read at a glance."""
    if each.draft is None:
        return "✕ " + _("no")
    return "= " + _("there already") if each.known else "✓ " + _("yes")


def take_over(who: Visitor, read: Sequence[ImportedItem]) -> None:
    """Keep what was understood as drafts, and show them."""

    def act() -> None:
        drafts = [each.draft for each in read if each.draft is not None]
        saved = who.core.questions.save_all(drafts, who.caller, by=who.account.account_id)
        remember(taken_said(len(saved), len(drafts) - len(saved)), [each.change_id for each in saved])
        st.session_state[ROUND_KEY] = st.session_state.get(ROUND_KEY, 0) + 1
        st.session_state.pop(READ_KEY, None)
        show_own_drafts()
        go_to(BANK)

    attempt(act)


def taken_said(kept: int, left_out: int) -> str:
    """What was kept, what a check left out, what to do next."""
    said = [ngettext("{count} draft is kept.", "{count} drafts are kept.", kept)]
    if left_out:
        said.append(ngettext("{count} was left out by a check.", "{count} were left out by a check.", left_out))
    return joined([*said, _("Look at them and approve those that students shall get.")])
