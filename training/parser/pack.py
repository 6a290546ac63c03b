"""Writes a network for numpy: int8 with a scale for each row, vocabularies as text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from torch import nn


def pack(model: nn.Module, lists: dict[str, list[str]], path: Path) -> None:
    """Write `path`.npz: matrices as `name.q` (int8) and `name.s` (float32, a row each), the rest float32, lists as UTF-8 lines."""
    arrays: dict[str, np.ndarray] = {}
    for name, tensor in model.state_dict().items():
        values = tensor.detach().cpu().numpy().astype(np.float32)
        if values.ndim < 2:
            arrays[name] = values
            continue
        flat = values.reshape(-1, values.shape[-1])
        scale = np.maximum(np.abs(flat).max(1), 1e-8) / 127
        arrays[f"{name}.q"] = np.round(flat / scale[:, None]).astype(np.int8).reshape(values.shape)
        arrays[f"{name}.s"] = scale.reshape(values.shape[:-1]).astype(np.float32)
    for name, entries in lists.items():
        arrays[f"list.{name}"] = np.frombuffer("\n".join(entries).encode(), np.uint8)
    np.savez_compressed(path.with_suffix(".npz"), **arrays)
