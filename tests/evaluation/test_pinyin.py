"""The reader on 200 labelled sentences holds its floor."""

from __future__ import annotations

import re
from pathlib import Path

from core.backends.pinyin import PypinyinReader
from core.tables import Tables
from core.wiring import known_readings
from evaluation.language.pinyin_sentences import FILE, is_chinese, read_sentences, right_by_sentence, share
from tests.evaluation.floors import FLOORS


def test_the_share_of_syllables_read_right_holds_its_floor() -> None:
    reader = PypinyinReader(lambda: known_readings(Tables()))
    assert share(right_by_sentence(reader.syllables)) >= FLOORS["pinyin"]["syllables"]


def test_every_character_of_two_hundred_different_sentences_is_labelled() -> None:
    rows = read_sentences()
    assert len({row.text for row in rows}) == 200
    assert [row.text for row in rows if sum(map(is_chinese, row.text)) != len(row.right)] == []


def test_no_sentence_stands_in_the_case_table() -> None:
    cases = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(FILE.parent.parent / "cases/pinyin").glob("*.csv")
    )
    assert [row.text for row in read_sentences() if re.sub("[，。！？]", "", row.text) in cases] == []
