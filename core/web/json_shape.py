"""Checks before a JSON body is parsed: its depth, its members and the length of its numbers, in one pass over the bytes."""

from __future__ import annotations

import re

from core.errors import BadParameter

DEEPEST = 20
"""Brackets within brackets: the deepest request of the contract has 4."""
MOST_MEMBERS = 40_000
"""Commas and brackets: 200 answers of 50 parts have some 12,000."""
LONGEST_NUMBER = 64
"""Characters of one number: a float written in full has 25."""

STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
BRACKET = re.compile(rb"[\[\]{}]")
LONG_NUMBER = re.compile(rb"[0-9.eE+-]{%d}" % (LONGEST_NUMBER + 1))


def check(body: bytes) -> None:
    """Raises `BadParameter` for a body that is nested too deep, has too many members or an overlong number, or is not UTF-8.

    No objects are built and nothing recurses: the time is linear in the bytes, and the memory is one copy of them. Whether the body
    is JSON at all is left to the parser.

    >>> check(b'{"answers": ["[[[[[[[[[[[[[[[[[[[[[[[["]}')
    >>> check(b"[" * 30)
    Traceback (most recent call last):
    core.errors.BadParameter: Parameter validation failed: body: is nested deeper than 20 levels
    """
    if b"\x00" in body:  # UTF-16 and UTF-32 too, which the parser would detect and accept
        raise BadParameter.of("body", "must be JSON in UTF-8")
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise BadParameter.of("body", "must be JSON in UTF-8") from error
    bare = STRING.sub(b"", body)
    if bare.count(b",") + bare.count(b"[") + bare.count(b"{") > MOST_MEMBERS:
        raise BadParameter.of("body", f"has more than {MOST_MEMBERS} members")
    if LONG_NUMBER.search(bare):
        raise BadParameter.of("body", f"holds a number of more than {LONGEST_NUMBER} characters")
    _check_depth(bare)


def _check_depth(bare: bytes) -> None:
    depth = 0
    for bracket in BRACKET.finditer(bare):
        depth += 1 if bracket[0] in (b"[", b"{") else -1
        if depth > DEEPEST:
            raise BadParameter.of("body", f"is nested deeper than {DEEPEST} levels")
