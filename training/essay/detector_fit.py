"""Fits the detector of clauses in which something is off: data/models/essay/detector.npz.

    uv run --with scikit-learn==1.9.1 python -m training.essay.detector_fit --rows FILE [--keep]

FILE is what `training.essay.judge_fit --rows` has written, and the judge that ships was fitted on it. Boosted trees over
`core.models.essays.detector.FEATURES` on the same sentences as the judge, which judges each third of them as fitted on the other two; a curve over
their log odds on YACLC's half for design: the share of clauses called so that are off in learners' writing.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from core.arrays import Bool, Float64
from core.models.boosted_trees import Trees, read_trees
from core.models.essays.detector import FEATURES, FILE, ClauseEvidence
from core.models.essays.judge import FILE as JUDGE_FILE
from evaluation.corpus import ROOT
from evaluation.essays.detection import off_clauses
from evaluation.essays.learner_text import lines, pair_of
from evaluation.essays.sets import LearnerRow, mucgec, yaclc
from training.essay.boosting import stored_trees
from training.essay.judge_fit import WEIGHTS, Sentence, fitted

FOLDS = 3
TREES = {"max_iter": 140, "max_leaf_nodes": 8, "min_samples_leaf": 40, "learning_rate": 0.06, "l2_regularization": 10.0}
Judged = dict[int, Float64]
"""The judge's log odds of the changes of each sentence, by its index."""


def judged_elsewhere(found: Sequence[Sentence]) -> dict[int, Float64]:
    """The probability of each change, by a judge that was fitted without its third of the sentences."""
    judged: dict[int, Float64] = {}
    for fold in range(FOLDS):
        rest = [one for index, one in enumerate(found) if index % FOLDS != fold and one.source in WEIGHTS]
        model = fitted(rest)
        for index, one in enumerate(found):
            if index % FOLDS == fold:
                judged[index] = model.predict_proba(one.features)[:, 1] if one.changes else np.empty(0)
    return judged


def learners_rows() -> dict[str, LearnerRow]:
    """Sentences with their corrections by what is written."""
    rows = [LearnerRow(pair.wrong, (pair.right,)) for pair in map(pair_of, lines())]
    return {row.written: row for row in (*rows, *mucgec(), *yaclc(scored=False)) if row.right}


def described(found: Sequence[Sentence], judged: dict[int, Float64]) -> Iterator[tuple[Sentence, Float64, Bool]]:
    """Each sentence with the features of its clauses, and which of them are off."""
    rows = learners_rows()
    for index, one in enumerate(found):
        clean = one.source in ("everyday", "own", "everyday measured", "treebank")
        row = LearnerRow(one.written, (one.written,)) if clean else rows[one.written]
        evidence = ClauseEvidence(one.simplified, one.doubts, one.logarithms, one.changes, judged[index])
        features = evidence.features()
        if len(features):
            yield one, features, np.array([is_off for _, is_off in off_clauses(row)])


def main() -> None:
    """See the module."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    _, found = pickle.loads(arguments.rows.read_bytes())
    known = list(described(found, judged_elsewhere(found)))
    learned = [(features, off, WEIGHTS[one.source]) for one, features, off in known if one.source in WEIGHTS]
    model = HistGradientBoostingClassifier(**TREES, early_stopping=False, random_state=0).fit(
        np.concatenate([features for features, _, _ in learned]),
        np.concatenate([off for _, off, _ in learned]),
        sample_weight=np.concatenate([np.full(len(off), weight) for _, off, weight in learned]),
    )
    arrays = stored_trees(model, "detector")
    trees = read_trees(arrays, "detector")
    design = [(features, off) for one, features, off in known if one.source == "design"]
    features, off = (np.concatenate(part) for part in zip(*design, strict=True))
    odds = trees.log_odds(features)
    curve = LogisticRegression(C=10).fit(odds[:, None], off)
    weights = round(float(curve.coef_[0][0]), 4), round(float(curve.intercept_[0]), 4)
    print(len(learned), "sentences; curve", weights, "off", off.mean())
    report(known, trees, weights)
    if arguments.keep:
        path = ROOT / "data" / FILE
        np.savez_compressed(path, allow_pickle=False, **arrays, curve=np.array(weights))
        print(f"{path.name}: {path.stat().st_size / 2**20:.2f} MiB, {len(FEATURES)} features; beside {JUDGE_FILE.name}")


def report(known: Sequence[tuple[Sentence, Float64, Bool]], trees: Trees, curve: tuple[float, float]) -> None:
    """Called, right and called in clean text by the threshold; clauses with an edit are not left out here."""
    by_source = {
        source: (
            np.concatenate([trees.log_odds(features) for one, features, _ in known if one.source == source]),
            np.concatenate([off for one, _, off in known if one.source == source]),
        )
        for source in ("design", "everyday measured", "treebank")
    }
    for threshold in (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        parts = []
        for source, (odds, off) in by_source.items():
            called = 1 / (1 + np.exp(-(curve[0] * odds + curve[1]))) >= threshold
            parts.append(
                f"{source}: called {called.mean():.3f}, of these off {off[called].mean() if called.any() else 0:.3f}"
            )
        print(f"from {threshold}: {'; '.join(parts)}")


if __name__ == "__main__":
    main()
