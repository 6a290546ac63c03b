"""Vectors of characters and words from running text that may train what ships (Apache-2.0 text, treebanks, own content).

    uv run --with torch --with gensim python training/parser/vectors.py character
    uv run --with torch --with gensim python training/parser/vectors.py word

The second needs a segmenter in data/models/parser. Both write into the work folder (`WENLU_TRAINING`).
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
import silver  # noqa: E402
import treebank  # noqa: E402

from core.models.parsing.features import folded, keys  # noqa: E402
from core.models.parsing.parser import NeuralParser  # noqa: E402

SETTINGS = {
    "character": {"vector_size": 64, "window": 5, "min_count": 5, "sg": 0, "negative": 8, "epochs": 4},
    "word": {"vector_size": 64, "window": 4, "min_count": 8, "sg": 1, "negative": 5, "epochs": 3, "sample": 1e-4},
}
REPEATED = 5
"""Times that treebank and own sentences are read for each time of the technical prose, which is 50 times as much."""
LINES_AT_ONCE = 500


def work() -> Path:
    """The folder for intermediate files."""
    folder = Path(os.environ.get("WENLU_TRAINING", Path(tempfile.gettempdir()) / "wenlu-parser"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pretrained(kind: str) -> tuple[dict[str, int], np.ndarray]:
    """Rows by entry (row 0, "", is zero: unknown) and vectors [shape=(n, 64)] with a root mean square of 0.5."""
    from gensim.models import KeyedVectors

    stored = KeyedVectors.load(str(work() / f"{kind}.kv"))
    rows = {entry: row for row, entry in enumerate(["", *stored.index_to_key])}
    scaled = stored.vectors / np.sqrt((stored.vectors**2).mean()) * 0.5
    return rows, np.concatenate([np.zeros((1, scaled.shape[1])), scaled]).astype(np.float32)


def prose() -> Iterator[str]:
    """Lines of the reference texts whose licence lets weights ship, then the project's own."""
    essay = treebank.folder().parent / "essay"
    with gzip.open(essay / "clean-text-lctt.txt.gz", "rt", encoding="utf-8") as lines:
        yield from (line.strip() for line in lines)
    for line in (essay / "mucgec-dev.tsv").read_text(encoding="utf-8").splitlines():
        yield from line.split("\t")[2:3]
    yield from dict.fromkeys(silver.texts())


def segmented(lines: list[str]) -> Iterator[list[str]]:
    """Their words, as keys."""
    parser = NeuralParser(ROOT / "data/models/parser")
    for start in range(0, len(lines), LINES_AT_ONCE):
        for sentence in parser.segmented("\n".join(lines[start : start + LINES_AT_ONCE])):
            yield ["".join(keys(folded(word))) for word in sentence]


def main(kind: str) -> None:
    """Train and keep one kind."""
    from gensim.models import Word2Vec

    lines = [line for line in prose() if line]
    training_sentences = [[word.form for word in sentence] for _, sentence in treebank.training()]
    if kind == "word":
        parts = [*segmented(lines), *([["".join(keys(folded(f))) for f in s] for s in training_sentences] * REPEATED)]
    else:
        own = list(dict.fromkeys(silver.texts()))
        parts = [
            keys(folded(line))
            for line in [*lines, *["".join(s) for s in training_sentences] * REPEATED, *own * REPEATED]
        ]
    Word2Vec(parts, workers=2, seed=1, **SETTINGS[kind]).wv.save(str(work() / f"{kind}.kv"))


if __name__ == "__main__":
    main(sys.argv[1])
