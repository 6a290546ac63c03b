"""Everything that a training of the essay encoder reads, put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from core.models.essays.features import Neighbours
from evaluation.essays.learner_text import learners
from evaluation.ngrams.training import vocabulary
from training.essay import material
from training.essay.batches import BatchReader
from training.essay.choices import Choices, choices, neighbours
from training.essay.noise import Planter, Recipe


@dataclass(frozen=True)
class Prepared:
    """What the network needs besides its weights."""

    choices: Choices
    neighbours: Neighbours
    reader: BatchReader


def prepared(corpus: Path, recipe: Recipe = "learner") -> Prepared:
    """Text read, counted, and ready to be drawn from; about a minute."""
    sources = material.sources(corpus)
    texts = [*sources.prose, *sources.general, *sources.treebanks, *sources.mended]
    alphabet, words = vocabulary(texts), material.dictionary()
    counts = Counter("".join(texts))
    character_choices = choices(alphabet, counts)
    character_neighbours = neighbours(alphabet, texts, words)
    planter = Planter(character_choices, words, counts, recipe=recipe)
    learner_pairs = material.pairs(corpus, measuring=False)
    reader = BatchReader(
        sources,
        material.everyday(sources),
        learner_pairs,
        learners(measuring=False),
        planter,
        character_choices,
        character_neighbours,
    )
    return Prepared(character_choices, character_neighbours, reader)
