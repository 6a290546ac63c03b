"""What is expected of somebody who reads a text aloud."""

from __future__ import annotations

import csv
from functools import cache
from itertools import groupby, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.backends.scripts import OpenccConverter
from core.language.pinyin import Syllable, parse
from core.speech.model import ReadingText
from core.speech.reading.acceptance import after_pause
from core.speech.reading.allowed_readings import INTERJECTIONS
from core.speech.reading.text import reading_text, variants_of, ways_of_reading
from core.tables import shipped_tables
from core.wiring import reader_of, segmenter_of
from evaluation.language.pinyin_cases import PinyinCase, pinyin_cases

TABLES = shipped_tables()
READER = reader_of(TABLES)
SEGMENTER = segmenter_of(TABLES)
CONVERTER = OpenccConverter()
CASES = list(
    csv.DictReader(
        (Path(__file__).parent / "reading_cases.tsv").read_text(encoding="utf-8").splitlines(), delimiter="\t"
    )
)
LEAST_CASES = 120


@cache
def variants() -> dict[str, tuple[str, ...]]:
    return variants_of(TABLES.words.rows)


def read(text: str, way: int = 0) -> ReadingText:
    return reading_text(
        text, reader=READER, segmenter=SEGMENTER, converter=CONVERTER, variants=variants(), way=way
    )  # fmt: skip


def tones(text: str) -> str:
    return " ".join("".join(map(str, sorted(syllable.tones))) for syllable in read(text).syllables)


def characters(text: ReadingText) -> str:
    return "".join(syllable.character for syllable in text.syllables)


def test_the_tones_that_count_are_those_of_the_case_table() -> None:
    assert [(case, tones(case["text"])) for case in CASES if tones(case["text"]) != case["tones"]] == []


def test_the_case_table_is_large_and_names_nothing_twice() -> None:
    assert len(CASES) >= LEAST_CASES
    assert len({case["text"] for case in CASES}) == len(CASES)


def test_what_the_pinyin_table_calls_spoken_is_accepted() -> None:
    assert [case for case in pinyin_cases() if not is_accepted(case)] == []


def is_accepted(case: PinyinCase) -> bool:
    """Whether some reading that counts is one that the case calls spoken."""
    found = [one for one in read(case.text).syllables if case.start <= one.position < case.end]
    expected = [one.pinyin for one in found]
    forms = product(*([marked, *_other_tones(marked, one.tones)] for marked, one in zip(expected, found, strict=True)))
    return any(" ".join(form) in case.spoken for form in forms)


def _other_tones(marked: str, tones: frozenset[int]) -> list[str]:
    tail = "r" if marked.endswith("r") and marked not in ("ér", "èr", "ěr") else ""
    plain = (parse(marked.removesuffix(tail)) or ())[0]
    return [Syllable(plain.letters, tone).marked + tail for tone in sorted(tones)]


def test_the_expected_tone_is_always_one_of_those_that_count() -> None:
    for sentence in TABLES.content.sentences[::29]:
        for syllable in read(sentence.text).syllables:
            assert syllable.tone in syllable.tones
            assert len(syllable.tones) <= 3 or syllable.character in INTERJECTIONS


def test_a_pause_lets_the_dictionary_tone_count() -> None:
    first = read("你好").syllables[0]
    assert first.dictionary_tone == 3
    assert after_pause(first.tones, dictionary_tone=3) == {2, 3}
    assert after_pause(frozenset({5}), dictionary_tone=5) == {5}


def test_erhua_is_one_syllable_of_two_characters() -> None:
    played, here = read("他在这儿玩儿。").syllables[-1], read("他在这儿玩儿。").syllables[-2]
    assert (played.character, played.pinyin, played.length, played.erhua) == ("玩儿", "wánr", 2, True)
    assert (here.position, played.position) == (2, 4)
    assert [sound.final for sound in played.accepted] == ["uan", "ua"]


def test_several_sounds_count_where_the_standard_has_several() -> None:
    def finals(text: str) -> list[str]:
        return [sound.final for sound in read(text).syllables[0].accepted]

    assert finals("谁来") == ["ei", "ui"]
    assert finals("这个") == ["e", "ei"]
    assert finals("这么") == ["e"]
    assert finals("血") == ["üe", "ie"]
    assert finals("还书") == ["uan"]


def test_one_in_a_telephone_number_is_said_in_two_ways() -> None:
    number = read("我的手机号码是13800138000。").syllables[7:]
    assert characters(read("13800138000")) == "一三八零零一三八零零零"
    assert [sound.final for sound in number[0].accepted] == ["i", "iao"]
    assert [one.position for one in number] == list(range(7, 18))


