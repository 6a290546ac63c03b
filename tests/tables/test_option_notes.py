"""Notes on the wrong options of gaps: each belongs to an option that is there, and next to none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.tables import shipped_tables
from core.tables.content.option_notes import OptionNotes
from core.tables.content.texts import Gap

TABLES = shipped_tables()
EMPTY = re.compile("^(?:这里)?(?:意思|搭配)?(?:不对|不合适|不当|不通)。$")
"""Says no more than that it is wrong."""


@pytest.fixture(scope="module")
def gaps() -> dict[tuple[str, str], Gap]:
    """Every gap of a sentence, by its sentence and name."""
    parts = ((row.id, part, getattr(row, part)) for row in TABLES.content.sentences for part in ("cloze", "word"))
    return {(source, part): gap for source, part, gap in parts if gap is not None}


def test_each_note_is_on_an_option_of_its_gap(gaps: dict[tuple[str, str], Gap]) -> None:
    astray = [
        (source, part, option)
        for source, part in TABLES.option_notes
        for option in TABLES.option_notes.of(source, part)
        if (source, part) not in gaps or option not in gaps[source, part].distractors
    ]
    assert astray == []


def test_every_wrong_option_has_a_note_or_stands_in_the_reason(gaps: dict[tuple[str, str], Gap]) -> None:
    bare = [
        (source, part, option)
        for (source, part), gap in gaps.items()
        for option in gap.distractors
        if option not in gap.why_zh and option not in TABLES.option_notes.of(source, part)  # type: ignore[arg-type]
    ]
    assert bare == []


def test_no_note_is_empty_words() -> None:
    notes = [note for gap in TABLES.option_notes for note in TABLES.option_notes.of(*gap).values()]
    assert [note.zh for note in notes if EMPTY.match(note.zh)] == []


def test_a_gap_without_notes_has_none() -> None:
    assert TABLES.option_notes.of("none", "cloze") == {}


def test_a_folder_without_the_file_has_no_notes(tmp_path: Path) -> None:
    assert list(OptionNotes(tmp_path / "option_notes.csv")) == []
