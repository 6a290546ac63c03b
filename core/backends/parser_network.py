"""The two networks of `core.backends.parser` in numpy: BiLSTM, biaffine scores, decoding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.backends.parser_features import Floats, Integers

Array = NDArray[np.float32]
NEVER = np.float32(-1e9)


class Weights:
    """The arrays of one network file: int8 rows unpacked, vocabularies as dictionaries."""

    def __init__(self, path: Path) -> None:
        self._arrays: dict[str, Array] = {}
        self._lists: dict[str, list[str]] = {}
        with np.load(path, allow_pickle=False) as stored:
            for name in stored.files:
                if name.startswith("list."):
                    self._lists[name[5:]] = stored[name].tobytes().decode().split("\n")
                elif name.endswith(".q"):
                    self._arrays[name[:-2]] = stored[name] * stored[f"{name[:-2]}.s"][..., None]
                elif not name.endswith(".s"):
                    self._arrays[name] = stored[name]

    def __getitem__(self, name: str) -> Array:
        return self._arrays[name]

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def entries(self, name: str) -> list[str]:
        """A vocabulary in the order of its rows."""
        return self._lists[name]

    def rows(self, name: str) -> dict[str, int]:
        """Entry to row; row 0 is "unknown"."""
        return {entry: row for row, entry in enumerate(self._lists[name])}


def linear(weights: Weights, name: str, x: Array) -> Array:
    """`x` times the transposed matrix `name`.weight, plus `name`.bias."""
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


class BiLSTM:
    """One layer, both directions at once.

    Gates in the order input, forget, cell, output, as torch stores them.
    """

    def __init__(self, weights: Weights, name: str) -> None:
        def both(part: str) -> Array:
            return np.stack([weights[f"{name}.{part}_l0"], weights[f"{name}.{part}_l0_reverse"]])

        self._inner = np.ascontiguousarray(both("weight_ih").transpose(0, 2, 1))
        self._recurrent = np.ascontiguousarray(both("weight_hh").transpose(0, 2, 1))
        self._bias = (both("bias_ih") + both("bias_hh"))[:, None, None]

    def __call__(self, x: Array, lengths: Integers) -> Array:
        """States of a padded batch.

        Parameters
        ----------
        x : array [shape=(time, batch, size)]
        lengths : array [shape=(batch,)]
            Valid steps of each sequence; what lies behind them is padding and touches nothing before it.

        Returns
        -------
        array [shape=(time, batch, 2 * hidden)]
        """
        steps, batch, _ = x.shape
        back = np.arange(steps)[:, None]
        back = np.where(back < lengths, lengths - 1 - back, back)[..., None]
        both = np.stack([x, np.take_along_axis(x, back, 0)]).reshape(2, steps * batch, -1)
        given = (both @ self._inner).reshape(2, steps, batch, -1) + self._bias
        hidden = self._recurrent.shape[1]
        state = np.zeros((2, batch, hidden), np.float32)
        cell = np.zeros_like(state)
        out = np.empty((2, steps, batch, hidden), np.float32)
        for step in range(steps):
            gates = state @ self._recurrent
            gates += given[:, step]
            kept = np.tanh(gates[..., 2 * hidden : 3 * hidden])
            opened = _sigmoid(gates)
            cell = opened[..., hidden : 2 * hidden] * cell + opened[..., :hidden] * kept
            state = opened[..., 3 * hidden :] * np.tanh(cell)
            out[:, step] = state
        return np.concatenate([out[0], np.take_along_axis(out[1], back, 0)], axis=-1)


def _sigmoid(x: Array) -> Array:
    return np.tanh(x * np.float32(0.5)) * np.float32(0.5) + np.float32(0.5)


def padded(rows: list[NDArray[np.generic]]) -> NDArray[np.generic]:
    """Arrays [shape=(n_i, ...)] side by side, zero-padded: array [shape=(longest, count, ...)]."""
    out = np.zeros((max(map(len, rows)), len(rows), *rows[0].shape[1:]), rows[0].dtype)
    for place, row in enumerate(rows):
        out[: len(row), place] = row
    return out


def boundaries(scores: Floats, fixed: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Where words begin, by the best legal path through begin, middle, end and single.

    Parameters
    ----------
    scores : array [shape=(n, 4)]
        Of begin, middle, end, single for each unit.
    fixed : array [shape=(n,)]
        1 where a word must begin, -1 where none may, 0 elsewhere.

    Returns
    -------
    array [shape=(n,)]
    """
    begins = np.array([True, False, False, True])
    scores = scores.copy()
    scores[np.ix_(fixed > 0, ~begins)] = NEVER
    scores[np.ix_(fixed < 0, begins)] = NEVER
    may = np.array([[0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1]], bool)
    steps = np.where(may, np.float32(0), NEVER)
    total = scores[0] + np.array([0, NEVER, NEVER, 0], np.float32)
    back = np.zeros((len(scores), 4), np.int64)
    for place in range(1, len(scores)):
        ways = total[:, None] + steps
        back[place] = ways.argmax(0)
        total = ways.max(0) + scores[place]
    tag = int(np.argmax(total + np.array([NEVER, NEVER, 0, 0], np.float32)))
    out = np.zeros(len(scores), bool)
    for place in range(len(scores) - 1, -1, -1):
        out[place] = begins[tag]
        tag = int(back[place, tag])
    return out


