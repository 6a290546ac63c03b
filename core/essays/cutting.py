"""Where paragraphs, sentences and clauses of an essay lie."""

from __future__ import annotations

import re

PARAGRAPH = re.compile(r"[^\r\n]+")
SENTENCE = re.compile(r"[^。！？!?…\r\n]+[。！？!?…]*[”’」』）)]*|[。！？!?…]+")
CLAUSE = re.compile(r"[^，,；;：:。！？!?…\r\n]+")


def stretch(essay: str, start: int, end: int) -> tuple[int, int]:
    """The sentences that a place touches; what is put in between two belongs to the first.

    >>> stretch("我很好。你呢？", 4, 5), stretch("我很好。你呢？", 4, 4)
    ((4, 7), (0, 4))
    """
    spans = [found.span() for found in SENTENCE.finditer(essay)]
    touched = [
        (first, last)
        for first, last in spans
        if (first < end and start < last) or (start == end and first < start <= last)
    ] or [(first, last) for first, last in spans if first == start]
    return (touched[0][0], touched[-1][1]) if touched else (start, end)
