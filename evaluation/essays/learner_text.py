"""The project's own learner-like text (`training/essay/learner`): lines with `{wrong→right}` where something is to be changed."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from evaluation.corpus import ROOT
from evaluation.essays.pairs import FIFTHS, HELD_OUT, Pair

FOLDER = ROOT / "training" / "essay" / "learner"
CHANGE = re.compile(r"\{([^{}→]*)→([^{}→]*)\}")


def pair_of(line: str) -> Pair:
    """Both sides of a line.

    >>> pair_of("我{→昨天}去{了→}看{着→了}。")
    Pair(wrong='我去了看着。', right='我昨天去看了。')
    """
    return Pair(CHANGE.sub(r"\1", line), CHANGE.sub(r"\2", line))


def lines() -> Iterator[str]:
    """Every line once."""
    told = (line for file in sorted(FOLDER.glob("*.txt")) for line in file.read_text(encoding="utf-8").splitlines())
    return iter(dict.fromkeys(line for line in told if line.strip()))


def learners(*, measuring: bool) -> list[Pair]:
    """Four fifths of the lines, or the fifth that nothing is trained on."""
    return [pair_of(line) for line in lines() if is_held_out(line) == measuring]


def is_held_out(line: str) -> bool:
    """Whether a line belongs to the fifth that nothing is trained on."""
    return zlib.crc32(line.encode()) % FIFTHS == HELD_OUT


def characters_of(line: str) -> tuple[str, list[str]]:
    """A line as written, and for each of its characters the one that was meant; "" where that is not told.

    Told is what was kept, and where at most two characters are exchanged for as many others, which were written for which.

    >>> characters_of("我{→昨天}去看{店英→电影}。")
    ('我去看店英。', ['我', '去', '看', '电', '影', '。'])
    >>> characters_of("我{去明天→明天去}。")
    ('我去明天。', ['我', '', '', '', '。'])
    """
    written, meant, at = "", list[str](), 0
    for found in CHANGE.finditer(line):
        old, new = found[1], found[2]
        changed = sum(one != other for one, other in zip(old, new, strict=False))
        exchanged = len(old) == len(new) and changed <= 2 and sorted(old) != sorted(new)
        written += line[at : found.start()] + old
        meant += [*line[at : found.start()], *(new if exchanged else [""] * len(old))]
        at = found.end()
    return written + line[at:], [*meant, *line[at:]]
