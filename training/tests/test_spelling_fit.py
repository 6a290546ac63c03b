"""What the fit of the speller's weights is given."""

from __future__ import annotations

from typing import cast

import numpy as np

from core.essays.spelling.features import FEATURES, SpellingCandidateFinder, SpellingCandidates
from evaluation.essays.sets import SpellingPair
from training.essay.confusions_fit import Material, concatenated, material


class FixedCandidates:
    """A candidate finder with known results: offsets and characters for each text."""

    def __init__(self, candidates_by_text: dict[str, tuple[list[int], str]]) -> None:
        self._candidates_by_text = candidates_by_text

    def candidates(self, text: str) -> SpellingCandidates:
        offsets, intended = self._candidates_by_text[text]
        return SpellingCandidates(np.array(offsets, np.int64), intended, np.zeros((len(offsets), len(FEATURES))))


def material_of(candidates_by_text: dict[str, tuple[list[int], str]], *pairs: SpellingPair) -> Material:
    return material(cast(SpellingCandidateFinder, FixedCandidates(candidates_by_text)), pairs)


WRONG = SpellingPair("我门走", "我们走")
CANDIDATES = {"我门走": ([0, 1, 1], "窝闷们"), "好": ([], "")}


def test_candidates_of_one_place_stand_together_with_the_row_of_the_right_one() -> None:
    gathered = material_of(CANDIDATES, WRONG)
    assert (gathered.starts.tolist(), gathered.right.tolist()) == ([0, 1], [-1, 2])


def test_a_text_without_candidates_adds_no_place() -> None:
    gathered = material_of(CANDIDATES, SpellingPair("好", "好"), WRONG)
    assert gathered.starts.tolist() == [0, 1]


def test_a_place_whose_right_character_is_no_candidate_is_left_out() -> None:
    gathered = material_of({"我门走": ([0, 1], "窝闷")}, WRONG)
    assert (gathered.starts.tolist(), gathered.right.tolist(), len(gathered.features)) == ([0], [-1], 1)


def test_material_put_together_counts_its_rows_on() -> None:
    single = material_of(CANDIDATES, WRONG)
    both = concatenated([single, single])
    assert (both.starts.tolist(), both.right.tolist(), len(both.features)) == ([0, 1, 3, 4], [-1, 2, -1, 5], 6)
