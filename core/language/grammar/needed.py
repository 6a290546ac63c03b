"""Which characters or pairs of characters a sentence must hold for a pattern to match: spares most of the searches.

Found from the pattern's syntax tree. `re` parses patterns with a module of its own that is not documented; it has had the
same shape since Python 2, and a pattern whose tree cannot be read is simply searched everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

COMMON = frozenset(
    "的一是了我不在人们有来他这上着个地到大里说就去子得也和那要下看天时过出小么起你都把好还多没为又可家学只以主会样年想能生同"
)
COMMON_WEIGHT = 10.0
PAIR_WEIGHT = 0.2
"""A text is some ten times likelier to hold one of these than another character."""
_syntax: Any = getattr(re, "_parser", None)


def needed_strings(pattern: str) -> frozenset[str] | None:
    """A set of characters and pairs of which every match holds at least one; None when the pattern asks for none.

    >>> sorted(needed_strings("(?:因为|由于).*?所以") or ()), needed_strings("[^，]*")
    (['所以'], None)
    """
    if _syntax is None:
        return None
    return _of_sequence(_syntax.parse(pattern))


def _of_sequence(items: Iterable[Any]) -> frozenset[str] | None:
    """The rarest set that some item of the sequence, or two literals in a row, need: all items must match."""
    listed = [(str(operation), argument) for operation, argument in items]
    found = [needed for operation, argument in listed if (needed := _of_item(operation, argument)) is not None]
    for (first, left), (second, right) in pairwise(listed):
        if first == second == "LITERAL" and (pair := _han([left])) and _han([right]):
            found.append(frozenset(character + chr(right) for character in pair))
    return min(found, key=commonness, default=None)


def commonness(needed: frozenset[str]) -> tuple[float, list[str]]:
    """How often a text will hold one of them, roughly: the fewer and rarer, the better they spare searches."""
    return sum(map(_weight, needed)), sorted(needed)


def _weight(needed: str) -> float:
    return PAIR_WEIGHT if len(needed) > 1 else COMMON_WEIGHT if needed in COMMON else 1.0


def _of_item(operation: str, argument: Any) -> frozenset[str] | None:
    if operation == "LITERAL":
        return _han([argument])
    if operation == "IN":
        return _han([value for _, value in argument]) if all(str(kind) == "LITERAL" for kind, _ in argument) else None
    if operation == "BRANCH":
        parts = [_of_sequence(part) for part in argument[1]]
        return None if any(part is None for part in parts) else frozenset().union(*(part or () for part in parts))
    if operation == "SUBPATTERN":
        return _of_sequence(argument[-1])
    if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return _of_sequence(argument[2]) if argument[0] > 0 else None
    return None


def _han(codes: list[int]) -> frozenset[str] | None:
    """Chinese characters only: the signs of the token encoding stand in every sentence."""
    characters = frozenset(map(chr, codes))
    return characters if all(character > "\u2fff" for character in characters) else None
