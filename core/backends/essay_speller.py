"""The speller put together from its files: confusion sets, n-gram model, words with counts."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from core.backends.jieba import LEAST_FREQUENCY
from core.backends.ngram import NgramModel
from core.backends.ngram_gains import NgramGains
from core.essays.spelling import SpellingCorrector
from core.essays.spelling_features import Knowledge
from core.essays.spelling_words import Vocabulary
from core.language.shapes import ConfusionSets
from core.tables import Tables
from core.tables.essay_confusions import essay_confusions
from core.tables.essay_speller import essay_habits, speller_figures
from core.tables.words import WordList

NGRAMS = Path("models") / "essay" / "characters.npz"


def counted_words(words: WordList) -> Vocabulary:
    """The words of jieba's dictionary with its counts (of 60 million), and those of the list."""
    import jieba

    jieba.setLogLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    counts: dict[str, int] = {word: count for word, count in tokenizer.FREQ.items() if count > 0}
    for form in words.levels:
        counts[form] = max(counts.get(form, 0), LEAST_FREQUENCY) if len(form) > 1 else counts.get(form, 1)
    return Vocabulary(counts, tokenizer.total)


def knowledge(folder: Path, words: WordList, *, ngrams: Path | None = None) -> Knowledge:
    """What the speller knows; `ngrams` for another model than the one that ships."""
    gains = NgramGains(NgramModel(ngrams or folder / NGRAMS))
    return Knowledge(
        gains=gains,
        confusions=ConfusionSets(essay_confusions(folder / "essay_confusions.csv"), among=gains.known),
        habits=essay_habits(folder / "essay_habits.csv"),
        vocabulary=counted_words(words),
        listed={form: frozenset(part for row in rows for part in row.pos) for form, rows in words.by_form.items()},
    )


def spelling_corrector(tables: Tables) -> SpellingCorrector:
    """The corrector that ships; it reads its files when it is first asked."""
    traditional: Mapping[str, str] = {
        row.character: row.traditional for row in tables.characters.rows if row.traditional != row.character
    }
    return SpellingCorrector(
        speller_figures(tables.folder / "essay_speller.toml"),
        load=lambda: knowledge(tables.folder, tables.words),
        traditional=traditional,
    )
