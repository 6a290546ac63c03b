"""The word and character lists of the standard."""

from __future__ import annotations

from collections import Counter

import pytest

from core.backends.cedict import CedictGlosses
from core.backends.standards import StandardLevels
from core.errors import CorruptTable
from core.tables import shipped_tables
from core.tables.words.lists import CHARACTERS, WORDS, WordList

TABLES = shipped_tables()
POS = {"N", "V", "Adj", "Adv", "Pron", "Num", "M", "Prep", "Conj", "Aux", "Intj", "Prefix", "Suffix", "Phonetic", "P"}


def test_the_list_has_11092_words_and_3000_characters() -> None:
    assert len(TABLES.words.rows) == WORDS
    assert len(TABLES.characters.rows) == CHARACTERS
    assert Counter(row.level for row in TABLES.words.rows) == {
        1: 500,
        2: 772,
        3: 973,
        4: 1000,
        5: 1071,
        6: 1140,
        7: 5636,
    }


def test_every_word_has_a_known_part_of_speech_and_a_reading() -> None:
    assert {pos for row in TABLES.words.rows for pos in row.pos} <= POS
    assert all(row.pinyin for row in TABLES.words.rows)


def test_every_word_has_english() -> None:
    glosses = CedictGlosses()
    assert [row.text for row in TABLES.words.rows if not glosses.gloss(row)] == []


def test_words_of_levels_1_to_3_have_a_gloss_written_for_learners() -> None:
    early = [row for row in TABLES.words.rows if row.level <= 3]
    assert all(row.gloss for row in early)
    assert not [row.gloss for row in early if "variant of" in row.gloss or "CL:" in row.gloss]


def test_a_level_names_its_standard_and_the_two_documents_differ() -> None:
    levels = StandardLevels(TABLES)
    assert [str(level) for level in levels.of_word("人口")] == ["GF 0025-2021: 2", "HSK syllabus 2025: 5"]
    assert [str(level) for level in levels.of_character("爱")] == ["GF 0025-2021: 1", "HSK syllabus 2025: 1"]
    assert [level.level for level in levels.of_word("没有这个词")] == [None, None]


def test_a_bad_row_stops_the_load_with_file_line_field_and_value(tmp_path) -> None:
    path = tmp_path / "words.csv"
    path.write_text(
        "id,forms,traditional,pinyin,pos,level,gloss\nL1-1,爱,愛,ài,V,1,to love\nL1-2,八,八,bā,Num,12,eight\n"
    )
    with pytest.raises(CorruptTable, match=r"words.csv, line 3, level='12'"):
        WordList(path)


def test_an_id_that_stands_twice_stops_the_load(tmp_path) -> None:
    path = tmp_path / "words.csv"
    path.write_text(
        "id,forms,traditional,pinyin,pos,level,gloss\nL1-1,爱,愛,ài,V,1,to love\nL1-1,八,八,bā,Num,1,eight\n"
    )
    with pytest.raises(CorruptTable, match=r"line 3, id='L1-1': stands twice"):
        WordList(path)


def test_a_form_is_read_in_one_way_if_neither_list_nor_polyphones_know_another() -> None:
    one = TABLES.read_in_one_way
    assert {"茶", "北京", "爸爸", "爸"} <= one
    # Two entries; a further reading of one entry; another reading in the table of polyphones; no entry.
    assert one.isdisjoint({"长", "学生", "角", "爱爱"})
    assert TABLES.words.readings["学生"] == {"xuéshēng", "xuésheng"}
