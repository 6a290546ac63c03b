"""Right against wrong expected sounds on the development speakers.

A wrong expectation is put into every third syllable of the text, and the reading is laid on that text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.speech.aligning.phones import FINALS, INITIALS
from core.speech.aligning.segments import SyllableSounds, score_sounds, verdict
from core.speech.model import ExpectedSyllable, SegmentScore
from evaluation.speech.edits import SEED, Read, expected
from evaluation.statistics import auc, interval

CONFUSED = (
    "zh z, ch c, sh s, n l, f h, r l, j zh, q ch, x sh, b p, d t, g k, an ang, en eng, in ing, uan uang, ian iang, un ong, ü u, "
    "üe ie, uo e, ou uo, iu ou, ai ei, ao ou, ia ie, üan uan, ün un, i ü, ii e, iii e, ei ui, iong ong"
)
"""Sounds that learners take for one another."""


def confused() -> Mapping[str, list[str]]:
    """With what each sound is confused."""
    found: dict[str, list[str]] = {}
    for pair in CONFUSED.split(", "):
        one, other = pair.split()
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


@dataclass
class Scores:
    """Probabilities that sounds were right, with the speaker of each. Of a syllable that was taken for omitted they are 0."""

    speakers: list[str] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def add(self, speaker: str, right: bool, score: SegmentScore | None) -> None:
        """One sound; None where its syllable was taken for omitted."""
        self.speakers.append(speaker)
        self.right.append(right)
        self.values.append(0.0 if score is None else score.probability)
        self.verdicts.append("wrong" if score is None else verdict(score))

    def share(self, verdict_: str, *, right: bool) -> float:
        """Share of the right or wrong sounds with this verdict."""
        of = [given for given, is_right in zip(self.verdicts, self.right, strict=True) if is_right == right]
        return of.count(verdict_) / len(of)

    @property
    def counted(self) -> str:
        """How many sounds of each kind."""
        return f"{sum(self.right)} right, {len(self.right) - sum(self.right)} wrong"

    @property
    def area(self) -> float:
        """Under the ROC curve; ties count half."""
        return auc(np.array(self.right, float), np.array(self.values))

    @property
    def interval(self) -> tuple[float, float]:
        """Of the area, 95 % over speakers."""
        right, values = np.array(self.right, float), np.array(self.values)
        return interval(np.array(self.speakers), lambda rows: auc(right[rows], values[rows]))


def judged(reads: Sequence[Read], *, confusable: bool) -> Scores:
    """Every right sound once, and a wrong one in place of one sound of every syllable."""
    draw, found, confusions = np.random.default_rng(SEED), Scores(), confused()
    for read in reads:
        asked = expected(read.letters)
        for syllable, one in zip(asked, _sounds(read, asked), strict=True):
            for part in [part for part, name in syllable.sounds._asdict().items() if name]:
                found.add(read.speaker, True, None if one is None else getattr(one, part))
        for offset in range(3):
            changed, parts = list(asked), {}
            for place in range(offset, len(asked), 3):
                initial, final = asked[place].sounds
                part = "initial" if initial and draw.random() < 0.5 else "final"
                said = str(initial if part == "initial" else final)
                every = [name for name in (INITIALS if part == "initial" else FINALS) if name != said]
                pool = confusions.get(said, []) if confusable else every
                if pool:
                    wrong = asked[place].sounds._replace(**{part: str(draw.choice(pool))})
                    changed[place], parts[place] = replace(asked[place], accepted=(wrong,)), part
            scored = _sounds(read, changed)
            for place, part in parts.items():
                one = scored[place]
                found.add(read.speaker, False, None if one is None else getattr(one, part))
    return found


def _sounds(read: Read, asked: Sequence[ExpectedSyllable]) -> list[SyllableSounds | None]:
    return score_sounds(read.aligned(asked), asked, read.heard)