def tree(scores: Floats) -> Integers:
    """Heads of the best tree with one root.

    The greedy choice stands where it is a tree; otherwise Chu-Liu and Edmonds, once for each of the likeliest roots.

    Parameters
    ----------
    scores : array [shape=(n, n + 1)]
        Of each word (row) for each head (column); column 0 is the root.

    Returns
    -------
    array [shape=(n,)]
        Heads, 0 the root, words from 1.
    """
    count = len(scores)
    square = np.full((count + 1, count + 1), NEVER, np.float64)
    square[1:] = scores
    np.fill_diagonal(square, NEVER)
    heads = square.argmax(1)
    heads[0] = 0
    if (heads[1:] == 0).sum() == 1 and _cycle(heads) is None:
        return heads[1:]
    rootless = square.copy()
    rootless[:, 0] = NEVER
    gain = square[1:, 0] - rootless[1:].max(1)
    best, best_total = heads, -np.inf
    for root in 1 + np.argsort(-gain)[:3]:
        limited = rootless.copy()
        limited[root] = NEVER
        limited[root, 0] = square[root, 0]
        heads = _arborescence(limited)
        total = square[np.arange(1, count + 1), heads[1:]].sum()
        if total > best_total:
            best, best_total = heads, total
    return best[1:]


def _cycle(heads: Integers) -> list[int] | None:
    """Some cycle among the heads, or None; node 0 has no head."""
    seen = np.zeros(len(heads), np.int64)
    seen[0] = -1
    for start in range(1, len(heads)):
        node = start
        while seen[node] == 0:
            seen[node] = start
            node = int(heads[node])
        if seen[node] == start and node:
            found, step = [node], int(heads[node])
            while step != node:
                found.append(step)
                step = int(heads[step])
            return found
        node = start
        while seen[node] == start:
            seen[node] = -1
            node = int(heads[node])
    return None


def _arborescence(scores: NDArray[np.float64]) -> Integers:
    """Maximum spanning arborescence from node 0 (Chu and Liu 1965, Edmonds 1967); scores [dependent, head]."""
    heads = scores.argmax(1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    size = len(scores)
    inside = np.zeros(size, bool)
    inside[cycle] = True
    outside = np.flatnonzero(~inside)
    loss = scores[cycle] - scores[cycle, heads[cycle]][:, None]
    entering, leaving = loss[:, outside], scores[np.ix_(outside, cycle)]
    small = np.full((len(outside) + 1, len(outside) + 1), float(NEVER))
    small[:-1, :-1] = scores[np.ix_(outside, outside)]
    small[-1, :-1] = entering.max(0)
    small[:-1, -1] = leaving.max(1)
    small[0] = NEVER
    np.fill_diagonal(small, NEVER)
    solved = _arborescence(small)
    for place, node in enumerate(outside[1:], start=1):
        head = int(solved[place])
        heads[node] = outside[head] if head < len(outside) else cycle[int(leaving[place].argmax())]
    into = int(solved[-1])
    broken = int(entering[:, into].argmax())
    heads[cycle[broken]] = outside[into]
    return heads
