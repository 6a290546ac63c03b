"""Fits the judge of usage: data/models/essay/usage.npz.

    uv run --with scikit-learn==1.9.1 python -m training.essay.usage_fit [--parses FILE] [--keep]

1. Tables (what learners do, how clauses begin, words as vectors) from four fifths of the learners' text and of MuCGEC, and from right text.
2. Boosted trees on the learners' text of this project; the tables are made without the quarter of a text that they describe.
3. For each operation a curve over the log odds, on MuCGEC's four fifths, which the trees have not seen: chances are those of real sentences, and of
   the very change.

CGED is for measuring alone (`python -m benchmarks.essays.usage`): trees fitted on the places that it marks are too much to call coefficients; what
they were worth is in README.md. --parses keeps parsed texts for the next run; without --keep nothing is written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Bool, Float64, Int64
from core.essays.usage.candidates import DELETE, EXCHANGE, INSERT, MOVE, tokens_of
from core.essays.usage.corrector import Judge
from core.models.essays.speller import NGRAMS, WORDS
from core.models.essays.usage import FILE, VERSION, judge_of
from core.models.ngrams.characters import NgramModel
from core.models.ngrams.words import WordBigrams
from evaluation.corpus import ROOT
from evaluation.essays.sets import ABSENT, present
from evaluation.essays.usage_rows import Parses, Row, clean_texts, learner_rows, listed, mucgec_rows
from training.essay.boosting import stored_trees
from training.essay.usage_tables import company, company_arrays, edges, habits, near, vectors

QUARTERS = 4
"""Parts of a text of which each is described by tables made of the others."""
LEARNER = {"max_iter": 150, "max_leaf_nodes": 14, "min_samples_leaf": 30, "learning_rate": 0.08}
RIDGE = 5.0
WRONG_SHARE = 0.35
"""Of the wrong candidates, drawn once and weighed so much more: half the time, and no worse."""


@dataclass(frozen=True)
class Matrix:
    """Candidates of many texts, and whether they are right."""

    features: Float64
    right: Bool

    @property
    def operations(self) -> Int64:
        """Of `core.essays.usage.candidates`."""
        return self.features[:, 0].astype(np.int64)


@dataclass(frozen=True)
class Tables:
    """What is stored beside the trees: text, and arrays."""

    card: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Models:
    """What the tables rest on."""

    words: WordBigrams
    ngrams: NgramModel
    vectors: dict[str, NDArray[Any]]
    general: dict[str, Any]
    """The part of the card that no learner's text enters."""

    def tables(self, rows: Sequence[Row]) -> Tables:
        """With what learners do."""
        told = habits(rows, self.words)
        names, arrays = company_arrays(company(rows, told))
        return Tables({**self.general, **told, "company": names}, {**self.vectors, **arrays})

    def judge(self, tables: Tables) -> Judge:
        """Without trees."""
        return judge_of(tables.card, tables.arrays, (), words=self.words, ngrams=self.ngrams, listed=listed())


def models(parses: Parses) -> Models:
    """Reads what ships, counts right text."""
    path = ROOT / "data" / WORDS
    words = WordBigrams(path)
    with np.load(path) as stored:
        found = vectors(words, dict(stored))
    general = {
        "version": VERSION, "curves": [], "near": near(found),
        **edges((parses.of(text) for text in clean_texts()), words),
    }  # fmt: skip
    return Models(words, NgramModel(ROOT / "data" / NGRAMS), found, general)


def matrix(judge: Judge, rows: Iterable[Row]) -> Matrix:
    """Of all candidates of the rows."""
    features, right = [], []
    for row in rows:
        tokens = tokens_of(row.parsed, judge.bigrams)
        found = judge.finder.candidates(tokens)
        if len(found):
            features.append(judge.featurer.features(row.parsed, tokens, found))
            right += [
                row.right(operation, change)
                for operation, change in zip(found.operation.tolist(), found.changes(tokens), strict=True)
            ]
    return Matrix(np.concatenate(features), np.array(right))


def by_quarters(known: Models, rows: Sequence[Row], always: Sequence[Row]) -> Matrix:
    """Each quarter of the rows by tables of the other three and of what is `always` there."""
    parts = [
        matrix(
            known.judge(known.tables([*always, *(row for at, row in enumerate(rows) if at % QUARTERS != part)])),
            rows[part::QUARTERS],
        )
        for part in range(QUARTERS)
    ]
    return Matrix(np.concatenate([part.features for part in parts]), np.concatenate([part.right for part in parts]))


def fitted_trees(found: Matrix, options: Mapping[str, Any]) -> Any:
    """Boosted trees of scikit-learn."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]

    drawn = found.right | (np.random.default_rng(0).random(len(found.right)) < WRONG_SHARE)
    weights = np.where(found.right, 1.0, 1.0 / WRONG_SHARE)
    model = HistGradientBoostingClassifier(**options, l2_regularization=RIDGE, early_stopping=False, random_state=0)
    return model.fit(found.features[drawn], found.right[drawn], sample_weight=weights[drawn])


def curves(found: Matrix, odds: Float64) -> list[list[float]]:
    """For each operation the weight of the log odds and the intercept."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    told = []
    for operation in (INSERT, DELETE, EXCHANGE, MOVE):
        chosen = found.operations == operation
        curve = LogisticRegression(C=10).fit(odds[chosen], found.right[chosen])
        told.append([round(float(value), 4) for value in (*curve.coef_[0], curve.intercept_[0])])
    return told


def write(card: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    """The file that ships."""
    told = np.frombuffer(json.dumps(card, ensure_ascii=False, separators=(",", ":")).encode(), np.uint8)
    np.savez_compressed(path, allow_pickle=False, card=told, **arrays)
    print(f"{path.name}: {path.stat().st_size / 2**20:.2f} MiB")


def lines(found: Matrix, odds: Float64) -> Iterator[str]:
    """How many candidates there were, how many right, and how well the odds tell them apart."""
    for operation, name in ((INSERT, "put in"), (DELETE, "taken out"), (EXCHANGE, "exchanged"), (MOVE, "moved")):
        chosen = found.operations == operation
        yield f"{name}: {int(found.right[chosen].sum())} of {int(chosen.sum())} right, weights {np.corrcoef(odds[chosen].T, found.right[chosen])[-1, :-1].round(3)}"


def main() -> None:
    """Fit, and write where asked to."""
    if not present():
        print(ABSENT)
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parses", type=Path)
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    parses = Parses(arguments.parses)
    known = models(parses)
    learners = list(learner_rows(parses, measuring=False))
    mended = list(mucgec_rows(parses, measuring=False))
    parses.keep()
    tables = known.tables([*learners, *mended])
    real = by_quarters(known, mended, learners)
    fitted = fitted_trees(by_quarters(known, learners, mended), LEARNER)
    odds = fitted.decision_function(real.features)[:, None]
    for line in lines(real, odds):
        print(line)
    tables.card["curves"] = curves(real, odds)
    print(tables.card["curves"])
    if arguments.keep:
        write(tables.card, {**tables.arrays, **stored_trees(fitted, "learner")}, ROOT / "data" / FILE)


if __name__ == "__main__":
    main()
