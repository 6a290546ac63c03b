"""Prints the variants of README.md: perplexity on the development treebank and on a fifth of the content held out.

uv run python -m training.ngram.compare CORPUS
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import jieba
import numpy as np

from core.models.ngrams.characters import SPECIAL, NgramModel, symbols
from evaluation.corpus import own, treebank
from evaluation.ngrams.training import Corpus, Recipe, Training, write

HELD_OUT = 0
INSIDE = 0xE0000
"""Added to the code point of a character that does not begin a word."""
HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


def marked(read: str) -> str:
    """Symbols with the characters inside words told apart from those that begin one, by jieba without the word list."""

    def words(run: re.Match[str]) -> str:
        return "".join(
            word[0] + "".join(chr(ord(character) + INSIDE) for character in word[1:])
            for word in jieba.cut(run[0], HMM=False)
        )

    return HAN_RUN.sub(words, read)


def unmarked(read: str) -> str:
    """Symbols as they are."""
    return read


def main() -> None:
    """Print a line for each variant."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    corpus = parser.parse_args().corpus
    source = Corpus.read(corpus, held_out=HELD_OUT)
    sets = {"treebank": list(treebank(corpus, "dev-gsdsimp")), "content": list(own(only=HELD_OUT))}
    for mark in (unmarked, marked):
        training = Training(Corpus(mark(source.prose), mark(source.general)), Recipe().order)
        recipes = [Recipe(least_loss=loss) for loss in (1e-8, 2e-8, Recipe().least_loss, 1e-7)]
        recipes += [Recipe(prose_share=share) for share in (0.1, 0.35, 0.5)]
        for recipe in recipes if mark is unmarked else recipes[2:3]:
            _print(training, recipe, sets, mark)
        if mark is unmarked:
            for order in (4, 3):
                _print(Training(source, order), replace(Recipe(), order=order), sets, mark)


def _print(training: Training, recipe: Recipe, sets: dict[str, list[str]], mark: Callable[[str], str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.npz"
        model = training.model(recipe)
        write(model, training.known, path)
        perplexities = {
            name: _perplexity(NgramModel(path), [mark(symbols(text)[0]) for text in texts])
            for name, texts in sets.items()
        }
        size = path.stat().st_size / 2**20
    count = sum(map(len, model.keys)) / 1e6
    print(f"| {mark.__name__}, order {recipe.order}, prose {recipe.prose_share}, loss {recipe.least_loss:.1e} | {count:.1f} | {size:.1f} | "
          + " | ".join(f"{perplexities[name]:.1f}" for name in sets) + " |", flush=True)  # fmt: skip


def _perplexity(model: NgramModel, texts: list[str]) -> float:
    """Per character as in `train.perplexity`; with marks that of the characters and this one division into words."""
    read = "".join(texts)
    scores = model.scored(read)[0]
    return float(np.exp(-scores.sum() / (len(read) - read.count(SPECIAL[1]))))


if __name__ == "__main__":
    main()
