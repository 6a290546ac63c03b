"""Another tone put into the text of real readings: what is called wrong then, and of the tones that the text really has; by tone networks
that have not heard the reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import emissions_of
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.measures import silences
from core.speech.service import with_tones_at_pauses
from core.speech.tones.f0 import track
from core.speech.tones.verdicts import NEUTRAL, tone_scores, verdict
from core.speech.verdicts import Verdict
from evaluation.speech.corpora import SENTENCES, readings
from evaluation.speech.readings import held_out
from evaluation.statistics import interval

READERS = ("S0150", "S0252")
EVERY, EDITS = 2, 3
"""Every second sentence is heard, and in each so many syllables are given another tone, one at a time."""
SEED = 22


class AskedTone(NamedTuple):
    """A syllable of a reading, and what is said of its tone."""

    reading: str
    verdict: Verdict
    edited: bool
    """Whether the text asks for another tone than it has."""


class Shares(NamedTuple):
    """A share with its 95 % interval over readings, and of how many."""

    share: float
    low: float
    high: float
    tones: int


def asked(reader: str, *, every: int = EVERY) -> Iterator[AskedTone]:
    """The full tones of a reader's sentences as the text has them, and some with another full tone in the text."""
    evaluator, rng = held_out(reader), np.random.default_rng(SEED)
    for reading in readings(SENTENCES, speaker=reader, every=every):
        syllables = evaluator.readings(reading.text)[0].syllables
        emissions = emissions_of(
            evaluator.acoustic.log_posteriors(reading.samples), log_priors=evaluator.acoustic.log_priors
        )
        alignment = with_refined_onsets(align(syllables, emissions), reading.samples)
        pauses = silences.pauses(silences.speech_mask(reading.samples))
        expected = with_tones_at_pauses(syllables, alignment, pauses)
        pitch = track(reading.samples)
        scores = tone_scores(pitch, reading.samples, alignment.syllables, expected, model=evaluator.tones)
        full = [
            index
            for index, (syllable, score) in enumerate(zip(expected, scores, strict=True))
            if score is not None and NEUTRAL not in syllable.tones
        ]
        for index in full:
            score = scores[index]
            assert score is not None
            yield AskedTone(reading.name, verdict(score), edited=False)
        for index in rng.permutation(full)[:EDITS]:
            other = int(rng.choice([tone for tone in range(1, NEUTRAL) if tone not in expected[index].tones]))
            edited = list(expected)
            edited[index] = replace(expected[index], tone=other, tones=frozenset([other]))
            score = tone_scores(pitch, reading.samples, alignment.syllables, edited, model=evaluator.tones)[index]
            assert score is not None
            yield AskedTone(reading.name, verdict(score), edited=True)


def share(tones: list[AskedTone], said: Verdict, *, edited: bool) -> Shares:
    """The share of the tones of which this is said."""
    chosen = [tone for tone in tones if tone.edited is edited]
    hits = np.array([tone.verdict == said for tone in chosen])
    low, high = interval(np.array([tone.reading for tone in chosen]), lambda rows: float(hits[rows].mean()))
    return Shares(float(hits.mean()), low, high, len(hits))
