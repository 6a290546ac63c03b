"""What answers say against an item: another option is the key, a second one is right too, or the item tells nothing.

Each fault is a model of the choices, weighed against that of a sound item by its Bayes factor: both averaged over difficulty
and slope (and, of the options, over their shares), so none is favoured by being able to fit anything. A factor of K in favour
of a fault turns up in at most one sound item of K, however often it is looked at (Ville 1939; Grünwald, de Heide and Koolen
2024 on such tests at any time), as far as the models hold.

Tests on single figures lost against it (`benchmarks/questions/life.py`): of simulated items with a wrong key about a fifth were found
by 60 answers by a slope below 0, two thirds by a share right below chance, a fifth by an option chosen by abler students than the
key, and 97 of 100 here; of items with a second right answer at most 5 of 100 by any of them, and 42 here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lgamma, pi

import numpy as np

from core.arrays import Bool, Float64, Positions
from core.learning.prediction.features import logistic

DIFFICULTY_SPREAD = 1.0
"""Of the true difficulty round the predicted one: wider than what is expected, so that an item which is merely harder than
predicted is not called faulty."""
NODES = np.linspace(-2.5, 2.5, 11)
SLOPES = np.array([0.5, 1.0, 1.8])
SLOPE_SHARES = np.array([0.25, 0.5, 0.25])
APPEALS = np.array([-0.7, 0.0, 0.7])
"""Slopes of a wrong option's appeal by ability among those who do not know: misunderstandings grow with learning too."""
LEVELS = np.linspace(-3.0, 2.0, 9)
LEAST = 1e-4


@dataclass(frozen=True)
class Suspicion:
    """Logarithms of Bayes factors of faults against soundness; 3 = twenty times likelier."""

    wrong_key: tuple[float, ...]
    """By wrong option: that it is the key, and the key is not."""
    two_right: tuple[float, ...]
    """By wrong option: that it is right as well."""
    tells_nothing: float
    """That the choice has nothing to do with ability."""

    @property
    def any(self) -> float:
        """Of the equal mixture of the kinds of faults."""
        kinds = [self.tells_nothing]
        kinds += [_mean(log_factors) for log_factors in (self.wrong_key, self.two_right) if log_factors]
        return _mean(kinds)


def of_choices(ability: Float64, error: Float64, chosen: Positions, *, options: int, predicted: float) -> Suspicion:
    """Against an item with options.

    Parameters
    ----------
    ability, error : array [n]
        Logits, and the variance of the true ability round them.
    chosen : array [n]
        0 = the key, 1 ... options - 1 = the wrong options.
    options : 2 or more
    predicted
        Difficulty before any answer, in logits.
    """
    counts = np.bincount(chosen, minlength=options)
    wrong = list(range(1, options))

    def known(right: Sequence[int]) -> float:
        return _known(ability, error, np.isin(chosen, right), floor=len(right) / options, predicted=predicted)

    def rest(right: Sequence[int]) -> list[int]:
        return [index for index in range(options) if index not in right]

    sound = known([0]) + _which(ability, chosen, wrong)
    wrong_key = tuple(known([index]) + _which(ability, chosen, rest([index])) - sound for index in wrong)
    two_right = tuple(
        known([0, index]) + _shares(counts[[0, index]]) + _shares(counts[rest([0, index])]) - sound
        for index in (wrong if options > 2 else ())
    )
    return Suspicion(wrong_key, two_right, _shares(counts) - sound)


def of_scores(ability: Float64, error: Float64, right: Bool, *, predicted: float, floor: float) -> Suspicion:
    """Against an item without options; the same parameters, `right` [n] whether fully right."""
    sound = _known(ability, error, right, floor=floor, predicted=predicted)
    count = int(right.sum())
    return Suspicion((), (), _shares(np.array([count, len(right) - count])) - sound)


def _known(ability: Float64, error: Float64, right: Bool, *, floor: float, predicted: float) -> float:
    """Log probability of who was right, over difficulties and slopes. [difficulty, slope, answer]"""
    hardness = (predicted + DIFFICULTY_SPREAD * NODES)[:, None, None]
    slopes = SLOPES[None, :, None]
    flat = 1.0 / np.sqrt(1.0 + pi * slopes**2 * error / 8.0)
    probability = floor + (1.0 - floor) * logistic(slopes * flat * (ability - hardness))
    probability = np.clip(probability, LEAST, 1.0 - LEAST)
    logs = np.log(np.where(right, probability, 1.0 - probability)).sum(axis=2)
    prior = np.exp(-(NODES**2) / 2.0)
    prior /= prior.sum()
    return _log_sum(logs + np.log(prior)[:, None] + np.log(SLOPE_SHARES))


def _which(ability: Float64, chosen: Positions, among: Sequence[int]) -> float:
    """Log probability of which of the options was taken by those who took one of them: shares that have nothing to do with
    ability, or one option that draws the abler, or the weaker."""
    took = np.isin(chosen, among)
    counts = np.bincount(chosen, minlength=max(among) + 1)
    plain = _shares(counts[list(among)])
    if len(among) < 2 or not took.any():
        return plain
    log_probabilities = [plain]
    leaning = LEVELS[:, None, None] + APPEALS[:, None] * ability[took]
    for index in among:
        taken = np.where(chosen[took] == index, -1.0, 1.0)
        logs = -np.logaddexp(0.0, taken * leaning).sum(axis=2)
        others = [other for other in among if other != index]
        log_probabilities.append(_log_sum(logs) - float(np.log(logs.size)) + _shares(counts[others]))
    return _mean(log_probabilities)


def _shares(counts: Positions) -> float:
    """Log probability of a sequence of choices with these counts, over all shares alike (Dirichlet-multinomial)."""
    kinds, total = len(counts), int(counts.sum())
    return lgamma(kinds) - lgamma(kinds + total) + sum(lgamma(1 + int(count)) for count in counts)


def _log_sum(logs: Float64) -> float:
    most = float(logs.max())
    return most + float(np.log(np.exp(logs - most).sum()))


def _mean(logs: Sequence[float]) -> float:
    """The logarithm of the mean of what these are logarithms of."""
    return _log_sum(np.array(logs)) - float(np.log(len(logs)))
