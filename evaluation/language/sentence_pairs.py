"""Pairs of simple sentences that have nothing to do with each other: no point of groups of sentences stands in them."""

from __future__ import annotations

from hashlib import sha256

from evaluation.language.difficulty_sentences import levelled_sentences

HIGHEST_LEVEL = 2
PAIRS = 300


def unrelated_pairs() -> list[str]:
    """300 pairs of statements of one clause from the exercises of levels 1 and 2, neighbours, then next neighbours, in the order of their hashes."""
    simple = [
        sentence.text
        for sentence in levelled_sentences()
        if sentence.level <= HIGHEST_LEVEL
        and sentence.text.endswith("。")
        and not any(mark in sentence.text[:-1] for mark in "，。？！；：")
    ]
    ordered = sorted(simple, key=lambda text: sha256(text.encode()).hexdigest())
    pairs = [
        first + second
        for distance in (1, 2)
        for first, second in zip(ordered, [*ordered[distance:], *ordered[:distance]], strict=True)
    ]
    return pairs[:PAIRS]
