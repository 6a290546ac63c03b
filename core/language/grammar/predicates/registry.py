"""Registry of the functions that rules name. A name gives module and function; the module is imported when a rule first names it.

`sentences.passives.with_agent` is the function `with_agent` of `core/language/grammar/predicates/sentences/passives.py`. Only what
is marked with `predicate`, `text_predicate` or `check` can be named by a rule.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import TypeVar

from core.language.grammar.sentence import Markers, ParsedText, Sentence, Span

SentencePredicate = Callable[[Sentence], Iterable[Span]]
"""Spans within a sentence, offsets from its first character."""
TextPredicate = Callable[[ParsedText], Iterable[Span]]
"""Spans in the whole text."""
Check = Callable[[Sentence, Markers], bool]
"""Whether a match stands. The first of the markers is the whole span, the others are its named groups in order."""

Function = TypeVar("Function")
PACKAGE = __name__.rpartition(".")[0]
SENTENCE_PREDICATES: dict[str, SentencePredicate] = {}
TEXT_PREDICATES: dict[str, TextPredicate] = {}
CHECKS: dict[str, Check] = {}
"""Functions of the modules imported so far, by name."""


def predicate(function: SentencePredicate) -> SentencePredicate:
    """Mark a function that finds spans in a sentence."""
    SENTENCE_PREDICATES[_name(function)] = function
    return function


def text_predicate(function: TextPredicate) -> TextPredicate:
    """Mark a function that finds spans in a whole text."""
    TEXT_PREDICATES[_name(function)] = function
    return function


def check(function: Check) -> Check:
    """Mark a function that a match must satisfy."""
    CHECKS[_name(function)] = function
    return function


def sentence_predicate_named(name: str) -> SentencePredicate:
    """The sentence predicate of that name. Raises `KeyError` for an unknown name."""
    return _named(SENTENCE_PREDICATES, name)


def text_predicate_named(name: str) -> TextPredicate:
    """The text predicate of that name. Raises `KeyError` for an unknown name."""
    return _named(TEXT_PREDICATES, name)


def check_named(name: str) -> Check:
    """The check of that name. Raises `KeyError` for an unknown name."""
    return _named(CHECKS, name)


def _name(function: Callable[..., object]) -> str:
    return f"{function.__module__.removeprefix(PACKAGE + '.')}.{function.__name__}"


def _named(functions: dict[str, Function], name: str) -> Function:
    if name not in functions:
        module, _, _ = name.rpartition(".")
        try:
            importlib.import_module(f"{PACKAGE}.{module}")
        except ModuleNotFoundError as error:
            raise KeyError(name) from error
    return functions[name]
