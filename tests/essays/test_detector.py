"""The detector of clauses: what it reads of a clause, and what it suspects."""

from __future__ import annotations

import numpy as np
import pytest

from core.essays.merging.candidates import Opinions
from core.language.grammar.sentence import ParsedText
from core.models.boosted_trees import Trees
from core.models.essays.detector import FEATURES, ClauseDetector, ClauseEvidence, DetectorModel
from core.models.essays.encoder import NO_DOUBT

TEXT = "他跑的很快，我喜欢。"


def evidence(*probabilities: float) -> ClauseEvidence:
    """Of two clauses, with changes in the first: 的 by 得, and 得 put in after it."""
    changes = [Opinions(2, 3, "得", {"usage": 0.4}), Opinions(3, 3, "得", {"encoder": 0.2})]
    changes = [
        Opinions(change.start, change.end, change.replacement, dict.fromkeys(change.probabilities, probability))
        for change, probability in zip(changes, probabilities, strict=False)
    ]
    return ClauseEvidence(TEXT, np.full((len(TEXT), 2), NO_DOUBT, np.float32), np.full(len(TEXT), -3.0), changes)


def test_each_clause_has_a_row_with_the_changes_in_it() -> None:
    rows = evidence(0.3, 0.1).features()
    first, second = (dict(zip(FEATURES, row.tolist(), strict=True)) for row in rows)
    assert (first["likeliest change"], first["second change"], first["proposals"]) == pytest.approx((0.3, 0.1, 2))
    assert (second["proposals"], second["changes in the rest of the sentence"]) == (0, pytest.approx(0.4))
    assert (first["surest by usage"], first["surest by encoder"]) == (0.3, 0.1)


def test_the_kind_of_the_likeliest_change_is_suspected_where_it_is_likely_enough() -> None:
    assert evidence(0.3, 0.1).suspected(0, 5) == "W"
    assert evidence(0.1, 0.3).suspected(0, 5) == "L"
    assert evidence(0.05, 0.05).suspected(0, 5) == ""
    assert evidence(0.3).suspected(6, 9) == ""


def test_a_text_without_chinese_has_no_clauses() -> None:
    nothing = ClauseEvidence("abc", np.zeros((3, 2), np.float32), np.zeros(3), [])
    assert nothing.features().shape == (0, len(FEATURES))


def leaf(value: float) -> Trees:
    """Trees of one leaf."""
    zero = np.zeros(1, np.int64)
    return Trees(zero, np.zeros(1), zero, zero, np.array([value]), zero, 0.0, 0)


class Even:
    """Finds all characters equally likely."""

    def token_log_probabilities(self, text: str) -> np.ndarray:
        """See `LikelihoodModel`."""
        return np.full(len(text), -3.0)


def test_every_clause_gets_the_probability_of_the_curve() -> None:
    model = DetectorModel(lambda text: np.zeros((len(text), 2), np.float32), Even(), leaf(0.5), (2.0, -1.0))
    doubts = ClauseDetector("d", lambda: model).doubts(TEXT, ParsedText(TEXT, ()), [])
    assert [(doubt.start, doubt.end, doubt.probability) for doubt in doubts] == [(0, 5, 0.5), (6, 9, 0.5)]
