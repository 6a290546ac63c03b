"""Tones of the fifteen development speakers, aligned as the product aligns them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from core.models.tones import MODEL, NumpyToneModel
from core.speech.model import ToneScore
from core.speech.tones.f0 import track
from core.speech.tones.verdicts import log_odds, tone_scores
from core.tables import DATA
from evaluation.speech.edits import development, expected
from evaluation.statistics import interval

ISOLATED = ("yue", "wang", "pinyin", "man")


class Judged(NamedTuple):
    """A syllable of a development speaker: its score, and the log odds of its tone and of a random wrong one."""

    speaker: str
    tone: int
    score: ToneScore
    right_odds: float
    wrong_odds: float


def judged() -> Iterator[Judged]:
    """Every syllable of the development sentences that was found."""
    model, rng = NumpyToneModel(DATA / MODEL), np.random.default_rng(0)
    for read in development():
        syllables = expected(read.letters, read.tones)
        aligned = read.aligned_with(syllables).syllables
        scores = tone_scores(track(read.samples), read.samples, aligned, syllables, model=model)
        for syllable, score in zip(syllables, scores, strict=True):
            if score is None:
                continue
            wrong = int(rng.choice([tone for tone in (1, 2, 3, 4) if tone != syllable.tone]))
            probabilities = np.array(score.probabilities)
            odds = (log_odds(probabilities, frozenset([tone])) for tone in (syllable.tone, wrong))
            yield Judged(read.speaker, syllable.tone, score, *odds)


def named_rightly(judged_syllables: list[Judged]) -> tuple[float, float, float, int]:
    """Share of the full tones that are the likeliest of the four, its interval over speakers, and how many they are."""
    full = [syllable for syllable in judged_syllables if syllable.tone <= 4]
    hits = np.array([int(np.argmax(syllable.score.probabilities[:4])) + 1 == syllable.tone for syllable in full])
    low, high = interval(np.array([syllable.speaker for syllable in full]), lambda rows: float(hits[rows].mean()))
    return float(hits.mean()), low, high, len(full)
