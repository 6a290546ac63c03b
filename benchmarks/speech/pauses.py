"""Pauses put into native sentences at their quietest moments, and whether they are found, in the quiet and in noise.

`python -m benchmarks.speech.pauses`; the sentences come from the reference data.
"""

from __future__ import annotations

import sys

import numpy as np

from benchmarks.speech.gate import recordings
from core.arrays import Float32
from core.speech.measures import silences
from core.speech.model import SAMPLES_A_SECOND, Pause
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
    random = np.random.default_rng(SEED)
    paused = [_with_pauses(reading, random) for reading in recordings(SENTENCES, every=16)]
    for snr_db in RATIOS:
        for colour in ("white", "pink"):
            _found(bars, paused, snr_db, colour)


def _with_pauses(reading: Float32, random: np.random.Generator) -> tuple[Float32, list[Pause]]:
    loud = np.convolve(np.diff(reading.astype(np.float64), prepend=0) ** 2, np.ones(160) / 160, "same")
    kept = np.flatnonzero(loud > loud.max() * 10 ** (-ROOM / 10))
    speech, loud = reading[kept[0] : kept[-1] + 1], loud[kept[0] : kept[-1] + 1]
    windows = [(round(len(speech) * share), round(len(speech) * (share + 0.15))) for share in PLACES]
    cuts = [first + int(loud[first:last].argmin()) for first, last in windows]
    parts, truth, at = [signals.silence(AROUND)], [], AROUND
    for piece in np.split(speech, cuts):
        seconds = round(float(random.uniform(0.3, 1.2)), 2)
        parts += [_faded(piece), signals.silence(seconds)]
        at += len(piece) / SAMPLES_A_SECOND
        truth.append(Pause(at, at + seconds))
        at += seconds
    return np.concatenate([*parts[:-1], signals.silence(AROUND)]), truth[:-1]


def _faded(piece: Float32) -> Float32:
    """Over 5 ms, so that a cut is no click."""
    ramp = np.linspace(0, 1, 80, dtype=np.float32)
    faded = piece.copy()
    faded[:80] *= ramp
    faded[-80:] *= ramp[::-1]
    return faded


def _found(bars: Bars, paused: list[tuple[Float32, list[Pause]]], snr_db: float, colour: str) -> None:
    found, false, total = 0, 0, 0
    off: list[float] = []
    for sound, truth in paused:
        heard = silences.pauses(silences.speech_mask(signals.noisy(sound, snr_db, colour=colour)))
        pairs = [(pause, each) for pause in truth for each in heard if _shared(pause, each) > pause.seconds / 2]
        found += len(pairs)
        total += len(truth)
        false += sum(all(_shared(pause, each) < each.seconds / 2 for pause in truth) for each in heard)
        off += [abs(edge) for pause, each in pairs for edge in (each.start - pause.start, each.end - pause.end)]
    middle, high = np.percentile(off, [50, 90])
    print(
        f"    {colour} at {snr_db:g} dB: {found} of {total}, {false} others (native readers pause too), ends off by {middle:.3f} s, 90 % {high:.3f}"
    )
    bars.at_least(f"pauses found, {colour} at {snr_db:g} dB", found / total, 0.98)


def _shared(one: Pause, other: Pause) -> float:
    return min(one.end, other.end) - max(one.start, other.start)


if __name__ == "__main__":
    printed = Bars()
    run(printed)
    sys.exit(1 if printed.failed else 0)
