"""Trains the character n-gram model.

    uv run python -m training.ngram.train CORPUS                 the model that ships
    uv run python -m training.ngram.train CORPUS --folds FOLDER  five models, each without a fifth of the content

`training.ngram.compare` prints the variants of README.md. CORPUS is the folder that holds essay/ and treebank/.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from evaluation.corpus import ROOT
from evaluation.ngrams.training import Corpus, Recipe, Training, folds, write

OUT = ROOT / "data" / "models" / "ngram" / "characters.npz"


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--folds", type=Path)
    arguments = parser.parse_args()
    if arguments.folds:
        folds(arguments.corpus, arguments.folds)
        return
    training = Training(Corpus.read(arguments.corpus), Recipe().order)
    model = training.model(Recipe())
    write(model, training.known, OUT)
    print([len(keys) for keys in model.keys], f"{OUT.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
