"""The difficulty model by itself: what must hold of every text, whatever the parameters that were fitted."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.difficulty import (
    CREDIBLE,
    LEVELS,
    CountedWord,
    DifficultyModel,
    changes_to_lower,
    clause_step,
    coverage,
    estimate,
    interval,
    level_of,
    level_probabilities,
    lexical_points,
    score,
    word_points,
)  # fmt: skip

MODEL = DifficultyModel(
    word=(0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1.0),
    character=(0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4),
    grammar=(0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
    clause=(0.0, 0.02, 0.04, 0.06, 0.08),
    cuts=(0.120013, 0.250017, 0.400019, 0.600023, 0.800029, 1.100031),
    spread=0.002,
    spread_of_short=0.1,
)
Text = tuple[Sequence[CountedWord], Sequence[int]]


def word(level: int, *characters: int, clause_words: int = 5) -> CountedWord:
    """A word of a level, its characters of the levels given or of the same."""
    return CountedWord(0, 1, level, characters or (level,), clause_words)


WORDS = st.builds(
    lambda level, characters, clause: word(level, *characters, clause_words=clause),
    st.integers(1, 8),
    st.lists(st.integers(1, 8), min_size=1, max_size=4),
    st.integers(1, 40),
)
TEXTS = st.tuples(st.lists(WORDS, min_size=1, max_size=12), st.lists(st.integers(1, 7), max_size=8))


@given(TEXTS, st.data())
def test_a_harder_word_in_its_place_never_lowers_the_score(text: Text, chosen: st.DataObject) -> None:
    words, points = text
    place = chosen.draw(st.integers(0, len(words) - 1))
    old = words[place]
    level = chosen.draw(st.integers(old.level, 8))
    harder = CountedWord(0, 1, level, tuple(min(at + 1, 8) for at in old.characters), old.clause_words)
    changed = [*words[:place], harder, *words[place + 1 :]]
    assert score(MODEL, changed, points) >= score(MODEL, words, points) - 1e-12


@given(st.floats(-2, 3), st.floats(0, 3))
def test_a_higher_score_is_never_a_lower_level(value: float, more: float) -> None:
    assert level_of(MODEL, value + more) >= level_of(MODEL, value)


@given(TEXTS, TEXTS)
def test_two_texts_together_score_between_the_two(first: Text, second: Text) -> None:
    scores = [score(MODEL, *first), score(MODEL, *second)]
    together = score(MODEL, [*first[0], *second[0]], [*first[1], *second[1]])
    assert min(scores) - 1e-9 <= together <= max(scores) + 1e-9


@given(TEXTS)
def test_shares_of_words_and_points_add_up_to_the_score(text: Text) -> None:
    words, points = text
    shares = [word_points(MODEL, each) for each in words] + [MODEL.grammar[level - 1] for level in points]
    assert math.fsum(shares) / len(words) == pytest.approx(score(MODEL, words, points))


@given(TEXTS)
def test_probabilities_sum_to_1_and_the_interval_holds_the_level_and_four_fifths(text: Text) -> None:
    found = estimate(MODEL, *text)
    assert sum(found.probabilities) == pytest.approx(1.0)
    assert min(found.probabilities) >= 0
    assert found.low <= found.level <= found.high
    assert sum(found.probabilities[found.low - 1 : found.high]) >= CREDIBLE - 1e-9
    assert found.words == len(text[0])


@given(st.floats(-2, 3), st.integers(1, 2000))
def test_a_longer_text_is_no_less_sure_of_a_value_in_the_middle_of_a_level(value: float, words: int) -> None:
    short, long = (level_probabilities(MODEL, value, count) for count in (words, 10 * words))
    assert sum(short) == pytest.approx(sum(long)) == pytest.approx(1.0)
    middle = (MODEL.cuts[2] + MODEL.cuts[3]) / 2
    assert level_probabilities(MODEL, middle, 10 * words)[3] >= level_probabilities(MODEL, middle, words)[3]


def test_a_text_without_words_is_level_1_and_says_that_nothing_was_judged() -> None:
    found = estimate(MODEL, [], [1, 2])
    assert (found.level, found.low, found.high, found.score, found.words) == (1, 1, 1, 0.0, 0)
    assert sum(found.probabilities) == 1.0
    assert score(MODEL, [], []) == 0.0


@pytest.mark.parametrize(
    ("value", "level"), [(-1.0, 1), (0.120013, 1), (0.1201, 2), (0.5, 4), (1.1, 6), (1.2, 7), (9.0, 7)]
)
def test_the_level_is_the_range_that_holds_the_score(value: float, level: int) -> None:
    assert level_of(MODEL, value) == level


@pytest.mark.parametrize(
    ("words", "step"), [(0, 0), (1, 0), (5, 0), (6, 1), (10, 1), (20, 3), (21, 4), (25, 4), (99, 4)]
)
def test_clauses_are_counted_in_steps_of_five_words(words: int, step: int) -> None:
    assert clause_step(words) == step


def test_a_word_without_listed_characters_has_its_own_points_only() -> None:
    assert lexical_points(MODEL, CountedWord(0, 2, 3, (), 5)) == MODEL.word[2]
    assert word_points(MODEL, CountedWord(0, 2, 3, (), 30)) == MODEL.word[2] + MODEL.clause[4]


def test_characters_of_a_word_count_on_average() -> None:
    assert lexical_points(MODEL, word(1, 1, 3)) == pytest.approx(MODEL.character[2] / 2)


@pytest.mark.parametrize(
    ("probabilities", "level", "found"),
    [
        ((1.0, 0, 0, 0, 0, 0, 0), 1, (1, 1)),
        ((0.3, 0.4, 0.3, 0, 0, 0, 0), 2, (1, 3)),
        ((0, 0, 0, 0, 0, 0.5, 0.5), 7, (6, 7)),
        ((0.9, 0.1, 0, 0, 0, 0, 0), 2, (1, 2)),
    ],
)
def test_the_interval_grows_on_the_likelier_side(
    probabilities: tuple[float, ...], level: int, found: tuple[int, int]
) -> None:
    assert interval(probabilities, level) == found


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


# The cuts of the model are odd so that no sum of its other numbers falls on one.


def lowered(words: Sequence[CountedWord], points: Sequence[int]) -> tuple[int, int, bool]:
    """The level, the level after the changes that are asked for, and whether they are said to be enough."""
    now = estimate(MODEL, words, points)
    easier = word(max(1, now.level - 1))
    saved = {
        str(place): (each.level, lexical_points(MODEL, each) - lexical_points(MODEL, easier))
        for place, each in enumerate(words)
    }
    base = MODEL.grammar[easier.level - 1]
    saved_points = {str(place): (level, MODEL.grammar[level - 1] - base) for place, level in enumerate(points)}
    change = changes_to_lower(MODEL, now, saved, saved_points)
    new_words = [
        word(easier.level, clause_words=each.clause_words) if str(place) in change.words else each
        for place, each in enumerate(words)
    ]
    new_points = [easier.level if str(place) in change.points else level for place, level in enumerate(points)]
    return now.level, level_of(MODEL, score(MODEL, new_words, new_points)), change.reached


@given(TEXTS)
def test_the_changes_that_are_asked_for_truly_lower_the_level(text: Text) -> None:
    before, after, reached = lowered(*text)
    assert after <= before
    assert (after < before) is reached or before == 1


def test_as_few_changes_are_asked_for_as_will_do() -> None:
    words = [word(1)] * 8 + [word(4), word(7)]
    now = estimate(MODEL, words, [])
    assert now.level == 2
    saved = {"四": (4, 0.5), "七": (7, 1.2)}
    change = changes_to_lower(MODEL, now, saved, {})
    assert (change.to_level, change.words, change.points, change.reached) == (1, ("七",), (), True)


def test_nothing_is_below_level_1_and_nothing_can_be_said_of_no_text() -> None:
    for words in ([word(1)], []):
        change = changes_to_lower(MODEL, estimate(MODEL, words, []), {"人": (1, 0.5)}, {})
        assert (change.to_level, change.words, change.points, change.reached) == (1, (), (), False)


def test_what_is_no_harder_than_the_level_below_is_left_alone_and_the_level_may_be_out_of_reach() -> None:
    now = estimate(MODEL, [word(2, clause_words=30)] * 5, [])
    assert now.level == 2
    change = changes_to_lower(MODEL, now, {"二": (1, 5.0)}, {"【一01】": (1, 5.0)})
    assert (change.words, change.points, change.reached) == ((), (), False)
