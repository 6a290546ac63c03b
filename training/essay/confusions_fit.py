"""Fits the figures of the speller (data/essay_speller.toml) and its trees, and prints what they are worth.

    uv run --with scikit-learn==1.9.1 python -m training.essay.confusions_fit [--ngrams FILE] [--keep]

The 36 weights and their bias, the four figures by which the trees are added and the two of the curve are coefficients: they are fitted on
SIGHAN 2013 and the training halves of 2014 and 2015, each pair once as written and once as it should be; no text of these sets goes into a
model. The trees learn from the project's own text alone (`training.essay.speller_trees`).
The curve is fitted on each year by the figures of the others.
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
from core.essays.spelling.features import FEATURES, Featurer
from core.essays.spelling.speller import with_linear
from core.models.essays.speller import TREES, knowledge
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
"""Rows taken of each set: more of one would teach its habits (2014's 他 for 她) rather than spelling."""
PASSAGE, ENDS = 60, "。！？"
"""Pairs read as one text, since an essay is read whole: alone, a sentence has nothing before it. Where one ends otherwise a full stop is added."""
PENALTY = 1e-3
"""Of the squared weights, each in standard deviations of its feature."""
BLEND = ("bias", "linear", "trees", "lesser")
"""As `with_both` has them, the bias first."""
VERSION = "speller-3"


@dataclass(frozen=True)
class Material:
    """Candidates of many sentences, those of one place together.

    `starts` [shape=(n_places,)] is where each place's candidates begin, `right` [shape=(n_places,)] the row of the right one, -1 where
    the character stands as it should. Places whose right character is no candidate are left out.
    """

    features: Float64
    starts: Int64
    right: Int64


class Fitted(NamedTuple):
    """Weights with the bias first; of the blend as `core.essays.spelling.speller.blended` has them."""

    weights: Float64
    blend: dict[str, float]
    slope: float
    intercept: float


def material(featurer: Featurer, pairs: Sequence[SpellingPair]) -> Material:
    """The candidates of each pair's written side."""
    blocks, starts, rights, rows = [], [], [], 0
    for pair in pairs:
        found = featurer.candidates(pair.written)
        firsts = np.unique(found.places, return_index=True)[1]
        for first, last in itertools.pairwise([*firsts, len(found.places)]):
            place = int(found.places[first])
            meant = found.meant[first:last].find(pair.right[place]) if pair.written[place] != pair.right[place] else -1
            if meant < 0 and pair.written[place] != pair.right[place]:
                continue
            starts.append(rows)
            rights.append(rows + meant if meant >= 0 else -1)
            blocks.append(found.features[first:last])
            rows += last - first
    return Material(np.concatenate(blocks), np.array(starts, np.int64), np.array(rights, np.int64))


def together(parts: Sequence[Material]) -> Material:
    """Several as one."""
    before = np.cumsum([0, *(len(part.features) for part in parts)])[:-1]
    return Material(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.starts + rows for part, rows in zip(parts, before, strict=True)]),
        np.concatenate(
            [np.where(part.right >= 0, part.right + rows, -1) for part, rows in zip(parts, before, strict=True)]
        ),
    )


def shares(weights: Float64, told: Material) -> Float64:
    """The share of each candidate against its rivals and against leaving the character."""
    odds = np.exp(np.clip(told.features @ weights[1:] + weights[0], -30, 30))
    sizes = np.diff(np.r_[told.starts, len(odds)])
    return np.asarray(odds / (1 + np.repeat(np.add.reduceat(odds, told.starts), sizes)), np.float64)


def fitted(told: Material) -> Float64:
    """The weights that make what is right likeliest (a conditional log-linear model, by L-BFGS)."""
    spread = told.features.std(axis=0) + 1e-6
    sizes = np.diff(np.r_[told.starts, len(told.features)])
    wanted = np.zeros(len(told.features))
    wanted[told.right[told.right >= 0]] = 1

    def loss(scaled: Float64) -> tuple[float, Float64]:
        found = shares(np.r_[scaled[0], scaled[1:] / spread], told)
        kept = 1 - np.add.reduceat(found, told.starts)
        told_share = np.where(told.right >= 0, found[np.maximum(told.right, 0)], kept)
        slope = (found - wanted) / len(sizes)
        gradient = np.r_[slope.sum(), (slope @ told.features) / spread + 2 * PENALTY * scaled[1:]]
        return float(-np.log(told_share + 1e-12).mean() + PENALTY * (scaled[1:] ** 2).sum()), gradient

    start = np.r_[-3.0, np.zeros(told.features.shape[1])]
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x
    return np.asarray(np.r_[best[0], best[1:] / spread], np.float64)


