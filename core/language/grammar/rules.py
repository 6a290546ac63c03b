"""Rules compiled: from a row of the table to a function that finds matches in a sentence.

A match has a span (what is reported) and markers (what makes it this point). Of a regular expression the span is the
group `span` or the whole match; the markers are its groups `a`, `b`, `c` or, without them, the span. Word boundaries
(`edges`), parts of speech (`tags`) and longer words (`not_within`) are asked of each marker; competition between rules
is settled where markers overlap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from core.language.grammar.needed import commonness, needed_strings
from core.language.grammar.pattern import compile_pattern, expand_classes
from core.language.grammar.predicates.registry import Check, check_of_match, sentence_predicate
from core.language.grammar.sentence import Markers, Sentence, Span, is_relation
from core.tables.grammar import GrammarRule

MARKER_NAMES = ("a", "b", "c")

Finder = Callable[[Sentence], Iterator[tuple[Span, Markers]]]


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


@dataclass(frozen=True)
class CompiledRule:
    """A row with its search prepared; stateless, so one instance serves all threads."""

    row: GrammarRule
    find: Finder
    guards: tuple[Check, ...]
    needed: frozenset[str] | None
    """A sentence without any of these characters and pairs cannot match; None: any sentence may."""

    def matches(self, sentence: Sentence) -> Iterator[Match]:
        """All matches in a sentence that pass the guards, before competition."""
        row = self.row
        if row.trigger and not any(word in sentence.text for word in row.trigger):
            return
        for span, markers in self.find(sentence):
            everything = (span, *markers)
            for guard in self.guards:
                if not guard(sentence, everything):
                    break
            else:
                yield Match(row.point, row.type, *span, markers or (span,), row.group, row.priority)


def compile_rule(row: GrammarRule, classes: Mapping[str, tuple[str, ...]]) -> CompiledRule:
    """Prepare a row. Raises `ValueError` for a broken pattern, `KeyError` for an unknown predicate or check."""
    return CompiledRule(row, _finder(row, classes), tuple(_guards(row)), _needed(row, classes))


def _needed(row: GrammarRule, classes: Mapping[str, tuple[str, ...]]) -> frozenset[str] | None:
    """The rarest of what trigger, words, pattern and `sentence` ask for."""
    found = [frozenset(word[:2] for word in words) for words in (row.trigger, row.words) if words]
    patterns = [row.sentence, expand_classes(row.chars, classes)]
    if row.tokens:
        patterns.append(compile_pattern(row.tokens, classes).pattern)
    found += [needed for pattern in patterns if pattern and (needed := needed_strings(pattern)) is not None]
    return min(found, key=commonness, default=None)


def _finder(row: GrammarRule, classes: Mapping[str, tuple[str, ...]]) -> Finder:
    if row.predicate:
        named = sentence_predicate(row.predicate)
        return lambda sentence: ((span, ()) for span in named(sentence) if span[0] < span[1])
    if row.tokens:
        return partial(_found_by_tokens, compile_pattern(row.tokens, classes))
    if row.words:
        words = sorted(row.words, key=len, reverse=True)
        return partial(_found_by_characters, re.compile("|".join(map(re.escape, words))))
    return partial(_found_by_characters, re.compile(expand_classes(row.chars, classes)))


def _found_by_characters(pattern: re.Pattern[str], sentence: Sentence) -> Iterator[tuple[Span, Markers]]:
    for found in pattern.finditer(sentence.text):
        if found.end() > found.start():
            yield _parts(found)


def _found_by_tokens(pattern: re.Pattern[str], sentence: Sentence) -> Iterator[tuple[Span, Markers]]:
    places = sentence.encoded_places
    for found in pattern.finditer(sentence.encoded):
        span, markers = _parts(found)
        if span[1] > span[0]:
            yield (
                sentence.span(places[span[0]], places[span[1]] - 1),
                tuple(sentence.span(places[start], places[end] - 1) for start, end in markers),
            )


def _parts(found: re.Match[str]) -> tuple[Span, Markers]:
    names = found.re.groupindex
    span = found.span("span") if "span" in names and found["span"] else found.span()
    markers = tuple(found.span(name) for name in MARKER_NAMES if name in names and found[name])
    return span, markers


def _guards(row: GrammarRule) -> Iterator[Check]:
    """Cheap ones first. Each sees the span and the markers; without markers the span is the marker."""
    if row.sentence:
        needed = re.compile(row.sentence)
        yield lambda sentence, _: needed.search(sentence.text) is not None
    if row.not_sentence:
        barred = re.compile(row.not_sentence)
        yield lambda sentence, _: barred.search(sentence.text) is None
    if row.edges != "none" and not (row.tokens or row.predicate):
        yield partial(_stands_on_edges, row.edges)
    if row.not_within:
        yield partial(_stands_outside, row.not_within)
    if row.tags:
        yield partial(_has_tag, frozenset(row.tags))
    if row.relations:
        yield partial(_has_relation, row.relations)
    if row.check:
        yield check_of_match(row.check)


def _own(markers: Markers) -> Sequence[Span]:
    return markers[1:] or markers


def _stands_on_edges(edges: str, sentence: Sentence, markers: Markers) -> bool:
    return all(
        (edges == "end" or start in sentence.token_at_start) and (edges == "start" or end in sentence.token_at_end)
        for start, end in _own(markers)
    )


def _stands_outside(longer: Sequence[str], sentence: Sentence, markers: Markers) -> bool:
    for start, end in _own(markers):
        for word in longer:
            at = sentence.text.find(word, max(0, end - len(word)))
            if 0 <= at <= start and at + len(word) >= end:
                return False
    return True


def _has_tag(tags: frozenset[str], sentence: Sentence, markers: Markers) -> bool:
    places = [sentence.token_over(start) for start, _ in _own(markers)]
    return all(place >= 0 and sentence.tokens[place].tag in tags for place in places)


def _has_relation(relations: Sequence[str], sentence: Sentence, markers: Markers) -> bool:
    place = sentence.token_over(markers[0][0])
    return place >= 0 and is_relation(sentence.tokens[place].relation, relations)
