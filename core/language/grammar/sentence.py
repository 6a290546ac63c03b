"""A parsed sentence as the rules see it: characters, words, clauses, dependencies. Offsets count from its first character."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

from core.language.grammar.lexicon import Lexicon
from core.records.texts import Token

P = ParamSpec("P")
Found = TypeVar("Found")

Span = tuple[int, int]
"""Start and end, offsets in code points."""
Markers = tuple[Span, ...]
"""Of a match: the whole span, then its named groups in order."""

CLAUSE_END = re.compile(r"[，,；;：:。！？!?…—]+")
"""Where a clause ends; the enumeration comma 、 joins."""


@dataclass(frozen=True)
class Sentence:
    """Characters (simplified) and tokens of one sentence.

    Parameters
    ----------
    text : the sentence in simplified characters, from the first token to the end of the last
    start : offset of the sentence in the whole text, code points
    tokens : with offsets into the whole text; use `span` for offsets into the sentence
    """

    text: str
    start: int
    tokens: Sequence[Token]

    @cached_property
    def memory(self) -> dict[object, object]:
        """What functions marked `once` found in this sentence."""
        return {}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The tokens' texts in simplified characters."""
        return tuple(self.text[start:end] for start, end in self.spans)

    @cached_property
    def word_at(self) -> dict[int, str]:
        """Token texts by index: `.get(place, "")` outside the sentence."""
        return dict(enumerate(self.words))

    @cached_property
    def tag_at(self) -> dict[int, str]:
        """Parts of speech by index."""
        return {place: token.tag for place, token in enumerate(self.tokens)}

    @cached_property
    def relation_at(self) -> dict[int, str]:
        """Relations by index."""
        return {place: token.relation for place, token in enumerate(self.tokens)}

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Start and end of each token within the sentence."""
        return tuple((token.start - self.start, token.end - self.start) for token in self.tokens)

    @cached_property
    def token_at_start(self) -> dict[int, int]:
        """Index of the token that starts at an offset."""
        return {start: place for place, (start, _) in enumerate(self.spans)}

    @cached_property
    def token_at_end(self) -> dict[int, int]:
        """Index of the token that ends at an offset."""
        return {end: place for place, (_, end) in enumerate(self.spans)}

    def token_over(self, offset: int) -> int:
        """Index of the token that covers a character; -1 for white space."""
        return self._covering.get(offset, -1)

    @cached_property
    def _covering(self) -> dict[int, int]:
        return {at: place for place, (start, end) in enumerate(self.spans) for at in range(start, end)}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token the indices of its dependents, in order."""
        found: list[list[int]] = [[] for _ in self.tokens]
        for place, token in enumerate(self.tokens):
            if token.head >= 0:
                found[token.head].append(place)
        return tuple(map(tuple, found))

    def child(self, place: int, *relations: str) -> int:
        """First dependent with one of the relations (`aux` also finds `aux:pass`); -1 when there is none."""
        for at in self.children[place]:
            if is_relation(self.tokens[at].relation, relations):
                return at
        return -1

    def subtree(self, place: int) -> tuple[int, int]:
        """First and last token of what a token governs, itself included."""
        return self._subtrees[place]

    @cached_property
    def _subtrees(self) -> tuple[tuple[int, int], ...]:
        first, last = list(range(len(self.tokens))), list(range(len(self.tokens)))
        for place in range(len(self.tokens)):
            at, steps = self.tokens[place].head, 0
            while at >= 0 and steps < len(self.tokens):
                first[at], last[at] = min(first[at], place), max(last[at], place)
                at, steps = self.tokens[at].head, steps + 1
        return tuple(zip(first, last, strict=True))

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Offsets from the start of the first token to the end of the last."""
        return self.spans[first][0], self.spans[last][1]

    @cached_property
    def clauses(self) -> tuple[tuple[int, int], ...]:
        """Offsets of the stretches between clause marks, without the marks; empty stretches left out."""
        found, at = [], 0
        for mark in CLAUSE_END.finditer(self.text):
            if mark.start() > at:
                found.append((at, mark.start()))
            at = mark.end()
        if at < len(self.text):
            found.append((at, len(self.text)))
        return tuple(found)

    @cached_property
    def encoded(self) -> str:
        """The tokens as ` word/TAG/relation word/TAG/relation ... ` for token patterns."""
        cells = (
            f"{word.replace('/', '／').replace(' ', '　')}/{token.tag}/{token.relation} "
            for word, token in zip(self.words, self.tokens, strict=True)
        )
        return " " + "".join(cells)

    @cached_property
    def encoded_places(self) -> dict[int, int]:
        """Offset in `encoded` of each token's first character, and the end, to the token's index."""
        found, at = {}, 1
        for place, (word, token) in enumerate(zip(self.words, self.tokens, strict=True)):
            found[at] = place
            at += len(word) + len(token.tag) + len(token.relation) + 3
        found[at] = len(self.tokens)
        return found


def once(function: Callable[P, Found]) -> Callable[P, Found]:
    """Remember what a function of a sentence (and plain arguments) found, for the rules that ask again.

    An iterator is kept as a tuple.
    """

    @wraps(function)
    def remembered(*arguments: P.args, **named: P.kwargs) -> Found:
        memory: dict[object, Found] = arguments[0].memory  # type: ignore[attr-defined]
        key = (function, *arguments[1:], *named.items())
        if key in memory:
            return memory[key]
        found: Any = function(*arguments, **named)
        memory[key] = tuple(found) if isinstance(found, Iterator) else found  # type: ignore[assignment]
        return memory[key]

    return remembered


def is_relation(relation: str, wanted: Sequence[str]) -> bool:
    """Whether a relation is one of the wanted or a subtype of one."""
    return relation in wanted or relation.partition(":")[0] in wanted


@dataclass(frozen=True)
class ParsedText:
    """All sentences of a text in simplified characters, for relations that pass the full stop."""

    text: str
    sentences: tuple[Sentence, ...]


def parsed_text(simplified: str, parsed: Sequence[Sequence[Token]], lexicon: Lexicon | None = None) -> ParsedText:
    """The parsed sentences over the text in simplified characters; with a lexicon, split and tagged by the word list."""
    return ParsedText(simplified, tuple(_sentences(simplified, parsed, lexicon)))


def _sentences(text: str, parsed: Sequence[Sequence[Token]], lexicon: Lexicon | None) -> Iterator[Sentence]:
    for tokens in parsed:
        if tokens:
            words = [text[token.start : token.end] for token in tokens]
            refined = tokens if lexicon is None else lexicon.refined(tokens, words)
            yield Sentence(text[tokens[0].start : tokens[-1].end], tokens[0].start, refined)
