"""The two networks of `core.models.parsing.parser` in numpy: BiLSTM, biaffine scores, decoding."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.arrays import Float32, Float64, Int64

NEVER = np.float32(-1e9)


class Weights:
    """The arrays of one network file: int8 rows unpacked, vocabularies as dictionaries."""

    def __init__(self, path: Path) -> None:
        self._arrays: dict[str, Float32] = {}
        self._lists: dict[str, list[str]] = {}
        with np.load(path, allow_pickle=False) as stored:
            for name in stored.files:
                if name.startswith("list."):
                    self._lists[name[5:]] = stored[name].tobytes().decode().split("\n")
                elif name.endswith(".q"):
                    self._arrays[name[:-2]] = stored[name] * stored[f"{name[:-2]}.s"][..., None]
                elif not name.endswith(".s"):
                    self._arrays[name] = stored[name]

    def __getitem__(self, name: str) -> Float32:
        return self._arrays[name]

    def taken(self, name: str) -> Float32:
        """An array that is needed in another form only; it is removed from these weights."""
        return self._arrays.pop(name)

    def __contains__(self, name: str) -> bool:
        return name in self._arrays

    def entries(self, name: str) -> list[str]:
        """A vocabulary in the order of its rows."""
        return self._lists[name]

    def rows(self, name: str) -> dict[str, int]:
        """Entry to row; row 0 is "unknown"."""
        return {entry: row for row, entry in enumerate(self._lists[name])}


def linear(weights: Weights, name: str, x: Float32) -> Float32:
    """`x` times the transposed matrix `name`.weight, plus `name`.bias."""
    return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


class Packing:
    """Sequences of a batch side by side, step by step, without padding.

    Rows of a batch lie sentence after sentence; `forward` and `backward` list them in the order in which the two
    directions read them: the first rows of all sequences, then the second of those that have one, and so on.
    """

    def __init__(self, lengths: Int64) -> None:
        order = np.argsort(-lengths, kind="stable")
        starts = (np.cumsum(lengths) - lengths)[order]
        ends = starts + lengths[order] - 1
        self.counts = [int((lengths > step).sum()) for step in range(int(lengths.max()))]
        self.forward = np.concatenate([starts[:count] + step for step, count in enumerate(self.counts)])
        self.backward = np.concatenate([ends[:count] - step for step, count in enumerate(self.counts)])


class BiLSTM:
    """One layer, both directions at once.

    Gates in the order input, forget, cell, output, as torch stores them. The three logistic gates are halved beforehand:
    logistic(x) = (1 + tanh(x / 2)) / 2, so that one tanh serves all four.
    """

    def __init__(self, weights: Weights, name: str) -> None:
        def both(part: str) -> Float32:
            stacked = np.stack([weights.taken(f"{name}.{part}_l0"), weights.taken(f"{name}.{part}_l0_reverse")])
            halves = np.full(stacked.shape[1], 0.5, np.float32)
            quarter = len(halves) // 4
            halves[2 * quarter : 3 * quarter] = 1
            return stacked * halves.reshape(1, -1, *[1] * (stacked.ndim - 2))

        self._inner = np.ascontiguousarray(both("weight_ih").transpose(0, 2, 1))
        self._recurrent = np.ascontiguousarray(both("weight_hh").transpose(0, 2, 1))
        self._bias = both("bias_ih") + both("bias_hh")

    def __call__(self, x: Float32, packing: Packing) -> Float32:
        """States of a batch.

        Parameters
        ----------
        x : array [shape=(rows, size)]
            Sentence after sentence.
        packing : Packing
            Of the lengths of the sentences.

        Returns
        -------
        array [shape=(rows, 2 * hidden)]
        """
        hidden = self._recurrent.shape[1]
        orders = (packing.forward, packing.backward)
        inputs = np.stack(
            [(x @ inner + bias)[rows] for inner, bias, rows in zip(self._inner, self._bias, orders, strict=True)]
        )
        out = np.empty((2, len(x), hidden), np.float32)
        state = np.zeros((2, packing.counts[0], hidden), np.float32)
        cell, start = state, 0
        for count in packing.counts:
            gates = state[:, :count] @ self._recurrent
            gates += inputs[:, start : start + count]
            np.tanh(gates, out=gates)
            logistic = (gates + 1) * np.float32(0.5)
            cell = logistic[..., hidden : 2 * hidden] * cell[:, :count]
            cell += logistic[..., :hidden] * gates[..., 2 * hidden : 3 * hidden]
            state = logistic[..., 3 * hidden :] * np.tanh(cell)
            out[:, start : start + count] = state
            start += count
        states = np.empty((len(x), 2 * hidden), np.float32)
        states[packing.forward, :hidden] = out[0]
        states[packing.backward, hidden:] = out[1]
        return states


def tree(scores: Float32) -> Int64:
    """Heads of the best tree with one root.

    The greedy choice stands where it is a tree; otherwise the algorithm of Chu-Liu and Edmonds runs with a penalty on every root.

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
    heads: Int64 = square.argmax(1)
    heads[0] = 0
    if (heads[1:] == 0).sum() == 1 and _cycle(heads) is None:
        return heads[1:]
    # The penalty exceeds all other scores in total: a tree with two roots never wins (Stanojevic and Cohen 2021).
    square[1:, 0] -= 1 + 2 * count * np.abs(scores).max()
    return _arborescence(square)[1:]


def _cycle(heads: Int64) -> list[int] | None:
    """Some cycle among the heads, or None; node 0 has no head."""
    seen = np.zeros(len(heads), np.int64)
    seen[0] = -1
    for start in range(1, len(heads)):
        node = start
        while seen[node] == 0:
            seen[node] = start
            node = int(heads[node])
        if seen[node] == start and node:
            cycle, step = [node], int(heads[node])
            while step != node:
                cycle.append(step)
                step = int(heads[step])
            return cycle
        node = start
        while seen[node] == start:
            seen[node] = -1
            node = int(heads[node])
    return None


def _arborescence(scores: Float64) -> Int64:
    """Maximum spanning arborescence from node 0 (Chu and Liu 1965, Edmonds 1967); scores [dependent, head]."""
    heads: Int64 = scores.argmax(1)
    heads[0] = 0
    cycle = _cycle(heads)
    if cycle is None:
        return heads
    size = len(scores)
    inside = np.zeros(size, bool)
    inside[cycle] = True
    outside = np.flatnonzero(~inside)
    loss = scores[cycle] - scores[cycle, heads[cycle]][:, None]
    entering, leaving = loss[:, outside], scores[np.ix_(outside, np.array(cycle))]
    small = np.full((len(outside) + 1, len(outside) + 1), float(NEVER))
    small[:-1, :-1] = scores[np.ix_(outside, outside)]
    small[-1, :-1] = entering.max(0)
    small[:-1, -1] = leaving.max(1)
    small[0] = NEVER
    np.fill_diagonal(small, NEVER)
    solved = _arborescence(small)
    for index, node in enumerate(outside[1:], start=1):
        head = int(solved[index])
        heads[node] = outside[head] if head < len(outside) else cycle[int(leaving[index].argmax())]
    entered = int(solved[-1])
    broken = int(entering[:, entered].argmax())
    heads[cycle[broken]] = outside[entered]
    return heads
