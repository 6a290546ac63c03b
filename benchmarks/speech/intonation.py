"""Intonation: what a reading loses when its pitch is flattened and nothing else changed; the control has the same pitch put back.

On sentences of two native readers, aligned by the product's own aligner, each version for itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.speech.resynthesis import with_flat_pitch, with_pitch_range
from core.arrays import Float32
from core.backends.jieba import JiebaSegmenter
from core.speech.aligning.alignment import align
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.measures.intonation import intonation_groups, sentence_intonation
from core.speech.measures.silences import pauses, speech_mask
from core.speech.measures.timing import timing
from core.speech.model import ReadingText
from core.speech.reading.text import reading_text
from core.speech.tones.f0 import track
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.corpora import SENTENCES, SPEECH, readings
from evaluation.speech.edits import emissions_from

EVERY = 11
"""Of the sentences, evenly over both readers."""
LEAST_LOSS, LEAST_LOSS_SHARE = 30.0, 0.95
MOST_CHANGE, LEAST_STABLE_SHARE = 5.0, 0.9
"""Points that the control may move either way, and in which share of cases: cutting and adding moves voicing at the edges."""


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not SPEECH.exists():
        print(ABSENT)
        return
    rows = []
    for reading, samples in sentences():
        versions = (samples, with_flat_pitch(samples), with_pitch_range(samples, semitones_kept=1.0))
        scores = [scored(reading, version) for version in versions]
        if scores[0] is not None:
            rows.append([0.0 if version_score is None else version_score for version_score in scores])
    whole, flat, control = np.array(rows).T
    print(
        f"    {len(rows)} sentences of two readers; as read: median {np.median(whole):.0f}, 5th percentile {np.percentile(whole, 5):.0f}"
    )
    print(
        f"    lost by a flat pitch: median {np.median(whole - flat):.0f}, 5th percentile {np.percentile(whole - flat, 5):.0f}"
    )
    stable_share = float(np.mean(np.abs(whole - control) <= MOST_CHANGE))
    bars.at_least(
        "flattened readings that lose 30 points of intonation",
        float(np.mean(whole - flat >= LEAST_LOSS)),
        LEAST_LOSS_SHARE,
    )
    bars.at_least("control readings that stay within 5 points", stable_share, LEAST_STABLE_SHARE)


def sentences() -> Iterator[tuple[ReadingText, Float32]]:
    """Every `EVERY`th sentence with its text."""
    core = in_memory_core()
    segmenter = JiebaSegmenter(core.tables)
    for reading in readings(SENTENCES, every=EVERY):
        yield reading_text(f"{reading.text}。", reader=core.reader, segmenter=segmenter), reading.samples


def scored(reading: ReadingText, samples: Float32) -> float | None:
    """The score of sentence intonation, 0-100; None where no group could be judged."""
    alignment = with_refined_onsets(align(reading.syllables, emissions_from(samples)), samples)
    reading_timing = timing(reading, alignment, pauses(speech_mask(samples)))
    if reading_timing is None:
        return None
    share = sentence_intonation(intonation_groups(reading, alignment, track(samples), reading_timing.pauses)).value
    return None if share is None else 100 * share


if __name__ == "__main__":
    run(Bars())
