"""Boosted trees of scikit-learn as arrays that `core.models.boosted_trees` reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def stored_trees(model: Any, name: str) -> dict[str, NDArray[Any]]:
    """As `core.models.boosted_trees.read_trees` reads them."""
    nodes, roots, depth, count = [], [], 0, 0
    for (tree,) in model._predictors:
        told = tree.nodes
        own = np.arange(len(told)) + count
        leaf = told["is_leaf"].astype(bool)
        nodes.append((
            np.where(leaf, 0, told["feature_idx"]), np.where(leaf, 0.0, told["num_threshold"]),
            np.where(leaf, own, told["left"].astype(np.int64) + count),
            np.where(leaf, own, told["right"].astype(np.int64) + count), np.where(leaf, told["value"], 0.0),
        ))  # fmt: skip
        roots.append(count)
        depth, count = max(depth, int(told["depth"].max())), count + len(told)
    columns = [np.concatenate(column) for column in zip(*nodes, strict=True)]
    types = (np.uint8, np.float32, np.uint16, np.uint16, np.float32)
    arrays = {
        part: column.astype(kind)
        for part, column, kind in zip(("feature", "threshold", "left", "right", "value"), columns, types, strict=True)
    }
    base = np.array(model._baseline_prediction, np.float64).ravel()
    arrays |= {"roots": np.array(roots, np.uint16), "base": base, "depth": np.array([depth], np.uint8)}
    return {f"{name}_{part}": array for part, array in arrays.items()}
