"""Caches keyed by what a person typed or by what is stored of a student: bounded in number and in size, so that no text of a stranger stays in
memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from hashlib import blake2b
from threading import Lock
from typing import Generic, ParamSpec, Protocol, TypeVar, cast

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


DIGEST_BYTES = 16
"""Two keys of a cache get the same digest with a probability of 10 to the -33."""


class DigestCache(Generic[Result]):
    """The last `max_entries` results under a digest of what they were computed from, which itself is not held: what is erased from the database
    does not stay here."""

    def __init__(self, max_entries: int) -> None:
        self._max_entries = max_entries
        self._results: dict[bytes, Result] = {}
        self._lock = Lock()

    def get(self, key: object, compute: Callable[[], Result]) -> Result:
        """The result for a key, computed where it is not kept. `repr(key)` must tell keys apart."""
        digest = blake2b(repr(key).encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()
        with self._lock:
            if digest in self._results:
                self._results[digest] = self._results.pop(digest)
                return self._results[digest]
        result = compute()
        with self._lock:
            self._results[digest] = result
            while len(self._results) > self._max_entries:
                del self._results[next(iter(self._results))]
        return result


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
