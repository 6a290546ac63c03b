"""Loads the usage corrector from its files."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float64
from core.essays.spelling.words import WordBigramModel
from core.essays.usage.candidates import DELETE, INSERT, ErrorRates, UsageCandidateFinder
from core.essays.usage.corrector import UsageCorrector, UsageModel
from core.essays.usage.features import TABLES, Collocations, LikelihoodRatios, UsageFeatureExtractor
from core.language.levels import HAN
from core.models.boosted_trees import read_trees
from core.models.essays.speller import NGRAMS, WORDS
from core.models.essays.usage_statistics import CharacterGains, MarkedBigrams, WordVectors
from core.models.ngrams import words as word_bigrams
from core.models.ngrams.characters import NgramModel
from core.models.recent import Recent
from core.tables import Tables
from core.tables.words.lists import WordList

FILE = Path("models") / "essay" / "usage.npz"
VERSION = "usage-3"
SENTENCES_REMEMBERED = 512
"""For how many sentences the corrections are remembered, as the parser and the encoder do."""
TREES = ("learner",)
"""The names of the trees, which were fitted on learners' text of this project."""
WORD_LENGTHS = range(2, 5)
"""Words of so many characters are found by the characters that they share with another word."""


class SimilarWords:
    """Finds similar words: listed words of one part of speech with all characters but one in common or in another order, and words used alike.

    Parameters
    ----------
    listed : words with their parts of speech
    used_alike : for each word, words with similar collocations
    """

    def __init__(self, listed: Mapping[str, frozenset[str]], used_alike: Mapping[str, Sequence[str]]) -> None:
        self._listed, self._used_alike = listed, used_alike
        self._by_key: defaultdict[str, list[str]] = defaultdict(list)
        for word in listed:
            if len(word) in WORD_LENGTHS:
                for key in _similarity_keys(word):
                    self._by_key[key].append(word)

    def __call__(self, word: str) -> list[str]:
        """The words similar to a word, without the word itself; for a word that is not listed, those of any part of speech."""
        if len(word) not in WORD_LENGTHS:
            return list(self._used_alike.get(word, ()))
        parts_of_speech = self._listed.get(word)
        sharing_characters = (
            other
            for key in _similarity_keys(word)
            for other in self._by_key.get(key, ())
            if other != word and (parts_of_speech is None or key[0] == "=" or parts_of_speech & self._listed[other])
        )
        return list(dict.fromkeys([*sharing_characters, *self._used_alike.get(word, ())]))


def _similarity_keys(word: str) -> list[str]:
    """
    >>> _similarity_keys("了解")
    ['_解', '了_', '=了解']
    """
    return [*(word[:index] + "_" + word[index + 1 :] for index in range(len(word))), "=" + "".join(sorted(word))]


def listed_words(words: WordList) -> dict[str, frozenset[str]]:
    """Words of the list in Chinese characters, with their parts of speech."""
    return {
        form: frozenset(part for row in rows for part in row.pos)
        for form, rows in words.by_form.items()
        if all(HAN.match(character) for character in form) and len(form) < WORD_LENGTHS.stop
    }


def read_usage_model(
    path: Path, *, words: WordBigramModel, ngrams: NgramModel, listed: Mapping[str, frozenset[str]]
) -> UsageModel:
    """The model stored in the file (`training/essay/usage_fit.py`), with the models that it was fitted on."""
    with np.load(path) as file:
        stored: dict[str, NDArray[Any]] = dict(file)
    card = json.loads(stored["card"].tobytes())
    odds = [read_trees(stored, name).log_odds for name in TREES]
    return usage_model_from(card, stored, odds, words=words, ngrams=ngrams, listed=listed)


def usage_model_from(
    card: Mapping[str, Any],
    stored: Mapping[str, NDArray[Any]],
    log_odds: Sequence[Callable[[Float64], Float64]],
    *,
    words: WordBigramModel,
    ngrams: NgramModel,
    listed: Mapping[str, frozenset[str]],
) -> UsageModel:
    """The usage model made from its parts: `card` is the part stored as text, `stored` contains vectors and ratios."""
    bigrams = MarkedBigrams(words, card["begins"], card["ends"])
    error_rates = ErrorRates(card["missing"], card["extra"], card["mixed"])
    return UsageModel(
        bigrams=bigrams,
        finder=UsageCandidateFinder(bigrams, error_rates, SimilarWords(listed, card["near"])),
        feature_extractor=UsageFeatureExtractor(
            bigrams,
            vectors_of(stored, words.ids),
            CharacterGains(ngrams),
            collocations_from(card, stored),
            error_rates.rates,
            frozenset(listed),
        ),
        log_odds=log_odds,
        curves=card["curves"],
    )


def collocations_from(card: Mapping[str, Any], stored: Mapping[str, NDArray[Any]]) -> Collocations:
    """The collocation ratios by operation and table; `card` names their rows and columns."""
    ratios = {}
    for operation, table in product((INSERT, DELETE), TABLES):
        rows, columns = card["company"][f"{operation}_{table}"]
        ratios[operation, table] = LikelihoodRatios(
            _numbered(rows), _numbered(columns), stored[f"company_{operation}_{table}"]
        )
    return Collocations(ratios)


def _numbered(names: Sequence[Any]) -> dict[Any, int]:
    return {name: number for number, name in enumerate(names)}


def vectors_of(stored: Mapping[str, NDArray[Any]], ids: Mapping[str, int]) -> WordVectors:
    """The word vectors, which are stored in steps of a 127th of each column's greatest value."""
    rows = np.full(max(ids.values()) + 1, -1, np.int64)
    for row, word in enumerate(stored["vector_words"].tobytes().decode("utf-8").split("\n")):
        if word in ids:
            rows[ids[word]] = row
    left, right = (
        stored[f"vector_{side}"].astype(np.float32) * stored[f"vector_{side}_steps"] for side in ("left", "right")
    )
    return WordVectors(rows, left, right)


def usage_corrector(tables: Tables) -> UsageCorrector:
    """The usage corrector that ships; it loads its files on first use."""

    def load() -> UsageModel:
        return read_usage_model(
            tables.folder / FILE,
            words=word_bigrams.shared(tables.folder / WORDS),
            ngrams=NgramModel(tables.folder / NGRAMS),
            listed=listed_words(tables.words),
        )

    return UsageCorrector(
        VERSION, load=load, traditional=tables.characters.traditional, recent=Recent(SENTENCES_REMEMBERED)
    )