def with_both(told: Material, weights: Float64, trees: Any) -> Material:
    """With three features in place of all: the log odds of the weights, of the trees, and the lesser of the two."""
    linear = told.features @ weights[1:] + weights[0]
    odds = trees.decision_function(with_linear(told.features, linear))
    return replace(told, features=np.stack([linear, odds, np.minimum(linear, odds)], axis=1))


def best_of(found: Float64, told: Material) -> tuple[Float64, Bool]:
    """For each place the share of its likeliest candidate, and whether that is the right one."""
    ends = np.r_[told.starts[1:], len(found)]
    best = np.array([start + int(found[start:end].argmax()) for start, end in zip(told.starts, ends, strict=True)])
    return found[best], best == told.right


def curve(found: Float64, right: Bool) -> tuple[float, float]:
    """Slope and intercept over the log odds (Platt 1999) that make the share a chance."""
    kept = found > 0.01
    odds = np.log(found[kept] / (1 - found[kept] + 1e-9))

    def loss(pair: Float64) -> float:
        chance = 1 / (1 + np.exp(-(pair[0] * odds + pair[1])))
        return float(-np.where(right[kept], np.log(chance + 1e-9), np.log(1 - chance + 1e-9)).mean())

    slope, intercept = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return float(slope), float(intercept)


def reliability(found: Float64, right: Bool, slope: float, intercept: float) -> list[str]:
    """For each band of chances how often they were right."""
    bounded = np.clip(found, 1e-6, 1 - 1e-6)
    chance = 1 / (1 + np.exp(-(slope * np.log(bounded / (1 - bounded)) + intercept)))
    rows = []
    for low in np.arange(0.2, 1.0, 0.1):
        inside = (chance >= low) & (chance < low + 0.1)
        if inside.any():
            rows.append(f"chance {chance[inside].mean():.2f}: right {right[inside].mean():.2f} of {inside.sum()}")
    return rows


def passages(name: str, count: int) -> Iterator[SpellingPair]:
    """The first rows of a set; of the training halves, which hold hardly a right sentence, the right sides too."""
    rows = sighan(name)[:count]
    rows += [SpellingPair(row.right, row.right) for row in rows if name.endswith("train")]
    for first in range(0, len(rows), PASSAGE):
        stops = [(row, "" if row.written[-1] in ENDS else "。") for row in rows[first : first + PASSAGE]]
        written, right = ("".join(row[side] + stop for row, stop in stops) for side in (0, 1))
        yield SpellingPair(written, right)


def write(found: Fitted, version: str) -> None:
    """The file that `core.tables.essays.speller` reads."""
    lines = [
        "# Figures of the speller: training/essay/confusions_fit.py.",
        f'version = "{version}"',
        f"bias = {found.weights[0]:.4f}",
        f"slope = {found.slope:.4f}",
        f"intercept = {found.intercept:.4f}",
        "",
        "[blend]",
        *(f"{name} = {figure:.4f}" for name, figure in found.blend.items()),
        "",
        "[weights]",
        *(f"{name} = {weight:.4f}" for name, weight in zip(FEATURES, found.weights[1:], strict=True)),
    ]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--ngrams", type=Path)
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    featurer = Featurer(knowledge(ROOT / "data", WordList(ROOT / "data" / "words.csv"), ngrams=arguments.ngrams))
    told = [
        material(featurer, [passage for name, count in year.items() for passage in passages(name, count)])
        for year in YEARS
    ]
    weights = fitted(together(told))
    trees = fitted_trees(featurer, weights)
    judged = [judged_by_others(told, year, trees) for year in range(len(told))]
    found, right = (np.concatenate(part) for part in zip(*judged, strict=True))
    slope, intercept = curve(found, right)
    print("\n".join(reliability(found, right, slope, intercept)))
    blend = fitted(with_both(together(told), weights, trees)).tolist()
    if arguments.keep:
        write(Fitted(weights, dict(zip(BLEND, blend, strict=True)), slope, intercept), VERSION)
        write_trees(trees, ROOT / "data" / TREES)


def judged_by_others(told: Sequence[Material], year: int, trees: Any) -> tuple[Float64, Bool]:
    """`best_of` of one year by the figures of the others."""
    others = together([part for number, part in enumerate(told) if number != year])
    weights = fitted(others)
    blend = fitted(with_both(others, weights, trees))
    return best_of(shares(blend, with_both(told[year], weights, trees)), told[year])


if __name__ == "__main__":
    main()
