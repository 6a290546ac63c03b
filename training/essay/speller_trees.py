"""The boosted trees of the speller (data/models/essay/speller.npz), fitted on the project's own learner-like text (`learner/`).

Called by `training.essay.confusions_fit`. Whether a character was written for another is learned from four fifths of the text as it stands:
its misspellings, and some 450,000 candidates for characters that are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Float64
from core.essays.spelling.features import Featurer
from core.essays.spelling.speller import with_linear
from evaluation.essays.learner_text import characters_of, is_held_out, lines
from training.essay.boosting import stored_trees

OPTIONS = {
    "max_iter": 300, "learning_rate": 0.04, "max_leaf_nodes": 16, "min_samples_leaf": 60, "l2_regularization": 5.0,
    "max_bins": 127, "early_stopping": False, "random_state": 0,
}  # fmt: skip
PASSAGE, ENDS = 60, "。！？"
"""Lines read as one text, as in `training.essay.confusions_fit`."""


def passages() -> Iterator[tuple[str, list[str]]]:
    """Texts and what was meant in each place."""
    told = [characters_of(line) for line in lines() if not is_held_out(line)]
    for first in range(0, len(told), PASSAGE):
        written, meant = "", list[str]()
        for text, characters in told[first : first + PASSAGE]:
            stop = "" if text[-1] in ENDS else "。"
            written += text + stop
            meant += [*characters, *stop]
        yield written, meant


def fitted_trees(featurer: Featurer, weights: Float64) -> Any:
    """The model of scikit-learn.

    Parameters
    ----------
    weights : of the log-linear model, the bias first
    """
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]

    features, right = list[Float64](), list[bool]()
    for text, meant in passages():
        found = featurer.candidates(text)
        told = np.array([meant[place] != "" for place in found.places.tolist()], bool)
        features.append(found.features[told])
        right += [
            text[place] != new == meant[place]
            for place, new in zip(found.places.tolist(), found.meant, strict=True)
            if meant[place]
        ]
    rows = np.concatenate(features)
    print(f"{sum(right)} of {len(right)} candidates in the learners' text right")
    return HistGradientBoostingClassifier(**OPTIONS).fit(with_linear(rows, rows @ weights[1:] + weights[0]), right)


def write_trees(model: Any, path: Path) -> None:
    """The file that ships."""
    np.savez_compressed(path, allow_pickle=False, **stored_trees(model, "speller"))
    print(f"{path.name}: {path.stat().st_size / 2**10:.0f} KiB")
