"""Caches keyed by what a person typed: bounded in number and in size, so that no text of a stranger stays in memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
Answer = TypeVar("Answer")
Returned = TypeVar("Returned", covariant=True)

LONGEST_KEPT = 64
"""Characters of a key, all its texts together: words, names and readings have fewer; sentences and essays have more."""


class Remembering(Protocol[P, Returned]):
    """A function that remembers what it answered to short questions."""

    __wrapped__: Callable[..., object]
    longest: int
    most: int

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> Returned: ...

    def kept(self) -> int:
        """How many answers it holds now."""
        ...


def remembered(most: int, *, longest: int = LONGEST_KEPT) -> Callable[[Callable[P, Answer]], Remembering[P, Answer]]:
    """Keep the last `most` answers, each only where the texts of its arguments have at most `longest` characters together.

    A longer question is answered anew each time. What is kept must rest on the arguments alone and be about as small as they are.

    >>> @remembered(2, longest=3)
    ... def doubled(text: str) -> str:
    ...     return text + text
    >>> doubled("ab"), doubled("abcd"), doubled.kept()
    ('abab', 'abcdabcd', 1)
    """

    def decorated(function: Callable[P, Answer]) -> Remembering[P, Answer]:
        kept = lru_cache(most)(function)

        @wraps(function)
        def asked(*arguments: P.args, **named: P.kwargs) -> Answer:
            if size_of((*arguments, *named.values())) > longest:
                return function(*arguments, **named)
            return kept(*cast(tuple[Hashable, ...], arguments), **cast(dict[str, Hashable], named))

        made = cast(Remembering[P, Answer], asked)
        made.longest, made.most = longest, most
        made.kept = lambda: kept.cache_info().currsize  # type: ignore[method-assign]
        return made

    return decorated


def size_of(key: object) -> int:
    """Characters of all texts in a key, members of its tuples and frozen sets included; anything else counts as one.

    >>> size_of(("ab", ("c", 3)))
    4
    """
    if isinstance(key, str | bytes):
        return len(key)
    if isinstance(key, tuple | frozenset | list):
        return sum(map(size_of, key))
    return 1
