"""The overall score: richer is better, errors cost, a task done is worth what its level asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.essays.scoring.bands import band
from core.essays.scoring.overall import (
    LEAST_POINTS_PER_ERROR,
    MOST_POINTS_FOR_CONNECTIVES,
    STEP,
    overall,
    points_lost,
    vocabulary,
)
from core.essays.scoring.richness import Richness, richness
from core.essays.scoring.tasks import ASKED

USUAL = Richness(characters=360, distinct_characters=160, distinct_words=72, connectives=14, clauses=40)
"""What the scored essays have on the average."""
BEGINNER = Richness(characters=22, distinct_characters=18, distinct_words=4, clauses=4)
"""Two sentences of a beginner."""
LEVELS = sorted(ASKED)


def test_an_average_essay_of_the_advanced_level_scores_in_the_middle_of_the_scored_ones() -> None:
    assert 62 <= overall(USUAL, {}, hsk_level=6).score <= 78


@pytest.mark.parametrize("name", ["characters", "distinct_words"])
def test_more_of_anything_never_lowers_the_score(name: str) -> None:
    scores = [vocabulary(replace(USUAL, **{name: getattr(USUAL, name) + more})) for more in range(0, 400, 7)]
    assert scores == sorted(scores)
    assert scores[-1] > scores[0]
    assert all(score % STEP == 0 for score in scores)


def test_an_error_free_answer_of_a_beginner_is_good_where_two_sentences_are_asked_for() -> None:
    assert overall(BEGINNER, {}, hsk_level=1).score >= 90
    assert 0 < overall(BEGINNER, {}, hsk_level=4).score < 50
    assert overall(BEGINNER, {}, hsk_level=6).score < 20


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_below_level_6_nothing_is_gained_by_writing_more_than_is_asked(level: int) -> None:
    asked = Richness(ASKED[level], ASKED[level], ASKED[level] // 4)
    longer = replace(asked, characters=3 * ASKED[level], distinct_characters=2 * ASKED[level])
    assert overall(longer, {}, hsk_level=level).score == overall(asked, {}, hsk_level=level).score == 95


@pytest.mark.parametrize("type_", ["B", "L", "D", "P", "W", "S"])
@pytest.mark.parametrize("characters", [20, 40, 375, 3_000])
@pytest.mark.parametrize("level", [1, 4, 6])
def test_each_error_costs_and_two_cost_twice_as_much(type_: str, characters: int, level: int) -> None:
    costs = points_lost({type_: 1}, characters, hsk_level=level)  # type: ignore[dict-item]
    assert costs > 0
    assert points_lost({type_: 2}, characters, hsk_level=level) == pytest.approx(2 * costs)  # type: ignore[dict-item]


def test_an_error_in_a_long_essay_still_costs() -> None:
    assert points_lost({"B": 1}, 5_000, hsk_level=6) == LEAST_POINTS_PER_ERROR


def test_one_slip_of_a_beginner_leaves_a_good_score_and_eight_errors_do_not() -> None:
    assert overall(BEGINNER, {"B": 1}, hsk_level=1).score >= 85
    text = Richness(200, 110, 40, 4, 20)
    assert overall(text, {"W": 8}, hsk_level=4).score <= 80


def test_the_same_text_scores_higher_where_less_is_asked() -> None:
    scores = [overall(Richness(60, 45, 15), {}, hsk_level=level).score for level in LEVELS]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[3] > scores[5]


def test_only_level_6_is_calibrated() -> None:
    assert [overall(USUAL, {}, hsk_level=level).calibrated for level in LEVELS] == [False] * 5 + [True]


@pytest.mark.parametrize("level", LEVELS)
def test_the_range_holds_the_score_and_stays_on_the_scale(level: int) -> None:
    for found in (Richness(0, 0, 0), BEGINNER, USUAL, Richness(5_000, 1_500, 900)):
        made = overall(found, {"S": 3}, hsk_level=level)
        assert 0 <= made.low <= made.score <= made.high <= 100


def test_where_nothing_is_calibrated_the_range_allows_for_errors_that_were_not_found() -> None:
    made = overall(BEGINNER, {}, hsk_level=1)
    assert made.score - made.low > 15


def test_words_that_no_list_holds_and_single_characters_show_no_vocabulary() -> None:
    counts = richness("经继发展，经济", [("经", 2), ("继", 4), ("发展", 3), ("经济", 3), ("丁丑", 8)])
    assert counts == Richness(characters=6, distinct_characters=5, distinct_words=2, connectives=0, clauses=2)


def test_connectives_show_neither_length_nor_vocabulary() -> None:
    plain = richness("我学习中文，我很高兴。", [("学习", 1), ("中文", 1), ("高兴", 1)])
    stuffed = richness(
        "首先，因为我学习中文，然后所以我很高兴。",
        [("首先", 3), ("因为", 2), ("学习", 1), ("中文", 1), ("然后", 2), ("所以", 2), ("高兴", 1)],
    )
    assert stuffed == replace(plain, connectives=4)


def test_to_double_a_character_makes_no_text_longer() -> None:
    words = [("爸爸", 1), ("学习", 1)]
    assert richness("我爸爸学习习习。", words).characters == richness("我爸爸学习。", words).characters == 5


@pytest.mark.parametrize("level", LEVELS)
def test_more_connectives_than_any_scored_essay_has_cost(level: int) -> None:
    scores = [overall(replace(USUAL, connectives=count), {}, hsk_level=level).score for count in range(0, 120, 4)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] - scores[-1] == MOST_POINTS_FOR_CONNECTIVES


@pytest.mark.parametrize("level", LEVELS)
def test_a_text_off_its_title_is_worth_less_than_the_same_text_on_it(level: int) -> None:
    off, on = (overall(USUAL, {}, hsk_level=level, off_title=off_title).score for off_title in (True, False))
    assert off < on


def test_the_band_leads_with_the_task_and_gives_the_evidence() -> None:
    counts = Richness(180, 110, 40, 0, 20)
    made = band(counts, characters=200, errors=8, hsk_level=3, off_title=False, refused=False)
    assert made.text.en == "Level 3: task done; 8 errors in 200 characters; connectives missing"
    assert made.text.zh == "3 级：任务完成；200 字里有 8 处错误；没有用连接词语"
    assert made.task == "done"


def test_the_band_of_what_is_no_essay_judges_nothing() -> None:
    assert band(BEGINNER, characters=22, errors=0, hsk_level=1, off_title=False, refused=True).task == "not_judged"
