"""Train character n-gram models on a corpus: the recipe's model, and one model for each fifth of the content left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Int64
from core.models.ngrams.characters import LEAST_BACKOFF, SPECIAL, STEP, NgramModel, symbols
from evaluation.corpus import FOLDS, ROOT, TREEBANKS, own, prose, treebank
from evaluation.ngrams.kneser_ney import NgramEstimate, count_ngrams, estimate
from evaluation.ngrams.mixing import MixedModel, backoffs, mix, prune

LEAST_COUNT = 2
"""Least count in the corpus at which a character is in the vocabulary; those of the standard's list always are."""


@dataclass(frozen=True)
class Recipe:
    """Parameters of the model; README.md says how they were chosen."""

    order: int = 5
    prose_share: float = 0.2
    """Weight of the technical prose; the rest is for the treebanks and the project's own content."""
    least_loss: float = 3.5e-8
    """See `mixing.pruned`."""


def vocabulary(texts: Iterable[str]) -> str:
    """The characters of the vocabulary, the special symbols first."""
    counts = Counter("".join(texts))
    listed = (ROOT / "data" / "characters.csv").read_text(encoding="utf-8").splitlines()[1:]
    common = {character for character, count in counts.items() if count >= LEAST_COUNT}
    return SPECIAL + "".join(sorted((common | {line[0] for line in listed}) - set(SPECIAL)))


def tokens(text: str, known: str) -> Int64:
    """Numbers of the symbols."""
    table = np.zeros(0x110000, np.int64)
    table[[ord(character) for character in known]] = np.arange(len(known))
    return table[np.frombuffer(text.encode("utf-32-le"), np.uint32)]


@dataclass(frozen=True)
class Corpus:
    """The symbols of both parts of the corpus."""

    prose: str
    general: str

    @classmethod
    def read(cls, folder: Path, *, held_out: int | None = None) -> Corpus:
        """The corpus of a folder, without the fifth of the content that is `held_out`."""
        general = [line for name in TREEBANKS for line in treebank(folder, name)]
        general += own(held_out=held_out)
        return cls("".join(symbols(line)[0] for line in prose(folder)), "".join(symbols(line)[0] for line in general))


class Training:
    """The two estimates of one corpus."""

    def __init__(self, corpus: Corpus, order: int) -> None:
        self.known = vocabulary([corpus.prose, corpus.general])
        self.prose = self._estimate(corpus.prose, order)
        self.general = self._estimate(corpus.general, order)

    def _estimate(self, text: str, order: int) -> NgramEstimate:
        return estimate(count_ngrams(tokens(text, self.known), size=len(self.known), order=order))

    def model(self, recipe: Recipe) -> MixedModel:
        """Mixed and pruned."""
        whole = mix(self.prose, self.general, recipe.prose_share)
        return prune(whole, least_loss=recipe.least_loss)


def write(model: MixedModel, known: str, path: Path) -> None:
    """The file that `core.models.ngrams.characters.read_trie` reads."""
    arrays = {"characters": np.array([ord(character) for character in known], np.uint32)}
    for n in range(1, len(model.keys) + 1):
        steps = np.round(-np.log(np.maximum(model.probabilities[n - 1], 1e-12)) * STEP)
        arrays[f"probability.{n}"] = np.clip(steps, 0, 255).astype(np.uint8)
        if n > 1:
            count = len(model.keys[n - 2])
            arrays[f"last.{n}"] = (model.keys[n - 1] % model.size).astype(np.uint16)
            arrays[f"children.{n - 1}"] = np.bincount(model.keys[n - 1] // model.size, minlength=count).astype(
                np.uint16
            )
    for n, weights in enumerate(backoffs(model), start=1):
        arrays[f"backoff.{n}"] = np.clip(np.round((np.log(weights) - LEAST_BACKOFF) * STEP), 0, 255).astype(np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **arrays)


def perplexity(model: NgramModel, texts: list[str]) -> float:
    """Perplexity per symbol, sentence ends included and sentence starts excluded."""
    count = sum(len(encoded) - encoded.count(SPECIAL[1]) for encoded in (symbols(text)[0] for text in texts))
    return float(np.exp(-model.log_probabilities(texts).sum() / count))


def folds(corpus: Path, folder: Path) -> None:
    """Write `fold-K.npz` for each fifth of the content, trained without it."""
    recipe = Recipe()
    for fold in range(FOLDS):
        corpus_without_fold = Corpus.read(corpus, held_out=fold)
        training = Training(corpus_without_fold, recipe.order)
        write(training.model(recipe), training.known, folder / f"fold-{fold}.npz")
