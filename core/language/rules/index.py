"""An index that gives the rules of a table that can match a text at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from typing import Generic, Protocol, TypeVar

from core.language.rules.needed import Needed


class Rule(Protocol):
    """A rule that states the strings it needs."""

    @property
    def needed(self) -> Needed:
        """A text that the rule matches contains at least one string of each set."""


R = TypeVar("R", bound=Rule)


class RuleIndex(Generic[R]):
    """Rules by the rarest strings that they need; rules keep the order of the table."""

    def __init__(self, rules: Sequence[R]) -> None:
        self._rules = rules
        self._everywhere = [index for index, rule in enumerate(rules) if not rule.needed]
        self._by_string: dict[str, list[int]] = defaultdict(list)
        for index, rule in enumerate(rules):
            for string in rule.needed[0] if rule.needed else ():
                self._by_string[string].append(index)

    def candidates(self, strings: Set[str]) -> Iterator[R]:
        """The rules that can match a text which contains these strings, in the order of the table."""
        indices = set(self._everywhere)
        for string in strings & self._by_string.keys():
            indices.update(self._by_string[string])
        for index in sorted(indices):
            rule = self._rules[index]
            if not any(needed.isdisjoint(strings) for needed in rule.needed[1:]):
                yield rule
