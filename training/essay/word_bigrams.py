"""Makes the word bigram model of the speller: data/models/essay/words.npz.

    uv run python -m training.essay.word_bigrams zh_CN.lm [--out FILE]

`zh_CN.lm` is the language model of the input method Fcitx 5 (Debian's package libime-data-language-model, LGPL-2.1+), a trie
that KenLM wrote (Heafield 2011, "KenLM: Faster and Smaller Language Model Queries"): words of 165,000, two million pairs, 600,000 triples.
The triples are left out: with them the speller puts no more sentences right (README.md, "Words").
"""

from __future__ import annotations

import argparse
import struct
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.arrays import Float32, Int64, UInt8, UInt64
from core.essays.spelling.words import UNKNOWN
from evaluation.corpus import ROOT

OUT = ROOT / "data" / "models" / "essay" / "words.npz"
SPECIAL = {"<unk>": UNKNOWN}
MAGIC = b"mmap lm http://kheafield.com/code format version 5\n\x00"
PARAMETERS = 88
"""Bytes before the parameters: the magic words and numbers that tell the machine's form of them."""
POINTER_BITS = 22
"""Most bits of a pointer that KenLM takes out of a row, as the file was built."""
LONGEST = 5
"""Characters of a word; the speller looks no farther."""


class Pairs(NamedTuple):
    """What the trie says of words and of one word behind another; logarithms of base 10 as stored."""

    words: list[str]
    unigrams: Float32
    backoffs: Float32
    left: Int64
    right: Int64
    table: Float32
    numbers: UInt8
    """Of `table`, for each pair."""


def read(raw: bytes) -> Pairs:
    """The unigrams and bigrams of a trie with quantised probabilities and compressed pointers; ValueError for another file."""
    order, _, kind, _, _ = struct.unpack_from("<B3xfIII", raw, PARAMETERS)
    if not raw.startswith(MAGIC) or (order, kind) != (3, 5):
        raise ValueError("this is no trigram trie of KenLM with quantised probabilities and compressed pointers")
    counts = struct.unpack_from(f"<{order}Q", raw, PARAMETERS + 20)
    size = counts[0]
    offset = (PARAMETERS + 20 + 8 * order + 7) // 8 * 8 + 8 + 8 * size
    bits = raw[offset + 1]
    table = np.frombuffer(raw, "<f4", 1 << bits, offset + 8)
    offset += 8 + 4 * 3 * (1 << bits)
    rows = np.frombuffer(raw, [("p", "<f4"), ("b", "<f4"), ("next", "<u8")], size + 1, offset)
    left, numbers = _rows(raw, offset + 16 * (size + 2), counts, bits)
    words = [word.decode("utf-8") for word in raw[raw.rfind(b"<unk>\x00") :].split(b"\x00")[:size]]
    right = np.repeat(np.arange(size), np.diff(rows["next"].astype(np.int64)))
    return Pairs(words, rows["p"][:size], rows["b"][:size], left, right, table, numbers)


def _rows(raw: bytes, offset: int, counts: tuple[int, ...], bits: int) -> tuple[Int64, UInt8]:
    """For each pair the word that stands first and the number of its probability. KenLM's rows are sorted by the later word."""
    entries, most_pairs = counts[1], counts[2]
    needed = most_pairs.bit_length()
    chopped = min(
        range(min(needed, POINTER_BITS) + 1),
        key=lambda chop: (most_pairs >> (needed - chop)) * 64 - (entries + 1) * chop,
    )
    offset += 8 * (1 + (most_pairs >> (needed - chopped)) + 1) + 7
    word = counts[0].bit_length()
    places = np.arange(entries, dtype=np.uint64) * np.uint64(word + 2 * bits + needed - chopped)
    stored = np.frombuffer(raw, np.uint8)

    def bits_at(first_bit: int, length: int) -> UInt64:
        bit = places + np.uint64(first_bit)
        byte = (bit >> np.uint64(3)).astype(np.int64) + offset
        value = np.zeros(entries, np.uint64)
        for step in range(5):
            value |= stored[byte + step].astype(np.uint64) << np.uint64(8 * step)
        return (value >> (bit & np.uint64(7))) & np.uint64((1 << length) - 1)

    return bits_at(0, word).astype(np.int64), bits_at(word + bits, bits).astype(np.uint8)


def with_chinese_words(pairs: Pairs) -> Pairs:
    """The words of Chinese characters that are not too long, sorted by code points, and their pairs."""
    han = [
        word in SPECIAL or (len(word) <= LONGEST and all("\u3400" <= character <= "\u9fff" for character in word))
        for word in pairs.words
    ]
    order = sorted(
        np.flatnonzero(han).tolist(), key=lambda number: SPECIAL.get(pairs.words[number], pairs.words[number])
    )
    renumbered = np.full(len(pairs.words), -1, np.int64)
    renumbered[order] = np.arange(len(order))
    left, right = renumbered[pairs.left], renumbered[pairs.right]
    chosen = np.flatnonzero((left >= 0) & (right >= 0))
    chosen = chosen[np.lexsort((right[chosen], left[chosen]))]
    words = [SPECIAL.get(pairs.words[number], pairs.words[number]) for number in order]
    return Pairs(words, pairs.unigrams[order], pairs.backoffs[order], left[chosen], right[chosen], pairs.table, pairs.numbers[chosen])  # fmt: skip


def write(pairs: Pairs, out: Path) -> None:
    """The file that `core.models.ngrams.words` reads; logarithms in nats."""
    first = np.r_[True, pairs.left[1:] != pairs.left[:-1]]
    steps = np.where(first, pairs.right, pairs.right - np.r_[0, pairs.right[:-1]])
    np.savez_compressed(
        out,
        words=np.frombuffer("\n".join(pairs.words).encode("utf-8"), np.uint8),
        unigrams=(pairs.unigrams * np.log(10)).astype(np.float16),
        backoffs=(pairs.backoffs * np.log(10)).astype(np.float16),
        table=(pairs.table * np.log(10)).astype(np.float32),
        sizes=np.bincount(pairs.left, minlength=len(pairs.words)).astype(np.uint32),
        steps=steps.astype(np.uint32),
        probabilities=pairs.numbers,
    )


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("model", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    pairs = with_chinese_words(read(arguments.model.read_bytes()))
    write(pairs, arguments.out)
    print(f"{len(pairs.words)} words, {len(pairs.left)} pairs, {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
