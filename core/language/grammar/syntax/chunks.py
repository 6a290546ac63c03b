"""Chunks: token ranges between punctuation marks, quotation marks included."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.tokens import tag

SPLIT_MARK = re.compile(r"[，,；;：:。！？!?…—、“”\"「」『』《》（）()～~\s]+")
CHUNK_PARTICLES = "了吗吧呢啊呀嘛啦哦哇呗的着"


@cached_on_sentence
def chunks(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Token ranges (first, last) between punctuation, quotes included; nothing but words inside."""
    first = None
    for index, token in enumerate(sentence.tokens):
        if token.tag == "PUNCT" or SPLIT_MARK.fullmatch(sentence.words[index]):
            if first is not None:
                yield first, index - 1
            first = None
        elif first is None:
            first = index
        elif index and sentence.spans[index][0] > sentence.spans[index - 1][1]:
            yield first, index - 1
            first = index
    if first is not None:
        yield first, len(sentence.tokens) - 1


@cached_on_sentence
def chunk_of(sentence: Sentence, index: int) -> tuple[int, int]:
    """The chunk that holds a token; the token alone when it is a mark."""
    for first, last in chunks(sentence):
        if first <= index <= last:
            return first, last
    return index, index


def without_particles(sentence: Sentence, first: int, last: int) -> int:
    """Last token of a chunk once the particles at its end are put aside."""
    while last > first and sentence.words[last] in CHUNK_PARTICLES and tag(sentence, last) in ("PART", "AUX", "INTJ"):
        last -= 1
    return last


@cached_on_sentence
def body(sentence: Sentence) -> Span:
    """The sentence without its end mark and without quotes at its ends."""
    text = sentence.text
    marks = " \t，,。！!？?…；;：:～~—"
    end = len(text.rstrip(marks + '”"」』’）)'))
    start = len(text) - len(text.lstrip(' \t“"「『‘—-'))
    if any(mark in text[start:end] for mark in "“「『") and text[end : end + 3].strip(marks)[:1] in ("”", "」", "』"):
        end = len(text.rstrip(marks))
    return (start, end) if end > start else (0, len(text))


def merged(spans: list[Span]) -> list[Span]:
    """Outermost spans: those inside or overlapping others joined."""
    outermost: list[Span] = []
    for start, end in sorted(spans):
        if outermost and start < outermost[-1][1]:
            outermost[-1] = (outermost[-1][0], max(end, outermost[-1][1]))
        else:
            outermost.append((start, end))
    return outermost
