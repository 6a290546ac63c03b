"""Pauses put into native sentences at their quietest moments, and whether they are found, in the quiet and in noise.

`python -m benchmarks.speech.pauses`; the sentences come from the reference data.
"""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.speech.gate import recordings
from core.arrays import Float32
from core.speech.measures import silences
from core.speech.model import SAMPLE_RATE, Pause
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech import signals
from evaluation.speech.corpora import SENTENCES, SPEECH

SEED = 20261123
"""Lengths of the pauses."""
PLACES = (0.2, 0.4, 0.6)
"""A pause is put at the quietest moment between this share of a sentence and 0.15 further on."""
AROUND = 0.3
"""Seconds of silence before and after each sentence."""
RATIOS = (50.0, 20.0, 15.0, 10.0)
ROOM = 25.0
"""Decibels under the loudest 10 ms, of differences between samples: what lies outside is cut from the ends. Of the samples themselves
the rumble of some rooms would stay, and a pause after it be no pause."""


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not SPEECH.is_dir():
        print(ABSENT)
        return
    rng = np.random.default_rng(SEED)
    paused = [_with_pauses(reading, rng) for reading in recordings(SENTENCES, every=16)]
    for snr_db in RATIOS:
        for colour in ("white", "pink"):
            _found(bars, paused, snr_db, colour)


def _with_pauses(reading: Float32, rng: np.random.Generator) -> tuple[Float32, list[Pause]]:
    loud = np.convolve(np.diff(reading.astype(np.float64), prepend=0) ** 2, np.ones(160) / 160, "same")
    speech_indexes = np.flatnonzero(loud > loud.max() * 10 ** (-ROOM / 10))
    speech, loud = reading[speech_indexes[0] : speech_indexes[-1] + 1], loud[speech_indexes[0] : speech_indexes[-1] + 1]
    windows = [(round(len(speech) * share), round(len(speech) * (share + 0.15))) for share in PLACES]
    cuts = [first + int(loud[first:last].argmin()) for first, last in windows]
    parts, truth, position = [signals.silence(AROUND)], [], AROUND
    for piece in np.split(speech, cuts):
        seconds = round(float(rng.uniform(0.3, 1.2)), 2)
        parts += [_faded(piece), signals.silence(seconds)]
        position += len(piece) / SAMPLE_RATE
        truth.append(Pause(position, position + seconds))
        position += seconds
    return np.concatenate([*parts[:-1], signals.silence(AROUND)]), truth[:-1]


def _faded(piece: Float32) -> Float32:
    """Over 5 ms, so that a cut is no click."""
    ramp = np.linspace(0, 1, 80, dtype=np.float32)
    faded = piece.copy()
    faded[:80] *= ramp
    faded[-80:] *= ramp[::-1]
    return faded


def _found(bars: Bars, paused: list[tuple[Float32, list[Pause]]], snr_db: float, colour: str) -> None:
    matched, false_alarms, expected = 0, 0, 0
    edge_errors: list[float] = []
    for sound, truth in paused:
        heard = silences.pauses(silences.speech_mask(signals.noisy(sound, snr_db, colour=colour)))
        pairs = [
            (pause, detected) for pause in truth for detected in heard if _shared(pause, detected) > pause.seconds / 2
        ]
        matched += len(pairs)
        expected += len(truth)
        false_alarms += sum(
            all(_shared(pause, detected) < detected.seconds / 2 for pause in truth) for detected in heard
        )
        edge_errors += [
            abs(edge) for pause, detected in pairs for edge in (detected.start - pause.start, detected.end - pause.end)
        ]
    middle, high = np.percentile(edge_errors, [50, 90])
    print(
        f"    {colour} at {snr_db:g} dB: {matched} of {expected}, {false_alarms} others (native readers pause too), ends off by {middle:.3f} s, 90 % {high:.3f}"
    )
    bars.at_least(f"pauses found, {colour} at {snr_db:g} dB", matched / expected, 0.98)


def _shared(first: Pause, second: Pause) -> float:
    return min(first.end, second.end) - max(first.start, second.start)


if __name__ == "__main__":
    printed = Bars()
    run(printed)
    sys.exit(1 if printed.failed else 0)
