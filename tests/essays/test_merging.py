"""The merging of proposals: agreement, conflict, thresholds, protected text, types of changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.essays.merging.agreement import combined_probability
from core.essays.merging.candidates import HIGHEST_DOUBTED, CandidateEdit, candidate_edits, noisy_or
from core.essays.merging.protection import frame_spans, name_spans, protected_spans
from core.essays.merging.selection import DISPLAY_THRESHOLDS, Selection, Strictness, select_edits
from core.essays.model import CorrectorKind, EditType, Proposal
from core.language.grammar.sentence import Sentence
from core.records.texts import Token
from core.wire import Bilingual

REASON = Bilingual(zh="规则说", en="the rule says")


def proposal(
    start: int,
    end: int,
    new: str,
    kind: EditType = "B",
    probability: float = 0.9,
    corrector: CorrectorKind = "ngram",
    **more: Any,
) -> Proposal:
    """A proposal, by the n-gram model unless stated otherwise."""
    return Proposal(start, end, new, kind, corrector, more.pop("name", "m"), probability, **more)


def merge(text: str, *proposals: Proposal, strictness: Strictness = "normal", **protected: Any) -> Selection:
    """The edits and places to check that are shown of the proposals."""
    return select_edits(
        text,
        candidate_edits(text, protected.get("simplified", text), proposals),
        protected_spans=protected_spans(text),
        name_spans=protected.get("name_spans", ()),
        thresholds=DISPLAY_THRESHOLDS[strictness],
        explain=lambda change, words: words or Bilingual(zh=f"{change.original}→{change.replacement}", en=""),
    )


def plain(selection: Selection) -> list[tuple[int, int, str, str]]:
    """The edits without their reasons."""
    return [(edit.start, edit.end, edit.replacement, edit.type) for edit in selection.edits]


def test_the_same_proposal_of_two_correctors_is_one_edit_and_more_probable() -> None:
    selection = merge("我很高星", proposal(3, 4, "兴", probability=0.7), proposal(2, 4, "高兴", "W", 0.7, "encoder"))
    assert len(selection.edits) == 1
    assert selection.edits[0].confidence == pytest.approx(combined_probability(0.7, 0.7), abs=1e-4)
    assert selection.edits[0].correctors == ("encoder", "ngram")


def test_the_same_proposal_twice_by_one_corrector_is_no_more_probable() -> None:
    selection = merge("我很高星", proposal(3, 4, "兴", probability=0.7), proposal(2, 4, "高兴", probability=0.6))
    assert [check.confidence for check in selection.checks] == [
        pytest.approx(combined_probability(0.7, None), abs=1e-4)
    ]


def test_agreement_never_makes_certain_and_never_less_sure() -> None:
    assert noisy_or([0.99, 0.99, 0.99]) == 0.99
    assert noisy_or([0.7, 0.1]) > noisy_or([0.7])


def test_a_rule_gives_type_point_and_reason_even_where_a_model_is_surer() -> None:
    rule = proposal(2, 4, "高兴", "W", 0.8, "rule", name="r1", point="【一01】", explanation=REASON)
    (edit,) = merge("我很高星", rule, proposal(3, 4, "兴", probability=0.95)).edits
    assert (edit.start, edit.end, edit.type, edit.point, edit.explanation) == (2, 4, "W", "【一01】", REASON)
    assert edit.correctors == ("ngram", "rule:r1")


def test_of_two_conflicting_proposals_the_more_probable_one_stays_with_less_confidence() -> None:
    first, second = (
        proposal(3, 4, character, "W", corrector="rule", name=character, probability=0.95) for character in "兴心"
    )
    selection = merge("我很高星", first, replace(second, probability=0.5))
    assert plain(selection) == [(3, 4, "兴", "W")]
    assert selection.edits[0].confidence == pytest.approx(19 / 21, abs=1e-4)
    doubtful = merge("我很高星", replace(first, probability=0.75), replace(second, probability=0.7))
    assert doubtful.edits == ()
    assert [check.replacement for check in doubtful.checks] == ["兴"]


def test_a_wrong_character_does_not_speak_against_rebuilding_its_sentence() -> None:
    text = "我吃反在家"
    selection = merge(text, proposal(2, 3, "饭"), proposal(1, 5, "在家吃反", "S", 0.95, "rule"))
    assert plain(selection) == [(1, 5, "在家吃反", "S")]
    assert selection.edits[0].confidence == 0.95


@pytest.mark.parametrize(
    ("strictness", "corrector", "probability", "shown"),
    [
        ("normal", "ngram", 0.8, "edit"), ("normal", "ngram", 0.7, "check"), ("normal", "ngram", 0.4, ""),
        ("normal", "rule", 0.5, "edit"), ("normal", "rule", 0.49, "check"), ("normal", "rule", 0.44, ""),
        ("strict", "rule", 0.4, "edit"), ("strict", "rule", 0.3, "check"),
        ("gentle", "rule", 0.85, "check"), ("gentle", "rule", 0.6, ""),
    ],
)  # fmt: skip
def test_the_thresholds_say_what_is_an_error_and_what_is_to_be_checked(
    strictness: Strictness, corrector: CorrectorKind, probability: float, shown: str
) -> None:
    selection = merge(
        "我很高星", proposal(3, 4, "兴", corrector=corrector, probability=probability), strictness=strictness
    )
    assert ("edit" if selection.edits else "check" if selection.checks else "") == shown


def test_what_one_corrector_takes_for_a_wrong_character_is_one_whichever_is_surer() -> None:
    proposals = proposal(1, 2, "哪", "W", 0.9, "usage"), proposal(1, 2, "哪", corrector="ngram", probability=0.8)
    assert [(edit.type, edit.replacement) for edit in merge("你那国人", *proposals).edits] == [("B", "哪")]


@pytest.mark.parametrize("strictness", DISPLAY_THRESHOLDS)
def test_a_language_model_alone_only_ever_asks_for_a_check(strictness: Strictness) -> None:
    by_model = proposal(3, 4, "兴", corrector="language_model", probability=0.95)
    selection = merge("我很高星", by_model, strictness=strictness)
    assert (selection.edits, [check.replacement for check in selection.checks]) == ((), ["兴"])
    assert plain(merge("我很高星", by_model, proposal(3, 4, "兴", corrector="rule"), strictness=strictness))


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("他看《红楼萝》", (5, 6, "梦")),
        ("我用iPhnoe12", (2, 9, "手机")),
        ("网址是https://a.cn/题高", (15, 16, "提")),
        ("有3,000个", (2, 3, "，")),
        ("写信到li.ming@a.cn吧", (5, 6, "。")),
    ],
)
def test_titles_addresses_and_numbers_are_left_as_they_are(text: str, change: tuple[int, int, str]) -> None:
    assert merge(text, proposal(*change, "W", corrector="rule")) == Selection()


def test_what_stands_beside_a_title_or_inside_a_quotation_is_corrected() -> None:
    assert plain(merge("他看《红楼梦》题", proposal(7, 8, "提"))) == [(7, 8, "提", "B")]
    assert plain(merge("他说“我很高星”", proposal(6, 7, "兴"))) == [(6, 7, "兴", "B")]


def test_a_number_or_title_that_is_moved_whole_is_not_altered() -> None:
    assert plain(merge("我吃饭3点", proposal(1, 5, "3点吃饭", "S", corrector="rule"))) == [(1, 5, "3点吃饭", "S")]
    assert plain(merge("睡了8点时间", proposal(2, 6, "8个小时", "W"))) == [(2, 6, "8个小时", "W")]
    assert merge("我吃饭3点", proposal(1, 5, "三点吃饭", "S", corrector="rule")) == Selection()


def test_models_leave_names_alone_and_rules_do_not() -> None:
    tokens = [Token("李梓宣", 0, 3, "PROPN", 1, "nsubj"), Token("来", 3, 4, "VERB", -1, "root")]
    spans = name_spans([Sentence("李梓宣来", 0, tokens)], frozenset())
    assert spans == [(0, 3)]
    assert merge("李梓宣来", proposal(2, 3, "萱"), name_spans=spans) == Selection()
    assert plain(merge("李梓宣来", proposal(2, 3, "萱", corrector="rule"), name_spans=spans)) == [(2, 3, "萱", "B")]


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("我家有三个人。", (4, 5, "口", "W")),
        ("我对做饭很有兴趣。", (1, 2, "", "D")),
        ("他们对历史感兴趣。", (2, 3, "", "D")),
    ],
)
def test_models_leave_right_frames_alone(text: str, change: tuple[int, int, str, EditType]) -> None:
    assert merge(text, proposal(*change), name_spans=frame_spans(text)) == Selection()


def test_a_frame_protects_no_more_than_itself() -> None:
    assert frame_spans("他对我说有事。我们班有三个人。") == []


def test_what_only_looks_like_a_name_to_the_parser_is_none() -> None:
    tokens = [Token("题高", 0, 2, "PROPN", -1, "root"), Token("北京", 2, 4, "NOUN", 0, "obj")]
    assert name_spans([Sentence("题高北京", 0, tokens)], frozenset(["北京"])) == [(2, 4)]


@pytest.mark.parametrize(
    ("text", "proposed", "expected"),
    [
        ("我高星了", (1, 3, "搞兴", "B"), [(1, 2, "搞", "B"), (2, 3, "兴", "B")]),
        ("我吃饭", (1, 3, "吃了饭", "W"), [(2, 2, "了", "L")]),
        ("我的的书", (1, 3, "的", "W"), [(1, 2, "", "D")]),
        ("你好,我", (2, 3, "，", "W"), [(2, 3, "，", "P")]),
        ("高星", (0, 2, "开心了", "B"), [(0, 2, "开心了", "W")]),
        ("我来", (2, 2, "。", "L"), [(2, 2, "。", "P")]),
        ("我来", (0, 2, "我来", "W"), []),
    ],
)
def test_a_proposal_becomes_edits_of_the_type_that_fits(
    text: str, proposed: tuple[int, int, str, EditType], expected: list[tuple[int, int, str, str]]
) -> None:
    assert plain(merge(text, proposal(*proposed))) == expected


def test_an_essay_in_traditional_characters_is_corrected_in_them() -> None:
    text, simplified = "我說漢語說的不好，我學習", "我说汉语说的不好，我学习"
    selection = merge(text, proposal(5, 6, "得"), proposal(0, 2, "他说", "W"), simplified=simplified)
    assert plain(selection) == [(0, 2, "他說", "W"), (5, 6, "得", "B")]
    assert merge(text, proposal(1, 2, "说"), simplified=simplified) == Selection()


def test_a_proposal_outside_the_text_or_without_a_probability_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"ngram:m proposes .* in a text of 2"):
        merge("我来", proposal(2, 3, "了"))
    with pytest.raises(ValueError, match="probability=0"):
        merge("我来", proposal(0, 1, "你", probability=0.0))


def test_insertions_at_one_position_conflict_and_at_the_edge_of_a_change_they_do_not() -> None:
    def candidate(start: int, end: int, new: str) -> CandidateEdit:
        return candidate_edits("我来了", "我来了", [proposal(start, end, new, "W")])[0]

    assert candidate(1, 1, "不").conflicts_with(candidate(1, 1, "没"))
    assert not candidate(1, 1, "不").conflicts_with(candidate(1, 2, "去"))


@pytest.mark.parametrize("corrector", ["encoder", "usage"])
def test_a_model_alone_is_believed_about_words_only_when_it_is_very_sure(corrector: CorrectorKind) -> None:
    def alone(probability: float) -> float:
        deletion = Proposal(1, 2, "", "D", corrector, "e", probability)
        return candidate_edits("他了去", "他了去", [deletion])[0].probability

    assert [alone(0.6), alone(0.85), alone(0.93)] == [0.6, HIGHEST_DOUBTED, 0.93]
