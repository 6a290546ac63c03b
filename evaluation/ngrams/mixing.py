"""Combine two estimates into one model: linear mixture, pruning by loss of likelihood, back-off weights that make every sum 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float64, Int64
from evaluation.ngrams.kneser_ney import NgramEstimate

LEAST = 1e-9
"""Lower bound of probabilities in the file; it also keeps the back-off weights finite."""


@dataclass(frozen=True)
class MixedModel:
    """N-grams by length as in `kneser_ney.Counted`, with probabilities and relative frequencies in the mixed text."""

    keys: list[Int64]
    suffixes: list[Int64]
    probabilities: list[Float64]
    frequencies: list[Float64]
    size: int


def mix(first: NgramEstimate, second: NgramEstimate, share: float) -> MixedModel:
    """`share` of the first estimate and the rest of the second, over the n-grams of both."""
    size, order = first.ngrams.size, len(first.ngrams.keys)
    keys, suffixes = [np.arange(size)], [np.zeros(size, np.int64)]
    indices_in_union: list[list[Int64]] = [[np.arange(size)], [np.arange(size)]]
    for n in range(2, order + 1):
        union_keys = [
            np.array(indices_in_union[which][n - 2])[model.ngrams.keys[n - 1] // size] * size
            + model.ngrams.keys[n - 1] % size
            for which, model in enumerate((first, second))
        ]
        union = np.union1d(*union_keys)
        suffix = np.empty(len(union), np.int64)
        for which, model in enumerate((first, second)):
            indices_in_union[which].append(np.searchsorted(union, union_keys[which]))
            suffix[indices_in_union[which][-1]] = indices_in_union[which][n - 2][model.ngrams.suffixes[n - 1]]
        keys.append(union)
        suffixes.append(suffix)
    parts = [
        _probabilities_over(model, indices_in_union[which], keys, suffixes)
        for which, model in enumerate((first, second))
    ]
    probabilities = [share * a + (1 - share) * b for a, b in zip(*parts, strict=True)]
    return MixedModel(keys, suffixes, probabilities, _frequencies(first, second, indices_in_union, keys, share), size)


def _probabilities_over(
    model: NgramEstimate, indices_in_union: list[Int64], keys: list[Int64], suffixes: list[Int64]
) -> list[Float64]:
    """One model's probability of every n-gram of the union, by back-off where it lacks the n-gram."""
    size = model.ngrams.size
    probabilities = [model.probabilities[0]]
    weights = np.ones(size)
    weights[indices_in_union[0]] = model.backoffs[0]
    for n in range(2, len(keys) + 1):
        probability = weights[keys[n - 1] // size] * probabilities[n - 2][suffixes[n - 1]]
        probability[indices_in_union[n - 1]] = model.probabilities[n - 1]
        weights = np.ones(len(keys[n - 1]))
        weights[indices_in_union[n - 1]] = model.backoffs[n - 1]
        probabilities.append(probability)
    return probabilities


def _frequencies(
    first: NgramEstimate, second: NgramEstimate, indices_in_union: list[list[Int64]], keys: list[Int64], share: float
) -> list[Float64]:
    frequencies = []
    for n in range(len(keys)):
        total = np.zeros(len(keys[n]))
        for which, (model, weight) in enumerate(((first, share), (second, 1 - share))):
            total[indices_in_union[which][n]] += weight * model.ngrams.counts[n] / model.ngrams.counts[0].sum()
        frequencies.append(total)
    return frequencies


def prune(model: MixedModel, *, least_loss: float) -> MixedModel:
    """Remove the n-grams whose absence costs less than `least_loss` nats a character (Seymore and Rosenfeld 1996).

    The loss is the frequency times the log ratio of the probability to that by back-off. Prefixes and suffixes of kept n-grams
    are kept too.
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
    return _select(model, kept)


def _known_context(model: MixedModel, n: int) -> Bool:
    """Whether each n-gram holds no unknown character before its last."""
    is_known = np.arange(model.size) > 0
    for length in range(2, n + 1):
        is_known = is_known[model.keys[length - 1] // model.size]
        if length < n:
            is_known &= model.keys[length - 1] % model.size > 0
    return is_known


def _select(model: MixedModel, kept: list[Bool]) -> MixedModel:
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
    return MixedModel(keys, suffixes, probabilities, frequencies, model.size)


def backoffs(model: MixedModel) -> list[Float64]:
    """For n = 1 ... order - 1 the back-off weight of each n-gram: the probability left over by its kept continuations, divided by
    what they leave over in the shorter model."""
    weights: list[Float64] = []
    for n in range(2, len(model.keys) + 1):
        contexts = model.keys[n - 1] // model.size
        count = len(model.keys[n - 2])
        shorter = model.probabilities[n - 2][model.suffixes[n - 1]]
        remaining = 1 - np.bincount(contexts, model.probabilities[n - 1], minlength=count)
        remaining_shorter = 1 - np.bincount(contexts, shorter, minlength=count)
        weights.append(np.maximum(remaining, LEAST) / np.maximum(remaining_shorter, LEAST))
    return weights
