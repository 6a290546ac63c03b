"""Rules of the table: from a row to a function that finds matches in a sentence.

A match has a span (what is reported) and markers (what makes it this point). Of a regular expression the span is the
group `span` or the whole match; the markers are its groups `a`, `b`, `c` or, without them, the span. Word boundaries
(`edges`), parts of speech (`tags`) and longer words (`not_within`) are asked of each marker; competition between rules
is settled where markers overlap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.language.grammar.predicates.registry import check_of_match, sentence_predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.token_pattern import token_expression
from core.language.rules.conditions import Occurrence, condition
from core.language.rules.expressions import Expression, TextWords, WordClasses
from core.language.rules.needed import Needed, commonness
from core.tables.grammar import GrammarRule

MARKER_NAMES = ("a", "b", "c")


@dataclass(frozen=True, slots=True)
class Match:
    """A point found. Offsets count from the start of the sentence until `placed`."""

    point: str
    type: str
    start: int
    end: int
    markers: Markers
    group: tuple[str, ...]
    priority: int

    def placed(self, offset: int) -> Match:
        """The same match, counted from the start of the whole text; its markers have served their turn."""
        return Match(self.point, self.type, self.start + offset, self.end + offset, (), self.group, self.priority)


class PreparedRule:
    """A row with its conditions; its pattern is compiled at the first sentence that holds what it needs.

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
        self._predicate = sentence_predicate(row.predicate) if row.predicate else None
        groups = self.expression.groups if self.expression else frozenset[str]()
        self.conditions = tuple(condition(line, classes, groups=groups) for line in _lines(row))
        self._check = check_of_match(row.check) if row.check else None

    def matches(self, sentence: Sentence, words: TextWords | None = None) -> Iterator[Match]:
        """All matches in a sentence that satisfy the conditions, before competition.

        `words` are those of each class that the text holds; None: the pattern is compiled with all.
        """
        row = self.row
        if row.trigger and not any(word in sentence.text for word in row.trigger):
            return
        for span, markers in self._found(sentence, words):
            if self._holds(sentence, span, markers, words):
                yield Match(row.point, row.type, *span, markers or (span,), row.group, row.priority)

    def _found(self, sentence: Sentence, words: TextWords | None) -> Iterator[tuple[Span, Markers]]:
        """Span and markers of each place; empty ones are passed over."""
        if self._predicate is not None:
            found: Iterator[tuple[Span, Markers]] = ((span, ()) for span in self._predicate(sentence))
        elif self.row.tokens:
            found = self._found_in_tokens(sentence, words)
        else:
            assert self.expression is not None
            found = map(_parts, self.expression.within(words).finditer(sentence.text))
        return ((span, markers) for span, markers in found if span[0] < span[1])

    def _found_in_tokens(self, sentence: Sentence, words: TextWords | None) -> Iterator[tuple[Span, Markers]]:
        assert self.expression is not None
        places = sentence.encoded_places
        for match in self.expression.within(words).finditer(sentence.encoded):
            span, markers = _parts(match)
            if span[0] < span[1]:
                yield (
                    sentence.span(places[span[0]], places[span[1]] - 1),
                    tuple(sentence.span(places[start], places[end] - 1) for start, end in markers),
                )

    def _holds(self, sentence: Sentence, span: Span, markers: Markers, words: TextWords | None) -> bool:
        if self.conditions:
            occurrence = Occurrence(sentence, span, markers=markers, words=words)
            if not all(holds(occurrence) for holds in self.conditions):
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


def _lines(row: GrammarRule) -> Iterator[str]:
    """The row's columns as conditions, cheap ones first."""
    if row.sentence:
        yield f"sentence matches {row.sentence}"
    if row.not_sentence:
        yield f"sentence lacks {row.not_sentence}"
    if row.edges != "none" and not (row.tokens or row.predicate):
        yield f"markers {EDGE_TESTS[row.edges]}"
    if row.not_within:
        yield f"markers not-within {'|'.join(row.not_within)}"
    if row.tags:
        yield f"markers tag {'|'.join(row.tags)}"
    if row.relations:
        yield f"match relation {'|'.join(row.relations)}"


EDGE_TESTS = {"both": "edges", "start": "starts", "end": "ends"}


def _needed(row: GrammarRule, expression: Expression | None, classes: WordClasses) -> Needed:
    """What trigger, pattern and `sentence` ask for, the rarest first."""
    asked = [frozenset(word[:2] for word in row.trigger)] if row.trigger else []
    if row.words:
        asked.append(frozenset(word[:2] for word in row.words))
    elif expression is not None:
        asked += expression.needed
    if row.sentence:
        asked += Expression(row.sentence, classes).needed
    return tuple(sorted(set(asked), key=commonness))


def _parts(match: re.Match[str]) -> tuple[Span, Markers]:
    names = match.re.groupindex
    span = match.span("span") if "span" in names and match["span"] else match.span()
    markers: Sequence[Span] = [match.span(name) for name in MARKER_NAMES if name in names and match[name]]
    return span, tuple(markers)
