"""Clauses: the stretches between commas and stops, as tokens and as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.language.grammar.predicates.registry import Markers, Span
from core.language.grammar.sentence import Sentence, once
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

    def tag(self, place: int) -> str:
        """Part of speech of a token of the sentence; empty outside the clause."""
        return self.sentence.tokens[place].tag if self.first <= place < self.last else ""

    def word(self, place: int) -> str:
        """A token of the sentence; empty outside the clause."""
        return self.sentence.words[place] if self.first <= place < self.last else ""

    def places(self) -> range:
        """Its tokens."""
        return range(self.first, self.last)

    def before(self, place: int) -> str:
        """Characters of the clause before a token."""
        end = self.sentence.spans[place][0] if place < self.last else self.end
        return self.sentence.text[self.start : end]

    def after(self, place: int) -> str:
        """Characters of the clause after a token, without final particles."""
        return self.rest(place + 1).rstrip(FINAL_PARTICLES)

    def rest(self, place: int) -> str:
        """Characters of the clause from a token on."""
        return self.sentence.text[self.sentence.spans[place][0] : self.end] if place < self.last else ""

    def place_at(self, offset: int) -> int:
        """Token over a character of the clause's text."""
        return self.sentence.token_over(self.start + offset)


@once
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
        inside = [at for at in (sentence.token_over(place) for place in range(start, end)) if at >= 0]
        if inside:
            yield Clause(sentence, start, end, inside[0], inside[-1] + 1)


def end_of_object(clause: Clause, place: int, most: int = 6) -> int:
    """First token after a nominal object that begins at a token; the token itself when none begins there."""
    at = place
    while (
        at < clause.last
        and at - place < most
        and (
            clause.tag(at) in NOMINAL | {"DET", "NUM"}
            or (clause.tag(at) == "ADJ" and clause.tag(at + 1) in NOMINAL | {"PART"} and clause.word(at + 1) != "了")
            or clause.word(at) in {"的", "个"}
            or (clause.tag(at) == "ADP" and clause.tag(at - 1) in NOMINAL)
        )
    ):
        at += 1
    return at


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
