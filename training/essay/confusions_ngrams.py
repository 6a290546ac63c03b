"""Trains the n-gram model that the speller reads: data/models/essay/characters.npz.

    uv run python -m training.essay.confusions_ngrams CORPUS [--held-out FOLD] [--out FILE]

As `training.ngram.train`, and beside the treebanks and the project's content more text about daily life, of which there is little: the right
sides of MuCGEC (development half, Apache-2.0), and what the project's content says in explanations, lessons and tasks, which the model that
judges questions must not read. A fifth of MuCGEC stays unread (that of `training.essay.material`), so that it can be measured on.
CORPUS is the folder that holds essay/ and treebank/; --held-out leaves out a fifth of the content as well.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.essay_sets import mucgec
from core.backends.ngram import symbols
from training.essay.material import held_out
from training.ngram.corpus import CONTENT, HAN, LEAST_HAN, ROOT, fold_of, own
from training.ngram.train import Corpus, Recipe, Training, write

OUT = ROOT / "data" / "models" / "essay" / "characters.npz"
RECIPE = Recipe(least_loss=5.5e-8)
"""2e-8 is 17.4 MiB, this 9.7."""


TOLD = frozenset(["why_zh", "why", "explanation", "lines", "note", "ask", "goal", "task", "hints", "short", "title"])
"""Fields of the project's content that hold right Chinese and are not read by `training.ngram.corpus.own`."""
SHORTEST = 4


def told(*, held_out_fold: int | None) -> Iterator[str]:
    """What stands in those fields, each text once, without one fifth of the rows if so asked."""
    known = set(own())
    points = ROOT / "data" / "grammar_points.jsonl"
    for path in [*sorted(CONTENT.glob("*.jsonl")), points]:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            for text in _strings(row, wanted=False):
                readable = len(text) >= SHORTEST and len(HAN.findall(text)) >= LEAST_HAN * len(text)
                if readable and text not in known and fold_of(row["id"]) != held_out_fold:
                    known.add(text)
                    yield text


def _strings(value: object, *, wanted: bool) -> Iterator[str]:
    if isinstance(value, str) and wanted:
        yield re.sub(r"\s", "", value)
    elif isinstance(value, list):
        for entry in value:
            yield from _strings(entry, wanted=wanted)
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from _strings(entry, wanted=wanted or name in TOLD)


def mended(corpus: Path) -> Iterator[str]:
    """All right sides of the rows that may be trained on."""
    for row in mucgec(corpus / "essay"):
        if not held_out(row.written):
            yield from dict.fromkeys(row.right)


def main() -> None:
    """Write the model."""
    parser = argparse.ArgumentParser()
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--held-out", type=int)
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    read = Corpus.read(arguments.corpus, held_out=arguments.held_out)
    more = [*mended(arguments.corpus), *told(held_out_fold=arguments.held_out)]
    training = Training(Corpus(read.prose, read.general + "".join(symbols(text)[0] for text in more)), RECIPE.order)
    model = training.model(RECIPE)
    write(model, training.known, arguments.out)
    print([len(keys) for keys in model.keys], f"{arguments.out.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main()
