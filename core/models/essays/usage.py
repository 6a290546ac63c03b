"""The judge of usage put together from its files."""

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
from core.essays.spelling.words import Words
from core.essays.usage.candidates import DELETE, INSERT, Finder, Habits
from core.essays.usage.corrector import Judge, UsageCorrector
from core.essays.usage.features import TABLES, Company, Featurer, Ratios
from core.language.levels import HAN
from core.models.boosted_trees import read_trees
from core.models.essays.speller import NGRAMS, WORDS
from core.models.essays.usage_model import CharacterGains, MarkedBigrams, WordVectors
from core.models.ngrams import words as word_bigrams
from core.models.ngrams.characters import NgramModel
from core.models.recent import Recent
from core.tables import Tables
from core.tables.words.lists import WordList

FILE = Path("models") / "essay" / "usage.npz"
VERSION = "usage-2"
SENTENCES = 512
"""Kept for a second reading, as the parser and the encoder keep them."""
TREES = ("learner",)
"""Fitted on learners' text of this project."""
LENGTHS = range(2, 5)
"""Characters of a word that is looked for by those that it shares with another."""


class Alike:
    """Listed words of one part of speech that share all characters but one, or are the same in another order, and those that are used alike.

    Parameters
    ----------
    listed : words with their parts of speech
    near : for a word those that stand in like company
    """

    def __init__(self, listed: Mapping[str, frozenset[str]], near: Mapping[str, Sequence[str]]) -> None:
        self._listed, self._near = listed, near
        self._by_rest: defaultdict[str, list[str]] = defaultdict(list)
        for word in listed:
            if len(word) in LENGTHS:
                for key in _keys(word):
                    self._by_rest[key].append(word)

    def __call__(self, word: str) -> list[str]:
        """None of them the word itself; of a word that is not listed those of any part of speech."""
        if len(word) not in LENGTHS:
            return list(self._near.get(word, ()))
        parts = self._listed.get(word)
        shared = (
            other
            for key in _keys(word)
            for other in self._by_rest.get(key, ())
            if other != word and (parts is None or key[0] == "=" or parts & self._listed[other])
        )
        return list(dict.fromkeys([*shared, *self._near.get(word, ())]))


def _keys(word: str) -> list[str]:
    """
    >>> _keys("了解")
    ['_解', '了_', '=了解']
    """
    return [*(word[:at] + "_" + word[at + 1 :] for at in range(len(word))), "=" + "".join(sorted(word))]


def listed_words(words: WordList) -> dict[str, frozenset[str]]:
    """Chinese words of the list with their parts of speech."""
    return {
        form: frozenset(part for row in rows for part in row.pos)
        for form, rows in words.by_form.items()
        if all(HAN.match(character) for character in form) and len(form) < LENGTHS.stop
    }


def read_judge(path: Path, *, words: Words, ngrams: NgramModel, listed: Mapping[str, frozenset[str]]) -> Judge:
    """What the file holds (`training/essay/usage_fit.py`), with the models that it was fitted on."""
    with np.load(path) as file:
        stored: dict[str, NDArray[Any]] = dict(file)
    card = json.loads(stored["card"].tobytes())
    odds = [read_trees(stored, name).log_odds for name in TREES]
    return judge_of(card, stored, odds, words=words, ngrams=ngrams, listed=listed)


def judge_of(
    card: Mapping[str, Any],
    stored: Mapping[str, NDArray[Any]],
    log_odds: Sequence[Callable[[Float64], Float64]],
    *,
    words: Words,
    ngrams: NgramModel,
    listed: Mapping[str, frozenset[str]],
) -> Judge:
    """Put together; `card` holds what is stored as text, `stored` vectors and ratios."""
    bigrams = MarkedBigrams(words, card["begins"], card["ends"])
    habits = Habits(card["missing"], card["extra"], card["mixed"])
    return Judge(
        bigrams=bigrams,
        finder=Finder(bigrams, habits, Alike(listed, card["near"])),
        featurer=Featurer(
            bigrams,
            vectors_of(stored, words.ids),
            CharacterGains(ngrams),
            company_of(card, stored),
            habits.rates,
            frozenset(listed),
        ),
        log_odds=log_odds,
        curves=card["curves"],
    )


def company_of(card: Mapping[str, Any], stored: Mapping[str, NDArray[Any]]) -> Company:
    """The ratios by operation and table; `card` names their rows and columns."""
    found = {}
    for operation, table in product((INSERT, DELETE), TABLES):
        rows, columns = card["company"][f"{operation}_{table}"]
        found[operation, table] = Ratios(_numbered(rows), _numbered(columns), stored[f"company_{operation}_{table}"])
    return Company(found)


def _numbered(names: Sequence[Any]) -> dict[Any, int]:
    return {name: number for number, name in enumerate(names)}


def vectors_of(stored: Mapping[str, NDArray[Any]], ids: Mapping[str, int]) -> WordVectors:
    """Stored in steps of a 127th of each column's greatest."""
    rows = np.full(max(ids.values()) + 1, -1, np.int64)
    for row, word in enumerate(stored["vector_words"].tobytes().decode("utf-8").split("\n")):
        if word in ids:
            rows[ids[word]] = row
    left, right = (
        stored[f"vector_{side}"].astype(np.float32) * stored[f"vector_{side}_steps"] for side in ("left", "right")
    )
    return WordVectors(rows, left, right)


def usage_corrector(tables: Tables) -> UsageCorrector:
    """The corrector that ships; it reads its files when it is first asked."""

    def load() -> Judge:
        return read_judge(
            tables.folder / FILE,
            words=word_bigrams.shared(tables.folder / WORDS),
            ngrams=NgramModel(tables.folder / NGRAMS),
            listed=listed_words(tables.words),
        )

    return UsageCorrector(VERSION, load=load, traditional=tables.characters.traditional, recent=Recent(SENTENCES))