@pytest.mark.parametrize(
    ("text", "said_as"),
    [
        ("2026年11月22日", "二零二六年十一月二十二日"), ("2026-11-22", "二零二六年十一月二十二日"), ("2019-2023年", "二零一九到二零二三年"),
        ("80后", "八零后"), ("90年代", "九十年代"), ("5000年历史", "五千年历史"), ("25", "二十五"), ("110米", "一百一十米"), ("1,000", "一千"),
        ("12345", "一万二千三百四十五"), ("10050", "一万零五十"), ("2000", "两千"), ("20个", "二十个"), ("2个人", "两个人"), ("2月", "二月"),
        ("2点", "两点"), ("12点", "十二点"), ("3.14", "三点一四"), ("10%", "百分之十"), ("3/4", "四分之三"), ("8:00", "八点"), ("10:05", "十点零五分"),
        ("8:00-10:00", "八点到十点"), ("5-10岁", "五到十岁"), ("2:1", "二比一"), ("302路", "三零二路"), ("25路", "二十五路"), ("-5℃", "零下五摄氏度"),
        ("今天-5℃", "今天零下五摄氏度"), ("温度是-10度", "温度是零下十度"), ("3℃-5℃", "三摄氏度到五摄氏度"), ("5度-8度", "五度到八度"),
        ("¥50", "五十元"), ("5km", "五公里"), ("１２", "十二"), ("3+5=8", "三加五等于八"), ("我 是 学生", "我是学生"), ("打10086。", "打一零零八六"),
    ],
)  # fmt: skip
def test_numbers_are_read_as_they_are_said(text: str, said_as: str) -> None:
    assert characters(read(text)) == said_as


def test_a_number_is_read_in_each_of_its_ways() -> None:
    ways = ways_of_reading("10:30见。", reader=READER, segmenter=SEGMENTER)
    assert [characters(way) for way in ways] == ["十点半见", "十点三十分见", "十点三十见"]
    below = ways_of_reading("今天-5℃。", reader=READER, segmenter=SEGMENTER)
    assert {characters(way)[2:] for way in below} == {"零下五摄氏度", "零下五度", "负五摄氏度", "负五度"}
    assert len(ways_of_reading("你好。", reader=READER, segmenter=SEGMENTER)) == 1


@pytest.mark.parametrize("number", ["{}%", "¥{}", "{}kg", "{}.5", "-{}度", "1.{}.3", "{}分"])
def test_a_number_beyond_all_names_is_spelt(number: str) -> None:
    assert "三四五六七八九零" * 3 in characters(read(number.format("34567890" * 3)))


def test_positions_are_those_of_the_text_as_sent() -> None:
    text = "我有25%的 钱。"
    found = [(one.character, one.position, one.length) for one in read(text).syllables]
    assert found[:2] == [("我", 0, 1), ("有", 1, 1)]
    assert {(position, length) for character, position, length in found[2:6]} <= {(2, 1), (3, 2), (2, 3)}
    assert found[-2:] == [("的", 5, 1), ("钱", 7, 1)]
    traditional = read("這個學生")
    assert [one.character for one in traditional.syllables] == list("這個學生")


def test_what_has_no_syllable_is_named_as_unread() -> None:
    assert read("嗯，我买T恤。").unread == (0, 4)
    assert read("卡拉OK & 你好！").unread == (2, 3, 5)
    assert read("").syllables == ()


def test_marks_make_breaks_and_words_do() -> None:
    found = {one.character: one.break_before for one in read("我看《红楼梦》，很喜欢。你呢？").syllables}
    assert found == {
        "我": "major", "看": "word", "红": "word", "楼": "none", "梦": "none", "很": "minor", "喜": "word", "欢": "none", "你": "major",
        "呢": "word",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("你好，我是李明。", ["continuing", "statement"]),
        ("你去吗？", ["particle_question"]),
        ("你呢？", ["particle_question"]),
        ("走吧？", ["particle_question"]),
        ("你在哪儿呢？", ["question"]),
        ("你叫什么？", ["question"]),
        ("你去不去？", ["question"]),
        ("太好了！", ["exclamation"]),
        ("你叫什么名字", ["question"]),
        ("我走了", ["statement"]),
        ("他说：“我来了。”你信吗？", ["continuing", "statement", "particle_question"]),
    ],
)
def test_clauses_are_told_by_mark_and_particle(text: str, kinds: list[str]) -> None:
    assert [clause.kind for clause in read(text).clauses] == kinds


def test_clauses_cover_all_syllables_in_order() -> None:
    found = read("今天，天气很好。我们去公园吧！你去吗")
    spans = [(clause.first, clause.last) for clause in found.clauses]
    assert spans[0][0] == 0
    assert spans[-1][1] == len(found.syllables) - 1
    assert all(left[1] + 1 == right[0] for left, right in pairwise(spans))


def test_word_numbers_grow_by_one() -> None:
    words = [number for number, _ in groupby(one.word for one in read("我们，明天去T恤店买2026年的书。").syllables)]
    assert words == list(range(len(words)))


@given(st.text(alphabet="一不好我你小很买个儿了得地看来去上里，。1250%:.-a T年点", max_size=24))
@settings(deadline=None)
def test_any_text_is_read_with_places_that_exist(text: str) -> None:
    found = read(text)
    places = [one.position for one in found.syllables]
    assert places == sorted(places)
    assert all(one.position >= 0 and one.position + one.length <= len(text) for one in found.syllables)
    assert all(text[place] for place in found.unread)
