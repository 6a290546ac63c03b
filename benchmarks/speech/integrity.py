"""Omitted, added, changed and repeated words, by editing the text under an untouched reading; and other texts.

    uv run python -m benchmarks.speech.integrity

Figures on S0150 of aishell1, with a model that had not heard it (40 sentences, one edit each; shares in per cent; "false" are omissions
a syllable, extras a sentence, wrong a syllable), which chose the costs:

| variant | omitted | extra | wrong | repeat | false |
|---|---|---|---|---|---|
| substitute 9, extra 8, .15 a frame | 79 | 50 | 90 | 33 | .5, 40, 15 |
| .6 a frame | 88 | 67 | 81 | 83 | .8, 43, 7 |
| a substitute pays for each syllable in it | 70 | 77 | 85 | 87 | 0, 33, 11 |
| 1.0 a frame, extra 14 | 86 | 70 | 86 | 93 | .8, 13, 5 |
| wrong by the best syllable's fit, omissions by counts | 96 | 70 | 86 | 93 | 1.3, 13, 4.6 |
| a substitute is one syllable of the free reading | 99 | 85 | 90 | 98 | 2.5, 2.5, .4 |
| skip 14, extra 13, substitute 22 | 96 | 85 | 85 | 98 | 1.3, 2.5, .8 |
| 70 other sentences: skip 12, extra 13, substitute 20 | 94 | 91 | 92 | 93 | 1.1, 10, 3.1 |
| the same, extra 9 and a second look (`core.speech.aligning.second_look`) | 94 | 90 | 92 | 93 | .9, 7, 2.8 |
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from core.speech.aligning.phones import sounds
from core.speech.measures.integrity import is_other_text
from core.speech.model import Alignment, ExtraSpeech
from core.speech.verdicts import FAULTS, SyllableVerdict
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.edits import (
    SEED,
    ReadSentence,
    development,
    different_syllable,
    emissions_from,
    random_word,
    with_repetition,
)
from evaluation.statistics import interval

EDITS = 6
"""Of each kind, for each sentence."""
OMITTED, FALSE_OMITTED = 0.93, 0.01
EXTRA, FALSE_EXTRA = 0.92, 0.05
WRONG, FALSE_WRONG = 0.85, 0.05
REPEATED = 0.85
REFUSED_NATIVES = 0.01


@dataclass
class Counts:
    """Hits and trials, a row an edit, with the speaker of each."""

    speakers: list[str] = field(default_factory=list)
    hits: list[int] = field(default_factory=list)
    trials: list[int] = field(default_factory=list)

    def add(self, speaker: str, hits: int, trials: int) -> None:
        """One edit."""
        self.speakers.append(speaker)
        self.hits.append(hits)
        self.trials.append(trials)

    @property
    def share(self) -> float:
        """Hits by trials."""
        return sum(self.hits) / max(1, sum(self.trials))

    @property
    def shown(self) -> str:
        """The share with its 95 % interval."""
        hits, trials = np.array(self.hits), np.array(self.trials)
        low, high = interval(np.array(self.speakers), lambda rows: float(hits[rows].sum() / max(1, trials[rows].sum())))
        return f"{self.share:.3f} [{low:.3f}, {high:.3f}] n={sum(self.trials)}"


def edited(reads: Sequence[ReadSentence]) -> dict[str, Counts]:
    """Every kind of edit on every sentence."""
    rng = np.random.default_rng(SEED)
    counts = {
        name: Counts() for name in ("omitted", "extra", "wrong", "repeated", "no omission", "no extra", "no wrong")
    }
    for read in reads:
        whole, verdicts = read.kept_to(read.letters)
        counts["no omission"].add(read.speaker, len(whole.omitted), len(read.letters))
        counts["no extra"].add(read.speaker, len(whole.extra), 1)
        counts["no wrong"].add(read.speaker, sum(map(_is_misread, verdicts)), len(read.letters))
        for _ in range(EDITS):
            counts["omitted"].add(read.speaker, *_omission(read, rng))
            counts["extra"].add(read.speaker, *_addition(read, rng))
            counts["wrong"].add(read.speaker, *_change(read, rng))
            counts["repeated"].add(read.speaker, *_repetition(read, rng))
    return counts


def _omission(read: ReadSentence, rng: np.random.Generator) -> tuple[int, int]:
    """A word more in the text was not said."""
    added, index = random_word(rng), int(rng.integers(0, len(read.letters) + 1))
    measured, _ = read.kept_to([*read.letters[:index], *added, *read.letters[index:]])
    return len(set(range(index, index + len(added))) & set(measured.omitted)), len(added)


def _addition(read: ReadSentence, rng: np.random.Generator) -> tuple[int, int]:
    """A word less in the text was said beside it."""
    length = min(len(random_word(rng)), len(read.letters) - 1)
    index = int(rng.integers(0, len(read.letters) - length + 1))
    dropped, remaining = read.letters[index : index + length], [*read.letters[:index], *read.letters[index + length :]]
    alignment = read.aligned_to(remaining)
    return int(any(_reports(extra, dropped, index, remaining) for extra in alignment.extras)), 1


def _reports(extra: ExtraSpeech, dropped: Sequence[str], index: int, remaining: Sequence[str]) -> bool:
    """Whether it stands where the word was said. A word that stands beside itself (谢谢) was said again, and is told as that."""
    if extra.first is None or extra.last is None:
        return abs(extra.after - (index - 1)) <= 1
    beside = extra.first <= index <= extra.last + 1
    return beside and [sounds(syllable) for syllable in remaining[extra.first : extra.last + 1]] == [
        sounds(syllable) for syllable in dropped
    ]


def _change(read: ReadSentence, rng: np.random.Generator) -> tuple[int, int]:
    """A word changed in the text was said otherwise."""
    length = min(len(random_word(rng)), len(read.letters))
    index = int(rng.integers(0, len(read.letters) - length + 1))
    changed = [different_syllable(rng, syllable) for syllable in read.letters[index : index + length]]
    _, verdicts = read.kept_to([*read.letters[:index], *changed, *read.letters[index + length :]])
    return sum(verdict in FAULTS for verdict in verdicts[index : index + length]), length


def _is_misread(verdict: SyllableVerdict) -> bool:
    return verdict in ("wrong", "replaced")


def _repetition(read: ReadSentence, rng: np.random.Generator) -> tuple[int, int]:
    repeated, first, last = with_repetition(read, rng)
    repeats = repeated.kept_to(repeated.letters)[0].repeated
    hit = any(
        repeat.first is not None and repeat.last is not None and repeat.first <= last and repeat.last >= first
        for repeat in repeats
    )
    return int(hit), 1


def other_texts(reads: Sequence[ReadSentence]) -> dict[str, list[Alignment]]:
    """Readings laid on their own text, on that of another, and on their own out of order."""
    rng = np.random.default_rng(SEED)
    shuffled = [[str(syllable) for syllable in rng.permutation(read.letters)] for read in reads]
    return {
        "own text": [read.aligned_to(read.letters) for read in reads],
        "another text": [
            read.aligned_to(next_.letters) for read, next_ in zip(reads, [*reads[1:], reads[0]], strict=True)
        ],
        "shuffled text": [read.aligned_to(letters) for read, letters in zip(reads, shuffled, strict=True)],
        "played backwards": [_backwards(read) for read in reads],
    }


def _backwards(read: ReadSentence) -> Alignment:
    samples = read.samples[::-1].copy()
    return replace(read, samples=samples, emissions=emissions_from(samples)).aligned_to(read.letters)


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    reads = development()
    if not reads:
        print(ABSENT)
        return
    counts = edited(reads)
    for name, least in (("omitted", OMITTED), ("extra", EXTRA), ("wrong", WRONG), ("repeated", REPEATED)):
        bars.check(f"{name} words found", counts[name].shown, counts[name].share >= least, f"at least {least}")
    for name, what, most in (
        ("no omission", "omissions a syllable", FALSE_OMITTED),
        ("no extra", "extras a sentence", FALSE_EXTRA),
        ("no wrong", "wrong a syllable", FALSE_WRONG),
    ):
        bars.check(f"false {what}", counts[name].shown, counts[name].share <= most, f"at most {most}")
    for name, alignments in other_texts(reads).items():
        refused = sum(map(is_other_text, alignments)) / len(alignments)
        fits, read = [alignment.fit for alignment in alignments], [share_said(alignment) for alignment in alignments]
        shown = f"{refused:.3f} of {len(alignments)}; fit {min(fits):.2f} to {max(fits):.2f}; said {min(read):.2f} to {max(read):.2f}"
        own = name == "own text"
        bars.check(
            f"{name} taken for another",
            shown,
            refused <= REFUSED_NATIVES if own else refused == 1,
            f"{0 if own else 1}",
        )


def share_said(alignment: Alignment) -> float:
    """Share of the syllables that were said as expected, 0-1."""
    return sum(syllable.confidence >= 0.5 for syllable in alignment.syllables) / len(alignment.syllables)


if __name__ == "__main__":
    printed = Bars()
    run(printed)
    sys.exit(1 if printed.failed else 0)
