"""Which rules of a table can match a text at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from typing import Generic, Protocol, TypeVar

from core.language.rules.needed import Needed


class Rule(Protocol):
    """A rule that says what it needs."""

    @property
    def needed(self) -> Needed:
        """Of each set a text that it matches holds at least one string."""


R = TypeVar("R", bound=Rule)


class RuleIndex(Generic[R]):
    """Rules by the rarest strings that they need; the order of the table is kept."""

    def __init__(self, rules: Sequence[R]) -> None:
        self._rules = rules
        self._everywhere = [place for place, rule in enumerate(rules) if not rule.needed]
        self._by_string: dict[str, list[int]] = defaultdict(list)
        for place, rule in enumerate(rules):
            for string in rule.needed[0] if rule.needed else ():
                self._by_string[string].append(place)

    def candidates(self, strings: Set[str]) -> Iterator[R]:
        """The rules that a text can match which holds these strings, in the order of the table."""
        places = set(self._everywhere)
        for string in strings & self._by_string.keys():
            places.update(self._by_string[string])
        for place in sorted(places):
            rule = self._rules[place]
            if not any(needed.isdisjoint(strings) for needed in rule.needed[1:]):
                yield rule
