"""Pitch against a voice whose pitch is known, librosa's pYIN beside; tones on speakers left out (from the card of the model)
and on the fifteen development speakers, aligned as the product aligns them."""

from __future__ import annotations

import io
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from benchmarks.bars import Bars
from benchmarks.pulse_voice import FloatArray, sentence, with_noise
from benchmarks.reference import ABSENT, REFERENCE
from core.backends.acoustic import MODEL as ACOUSTIC_MODEL
from core.backends.acoustic import OnnxAcousticModel
from core.backends.tone_model import MODEL, NumpyToneModel
from core.speech.align import align, emissions
from core.speech.f0 import track
from core.speech.model import ExpectedSyllable, Sounds, ToneScore
from core.speech.phones import sounds
from core.speech.tones import log_odds, tone_scores, verdict
from core.tables import DATA

DEVELOPMENT = REFERENCE / "speech" / "aishell3-fifteen-speakers-dev.tar"
NOISES = (None, 20.0, 10.0)
"""dB of signal over noise."""
SENTENCES, SENTENCES_OF_PYIN = 40, 4
GROSS = 0.2
LONG_SECONDS = 120
GROSS_BAR, COST_BAR = 0.005, 0.01
ISOLATED_MEAN_BAR, ISOLATED_WORST_BAR = 0.965, 0.95
CONNECTED_BAR, VERIFICATION_BAR = 0.80, 0.94
ISOLATED = ("yue", "wang", "pinyin", "man")
CONNECTED = ("S0150", "S0252")
RESAMPLED = 1_000
Tracker = Callable[[FloatArray], FloatArray]


class Errors(NamedTuple):
    """Shares of frames, and semitones; `cost` is a share of real time."""

    gross: float
    fine: float
    missed: float
    invented: float
    cost: float


class Judged(NamedTuple):
    """A syllable of a development speaker: its score, and the log odds of its tone and of a random wrong one."""

    speaker: str
    tone: int
    score: ToneScore
    said: float
    swapped: float


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    _pitch(bars)
    _left_out(bars, NumpyToneModel(DATA / MODEL).card["left_out"])
    if not DEVELOPMENT.exists() or not (DATA / ACOUSTIC_MODEL).exists():
        print(
            ABSENT if not DEVELOPMENT.exists() else "There is no acoustic model to align the development speakers with."
        )
        return
    _development(bars, list(judged()))


def own(samples: FloatArray) -> FloatArray:
    """This project's tracker."""
    return track(samples.astype(np.float32)).hz


def pyin(samples: FloatArray) -> FloatArray:
    """librosa's."""
    import librosa

    found = librosa.pyin(samples, fmin=60, fmax=500, sr=16_000, frame_length=1024, hop_length=160)
    return np.asarray(found[0])


def errors(tracker: Tracker, snr_db: float | None, sentences: int) -> Errors:
    """Over made sentences."""
    began, seconds, pairs = 0.0, 0.0, []
    for seed in range(sentences):
        voice = sentence(seed)
        heard = voice.samples if snr_db is None else with_noise(voice.samples, snr_db, seed)
        before = time.process_time()
        found = tracker(heard)
        began, seconds = began + time.process_time() - before, seconds + len(heard) / 16_000
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
        "    tracker, noise: gross errors (>20 %), median error in semitones, missed, beyond the edges, cost of real time"
    )
    for snr_db in NOISES:
        found = errors(own, snr_db, SENTENCES)
        _print_errors("this", snr_db, found)
        bars.at_most(f"gross pitch errors, noise {snr_db or 'none'}", found.gross, GROSS_BAR)
    for snr_db in NOISES:
        _print_errors("pYIN", snr_db, errors(pyin, snr_db, SENTENCES_OF_PYIN))
    samples = np.concatenate([sentence(seed).samples for seed in range(60)])[: LONG_SECONDS * 16_000]
    before = time.process_time()
    own(samples)
    seconds = len(samples) / 16_000
    bars.at_most(f"pitch of {seconds:.0f} s, share of real time", (time.process_time() - before) / seconds, COST_BAR)


