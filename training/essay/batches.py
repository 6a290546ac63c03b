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
"""Of a batch."""
SORTED = 60
"""Batches whose sentences are sorted by length together, so that little is padded."""
SHARES = {
    "prose": 0.42, "general": 0.17, "treebanks": 0.08, "mended": 0.02, "right": 0.05, "pairs": 0.03, "learners": 0.18, "words": 0.05,
}  # fmt: skip
"""Of the sentences of a batch. The prose is technical, learners write of daily life."""
ENUMERATED = (3, 8)
"""Words of the word list in a made-up enumeration, fewest and most: many of them hardly stand in the text."""
SAMPLED = 0.22
"""Share of right characters that the choice is learned from; wrong ones always."""


@dataclass(frozen=True)
class Batch:
    """Arrays of rows x longest; `choice_...` of the sampled places alone."""

    numbers: Int64
    lengths: Int64
    features: Float32
    tags: Int64
    wrong: Int64
    sampled: Int64
    """Places in the flattened rows."""
    meant: Int64
    """Number of the meant character at the sampled places."""
    choice: Int64
    """Its place among the choices there."""
    choice_meant: Int64
    choice_kinds: Int64
    choice_features: Float32


class Reader:
    """Draws sentences from all parts, plants errors, packs batches; the same seed gives the same batches."""

    def __init__(
        self,
        found: Sources,
        everyday: np.ndarray,
        pairs: Sequence[Pair],
        learners: Sequence[Pair],
        planter: Planter,
        choices: Choices,
        neighbours: Neighbours,
    ) -> None:
        self._parts: dict[str, Sequence[str]] = {
            "prose": found.prose,
            "general": found.general,
            "treebanks": found.treebanks,
            "mended": found.mended,
            "right": list(sentences(pair.right for pair in learners)),
            "words": found.words,
        }
        # The more everyday a sentence of the prose, the more often it is read.
        weights = 1 / (1 + np.exp(-2.0 * (everyday - np.median(everyday))))
        self._sums = np.cumsum(weights / weights.sum())
        self._pairs = {"pairs": labelled(pairs, planter), "learners": labelled(learners, planter)}
        self.planter, self._choices, self._neighbours = planter, choices, neighbours
        self._table = numbers_table(choices.alphabet)

    def batches(self, seed: int) -> Iterator[Batch]:
        """Without end."""
        chance, generator = random.Random(seed), np.random.default_rng(seed)
        while True:
            drawn: list[Planted] = []
            wanted = SYMBOLS * SORTED
            while wanted > 0:
                drawn.append(self._draw(chance))
                wanted -= len(drawn[-1].written)
            drawn.sort(key=lambda planted: len(planted.written))
            groups = list(_groups(drawn))
            chance.shuffle(groups)
            for group in groups:
                yield self.packed(group, generator)

    def _draw(self, chance: random.Random) -> Planted:
        part = chance.choices(list(SHARES), list(SHARES.values()))[0]
        if part in self._pairs:
            return chance.choice(self._pairs[part])
        if part == "prose":
            place = min(int(np.searchsorted(self._sums, chance.random())), len(self._sums) - 1)
            return self.planter.plant(self._parts[part][place], chance)
        if part == "words":
            drawn = chance.sample(self._parts[part], chance.randint(*ENUMERATED))
            return self.planter.plant("、".join(drawn) + "。", chance)
        return self.planter.plant(chance.choice(self._parts[part]), chance)

    def packed(self, rows: Sequence[Planted], generator: np.random.Generator) -> Batch:
        """Arrays of some sentences, the mark of the start before each."""
        lengths = np.array([len(row.written) + 1 for row in rows])
        shape = (len(rows), int(lengths.max()))
        numbers, meant = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        tags, wrong, choice = np.full(shape, -1), np.full(shape, -1), np.full(shape, -1)
        for place, row in enumerate(rows):
            inside = slice(1, len(row.written) + 1)
            numbers[place, 0] = 1
            numbers[place, inside] = self._table[np.frombuffer(row.written.encode("utf-32-le"), np.uint32)]
            meant[place, inside] = self._table[np.frombuffer(row.meant.encode("utf-32-le"), np.uint32)]
            tags[place, inside], wrong[place, inside], choice[place, inside] = row.tags, row.wrong, row.choice
        # Of unknown characters nothing is learned but that they are left alone.
        choice[(numbers == 0) | ((tags == DELETE) & (choice >= 0))] = -1
        sampled = np.flatnonzero((choice > 0) | ((choice == 0) & (generator.random(shape) < SAMPLED)))
        written = numbers.reshape(-1)[sampled]
        around = surroundings(numbers).reshape(-1, 4)[sampled]
        choices = self._choices.meant[written]
        return Batch(
            numbers, lengths, self._neighbours.of_places(numbers), tags, wrong, sampled,
            meant.reshape(-1)[sampled], choice.reshape(-1)[sampled], choices, self._choices.kinds[written],
            self._neighbours.of_choices(written, around, choices),
        )  # fmt: skip


def _groups(drawn: Sequence[Planted]) -> Iterator[list[Planted]]:
    group: list[Planted] = []
    for planted in drawn:
        if group and (len(group) + 1) * (len(planted.written) + 1) > SYMBOLS:
            yield group
            group = []
        group.append(planted)
    yield group
