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
from core.speech.model import SAMPLE_RATE
from core.speech.tones.f0 import track
from core.speech.tones.verdicts import verdict
from core.tables import DATA
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.asked_tones import READERS, asked, share
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
CONNECTED_BAR, VERIFICATION_BAR = 0.84, 0.96
CONNECTED = READERS
OTHER_FOUND_BAR, OWN_WRONG_BAR, UNJUDGED_BAR = 0.70, 0.02, 0.08
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
    _asked(bars)


def own(samples: Float32) -> Float64:
    """This project's tracker."""
    return track(samples).hz


def pyin(samples: Float32) -> Float64:
    """librosa's."""
    import librosa

    tracked = librosa.pyin(samples, fmin=60, fmax=500, sr=SAMPLE_RATE, frame_length=1024, hop_length=160)
    return np.asarray(tracked[0])


def errors(tracker: Tracker, snr_db: float | None, sentences: int) -> Errors:
    """Over made sentences."""
    cpu_seconds, seconds, pairs = 0.0, 0.0, []
    for seed in range(sentences):
        voice = sentence(seed)
        clean = voice.samples.astype(np.float32)
        samples = clean if snr_db is None else with_noise(clean, snr_db, seed=seed)
        before = time.process_time()
        tracked = tracker(samples)
        cpu_seconds, seconds = cpu_seconds + time.process_time() - before, seconds + len(samples) / SAMPLE_RATE
        count = min(len(tracked), len(voice.hz))
        pairs.append((tracked[:count], voice.hz[:count]))
    tracked, true = (np.concatenate(side) for side in zip(*pairs, strict=True))
    both, voiced = np.isfinite(tracked) & np.isfinite(true), np.isfinite(true)
    ratio = tracked[both] / true[both]
    return Errors(
        float((np.abs(ratio - 1) > GROSS).mean()),
        float(np.median(np.abs(12 * np.log2(ratio)))),
        float((voiced & ~np.isfinite(tracked)).sum() / voiced.sum()),
        float((~voiced & np.isfinite(tracked)).sum() / (~voiced).sum()),
        cpu_seconds / seconds,
    )


def _pitch(bars: Bars) -> None:
    print(
        f"    of {SENTENCES} made sentences ({SENTENCES_OF_PYIN} for pYIN); tracker, noise: gross errors (>20 %), "
        "median error in semitones, missed, beyond the edges, cost of real time"
    )
    for snr_db in NOISES:
        measured = errors(own, snr_db, SENTENCES)
        _print_errors("this", snr_db, measured)
        bars.at_most(f"gross pitch errors, noise {snr_db or 'none'}", measured.gross, GROSS_BAR)
    for snr_db in NOISES:
        _print_errors("pYIN", snr_db, errors(pyin, snr_db, SENTENCES_OF_PYIN))
    joined = np.concatenate([sentence(seed).samples for seed in range(60)])
    samples = joined[: LONG_SECONDS * SAMPLE_RATE].astype(np.float32)
    before = time.process_time()
    own(samples)
    seconds = len(samples) / SAMPLE_RATE
    bars.at_most(f"pitch of {seconds:.0f} s, share of real time", (time.process_time() - before) / seconds, COST_BAR)


def _print_errors(name: str, snr_db: float | None, measured: Errors) -> None:
    noise = "none" if snr_db is None else f"{snr_db:.0f} dB"
    shares = f"{measured.gross:.2%}, {measured.fine:.3f}, {measured.missed:.1%}, {measured.invented:.1%}, {measured.cost:.4f}"
    print(f"    {name}, {noise}: {shares}", flush=True)


def _left_out(bars: Bars, table: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Figures that the training kept: each speaker judged by networks that never heard the speaker, on bounds of the training's aligner."""
    for speaker, ways in table.items():
        for way, figures in ways.items():
            low, high = figures["interval"]
            print(
                f"    {speaker}, {way}: tones 1-4 {figures['accuracy']:.3f} [{low:.3f}, {high:.3f}], AUC {figures['auc']:.3f}, n {figures['syllables']}"
            )
    isolated = [float(table[speaker]["session"]["accuracy"]) for speaker in ISOLATED]
    bars.at_least("isolated tone, mean of four speakers left out", float(np.mean(isolated)), ISOLATED_MEAN_BAR)
    bars.at_least("isolated tone, worst of four speakers left out", min(isolated), ISOLATED_WORST_BAR)
    for speaker in CONNECTED:
        figures = table[speaker]["own register"]
        bars.at_least(f"connected tone, {speaker} left out", float(figures["accuracy"]), CONNECTED_BAR)
        bars.at_least(f"verification AUC, {speaker} left out", float(figures["auc"]), VERIFICATION_BAR)


def _asked(bars: Bars) -> None:
    """Another tone in the text, heard by networks that do not know the reader."""
    for reader in READERS:
        tones = list(asked(reader))
        found, wrong = share(tones, "wrong", edited=True), share(tones, "wrong", edited=False)
        unjudged = share(tones, "unsure", edited=False)
        print(f"    {reader}: {found.tones} tones of the text changed, {wrong.tones} as they are")
        bars.at_least(f"another tone in the text called wrong, {reader}", found.share, OTHER_FOUND_BAR)
        bars.at_most(f"the reader's right tone called wrong, {reader}", wrong.share, OWN_WRONG_BAR)
        bars.at_most(f"the reader's right tone not judged, {reader}", unjudged.share, UNJUDGED_BAR)


def _development(bars: Bars, judged_syllables: list[Judged]) -> None:
    share, low, high, count = named_rightly(judged_syllables)
    title = f"connected tone, fifteen development speakers [{low:.3f}, {high:.3f}], n {count}"
    bars.at_least(title, share, CONNECTED_BAR)
    full = [syllable for syllable in judged_syllables if syllable.tone <= 4]
    right, wrong = (
        np.array(side) for side in zip(*((syllable.right_odds, syllable.wrong_odds) for syllable in full), strict=True)
    )
    area = auc(np.repeat([1.0, 0.0], len(full)), np.concatenate([right, wrong]))
    bars.at_least(f"verification AUC, fifteen development speakers, n {count} and as many", area, VERIFICATION_BAR)
    verdicts = [verdict(syllable.score) for syllable in judged_syllables]
    print(
        f"    natives called wrong {verdicts.count('wrong') / len(judged_syllables):.1%}, not judged {verdicts.count('unsure') / len(judged_syllables):.1%}, n {len(judged_syllables)}"
    )
