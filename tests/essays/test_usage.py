"""The usage corrector: its parts on small made-up counts, and the files that ship on everyday sentences."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.arrays import Float64, Int64
from core.essays.model import Proposal
from core.essays.usage.candidates import (
    BOUNDARY,
    DELETE,
    INSERT,
    MOVE,
    SUBSTITUTE,
    ErrorRates,
    UsageCandidateFinder,
    tokens_of,
)
from core.essays.usage.corrector import UsageCorrector
from core.essays.usage.features import ranks
from core.language.grammar.sentence import ParsedText, Sentence
from core.models.boosted_trees import Trees
from core.models.essays.usage import FILE, SimilarWords, usage_corrector
from core.records.texts import Token
from core.tables import Tables
from core.wiring import in_memory_core

DATA = Path(__file__).resolve().parents[2] / "data"
WORDS = ("", "我", "去", "了", "学校", "在", "学习")


class SeenPairs:
    """Word bigrams: pairs that were seen are probable, all others are not."""

    def __init__(self, *pairs: str) -> None:
        self._seen = {tuple(pair.split()) for pair in pairs}

    def ids(self, words: Sequence[str]) -> Int64:
        return np.array([WORDS.index(word) if word in WORDS else 0 for word in words], np.int64)

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        named = [
            tuple("|" if one == BOUNDARY else WORDS[one] for one in pair) for pair in zip(left, right, strict=True)
        ]
        return np.array([-1.0 if pair in self._seen else -6.0 for pair in named])


def parsed(*words: str) -> ParsedText:
    tokens, at = [], 0
    for word in words:
        tokens.append(Token(word, at, at + len(word), "PUNCT" if word == "。" else "VERB", -1, "root"))
        at += len(word)
    text = "".join(words)
    return ParsedText(text, (Sentence(text, 0, tuple(tokens)),))


def found_changes(
    parsed_text: ParsedText, counted: SeenPairs, error_rates: ErrorRates
) -> set[tuple[int, int, int, str]]:
    tokens = tokens_of(parsed_text, counted)
    candidates = UsageCandidateFinder(counted, error_rates, lambda _: []).candidates(tokens)
    return {
        (operation, *change)
        for operation, change in zip(candidates.operation.tolist(), candidates.changes(tokens), strict=True)
    }


def test_a_word_that_is_often_missing_and_goes_with_both_neighbours_is_put_in() -> None:
    counted = SeenPairs("| 我", "我 去", "去 了", "了 学校", "学校 |")
    assert (INSERT, 2, 2, "了") in found_changes(
        parsed("我", "去", "学校", "。"), counted, ErrorRates({"了": -4.0}, {}, {})
    )


def test_a_word_that_is_often_extra_is_taken_out() -> None:
    counted = SeenPairs("| 我", "我 去", "去 学校", "学校 |")
    assert (DELETE, 2, 3, "") in found_changes(
        parsed("我", "去", "了", "学校", "。"), counted, ErrorRates({}, {"了": -3.0}, {})
    )


def test_a_word_is_exchanged_for_one_that_learners_mix_it_up_with() -> None:
    counted = SeenPairs("| 我", "我 在", "在 学校", "学校 |")
    changes = found_changes(parsed("我", "去", "学校", "。"), counted, ErrorRates({}, {}, {"去": {"在": -3.0}}))
    assert (SUBSTITUTE, 1, 2, "在") in changes


def test_neighbours_in_the_wrong_order_are_exchanged() -> None:
    counted = SeenPairs("| 我", "我 学校", "学校 去", "去 |")
    assert (MOVE, 1, 4, "学校去") in found_changes(parsed("我", "去", "学校", "。"), counted, ErrorRates({}, {}, {}))


def test_marks_are_never_changed() -> None:
    changes = found_changes(
        parsed("我", "。", "去", "。"), SeenPairs(), ErrorRates({}, {"。": 0.0}, {"。": {"我": 0.0}})
    )
    assert all("。" not in "我。去。"[start:end] for _, start, end, _ in changes)


def test_words_alike_share_all_characters_but_one_or_their_order() -> None:
    listed = {word: frozenset({"N"}) for word in ("经验", "经历", "粮食", "学校")}
    similar_words = SimilarWords(listed, {"经验": ["学校"]})
    assert similar_words("经验") == ["经历", "学校"]
    assert similar_words("食粮") == ["粮食"]


def test_the_best_of_a_place_has_rank_zero_and_its_margin() -> None:
    rank, margin = ranks(np.array([3, 3, 5]), np.array([1.0, 4.0, 2.0]))
    assert rank.tolist() == [1, 0, 0]
    assert margin.tolist() == [-3.0, 3.0, 10.0]


def test_trees_add_what_their_leaves_hold() -> None:
    zeros = np.zeros(3, np.int64)
    trees = Trees(
        feature=zeros, threshold=np.array([0.5, 0.0, 0.0]), left=np.array([1, 1, 2]), right=np.array([2, 1, 2]),
        value=np.array([0.0, -1.0, 2.0]), roots=np.array([0]), base=0.25, depth=1,
    )  # fmt: skip
    assert trees.log_odds(np.array([[0.0], [1.0]])).tolist() == [-0.75, 2.25]


@cache
def corrector() -> UsageCorrector:
    return usage_corrector(Tables(DATA))


def proposals(text: str) -> Sequence[Proposal]:
    return corrector().proposals(text, in_memory_core().essays.evaluator.analyser.parsed_text(text))


def test_the_version_is_known_before_anything_is_read_and_is_the_files() -> None:
    with np.load(DATA / FILE, allow_pickle=False) as stored:
        card = json.loads(bytes(stored["card"]).decode())
    assert usage_corrector(Tables(DATA)).version == card["version"]


def test_the_file_is_small() -> None:
    assert (DATA / FILE).stat().st_size < 2 * 2**20


@pytest.mark.parametrize(
    ("text", "start", "end", "new"),
    [
        ("他汉语说很流利。", 4, 4, "得"),
        ("我住北京三年了。", 2, 2, "在"),
        ("我昨天去商店买很多东西。", 7, 7, "了"),
    ],
)
def test_what_is_missing_is_proposed(text: str, start: int, end: int, new: str) -> None:
    assert (start, end, new) in {(one.start, one.end, one.replacement) for one in proposals(text)}


@pytest.mark.parametrize(
    "text",
    ["他在中国学习了三年汉语。", "昨天我没看见他。", "他的性格很好，所以大家都喜欢他。", "这个问题比较难解决。"],
)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert not [one for one in proposals(text) if one.probability >= 0.5]


def test_proposals_are_sorted_and_do_not_conflict() -> None:
    told = proposals("我昨天去商店买很多东西。他汉语说很流利。我住北京三年了。")
    assert all(one.end <= other.start for one, other in itertools.pairwise(told))


@pytest.mark.parametrize(
    "paragraphs",
    [
        ("天气很冷，我穿很多衣服。", "我住北京三年了。"),
        ("我对你保证，以后不再迟到", "我想对您请教一个问题，您有时间吗？"),
        ("我对他商量了半天，他还是没同意", "妈妈给我说，做人要诚实"),
    ],
)
def test_a_paragraph_is_corrected_by_itself(paragraphs: tuple[str, str]) -> None:
    first, second = paragraphs
    analyse, shift = in_memory_core().essays.evaluator.analyser.parsed_text, len(first) + 1
    alone = [*corrector().model.corrections(analyse(first)), *corrector().model.corrections(analyse(second))]
    both = corrector().model.corrections(analyse(f"{first}\n{second}"))
    assert [(one.replacement, one.probability) for one in both] == [(one.replacement, one.probability) for one in alone]
    assert [one.start - shift for one in both if one.start >= shift] == [
        one.start for one in corrector().model.corrections(analyse(second))
    ]


def test_what_is_remembered_of_a_sentence_is_what_is_found_when_it_is_read() -> None:
    first, later = "我住北京三年", "他汉语说很流利\n我住北京三年\n天气很冷，我穿很多衣服\n他汉语说很流利"
    analyse, remembering = in_memory_core().essays.evaluator.analyser.parsed_text, usage_corrector(Tables(DATA))
    assert remembering.proposals(first, analyse(first))
    parsed_text = analyse(later)
    assert remembering.proposals(later, parsed_text) == usage_corrector(Tables(DATA)).proposals(later, parsed_text)


def test_traditional_characters_are_put_in_as_the_essay_writes_them() -> None:
    text = "他漢語說很流利，學習也很努力。"
    told = {one.replacement for one in proposals(text)}
    assert told
    assert not any("说" in new or "学" in new for new in told)


def test_an_empty_text_has_no_proposals() -> None:
    assert corrector().proposals("", ParsedText("", ())) == []
