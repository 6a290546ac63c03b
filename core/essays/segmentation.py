"""Where the paragraphs, sentences and clauses of an essay begin and end."""

from __future__ import annotations

import re

PARAGRAPH = re.compile(r"[^\r\n]+")
SENTENCE = re.compile(r"[^。！？!?…\r\n]+[。！？!?…]*[”’」』）)]*|[。！？!?…]+")
CLAUSE = re.compile(r"[^，,；;：:。！？!?…\r\n]+")


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
