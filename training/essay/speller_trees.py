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
from core.essays.spelling.features import SpellingCandidateFinder
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
    """Texts with the character that was intended at each offset; "" where it is not known."""
    learner_lines = [characters_of(line) for line in lines() if not is_held_out(line)]
    for first in range(0, len(learner_lines), PASSAGE):
        written, intended = "", list[str]()
        for text, characters in learner_lines[first : first + PASSAGE]:
            stop = "" if text[-1] in ENDS else "。"
            written += text + stop
            intended += [*characters, *stop]
        yield written, intended


def fitted_trees(finder: SpellingCandidateFinder, weights: Float64) -> Any:
    """The model of scikit-learn.

    Parameters
    ----------
    weights : of the log-linear model, the bias first
    """
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]

    features, right = list[Float64](), list[bool]()
    for text, intended in passages():
        candidates = finder.candidates(text)
        is_known = np.array([intended[offset] != "" for offset in candidates.offsets.tolist()], bool)
        features.append(candidates.features[is_known])
        right += [
            text[offset] != new == intended[offset]
            for offset, new in zip(candidates.offsets.tolist(), candidates.intended, strict=True)
            if intended[offset]
        ]
    rows = np.concatenate(features)
    print(f"{sum(right)} of {len(right)} candidates in the learners' text right")
    return HistGradientBoostingClassifier(**OPTIONS).fit(with_linear(rows, rows @ weights[1:] + weights[0]), right)


def write_trees(model: Any, path: Path) -> None:
    """The file that ships."""
    np.savez_compressed(path, allow_pickle=False, **stored_trees(model, "speller"))
    print(f"{path.name}: {path.stat().st_size / 2**10:.0f} KiB")
