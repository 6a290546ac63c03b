"""The words of the tone-pair drills."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core.errors import CorruptTable
from core.language.pinyin import NEUTRAL, parse
from core.tables import shipped_tables
from core.tables.words.tone_pairs import PAIRS, tone_pairs

TABLES = shipped_tables()
LEAST_WORDS = 12


def tones(pinyin: str) -> tuple[int, ...]:
    return tuple(syllable.tone or NEUTRAL for syllable in parse(pinyin) or ())


def test_every_pair_of_tones_has_its_words() -> None:
    counted = Counter(row.pair for row in TABLES.tone_pairs)
    assert set(counted) == set(PAIRS)
    assert len(PAIRS) == 20
    assert min(counted.values()) >= LEAST_WORDS


def test_the_tones_are_those_of_the_pinyin_and_two_thirds_are_said_as_second_and_third() -> None:
    for row in TABLES.tone_pairs:
        assert tones(row.pinyin) == row.pair, row
        assert tones(row.spoken) == ((2, 3) if row.pair == (3, 3) else row.pair), row


def test_level_pinyin_and_gloss_are_those_of_the_word_list() -> None:
    for row in TABLES.tone_pairs:
        entry = TABLES.words.by_form[row.word][0]
        assert (row.level, row.gloss) == (entry.level, entry.gloss), row
        assert row.pinyin == entry.pinyin[entry.forms.index(row.word)]
        assert row.word in TABLES.read_in_one_way


def test_no_word_holds_what_changes_its_tone_by_other_rules() -> None:
    assert [row.word for row in TABLES.tone_pairs if set(row.word) & set("一不儿")] == []


def test_a_row_with_a_tone_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tone_pairs.jsonl"
    path.write_text(
        '{"word": "你们", "pinyin": "nǐmen", "spoken": "nǐmen", "first": 5, "second": 5, "level": 1, "gloss": "you"}',
        encoding="utf-8",
    )
    with pytest.raises(CorruptTable, match=r"tone_pairs\.jsonl.*first"):
        tone_pairs(path)
