"""Builds data/models/parser/dictionary.npz: hashes of jieba's dictionary and of the project's word list.

uv run python training/parser/dictionary.py
"""

from __future__ import annotations

import csv
import math
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from core.models.parsing.features import FREQUENCY_STEPS, LONGEST, code_points, folded, hashes, keys  # noqa: E402

KINDS = "nvizlmadtjbgrsxcfoqpyeuk"
"""First letters of jieba's tags; the kind of a word is 1 + the place here, 0 for any other. Names (nr, ns, nt, nz) are told apart below."""
NAMES = ("nr", "ns", "nt", "nz")
LISTED = (
    "N",
    "V",
    "Adj",
    "Adv",
    "M",
    "Conj",
    "Pron",
    "Prep",
    "P",
    "Num",
    "Aux",
    "Suffix",
    "Intj",
    "Prefix",
    "Phonetic",
)
LEAST_FREQUENCY = 3


def main() -> None:
    """Join both lists, hash, sort, write."""
    entries: dict[str, tuple[int, int, int]] = {}
    for line in (files("jieba") / "dict.txt").read_text(encoding="utf-8").splitlines():
        word, count, tag = line.split(" ")
        if int(count) >= LEAST_FREQUENCY:
            entries[folded(word)] = (step(int(count)), kind(tag), 0)
    for word, bits in listed_words().items():
        entries[word] = (*entries.get(word, (0, 0, 0))[:2], bits)
    rows = {}
    for word, row in entries.items():
        parts = keys(word)
        if 1 <= len(parts) <= LONGEST:
            rows[int(hashes(code_points(parts), len(parts))[0])] = row
    order = sorted(rows)
    columns = np.array([rows[h] for h in order])
    np.savez_compressed(
        ROOT / "data/models/parser/dictionary.npz",
        hashed=np.array(order, np.uint32),
        step=columns[:, 0].astype(np.uint8),
        kind=columns[:, 1].astype(np.uint8),
        listed=columns[:, 2].astype(np.uint16),
    )
    print(len(order), "words")


def step(count: int) -> int:
    """Logarithmic frequency, 1 to FREQUENCY_STEPS."""
    return 1 + min(int(FREQUENCY_STEPS) - 1, int(math.log2(count)))


def kind(tag: str) -> int:
    """Class of a jieba tag, 1 and up."""
    if tag[:2] in NAMES:
        return 1 + len(KINDS) + NAMES.index(tag[:2])
    return 1 + KINDS.find(tag[0])


def listed_words() -> dict[str, int]:
    """Parts of speech of the word list as bits."""
    bits_by_word: dict[str, int] = {}
    with (ROOT / "data/words.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            bits = sum(1 << LISTED.index(part) for part in row["pos"].split("|") if part in LISTED)
            for form in row["forms"].split("|"):
                bits_by_word[form] = bits_by_word.get(form, 0) | bits
    return bits_by_word


if __name__ == "__main__":
    main()
