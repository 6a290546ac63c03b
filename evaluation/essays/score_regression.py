"""Fits the coefficients of the overall score on scored essays, and scores each essay by coefficients that were fitted without it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Float64
from core.essays.scoring.overall import Coefficients, overall, points_lost
from evaluation.essays.scored_essays import LEVEL, ScoredEssay

STRENGTH = 20.0
"""Strength of the ridge, on standardised logarithms."""


def lost(essay: ScoredEssay) -> float:
    """Points that the errors of an essay cost which the engine of the day finds."""
    return points_lost(essay.errors, essay.counts.characters, hsk_level=LEVEL)


def fit(essays: Sequence[ScoredEssay]) -> Coefficients:
    """The coefficients: a regression of the score before errors on the logarithms of two counts, drawn out to the spread of the scores.

    A regression's own predictions crowd around the mean, and agreement in quadratic kappa falls with the spread.
    """
    scores, deductions = np.array([essay.score for essay in essays]), np.array([lost(essay) for essay in essays])
    rows = np.log([
        [max(1, essay.counts.distinct_words), max(1, essay.counts.characters)] for essay in essays
    ])  # fmt: skip
    means, deviations, before = rows.mean(axis=0), rows.std(axis=0) + 1e-9, scores + deductions
    standardised = (rows - means) / deviations
    slopes = np.linalg.solve(
        standardised.T @ standardised + STRENGTH * np.eye(2), standardised.T @ (before - before.mean())
    )
    slopes *= scores.std() / (standardised @ slopes - deductions).std()
    words, characters = map(float, slopes / deviations)
    return Coefficients(float(before.mean() - means @ [words, characters]), words, characters)


def left_out(essays: Sequence[ScoredEssay]) -> Float64:
    """The score of each essay by the formula that ships, with coefficients fitted on the others."""
    return np.array([
        overall(
            essay.counts, essay.errors, hsk_level=LEVEL, coefficients=fit([*essays[:index], *essays[index + 1 :]])
        ).score
        for index, essay in enumerate(essays)
    ])  # fmt: skip


def left_out_by_length(lengths: Float64, scores: Float64) -> Float64:
    """The same from the logarithm of the length alone, drawn out as well."""
    predictions, logarithms = np.empty(len(scores)), np.log(lengths)
    for index in range(len(scores)):
        others = np.arange(len(scores)) != index
        mean, deviation = logarithms[others].mean(), logarithms[others].std()
        sign = np.sign(np.corrcoef(logarithms[others], scores[others])[0, 1])
        predictions[index] = (
            scores[others].mean() + sign * scores[others].std() * (logarithms[index] - mean) / deviation
        )
    return predictions
