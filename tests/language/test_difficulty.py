"""The difficulty model by itself: what must hold of every text."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.difficulty import (
    CREDIBLE,
    CREDIBLE_OF_SHORT,
    LEAST_WORDS,
    LEVELS,
    CountedWord,
    changes_to_lower,
    coverage,
    estimate,
    interval,
    level_of,
    level_probabilities,
    masses,
    score_of,
)  # fmt: skip

Words = Sequence[CountedWord]


def word(level: int, *characters: int) -> CountedWord:
    """A word of a level, its characters of the levels given or of the same."""
    return CountedWord(0, 1, level, characters or (level,), 5)


WORDS = st.builds(
    lambda level, characters: word(level, *characters),
    st.integers(1, 8),
    st.lists(st.integers(1, 8), min_size=1, max_size=4),
)
EASY_AND_HARD = st.tuples(
    st.lists(st.sampled_from([word(1), word(1, 1, 2), word(2)]), max_size=60), st.lists(WORDS, max_size=8)
).map(lambda parts: [*parts[0], *parts[1]])
TEXTS = st.one_of(st.lists(WORDS, min_size=1, max_size=12), EASY_AND_HARD.filter(bool))


@given(TEXTS, st.data())
def test_a_harder_word_in_its_place_never_lowers_score_or_level(words: Words, chosen: st.DataObject) -> None:
    place = chosen.draw(st.integers(0, len(words) - 1))
    old = words[place]
    harder = word(chosen.draw(st.integers(old.level, 8)), *(min(level + 1, 8) for level in old.characters))
    before, after = (estimate(each) for each in (words, [*words[:place], harder, *words[place + 1 :]]))
    assert after.score >= before.score - 1e-9
    assert after.level >= before.level


@given(TEXTS, TEXTS)
def test_two_texts_together_score_between_the_two(first: Words, second: Words) -> None:
    one, other, together = (estimate(words) for words in (first, second, [*first, *second]))
    assert min(one.score, other.score) - 1e-9 <= together.score <= max(one.score, other.score) + 1e-9
    assert min(one.level, other.level) <= together.level <= max(one.level, other.level)


@given(TEXTS, st.integers(2, 40))
def test_a_text_many_times_over_has_the_level_of_once(words: Words, times: int) -> None:
    assert estimate([*words] * times).level == estimate(words).level


@given(TEXTS)
def test_words_and_characters_are_evidence_at_their_own_levels_and_add_up(words: Words) -> None:
    mass = masses(words)
    assert len(mass) == 8
    assert [sum(each) for each in zip(*(masses([one]) for one in words), strict=True)] == pytest.approx(list(mass))
    assert mass[7] >= sum(one.level == 8 for one in words)


@given(TEXTS)
def test_probabilities_sum_to_1_and_the_interval_holds_the_level_and_four_fifths(words: Words) -> None:
    result = estimate(words)
    assert sum(result.probabilities) == pytest.approx(1.0)
    assert min(result.probabilities) >= 0
    assert 1 <= result.low <= result.level <= result.high <= 7
    assert sum(result.probabilities[result.low - 1 : result.high]) >= CREDIBLE - 1e-9
    assert result.words == len(words)


@given(TEXTS)
def test_the_level_is_the_median_of_the_probabilities(words: Words) -> None:
    result = estimate(words)
    assert sum(result.probabilities[: result.level]) >= 0.5 - 1e-6
    assert sum(result.probabilities[result.level - 1 :]) >= 0.5 - 1e-6


def test_five_easy_words_are_more_likely_easy_than_not_and_nothing_is_sure_of_them() -> None:
    result = estimate([word(1, 1)] * 5)
    assert result.level == 1
    assert 0.5 < result.probabilities[0] < 0.9


def test_a_level_is_known_from_30_words_on_and_no_single_word_decides_it_there() -> None:
    easy, rare = word(1, 1, 1), word(8, 8, 8)
    short, enough = [easy] * (LEAST_WORDS - 2), [easy] * (LEAST_WORDS - 1)
    assert LEAST_WORDS == 30
    assert not estimate([*short, rare]).level_known
    assert estimate([*enough, rare]).level_known
    assert estimate([*enough, rare]).level == estimate(enough).level == 1
    assert estimate([*[easy] * 19, rare]).level == 1 < estimate([*[easy] * 18, rare]).level


@pytest.mark.parametrize("words", [1, 7, 100, 5_000])
def test_a_longer_text_is_surer_of_a_level_that_fits_well(words: int) -> None:
    mass = (80.0, 20.0, 0, 0, 0, 0, 0, 0)
    short, long = level_probabilities(mass, words), level_probabilities(mass, 10 * words)
    assert long[1] >= short[1] - 1e-9


@given(st.lists(WORDS, min_size=1, max_size=LEAST_WORDS - 1))
def test_a_text_whose_level_is_not_known_has_a_wide_interval(words: Words) -> None:
    result = estimate(words)
    assert result.high > result.low
    assert sum(result.probabilities[result.low - 1 : result.high]) >= CREDIBLE_OF_SHORT - 1e-9


def test_a_text_without_words_is_level_1_and_says_that_nothing_was_judged() -> None:
    result = estimate([])
    assert (result.level, result.low, result.high, result.score, result.words) == (1, 1, 1, 0.0, 0)
    assert sum(result.probabilities) == 1.0
    assert score_of((0.0,) * 8) == 0.0


@pytest.mark.parametrize(
    ("mass", "score"),
    [
        ((1, 0, 0, 0, 0, 0, 0, 0), 0.95),
        ((95, 0, 0, 0, 0, 0, 0, 5), 1.0),
        ((90, 0, 0, 10, 0, 0, 0, 0), 3.5),
        ((0, 0, 0, 0, 0, 0, 0, 1), 7.95),
    ],
)
def test_the_score_is_where_95_in_100_are_known(mass: Sequence[float], score: float) -> None:
    assert score_of(mass) == pytest.approx(score)


@pytest.mark.parametrize("times", range(1, 60, 7))
def test_a_text_of_which_exactly_95_in_100_are_known_is_not_made_harder_by_rounding(times: int) -> None:
    words = [word(1, 1, 1)] * (19 * times) + [word(8, 8, 8)] * times
    assert estimate(words).level == 1


@pytest.mark.parametrize(("score", "level"), [(0.0, 1), (0.3, 1), (1.0, 1), (1.01, 2), (6.5, 7), (7.0, 7), (8.0, 7)])
def test_the_level_is_the_score_rounded_up(score: float, level: int) -> None:
    assert level_of(score) == level


@pytest.mark.parametrize(
    ("probabilities", "level", "expected"),
    [
        ((1.0, 0, 0, 0, 0, 0, 0), 1, (1, 1)),
        ((0.3, 0.4, 0.3, 0, 0, 0, 0), 2, (1, 3)),
        ((0, 0, 0, 0, 0, 0.5, 0.5), 7, (6, 7)),
        ((0.9, 0.1, 0, 0, 0, 0, 0), 2, (1, 2)),
    ],
)
def test_the_interval_grows_on_the_likelier_side(
    probabilities: tuple[float, ...], level: int, expected: tuple[int, int]
) -> None:
    assert interval(probabilities, level) == expected


# -- coverage ------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 8), min_size=1))
def test_coverage_rises_and_leaves_out_what_no_list_holds(levels: list[int]) -> None:
    shares = coverage(levels)
    assert list(shares) == sorted(shares)
    assert len(shares) == len(LEVELS)
    assert shares[-1] == pytest.approx(1 - levels.count(8) / len(levels))


def test_no_words_are_covered_everywhere() -> None:
    assert coverage([]) == (1.0,) * 7


# -- to the level below --------------------------------------------------------------------------------------


def replaced(words: Words, names: Sequence[str], level: int) -> list[CountedWord]:
    """The words named by their places brought to a level, characters and all."""
    return [
        word(level, *(level for _ in one.characters)) if str(place) in names else one for place, one in enumerate(words)
    ]


@given(TEXTS)
def test_the_changes_that_are_asked_for_truly_lower_the_level(words: Words) -> None:
    now = estimate(words)
    change = changes_to_lower(now, [(str(place), one) for place, one in enumerate(words)])
    after = estimate(replaced(words, change.words, max(change.to_level, 1)))
    assert change.reached is (now.level > 1)
    assert after.level <= change.to_level


@given(TEXTS)
def test_no_change_is_asked_for_in_vain(words: Words) -> None:
    now = estimate(words)
    change = changes_to_lower(now, [(str(place), one) for place, one in enumerate(words)])
    if change.words:
        fewer = replaced(words, change.words[:-1], change.to_level)
        assert estimate(fewer).level > change.to_level


def test_all_places_of_a_word_count_together_and_the_heaviest_goes_first() -> None:
    words = [("一", word(1))] * 15 + [("七", word(7)), ("四", word(4)), ("四", word(4))]
    change = changes_to_lower(estimate([each for _, each in words]), words)
    assert change.words[0] == "七"  # only level 7 is above the level below
    below = [("一", word(1))] * 15 + [("三", word(3)), ("四", word(4)), ("四", word(4))]
    assert changes_to_lower(estimate([each for _, each in below]), below).words == ("四",)


def test_nothing_is_below_level_1_and_nothing_can_be_said_of_no_text() -> None:
    for words in ([("人", word(1))], []):
        change = changes_to_lower(estimate([each for _, each in words]), words)
        assert (change.to_level, change.words, change.reached) == (1, (), False)
