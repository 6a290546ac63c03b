"""Features of a text for the networks of `core.models.parsing.parser`: units, dictionary matches, word forms.

Training uses the same functions, so that a network is given what it was trained on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float32, Int64, UInt8, UInt64

LETTERS, DIGITS = "a", "0"
"""Keys of a run of Latin letters and of a run of digits."""
LONGEST = 5
"""Longest dictionary word, in units."""
FREQUENCY_STEPS = 15.0
"""Highest step of the logarithmic frequency of a dictionary word."""
BIGRAM_ROWS = 1 << 14
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_MIXER = np.uint64(0xC2B2AE3D27D4EB4F)
_UNIT = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]{1,100}|[0-9](?:[0-9]|[.,](?=[0-9])){0,99}|\S")
"""A longer run of letters or digits is several units, so that a sentence has an end."""
_FOLDED = {ord(a): b for a, b in zip("「」『』﹁﹂﹃﹄", "“”‘’“”‘’", strict=True)}
_FOLDED.update(
    {
        code: chr(code - 0xFEE0)
        for code in range(0xFF01, 0xFF5F)
        if chr(code - 0xFEE0).isalnum() or chr(code - 0xFEE0) in "%.#$&+@"
    }
)


def folded(text: str) -> str:
    """The text with half-width letters and digits, and quotation marks for corner brackets; the length stays."""
    return text.translate(_FOLDED)


@dataclass(frozen=True, slots=True)
class Unit:
    """A character, or a run of Latin letters or digits that no word boundary cuts."""

    key: str
    start: int
    end: int
    after_line: bool = False
    """A line ended between this unit and the one before."""


def units(text: str) -> list[Unit]:
    """The units of a folded text; white space belongs to none."""
    result, end_of_last = [], 0
    for match in _UNIT.finditer(text):
        gap = text[end_of_last : match.start()]
        result.append(Unit(_key(match[0]), match.start(), match.end(), "\n" in gap or "\r" in gap))
        end_of_last = match.end()
    return result


def _key(form: str) -> str:
    if form[0] in "0123456789":
        return DIGITS
    return LETTERS if form[0].isalpha() and ord(form[0]) < 0x250 else form


def keys(form: str) -> list[str]:
    """The unit keys of one folded word."""
    return [_key(match[0]) for match in _UNIT.finditer(form)]


def hashes(codes: UInt64, length: int) -> NDArray[np.uint32]:
    """32-bit hashes of all windows of `length` code points.

    Parameters
    ----------
    codes : array [shape=(n,)]
    length : int, 1 or more

    Returns
    -------
    array [shape=(max(0, n - length + 1),)]
    """
    count = len(codes) - length + 1
    if count <= 0:
        return np.zeros(0, np.uint32)
    mixed = np.full(count, length, np.uint64)
    for offset in range(length):
        mixed = (mixed ^ codes[offset : offset + count]) * _MULTIPLIER
        mixed ^= mixed >> np.uint64(29)
    return ((mixed * _MIXER) >> np.uint64(32)).astype(np.uint32)


def code_points(keys_of_units: Sequence[str]) -> UInt64:
    """One code point for each unit."""
    return np.fromiter((ord(key[0]) for key in keys_of_units), np.uint64, len(keys_of_units))


class Dictionary:
    """The strings that are words: sorted hashes, with frequency step, coarse kind and parts of speech in the word list."""

    def __init__(self, hashed: NDArray[np.uint32], step: UInt8, kind: UInt8, listed: NDArray[np.uint16]) -> None:
        self._hashed = hashed
        empty = np.zeros(1, np.uint8)
        self.step = np.concatenate([step, empty])
        self.kind = np.concatenate([kind, empty])
        self.listed = np.concatenate([listed, empty.astype(np.uint16)])

    def rows(self, queries: NDArray[np.uint32]) -> Int64:
        """The row of each hash; -1, an empty row, where it is no word."""
        indices = np.searchsorted(self._hashed, queries)
        indices[indices == len(self._hashed)] = 0
        return np.where(self._hashed[indices] == queries, indices, -1).astype(np.int64)

    def matches(self, codes: UInt64) -> Float32:
        """Words of 2 to `LONGEST` units that begin and that end at each unit.

        Returns
        -------
        array [shape=(n, 4 * (LONGEST - 1))]
            For each length: frequency of the word beginning, whether the list has it, the same for the word ending. 0-1.
        """
        out = np.zeros((len(codes), LONGEST - 1, 4), np.float32)
        for length in range(2, LONGEST + 1):
            rows = self.rows(hashes(codes, length))
            values = np.stack([self.step[rows] / FREQUENCY_STEPS, self.listed[rows] > 0], axis=1).astype(np.float32)
            out[: len(rows), length - 2, :2] = values
            out[length - 1 :, length - 2, 2:] = values
        return out.reshape(len(codes), -1)

    def words(self, forms: Sequence[Sequence[str]]) -> Int64:
        """The row of each word, given as its unit keys; -1 where unknown."""
        hashed = np.zeros(len(forms), np.uint32)
        by_length: dict[int, list[int]] = {}
        for index, form in enumerate(forms):
            by_length.setdefault(len(form), []).append(index)
        for length, indices in by_length.items():
            joined = code_points([key for index in indices for key in forms[index]])
            hashed[indices] = hashes(joined, length)[::length]
        return self.rows(hashed)


def bigrams(codes: UInt64) -> Int64:
    """Row of the hashed table of bigrams for each unit and its right neighbour; array [shape=(n,)]."""
    return (hashes(np.append(codes, np.uint64(0)), 2) % np.uint32(BIGRAM_ROWS)).astype(np.int64)
