"""Parsed sentences and texts as grammar rules see them: characters, words, clauses, dependencies. Offsets count from a sentence's first character."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, ParamSpec, TypeVar

from core.language.grammar.lexicon import Lexicon
from core.records.texts import Token

P = ParamSpec("P")
Result = TypeVar("Result")

Span = tuple[int, int]
"""Start and end, offsets in code points."""
Markers = tuple[Span, ...]
"""Spans of a match: the whole of it, then its named groups in order."""

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
    def cached_results(self) -> dict[object, object]:
        """Results of functions marked `cached_on_sentence`, by function and arguments."""
        return {}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The tokens' texts in simplified characters."""
        return tuple(self.text[start:end] for start, end in self.spans)

    @cached_property
    def word_at(self) -> dict[int, str]:
        """Token texts by index: `.get(index, "")` is empty outside the sentence."""
        return dict(enumerate(self.words))

    @cached_property
    def tag_at(self) -> dict[int, str]:
        """Parts of speech by index."""
        return {index: token.tag for index, token in enumerate(self.tokens)}

    @cached_property
    def relation_at(self) -> dict[int, str]:
        """Relations by index."""
        return {index: token.relation for index, token in enumerate(self.tokens)}

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Start and end of each token within the sentence."""
        return tuple((token.start - self.start, token.end - self.start) for token in self.tokens)

    @cached_property
    def token_at_start(self) -> dict[int, int]:
        """Index of the token that starts at an offset."""
        return {start: index for index, (start, _) in enumerate(self.spans)}

    @cached_property
    def token_at_end(self) -> dict[int, int]:
        """Index of the token that ends at an offset."""
        return {end: index for index, (_, end) in enumerate(self.spans)}

    def token_over(self, offset: int) -> int:
        """Index of the token that covers a character; -1 for white space."""
        return self._token_over.get(offset, -1)

    @cached_property
    def _token_over(self) -> dict[int, int]:
        return {offset: index for index, (start, end) in enumerate(self.spans) for offset in range(start, end)}

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token the indices of its dependents, in order."""
        dependents: list[list[int]] = [[] for _ in self.tokens]
        for index, token in enumerate(self.tokens):
            if token.head >= 0:
                dependents[token.head].append(index)
        return tuple(map(tuple, dependents))

    def child(self, index: int, *relations: str) -> int:
        """First dependent with one of the relations (`aux` also finds `aux:pass`); -1 when there is none."""
        for dependent in self.children[index]:
            if is_relation(self.tokens[dependent].relation, relations):
                return dependent
        return -1

    def subtree(self, index: int) -> tuple[int, int]:
        """First and last token of the subtree under a token, itself included."""
        return self._subtrees[index]

    @cached_property
    def _subtrees(self) -> tuple[tuple[int, int], ...]:
        first, last = list(range(len(self.tokens))), list(range(len(self.tokens)))
        for index in range(len(self.tokens)):
            ancestor, steps = self.tokens[index].head, 0
            while ancestor >= 0 and steps < len(self.tokens):
                first[ancestor], last[ancestor] = min(first[ancestor], index), max(last[ancestor], index)
                ancestor, steps = self.tokens[ancestor].head, steps + 1
        return tuple(zip(first, last, strict=True))

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Offsets from the start of the first token to the end of the last."""
        return self.spans[first][0], self.spans[last][1]

    @cached_property
    def clauses(self) -> tuple[tuple[int, int], ...]:
        """Offsets of the stretches between clause marks, without the marks; empty stretches left out."""
        spans, start = [], 0
        for mark in CLAUSE_END.finditer(self.text):
            if mark.start() > start:
                spans.append((start, mark.start()))
            start = mark.end()
        if start < len(self.text):
            spans.append((start, len(self.text)))
        return tuple(spans)

    @cached_property
    def encoded(self) -> str:
        """The tokens as ` word/TAG/relation word/TAG/relation ... ` for token patterns."""
        cells = (
            f"{word.replace('/', '／').replace(' ', '　')}/{token.tag}/{token.relation} "
            for word, token in zip(self.words, self.tokens, strict=True)
        )
        return " " + "".join(cells)

    @cached_property
    def token_at_encoded_offset(self) -> dict[int, int]:
        """Offset in `encoded` of each token's first character, and the end, to the token's index."""
        indices, offset = {}, 1
        for index, (word, token) in enumerate(zip(self.words, self.tokens, strict=True)):
            indices[offset] = index
            offset += len(word) + len(token.tag) + len(token.relation) + 3
        indices[offset] = len(self.tokens)
        return indices


def cached_on_sentence(function: Callable[P, Result]) -> Callable[P, Result]:
    """Cache the result of a function of a sentence (and plain arguments) on that sentence, for the next rule that calls it.

    An iterator is cached as a tuple.
    """

    @wraps(function)
    def cached(*arguments: P.args, **keywords: P.kwargs) -> Result:
        cache: dict[object, Result] = arguments[0].cached_results  # type: ignore[attr-defined]
        key = (function, *arguments[1:], *keywords.items())
        if key in cache:
            return cache[key]
        result: Any = function(*arguments, **keywords)
        cache[key] = tuple(result) if isinstance(result, Iterator) else result  # type: ignore[assignment]
        return cache[key]

    return cached


def is_relation(relation: str, bases: Sequence[str]) -> bool:
    """Whether a relation is one of `bases` or a subtype of one (`aux:pass` of `aux`)."""
    return relation in bases or relation.partition(":")[0] in bases


@dataclass(frozen=True)
class ParsedText:
    """All sentences of a text in simplified characters, for relations between sentences."""

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
