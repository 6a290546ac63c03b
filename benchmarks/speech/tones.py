"""Pitch against a voice whose pitch is known, librosa's pYIN beside; tones on speakers left out (from the card of the model)
and on the fifteen development speakers, aligned as the product aligns them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from benchmarks.speech.pulse_voice import sentence
from core.arrays import Float32, Float64
from core.models.tones import MODEL, NumpyToneModel
from core.speech.model import SAMPLES_A_SECOND
from core.speech.tones.f0 import track
from core.speech.tones.verdicts import verdict
from core.tables import DATA
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.edits import development
from evaluation.speech.readings import with_noise
from evaluation.speech.tones import ISOLATED, Judged, judged, named_rightly
from evaluation.statistics import auc

NOISES = (None, 20.0, 10.0)
"""dB of signal over noise."""
SENTENCES, SENTENCES_OF_PYIN = 40, 4
GROSS = 0.2
LONG_SECONDS = 120
GROSS_BAR, COST_BAR = 0.005, 0.01
ISOLATED_MEAN_BAR, ISOLATED_WORST_BAR = 0.965, 0.95
CONNECTED_BAR, VERIFICATION_BAR = 0.80, 0.94
CONNECTED = ("S0150", "S0252")
Tracker = Callable[[Float32], Float64]


class Errors(NamedTuple):
    """Shares of frames, and semitones; `cost` is a share of real time."""

    gross: float
    fine: float
    missed: float
    invented: float
    cost: float


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    _pitch(bars)
    _left_out(bars, NumpyToneModel(DATA / MODEL).card["left_out"])
    if not development():
        print(ABSENT)
        return
    _development(bars, list(judged()))


def own(samples: Float32) -> Float64:
    """This project's tracker."""
    return track(samples).hz


def pyin(samples: Float32) -> Float64:
    """librosa's."""
    import librosa

    found = librosa.pyin(samples, fmin=60, fmax=500, sr=SAMPLES_A_SECOND, frame_length=1024, hop_length=160)
    return np.asarray(found[0])


def errors(tracker: Tracker, snr_db: float | None, sentences: int) -> Errors:
    """Over made sentences."""
    began, seconds, pairs = 0.0, 0.0, []
    for seed in range(sentences):
        voice = sentence(seed)
        clean = voice.samples.astype(np.float32)
        heard = clean if snr_db is None else with_noise(clean, snr_db, seed=seed)
        before = time.process_time()
        found = tracker(heard)
        began, seconds = began + time.process_time() - before, seconds + len(heard) / SAMPLES_A_SECOND
        count = min(len(found), len(voice.hz))
        pairs.append((found[:count], voice.hz[:count]))
    found, true = (np.concatenate(side) for side in zip(*pairs, strict=True))
    both, voiced = np.isfinite(found) & np.isfinite(true), np.isfinite(true)
    ratio = found[both] / true[both]
    return Errors(
        float((np.abs(ratio - 1) > GROSS).mean()),
        float(np.median(np.abs(12 * np.log2(ratio)))),
        float((voiced & ~np.isfinite(found)).sum() / voiced.sum()),
        float((~voiced & np.isfinite(found)).sum() / (~voiced).sum()),
        began / seconds,
    )


def _pitch(bars: Bars) -> None:
    print(
        f"    of {SENTENCES} made sentences ({SENTENCES_OF_PYIN} for pYIN); tracker, noise: gross errors (>20 %), "
        "median error in semitones, missed, beyond the edges, cost of real time"
    )
    for snr_db in NOISES:
        found = errors(own, snr_db, SENTENCES)
        _print_errors("this", snr_db, found)
        bars.at_most(f"gross pitch errors, noise {snr_db or 'none'}", found.gross, GROSS_BAR)
    for snr_db in NOISES:
        _print_errors("pYIN", snr_db, errors(pyin, snr_db, SENTENCES_OF_PYIN))
    made = np.concatenate([sentence(seed).samples for seed in range(60)])
    samples = made[: LONG_SECONDS * SAMPLES_A_SECOND].astype(np.float32)
    before = time.process_time()
    own(samples)
    seconds = len(samples) / SAMPLES_A_SECOND
    bars.at_most(f"pitch of {seconds:.0f} s, share of real time", (time.process_time() - before) / seconds, COST_BAR)


def _print_errors(name: str, snr_db: float | None, found: Errors) -> None:
    noise = "none" if snr_db is None else f"{snr_db:.0f} dB"
    shares = f"{found.gross:.2%}, {found.fine:.3f}, {found.missed:.1%}, {found.invented:.1%}, {found.cost:.4f}"
    print(f"    {name}, {noise}: {shares}", flush=True)


def _left_out(bars: Bars, table: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Figures that the training kept: each speaker judged by networks that never heard the speaker, on bounds of the training's aligner."""
    for speaker, ways in table.items():
        for way, found in ways.items():
            low, high = found["interval"]
            print(
                f"    {speaker}, {way}: tones 1-4 {found['accuracy']:.3f} [{low:.3f}, {high:.3f}], AUC {found['auc']:.3f}, n {found['syllables']}"
            )
    isolated = [float(table[speaker]["session"]["accuracy"]) for speaker in ISOLATED]
    bars.at_least("isolated tone, mean of four speakers left out", float(np.mean(isolated)), ISOLATED_MEAN_BAR)
    bars.at_least("isolated tone, worst of four speakers left out", min(isolated), ISOLATED_WORST_BAR)
    for speaker in CONNECTED:
        found = table[speaker]["own register"]
        bars.at_least(f"connected tone, {speaker} left out", float(found["accuracy"]), CONNECTED_BAR)
        bars.at_least(f"verification AUC, {speaker} left out", float(found["auc"]), VERIFICATION_BAR)


def _development(bars: Bars, found: list[Judged]) -> None:
    share, low, high, count = named_rightly(found)
    named = f"connected tone, fifteen development speakers [{low:.3f}, {high:.3f}], n {count}"
    bars.at_least(named, share, CONNECTED_BAR)
    full = [part for part in found if part.tone <= 4]
    said, swapped = (np.array(side) for side in zip(*((part.said, part.swapped) for part in full), strict=True))
    area = auc(np.repeat([1.0, 0.0], len(full)), np.concatenate([said, swapped]))
    bars.at_least(f"verification AUC, fifteen development speakers, n {count} and as many", area, VERIFICATION_BAR)
    verdicts = [verdict(part.score) for part in found]
    print(
        f"    natives called wrong {verdicts.count('wrong') / len(found):.1%}, not judged {verdicts.count('unsure') / len(found):.1%}, n {len(found)}"
    )
