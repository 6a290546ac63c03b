"""Which characters a sentence must hold for a pattern to match: spares most of the searches.

Found from the pattern's syntax tree. `re` parses patterns with a module of its own that is not documented; it has had the
same shape since Python 2, and a pattern whose tree cannot be read is simply searched everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

_syntax: Any = getattr(re, "_parser", None)


def needed_characters(pattern: str) -> frozenset[str] | None:
    """A set of which every match holds at least one character; None when the pattern asks for none.

    >>> sorted(needed_characters("(?:因为|由于).*?所以") or ()), needed_characters("[^，]*")
    (['以'], None)
    """
    if _syntax is None:
        return None
    return _of_sequence(_syntax.parse(pattern))


def _of_sequence(items: Iterable[Any]) -> frozenset[str] | None:
    """The smallest set that some item of the sequence needs: all items must match."""
    found = [needed for operation, argument in items if (needed := _of_item(str(operation), argument)) is not None]
    return min(found, key=lambda needed: (len(needed), sorted(needed)), default=None)


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
