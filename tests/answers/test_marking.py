"""Marking: tolerant where it should be, exact about what is wrong."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.marking import length_allowed, mark
from core.backends.scripts import OpenccConverter
from core.records.items import AnswerKind, Item, Option
from core.wire import Bilingual, QuestionType

SIMPLIFY = OpenccConverter().simplified
EMPTY = Bilingual(zh="", en="")
TYPES: dict[AnswerKind, QuestionType] = {
    "choice": "multiple_choice",
    "text": "fill_blank",
    "pinyin": "fill_blank",
    "text_or_pinyin": "fill_blank",
    "pairs": "matching",
    "order": "ordering",
}


def item(
    kind: AnswerKind, key: str, *, accepted: tuple[str, ...] = (), options: str = "", pinyin: str = "", stem: str = ""
) -> Item:
    """An item of one kind of answer."""
    return Item(
        id="q_test",
        type=TYPES[kind],
        topic="grammar",
        level="beginner",
        standard_level=1,
        source="test",
        question=EMPTY,
        explanation=EMPTY,
        answer_kind=kind,
        key=key,
        accepted=list(accepted),
        options=[Option(id="ABCDEFG"[place], text=text) for place, text in enumerate(options.split())],
        pinyin=pinyin,
        stem=stem,
    )


CHOICE = item("choice", "B", options="会 能 想 要")
LIBRARY = item("text", "图书馆", accepted=("书店",), pinyin="túshūguǎn")
GAP = item("text", "和", stem="我____他都去。")
DAUGHTER = item("pinyin", "nǚ'ér")
TEACHER = item("text_or_pinyin", "老师", pinyin="lǎoshī")
PAIRS = item("pairs", "1-B,2-A,3-C", options="甲 乙 丙")
ORDER = item("order", "C,A,D,B", accepted=("A,C,D,B",), options="我 北京 昨天 去")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (CHOICE, "B"), (CHOICE, "b"), (CHOICE, "Ｂ"), (CHOICE, " b. "), (CHOICE, "能"), (CHOICE, ["B"]),
        (LIBRARY, "图书馆"), (LIBRARY, "圖書館"), (LIBRARY, " 图书馆。"), (LIBRARY, "书店"), (LIBRARY, "書店"),
        (item("text", "三点"), "3点"), (item("text", "３0"), "三十"), (item("text", "OK"), "ｏｋ"),
        (DAUGHTER, "nǚ'ér"), (DAUGHTER, "nv3er2"), (DAUGHTER, "nü3 er2"), (DAUGHTER, "Nu:3'er2"), (DAUGHTER, "nǚ ér"),
        (item("pinyin", "bú shì", stem="不是"), "bù shì"), (item("pinyin", "yīxià", stem="一下"), "yi2xia4"),
        (item("pinyin", "yīqǐ", stem="一起"), "yìqǐ"), (item("pinyin", "kěyǐ", stem="可以"), "ké yǐ"),
        (item("pinyin", "kěyǐ"), "kĕyĭ"), (item("pinyin", "lǜsè"), "lyu4se4"), (item("pinyin", "wǎn'ān"), "wǎnān"),
        (item("pinyin", "wǎn'ān"), "wan3an1"),
        (item("pinyin", "nàr"), "na4er"), (item("pinyin", "yīhuìr"), "yi1hui4er"), (GAP, "我和他都去"), (GAP, "和"),
        (item("text", "两个"), "2个"), (item("text", "五百"), "500"), (item("text", "看着"), "看著"),
        (CHOICE, "B. 能"), (CHOICE, "B、能"), (CHOICE, "选B"), (CHOICE, "答案是B"), (CHOICE, ["B", "B"]),
        (PAIRS, "B-1,A-2,C-3"), (PAIRS, ["B", "A", "C"]), (PAIRS, "①-B ②-A ③-C"), (PAIRS, "1_B/2_A/3_C"),
        (PAIRS, "1-乙,2-甲,3-丙"), (PAIRS, "1-B,1-B,2-A,3-C"),
        (ORDER, "C/A/D/B"), (ORDER, "C. A. D. B."), (ORDER, "(C)(A)(D)(B)"), (ORDER, "C|A|D|B"), (item("pinyin", "māma"), "ma1ma5"),
        (TEACHER, "老师"), (TEACHER, "老師"), (TEACHER, "lao3shi1"), (TEACHER, "lǎo shī"),
        (PAIRS, "1-B,2-A,3-C"), (PAIRS, ["1-B", "2-A", "3-C"]), (PAIRS, "3c 2a 1b"), (PAIRS, "１－Ｂ，２－Ａ，３－Ｃ"),
        (ORDER, "C,A,D,B"), (ORDER, ["C", "A", "D", "B"]), (ORDER, "cadb"), (ORDER, "昨天我去北京"),
        (ORDER, "A,C,D,B"), (ORDER, "我昨天去北京。"), (ORDER, ["昨天", "我", "去", "北京"]),
    ],
)  # fmt: skip
def test_a_right_answer_is_right_however_it_is_typed(asked: Item, answer: str | list[str]) -> None:
    found = mark(asked, answer, simplify=SIMPLIFY)
    assert (found.score, found.is_correct, found.faults) == (100.0, True, ())


@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (CHOICE, "A", 0.0),
        (CHOICE, "Z", 0.0),
        (LIBRARY, "图书管", 0.0),
        (LIBRARY, "tushuguan", 0.0),
        (LIBRARY, "tu2shu1guan3", 50.0),
        (DAUGHTER, "nver", 50.0),
        (DAUGHTER, "nv4er2", 75.0),
        (DAUGHTER, "lv3er2", 50.0),
        (DAUGHTER, "nv3", 0.0),
        (DAUGHTER, "女儿", 0.0),
        (TEACHER, "lao3shi4", 75.0),
        (PAIRS, "1-B,2-C,3-A", 33.3),
        (PAIRS, "1-B", 33.3),
        (PAIRS, "1-B,2-B,3-B", 0.0),
        (PAIRS, "1-A,1-B,2-A,3-C", 33.3),
        (PAIRS, "?", 0.0),
        (ORDER, "C,A,B,D", 66.7),
        (ORDER, "B,D,A,C", 33.3),
        (ORDER, "C", 0.0),
        (ORDER, "C,A,D,B,B", 99.0),
        (ORDER, "C,A,D,B,Z", 99.0),
        (ORDER, "不昨天我去北京", 99.0),
        (ORDER, "答案是昨天我去北京", 99.0),
        (ORDER, "昨天我去北京昨天我去北京", 99.0),
        (item("pinyin", "yīshēng", stem="医生"), "yíshēng", 75.0),
        (item("pinyin", "yīyàng", stem="一样"), "yìyàng", 75.0),
        (item("pinyin", "yīqǐ", stem="一起"), "yíqǐ", 75.0),
        (PAIRS, "1-tasty", 0.0),
        (ORDER, "天气很好", 0.0),
    ],
)
def test_a_wrong_answer_gets_the_share_that_is_right(asked: Item, answer: str, score: float) -> None:
    found = mark(asked, answer, simplify=SIMPLIFY)
    assert (found.score, found.is_correct) == (score, False)
    assert found.message.zh
    assert found.message.en
    assert found.faults


@pytest.mark.parametrize("nothing", ["", "  ", [], ["", " "]])
def test_an_empty_answer_is_no_answer(nothing: str | list[str]) -> None:
    for asked in (CHOICE, LIBRARY, DAUGHTER, PAIRS, ORDER):
        found = mark(asked, nothing, simplify=SIMPLIFY)
        assert (found.score, found.answered, found.is_correct) == (0.0, False, False)


def test_the_fault_names_the_very_characters_as_typed() -> None:
    (fault,) = mark(LIBRARY, "圖書 管！", simplify=SIMPLIFY).faults
    assert (fault.start, fault.end, fault.kind, fault.given, fault.expected) == (3, 4, "wrong", "管", "馆")


def test_a_missing_and_an_extra_character_are_told_apart() -> None:
    (missing,) = mark(LIBRARY, "图馆", simplify=SIMPLIFY).faults
    (extra,) = mark(LIBRARY, "图书馆馆", simplify=SIMPLIFY).faults
    assert (missing.kind, missing.expected, missing.start, missing.end) == ("missing", "书", 1, 1)
    assert (extra.kind, extra.given) == ("extra", "馆")


def test_tone_and_letters_are_marked_apart() -> None:
    tone, letters = mark(item("pinyin", "lǎoshī"), "lao2si1", simplify=SIMPLIFY).faults
    assert (tone.kind, tone.given, tone.expected) == ("tone", "lao2", "lǎo")
    assert (letters.kind, letters.given, letters.expected) == ("letters", "si1", "shī")


def test_missing_tones_are_named_as_such() -> None:
    assert "声调" in mark(item("pinyin", "lǎoshī"), "laoshi", simplify=SIMPLIFY).message.zh


def test_traditional_characters_are_right_and_the_simplified_form_is_told() -> None:
    assert "图书馆" in mark(LIBRARY, "圖書館", simplify=SIMPLIFY).message.zh


@given(st.one_of(st.text(max_size=30), st.lists(st.text(max_size=6), max_size=6)))
def test_any_answer_is_marked_between_0_and_100_with_faults_inside_it(answer: str | list[str]) -> None:
    for asked in (CHOICE, LIBRARY, DAUGHTER, TEACHER, PAIRS, ORDER):
        found = mark(asked, answer, simplify=SIMPLIFY)
        assert 0 <= found.score <= 100
        length = len(answer if isinstance(answer, str) else ",".join(answer))
        assert all(0 <= fault.start <= fault.end <= max(length, 2 * len(asked.options)) for fault in found.faults)


@given(st.permutations(["A", "B", "C", "D"]))
def test_no_order_but_an_accepted_one_is_right(order: list[str]) -> None:
    found = mark(ORDER, order, simplify=SIMPLIFY)
    assert found.is_correct == (",".join(order) in (ORDER.key, *ORDER.accepted))


@pytest.mark.parametrize("asked", [CHOICE, LIBRARY, DAUGHTER, TEACHER, PAIRS, ORDER])
@pytest.mark.parametrize("unit", ["a", "ni ", "\ufdfa", "1A", "我", "1", "\u0301"])
def test_an_answer_far_too_long_is_wrong_and_costs_next_to_nothing(asked: Item, unit: str) -> None:
    began = time.thread_time()
    found = mark(asked, (unit * 2_000)[:2_000], simplify=SIMPLIFY)
    assert (found.score, found.answered) == (0.0, True)
    assert "2000 个字符" in found.message.zh
    assert "2000 characters" in found.message.en
    assert time.thread_time() - began < 0.2


@pytest.mark.parametrize("asked", [LIBRARY, DAUGHTER, TEACHER, PAIRS, ORDER])
@pytest.mark.parametrize("unit", ["a", "ni ", "\ufdfa", "1A", "1-", "我", "1", "a\u0301"])
def test_the_longest_answer_that_is_looked_at_is_marked_soon(asked: Item, unit: str) -> None:
    began = time.thread_time()
    mark(asked, (unit * length_allowed(asked))[: length_allowed(asked)], simplify=SIMPLIFY)
    assert time.thread_time() - began < 0.5
