"""Loads the speller from its files: confusion sets, n-gram model, word bigrams, trees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.essays.spelling.features import SpellingKnowledge
from core.essays.spelling.speller import Speller, SpellingCorrector
from core.language.shapes import ConfusionSets
from core.models.boosted_trees import Trees, read_trees
from core.models.ngrams import words as word_bigrams
from core.models.ngrams.characters import NgramModel
from core.models.ngrams.gains import NgramGains
from core.tables import Tables
from core.tables.essays.confusions import ConfusionRow, essay_confusions
from core.tables.essays.speller import essay_habits, speller_parameters
from core.tables.words.lists import WordList

NGRAMS = Path("models") / "ngram" / "characters.npz"
WORDS = Path("models") / "essay" / "words.npz"
TREES = Path("models") / "essay" / "speller.npz"


def spelling_knowledge(
    folder: Path, words: WordList, *, ngrams: Path | None = None, confusions: Sequence[ConfusionRow] | None = None
) -> SpellingKnowledge:
    """The knowledge of the speller; `ngrams` names another n-gram model than the one that ships."""
    gains = NgramGains(NgramModel(ngrams or folder / NGRAMS))
    return SpellingKnowledge(
        gains=gains,
        confusions=ConfusionSets(
            essay_confusions(folder / "essay_confusions.csv") if confusions is None else confusions,
            among=gains.known,
        ),
        habits=essay_habits(folder / "essay_habits.csv"),
        words=word_bigrams.shared(folder / WORDS),
        listed={form: frozenset(part for row in rows for part in row.pos) for form, rows in words.by_form.items()},
    )


def speller_trees(folder: Path) -> Trees:
    """The boosted trees that ship."""
    with np.load(folder / TREES, allow_pickle=False) as stored:
        return read_trees(stored, "speller")


def spelling_corrector(tables: Tables) -> SpellingCorrector:
    """The spelling corrector that ships; it loads its files on first use."""
    parameters = speller_parameters(tables.folder / "essay_speller.toml")

    def load() -> Speller:
        knowledge = spelling_knowledge(tables.folder, tables.words, confusions=tables.essay_confusions)
        return Speller(knowledge, speller_trees(tables.folder), parameters)

    return SpellingCorrector(parameters, load=load, traditional=tables.characters.traditional)
