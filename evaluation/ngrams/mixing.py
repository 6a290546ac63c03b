"""Two estimates become one model: mixed linearly, pruned by what is lost, with back-off weights that make every sum 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float64, Int64
from evaluation.ngrams.kneser_ney import Estimated

LEAST = 1e-9
"""Nothing is less likely than this in the file; it also keeps the back-off weights finite."""


@dataclass(frozen=True)
class Mixed:
    """N-grams by length as in `kneser_ney.Counted`, with probabilities and how often each stands in the mixed text."""

    keys: list[Int64]
    suffixes: list[Int64]
    probabilities: list[Float64]
    frequencies: list[Float64]
    size: int


def mixed(first: Estimated, second: Estimated, share: float) -> Mixed:
    """`share` of the first estimate and the rest of the second, over the n-grams of both."""
    size, order = first.counted.size, len(first.counted.keys)
    keys, suffixes = [np.arange(size)], [np.zeros(size, np.int64)]
    maps: list[list[Int64]] = [[np.arange(size)], [np.arange(size)]]
    for n in range(2, order + 1):
        told = [
            np.array(maps[k][n - 2])[model.counted.keys[n - 1] // size] * size + model.counted.keys[n - 1] % size
            for k, model in enumerate((first, second))
        ]
        union = np.union1d(*told)
        suffix = np.empty(len(union), np.int64)
        for k, model in enumerate((first, second)):
            maps[k].append(np.searchsorted(union, told[k]))
            suffix[maps[k][-1]] = maps[k][n - 2][model.counted.suffixes[n - 1]]
        keys.append(union)
        suffixes.append(suffix)
    parts = [_over(model, maps[k], keys, suffixes) for k, model in enumerate((first, second))]
    probabilities = [share * a + (1 - share) * b for a, b in zip(*parts, strict=True)]
    return Mixed(keys, suffixes, probabilities, _frequencies(first, second, maps, keys, share), size)


def _over(model: Estimated, maps: list[Int64], keys: list[Int64], suffixes: list[Int64]) -> list[Float64]:
    """The model's probability of every n-gram of the union, by its own back-off where it lacks it."""
    size = model.counted.size
    found = [model.probabilities[0]]
    weights = np.ones(size)
    weights[maps[0]] = model.backoffs[0]
    for n in range(2, len(keys) + 1):
        probability = weights[keys[n - 1] // size] * found[n - 2][suffixes[n - 1]]
        probability[maps[n - 1]] = model.probabilities[n - 1]
        weights = np.ones(len(keys[n - 1]))
        weights[maps[n - 1]] = model.backoffs[n - 1]
        found.append(probability)
    return found


def _frequencies(
    first: Estimated, second: Estimated, maps: list[list[Int64]], keys: list[Int64], share: float
) -> list[Float64]:
    found = []
    for n in range(len(keys)):
        total = np.zeros(len(keys[n]))
        for k, (model, part) in enumerate(((first, share), (second, 1 - share))):
            total[maps[k][n]] += part * model.counted.counts[n] / model.counted.counts[0].sum()
        found.append(total)
    return found


def pruned(model: Mixed, *, least_loss: float) -> Mixed:
    """Without the n-grams whose absence would cost less than `least_loss` nats a character (Seymore and Rosenfeld 1996).

    The loss of one is its frequency times the logarithm of its probability over that by back-off. What others begin or end with is
    kept, so that every n-gram still has its beginning and its suffix.
    """
    size, order = model.size, len(model.keys)
    weights = backoffs(model)
    kept: list[Bool] = [np.ones(size, bool)]
    for n in range(2, order + 1):
        shorter = weights[n - 2][model.keys[n - 1] // size] * model.probabilities[n - 2][model.suffixes[n - 1]]
        loss = model.frequencies[n - 1] * np.log(model.probabilities[n - 1] / np.maximum(shorter, LEAST))
        known = (model.keys[n - 1] % size > 0) & _known_context(model, n)
        kept.append((np.abs(loss) > least_loss) & known)
    for n in range(order, 2, -1):
        kept[n - 2][model.keys[n - 1][kept[n - 1]] // size] = True
        kept[n - 2][model.suffixes[n - 1][kept[n - 1]]] = True
    return _selected(model, kept)


def _known_context(model: Mixed, n: int) -> Bool:
    """Whether each n-gram holds no unknown character before its last."""
    known = np.arange(model.size) > 0
    for length in range(2, n + 1):
        known = known[model.keys[length - 1] // model.size]
        if length < n:
            known &= model.keys[length - 1] % model.size > 0
    return known


def _selected(model: Mixed, kept: list[Bool]) -> Mixed:
    keys, suffixes, probabilities, frequencies = [model.keys[0]], [model.suffixes[0]], [model.probabilities[0]], []
    frequencies.append(model.frequencies[0])
    renumbered = np.arange(model.size)
    for n in range(2, len(model.keys) + 1):
        chosen = kept[n - 1]
        beginnings = renumbered[model.keys[n - 1][chosen] // model.size]
        suffix = renumbered[model.suffixes[n - 1][chosen]]
        keys.append(beginnings * model.size + model.keys[n - 1][chosen] % model.size)
        suffixes.append(suffix)
        probabilities.append(model.probabilities[n - 1][chosen])
        frequencies.append(model.frequencies[n - 1][chosen])
        renumbered = np.where(chosen, np.cumsum(chosen) - 1, -1)
    return Mixed(keys, suffixes, probabilities, frequencies, model.size)


def backoffs(model: Mixed) -> list[Float64]:
    """For n = 1 ... order - 1 the weight after each n-gram: what its kept continuations leave, over what they leave shorter."""
    found: list[Float64] = []
    for n in range(2, len(model.keys) + 1):
        contexts = model.keys[n - 1] // model.size
        count = len(model.keys[n - 2])
        shorter = model.probabilities[n - 2][model.suffixes[n - 1]]
        left = 1 - np.bincount(contexts, model.probabilities[n - 1], minlength=count)
        left_shorter = 1 - np.bincount(contexts, shorter, minlength=count)
        found.append(np.maximum(left, LEAST) / np.maximum(left_shorter, LEAST))
    return found
