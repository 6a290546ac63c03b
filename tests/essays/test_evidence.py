"""What an essay says about its writer: errors by their targets, points used, the act once, drafts not twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from core.essays.evidence import EvidenceTargets, WritingAct, evidence_of
from core.essays.history import act_of
from core.essays.reporting import AssessedEssay
from core.records.evidence import Evidence
from evaluation.essays.fakes import ListedErrors, evaluator, request

NOW = datetime(2026, 11, 23, 2, tzinfo=UTC)
ACT = WritingAct(evaluation_id="ess_1", student_id="s1", act_id="act_1", occurred_at=NOW)
TARGETS = EvidenceTargets(
    points=frozenset(["【一17】", "【一02】", "【一24】"]),
    telling_points=frozenset(["【一17】", "【一02】"]),
    words=frozenset(["高兴", "提高", "了", "尊重"]),
)
WRONG = ListedErrors(
    {"高心": ("高兴", "B"), "题高": ("提高", "B"), "了了": ("了", "D"), "一本猫": ("一只猫", "W"), ",": ("，", "P"), "走在": ("在走", "S")},
    points={"一本猫": "【一17】"},
)  # fmt: skip
ESSAY = "昨天我很高心,我的汉语题高了了。他有一本猫。我们走在公园里，我们很喜欢猫和狗和鸟。"


def assessed(essay: str = ESSAY, corrector: ListedErrors = WRONG, **changed_features: Any) -> AssessedEssay:
    """The evaluation of an essay, its points and findings changed."""
    assessed_essay = evaluator(corrector).assess(request(essay))
    return replace(assessed_essay, features=replace(assessed_essay.features, **changed_features))


def of_kind(pieces: Sequence[Evidence], kind: str) -> list[tuple[str, str, float, float]]:
    """Target, outcome and weight of the pieces of one kind."""
    return [(piece.target_kind, piece.target, piece.outcome, piece.weight) for piece in pieces if piece.kind == kind]


def test_an_error_is_told_on_its_grammar_point_else_on_the_word_that_is_meant() -> None:
    errors = of_kind(evidence_of(assessed(), ACT, TARGETS), "essay_error")
    assert errors == [
        ("word", "高兴", 0.0, 0.9), ("word", "提高", 0.0, 0.9), ("word", "了", 0.0, 0.9), ("point", "【一17】", 0.0, 0.9),
    ]  # fmt: skip


def test_marks_and_structures_without_a_point_are_told_on_nothing() -> None:
    assert of_kind(evidence_of(assessed("我们走在公园里,我们很喜欢猫和狗和鸟"), ACT, TARGETS), "essay_error") == []


def test_places_to_check_say_nothing() -> None:
    assert of_kind(evidence_of(assessed(corrector=replace(WRONG, probability=0.6)), ACT, TARGETS), "essay_error") == []


def test_what_only_a_strict_reader_is_shown_says_nothing() -> None:
    strict = evaluator(replace(WRONG, probability=0.6)).assess(request(ESSAY, strictness="strict"))
    assert strict.features.edits
    pieces = evidence_of(strict, ACT, TARGETS)
    assert of_kind(pieces, "essay_error") == []
    assert [piece.outcome for piece in pieces if piece.target == "D49"] == [0.0]


def test_several_errors_about_one_thing_weigh_less_each() -> None:
    essay = "昨天我很高心，今天我也很高心，明天我会很高心，我们大家都会很快乐的吧，我想"
    weights = [weight for *_, weight in of_kind(evidence_of(assessed(essay), ACT, TARGETS), "essay_error")]
    assert weights == [0.9, 0.45, 0.3]


def test_a_point_used_well_counts_a_little_and_one_with_an_error_not() -> None:
    places = {"【一02】": [(30, 32)], "【一17】": [(18, 21)], "【一24】": [(30, 32)], "【九99】": [(30, 32)]}
    assert of_kind(evidence_of(assessed(points=places), ACT, TARGETS), "essay_use") == [("point", "【一02】", 1.0, 0.1)]
    assert of_kind(evidence_of(assessed(points={"【一02】": [(4, 6)]}), ACT, TARGETS), "essay_use") == []


def test_the_act_and_its_figures_are_told_once() -> None:
    pieces = evidence_of(assessed(), ACT, TARGETS)
    (act,) = [piece for piece in pieces if piece.kind == "essay"]
    assert (act.target_kind, act.target, act.idempotency_key) == ("skill", "writing", "essay:act_1")
    leaves = {target: outcome for _, target, outcome, _ in of_kind(pieces, "essay_scored")}
    assert leaves["D49"] == 1.0
    assert leaves["D54"] == 1.0
    assert 0 <= leaves["D52"] < 1


def test_a_later_draft_repeats_the_keys_of_what_stands_there_still() -> None:
    first = {piece.idempotency_key for piece in evidence_of(assessed(), ACT, TARGETS)}
    draft = ESSAY.replace("题高", "提高") + "他天天见高心。"
    second = evidence_of(assessed(draft), replace(ACT, evaluation_id="ess_2"), TARGETS)
    new = [piece for piece in second if piece.idempotency_key not in first]
    assert [(piece.kind, piece.target) for piece in new] == [("essay_error", "高兴")]


def test_another_act_has_keys_of_its_own() -> None:
    first = {piece.idempotency_key for piece in evidence_of(assessed(), ACT, TARGETS)}
    other = {piece.idempotency_key for piece in evidence_of(assessed(), replace(ACT, act_id="act_2"), TARGETS)}
    assert first.isdisjoint(other)


def test_a_short_text_earns_nothing_and_a_refused_one_says_nothing() -> None:
    short = evidence_of(assessed("昨天我很高心我很高心"), ACT, TARGETS)
    assert {piece.kind for piece in short} == {"essay_error"}
    assert evidence_of(assessed("我很喜欢我的家。" * 50), ACT, TARGETS) == []


def test_drafts_of_one_essay_are_known_by_student_title_and_day_or_by_their_beginning() -> None:
    day = date(2026, 11, 23)
    first = act_of("s1", "我的家", "我家有三口人。", day)
    assert act_of("s1", "《我的家》", "我家很大。", day) == first
    assert act_of("s2", "我的家", "我家有三口人。", day) != first
    assert act_of("s1", "我的家", "我家有三口人。", date(2026, 11, 24)) != first
    untitled = act_of("s1", "", "我家有三口人，爸爸妈妈和我。", day)
    assert act_of("s1", "", "我家有三口人，爸爸、妈妈和我，还有猫", day) == untitled
    assert act_of("s1", "", "我的学校很大，有很多学生和老师。", day) != untitled
