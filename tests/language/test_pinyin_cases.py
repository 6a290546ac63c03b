"""Pinyin in context, over the whole case table; and what holds for every text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.backends.pinyin import PypinyinReader
from core.language.pinyin import parse, split_marked
from core.tables import shipped_tables
from core.wiring import known_readings, reader_of
from evaluation.language.pinyin_cases import PinyinCase, joined_syllables, pinyin_cases

READER = reader_of(shipped_tables())
CASES = pinyin_cases()
LEAST_CASES = 340


class TwoWords:
    """A `core.ports.language.Segmenter` that knows one word more than the list."""

    def words(self, text: str) -> list[str]:
        """The text cut at 毽子."""
        head, found, tail = text.partition("毽子")
        return [*head, found, *tail] if found else [*head]


def named(case: PinyinCase) -> str:
    return f"{case.text[: case.start]}[{case.text[case.start : case.end]}]{case.text[case.end :]}"


@pytest.mark.parametrize("family", sorted({case.family for case in CASES}))
def test_words_are_read_as_the_dictionary_has_them_and_spoken_with_their_sandhi(family: str) -> None:
    wrong = []
    for case in CASES:
        if case.family == family:
            read, spoken = (
                joined_syllables(way(case.text)[case.start : case.end]) for way in (READER.syllables, READER.spoken)
            )
            if read not in case.dictionary or spoken not in case.spoken:
                wrong.append(f"{named(case)} is read {read} and spoken {spoken}")
    assert wrong == []


def test_the_table_is_large_and_names_no_place_twice() -> None:
    spans = [(case.text, case.start) for case in CASES]
    assert len(spans) >= LEAST_CASES
    assert len(spans) == len(set(spans))


@given(st.text(alphabet="一不好我你小老虎很想买个儿了着得地看来去的上里，。1a ", max_size=24))
def test_any_text_has_one_syllable_a_character_and_sandhi_leaves_the_letters(text: str) -> None:
    listed, spoken = READER.syllables(text), READER.spoken(text)
    assert len(listed) == len(spoken) == len(text)
    assert [[s.letters for s in parse(part) or ()] for part in listed] == [
        [s.letters for s in parse(part) or ()] for part in spoken
    ]


def test_every_pinyin_of_the_table_of_polyphones_can_be_read() -> None:
    rows = [row for rows in shipped_tables().polyphones.values() for row in rows]
    assert [row.word for row in rows if not split_marked(row.pinyin)] == []
    assert {row.word for row in rows if len(row.word) == 1 and len(split_marked(row.pinyin)) != 1} == set()


def test_the_usual_reading_of_a_polyphone_stands_last() -> None:
    for rows in shipped_tables().polyphones.values():
        usual = [place for place, row in enumerate(rows) if not row.before and not row.after]
        assert usual in ([], [len(rows) - 1])


def test_every_word_has_a_usual_reading_and_only_a_character_may_leave_it_to_pypinyin() -> None:
    assert [
        word for word, reading in known_readings(shipped_tables()).items() if not reading.pinyin and len(word) > 1
    ] == []


def test_a_character_without_a_usual_reading_is_read_by_pypinyin() -> None:
    few = PypinyinReader(lambda: {"什": known_readings(shipped_tables())["什"]})
    assert few.syllables("什么什锦") == ["shén", "me", "shí", "jǐn"]


def test_a_segmenter_joins_words_that_no_list_has() -> None:
    with_words = PypinyinReader(lambda: known_readings(shipped_tables()), TwoWords())
    assert READER.transcription("她踢毽子。") == "Tā tī jiàn zi."
    assert with_words.transcription("她踢毽子。") == "Tā tī jiànzi."


def test_easy_words_of_level_three_are_not_split() -> None:
    assert READER.transcription("他本来想找两个人一起去。") == "Tā běnlái xiǎng zhǎo liǎng gè rén yīqǐ qù."


def test_a_measure_word_is_no_adverb() -> None:
    assert READER.transcription("我养了一只猫和两只鸟，只有它们陪我。").startswith(
        "Wǒ yǎng le yī zhī māo hé liǎng zhī niǎo, zhǐyǒu"
    )
