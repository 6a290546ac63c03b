"""A character n-gram model as a `core.ports.language.LanguageModel`, read with numpy alone.

The file (`training/ngram`) holds a trie: for each length n the last characters of the kept n-grams in the order of their
beginnings, how many of them continue each (n-1)-gram, and logarithms in steps of 1/16 nat. A whole batch is looked up length by
length in sorted arrays of (number of the beginning, last character).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Float64, Int64, UInt8

START, END, UNKNOWN = "\x02", "\x03", "\x04"
LATIN, NUMBER = "\x05", "\x06"
SPECIAL = UNKNOWN + START + END + LATIN + NUMBER
"""The first entries of every vocabulary; `UNKNOWN` is entry 0."""
STEP = 16
"""Steps to a nat in the file: the rounding costs less than .1 % of perplexity."""
LEAST_BACKOFF = -8.0
"""Logarithm of a back-off weight that is stored as 0."""

FULL_WIDTH = str.maketrans(",?!:;()", "，？！：；（）")
LATIN_OR_NUMBER = re.compile(
    r"(?P<latin>[A-Za-zＡ-Ｚａ-ｚÀ-ɏ][\w.+/@-]*(?<![\u3400-\u9fff]))|(?P<number>[0-9０-９][0-9０-９.,:%]*)", re.ASCII
)
SPACE = re.compile(r"[\s\u3000]+")
ALREADY_NORMAL = re.compile(r"[\u3400-\u9fff，。？！、：；“”‘’（）《》…—·]*")
SENTENCE_END = re.compile(r"([。！？!?\n]+[”’」』）)》]*)")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def symbols(text: str) -> tuple[str, list[int]]:
    """The symbols of a text that the model reads, and the offset of the code point that each came from.

    Half-width marks become full-width, a run of Latin letters or digits becomes one symbol, white space is dropped, and
    `START` and `END` enclose each sentence.

    >>> symbols("我用 Linux。好!")[0].replace(START, "<").replace(END, ">").replace(LATIN, "a")
    '<我用a。><好！>'
    """
    if not text.strip():
        return "", []
    normalised, offsets = (text, list(range(len(text)))) if ALREADY_NORMAL.fullmatch(text) else _normalised(text)
    pieces, origins, start = [], [], 0
    sentence_ends = [match.end() for match in SENTENCE_END.finditer(normalised)]
    for end in [*sentence_ends, len(normalised)]:
        if end > start:
            pieces += [START, normalised[start:end], END]
            origins += [offsets[start], *offsets[start:end], offsets[end - 1]]
        start = end
    return "".join(pieces), origins


def _normalised(text: str) -> tuple[str, list[int]]:
    characters: list[str] = []
    offsets: list[int] = []
    offset = 0
    text = CONTROL.sub(" ", text)
    while offset < len(text):
        run = LATIN_OR_NUMBER.match(text, offset)
        if run:
            characters.append(LATIN if run["latin"] else NUMBER)
            offsets.append(offset)
            offset = run.end()
            continue
        if not SPACE.match(text[offset]):
            characters.append(text[offset].translate(FULL_WIDTH))
            offsets.append(offset)
        offset += 1
    return "".join(characters), offsets


LOG_PROBABILITIES = np.asarray(np.arange(256) / -STEP, np.float32)
LOG_BACKOFFS = np.asarray(np.arange(256) / STEP + LEAST_BACKOFF, np.float32)
"""The value of each step in the file."""
BLOCK = 1 << 15
"""Number of beginnings whose n-grams are read at a time."""


@dataclass(frozen=True)
class SortedKeys:
    """Ascending numbers of up to 48 bits, of which only the lower 32 are kept: half the memory, and a faster search."""

    low: NDArray[np.uint32]
    begins: tuple[int, ...]
    """Index of the first number at or above each multiple of 2 ** 32, and the length."""

    @classmethod
    def of(cls, keys: Int64) -> SortedKeys:
        """From the ascending numbers themselves."""
        multiples = np.arange((int(keys[-1]) >> 32) + 1) << 32
        return cls((keys & 0xFFFFFFFF).astype(np.uint32), (*np.searchsorted(keys, multiples).tolist(), len(keys)))

    def find(self, keys: Int64) -> Int64:
        """Index of each number; -1 where it is not among them."""
        indices = np.full(len(keys), -1, np.int64)
        # Searched in ascending order: neighbouring memory is then read together, in a half to a third of the time.
        order = np.argsort(keys)
        ascending = keys[order]
        low_bits = ascending.astype(np.uint32)
        cuts = np.searchsorted(ascending, np.arange(len(self.begins)) << 32).tolist()
        for (begin, end), (first, last) in zip(pairwise(self.begins), pairwise(cuts), strict=True):
            if begin == end or first == last:
                continue
            segment, queries = self.low[begin:end], low_bits[first:last]
            nearest = np.minimum(np.searchsorted(segment, queries), end - begin - 1)
            indices[order[first:last]] = np.where(segment[nearest] == queries, begin + nearest, -1)
        return indices


def keys_of(children: NDArray[np.uint16], last: NDArray[np.uint16], size: int) -> SortedKeys:
    """(number of the beginning) * size + (number of the last character), for each n-gram in the order of the file.

    Parameters
    ----------
    children : how many n-grams begin with each (n-1)-gram
    last : number of the last character of each n-gram, rising within a beginning
    """
    low_bits = np.empty(len(last), np.uint32)
    multiples = np.arange((len(children) * size >> 32) + 1) << 32
    segment_starts = np.zeros(len(multiples), np.int64)
    done = 0
    # In blocks, because all at once would need several times the memory of the model.
    for first in range(0, len(children), BLOCK):
        counts = children[first : first + BLOCK]
        beginnings = np.repeat(np.arange(first, first + len(counts)), counts)
        keys = beginnings * size + last[done : done + len(beginnings)]
        low_bits[done : done + len(keys)] = keys & 0xFFFFFFFF
        segment_starts += np.searchsorted(keys, multiples)
        done += len(keys)
    return SortedKeys(low_bits, (*segment_starts.tolist(), len(low_bits)))


@dataclass(frozen=True)
class Trie:
    """The arrays of a model, by length of n-gram; entry 0 of each list belongs to single characters."""

    vocabulary: NDArray[np.uint16]
    """Number of the character for each code point [shape=(0x110000,)]; 0 where unknown."""
    keys: list[SortedKeys]
    """Keys of the n-grams; none for n = 1."""
    probabilities: list[UInt8]
    backoffs: list[UInt8]
    """As stored, see `LOG_PROBABILITIES` and `LOG_BACKOFFS`; one list entry fewer than the others."""
    size: int

    @property
    def order(self) -> int:
        """Length of the longest n-grams."""
        return len(self.keys)

    def numbers(self, n: int, context: Int64, tokens: Int64) -> Int64:
        """Number of each n-gram (number of its beginning, last character) among those of its length; -1 where it is not kept."""
        indices = np.full(len(context), -1, np.int64)
        known = np.flatnonzero(context >= 0)
        indices[known] = self.keys[n - 1].find(context[known] * self.size + tokens[known])
        return indices

    def log_probability(self, n: int, numbers: Int64) -> Float32:
        """Log probability of the n-grams of these numbers."""
        return LOG_PROBABILITIES[self.probabilities[n - 1][numbers]]

    def log_backoff(self, n: int, numbers: Int64) -> Float32:
        """Logarithm of the back-off weight of the n-grams of these numbers."""
        return LOG_BACKOFFS[self.backoffs[n - 1][numbers]]


def read_trie(path: Path) -> Trie:
    """The model in a file of `training/ngram`."""
    with np.load(path, allow_pickle=False) as stored:
        characters = stored["characters"]
        order = sum(name.startswith("probability.") for name in stored.files)
        probabilities = [stored[f"probability.{n}"] for n in range(1, order + 1)]
        backoffs = [stored[f"backoff.{n}"] for n in range(1, order)]
        size = len(characters)
        keys = [SortedKeys(np.empty(0, np.uint32), (0, 0))]
        keys += [keys_of(stored[f"children.{n - 1}"], stored[f"last.{n}"], size) for n in range(2, order + 1)]
    vocabulary = np.zeros(0x110000, np.uint16)
    vocabulary[characters] = np.arange(size)
    return Trie(vocabulary, keys, probabilities, backoffs, size)


_LOADED: WeakValueDictionary[tuple[Path, int], Trie] = WeakValueDictionary()
"""By file and time of its last change, so that models of the same file share its arrays."""
_READING = threading.Lock()


class NgramModel:
    """An n-gram model that reads its file on first use, once for all threads and models; immutable afterwards."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: Trie | None = None

    @property
    def trie(self) -> Trie:
        """The arrays."""
        if self._read is None:
            key = (self._path.resolve(), self._path.stat().st_mtime_ns)
            with _READING:
                self._read = _LOADED.get(key) or _LOADED.setdefault(key, read_trie(self._path))
        return self._read

    def log_probability(self, text: str) -> float:
        """See `core.ports.language.LanguageModel`."""
        return float(self.log_probabilities([text])[0])

    def log_probabilities(self, texts: Sequence[str]) -> Float64:
        """See `core.ports.language.LanguageModel`."""
        encoded = [symbols(text)[0] for text in texts]
        owners = np.repeat(np.arange(len(texts)), [len(text) for text in encoded])
        scores, _ = self.scored("".join(encoded))
        return np.bincount(owners, scores, minlength=len(texts)).astype(np.float64)

    def token_log_probabilities(self, text: str) -> Float64:
        """See `core.ports.language.LanguageModel`."""
        encoded, offsets = symbols(text)
        scores, _ = self.scored(encoded)
        return np.bincount(np.array(offsets, np.int64), scores, minlength=len(text)).astype(np.float64)

    def known_lengths(self, text: str) -> Int64:
        """See `core.ports.language.LanguageModel`."""
        encoded, offsets = symbols(text)
        _, lengths = self.scored(encoded)
        known = np.zeros(len(text), np.int64)
        for symbol, offset, length in zip(encoded, offsets, lengths.tolist(), strict=True):
            if symbol not in (START, END):
                known[offset] = length
        return known

    def scored(self, encoded: str) -> tuple[Float64, Int64]:
        """Log probability of each symbol of `symbols` (0 for `START`), and the length of the longest kept n-gram that ends there.

        Back-off as in Katz (1987): p(w | h) is stored, or it is backoff(h) p(w | h') where h' is h without its first symbol.
        """
        trie = self.trie
        if not encoded:
            return np.empty(0), np.empty(0, np.int64)
        code_points = np.frombuffer(encoded.encode("utf-32-le"), np.uint32)
        tokens = trie.vocabulary[code_points].astype(np.int64)
        numbers = tokens
        log_probabilities = trie.log_probability(1, tokens).astype(np.float64)
        lengths = (tokens > 0).astype(np.int64)
        for n in range(2, trie.order + 1):
            context = np.concatenate([[-1], numbers[:-1]])
            numbers = trie.numbers(n, context, tokens)
            stored = numbers >= 0
            log_probabilities += np.where(context >= 0, trie.log_backoff(n - 1, context), 0)
            log_probabilities[stored] = trie.log_probability(n, numbers[stored])
            lengths[stored] = n
        log_probabilities[code_points == ord(START)] = 0
        return log_probabilities, lengths
