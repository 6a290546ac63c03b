"""The reader on 200 labelled sentences holds its floor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.tables import shipped_tables
from core.wiring import reader_of
from evaluation.language.pinyin_sentences import (
    FILE,
    IDIOMS,
    idiom_halves,
    is_chinese,
    read_sentences,
    right_by_sentence,
    share,
)
from tests.evaluation.floors import FLOORS


def test_the_share_of_syllables_read_right_holds_its_floor() -> None:
    reader = reader_of(shipped_tables())
    assert share(right_by_sentence(reader.syllables)) >= FLOORS["pinyin"]["syllables"]


@pytest.mark.parametrize("half", ["seen", "unseen"])
def test_idioms_and_words_with_readings_of_their_own_hold_their_floor(half: str) -> None:
    reader = reader_of(shipped_tables())
    assert share(right_by_sentence(reader.syllables, idiom_halves()[half])) >= FLOORS["pinyin"][f"idioms_{half}"]


def test_every_character_of_the_sentences_of_idioms_is_labelled_and_no_sentence_stands_in_both_files() -> None:
    rows = read_sentences(IDIOMS)
    assert len({row.text for row in rows} - {row.text for row in read_sentences()}) == 240
    assert [row.text for row in rows if sum(map(is_chinese, row.text)) != len(row.right)] == []


def test_every_character_of_two_hundred_different_sentences_is_labelled() -> None:
    rows = read_sentences()
    assert len({row.text for row in rows}) == 200
    assert [row.text for row in rows if sum(map(is_chinese, row.text)) != len(row.right)] == []


def test_no_sentence_stands_in_the_case_table() -> None:
    cases = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(FILE.parent.parent / "cases/pinyin").glob("*.csv")
    )
    assert [row.text for row in read_sentences() if re.sub("[，。！？]", "", row.text) in cases] == []
