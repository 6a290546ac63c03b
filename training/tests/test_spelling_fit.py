"""What the fit of the speller's weights is given."""

from __future__ import annotations

from typing import cast

import numpy as np

from core.essays.spelling.features import FEATURES, Candidates, Featurer
from evaluation.essays.sets import SpellingPair
from training.essay.confusions_fit import Material, material, together


class Told:
    """Candidates told beforehand: places and characters for each text."""

    def __init__(self, told: dict[str, tuple[list[int], str]]) -> None:
        self._told = told

    def candidates(self, text: str) -> Candidates:
        places, meant = self._told[text]
        return Candidates(np.array(places, np.int64), meant, np.zeros((len(places), len(FEATURES))))


def gathered(told: dict[str, tuple[list[int], str]], *pairs: SpellingPair) -> Material:
    return material(cast(Featurer, Told(told)), pairs)


WRONG = SpellingPair("我门走", "我们走")
TOLD = {"我门走": ([0, 1, 1], "窝闷们"), "好": ([], "")}


def test_candidates_of_one_place_stand_together_with_the_row_of_the_right_one() -> None:
    found = gathered(TOLD, WRONG)
    assert (found.starts.tolist(), found.right.tolist()) == ([0, 1], [-1, 2])


def test_a_text_without_candidates_adds_no_place() -> None:
    found = gathered(TOLD, SpellingPair("好", "好"), WRONG)
    assert found.starts.tolist() == [0, 1]


def test_a_place_whose_right_character_is_no_candidate_is_left_out() -> None:
    found = gathered({"我门走": ([0, 1], "窝闷")}, WRONG)
    assert (found.starts.tolist(), found.right.tolist(), len(found.features)) == ([0], [-1], 1)


def test_material_put_together_counts_its_rows_on() -> None:
    one = gathered(TOLD, WRONG)
    both = together([one, one])
    assert (both.starts.tolist(), both.right.tolist(), len(both.features)) == ([0, 1, 3, 4], [-1, 2, -1, 5], 6)
