"""Fluency against human raters: 2,020 English sentences read by 101 speakers of Mandarin, each rated by five people.

No scored learners' Mandarin could be had, and times know little of the language: silences and syllables are counted as in the product, the
mapping is the shipped one for Mandarin, and rates alone are brought to Mandarin's pace. Raters are averaged, then a speaker's recordings.
"""

from __future__ import annotations

import numpy as np

from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.corpora import SPEECH
from evaluation.speech.fluency import TIMED, by_speaker, fitted, rated, shipped

FITTED_BAR, SHIPPED_BAR = 0.75, 0.65


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not SPEECH.exists():
        print(ABSENT)
        return
    human, machine, recordings = by_speaker(list(rated()))
    print(f"    {len(human)} speakers, {recordings} recordings")
    for name, column in zip(TIMED, machine.T, strict=True):
        print(f"    {name} alone: r {np.corrcoef(column, human)[0, 1]:.3f}")
    reached, low, high = shipped(machine, human)
    print(f"    shipped mapping, 95 % over speakers: {low:.3f} to {high:.3f}")
    bars.at_least("fluency by speaker against five raters, shipped mapping: r", reached, SHIPPED_BAR)
    bars.at_least("the same, weights fitted on other speakers: r", fitted(machine, human), FITTED_BAR)


if __name__ == "__main__":
    run(Bars())
