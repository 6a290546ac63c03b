"""Interpolated modified Kneser-Ney estimates (Chen and Goodman 1999) of character n-grams, by sorting with numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Float64, Int64

START_TOKEN = 1
"""Number of the symbol `core.models.ngrams.characters.START` in every vocabulary."""


@dataclass(frozen=True)
class NgramCounts:
    """All n-grams of a text by length (list entry n - 1).

    `keys` as in `core.models.ngrams.characters.Trie`; for n = 1 the numbers of the characters themselves, all of them.
    """

    keys: list[Int64]
    counts: list[Int64]
    suffixes: list[Int64]
    """For n >= 2 the number of the (n-1)-gram without the first character."""
    size: int


@dataclass(frozen=True)
class NgramEstimate:
    """Probabilities of counted n-grams, and the back-off weight of each: what the shorter estimate is multiplied with."""

    ngrams: NgramCounts
    probabilities: list[Float64]
    backoffs: list[Float64]


def count_ngrams(tokens: Int64, *, size: int, order: int) -> NgramCounts:
    """Count every n-gram up to `order`; none extends over the start of a sentence."""
    keys: list[Int64] = [np.arange(size)]
    counts: list[Int64] = [np.bincount(tokens, minlength=size)]
    suffixes: list[Int64] = [np.zeros(size, np.int64)]
    numbers = tokens
    for _ in range(2, order + 1):
        before, last = np.concatenate([[-1], numbers[:-1]]), tokens
        inside = (before >= 0) & (last != START_TOKEN)
        unique, inverse, count = np.unique(
            before[inside] * size + last[inside], return_inverse=True, return_counts=True
        )
        suffix = np.empty(len(unique), np.int64)
        suffix[inverse] = numbers[inside]
        numbers = np.full(len(tokens), -1)
        numbers[inside] = inverse
        keys.append(unique)
        counts.append(count)
        suffixes.append(suffix)
    return NgramCounts(keys, counts, suffixes, size)


def estimate(ngrams: NgramCounts) -> NgramEstimate:
    """Estimate the probabilities of all n-grams; after an unseen context the shorter estimate applies unchanged (weight 1)."""
    order, size = len(ngrams.keys), ngrams.size
    adjusted = _adjusted(ngrams)
    probabilities: list[Float64] = []
    backoffs: list[Float64] = []
    for n in range(1, order + 1):
        count = adjusted[n - 1].astype(float)
        contexts = np.zeros(size, np.int64) if n == 1 else ngrams.keys[n - 1] // size
        if n == 1:
            count[START_TOKEN] = 0
        contexts_known = 1 if n == 1 else len(ngrams.keys[n - 2])
        discount = _discounts(adjusted[n - 1])[np.minimum(count, 3).astype(int)]
        total = np.bincount(contexts, count, minlength=contexts_known)
        remaining = np.bincount(contexts, discount, minlength=contexts_known)
        weight = np.where(total > 0, remaining / np.maximum(total, 1), 1.0)
        shorter = np.full(size, 1 / size) if n == 1 else probabilities[n - 2][ngrams.suffixes[n - 1]]
        probabilities.append((count - discount) / np.maximum(total, 1)[contexts] + weight[contexts] * shorter)
        if n > 1:
            backoffs.append(weight)
    return NgramEstimate(ngrams, probabilities, [*backoffs, np.ones(len(ngrams.keys[-1]))])


def _adjusted(ngrams: NgramCounts) -> list[Int64]:
    """Counts of the longest n-grams and of those that begin a sentence; for the others the number of distinct preceding characters."""
    order = len(ngrams.keys)
    adjusted = []
    is_sentence_start = np.arange(ngrams.size) == START_TOKEN
    for n in range(1, order + 1):
        if n > 1:
            is_sentence_start = is_sentence_start[ngrams.keys[n - 1] // ngrams.size]
        if n == order:
            adjusted.append(ngrams.counts[n - 1])
        else:
            preceding = np.bincount(ngrams.suffixes[n], minlength=len(ngrams.keys[n - 1]))
            adjusted.append(np.where(is_sentence_start, ngrams.counts[n - 1], preceding))
    return adjusted


def _discounts(adjusted: Int64) -> Float64:
    """Discounts of counts 0, 1, 2, and 3 or more."""
    once, twice, thrice, fourth = (max(1, int((adjusted == k).sum())) for k in (1, 2, 3, 4))
    share = once / (once + 2 * twice)
    discounts = [0.0, 1 - 2 * share * twice / once, 2 - 3 * share * thrice / twice, 3 - 4 * share * fourth / thrice]
    return np.clip(discounts, 0, [0, 1, 2, 3])
