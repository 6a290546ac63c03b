"""All grammar points of a text: every rule on every sentence, then competition, then offsets into the original."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from core.language.grammar.predicates.registry import predicate_of_text
from core.language.grammar.rules import CompiledRule, Match, compile_rule
from core.language.grammar.sentence import Document, Span
from core.language.levels import HAN
from core.tables.grammar import GrammarRule


class Detector:
    """The rule table, compiled once; stateless afterwards.

    Parameters
    ----------
    rows : the rule table
    classes : word classes that patterns refer to by name
    """

    def __init__(self, rows: Sequence[GrammarRule], classes: Mapping[str, tuple[str, ...]]) -> None:
        self._rules: list[CompiledRule] = [compile_rule(row, classes) for row in rows if row.scope == "sentence"]
        self._text_rows = [row for row in rows if row.scope == "text"]
        self._anywhere = frozenset(place for place, rule in enumerate(self._rules) if rule.needed is None)
        self._by_string: dict[str, list[int]] = defaultdict(list)
        for place, rule in enumerate(self._rules):
            for string in rule.needed or ():
                self._by_string[string].append(place)

    def matches(self, document: Document) -> list[Match]:
        """Matches in order of start, end and point; offsets into the whole text; each (point, span) once.

        A sentence without a Chinese character has none.
        """
        found: dict[tuple[int, int, str], Match] = {}
        for sentence in document.sentences:
            if not HAN.search(sentence.text):
                continue
            candidates = chain.from_iterable(rule.matches(sentence) for rule in self._rules_for(sentence.text))
            for match in settled(candidates):
                placed = match.placed(sentence.start)
                found.setdefault((placed.start, placed.end, placed.point), placed)
        for row in self._text_rows:
            for start, end in predicate_of_text(row.predicate)(document):
                if start >= end:
                    continue
                match = Match(row.point, row.type, start, end, ((start, end),), row.group, row.priority)
                found.setdefault((start, end, row.point), match)
        return [found[key] for key in sorted(found)]

    def _rules_for(self, text: str) -> Iterator[CompiledRule]:
        """The rules that can match a sentence of these characters and pairs, in the order of the table."""
        places = set(self._anywhere)
        for string in {*text, *map("".join, pairwise(text))} & self._by_string.keys():
            places.update(self._by_string[string])
        return (self._rules[place] for place in sorted(places))


def settled(candidates: Iterable[Match]) -> list[Match]:
    """What stays after competition: within a group, of matches whose markers overlap only the best.

    Best is the higher priority, then the longer span, then the earlier rule. Matches of one point do not compete.
    """
    ranked = sorted(candidates, key=lambda match: (-match.priority, match.start - match.end))
    taken: dict[str, list[tuple[Span, str]]] = defaultdict(list)
    kept = []
    for match in ranked:
        if any(_overlaps(marker, taken[group], match.point) for group in match.group for marker in match.markers):
            continue
        kept.append(match)
        for group in match.group:
            taken[group].extend((marker, match.point) for marker in match.markers)
    return kept


def _overlaps(marker: Span, taken: Iterable[tuple[Span, str]], point: str) -> bool:
    return any(
        marker[0] < other[1] and other[0] < marker[1] and owner != point for other, owner in taken
    )  # fmt: skip
