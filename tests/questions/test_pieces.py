"""Pieces with their marks; explanations that speak of what is shown only."""

from __future__ import annotations

import re

import pytest

from core.questions.kinds.pieces import MARKS, is_pinned, joined, orders_of, pieces_of, punctuated
from core.questions.kinds.reasons import reason
from core.records.items import Item
from core.tables.content.texts import Gap
from core.wire import BANDS, BandLevel, Bilingual
from core.wiring import in_memory_core

NOTHING = Bilingual(zh="", en="")
CORE = in_memory_core()
CUT = [row for row in CORE.tables.content.sentences if row.chunks]


def test_pieces_in_the_written_order_are_the_sentence() -> None:
    for row in CUT:
        pieces = pieces_of(row)
        assert joined(pieces, range(len(pieces))).rstrip(MARKS) == row.text.rstrip(MARKS), row.id
        assert len(set(pieces)) == len(pieces), row.id


def test_the_end_of_a_sentence_of_several_clauses_stays_last() -> None:
    for row in CUT:
        pieces = pieces_of(row)
        if is_pinned(pieces):
            assert all(order[-1] == len(pieces) - 1 for order in orders_of(row)), row.id
        else:
            assert orders_of(row) == row.orders


@pytest.mark.parametrize(
    ("chunks", "text", "wanted"),
    [
        (["他说", "我不去"], "他说：“我不去。”", ["他说：", "“我不去。”"]),
        (["苹果", "香蕉", "都买"], "苹果、香蕉都买。", ["苹果、", "香蕉", "都买。"]),
        (["下雨了我", "不去"], "下雨了，我不去。", ["下雨了，我", "不去。"]),
        (["你", "去吗"], "你去吗？", ["你", "去吗"]),
    ],
)
def test_marks_stay_with_the_word_they_belong_to(chunks: list[str], text: str, wanted: list[str]) -> None:
    assert punctuated(chunks, text) == wanted


def test_notes_on_words_that_are_not_shown_are_cut_in_both_languages() -> None:
    gap = Gap(
        key="班长",
        distractors=["校园", "年级", "课程"],
        why_zh="班里选出来的是“班长”；“年级”不能选。",
        why_en="A class elects its monitor; a grade is not elected.",
    )
    cut = reason(gap, "他是班长。", shown="他是____。班长", instead=NOTHING)
    assert (cut.zh, cut.en) == ("班里选出来的是“班长”。", "A class elects its monitor.")
    whole = reason(gap, "他是班长。", shown="他是____。班长年级", instead=NOTHING)
    assert whole.zh == gap.why_zh


def test_where_only_a_note_on_another_word_stands_something_else_is_told() -> None:
    gap = Gap(key="吗", distractors=["呢", "吧", "了"], why_zh="这里不用“呢”。", why_en="Not 呢 here.")
    assert reason(gap, "你好吗？", shown="你好____？吗", instead=NOTHING) is NOTHING


@pytest.mark.parametrize("band", BANDS)
def test_no_explanation_of_a_matching_set_quotes_a_word_that_is_not_there(band: BandLevel) -> None:
    by_id = {row.id: row for row in CORE.tables.content.sentences}
    for item in CORE.bank.items("matching", "grammar", band)[::7]:
        shown = _shown(item)
        for source in item.source.split("+"):
            gap = by_id[source].cloze
            assert gap is not None
            absent = {word for word in gap.distractors if word not in shown}
            # What a point is in general may name others of its kind.
            said = [line for line in item.explanation.zh.splitlines() if not re.match(r"\d\. “[^”]+”：", line)]
            assert absent.isdisjoint(re.findall("“([^”]+)”", "".join(said))), item.id


def _shown(item: Item) -> str:
    return "".join(option.text for option in (*item.left, *item.options))
