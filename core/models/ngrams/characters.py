"""A character n-gram model as a `core.ports.language.LanguageModel`, read with numpy alone.

The file (`training/ngram`) holds a trie: for each length n the last characters of the kept n-grams in the order of their
beginnings, how many of them go on from each (n-1)-gram, and logarithms in steps of 1/16 nat. Look-ups of a whole batch go
length by length through sorted arrays of (number of the beginning, last character).
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

WIDE = str.maketrans(",?!:;()", "，？！：；（）")
RUN = re.compile(
    r"(?P<latin>[A-Za-zＡ-Ｚａ-ｚÀ-ɏ][\w.+/@-]*(?<![\u3400-\u9fff]))|(?P<number>[0-9０-９][0-9０-９.,:%]*)", re.ASCII
)
SPACE = re.compile(r"[\s\u3000]+")
PLAIN = re.compile(r"[\u3400-\u9fff，。？！、：；“”‘’（）《》…—·]*")
SENTENCE_END = re.compile(r"([。！？!?\n]+[”’」』）)》]*)")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def symbols(text: str) -> tuple[str, list[int]]:
    """The text as the model reads it, and from which code point each symbol came.

    Half-width marks become full-width, a run of Latin letters or digits one symbol, white space nothing, and `START`
    and `END` stand around each sentence.

    >>> symbols("我用 Linux。好!")[0].replace(START, "<").replace(END, ">").replace(LATIN, "a")
    '<我用a。><好！>'
    """
    if not text.strip():
        return "", []
    kept, places = (text, list(range(len(text)))) if PLAIN.fullmatch(text) else _reduced(text)
    found, origin, begin = [], [], 0
    ends = [match.end() for match in SENTENCE_END.finditer(kept)]
    for end in [*ends, len(kept)]:
        if end > begin:
            found += [START, kept[begin:end], END]
            origin += [places[begin], *places[begin:end], places[end - 1]]
        begin = end
    return "".join(found), origin


def _reduced(text: str) -> tuple[str, list[int]]:
    kept: list[str] = []
    places: list[int] = []
    place = 0
    text = CONTROL.sub(" ", text)
    while place < len(text):
        run = RUN.match(text, place)
        if run:
            kept.append(LATIN if run["latin"] else NUMBER)
            places.append(place)
            place = run.end()
            continue
        if not SPACE.match(text[place]):
            kept.append(text[place].translate(WIDE))
            places.append(place)
        place += 1
    return "".join(kept), places


LOG_PROBABILITIES = np.asarray(np.arange(256) / -STEP, np.float32)
LOG_BACKOFFS = np.asarray(np.arange(256) / STEP + LEAST_BACKOFF, np.float32)
"""What the steps of the file stand for."""
BLOCK = 1 << 15
"""Beginnings whose n-grams are read at a time."""


@dataclass(frozen=True)
class Keys:
    """Rising numbers of up to 48 bits, of which only the lower 32 are kept: half the memory, and sooner searched."""

    low: NDArray[np.uint32]
    begins: tuple[int, ...]
    """Where the numbers from each multiple of 2 ** 32 on begin, and the end."""

    @classmethod
    def of(cls, whole: Int64) -> Keys:
        """From the rising numbers themselves."""
        multiples = np.arange((int(whole[-1]) >> 32) + 1) << 32
        return cls((whole & 0xFFFFFFFF).astype(np.uint32), (*np.searchsorted(whole, multiples).tolist(), len(whole)))

    def places(self, wanted: Int64) -> Int64:
        """Where each number stands; -1 where it does not."""
        found = np.full(len(wanted), -1, np.int64)
        # Searched in their order: what lies together is then read together, in a half to a third of the time.
        order = np.argsort(wanted)
        rising = wanted[order]
        sought = rising.astype(np.uint32)
        cuts = np.searchsorted(rising, np.arange(len(self.begins)) << 32).tolist()
        for (begin, end), (first, last) in zip(pairwise(self.begins), pairwise(cuts), strict=True):
            if begin == end or first == last:
                continue
            inside, asked = self.low[begin:end], sought[first:last]
            at = np.minimum(np.searchsorted(inside, asked), end - begin - 1)
            found[order[first:last]] = np.where(inside[at] == asked, begin + at, -1)
        return found


def keys_of(children: NDArray[np.uint16], last: NDArray[np.uint16], size: int) -> Keys:
    """(number of the beginning) * size + (number of the last character), for each n-gram in the order of the file.

    Parameters
    ----------
    children : how many n-grams begin with each (n-1)-gram
    last : number of the last character of each n-gram, rising within a beginning
    """
    low = np.empty(len(last), np.uint32)
    multiples = np.arange((len(children) * size >> 32) + 1) << 32
    begins = np.zeros(len(multiples), np.int64)
    done = 0
    # By blocks, for all at once would need several times the memory of the model.
    for first in range(0, len(children), BLOCK):
        counts = children[first : first + BLOCK]
        beginnings = np.repeat(np.arange(first, first + len(counts)), counts)
        whole = beginnings * size + last[done : done + len(beginnings)]
        low[done : done + len(whole)] = whole & 0xFFFFFFFF
        begins += np.searchsorted(whole, multiples)
        done += len(whole)
    return Keys(low, (*begins.tolist(), len(low)))


@dataclass(frozen=True)
class Trie:
    """The arrays of a model, by length of n-gram; entry 0 of each list belongs to single characters."""

    vocabulary: NDArray[np.uint16]
    """Number of the character for each code point [shape=(0x110000,)]; 0 where unknown."""
    keys: list[Keys]
    """Of the n-grams; none for n = 1."""
    probabilities: list[UInt8]
    backoffs: list[UInt8]
    """As they are stored, see `LOG_PROBABILITIES` and `LOG_BACKOFFS`; one list entry fewer than the others."""
    size: int

    @property
    def order(self) -> int:
        """Length of the longest n-grams."""
        return len(self.keys)

    def numbers(self, n: int, context: Int64, tokens: Int64) -> Int64:
        """Where each n-gram (number of its beginning, last character) stands among those of its length; -1 where it does not."""
        known = context >= 0
        return np.where(known, self.keys[n - 1].places(np.where(known, context * self.size + tokens, 0)), -1)

    def log_probability(self, n: int, numbers: Int64) -> Float32:
        """Of the n-grams of these numbers."""
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
        keys = [Keys(np.empty(0, np.uint32), (0, 0))]
        keys += [keys_of(stored[f"children.{n - 1}"], stored[f"last.{n}"], size) for n in range(2, order + 1)]
    vocabulary = np.zeros(0x110000, np.uint16)
    vocabulary[characters] = np.arange(size)
    return Trie(vocabulary, keys, probabilities, backoffs, size)


_IN_USE: WeakValueDictionary[tuple[Path, int], Trie] = WeakValueDictionary()
"""By file and time of its last change: what several models rest on is held once."""
_READING = threading.Lock()


class NgramModel:
    """Reads its file on first use, once, whichever thread or model asks first; afterwards nothing changes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: Trie | None = None

    @property
    def trie(self) -> Trie:
        """The arrays."""
        if self._read is None:
            key = (self._path.resolve(), self._path.stat().st_mtime_ns)
            with _READING:
                self._read = _IN_USE.get(key) or _IN_USE.setdefault(key, read_trie(self._path))
        return self._read

    def log_probability(self, text: str) -> float:
        """See `core.ports.language.LanguageModel`."""
        return float(self.log_probabilities([text])[0])

    def log_probabilities(self, texts: Sequence[str]) -> Float64:
        """See `core.ports.language.LanguageModel`."""
        read = [symbols(text)[0] for text in texts]
        owners = np.repeat(np.arange(len(texts)), [len(text) for text in read])
        found, _ = self.scored("".join(read))
        return np.bincount(owners, found, minlength=len(texts)).astype(np.float64)

    def token_log_probabilities(self, text: str) -> Float64:
        """See `core.ports.language.LanguageModel`."""
        read, places = symbols(text)
        found, _ = self.scored(read)
        return np.bincount(np.array(places, np.int64), found, minlength=len(text)).astype(np.float64)

    def known_lengths(self, text: str) -> Int64:
        """See `core.ports.language.LanguageModel`."""
        read, places = symbols(text)
        _, lengths = self.scored(read)
        known = np.zeros(len(text), np.int64)
        for symbol, place, length in zip(read, places, lengths.tolist(), strict=True):
            if symbol not in (START, END):
                known[place] = length
        return known

    def scored(self, read: str) -> tuple[Float64, Int64]:
        """Log probability of each symbol of `symbols` (0 for `START`), and the length of the longest kept n-gram that ends there.

        Back-off as in Katz (1987): p(w | h) is stored, or it is backoff(h) p(w | h') where h' lacks the first of h.
        """
        trie = self.trie
        if not read:
            return np.empty(0), np.empty(0, np.int64)
        code_points = np.frombuffer(read.encode("utf-32-le"), np.uint32)
        tokens = trie.vocabulary[code_points].astype(np.int64)
        numbers = tokens
        found = trie.log_probability(1, tokens).astype(np.float64)
        lengths = (tokens > 0).astype(np.int64)
        for n in range(2, trie.order + 1):
            context = np.concatenate([[-1], numbers[:-1]])
            numbers = trie.numbers(n, context, tokens)
            stored = numbers >= 0
            found += np.where(context >= 0, trie.log_backoff(n - 1, context), 0)
            found[stored] = trie.log_probability(n, numbers[stored])
            lengths[stored] = n
        found[code_points == ord(START)] = 0
        return found, lengths
