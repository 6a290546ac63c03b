"""Fits the parameters of the speller (data/essay_speller.toml) and its trees, and prints how good they are.

    uv run --with scikit-learn==1.9.1 python -m training.essay.confusions_fit [--ngrams FILE] [--keep]

The 36 weights and their bias, the four figures by which the trees are added and the two of the curve are coefficients: they are fitted on
SIGHAN 2013 and the training halves of 2014 and 2015, each pair once as written and once as it should be; no text of these sets goes into a
model. The trees learn from the project's own text alone (`training.essay.speller_trees`).
The curve is fitted on the results of each year with the parameters of the others.
SIGHAN has conventions of its own, but planted errors in clean text fit worse (README.md, "Spelling").
Without --keep nothing is written.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize

from core.arrays import Bool, Float64, Int64
from core.essays.spelling.features import FEATURES, SpellingCandidateFinder
from core.essays.spelling.speller import with_linear
from core.models.essays.speller import TREES, spelling_knowledge
from core.tables.words.lists import WordList
from evaluation.corpus import ROOT
from evaluation.essays.sets import SpellingPair, sighan
from training.essay.speller_trees import fitted_trees, write_trees

OUT = ROOT / "data" / "essay_speller.toml"
YEARS = (
    {"sighan13-train": 700, "sighan13-test-dev": 1000},
    {"sighan14-train": 900},
    {"sighan15-train": 700},
)
"""How many rows are taken of each set: more of one would teach its peculiarities (他 for 她 in 2014) rather than spelling."""
PASSAGE, ENDS = 60, "。！？"
"""Pairs read as one text, since an essay is read whole: alone, a sentence has nothing before it. Where one ends otherwise a full stop is added."""
PENALTY = 1e-3
"""Penalty on the squared weights, each in standard deviations of its feature."""
BLEND = ("bias", "linear", "trees", "lesser")
"""As `combined_features` has them, the bias first."""
VERSION = "speller-3"


@dataclass(frozen=True)
class Material:
    """Candidates of many sentences, with those of one position in a row.

    `starts` [shape=(n_positions,)] is where the candidates of each position begin, `right` [shape=(n_positions,)] the row of the right one, -1 where
    the written character is right. Positions whose right character is no candidate are left out.
    """

    features: Float64
    starts: Int64
    right: Int64


class FittedParameters(NamedTuple):
    """Weights with the bias first; of the blend as `core.essays.spelling.speller.blended` has them."""

    weights: Float64
    blend: dict[str, float]
    slope: float
    intercept: float


def material(finder: SpellingCandidateFinder, pairs: Sequence[SpellingPair]) -> Material:
    """The candidates of each pair's written side."""
    blocks, starts, rights, rows = [], [], [], 0
    for pair in pairs:
        candidates = finder.candidates(pair.written)
        starts_of_offsets = np.unique(candidates.offsets, return_index=True)[1]
        for first, end in itertools.pairwise([*starts_of_offsets, len(candidates.offsets)]):
            offset = int(candidates.offsets[first])
            intended = (
                candidates.intended[first:end].find(pair.right[offset])
                if pair.written[offset] != pair.right[offset]
                else -1
            )
            if intended < 0 and pair.written[offset] != pair.right[offset]:
                continue
            starts.append(rows)
            rights.append(rows + intended if intended >= 0 else -1)
            blocks.append(candidates.features[first:end])
            rows += end - first
    return Material(np.concatenate(blocks), np.array(starts, np.int64), np.array(rights, np.int64))


def concatenated(parts: Sequence[Material]) -> Material:
    """Several parts as one."""
    before = np.cumsum([0, *(len(part.features) for part in parts)])[:-1]
    return Material(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.starts + rows for part, rows in zip(parts, before, strict=True)]),
        np.concatenate(
            [np.where(part.right >= 0, part.right + rows, -1) for part, rows in zip(parts, before, strict=True)]
        ),
    )


def candidate_shares(weights: Float64, material: Material) -> Float64:
    """The share of each candidate against its rivals and against leaving the character."""
    odds = np.exp(np.clip(material.features @ weights[1:] + weights[0], -30, 30))
    sizes = np.diff(np.r_[material.starts, len(odds)])
    return np.asarray(odds / (1 + np.repeat(np.add.reduceat(odds, material.starts), sizes)), np.float64)


def fit(material: Material) -> Float64:
    """The weights that make what is right likeliest (a conditional log-linear model, by L-BFGS)."""
    spread = material.features.std(axis=0) + 1e-6
    sizes = np.diff(np.r_[material.starts, len(material.features)])
    wanted = np.zeros(len(material.features))
    wanted[material.right[material.right >= 0]] = 1

    def loss(scaled: Float64) -> tuple[float, Float64]:
        shares_now = candidate_shares(np.r_[scaled[0], scaled[1:] / spread], material)
        share_left = 1 - np.add.reduceat(shares_now, material.starts)
        right_share = np.where(material.right >= 0, shares_now[np.maximum(material.right, 0)], share_left)
        slope = (shares_now - wanted) / len(sizes)
        gradient = np.r_[slope.sum(), (slope @ material.features) / spread + 2 * PENALTY * scaled[1:]]
        return float(-np.log(right_share + 1e-12).mean() + PENALTY * (scaled[1:] ** 2).sum()), gradient

    start = np.r_[-3.0, np.zeros(material.features.shape[1])]
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return np.asarray(np.r_[best[0], best[1:] / spread], np.float64)


