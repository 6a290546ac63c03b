"""The word classes of `data/grammar_rules/classes` for predicates: as sets of words, and in patterns as `%{name}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from core.language.grammar.pattern import expand_classes
from core.tables import Tables


def words(name: str) -> frozenset[str]:
    """The words of a class. Raises `KeyError` for a name that no class bears."""
    return frozenset(_classes()[name])


def expanded(text: str) -> str:
    """A piece of a pattern in which `%{name}` stands for the words of a class, the longer first."""
    return expand_classes(text, _classes())


def pattern(text: str) -> re.Pattern[str]:
    """A regular expression in which `%{name}` stands for the words of a class, the longer first."""
    return re.compile(expanded(text))


@cache
def _classes() -> Mapping[str, tuple[str, ...]]:
    return Tables().grammar_classes
