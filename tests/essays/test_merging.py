"""The merger: agreement, contradiction, budgets, protected places, kinds of changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.essays.merging.agreement import together
from core.essays.merging.candidates import DOUBTED, Candidate, agreed, candidates
from core.essays.merging.protection import names, untouched
from core.essays.merging.selection import BUDGETS, Merged, Strictness, merged
from core.essays.model import EditType, Judge, Proposal
from core.language.grammar.sentence import Sentence
from core.records.texts import Token
from core.wire import Bilingual

SAID = Bilingual(zh="规则说", en="the rule says")


def proposal(
    start: int, end: int, new: str, kind: EditType = "B", chance: float = 0.9, judge: Judge = "ngram", **more: Any
) -> Proposal:
    """What the n-gram model proposes unless told otherwise."""
    return Proposal(start, end, new, kind, judge, more.pop("name", "m"), chance, **more)


def merge(text: str, *proposals: Proposal, strictness: Strictness = "normal", **protected: Any) -> Merged:
    """What is shown of the proposals."""
    return merged(
        text,
        candidates(text, protected.get("simplified", text), proposals),
        untouched=untouched(text),
        names=protected.get("names", ()),
        budget=BUDGETS[strictness],
        explain=lambda change: Bilingual(zh=f"{change.original}→{change.replacement}", en=""),
    )


def plain(found: Merged) -> list[tuple[int, int, str, str]]:
    """The edits without their reasons."""
    return [(edit.start, edit.end, edit.replacement, edit.type) for edit in found.edits]


def test_what_two_judges_say_of_one_place_is_one_edit_and_surer() -> None:
    found = merge("我很高星", proposal(3, 4, "兴", chance=0.7), proposal(2, 4, "高兴", "W", 0.7, "encoder"))
    assert len(found.edits) == 1
    assert found.edits[0].confidence == pytest.approx(together(0.7, 0.7), abs=1e-4)
    assert found.edits[0].judges == ("encoder", "ngram")


def test_one_judge_that_says_it_twice_is_no_surer() -> None:
    found = merge("我很高星", proposal(3, 4, "兴", chance=0.7), proposal(2, 4, "高兴", chance=0.6))
    assert [check.confidence for check in found.checks] == [pytest.approx(together(0.7, None), abs=1e-4)]


def test_agreement_never_makes_certain_and_never_less_sure() -> None:
    assert agreed([0.99, 0.99, 0.99]) == 0.99
    assert agreed([0.7, 0.1]) > agreed([0.7])


def test_a_rule_gives_type_point_and_reason_even_where_a_model_is_surer() -> None:
    rule = proposal(2, 4, "高兴", "W", 0.8, "rule", name="r1", point="【一01】", explanation=SAID)
    (edit,) = merge("我很高星", rule, proposal(3, 4, "兴", chance=0.95)).edits
    assert (edit.start, edit.end, edit.type, edit.point, edit.explanation) == (2, 4, "W", "【一01】", SAID)
    assert edit.judges == ("ngram", "rule:r1")


def test_of_two_that_contradict_one_another_the_likelier_stands_less_sure() -> None:
    first, second = (proposal(3, 4, one, "W", judge="rule", name=one, chance=0.95) for one in "兴心")
    found = merge("我很高星", first, replace(second, chance=0.5))
    assert plain(found) == [(3, 4, "兴", "W")]
    assert found.edits[0].confidence == pytest.approx(19 / 21, abs=1e-4)
    doubtful = merge("我很高星", replace(first, chance=0.75), replace(second, chance=0.7))
    assert doubtful.edits == ()
    assert [check.replacement for check in doubtful.checks] == ["兴"]


def test_a_wrong_character_does_not_speak_against_rebuilding_its_sentence() -> None:
    text = "我吃反在家"
    found = merge(text, proposal(2, 3, "饭"), proposal(1, 5, "在家吃反", "S", 0.95, "rule"))
    assert plain(found) == [(1, 5, "在家吃反", "S")]
    assert found.edits[0].confidence == 0.95


@pytest.mark.parametrize(
    ("strictness", "judge", "chance", "shown"),
    [
        ("normal", "ngram", 0.8, "edit"), ("normal", "ngram", 0.7, "check"), ("normal", "ngram", 0.4, ""),
        ("normal", "rule", 0.5, "edit"), ("normal", "rule", 0.49, "check"), ("normal", "rule", 0.44, ""),
        ("strict", "rule", 0.4, "edit"), ("strict", "rule", 0.3, "check"),
        ("gentle", "rule", 0.85, "check"), ("gentle", "rule", 0.6, ""),
    ],
)  # fmt: skip
def test_the_budget_says_what_is_an_error_and_what_is_to_be_checked(
    strictness: Strictness, judge: Judge, chance: float, shown: str
) -> None:
    found = merge("我很高星", proposal(3, 4, "兴", judge=judge, chance=chance), strictness=strictness)
    assert ("edit" if found.edits else "check" if found.checks else "") == shown


def test_what_one_judge_takes_for_a_wrong_character_is_called_so_whoever_is_surer() -> None:
    said = proposal(1, 2, "哪", "W", 0.9, "usage"), proposal(1, 2, "哪", judge="ngram", chance=0.8)
    assert [(edit.type, edit.replacement) for edit in merge("你那国人", *said).edits] == [("B", "哪")]


@pytest.mark.parametrize("strictness", BUDGETS)
def test_a_language_model_alone_only_ever_asks_for_a_check(strictness: Strictness) -> None:
    said = proposal(3, 4, "兴", judge="language_model", chance=0.95)
    found = merge("我很高星", said, strictness=strictness)
    assert (found.edits, [check.replacement for check in found.checks]) == ((), ["兴"])
    assert plain(merge("我很高星", said, proposal(3, 4, "兴", judge="rule"), strictness=strictness))


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
    assert merge(text, proposal(*change, "W", judge="rule")) == Merged()


def test_what_stands_beside_a_title_or_inside_a_quotation_is_corrected() -> None:
    assert plain(merge("他看《红楼梦》题", proposal(7, 8, "提"))) == [(7, 8, "提", "B")]
    assert plain(merge("他说“我很高星”", proposal(6, 7, "兴"))) == [(6, 7, "兴", "B")]


def test_a_number_or_title_that_is_moved_whole_is_not_altered() -> None:
    assert plain(merge("我吃饭3点", proposal(1, 5, "3点吃饭", "S", judge="rule"))) == [(1, 5, "3点吃饭", "S")]
    assert plain(merge("睡了8点时间", proposal(2, 6, "8个小时", "W"))) == [(2, 6, "8个小时", "W")]
    assert merge("我吃饭3点", proposal(1, 5, "三点吃饭", "S", judge="rule")) == Merged()


def test_models_leave_names_alone_and_rules_do_not() -> None:
    tokens = [Token("李梓宣", 0, 3, "PROPN", 1, "nsubj"), Token("来", 3, 4, "VERB", -1, "root")]
    spans = names([Sentence("李梓宣来", 0, tokens)], frozenset())
    assert spans == [(0, 3)]
    assert merge("李梓宣来", proposal(2, 3, "萱"), names=spans) == Merged()
    assert plain(merge("李梓宣来", proposal(2, 3, "萱", judge="rule"), names=spans)) == [(2, 3, "萱", "B")]


def test_what_only_looks_like_a_name_to_the_parser_is_none() -> None:
    tokens = [Token("题高", 0, 2, "PROPN", -1, "root"), Token("北京", 2, 4, "NOUN", 0, "obj")]
    assert names([Sentence("题高北京", 0, tokens)], frozenset(["北京"])) == [(2, 4)]


@pytest.mark.parametrize(
    ("text", "given", "made"),
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
    text: str, given: tuple[int, int, str, EditType], made: list[tuple[int, int, str, str]]
) -> None:
    assert plain(merge(text, proposal(*given))) == made


def test_an_essay_in_traditional_characters_is_corrected_in_them() -> None:
    text, simplified = "我說漢語說的不好，我學習", "我说汉语说的不好，我学习"
    found = merge(text, proposal(5, 6, "得"), proposal(0, 2, "他说", "W"), simplified=simplified)
    assert plain(found) == [(0, 2, "他說", "W"), (5, 6, "得", "B")]
    assert merge(text, proposal(1, 2, "说"), simplified=simplified) == Merged()


def test_a_judge_that_points_outside_the_text_or_gives_no_chance_is_a_fault() -> None:
    with pytest.raises(ValueError, match=r"ngram:m proposes .* in a text of 2"):
        merge("我来", proposal(2, 3, "了"))
    with pytest.raises(ValueError, match="chance=0"):
        merge("我来", proposal(0, 1, "你", chance=0.0))


def test_insertions_at_one_place_contradict_one_another_and_at_the_edge_of_a_change_they_do_not() -> None:
    def one(start: int, end: int, new: str) -> Candidate:
        return candidates("我来了", "我来了", [proposal(start, end, new, "W")])[0]

    assert one(1, 1, "不").against(one(1, 1, "没"))
    assert not one(1, 1, "不").against(one(1, 2, "去"))


@pytest.mark.parametrize("judge", ["encoder", "usage"])
def test_a_model_alone_is_believed_about_words_only_when_it_is_very_sure(judge: Judge) -> None:
    def alone(chance: float) -> float:
        said = Proposal(1, 2, "", "D", judge, "e", chance)
        return candidates("他了去", "他了去", [said])[0].chance

    assert [alone(0.6), alone(0.85), alone(0.93)] == [0.6, DOUBTED, 0.93]
