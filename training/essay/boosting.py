"""Boosted trees of scikit-learn as arrays that `core.models.boosted_trees` reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def stored_trees(model: Any, name: str) -> dict[str, NDArray[Any]]:
    """As `core.models.boosted_trees.read_trees` reads them."""
    nodes, roots, depth, offset = [], [], 0, 0
    for (tree,) in model._predictors:
        tree_nodes = tree.nodes
        indices = np.arange(len(tree_nodes)) + offset
        is_leaf = tree_nodes["is_leaf"].astype(bool)
        nodes.append((
            np.where(is_leaf, 0, tree_nodes["feature_idx"]), np.where(is_leaf, 0.0, tree_nodes["num_threshold"]),
            np.where(is_leaf, indices, tree_nodes["left"].astype(np.int64) + offset),
            np.where(is_leaf, indices, tree_nodes["right"].astype(np.int64) + offset), np.where(is_leaf, tree_nodes["value"], 0.0),
        ))  # fmt: skip
        roots.append(offset)
        depth, offset = max(depth, int(tree_nodes["depth"].max())), offset + len(tree_nodes)
    columns = [np.concatenate(column) for column in zip(*nodes, strict=True)]
    types = (np.uint8, np.float32, np.uint16, np.uint16, np.float32)
    arrays = {
        part: column.astype(kind)
        for part, column, kind in zip(("feature", "threshold", "left", "right", "value"), columns, types, strict=True)
    }
    base = np.array(model._baseline_prediction, np.float64).ravel()
    arrays |= {"roots": np.array(roots, np.uint16), "base": base, "depth": np.array([depth], np.uint8)}
    return {f"{name}_{part}": array for part, array in arrays.items()}
