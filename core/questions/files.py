"""Items out of and into files of other systems, as pages ask for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.errors import BadParameter
from core.ports.system import Printer
from core.questions.formats import anki
from core.questions.formats.catalogue import ANKI_ENDING, ANKI_MEDIA_TYPE, FORMATS, QuestionReader
from core.questions.formats.draft import Imported, Unsaid
from core.questions.formats.paper import Head, paper
from core.questions.life.own import Desk, own_item
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
"""Items of one file: more than anybody prints, and under a second to write."""
LONGEST_NAME = 60
NOT_IN_NAMES = re.compile(r"[^\w\-]+")
TITLE = {"zh": "练习", "en": "Exercises"}
KEY = {"zh": "答案", "en": "key"}


@dataclass(frozen=True)
class Heading:
    """What stands at the top of a paper; the title also names file and deck."""

    title: str = ""
    class_name: str = ""
    date: str = ""
    with_name: bool = True


def first_items(query: ItemQuery, search: Callable[[ItemQuery], ItemsFound]) -> list[Item]:
    """The first `MOST_EXPORTED` items of a search, wherever its page began."""
    found: list[Item] = []
    for offset in range(0, MOST_EXPORTED, MOST_ON_A_PAGE):
        page = search(query.model_copy(update={"offset": offset, "limit": MOST_ON_A_PAGE}))
        found += [line.item for line in page.lines]
        if offset + MOST_ON_A_PAGE >= page.total:
            break
    return found


def exported(
    items: Sequence[Item], name: FileFormat, head: Heading, *, language: Language, printer: Printer, at: datetime
) -> ExportedFile:
    """The items as a file. Raises `BadParameter` for none or too many, `NoFont` for a paper without Chinese characters."""
    if not 0 < len(items) <= MOST_EXPORTED:
        raise BadParameter.of("what", f"{len(items)} items; a file holds 1 to {MOST_EXPORTED}")
    title = head.title.strip() or TITLE[language]
    stem = NOT_IN_NAMES.sub("-", title).strip("-")[:LONGEST_NAME] or "items"
    if name == "paper" or name == "paper_key":
        made = paper(items, Head(title, head.class_name, head.date, head.with_name), language=language)
        content = printer.pdf(made.questions if name == "paper" else made.key)
        ending = f"{stem}.pdf" if name == "paper" else f"{stem}-{KEY[language]}.pdf"
        return ExportedFile(name=ending, media_type="application/pdf", content=content, items=len(items))
    if name == "anki":
        content = anki.written(items, language=language, title=title, at=at)
        return ExportedFile(name=f"{stem}.{ANKI_ENDING}", media_type=ANKI_MEDIA_TYPE, content=content, items=len(items))
    form = FORMATS[name]
    content = form.file(items, language=language)
    return ExportedFile(name=f"{stem}.{form.ending}", media_type=form.media_type, content=content, items=len(items))


def imported(
    file: bytes,
    name: ImportFormat,
    *,
    topic: Topic,
    level: int,
    language: Language,
    desk: Desk,
    reader: QuestionReader,
) -> list[ImportedItem]:
    """Every question of a file. Raises `UnreadableFile`, `TooLarge`, `CostlyFile`."""
    if not 1 <= level <= 7:
        raise BadParameter.of("level", f"{level} is not one of 1 to 7")
    return [_view(each, language, desk) for each in reader.questions(file, name, unsaid=Unsaid(topic, level))]


def _view(each: Imported, language: Language, desk: Desk) -> ImportedItem:
    item = own_item(each.draft, desk, item=each.item) if each.draft else None
    return ImportedItem(
        place=each.place.said(language),
        draft=each.draft,
        item=item,
        problem=each.problem.get(language) if each.problem else "",
        notes=[note.get(language) for note in each.notes],
        known=item is not None and desk.holds(item),
    )
