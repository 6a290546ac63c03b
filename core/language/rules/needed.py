"""Which characters and pairs of characters a text must contain for a pattern to match: this saves most searches.

They are read from the pattern's syntax tree. `re` parses patterns with a module of its own that is not documented; it has had
the same form since Python 2, and a pattern whose tree cannot be read is simply searched in every text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

Needed = tuple[frozenset[str], ...]
"""A text that matches contains at least one string of each set; the rarest set comes first. Empty: any text may match."""

COMMON = frozenset(
    "的一是了我不在人们有来他这上着个地到大里说就去子得也和那要下看天时过出小么起你都把好还多没为又可家学只以主会样年想能生同"
)
COMMON_WEIGHT = 10.0
"""A text is about ten times likelier to contain one of the `COMMON` characters than another character."""
CLASS_WEIGHT = 5.0
"""The weight of a sign that stands for a word class."""
PAIR_WEIGHT = 0.2
"""The weight of a pair of characters, where a single character that is not common has 1."""
FIRST_SIGN, LAST_SIGN = "\ue000", "\uf8ff"
"""Characters for private use: `core.language.rules.expressions` writes one for each word class."""
_syntax: Any = getattr(re, "_parser", None)


def needed_strings(pattern: str) -> Needed:
    """Sets of characters, of pairs and of signs for word classes; every match contains at least one string of each set.

    Atomic groups are read as plain ones: the strings are the same.

    Raises
    ------
    re.error
        For a broken pattern.

    >>> [sorted(strings) for strings in needed_strings("(?:因为|由于).*?所以")]
    [['所以'], ['因为', '由于'], ['所'], ['以']]
    >>> needed_strings("[^，]*")
    ()
    """
    if _syntax is None:
        return ()
    needed_sets = set(_of_sequence(_syntax.parse(pattern.replace("(?>", "(?:"))))
    return tuple(sorted(needed_sets, key=commonness))


def commonness(strings: frozenset[str]) -> tuple[float, list[str]]:
    """A rough measure of how often a text contains one of the strings: the fewer and rarer they are, the more searches they save."""
    return sum(map(_weight, strings)), sorted(strings)


def strings_of(text: str) -> set[str]:
    """The characters and pairs of a text, which are compared with `needed_strings`."""
    return {*text, *map("".join, pairwise(text))}


def _weight(string: str) -> float:
    if len(string) > 1:
        return PAIR_WEIGHT
    if FIRST_SIGN <= string <= LAST_SIGN:
        return CLASS_WEIGHT
    return COMMON_WEIGHT if string in COMMON else 1.0


def _of_sequence(items: Iterable[Any]) -> list[frozenset[str]]:
    """What each item, and each two literals in a row, need; all of them must match."""
    operations = [(str(operation), argument) for operation, argument in items]
    needed_sets = [strings for operation, argument in operations for strings in _of_item(operation, argument)]
    for (first, left_code), (second, right_code) in pairwise(operations):
        if first == second == "LITERAL" and _is_han(left_code) and _is_han(right_code):
            needed_sets.append(frozenset([chr(left_code) + chr(right_code)]))
    return needed_sets


def _of_item(operation: str, argument: Any) -> list[frozenset[str]]:
    if operation == "LITERAL":
        return _characters([argument])
    if operation == "IN":
        return (
            _characters([value for _, value in argument]) if all(str(kind) == "LITERAL" for kind, _ in argument) else []
        )
    if operation == "BRANCH":
        rarest = [min(_of_sequence(part), key=commonness, default=None) for part in argument[1]]
        return [] if None in rarest else [frozenset[str]().union(*(strings or () for strings in rarest))]
    if operation in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _of_sequence(argument[-1] if operation == "SUBPATTERN" else argument)
    if operation == "ASSERT":
        return _of_sequence(argument[1])
    if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        return _of_sequence(argument[2]) if argument[0] > 0 else []
    return []


def _characters(codes: list[int]) -> list[frozenset[str]]:
    """Chinese characters and signs only: the marks of the token encoding stand in every sentence."""
    return [frozenset(map(chr, codes))] if all(code > 0x2FFF for code in codes) else []


def _is_han(code: int) -> bool:
    return code > 0x2FFF and not FIRST_SIGN <= chr(code) <= LAST_SIGN
