"""The pieces of a sentence to be put in order, with their punctuation: it says where a clause ends, so that whole clauses cannot
change places and a learner orders words, not guesses which clause was meant to come first."""

from __future__ import annotations

from collections.abc import Sequence

from core.tables.content.texts import Sentence

FINAL = "。？！…"
OPENING = "“‘《（"
MARKS = "，、；：。？！…—”’》）" + OPENING


def pieces_of(row: Sentence) -> list[str]:
    """The written pieces; in a sentence of several clauses each with the marks that follow it (`punctuated`)."""
    return punctuated(row.chunks, row.text)


def punctuated(chunks: Sequence[str], text: str) -> list[str]:
    """The chunks as they stand in the text, marks included; without marks where the text has none but its last.

    >>> punctuated(["你", "来", "我", "就", "走"], "你来，我就走。")
    ['你', '来，', '我', '就', '走。']
    >>> punctuated(["我", "走", "了"], "我走了。")
    ['我', '走', '了']
    """
    if not any(mark in text.rstrip(MARKS) for mark in MARKS):
        return list(chunks)
    pieces, position = [], 0
    for chunk in chunks:
        start = position
        remaining = sum(char not in MARKS for char in chunk)
        while remaining:
            remaining -= text[position] not in MARKS
            position += 1
        while position < len(text) and text[position] in MARKS and text[position] not in OPENING:
            position += 1
        pieces.append(text[start:position])
    return pieces


def is_pinned(pieces: Sequence[str]) -> bool:
    """Whether the last piece bears the end of the sentence, and so stands last in every right order."""
    return pieces[-1].rstrip("”’）》")[-1:] in tuple(FINAL)


def orders_of(row: Sentence) -> list[list[int]]:
    """The further right orders of the pieces, those left out in which a clause would follow the end of the sentence."""
    last = len(row.chunks) - 1
    return [order for order in row.orders if order[-1] == last or not is_pinned(pieces_of(row))]


def joined(pieces: Sequence[str], order: Sequence[int]) -> str:
    """The sentence of an order, with its end.

    >>> joined(["我", "走", "了"], [0, 1, 2])
    '我走了。'
    """
    text = "".join(pieces[index] for index in order)
    return text if text.rstrip("”’）》")[-1:] in tuple(FINAL) else f"{text}。"
