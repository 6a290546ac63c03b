"""The word classes of `data/grammar_rules/classes` for predicates: as sets of words, and in patterns as `%{name}`."""

from __future__ import annotations

import re
from functools import cache

from core.language.rules.expressions import WordClasses
from core.tables import shipped_tables


def words(name: str) -> frozenset[str]:
    """The words of a class. Raises `KeyError` for an unknown class."""
    return _classes().members[name]


def expanded(text: str) -> str:
    """A piece of a pattern in which `%{name}` stands for the words of a class, the longer first."""
    return _classes().with_words_written_out(text)


def pattern(text: str) -> re.Pattern[str]:
    """A regular expression in which `%{name}` stands for the words of a class, the longer first."""
    return re.compile(expanded(text))


@cache
def _classes() -> WordClasses:
    return WordClasses(shipped_tables().grammar_classes)
