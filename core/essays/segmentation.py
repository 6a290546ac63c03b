"""Where the paragraphs, sentences and clauses of an essay begin and end."""

from __future__ import annotations

import re

from core.language.levels import HAN

PARAGRAPH = re.compile(r"[^\r\n]+")
SENTENCE = re.compile(r"[^。！？!?…\r\n]+[。！？!?…]*[”’」』）)]*|[。！？!?…]+")
CLAUSE = re.compile(r"[^，,；;：:。！？!?…\r\n]+")


def clauses(text: str) -> list[tuple[int, int]]:
    """Start and end of the clauses that hold Chinese characters, between marks and line breaks and without the white space around them.

    >>> text = "昨天下雨，我没去。\\r\\n “好！”他说"
    >>> [text[start:end] for start, end in clauses(text)]
    ['昨天下雨', '我没去', '“好', '”他说']
    """
    spans = []
    for match in CLAUSE.finditer(text):
        written = match.group()
        if HAN.search(written):
            lead = len(written) - len(written.lstrip())
            spans.append((match.start() + lead, match.start() + len(written.rstrip())))
    return spans


def enclosing_sentences(essay: str, start: int, end: int) -> tuple[int, int]:
    """Start and end of the sentences that the span from `start` to `end` touches; an insertion between two sentences belongs to the first.

    >>> enclosing_sentences("我很好。你呢？", 4, 5), enclosing_sentences("我很好。你呢？", 4, 4)
    ((4, 7), (0, 4))
    """
    spans = [match.span() for match in SENTENCE.finditer(essay)]
    touched = [
        (first, last)
        for first, last in spans
        if (first < end and start < last) or (start == end and first < start <= last)
    ] or [(first, last) for first, last in spans if first == start]
    return (touched[0][0], touched[-1][1]) if touched else (start, end)
