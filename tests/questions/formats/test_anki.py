"""Anki decks: stable ids, and Anki's own importer."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from core.questions.formats import anki
from core.records.items import Item

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def deck(items: list[Item], *, days: int = 0, title: str = "文路 · 练习") -> bytes:
    return anki.anki_deck(items, language="zh", title=title, changed_at=NOW + timedelta(days=days))


def rows(file: bytes, query: str) -> list[Any]:
    with zipfile.ZipFile(io.BytesIO(file)) as zipped:
        database = sqlite3.connect(":memory:")
        database.deserialize(zipped.read("collection.anki2"))
        try:
            return database.execute(query).fetchall()
        finally:
            database.close()


def test_every_item_is_one_note_with_one_card(items: list[Item]) -> None:
    file = deck(items)
    assert rows(file, "select count(*) from notes") == [(len(items),)]
    assert rows(file, "select count(*) from cards") == [(len(items),)]
    assert {guid for (guid,) in rows(file, "select guid from notes")} == {anki.guid(item.id) for item in items}


def test_ids_of_deck_notes_and_note_types_are_stable(items: list[Item]) -> None:
    query = "select guid, mid, did from notes join cards on cards.nid = notes.id order by guid"
    assert rows(deck(items), query) == rows(deck(list(reversed(items)), days=1), query)
    assert anki.deck_id("文路") == anki.deck_id("文路") != anki.deck_id("文路 2")
    assert anki.FIRST_DECK_ID <= anki.deck_id("文路") < 2 * anki.FIRST_DECK_ID


def test_markup_in_a_text_is_text(items: list[Item]) -> None:
    item = items[0].model_copy(update={"stem": "<b>{{c1::x}}</b>", "question": items[0].question})
    ((fields,),) = rows(deck([item]), "select flds from notes")
    assert "&lt;b&gt;{&#8203;{c1::x}}&lt;/b&gt;" in fields


def test_what_is_heard_stands_behind_the_card(items: list[Item]) -> None:
    item = next(item for item in items if item.audio and "男：" in (item.audio.text or ""))
    ((fields,),) = rows(deck([item]), "select flds from notes")
    by_name = dict(zip(anki.FIELDS, fields.split("\x1f"), strict=True))
    assert "男：" in by_name["Heard"]
    assert "男：" not in by_name["Speech"]
    assert "Heard" not in anki.FRONT


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Any]:
    from anki.collection import Collection

    opened = Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def imported(collection: Any, file: bytes, folder: Path) -> Any:
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    path = folder / "deck.apkg"
    path.write_bytes(file)
    request = ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions(merge_notetypes=True))
    return collection.import_anki_package(request).log


def test_anki_updates_on_a_second_import_and_doubles_nothing(
    items: list[Item], collection: Any, tmp_path: Path
) -> None:
    first = imported(collection, deck(items), tmp_path)
    assert len(first.new) == len(items)
    again = imported(collection, deck(items), tmp_path)
    assert (len(again.new), len(again.updated)) == (0, 0)
    changed = [items[0].model_copy(update={"translation": "Another translation"}), *items[1:]]
    later = imported(collection, deck(changed, days=1), tmp_path)
    assert len(later.new) == 0
    assert collection.note_count() == collection.card_count() == len(items)
    (note_id,) = collection.find_notes('"Another translation"')
    assert collection.get_note(note_id)["Id"] == items[0].id


def test_anki_shows_the_cards_of_every_type(items: list[Item], collection: Any, tmp_path: Path) -> None:
    imported(collection, deck(items), tmp_path)
    for item in items[::7]:
        (note_id,) = collection.find_notes(f"Id:{item.id}")
        (card,) = collection.get_note(note_id).cards()
        assert card.question().strip()
        assert "invalid" not in card.question().lower()
        assert 'class="solution"' in card.answer()
