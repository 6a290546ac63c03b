"""Interpolated modified Kneser-Ney estimates (Chen and Goodman 1999) of character n-grams, by sorting with numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Float64, Int64

START_TOKEN = 1
"""Number of `core.models.ngrams.characters.START` in every vocabulary."""


@dataclass(frozen=True)
class Counted:
    """All n-grams of a text by length (list entry n - 1).

    `keys` as in `core.models.ngrams.characters.Trie`; for n = 1 the numbers of the characters themselves, all of them.
    """

    keys: list[Int64]
    counts: list[Int64]
    suffixes: list[Int64]
    """For n >= 2 the number of the (n-1)-gram without the first character."""
    size: int


@dataclass(frozen=True)
class Estimated:
    """Probabilities of the n-grams of `counted` and the weights of the shorter estimate after each of them."""

    counted: Counted
    probabilities: list[Float64]
    backoffs: list[Float64]


def counted(tokens: Int64, *, size: int, order: int) -> Counted:
    """Every n-gram up to `order`; none reaches over the start of a sentence."""
    keys: list[Int64] = [np.arange(size)]
    counts: list[Int64] = [np.bincount(tokens, minlength=size)]
    suffixes: list[Int64] = [np.zeros(size, np.int64)]
    numbers = tokens
    for _ in range(2, order + 1):
        before, last = np.concatenate([[-1], numbers[:-1]]), tokens
        inside = (before >= 0) & (last != START_TOKEN)
        found, places, count = np.unique(before[inside] * size + last[inside], return_inverse=True, return_counts=True)
        suffix = np.empty(len(found), np.int64)
        suffix[places] = numbers[inside]
        numbers = np.full(len(tokens), -1)
        numbers[inside] = places
        keys.append(found)
        counts.append(count)
        suffixes.append(suffix)
    return Counted(keys, counts, suffixes, size)


def estimated(counted: Counted) -> Estimated:
    """Probabilities of all n-grams; contexts never seen leave the shorter estimate as it is (weight 1)."""
    order, size = len(counted.keys), counted.size
    adjusted = _adjusted(counted)
    probabilities: list[Float64] = []
    backoffs: list[Float64] = []
    for n in range(1, order + 1):
        count = adjusted[n - 1].astype(float)
        contexts = np.zeros(size, np.int64) if n == 1 else counted.keys[n - 1] // size
        if n == 1:
            count[START_TOKEN] = 0
        contexts_known = 1 if n == 1 else len(counted.keys[n - 2])
        discount = _discounts(adjusted[n - 1])[np.minimum(count, 3).astype(int)]
        total = np.bincount(contexts, count, minlength=contexts_known)
        left = np.bincount(contexts, discount, minlength=contexts_known)
        weight = np.where(total > 0, left / np.maximum(total, 1), 1.0)
        shorter = np.full(size, 1 / size) if n == 1 else probabilities[n - 2][counted.suffixes[n - 1]]
        probabilities.append((count - discount) / np.maximum(total, 1)[contexts] + weight[contexts] * shorter)
        if n > 1:
            backoffs.append(weight)
    return Estimated(counted, probabilities, [*backoffs, np.ones(len(counted.keys[-1]))])


def _adjusted(counted: Counted) -> list[Int64]:
    """Counts of the longest n-grams, and of those that begin a sentence; else how many characters come before."""
    order = len(counted.keys)
    found = []
    begins = np.arange(counted.size) == START_TOKEN
    for n in range(1, order + 1):
        if n > 1:
            begins = begins[counted.keys[n - 1] // counted.size]
        if n == order:
            found.append(counted.counts[n - 1])
        else:
            preceding = np.bincount(counted.suffixes[n], minlength=len(counted.keys[n - 1]))
            found.append(np.where(begins, counted.counts[n - 1], preceding))
    return found


def _discounts(adjusted: Int64) -> Float64:
    """What is taken from counts 0, 1, 2, and 3 or more."""
    once, twice, thrice, fourth = (max(1, int((adjusted == k).sum())) for k in (1, 2, 3, 4))
    share = once / (once + 2 * twice)
    found = [0.0, 1 - 2 * share * twice / once, 2 - 3 * share * thrice / twice, 3 - 4 * share * fourth / thrice]
    return np.clip(found, 0, [0, 1, 2, 3])
