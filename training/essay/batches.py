"""Sentences with planted errors as arrays, and how often each part of the text is read."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Float32, Int64
from core.models.essays.encoder import DELETE
from core.models.essays.features import Neighbours, surroundings
from evaluation.essays.pairs import Pair
from training.essay.choices import Choices, numbers_table
from training.essay.material import Sources, sentences
from training.essay.noise import Planted, Planter
from training.essay.pairs import labelled

SYMBOLS = 2_560
"""The number of symbols in a batch."""
SORTED = 60
"""The sentences of so many batches are sorted by length together, so that little is padded."""
SHARES = {
    "prose": 0.42, "general": 0.17, "treebanks": 0.08, "mended": 0.02, "right": 0.05, "pairs": 0.03, "learners": 0.18, "words": 0.05,
}  # fmt: skip
"""Shares of the sources in a batch. The prose is technical, while learners write about daily life."""
FOR_NEW_TEXT = {
    "prose": 0.22, "general": 0.12, "treebanks": 0.04, "mended": 0.02, "right": 0.14, "pairs": 0.04, "learners": 0.40, "words": 0.02,
}  # fmt: skip
"""The shares where a trained network reads learner-like text that was written since."""
ENUMERATED = (3, 8)
"""Words of the word list in a made-up enumeration, fewest and most: many of them hardly stand in the text."""
SAMPLED = 0.22
"""The share of right characters from which the choice is learned; all wrong ones are used."""


@dataclass(frozen=True)
class Batch:
    """A batch as arrays [shape=(rows, longest)]; `choice_...` are for the sampled positions alone."""

    numbers: Int64
    lengths: Int64
    features: Float32
    tags: Int64
    wrong: Int64
    sampled: Int64
    """Indices of the sampled positions in the flattened rows."""
    meant: Int64
    """Number of the intended character at each sampled position."""
    choice: Int64
    """Index of the intended character among the choices there."""
    choice_meant: Int64
    choice_kinds: Int64
    choice_features: Float32


class BatchReader:
    """Draws sentences from all parts, plants errors, packs batches; the same seed gives the same batches."""

    def __init__(
        self,
        sources: Sources,
        everyday_scores: np.ndarray,
        pairs: Sequence[Pair],
        learners: Sequence[Pair],
        planter: Planter,
        choices: Choices,
        neighbours: Neighbours,
    ) -> None:
        self._parts: dict[str, Sequence[str]] = {
            "prose": sources.prose,
            "general": sources.general,
            "treebanks": sources.treebanks,
            "mended": sources.mended,
            "right": list(sentences(pair.right for pair in learners)),
            "words": sources.words,
        }
        # The more everyday a sentence of the prose, the more often it is read.
        weights = 1 / (1 + np.exp(-2.0 * (everyday_scores - np.median(everyday_scores))))
        self._sums = np.cumsum(weights / weights.sum())
        self._pairs = {"pairs": labelled(pairs, planter), "learners": labelled(learners, planter)}
        self.planter, self._choices, self._neighbours = planter, choices, neighbours
        self.shares = SHARES
        self._table = numbers_table(choices.alphabet)

    def batches(self, seed: int) -> Iterator[Batch]:
        """Batches without end."""
        rng, numpy_rng = random.Random(seed), np.random.default_rng(seed)
        while True:
            drawn_sentences: list[Planted] = []
            symbols_wanted = SYMBOLS * SORTED
            while symbols_wanted > 0:
                drawn_sentences.append(self._draw(rng))
                symbols_wanted -= len(drawn_sentences[-1].written)
            drawn_sentences.sort(key=lambda planted: len(planted.written))
            groups = list(_groups(drawn_sentences))
            rng.shuffle(groups)
            for group in groups:
                yield self.packed(group, numpy_rng)

    def _draw(self, rng: random.Random) -> Planted:
        part = rng.choices(list(self.shares), list(self.shares.values()))[0]
        if part in self._pairs:
            return rng.choice(self._pairs[part])
        if part == "prose":
            index = min(int(np.searchsorted(self._sums, rng.random())), len(self._sums) - 1)
            return self.planter.plant(self._parts[part][index], rng)
        if part == "words":
            words = rng.sample(self._parts[part], rng.randint(*ENUMERATED))
            return self.planter.plant("、".join(words) + "。", rng)
        return self.planter.plant(rng.choice(self._parts[part]), rng)

    def packed(self, rows: Sequence[Planted], numpy_rng: np.random.Generator) -> Batch:
        """A batch of some sentences, each with the start symbol before it."""
        lengths = np.array([len(row.written) + 1 for row in rows])
        shape = (len(rows), int(lengths.max()))
        numbers, meant = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        tags, wrong, choice = np.full(shape, -1), np.full(shape, -1), np.full(shape, -1)
        for row_index, row in enumerate(rows):
            inside = slice(1, len(row.written) + 1)
            numbers[row_index, 0] = 1
            numbers[row_index, inside] = self._table[np.frombuffer(row.written.encode("utf-32-le"), np.uint32)]
            meant[row_index, inside] = self._table[np.frombuffer(row.intended.encode("utf-32-le"), np.uint32)]
            tags[row_index, inside], wrong[row_index, inside], choice[row_index, inside] = (
                row.tags,
                row.wrong,
                row.choice,
            )
        # The only thing learned about unknown characters is that they are left alone.
        choice[(numbers == 0) | ((tags == DELETE) & (choice >= 0))] = -1
        sampled = np.flatnonzero((choice > 0) | ((choice == 0) & (numpy_rng.random(shape) < SAMPLED)))
        written = numbers.reshape(-1)[sampled]
        around = surroundings(numbers).reshape(-1, 4)[sampled]
        choices = self._choices.meant[written]
        return Batch(
            numbers, lengths, self._neighbours.position_features(numbers), tags, wrong, sampled,
            meant.reshape(-1)[sampled], choice.reshape(-1)[sampled], choices, self._choices.kinds[written],
            self._neighbours.choice_features(written, around, choices),
        )  # fmt: skip


def _groups(drawn_sentences: Sequence[Planted]) -> Iterator[list[Planted]]:
    group: list[Planted] = []
    for planted in drawn_sentences:
        if group and (len(group) + 1) * (len(planted.written) + 1) > SYMBOLS:
            yield group
            group = []
        group.append(planted)
    yield group
