"""Where predicates and checks are known by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.language.grammar.sentence import Document, Sentence

Span = tuple[int, int]
Markers = tuple[Span, ...]
SentencePredicate = Callable[[Sentence], Iterable[Span]]
"""Spans within a sentence, offsets from its first character."""
TextPredicate = Callable[[Document], Iterable[Span]]
"""Spans in the whole text."""
Check = Callable[[Sentence, Markers], bool]
"""Whether a match stands. The first of the markers is the whole span, the others are its named groups in order."""

SENTENCE_PREDICATES: dict[str, SentencePredicate] = {}
TEXT_PREDICATES: dict[str, TextPredicate] = {}
CHECKS: dict[str, Check] = {}


def predicate(name: str) -> Callable[[SentencePredicate], SentencePredicate]:
    """Register a function that finds spans in a sentence. Raises `ValueError` for a name that is taken."""

    def register(function: SentencePredicate) -> SentencePredicate:
        _claim(SENTENCE_PREDICATES, name)
        SENTENCE_PREDICATES[name] = function
        return function

    return register


def text_predicate(name: str) -> Callable[[TextPredicate], TextPredicate]:
    """Register a function that finds spans in a whole text. Raises `ValueError` for a name that is taken."""

    def register(function: TextPredicate) -> TextPredicate:
        _claim(TEXT_PREDICATES, name)
        TEXT_PREDICATES[name] = function
        return function

    return register


def check(name: str) -> Callable[[Check], Check]:
    """Register a function that a match must satisfy. Raises `ValueError` for a name that is taken."""

    def register(function: Check) -> Check:
        _claim(CHECKS, name)
        CHECKS[name] = function
        return function

    return register


def _claim(names: dict[str, object] | object, name: str) -> None:
    if isinstance(names, dict) and name in names:
        raise ValueError(f"The name {name!r} is taken.")
