"""How far a language model is believed, by what was measured of it: pure, on samples and sentences whose truth is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.essays.language_model.answers import SampleEdit
from core.essays.language_model.judging import local_judge
from core.essays.language_model.measuring import (
    MOST_CLEAN_TOUCHED,
    SentenceOutcome,
    figures_of,
    outcome_of,
    policy_of,
)
from core.essays.language_model.policy import (
    ASSUMED_PROBABILITY,
    HIGHEST_CHECK,
    UNMEASURED,
    Cell,
    Policy,
    less_sure_where_silent,
    possible_cells,
    proposals,
    rated_edits,
)
from core.essays.language_model.words import with_whole_words
from core.essays.merging.candidates import candidate_edits
from core.essays.merging.selection import DISPLAY_THRESHOLDS, select_edits
from core.essays.model import CorrectorKind, Proposal
from core.language.grammar.sentence import ParsedText, Sentence
from core.records.texts import Token
from core.wire import Bilingual
from evaluation.essays.sets import LearnerRow

TEXT = "我昨天见面了我的老师，他很高心。"
FACE = SampleEdit(4, 5, "", "D")
HEART = SampleEdit(14, 15, "兴", "B")
REASON = Bilingual(zh="这是两个字", en="two characters")


def nobody(*_: object) -> bool:
    return False


def test_samples_agree_on_a_change_however_widely_it_is_written() -> None:
    wide = SampleEdit(2, 8, "天见了我的", "S", REASON)
    assert [(item.cell, item.edit.type) for item in rated_edits(TEXT, [[FACE], [wide], [FACE, HEART]], nobody)] == [
        (Cell(3, False, False), "D"),
        (Cell(1, False, False), "B"),
    ]


def test_an_edit_that_one_sample_makes_twice_counts_once() -> None:
    assert [item.cell.samples for item in rated_edits(TEXT, [[FACE, FACE], []], nobody)] == [1]


CERTAIN_FACE, CERTAIN_HEART = replace(FACE, sure=True), replace(HEART, sure=True)


@pytest.mark.parametrize(
    ("samples", "cell"),
    [
        ([[CERTAIN_FACE]], Cell(1, True, False)),
        ([[FACE]], Cell(1, False, False)),
        ([[CERTAIN_FACE], [CERTAIN_FACE], [FACE]], Cell(3, True, False)),
        ([[CERTAIN_FACE], [CERTAIN_FACE], []], Cell(2, True, False)),
        ([[CERTAIN_FACE], [FACE], [FACE]], Cell(3, False, False)),
        ([[CERTAIN_FACE], [FACE], []], Cell(2, False, False)),
        ([[CERTAIN_FACE], [], []], Cell(1, False, False)),
        ([[CERTAIN_FACE, FACE], [FACE, CERTAIN_FACE], []], Cell(2, True, False)),
    ],
)
def test_an_edit_is_sure_where_most_of_all_samples_call_it_certain(
    samples: Sequence[Sequence[SampleEdit]], cell: Cell
) -> None:
    (item,) = rated_edits(TEXT, samples, nobody)
    assert item.cell == cell


def test_one_edit_of_a_sample_may_be_certain_and_another_not() -> None:
    rated = rated_edits(TEXT, [[FACE, CERTAIN_HEART]] * 3, lambda start, *_: start == FACE.start)
    assert [item.cell for item in rated] == [Cell(3, False, True), Cell(3, True, False)]


@given(
    st.lists(st.lists(st.sampled_from([FACE, CERTAIN_FACE, HEART, CERTAIN_HEART])), min_size=1, max_size=3),
    st.booleans(),
)
def test_every_edit_has_a_cell_that_is_measured(samples: list[list[SampleEdit]], agreed: bool) -> None:
    cells = possible_cells(len(samples))
    assert all(item.cell in cells for item in rated_edits(TEXT, samples, lambda *_: agreed))


def test_only_as_many_samples_are_read_as_the_policy_asks_for() -> None:
    assert [item.start for item in proposals(TEXT, [[FACE], [HEART]], UNMEASURED, nobody, name="m")] == [4]


MEASURED = Policy(
    samples=3,
    probabilities={
        Cell(3, False, True): 0.95,
        Cell(3, False, False): 0.85,
        Cell(2, False, False): 0.5,
        Cell(1, False, False): 0.05,
    },
    error_from=0.7,
    error_types=frozenset({"D"}),
    measured=True,
)


def test_the_probability_is_that_of_the_cell_and_what_is_hardly_ever_right_is_dropped() -> None:
    samples = [[FACE, HEART], [FACE], [FACE]]
    (item,) = proposals(TEXT, samples, MEASURED, nobody, name="m")
    assert (item.start, item.corrector, item.probability) == (4, "measured_language_model", 0.85)
    (surer,) = proposals(TEXT, [[FACE]] * 3, MEASURED, lambda *_: True, name="m")
    assert surer.probability == 0.95


def test_a_type_that_may_not_be_an_error_is_a_place_to_check() -> None:
    (item,) = proposals(TEXT, [[HEART]] * 3, MEASURED, nobody, name="m")
    assert (item.corrector, item.probability) == ("language_model", HIGHEST_CHECK)


def shown(proposed: Sequence[Proposal]) -> tuple[list[str], list[str]]:
    """The originals of errors and of places to check, at the setting normal."""
    selection = select_edits(
        TEXT,
        candidate_edits(TEXT, TEXT, proposed),
        protected_spans=(),
        name_spans=(),
        thresholds=DISPLAY_THRESHOLDS["normal"],
        explain=lambda change, words: words or Bilingual(zh=change.original, en=""),
    )
    return [edit.original for edit in selection.edits], [edit.original for edit in selection.checks]


def test_a_measured_model_makes_errors_and_an_unmeasured_one_asks_for_checks() -> None:
    samples = [[FACE, HEART]] * 3
    assert shown(proposals(TEXT, samples, MEASURED, nobody, name="m")) == (["面"], ["心"])
    assert shown(proposals(TEXT, samples, UNMEASURED, nobody, name="m")) == ([], ["面", "心"])


def test_what_was_measured_of_a_model_is_not_made_surer_by_an_agreement_that_was_measured_too() -> None:
    (item,) = proposals(TEXT, [[FACE]] * 3, MEASURED, nobody, name="m")
    embedded = Proposal(4, 5, "", "D", "encoder", "e", 0.6)
    (merged,) = candidate_edits(TEXT, TEXT, [item, embedded])
    assert merged.probability == 0.85
    assert set(merged.correctors) == {"measured_language_model", "encoder"}
    (sure,) = candidate_edits(TEXT, TEXT, [item, replace(embedded, corrector="rule", probability=0.97)])
    assert sure.probability == 0.97


def test_a_rules_reason_goes_before_the_models_words() -> None:
    worded = replace(FACE, reason=REASON)
    (item,) = proposals(TEXT, [[worded]] * 3, MEASURED, nobody, name="m")
    rule = Proposal(4, 5, "", "D", "rule", "r", 0.6, explanation=Bilingual(zh="规则", en="rule"))
    (both,), (alone,) = candidate_edits(TEXT, TEXT, [item, rule]), candidate_edits(TEXT, TEXT, [item])
    assert both.explanation == rule.explanation
    assert (alone.explanation, alone.model_words) == (None, item.explanation)
    assert item.explanation is not None
    assert item.explanation.zh == "语言模型的说明：这是两个字"


def words_of(text: str, *words: str) -> ParsedText:
    """A text of one sentence with these words."""
    tokens, start = [], 0
    for word in words:
        tokens.append(Token(word, start, start + len(word), "X", -1, "dep"))
        start += len(word)
    return ParsedText(text, (Sentence(text, 0, tokens),))


def test_what_is_replaced_is_said_in_whole_words() -> None:
    text = "我们应该保护iPad。"
    parsed = words_of(text, "我们", "应该", "保护", "iPad", "。")
    proposed = [
        Proposal(4, 5, "爱", "W", "language_model", "m", 0.6),
        Proposal(3, 5, "当爱", "W", "language_model", "m", 0.6),
        Proposal(3, 4, "当", "B", "language_model", "m", 0.6),
        Proposal(6, 7, "x", "W", "language_model", "m", 0.6),
    ]
    widened = with_whole_words(text, parsed, proposed)
    assert [(text[item.start : item.end], item.replacement) for item in widened] == [
        ("保护", "爱护"),
        ("应该保护", "应当爱护"),
        ("该", "当"),
        ("i", "x"),
    ]


# -- the judge on this machine -------------------------------------------------------------------------------


def test_a_judge_agrees_where_an_embedded_corrector_proposes_the_same() -> None:
    agrees = local_judge(TEXT, TEXT, [Proposal(14, 15, "兴", "B", "ngram", "n", 0.3)], None)
    assert (agrees(14, 15, "兴"), agrees(14, 15, "情"), agrees(4, 5, "")) == (True, False, False)
    assert not local_judge(TEXT, TEXT, [Proposal(14, 15, "兴", "B", "ngram", "n", 0.2)], None)(14, 15, "兴")


# -- measuring -----------------------------------------------------------------------------------------------


def outcomes(
    right_shares: tuple[float, float], *, clean_edits: float, sentences: int = 300, seed: int = 1
) -> list[SentenceOutcome]:
    """A simulated model: edits that three samples make, or one alone, are right with these probabilities; it touches so many right sentences
    with an edit that one sample makes."""
    rng = random.Random(seed)
    made = []
    row = LearnerRow("我昨天去了二个商店买东西。", ("我昨天去了两个商店买东西。",))
    clean = LearnerRow("我昨天去了两个商店买东西。", ("我昨天去了两个商店买东西。",))
    good, bad = SampleEdit(5, 6, "两", "W"), SampleEdit(10, 11, "卖", "B")
    for _ in range(sentences):
        together = good if rng.random() < right_shares[0] else bad
        alone = good if rng.random() < right_shares[1] else bad
        # The single sample must not add its vote to the same edit.
        samples = [[together]] * 3 if rng.random() < 0.5 else [[alone], [], []]
        made.append(outcome_of(row, samples, nobody))
        made.append(outcome_of(clean, [[bad] if rng.random() < clean_edits else [], [], []], nobody))
    return made


def sure_outcomes(
    *, right_when_certain: float, right_when_likely: float, samples: int, sentences: int = 300, seed: int = 1
) -> list[SentenceOutcome]:
    """A simulated model that calls half of its edits certain, all samples alike; it leaves right sentences alone."""
    rng = random.Random(seed)
    made = []
    row = LearnerRow("我昨天去了二个商店买东西。", ("我昨天去了两个商店买东西。",))
    good, bad = SampleEdit(5, 6, "两", "W"), SampleEdit(10, 11, "卖", "W")
    for _ in range(sentences):
        sure = rng.random() < 0.5
        edit = good if rng.random() < (right_when_certain if sure else right_when_likely) else bad
        made.append(outcome_of(row, [[replace(edit, sure=sure)]] * samples, nobody))
    clean = LearnerRow(row.right[0], row.right)
    return [*made, *[outcome_of(clean, [[]] * samples, nobody)] * sentences]


def test_a_model_that_is_right_where_its_samples_agree_is_believed_there_alone() -> None:
    policy = policy_of(outcomes((0.95, 0.2), clean_edits=0.3))
    assert policy.samples == 3
    assert policy.probability(Cell(3, False, False), "W") > 0.85
    assert policy.probability(Cell(1, False, False), "W") < 0.3
    assert policy.may_be_error(Cell(3, False, False), "W")
    assert not policy.may_be_error(Cell(1, False, False), "W")


def test_only_what_most_samples_make_may_be_an_error() -> None:
    probabilities = {Cell(votes, False, False): 0.9 for votes in (1, 2, 3)}
    policy = Policy(3, probabilities, 0.7, frozenset("LDWSB"), measured=True)
    assert [policy.may_be_error(Cell(votes, False, False), "L") for votes in (1, 2, 3)] == [False, True, True]


def test_a_model_whose_certainty_says_nothing_is_believed_alike_with_it_and_without() -> None:
    policy = policy_of(sure_outcomes(right_when_certain=0.9, right_when_likely=0.9, samples=3))
    certain, likely = (policy.probability(Cell(3, sure, False), "W") for sure in (True, False))
    assert abs(certain - likely) < 0.06
    assert policy.may_be_error(Cell(3, False, False), "W")


def test_a_model_that_never_says_how_sure_it_is_has_every_edit_in_the_cells_that_are_not_sure() -> None:
    policy = policy_of(outcomes((0.95, 0.2), clean_edits=0.3))
    assert policy.may_be_error(Cell(3, False, False), "W")
    few = {probability for cell, probability in policy.probabilities.items() if cell.sure}
    assert all(abs(probability - policy.probabilities[Cell(3, False, False)]) < 0.1 for probability in few)


def test_one_sample_is_asked_where_three_would_tell_less_than_half_of_it() -> None:
    assert policy_of(outcomes((0.97, 0.97), clean_edits=0.0)).samples == 1


def test_a_cell_with_few_edits_stays_near_what_is_assumed() -> None:
    policy = policy_of(outcomes((1.0, 1.0), clean_edits=0.0, sentences=2))
    assert abs(policy.probability(Cell(1, False, False), "W") - ASSUMED_PROBABILITY) < 0.1
    assert abs(policy.probabilities[Cell(policy.samples, False, True)] - ASSUMED_PROBABILITY) < 0.1


@pytest.mark.parametrize("clean_edits", [0.0, 0.1, 0.5, 1.0])
def test_no_policy_touches_more_right_sentences_than_may_be(clean_edits: float) -> None:
    measured = outcomes((0.95, 0.95), clean_edits=clean_edits)
    figures = figures_of(measured, policy_of(measured))
    assert figures.clean_touched.value <= MOST_CLEAN_TOUCHED


def test_a_model_that_touches_right_sentences_at_every_threshold_only_asks_for_checks() -> None:
    row = LearnerRow("我昨天去了二个商店。", ("我昨天去了两个商店。",))
    clean = LearnerRow("我昨天去了两个商店。", ("我昨天去了两个商店。",))
    good, bad = SampleEdit(5, 6, "两", "W"), SampleEdit(0, 1, "他", "W")
    measured = [outcome_of(row, [[good]] * 3, nobody)] * 280 + [outcome_of(clean, [[bad]] * 3, nobody)] * 20
    policy = policy_of(measured)
    assert not any(policy.may_be_error(cell, "W") for cell in policy.probabilities)
    assert figures_of(measured, policy).told_or_asked.value == 1.0


@given(st.integers(0, 2**16), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_every_policy_has_probabilities_and_keeps_its_promise(seed: int, all_: float, one: float, clean: float) -> None:
    measured = outcomes((all_, one), clean_edits=clean, sentences=12, seed=seed)
    policy = policy_of(measured)
    assert all(0 < probability < 1 for probability in policy.probabilities.values())
    assert figures_of(measured, policy).clean_touched.value <= MOST_CLEAN_TOUCHED


def test_the_figures_are_shares_of_errors_edits_and_right_sentences() -> None:
    measured = outcomes((1.0, 0.0), clean_edits=0.0, sentences=100)
    figures = figures_of(measured, policy_of(measured))
    together = figures.told.hits
    assert 35 <= together <= 65
    assert figures.told.of == 100
    assert figures.right == (together, together)
    assert figures.clean_touched == (0, 100)


def test_an_embedded_models_edit_is_a_check_where_the_language_model_changes_nothing() -> None:
    embedded = [proposal("ngram", 0.9), proposal("rule", 0.9)]
    silent = less_sure_where_silent(embedded, [], [(0, 9)])
    assert [one.probability for one in silent] == [HIGHEST_CHECK, 0.9]
    assert less_sure_where_silent(embedded, [], []) == embedded
    near = Proposal(3, 4, "", "D", "measured_language_model", "m", 0.9)
    assert less_sure_where_silent(embedded, [near], [(0, 9)]) == embedded


def proposal(corrector: CorrectorKind, probability: float) -> Proposal:
    """A wrong character."""
    return Proposal(2, 3, "得", "B", corrector, corrector, probability)
