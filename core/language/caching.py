"""Caches keyed by what a person typed: bounded in number and in size, so that no text of a stranger stays in memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
Result = TypeVar("Result")
CachedResult = TypeVar("CachedResult", covariant=True)

MAX_KEY_CHARACTERS = 64
"""Characters of all texts of a key in total: words, names and readings have fewer; sentences and essays have more."""


class BoundedCache(Protocol[P, CachedResult]):
    """A function that caches its results for short arguments."""

    __wrapped__: Callable[..., object]
    max_characters: int
    max_entries: int

    def __call__(self, *arguments: P.args, **keywords: P.kwargs) -> CachedResult: ...

    def cached_entries(self) -> int:
        """How many results the cache holds now."""
        ...


def bounded_cache(
    max_entries: int, *, max_characters: int = MAX_KEY_CHARACTERS
) -> Callable[[Callable[P, Result]], BoundedCache[P, Result]]:
    """Cache the last `max_entries` results, each only where the texts of its arguments have at most `max_characters` in total.

    For longer arguments the result is computed anew each time. It must depend on the arguments alone and be about as small as they are.

    >>> @bounded_cache(2, max_characters=3)
    ... def doubled(text: str) -> str:
    ...     return text + text
    >>> doubled("ab"), doubled("abcd"), doubled.cached_entries()
    ('abab', 'abcdabcd', 1)
    """

    def decorated(function: Callable[P, Result]) -> BoundedCache[P, Result]:
        cached = lru_cache(max_entries)(function)

        @wraps(function)
        def call(*arguments: P.args, **keywords: P.kwargs) -> Result:
            if characters_in((*arguments, *keywords.values())) > max_characters:
                return function(*arguments, **keywords)
            return cached(*cast(tuple[Hashable, ...], arguments), **cast(dict[str, Hashable], keywords))

        bounded = cast(BoundedCache[P, Result], call)
        bounded.max_characters, bounded.max_entries = max_characters, max_entries
        bounded.cached_entries = lambda: cached.cache_info().currsize  # type: ignore[method-assign]
        return bounded

    return decorated


def characters_in(key: object) -> int:
    """Characters of all texts in a key, members of its tuples and frozen sets included; anything else counts as one.

    >>> characters_in(("ab", ("c", 3)))
    4
    """
    if isinstance(key, str | bytes):
        return len(key)
    if isinstance(key, tuple | frozenset | list):
        return sum(map(characters_in, key))
    return 1