def _print_errors(name: str, snr_db: float | None, found: Errors) -> None:
    noise = "none" if snr_db is None else f"{snr_db:.0f} dB"
    shares = f"{found.gross:.2%}, {found.fine:.3f}, {found.missed:.1%}, {found.invented:.1%}, {found.cost:.4f}"
    print(f"    {name}, {noise}: {shares}", flush=True)


def _left_out(bars: Bars, table: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Figures that the training kept: each speaker judged by networks that never heard the speaker."""
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


def judged() -> Iterator[Judged]:
    """Every syllable of the development sentences that was found."""
    import soundfile

    acoustic, model = OnnxAcousticModel(DATA / ACOUSTIC_MODEL), NumpyToneModel(DATA / MODEL)
    chance = np.random.default_rng(0)
    with tarfile.open(DEVELOPMENT) as tar:
        for name, syllables in _texts(tar):
            held = tar.extractfile(f"{name}.ogg")
            assert held is not None
            samples, _ = soundfile.read(io.BytesIO(held.read()), dtype="float32")
            heard = emissions(acoustic.log_posteriors(samples), log_priors=acoustic.log_priors)
            aligned = align(syllables, heard).syllables
            scores = tone_scores(track(samples), samples, aligned, syllables, model=model)
            for syllable, score in zip(syllables, scores, strict=True):
                if score is None:
                    continue
                wrong = int(chance.choice([tone for tone in (1, 2, 3, 4) if tone != syllable.tone]))
                chances = np.array(score.chances)
                odds = (log_odds(chances, frozenset([tone])) for tone in (syllable.tone, wrong))
                yield Judged(name[:7], syllable.tone, score, *odds)


def _texts(tar: tarfile.TarFile) -> Iterator[tuple[str, list[ExpectedSyllable]]]:
    held = tar.extractfile("transcripts.tsv")
    assert held is not None
    for line in held.read().decode().splitlines():
        name, _, pinyin = line.split("\t")
        tokens = [token for token in pinyin.split() if token not in "%$"]
        yield name, [_expected(token, place) for place, token in enumerate(tokens)]


def _expected(token: str, place: int) -> ExpectedSyllable:
    letters, tone = token[:-1].replace("v", "ü"), int(token[-1])
    found = sounds(letters)
    assert found is not None, token

    return ExpectedSyllable(place, "", token, (Sounds(*found),), tone, frozenset([tone]), place, "none")


def named_rightly(found: list[Judged]) -> tuple[float, float, float, int]:
    """Share of the full tones that are the likeliest of the four, its interval over speakers, and how many they are."""
    full = [part for part in found if part.tone <= 4]
    hits = np.array([int(np.argmax(part.score.chances[:4])) + 1 == part.tone for part in full])
    speakers = np.unique([part.speaker for part in full], return_inverse=True)[1]
    return (float(hits.mean()), *_interval(hits.astype(float), speakers), len(full))


def _development(bars: Bars, found: list[Judged]) -> None:
    share, low, high, count = named_rightly(found)
    named = f"connected tone, fifteen development speakers [{low:.3f}, {high:.3f}], n {count}"
    bars.at_least(named, share, CONNECTED_BAR)
    full = [part for part in found if part.tone <= 4]
    said, swapped = (np.array(side) for side in zip(*((part.said, part.swapped) for part in full), strict=True))
    area = float((said[:, None] > swapped[None]).mean())
    bars.at_least("verification AUC, fifteen development speakers", area, VERIFICATION_BAR)
    verdicts = [verdict(part.score) for part in found]
    print(
        f"    natives called wrong {verdicts.count('wrong') / len(found):.1%}, not judged {verdicts.count('unsure') / len(found):.1%}"
    )


def _interval(values: FloatArray, groups: np.ndarray[Any, np.dtype[np.intp]]) -> tuple[float, float]:
    """95 % over drawn groups."""
    sums, counts = np.bincount(groups, values), np.bincount(groups)
    drawn = np.random.default_rng(0).integers(0, len(sums), (RESAMPLED, len(sums)))
    low, high = np.quantile(sums[drawn].sum(1) / counts[drawn].sum(1), [0.025, 0.975])
    return float(low), float(high)
