"""Fits the usage corrector: data/models/essay/usage.npz.

    uv run --with scikit-learn==1.9.1 python -m training.essay.usage_fit [--parses FILE] [--keep]

1. Tables (what learners do, how clauses begin, words as vectors) from four fifths of the learners' text and of MuCGEC, and from right text.
2. Boosted trees on the learners' text of this project; the tables are made without the quarter of a text that they describe.
3. For each operation a curve over the log odds, on MuCGEC's four fifths, which the trees have not seen: the probabilities are those of real
   sentences, and of the very change.

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
from core.essays.usage.candidates import DELETE, INSERT, MOVE, SUBSTITUTE, tokens_of
from core.essays.usage.corrector import UsageModel
from core.models.essays.speller import NGRAMS, WORDS
from core.models.essays.usage import FILE, VERSION, usage_model_from
from core.models.ngrams.characters import NgramModel
from core.models.ngrams.words import WordBigrams
from evaluation.corpus import ROOT
from evaluation.essays.sets import ABSENT, present
from evaluation.essays.usage_rows import Parses, Row, clean_texts, learner_rows, listed, mucgec_rows
from training.essay.boosting import stored_trees
from training.essay.usage_tables import (
    clause_edges,
    collocation_arrays,
    count_collocations,
    count_errors,
    vectors,
    words_used_alike,
)

QUARTERS = 4
"""Parts of a text of which each is described by tables made of the others."""
LEARNER = {"max_iter": 150, "max_leaf_nodes": 14, "min_samples_leaf": 30, "learning_rate": 0.08}
RIDGE = 5.0
WRONG_SHARE = 0.35
"""Of the wrong candidates, drawn once and weighed so much more: half the time, and no worse."""


@dataclass(frozen=True)
class Matrix:
    """The features of candidates of many texts, and whether each candidate is right."""

    features: Float64
    right: Bool

    @property
    def operations(self) -> Int64:
        """Of `core.essays.usage.candidates`."""
        return self.features[:, 0].astype(np.int64)


@dataclass(frozen=True)
class StoredTables:
    """What is stored beside the trees: a card of text, and arrays."""

    card: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


@dataclass(frozen=True)
class BaseModels:
    """The models from which the tables are made."""

    words: WordBigrams
    ngrams: NgramModel
    vectors: dict[str, NDArray[Any]]
    general: dict[str, Any]
    """The part of the card that does not depend on learners' text."""

    def tables(self, rows: Sequence[Row]) -> StoredTables:
        """The tables with the error rates of learners."""
        error_counts = count_errors(rows, self.words)
        names, arrays = collocation_arrays(count_collocations(rows, error_counts))
        return StoredTables({**self.general, **error_counts, "company": names}, {**self.vectors, **arrays})

    def model(self, tables: StoredTables) -> UsageModel:
        """The usage model without trees."""
        return usage_model_from(tables.card, tables.arrays, (), words=self.words, ngrams=self.ngrams, listed=listed())


def base_models(parses: Parses) -> BaseModels:
    """Read the models that ship, and count right text."""
    path = ROOT / "data" / WORDS
    words = WordBigrams(path)
    with np.load(path) as stored:
        word_vectors = vectors(words, dict(stored))
    general = {
        "version": VERSION, "curves": [], "near": words_used_alike(word_vectors),
        **clause_edges((parses.of(text) for text in clean_texts()), words),
    }  # fmt: skip
    return BaseModels(words, NgramModel(ROOT / "data" / NGRAMS), word_vectors, general)


def matrix(model: UsageModel, rows: Iterable[Row]) -> Matrix:
    """The matrix of all candidates of the rows."""
    features, right = [], []
    for row in rows:
        tokens = tokens_of(row.document, model.bigrams)
        candidates = model.finder.candidates(tokens)
        if len(candidates):
            features.append(model.feature_extractor.features(row.document, tokens, candidates))
            right += [
                row.right(operation, change)
                for operation, change in zip(candidates.operation.tolist(), candidates.changes(tokens), strict=True)
            ]
    return Matrix(np.concatenate(features), np.array(right))


def by_quarters(known_models: BaseModels, rows: Sequence[Row], always: Sequence[Row]) -> Matrix:
    """Each quarter of the rows by tables of the other three and of what is `always` there."""
    parts = [
        matrix(
            known_models.model(
                known_models.tables([*always, *(row for index, row in enumerate(rows) if index % QUARTERS != part)])
            ),
            rows[part::QUARTERS],
        )
        for part in range(QUARTERS)
    ]
    return Matrix(np.concatenate([part.features for part in parts]), np.concatenate([part.right for part in parts]))


def fitted_trees(candidates: Matrix, options: Mapping[str, Any]) -> Any:
    """Boosted trees of scikit-learn."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]

    drawn = candidates.right | (np.random.default_rng(0).random(len(candidates.right)) < WRONG_SHARE)
    weights = np.where(candidates.right, 1.0, 1.0 / WRONG_SHARE)
    model = HistGradientBoostingClassifier(**options, l2_regularization=RIDGE, early_stopping=False, random_state=0)
    return model.fit(candidates.features[drawn], candidates.right[drawn], sample_weight=weights[drawn])


def fit_curves(candidates: Matrix, odds: Float64) -> list[list[float]]:
    """For each operation the weight of the log odds and the intercept."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    curves = []
    for operation in (INSERT, DELETE, SUBSTITUTE, MOVE):
        chosen = candidates.operations == operation
        curve = LogisticRegression(C=10).fit(odds[chosen], candidates.right[chosen])
        curves.append([round(float(value), 4) for value in (*curve.coef_[0], curve.intercept_[0])])
    return curves


def write(card: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    """The file that ships."""
    card_bytes = np.frombuffer(json.dumps(card, ensure_ascii=False, separators=(",", ":")).encode(), np.uint8)
    np.savez_compressed(path, allow_pickle=False, card=card_bytes, **arrays)
    print(f"{path.name}: {path.stat().st_size / 2**20:.2f} MiB")


def summary_lines(candidates: Matrix, odds: Float64) -> Iterator[str]:
    """How many candidates there were, how many right, and how well the odds tell them apart."""
    for operation, name in ((INSERT, "put in"), (DELETE, "taken out"), (SUBSTITUTE, "exchanged"), (MOVE, "moved")):
        chosen = candidates.operations == operation
        yield f"{name}: {int(candidates.right[chosen].sum())} of {int(chosen.sum())} right, weights {np.corrcoef(odds[chosen].T, candidates.right[chosen])[-1, :-1].round(3)}"


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
    known_models = base_models(parses)
    learners = list(learner_rows(parses, measuring=False))
    mended = list(mucgec_rows(parses, measuring=False))
    parses.keep()
    tables = known_models.tables([*learners, *mended])
    real = by_quarters(known_models, mended, learners)
    fitted = fitted_trees(by_quarters(known_models, learners, mended), LEARNER)
    odds = fitted.decision_function(real.features)[:, None]
    for line in summary_lines(real, odds):
        print(line)
    tables.card["curves"] = fit_curves(real, odds)
    print(tables.card["curves"])
    if arguments.keep:
        write(tables.card, {**tables.arrays, **stored_trees(fitted, "learner")}, ROOT / "data" / FILE)


if __name__ == "__main__":
    main()
