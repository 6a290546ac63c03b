"""The judge of edits and the detector of clauses: what they are asked, what they read, and what the engine makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.essays.merging.candidates import candidate_edits
from core.essays.merging.judging import Opinions
from core.essays.model import CorrectorKind, EditType, Proposal
from core.models.boosted_trees import Trees
from core.models.essays.detector import FEATURES as CLAUSE_FEATURES
from core.models.essays.detector import ClauseEvidence
from core.models.essays.encoder import NO_DOUBT
from core.models.essays.judge import FEATURES, JudgeModel, Rates
from core.models.essays.usage_statistics import CharacterGains
from core.models.ngrams.characters import NgramModel
from evaluation.corpus import ROOT

TEXT = "他跑的很快。我见面他了。"
RATES = Rates(
    {"的>得": 30, "跑|的>得": 4, "的>得|很": 12, "见面>见": 3},
    {"": 100_000, "的": 3_000, "见面": 20},
)


def proposal(
    start: int, end: int, new: str, corrector: CorrectorKind, probability: float, kind: EditType = "W"
) -> Proposal:
    """What a corrector proposes."""
    return Proposal(start, end, new, kind, corrector, corrector, probability)


class Listening:
    """A judge that keeps what it is asked and finds everything equally probable."""

    version = "listening"

    def __init__(self, probability: float) -> None:
        self.asked: list[Opinions] = []
        self._probability = probability

    def probabilities(self, simplified: str, changes: Sequence[Opinions]) -> Sequence[float]:
        """See `EditJudge`."""
        self.asked += changes
        return [self._probability] * len(changes)


def test_the_judge_is_asked_once_about_each_change_with_all_who_propose_it() -> None:
    judge = Listening(0.8)
    proposals = [proposal(2, 3, "得", "usage", 0.4), proposal(1, 3, "跑得", "encoder", 0.5)]
    (edit,) = candidate_edits(TEXT, TEXT, proposals, judge)
    assert judge.asked == [Opinions(2, 3, "得", {"usage": 0.4, "encoder": 0.5})]
    assert edit.probability == 0.8


def test_a_rule_keeps_the_probability_that_was_counted() -> None:
    (edit,) = candidate_edits(TEXT, TEXT, [proposal(2, 3, "得", "rule", 0.7)], Listening(0.2))
    assert edit.probability == 0.7


def test_marks_and_the_operators_language_model_are_not_judged() -> None:
    judge = Listening(0.9)
    proposals = [proposal(5, 6, "！", "encoder", 0.5, "P"), proposal(8, 9, "", "language_model", 0.6, "D")]
    marks, model = candidate_edits(TEXT, TEXT, proposals, judge)
    assert judge.asked == []
    assert (marks.probability, model.probability) == (0.5, 0.6)


def test_a_measured_language_model_is_not_made_less_sure() -> None:
    proposals = [proposal(2, 3, "得", "measured_language_model", 0.95), proposal(2, 3, "得", "usage", 0.4)]
    (edit,) = candidate_edits(TEXT, TEXT, proposals, Listening(0.3))
    assert edit.probability == 0.95


def test_an_essay_in_traditional_characters_is_judged_in_simplified_ones() -> None:
    judge = Listening(0.8)
    written = "他說話說得很慢，我聽不動。"
    simplified = "他说话说得很慢，我听不动。"
    (edit,) = candidate_edits(written, simplified, [proposal(1, 2, "讲", "usage", 0.4)], judge)
    assert [change.replacement for change in judge.asked] == ["讲"]
    assert edit.start == 1


# -- what it reads -------------------------------------------------------------------------------------------


def leaf(value: float) -> Trees:
    """Trees of one leaf."""
    zero = np.zeros(1, np.int64)
    return Trees(zero, np.zeros(1), zero, zero, np.array([value]), zero, 0.0, 0)


@pytest.fixture(scope="module")
def model() -> JudgeModel:
    """A judge over the shipped n-gram model, with nothing doubted but one character."""

    def doubts(text: str) -> np.ndarray:
        found = np.full((len(text), 2), NO_DOUBT, np.float32)
        found[np.array([character == "的" for character in text])] = 2.0
        return found

    gains = CharacterGains(NgramModel(ROOT / "data" / "models" / "ngram" / "characters.npz"))
    return JudgeModel(RATES, gains, lambda _: -6.0, doubts, leaf(0.5), (2.0, -1.0))


def row(model: JudgeModel, change: Opinions, *others: Opinions) -> dict[str, float]:
    """The features of a change by name."""
    return dict(zip(FEATURES, model.features(TEXT, [change, *others])[0].tolist(), strict=True))


def test_a_change_is_described_by_its_own_rate_and_by_what_stands_beside_it(model: JudgeModel) -> None:
    known = row(model, Opinions(2, 3, "得", {"usage": 0.4}))
    assert known["rate"] == pytest.approx(np.log(30.3 / 3_030))
    assert known["after this character"] == pytest.approx(np.log(4.1 / 31))
    assert known["before this character"] == pytest.approx(np.log(12.1 / 31))
    assert known["rate"] > row(model, Opinions(2, 3, "地", {"usage": 0.4}))["rate"]


def test_the_doubts_of_the_place_and_of_the_rest_of_the_sentence_are_told_apart(model: JudgeModel) -> None:
    here, elsewhere = (row(model, Opinions(at, at + 1, "得", {"usage": 0.4})) for at in (2, 0))
    assert here["wrong at most"] == 2.0
    assert elsewhere["wrong at most"] == NO_DOUBT
    assert here["doubts elsewhere"] < 0.01 < 0.8 < elsewhere["doubts elsewhere"]


def test_rivals_are_those_that_cannot_be_made_beside_a_change(model: JudgeModel) -> None:
    change, rival = Opinions(2, 3, "得", {"usage": 0.4}), Opinions(1, 3, "快", {"encoder": 0.9})
    far = Opinions(7, 9, "见", {"usage": 0.9})
    alone, beside = row(model, change, far), row(model, change, rival, far)
    assert (alone["rivals"], beside["rivals"]) == (0, 1)
    assert beside["surest rival"] == pytest.approx(np.log(9))


def test_what_is_said_of_a_sentence_does_not_depend_on_the_others(model: JudgeModel) -> None:
    change = Opinions(2, 3, "得", {"usage": 0.4})
    alone = model.features(TEXT[:6], [change])[0]
    among = model.features(TEXT, [change, Opinions(7, 9, "见", {"usage": 0.9})])[0]
    assert alone.tolist() == pytest.approx(among.tolist(), abs=1e-6)


def test_probabilities_are_those_of_the_curve(model: JudgeModel) -> None:
    assert model.probabilities(np.zeros((1, len(FEATURES)))).tolist() == [0.5]


def test_a_text_without_proposals_is_judged_as_nothing(model: JudgeModel) -> None:
    assert model.features(TEXT, []).shape == (0, len(FEATURES))


# -- clauses -------------------------------------------------------------------------------------------------


def evidence(*judged: float) -> ClauseEvidence:
    """Of two clauses, with changes in the first."""
    text = "他跑的很快，我喜欢。"
    changes = [Opinions(2, 3, "得", {"usage": 0.4}), Opinions(3, 3, "得", {"encoder": 0.2})][: len(judged)]
    return ClauseEvidence(
        text, np.full((len(text), 2), NO_DOUBT, np.float32), np.full(len(text), -3.0), changes, np.array(judged)
    )


def test_each_clause_has_a_row_with_the_changes_in_it() -> None:
    rows = evidence(0.3, 0.1).features()
    first, second = (dict(zip(CLAUSE_FEATURES, row.tolist(), strict=True)) for row in rows)
    assert (first["likeliest change"], first["second change"], first["proposals"]) == (0.3, 0.1, 2)
    assert (second["proposals"], second["changes in the rest of the sentence"]) == (0, pytest.approx(0.4))
    assert (first["surest by usage"], first["surest by encoder"]) == (0.4, 0.2)


def test_the_kind_of_the_likeliest_change_is_suspected_where_it_is_likely_enough() -> None:
    assert evidence(0.3, 0.1).suspected(0, 5) == "W"
    assert evidence(0.1, 0.3).suspected(0, 5) == "L"
    assert evidence(0.05, 0.05).suspected(0, 5) == ""
    assert evidence(0.3).suspected(6, 9) == ""
