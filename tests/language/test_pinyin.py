"""Pinyin as people type it."""

from __future__ import annotations

import tracemalloc
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.confusable_readings import confusable_pinyin
from core.language.pinyin import SYLLABLES, Syllable, parse, parse_as, parse_as_with_ends, split_marked
from core.tables import shipped_tables
from evaluation.timing import cpu_seconds


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("nǐ hǎo", "ni3 hao3"),
        ("ni3hao3", "ni3 hao3"),
        ("NI3 HAO3", "ni3 hao3"),
        ("ｎｉ３ｈａｏ３", "ni3 hao3"),
        ("nv3er2", "nü3 er2"),
        ("nu:3'er2", "nü3 er2"),
        ("nǚ'ér", "nü3 er2"),
        ("lve4", "lüe4"),
        ("xi1an1", "xi1 an1"),
        ("xi'an", "xi0 an0"),
        ("xian", "xian0"),
        ("fāng'àn", "fang1 an4"),
        ("yīhuìr", "yi1 hui4 r0"),
        ("zher4", "zhe4 r0"),
        ("ma5", "ma5"),
        ("ma0", "ma5"),
        ("jü2", "ju2"),
        ("zhe⁵", "zhe5"),
    ],
)
def test_common_ways_of_typing_are_read_alike(typed: str, read: str) -> None:
    parsed = parse(typed)
    assert parsed is not None
    assert " ".join(f"{syllable.letters}{syllable.tone}" for syllable in parsed) == read


@pytest.mark.parametrize("typed", ["hello", "", "  ", "你好", "ni6", "qqq", "3"])
def test_what_is_no_pinyin_is_none(typed: str) -> None:
    assert parse(typed) is None


def test_every_reading_of_the_word_list_is_read() -> None:
    rows = shipped_tables().words.rows
    assert [row.text for row in rows for pinyin in row.pinyin if not split_marked(pinyin)] == []


def test_marked_and_numbered_spelling_give_the_same_syllables() -> None:
    for row in shipped_tables().words.rows[::17]:
        syllables = parse(row.pinyin[0])
        assert syllables is not None
        numbered = " ".join(f"{s.letters.replace('ü', 'v')}{s.tone or 5}" for s in syllables if s.letters != "r")
        again = parse(numbered)
        assert again is not None
        kept = [s for s in syllables if s.letters != "r"]
        assert [(s.letters, s.tone or 5) for s in kept] == [(s.letters, s.tone) for s in again]


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_without_an_error(text: str) -> None:
    parsed = parse(text)
    assert parsed is None or all(syllable.letters in SYLLABLES for syllable in parsed)


@given(st.sampled_from(sorted(SYLLABLES - {"r", "m", "n", "ng", "hm", "hng", "ê"})), st.integers(1, 4))
def test_a_marked_syllable_reads_back_as_itself(letters: str, tone: int) -> None:
    parsed = parse(Syllable(letters, tone).marked)
    assert parsed is not None
    # j q x y write ü as u, so the reading may spell it so.
    assert [(s.letters.replace("ü", "u"), s.tone) for s in parsed] == [(letters.replace("ü", "u"), tone)]


def test_confusable_readings_differ_from_the_right_one_and_from_each_other() -> None:
    for row in shipped_tables().words.rows[:500]:
        wrong = confusable_pinyin(row.pinyin[0], avoid=set(row.pinyin), characters=row.text, seed=row.id)
        assert len(set(wrong)) == len(wrong)
        assert not set(wrong) & set(row.pinyin)
        assert all(parse(reading) for reading in wrong)


def _read(typed: str) -> None:
    parse(typed)
    parse_as(typed, parse("nǐhǎo") or ())


@pytest.mark.parametrize("typed", ["a" * 20_000, "xian" * 5_000, "ni3" + " " * 20_000 + "hao3", "a\u0301" * 10_000])
def test_a_text_of_any_length_is_read_in_linear_time_and_memory(typed: str) -> None:
    part = typed[: len(typed) // 4]
    spent = {text: min(cpu_seconds(partial(_read, text)) for _ in range(3)) for text in (part, typed)}
    assert spent[typed] < 10 * spent[part], spent  # four times as long: four times the time, sixteen were it quadratic
    tracemalloc.start()
    parse(typed[:4_000])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 * 2**20


def test_each_syllable_is_read_with_the_place_where_it_ends() -> None:
    wanted = parse("nǚ'ér") or ()
    assert [end for _, end in parse_as_with_ends("nv3 'er2", wanted) or ()] == [3, 8]
    assert [end for _, end in parse_as_with_ends("nu:3er2", wanted) or ()] == [4, 7]
    assert [end for _, end in parse_as_with_ends("lyu3 yu", parse("lǚyú") or ()) or ()] == [4, 7]
