"""Fits the detector of clauses in which something is off: data/models/essay/detector.npz.

    uv run --with scikit-learn==1.9.1 python -m training.essay.detector_fit --rows FILE [--keep]

FILE keeps what the correctors propose (`training.essay.judge_fit`). Boosted trees over `core.models.essays.detector.FEATURES` on a third of the fifth
of the learner-like text and on the fifth of MuCGEC that no corrector was trained on, and on everyday and own sentences held out, in which no clause is
off; a curve over their log odds on YACLC's half for design: the share of clauses called so that are off in learners' writing.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from core.arrays import Bool, Float64
from core.models.boosted_trees import read_trees
from core.models.essays.detector import FEATURES, FILE, ClauseEvidence
from evaluation.corpus import ROOT
from evaluation.essays.detection import off_clauses
from evaluation.essays.learner_text import lines, pair_of
from evaluation.essays.sets import LearnerRow, mucgec, yaclc
from training.essay.boosting import stored_trees
from training.essay.judge_fit import WEIGHTS, Sentence, read_rows

TREES = {"max_iter": 140, "max_leaf_nodes": 8, "min_samples_leaf": 40, "learning_rate": 0.06, "l2_regularization": 10.0}
CLEAN = ("everyday", "own", "everyday measured", "treebank")
"""Sources whose sentences count as right."""
MEASURED = ("design", "everyday measured", "treebank")

Described = tuple[Sentence, Float64, Bool]
"""A sentence with the features of its clauses, and which of them are off."""


def learners_rows() -> dict[str, LearnerRow]:
    """Sentences with their corrections by what is written."""
    rows = [LearnerRow(pair.wrong, (pair.right,)) for pair in map(pair_of, lines())]
    return {row.written: row for row in (*rows, *mucgec(), *yaclc(scored=False)) if row.right}


def described(found: Sequence[Sentence]) -> Iterator[Described]:
    """Those of the sentences that hold Chinese clauses."""
    rows = learners_rows()
    for one in found:
        row = LearnerRow(one.written, (one.written,)) if one.source in CLEAN else rows[one.written]
        features = ClauseEvidence(one.simplified, one.doubts, one.logarithms, one.changes).features()
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
    known = list(described(read_rows(arguments.rows)[1]))
    learned = [(features, off, WEIGHTS[one.source]) for one, features, off in known if one.source in WEIGHTS]
    model = HistGradientBoostingClassifier(**TREES, early_stopping=False, random_state=0).fit(
        np.concatenate([features for features, _, _ in learned]),
        np.concatenate([off for _, off, _ in learned]),
        sample_weight=np.concatenate([np.full(len(off), weight) for _, off, weight in learned]),
    )
    arrays = stored_trees(model, "detector")
    odds = read_trees(arrays, "detector").log_odds
    design = [(features, off) for one, features, off in known if one.source == "design"]
    features, off = (np.concatenate(part) for part in zip(*design, strict=True))
    fitted = LogisticRegression(C=10).fit(odds(features)[:, None], off)
    curve = round(float(fitted.coef_[0][0]), 4), round(float(fitted.intercept_[0]), 4)
    print(f"{len(learned)} sentences; curve {curve}; {off.mean():.3f} of the clauses of the half for design are off")
    report(known, lambda rows: np.asarray(1 / (1 + np.exp(-(curve[0] * odds(rows) + curve[1])))))
    if arguments.keep:
        path = ROOT / "data" / FILE
        np.savez_compressed(path, allow_pickle=False, **arrays, curve=np.array(curve))  # type: ignore[arg-type]
        print(f"{path.name}: {path.stat().st_size / 2**20:.2f} MiB, {len(arrays) + 1} arrays, {len(FEATURES)} features")


def report(known: Sequence[Described], probabilities: Callable[[Float64], Float64]) -> None:
    """Clauses called and off by the threshold; those with an edit are not left out here."""
    for threshold in (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8):
        parts = []
        for source in MEASURED:
            called = (
                np.concatenate([probabilities(rows) for one, rows, _ in known if one.source == source]) >= threshold
            )
            off = np.concatenate([off for one, _, off in known if one.source == source])
            parts.append(f"{source} {called.mean():.3f}, of these off {off[called].mean() if called.any() else 0:.3f}")
        print(f"called from {threshold}: {'; '.join(parts)}")


if __name__ == "__main__":
    main()
