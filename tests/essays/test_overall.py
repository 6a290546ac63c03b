"""The overall score: richer is better, errors cost, levels differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.essays.scoring.overall import LEAST_POINTS_PER_ERROR, USUAL_LENGTHS, overall, points_lost, vocabulary
from core.essays.scoring.richness import Richness, richness

USUAL = Richness(characters=375, distinct_characters=168, distinct_words=77)
"""What the scored essays have on the average at this length."""


def test_an_average_essay_of_the_advanced_level_scores_in_the_middle_of_the_scored_ones() -> None:
    assert 62 <= overall(USUAL, {}, hsk_level=6).score <= 80


@pytest.mark.parametrize("name", ["characters", "distinct_characters", "distinct_words"])
def test_more_of_anything_never_lowers_the_score(name: str) -> None:
    more = replace(USUAL, **{name: getattr(USUAL, name) + 40})
    assert vocabulary(more, hsk_level=6) > vocabulary(USUAL, hsk_level=6)


@pytest.mark.parametrize("type_", ["B", "L", "D", "P", "W", "S"])
@pytest.mark.parametrize("characters", [40, 375, 3_000])
def test_each_error_costs_more_than_the_new_word_it_may_bring(type_: str, characters: int) -> None:
    found = Richness(characters, max(20, characters // 3), max(10, characters // 5))
    richer = replace(found, distinct_words=found.distinct_words + 1, characters=characters + 1)
    costs = points_lost({type_: 1}, characters)  # type: ignore[dict-item]
    gain = vocabulary(richer, hsk_level=6) - vocabulary(found, hsk_level=6)
    assert costs > (0 if type_ == "P" else gain)
    assert points_lost({type_: 2}, characters) == pytest.approx(2 * costs)  # type: ignore[dict-item]


def test_an_error_in_a_long_essay_still_costs() -> None:
    assert points_lost({"B": 1}, 5_000) == LEAST_POINTS_PER_ERROR


def test_the_same_text_scores_higher_where_less_is_asked() -> None:
    scores = [vocabulary(Richness(120, 75, 30), hsk_level=level) for level in USUAL_LENGTHS]
    assert scores == sorted(scores, reverse=True)
    assert scores[1] > scores[4] + 20


def test_only_the_advanced_levels_are_calibrated() -> None:
    assert [overall(USUAL, {}, hsk_level=level).calibrated for level in USUAL_LENGTHS] == [False] * 4 + [True] * 2


def test_the_range_holds_the_score_and_stays_on_the_scale() -> None:
    for found in (Richness(0, 0, 0), USUAL, Richness(5_000, 1_500, 900)):
        made = overall(found, {"S": 3}, hsk_level=6)
        assert 0 <= made.low <= made.score <= made.high <= 100


def test_words_that_no_list_holds_and_single_characters_show_no_vocabulary() -> None:
    counts = richness("经继发展，经济", [("经", 2), ("继", 4), ("发展", 3), ("经济", 3), ("丁丑", 8)])
    assert counts == Richness(characters=6, distinct_characters=5, distinct_words=2)
