"""Clauses: the stretches between commas and stops, as tokens and as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.language.grammar.sentence import Markers, Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import pattern

QUOTES = "“”\"'‘’「」『』（）()《》 　"
OPENING_QUOTES = {"”": "“", "’": "‘", "」": "「", "』": "『", "）": "（", ")": "(", "》": "《"}
FINAL_PARTICLES = "吗吧呢啊呀嘛啦哦呗哇"


@dataclass(frozen=True)
class Clause:
    """A stretch between clause marks, without quotation marks at its ends; tokens `first` to `last` (exclusive)."""

    sentence: Sentence
    start: int
    end: int
    first: int
    last: int

    @property
    def text(self) -> str:
        """Its characters."""
        return self.sentence.text[self.start : self.end]

    @property
    def span(self) -> Span:
        """What is reported of a sentence pattern."""
        return self.start, self.end

    def tag(self, index: int) -> str:
        """Part of speech of a token of the sentence; empty outside the clause."""
        return self.sentence.tokens[index].tag if self.first <= index < self.last else ""

    def word(self, index: int) -> str:
        """A token of the sentence; empty outside the clause."""
        return self.sentence.words[index] if self.first <= index < self.last else ""

    def indices(self) -> range:
        """Its tokens."""
        return range(self.first, self.last)

    def before(self, index: int) -> str:
        """Characters of the clause before a token."""
        end = self.sentence.spans[index][0] if index < self.last else self.end
        return self.sentence.text[self.start : end]

    def after(self, index: int) -> str:
        """Characters of the clause after a token, without final particles."""
        return self.rest(index + 1).rstrip(FINAL_PARTICLES)

    def rest(self, index: int) -> str:
        """Characters of the clause from a token on."""
        return self.sentence.text[self.sentence.spans[index][0] : self.end] if index < self.last else ""

    def token_over(self, offset: int) -> int:
        """Token over a character of the clause's text."""
        return self.sentence.token_over(self.start + offset)


@cached_on_sentence
def clauses(sentence: Sentence) -> Iterator[Clause]:
    """The clauses of a sentence that hold a token."""
    for start, end in sentence.clauses:
        while start < end and sentence.text[start] in QUOTES:
            start += 1
        while (
            start < end
            and sentence.text[end - 1] in QUOTES
            and not sentence.text.count(OPENING_QUOTES.get(sentence.text[end - 1], "\n"), start, end)
        ):
            end -= 1
        inside = [i for i in (sentence.token_over(index) for index in range(start, end)) if i >= 0]
        if inside:
            yield Clause(sentence, start, end, inside[0], inside[-1] + 1)


def end_of_object(clause: Clause, index: int, most: int = 6) -> int:
    """First token after a nominal object that begins at a token; the token itself when none begins there."""
    end = index
    while (
        end < clause.last
        and end - index < most
        and (
            clause.tag(end) in NOMINAL | {"DET", "NUM"}
            or (clause.tag(end) == "ADJ" and clause.tag(end + 1) in NOMINAL | {"PART"} and clause.word(end + 1) != "了")
            or clause.word(end) in {"的", "个"}
            or (clause.tag(end) == "ADP" and clause.tag(end - 1) in NOMINAL)
        )
    ):
        end += 1
    return end


CLAUSE_MARKS = "，,；;：:。！？!?…"


def clause_around(sentence: Sentence, start: int) -> Span:
    """The stretch between clause marks that holds an offset."""
    text, low, high = sentence.text, start, start
    while low > 0 and text[low - 1] not in CLAUSE_MARKS:
        low -= 1
    while high < len(text) and text[high] not in CLAUSE_MARKS:
        high += 1
    return low, high


def last_clause(before: str) -> str:
    """What stands before in the same clause."""
    return re.split(r"[，,；;：:。！？!?…“”]", before)[-1]


def around_marker(sentence: Sentence, markers: Markers) -> tuple[str, str]:
    """The text before and after the first marker."""
    start, end = markers[-1] if len(markers) == 1 else markers[1]
    return sentence.text[:start], sentence.text[end:]


CLAUSE_EDGE = re.compile(r"[，,。！!？?；;：:…—～~”\"」』）)、\s]|$")
PARTICLE_AND_EDGE = pattern(r"%{final_particles}?(?:[，,。！!？?；;：:…—～~”\"」』）)、\s]|$)")