def combined_features(material: Material, weights: Float64, trees: Any) -> Material:
    """With three features in place of all: the log odds of the weights, of the trees, and the lesser of the two."""
    linear = material.features @ weights[1:] + weights[0]
    odds = trees.decision_function(with_linear(material.features, linear))
    return replace(material, features=np.stack([linear, odds, np.minimum(linear, odds)], axis=1))


def best_candidates(found: Float64, material: Material) -> tuple[Float64, Bool]:
    """For each place the share of its likeliest candidate, and whether that is the right one."""
    ends = np.r_[material.starts[1:], len(found)]
    best = np.array([start + int(found[start:end].argmax()) for start, end in zip(material.starts, ends, strict=True)])
    return found[best], best == material.right


def fit_curve(found: Float64, right: Bool) -> tuple[float, float]:
    """Slope and intercept over the log odds (Platt 1999) that turn a share into a probability."""
    kept = found > 0.01
    odds = np.log(found[kept] / (1 - found[kept] + 1e-9))

    def loss(pair: Float64) -> float:
        probability = 1 / (1 + np.exp(-(pair[0] * odds + pair[1])))
        return float(-np.where(right[kept], np.log(probability + 1e-9), np.log(1 - probability + 1e-9)).mean())

    slope, intercept = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return float(slope), float(intercept)


def reliability(found: Float64, right: Bool, slope: float, intercept: float) -> list[str]:
    """For each band of probabilities how many of the candidates were right."""
    bounded = np.clip(found, 1e-6, 1 - 1e-6)
    probability = 1 / (1 + np.exp(-(slope * np.log(bounded / (1 - bounded)) + intercept)))
    rows = []
    for low in np.arange(0.2, 1.0, 0.1):
        inside = (probability >= low) & (probability < low + 0.1)
        if inside.any():
            rows.append(
                f"probability {probability[inside].mean():.2f}: right {right[inside].mean():.2f} of {inside.sum()}"
            )
    return rows


def passages(name: str, count: int) -> Iterator[SpellingPair]:
    """The first rows of a set; of the training halves, which hold hardly a right sentence, the right sides too."""
    rows = sighan(name)[:count]
    rows += [SpellingPair(row.right, row.right) for row in rows if name.endswith("train")]
    for first in range(0, len(rows), PASSAGE):
        stops = [(row, "" if row.written[-1] in ENDS else "。") for row in rows[first : first + PASSAGE]]
        written, right = ("".join(row[side] + stop for row, stop in stops) for side in (0, 1))
        yield SpellingPair(written, right)


def write(parameters: FittedParameters, version: str) -> None:
    """The file that `core.tables.essays.speller` reads."""
    lines = [
        "# Figures of the speller: training/essay/confusions_fit.py.",
        f'version = "{version}"',
        f"bias = {parameters.weights[0]:.4f}",
        f"slope = {parameters.slope:.4f}",
        f"intercept = {parameters.intercept:.4f}",
        "",
        "[blend]",
        *(f"{name} = {figure:.4f}" for name, figure in parameters.blend.items()),
        "",
        "[weights]",
        *(f"{name} = {weight:.4f}" for name, weight in zip(FEATURES, parameters.weights[1:], strict=True)),
    ]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ngrams", type=Path)
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    finder = SpellingCandidateFinder(
        spelling_knowledge(ROOT / "data", WordList(ROOT / "data" / "words.csv"), ngrams=arguments.ngrams)
    )
    by_year = [
        material(finder, [passage for name, count in year.items() for passage in passages(name, count)])
        for year in YEARS
    ]
    weights = fit(concatenated(by_year))
    trees = fitted_trees(finder, weights)
    best_of_years = [best_by_other_years(by_year, year, trees) for year in range(len(by_year))]
    found, right = (np.concatenate(part) for part in zip(*best_of_years, strict=True))
    slope, intercept = fit_curve(found, right)
    print("\n".join(reliability(found, right, slope, intercept)))
    blend = fit(combined_features(concatenated(by_year), weights, trees)).tolist()
    if arguments.keep:
        write(FittedParameters(weights, dict(zip(BLEND, blend, strict=True)), slope, intercept), VERSION)
        write_trees(trees, ROOT / "data" / TREES)


def best_by_other_years(by_year: Sequence[Material], year: int, trees: Any) -> tuple[Float64, Bool]:
    """`best_candidates` of one year with the parameters of the others."""
    others = concatenated([part for number, part in enumerate(by_year) if number != year])
    weights = fit(others)
    blend = fit(combined_features(others, weights, trees))
    return best_candidates(candidate_shares(blend, combined_features(by_year[year], weights, trees)), by_year[year])


if __name__ == "__main__":
    main()
