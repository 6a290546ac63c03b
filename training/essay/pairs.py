"""Learners' sentences and their mendings as labels of the encoder."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from core.models.essays.encoder import DELETE, KEEP
from core.models.ngrams.characters import symbols
from evaluation.essays.pairs import Pair
from training.essay.material import SHORTEST
from training.essay.noise import TAGS, UNSURE, Cell, Planted, Planter

LONGEST_PAIR = 120
MOST_DELETED = 2
"""Characters in a row that the network is asked to take out; longer stretches are rewriting."""


def labelled(pairs: Sequence[Pair], planter: Planter) -> list[Planted]:
    """The pairs whose mendings the encoder can express somewhere, sentence by sentence."""
    return [planter.labelled(cells) for pair in pairs for cells in _sentences(pair)]


def _sentences(pair: Pair) -> Iterator[list[Cell]]:
    cells: list[Cell] = []
    for cell in cells_of(_flat(pair.wrong), _flat(pair.right)):
        cells.append(cell)
        if cell.written in "。！？":
            yield from _whole(cells)
            cells = []
    yield from _whole(cells)


def _whole(cells: list[Cell]) -> Iterator[list[Cell]]:
    if SHORTEST <= len(cells) <= LONGEST_PAIR:
        yield [*cells, Cell("\x03", "\x03")]


def _flat(text: str) -> str:
    return symbols(text)[0].replace("\x02", "").replace("\x03", "")


def cells_of(wrong: str, right: str) -> list[Cell]:
    """What is written, each character with what is right there; what no label can say is marked as wrong and not learned from.

    >>> [(cell.written, cell.intended, cell.tag) for cell in cells_of("我去了过", "我去过")]
    [('我', '我', 0), ('去', '去', 0), ('了', '了', 1), ('过', '过', 0)]
    """
    cells: list[Cell] = []
    pending = KEEP
    for operation, start, end, low, high in difflib.SequenceMatcher(None, wrong, right, autojunk=False).get_opcodes():
        if operation == "insert":
            pending = TAGS.index(right[low:high]) if right[low:high] in TAGS else UNSURE
            continue
        intended = right[low:high]
        for offset in range(start, end):
            cells.append(_cell(wrong[offset], operation, intended, offset - start, end - start))
            if pending != KEEP and cells[-1].tag == KEEP:
                cells[-1].tag = pending
            pending = KEEP
    return cells


def _cell(written: str, operation: str, intended: str, offset: int, length: int) -> Cell:
    if operation == "equal":
        return Cell(written, written)
    if operation == "delete":
        return Cell(written, written, DELETE if length <= MOST_DELETED else UNSURE, 1)
    if length == len(intended):
        return Cell(written, intended[offset], KEEP, 1)
    return Cell(written, "\x04", UNSURE, 1)
