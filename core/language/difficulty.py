"""How hard a text is to read, on the levels 1-7 of GF 0025-2021: an ordinal model over additive evidence.

Every word of a text adds points by its level, every grammar point found adds points by its level, every clause by its
length. The score is the sum divided by the number of words, so that

- the score of two texts put together lies between their scores, however they are joined;
- each word, point and sentence has a share in the score, and the shares add up to it: those are the reasons.

The level follows from the score by cumulative logits (McCullagh 1980), wider for shorter texts:
P(level <= k) = 1 / (1 + exp(-(cut_k - score) / sqrt(a + b / words))).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

LEVELS = tuple(range(1, 8))
LONGEST_CLAUSE = 25
"""Words; a clause is not harder for being longer than that (fewer than one in a thousand are)."""
CLAUSE_STEP = 5
CREDIBLE = 0.8
"""The interval holds at least this share of the probability."""


@dataclass(frozen=True)
class DifficultyModel:
    """Parameters fitted by `training/difficulty.py`.

    word : points a word of level 1..7 adds, then of a word that no list holds; never falling from level to level
    character : points a character of reading level 1..7 adds, then of one outside the list
    grammar : points a match of a grammar point of level 1..7 adds
    clause : points a word adds for standing in a clause of at most 5, 10, 15, 20, 25 words
    cuts : six scores between neighbouring levels, rising
    spread, spread_of_short : a and b above
    """

    word: tuple[float, ...]
    character: tuple[float, ...]
    grammar: tuple[float, ...]
    clause: tuple[float, ...]
    cuts: tuple[float, ...]
    spread: float
    spread_of_short: float


@dataclass(frozen=True, slots=True)
class CountedWord:
    """A word of the text as evidence: where it stands, its level (8: on no list), its characters' levels, its clause."""

    start: int
    end: int
    level: int
    characters: tuple[int, ...]
    clause_words: int


@dataclass(frozen=True)
class Estimate:
    """Level with its uncertainty. `words` 0 means that nothing could be judged; the level is then 1."""

    level: int
    low: int
    high: int
    score: float
    probabilities: tuple[float, ...]
    words: int


def word_points(model: DifficultyModel, word: CountedWord) -> float:
    """What one word adds to the sum."""
    return lexical_points(model, word) + model.clause[clause_step(word.clause_words)]


def lexical_points(model: DifficultyModel, word: CountedWord) -> float:
    """What one word adds by itself, wherever it stands."""
    characters = [model.character[min(level, 8) - 1] for level in word.characters]
    return model.word[min(word.level, 8) - 1] + (sum(characters) / len(characters) if characters else 0.0)


def clause_step(words: int) -> int:
    """Index of the clause-length step: 0 for up to 5 words, 4 for more than 20."""
    return (min(max(words, 1), LONGEST_CLAUSE) - 1) // CLAUSE_STEP


def score(model: DifficultyModel, words: Sequence[CountedWord], point_levels: Iterable[int]) -> float:
    """Points a word of the text; 0 without words."""
    if not words:
        return 0.0
    grammar = sum(model.grammar[level - 1] for level in point_levels)
    return (sum(word_points(model, word) for word in words) + grammar) / len(words)


def estimate(model: DifficultyModel, words: Sequence[CountedWord], point_levels: Iterable[int]) -> Estimate:
    """Level, interval and probabilities of a text."""
    value = score(model, words, point_levels)
    if not words:
        return Estimate(1, 1, 1, 0.0, (1.0, *[0.0] * 6), 0)
    probabilities = level_probabilities(model, value, len(words))
    level = level_of(model, value)
    low, high = interval(probabilities, level)
    return Estimate(level, low, high, value, probabilities, len(words))


def level_of(model: DifficultyModel, value: float) -> int:
    """The level whose range of scores holds the value: rises with the score, whatever the length."""
    return 1 + sum(value > cut for cut in model.cuts)


def level_probabilities(model: DifficultyModel, value: float, words: int) -> tuple[float, ...]:
    """P(level) for the levels 1-7."""
    scale = math.sqrt(model.spread + model.spread_of_short / words)
    below = [_logistic((cut - value) / scale) for cut in model.cuts] + [1.0]
    return tuple(high - low for high, low in zip(below, [0.0, *below[:-1]], strict=True))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, value))))


def interval(probabilities: Sequence[float], level: int) -> tuple[int, int]:
    """The shortest run of levels around `level` that holds `CREDIBLE` of the probability, grown on the likelier side.

    >>> interval((0.05, 0.6, 0.3, 0.05, 0, 0, 0), 2)
    (2, 3)
    """
    low = high = level
    held = probabilities[level - 1]
    while held < CREDIBLE and (low > 1 or high < len(probabilities)):
        below = probabilities[low - 2] if low > 1 else -1.0
        above = probabilities[high] if high < len(probabilities) else -1.0
        low, high = (low - 1, high) if below > above else (low, high + 1)
        held += max(below, above)
    return low, high


def coverage(levels: Iterable[int]) -> tuple[float, ...]:
    """Share of words at or below each level 1-7; words on no list count in the whole only. All 1 for no words."""
    known = list(levels)
    if not known:
        return (1.0,) * 7
    return tuple(sum(level <= at for level in known) / len(known) for at in LEVELS)


@dataclass(frozen=True)
class Change:
    """To reach the level below: replace these words and points, hardest first; empty when the level is the lowest."""

    to_level: int
    words: tuple[str, ...]
    points: tuple[str, ...]
    reached: bool


def changes_to_lower(
    model: DifficultyModel,
    now: Estimate,
    word_shares: Mapping[str, tuple[int, float]],
    point_shares: Mapping[str, tuple[int, float]],
) -> Change:
    """The fewest kinds of words and points whose replacement by ones of the level below lowers the level.

    `word_shares` and `point_shares` give for each word or point its level and the points of the sum that all its
    occurrences would save. Greedy on the saving, which is exact here: savings add up.
    """
    if now.level == 1 or not now.words:
        return Change(now.level, (), (), False)
    target = now.level - 1
    needed = (now.score - model.cuts[target - 1]) * now.words
    ranked = sorted(
        [(saved, "word", name) for name, (level, saved) in word_shares.items() if level > target and saved > 0]
        + [(saved, "point", name) for name, (level, saved) in point_shares.items() if level > target and saved > 0],
        reverse=True,
    )
    chosen: list[tuple[str, str]] = []
    for saved, kind, name in ranked:
        if needed <= 0:
            break
        needed -= saved
        chosen.append((kind, name))
    return Change(
        target,
        tuple(name for kind, name in chosen if kind == "word"),
        tuple(name for kind, name in chosen if kind == "point"),
        needed <= 0,
    )
