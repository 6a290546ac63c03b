"""The project's own learner-like text (`training/essay/learner`): lines with `{wrong→right}` where something is to be changed."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from training.essay.material import FIFTHS, HELD_OUT, Pair
from training.ngram.corpus import ROOT

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
    return [pair_of(line) for line in lines() if (zlib.crc32(line.encode()) % FIFTHS == HELD_OUT) == measuring]
