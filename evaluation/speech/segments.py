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
from evaluation.speech.edits import SEED, ReadSentence, expected
from evaluation.statistics import auc, interval

CONFUSED = (
    "zh z, ch c, sh s, n l, f h, r l, j zh, q ch, x sh, b p, d t, g k, an ang, en eng, in ing, uan uang, ian iang, un ong, ü u, "
    "üe ie, uo e, ou uo, iu ou, ai ei, ao ou, ia ie, üan uan, ün un, i ü, ii e, iii e, ei ui, iong ong"
)
"""Sounds that learners take for one another."""


def confused() -> Mapping[str, list[str]]:
    """The sounds with which each sound is confused."""
    confusions: dict[str, list[str]] = {}
    for pair in CONFUSED.split(", "):
        sound, confusable = pair.split()
        confusions.setdefault(sound, []).append(confusable)
        confusions.setdefault(confusable, []).append(sound)
    return confusions


@dataclass
class Scores:
    """Probabilities that sounds were right, with the speaker of each. Of a syllable that was taken for omitted they are 0."""

    speakers: list[str] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def add(self, speaker: str, right: bool, score: SegmentScore | None) -> None:
        """Add one sound; `score` is None where its syllable was taken for omitted."""
        self.speakers.append(speaker)
        self.right.append(right)
        self.values.append(0.0 if score is None else score.probability)
        self.verdicts.append("wrong" if score is None else verdict(score))

    def share(self, verdict_: str, *, right: bool) -> float:
        """Share of the right or wrong sounds with this verdict."""
        verdicts = [verdict for verdict, is_right in zip(self.verdicts, self.right, strict=True) if is_right == right]
        return verdicts.count(verdict_) / len(verdicts)

    @property
    def counted(self) -> str:
        """How many sounds there are of each kind, in words."""
        return f"{sum(self.right)} right, {len(self.right) - sum(self.right)} wrong"

    @property
    def area(self) -> float:
        """Area under the ROC curve; ties count half."""
        return auc(np.array(self.right, float), np.array(self.values))

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the area, over speakers."""
        right, values = np.array(self.right, float), np.array(self.values)
        return interval(np.array(self.speakers), lambda rows: auc(right[rows], values[rows]))


def judge_sounds(reads: Sequence[ReadSentence], *, confusable: bool) -> Scores:
    """Scores of every right sound once, and of a wrong one in place of one sound of every syllable."""
    rng, scores, confusions = np.random.default_rng(SEED), Scores(), confused()
    for read in reads:
        syllables = expected(read.letters)
        for syllable, sounds in zip(syllables, _sounds(read, syllables), strict=True):
            for part in [part for part, name in syllable.sounds._asdict().items() if name]:
                scores.add(read.speaker, True, None if sounds is None else getattr(sounds, part))
        for offset in range(3):
            changed, parts = list(syllables), {}
            for index in range(offset, len(syllables), 3):
                initial, final = syllables[index].sounds
                part = "initial" if initial and rng.random() < 0.5 else "final"
                expected_sound = str(initial if part == "initial" else final)
                others = [name for name in (INITIALS if part == "initial" else FINALS) if name != expected_sound]
                pool = confusions.get(expected_sound, []) if confusable else others
                if pool:
                    wrong = syllables[index].sounds._replace(**{part: str(rng.choice(pool))})
                    changed[index], parts[index] = replace(syllables[index], accepted=(wrong,)), part
            scored = _sounds(read, changed)
            for index, part in parts.items():
                sounds = scored[index]
                scores.add(read.speaker, False, None if sounds is None else getattr(sounds, part))
    return scores


def _sounds(read: ReadSentence, syllables: Sequence[ExpectedSyllable]) -> list[SyllableSounds | None]:
    return score_sounds(read.aligned_with(syllables), syllables, read.emissions)
