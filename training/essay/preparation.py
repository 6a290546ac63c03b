"""Everything that a training of the essay encoder reads, put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from core.models.essays.features import Neighbours
from evaluation.essays.learner_text import learners
from evaluation.ngrams.training import vocabulary
from training.essay import material
from training.essay.batches import Reader
from training.essay.choices import Choices, choices, neighbours
from training.essay.noise import Planter, Recipe


@dataclass(frozen=True)
class Prepared:
    """What the network needs besides its weights."""

    choices: Choices
    neighbours: Neighbours
    reader: Reader


def prepared(corpus: Path, recipe: Recipe = "learner") -> Prepared:
    """Text read, counted, and ready to be drawn from; about a minute."""
    found = material.sources(corpus)
    texts = [*found.prose, *found.general, *found.treebanks, *found.mended]
    known, words = vocabulary(texts), material.dictionary()
    counts = Counter("".join(texts))
    chosen = choices(known, counts)
    beside = neighbours(known, texts, words)
    planter = Planter(chosen, words, counts, recipe=recipe)
    learned = material.pairs(corpus, measuring=False)
    reader = Reader(found, material.everyday(found), learned, learners(measuring=False), planter, chosen, beside)
    return Prepared(chosen, beside, reader)
