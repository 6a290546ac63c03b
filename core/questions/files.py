"""Items exported to files of other systems and imported from them, as pages ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from core.errors import BadParameter
from core.ports.system import Printer
from core.questions.formats import anki
from core.questions.formats.draft import ImportDefaults, ImportedQuestion
from core.questions.formats.paper import PaperHead, paper
from core.questions.formats.registry import ANKI_ENDING, ANKI_MEDIA_TYPE, FORMATS, QuestionReader
from core.questions.life.editing import ItemEditor
from core.questions.life.wire import (
    MOST_ON_A_PAGE,
    ExportedFile,
    FileFormat,
    ImportedItem,
    ImportFormat,
    ItemQuery,
    ItemsFound,
)  # fmt: skip
from core.records.items import Item
from core.wire import Language, Topic

MOST_EXPORTED = 500
"""How many items one file may hold: more than anybody prints, and under a second to write."""
LONGEST_NAME = 60
NOT_IN_NAMES = re.compile(r"[^\w\-]+")
TITLE = {"zh": "练习", "en": "Exercises"}
KEY = {"zh": "答案", "en": "key"}


def selected_items(
    selection: Sequence[str] | ItemQuery, *, item: Callable[[str], Item], search: Callable[[ItemQuery], ItemsFound]
) -> list[Item]:
    """The items to be exported: those of the ids, or the first of a search."""
    if isinstance(selection, ItemQuery):
        return first_items(selection, search)
    return [item(item_id) for item_id in selection]


def first_items(query: ItemQuery, search: Callable[[ItemQuery], ItemsFound]) -> list[Item]:
    """The first `MOST_EXPORTED` items of a search, wherever its page began."""
    items: list[Item] = []
    for offset in range(0, MOST_EXPORTED, MOST_ON_A_PAGE):
        page = search(query.model_copy(update={"offset": offset, "limit": MOST_ON_A_PAGE}))
        items += [line.item for line in page.lines]
        if offset + MOST_ON_A_PAGE >= page.total:
            break
    return items


def export_file(
    items: Sequence[Item], name: FileFormat, head: PaperHead, *, language: Language, printer: Printer, now: datetime
) -> ExportedFile:
    """The items as a file; the title of the head also names file and deck. Raises `BadParameter` for none or too many, `NoFont` for a paper without Chinese characters."""
    if not 0 < len(items) <= MOST_EXPORTED:
        raise BadParameter.of("what", f"{len(items)} items; a file holds 1 to {MOST_EXPORTED}")
    title = head.title.strip() or TITLE[language]
    stem = NOT_IN_NAMES.sub("-", title).strip("-")[:LONGEST_NAME] or "items"
    if name == "paper" or name == "paper_key":
        printed = paper(items, replace(head, title=title), language=language)
        content = printer.pdf(printed.questions if name == "paper" else printed.key)
        file_name = f"{stem}.pdf" if name == "paper" else f"{stem}-{KEY[language]}.pdf"
        return ExportedFile(name=file_name, media_type="application/pdf", content=content, items=len(items))
    if name == "anki":
        content = anki.anki_deck(items, language=language, title=title, changed_at=now)
        return ExportedFile(name=f"{stem}.{ANKI_ENDING}", media_type=ANKI_MEDIA_TYPE, content=content, items=len(items))
    form = FORMATS[name]
    content = form.file(items, language=language)
    return ExportedFile(name=f"{stem}.{form.ending}", media_type=form.media_type, content=content, items=len(items))


def import_file(
    file: bytes,
    name: ImportFormat,
    *,
    topic: Topic,
    level: int,
    language: Language,
    editor: ItemEditor,
    reader: QuestionReader,
) -> list[ImportedItem]:
    """Every question of a file. Raises `UnreadableFile`, `TooLarge`, `CostlyFile`."""
    if not 1 <= level <= 7:
        raise BadParameter.of("level", f"{level} is not one of 1 to 7")
    questions = reader.questions(file, name, defaults=ImportDefaults(topic, level))
    return [_imported_item(question, language, editor) for question in questions]


def _imported_item(question: ImportedQuestion, language: Language, editor: ItemEditor) -> ImportedItem:
    item = editor.item_of(question.draft, item=question.item) if question.draft else None
    return ImportedItem(
        place=question.place.text(language),
        draft=question.draft,
        item=item,
        problem=question.problem.get(language) if question.problem else "",
        notes=[note.get(language) for note in question.notes],
        known=item is not None and editor.holds(item),
    )
