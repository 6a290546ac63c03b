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
    """The wrong and the right side of a line.

    >>> pair_of("我{→昨天}去{了→}看{着→了}。")
    Pair(wrong='我去了看着。', right='我昨天去看了。')
    """
    return Pair(CHANGE.sub(r"\1", line), CHANGE.sub(r"\2", line))


def lines() -> Iterator[str]:
    """Every line, without duplicates."""
    all_lines = (
        line for file in sorted(FOLDER.glob("*.txt")) for line in file.read_text(encoding="utf-8").splitlines()
    )
    return iter(dict.fromkeys(line for line in all_lines if line.strip()))


def learners(*, measuring: bool) -> list[Pair]:
    """The pairs of four fifths of the lines, or (measuring) of the fifth that nothing is trained on."""
    return [pair_of(line) for line in lines() if is_held_out(line) == measuring]


def is_held_out(line: str) -> bool:
    """Whether a line belongs to the fifth that nothing is trained on."""
    return zlib.crc32(line.encode()) % FIFTHS == HELD_OUT


def characters_of(line: str) -> tuple[str, list[str]]:
    """A line as written, and for each of its characters the intended one; "" where it is not known.

    It is known for characters that are right, and where at most two characters are replaced by as many others.

    >>> characters_of("我{→昨天}去看{店英→电影}。")
    ('我去看店英。', ['我', '去', '看', '电', '影', '。'])
    >>> characters_of("我{去明天→明天去}。")
    ('我去明天。', ['我', '', '', '', '。'])
    """
    written, intended, position = "", list[str](), 0
    for match in CHANGE.finditer(line):
        written_part, intended_part = match[1], match[2]
        changed = sum(one != other for one, other in zip(written_part, intended_part, strict=False))
        is_substitution = (
            len(written_part) == len(intended_part) and changed <= 2 and sorted(written_part) != sorted(intended_part)
        )
        written += line[position : match.start()] + written_part
        intended += [*line[position : match.start()], *(intended_part if is_substitution else [""] * len(written_part))]
        position = match.end()
    return written + line[position:], [*intended, *line[position:]]
