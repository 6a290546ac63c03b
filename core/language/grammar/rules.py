"""Rules of the table: from a row to a function that finds matches in a sentence.

A match has a span (what is reported) and markers (what makes it this point). Of a regular expression the span is the
group `span` or the whole match; the markers are its groups `a`, `b`, `c` or, without them, the span. What a match must
satisfy beyond its characters stands in the lines `where` (`core.language.rules.conditions`); rules compete where their
markers overlap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.language.grammar.predicates.registry import check_named, sentence_predicate_named
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.token_pattern import token_expression
from core.language.rules.conditions import Occurrence, condition
from core.language.rules.expressions import Expression, TextWords, WordClasses
from core.language.rules.needed import Needed, commonness
from core.tables.grammar import GrammarRule

MARKER_NAMES = ("a", "b", "c")
SENTENCE_MATCHES = "sentence matches "
"""How a condition begins whose expression every matching sentence holds."""


@dataclass(frozen=True, slots=True)
class Match:
    """An occurrence of a point. Offsets count from the start of the sentence until `shifted`."""

    point: str
    type: str
    start: int
    end: int
    markers: Markers
    group: tuple[str, ...]
    priority: int

    def shifted(self, offset: int) -> Match:
        """The same match, counted from the start of the whole text; its markers are no longer needed."""
        return Match(self.point, self.type, self.start + offset, self.end + offset, (), self.group, self.priority)


class PreparedRule:
    """A row with its conditions; its pattern is compiled at the first sentence that holds the strings it needs.

    Raises
    ------
    ValueError
        For a broken pattern or an unknown word class.
    KeyError
        For an unknown predicate or check.
    """

    def __init__(self, row: GrammarRule, classes: WordClasses) -> None:
        self.row = row
        try:
            self.expression = _expression(row, classes)
            self.needed = _needed(row, self.expression, classes)
        except re.error as error:
            raise ValueError(f"The pattern {row.tokens or row.chars!r} of {row.point} is broken: {error}.") from error
        self._predicate = sentence_predicate_named(row.predicate) if row.predicate else None
        groups = self.expression.groups if self.expression else frozenset[str]()
        self.conditions = tuple(condition(line, classes, groups=groups) for line in row.where)
        self._check = check_named(row.check) if row.check else None

    def matches(self, sentence: Sentence, words: TextWords | None = None) -> Iterator[Match]:
        """All matches in a sentence that satisfy the conditions, before competition.

        `words` are those of each class that the text holds; None: the pattern is compiled with all.
        """
        row = self.row
        if row.trigger and not any(word in sentence.text for word in row.trigger):
            return
        for span, markers in self._spans(sentence, words):
            if self._satisfies(sentence, span, markers, words):
                yield Match(row.point, row.type, *span, markers or (span,), row.group, row.priority)

    def _spans(self, sentence: Sentence, words: TextWords | None) -> Iterator[tuple[Span, Markers]]:
        """Span and markers of each candidate; empty ones are skipped."""
        if self._predicate is not None:
            spans: Iterator[tuple[Span, Markers]] = ((span, ()) for span in self._predicate(sentence))
        elif self.row.tokens:
            spans = self._spans_in_tokens(sentence, words)
        else:
            assert self.expression is not None
            spans = map(_span_and_markers, self.expression.finditer(sentence.text, words))
        return ((span, markers) for span, markers in spans if span[0] < span[1])

    def _spans_in_tokens(self, sentence: Sentence, words: TextWords | None) -> Iterator[tuple[Span, Markers]]:
        assert self.expression is not None
        token_at = sentence.token_at_encoded_offset
        for match in self.expression.finditer(sentence.encoded, words):
            span, markers = _span_and_markers(match)
            if span[0] < span[1]:
                yield (
                    sentence.span(token_at[span[0]], token_at[span[1]] - 1),
                    tuple(sentence.span(token_at[start], token_at[end] - 1) for start, end in markers),
                )

    def _satisfies(self, sentence: Sentence, span: Span, markers: Markers, words: TextWords | None) -> bool:
        if self.conditions:
            occurrence = Occurrence(sentence, span, markers=markers, words=words)
            if not all(is_satisfied(occurrence) for is_satisfied in self.conditions):
                return False
        return self._check is None or self._check(sentence, (span, *markers))


def _expression(row: GrammarRule, classes: WordClasses) -> Expression | None:
    if row.predicate:
        return None
    if row.tokens:
        return Expression(token_expression(row.tokens), classes)
    if row.words:
        return Expression("|".join(map(re.escape, sorted(row.words, key=len, reverse=True))), classes)
    return Expression(row.chars, classes)


def _needed(row: GrammarRule, expression: Expression | None, classes: WordClasses) -> Needed:
    """The strings that trigger, pattern and `sentence matches` need, the rarest first."""
    needed = [frozenset(word[:2] for word in row.trigger)] if row.trigger else []
    if row.words:
        needed.append(frozenset(word[:2] for word in row.words))
    elif expression is not None:
        needed += expression.needed
    for line in row.where:
        if line.startswith(SENTENCE_MATCHES):
            needed += Expression(line.removeprefix(SENTENCE_MATCHES), classes).needed
    return tuple(sorted(set(needed), key=commonness))


def _span_and_markers(match: re.Match[str]) -> tuple[Span, Markers]:
    names = match.re.groupindex
    span = match.span("span") if "span" in names and match["span"] else match.span()
    markers: Sequence[Span] = [match.span(name) for name in MARKER_NAMES if name in names and match[name]]
    return span, tuple(markers)
