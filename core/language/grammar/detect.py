"""Finds all grammar points of a text: every rule on every sentence, then competition, then offsets into the original."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from core.language.grammar.predicates.registry import text_predicate_named
from core.language.grammar.rules import Match, PreparedRule
from core.language.grammar.sentence import ParsedText, Span
from core.language.levels import HAN
from core.language.rules.expressions import WordClasses
from core.language.rules.index import RuleIndex
from core.language.rules.needed import strings_of
from core.tables.grammar import GrammarRule


class Detector:
    """Finds the matches of the rule table. Stateless but for the patterns, each of which is compiled when it is first needed.

    Parameters
    ----------
    rows : the rule table
    classes : word classes that patterns refer to by name
    """

    def __init__(self, rows: Sequence[GrammarRule], classes: Mapping[str, tuple[str, ...]]) -> None:
        self._classes = WordClasses(classes)
        self._index = RuleIndex([PreparedRule(row, self._classes) for row in rows if row.scope == "sentence"])
        self._text_rows = [row for row in rows if row.scope == "text"]

    def matches(self, parsed: ParsedText) -> list[Match]:
        """Matches in order of start, end and point; offsets into the whole text; each (point, span) once.

        A sentence without a Chinese character has none.
        """
        by_span: dict[tuple[int, int, str], Match] = {}
        words = self._classes.words_of(parsed.text)
        for sentence in parsed.sentences:
            if not HAN.search(sentence.text):
                continue
            strings = strings_of(sentence.text) | self._classes.words_of(sentence.text).keys()
            candidates = self._index.candidates(strings)
            for match in without_overlaps(chain.from_iterable(rule.matches(sentence, words) for rule in candidates)):
                shifted = match.shifted(sentence.start)
                by_span.setdefault((shifted.start, shifted.end, shifted.point), shifted)
        for row in self._text_rows:
            for start, end in text_predicate_named(row.predicate)(parsed):
                if start >= end:
                    continue
                match = Match(row.point, row.type, start, end, ((start, end),), row.group, row.priority)
                by_span.setdefault((start, end, row.point), match)
        return [by_span[key] for key in sorted(by_span)]


def without_overlaps(candidates: Iterable[Match]) -> list[Match]:
    """The matches that remain after competition: within a group, of matches whose markers overlap only the best.

    The best has the higher priority, then the longer span, then the point whose name sorts first. Matches of one point do not
    compete: of those with the same span the rule that stands first in its file names the type. Otherwise the order of the
    table decides nothing, which a test holds.
    """
    ranked = sorted(candidates, key=lambda match: (-match.priority, match.start - match.end, match.point))
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
        marker[0] < span[1] and span[0] < marker[1] and owner != point for span, owner in taken
    )  # fmt: skip
