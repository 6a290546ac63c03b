"""Sentences of six kinds that detectors miss or mistake, with the points that each must and must not give.

`grammar_kinds.tsv` holds 15 sentences of each kind and 30 that look alike, written before the rules for them. The points of a line are those
that must be detected and, after a minus sign, those that must not; nothing is said of other points. A complement that the lists
of 【二49】 and 【三46】 leave out (打碎) has no point in the standard. Half of the sentences, drawn by hash, were seen while rules were written;
the other half is only scored.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "grammar_kinds.tsv"


@dataclass(frozen=True)
class KindSentence:
    """A sentence, and the points that must and must not be detected in it."""

    kind: str
    text: str
    wanted: frozenset[str]
    unwanted: frozenset[str]

    @property
    def was_seen(self) -> bool:
        """Whether the sentence belongs to the half that writers of rules may read."""
        return sha256(self.text.encode()).digest()[-1] % 2 == 0

    def is_right(self, detected: Collection[str]) -> bool:
        """Whether every wanted point is among the detected and no unwanted one."""
        return self.wanted <= set(detected) and not self.unwanted & set(detected)


def kind_sentences() -> list[KindSentence]:
    """All lines of the file."""
    with FILE.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        KindSentence(
            row["kind"],
            row["sentence"],
            frozenset(point for point in row["points"].split() if not point.startswith("-")),
            frozenset(point[1:] for point in row["points"].split() if point.startswith("-")),
        )
        for row in rows
    ]


def wrong(sentences: Sequence[KindSentence], detect: Callable[[str], Collection[str]]) -> list[KindSentence]:
    """The sentences in which a wanted point is missed or an unwanted one detected."""
    return [sentence for sentence in sentences if not sentence.is_right(detect(sentence.text))]
