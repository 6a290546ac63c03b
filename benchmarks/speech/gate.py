"""What is let through to scoring: native readings, and forty kinds of sound that are none; how well noise is measured.

`python -m benchmarks.speech.gate`; readings come from the reference data, all else is made here.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

from core.arrays import Float32
from core.backends.sound import SoundDecoder
from core.errors import BadRequest
from core.learning.intervals import wilson
from core.speech.measures import quality, silences
from core.speech.model import Recording
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech import signals
from evaluation.speech.corpora import DEVELOPMENT, RATED, SENTENCES, SPEECH, files

READER = SoundDecoder()
RATIOS = (20.0, 15.0, 10.0, 6.0, 3.0, 0.0)
TALKERS = 6
SEED = 20261122
"""Order of the talkers in the babble."""


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    _useless(bars)
    _cost(bars)
    if not SPEECH.is_dir():
        print(ABSENT)
        return
    natives = list(recordings(SENTENCES))
    for name, sounds in (("native", natives), ("development speakers'", list(recordings(DEVELOPMENT)))):
        _refusals(bars, name, sounds)
    english = list(recordings(RATED, every=10))
    _refusals(bars, "English", english)
    for snr_db in (20.0, 15.0, 10.0):
        _refusals(bars, f"native at {snr_db:g} dB", [signals.noisy(reading, snr_db) for reading in natives[::4]])
    _bias(bars, natives[::25], english)
    _likeness(natives[::4])


def recordings(corpus: str, *, every: int = 1) -> Iterator[Float32]:
    """Every so many of a corpus, decoded as the product decodes uploads."""
    raw_files = [raw for name, raw in files(corpus).items() if name.endswith(".ogg")]
    for raw in raw_files[::every]:
        yield READER.decode(raw, name="").samples


def refusal_name(recording: Recording) -> str:
    """Name of the refusal, "" if there is none."""
    try:
        quality.refuse_unusable(quality.inspect(recording))
    except BadRequest as error:
        return type(error).__name__
    return ""


def _refusals(bars: Bars, name: str, sounds: list[Float32]) -> None:
    refusals = Counter(refusal_name(signals.recording(sound)) for sound in sounds)
    refused = len(sounds) - refusals.pop("", 0)
    low, high = wilson(refused / len(sounds), len(sounds))
    print(f"    {name}: {refused} of {len(sounds)} refused, 95 % {low:.3f}-{high:.3f} {dict(refusals)}")
    bars.at_most(f"{name} readings refused", refused / len(sounds), 0.01)


def useless() -> dict[str, Float32]:
    """Sounds that must not be scored as speech, by name; those that follow a rhythm are left to the aligner."""
    speech = signals.babbling(20)
    steady = {
        colour: signals.noise(colour, 6, rms=rms) for colour, rms in zip(signals.COLOURS, (0.02, 0.1, 0.1), strict=True)
    }
    return {
        "silence": signals.silence(5),
        "silence of a quiet room": signals.noise("pink", 5, rms=1e-4),
        **steady,
        "loud white": signals.noise("white", 6, rms=0.3),
        "hum": signals.hum(6),
        "tone": signals.tone(440, 6),
        "a click": np.concatenate([signals.silence(2), signals.noise("white", 0.02, rms=0.3), signals.silence(2)]),
        "a moment of speech": np.concatenate([signals.silence(2), speech[4_800:10_000], signals.silence(2)]),
        "speech at -40 dBFS": signals.noisy(speech, 40) * np.float32(0.01),
        "speech 12 dB over full scale": np.clip(signals.noisy(speech, 40) / np.abs(speech).max() * 4, -1, 1),
        "speech 20 dB over full scale": np.clip(signals.noisy(speech, 40) / np.abs(speech).max() * 10, -1, 1),
        **{f"speech at {snr_db} dB": signals.noisy(speech, snr_db) for snr_db in (4, 2, 0, -3, -6)},
    }


def _useless(bars: Bars) -> None:
    accepted = 0
    for name, sound in useless().items():
        refusal = refusal_name(signals.recording(sound))
        accepted += not refusal
        print(f"    {name}: {refusal or 'taken'}")
    bars.equal("silences, noises, hum, clipped and drowned speech that are taken", accepted, 0)
    files = {"empty": b"", "html": b"<!doctype html><html></html>", "header alone": signals.wav(signals.silence(1))[:44],
             "over two minutes": signals.wav(signals.silence(121))}  # fmt: skip
    for name, raw in files.items():
        try:
            READER.decode(raw, name="")
            bars.check(f"file {name}", "taken", False, "refused")
        except BadRequest as error:
            print(f"    {name}: {error}")
    music = {"chords": signals.chords(8), "arpeggio": signals.arpeggio(8), "drums": signals.drums(8)}
    for name, sound in music.items():
        figures = quality.inspect(signals.recording(sound))
        print(
            f"    {name}: {refusal_name(signals.recording(sound)) or 'left to the aligner'}, {figures.speech_likeness} dB at the pace of syllables"
        )


def _cost(bars: Bars) -> None:
    sound = np.resize(signals.noisy(signals.babbling(60), 30), 120 * 44_100)
    raw = signals.wav(sound, rate=44_100, channels=2)
    times = []
    for _ in range(3):
        start = time.process_time()
        quality.inspect(READER.decode(raw, name=""))
        times.append(time.process_time() - start)
    bars.at_most(f"seconds of CPU to decode and inspect {READER.decode(raw, name='').seconds:.0f} s", min(times), 0.6)


def _bias(bars: Bars, readings: list[Float32], english: list[Float32]) -> None:
    """Estimated less true ratio: 5th percentile, median, 95th."""
    babble = _babble(english)
    print(f"    {len(readings)} native readings in noise; babble of {TALKERS} talkers")
    for kind in (*signals.COLOURS, "babble"):
        for snr_db in RATIOS:
            errors = []
            for reading in readings:
                mixed = (
                    _with_babble(reading, babble, snr_db)
                    if kind == "babble"
                    else signals.noisy(reading, snr_db, colour=kind)
                )
                estimate = quality.inspect(signals.recording(mixed)).snr_db
                errors.append((-10.0 if estimate is None else estimate) - snr_db)
            low, middle, high = np.percentile(errors, [5, 50, 95])
            print(f"    {kind} at {snr_db:g} dB: estimate off by {low:+.1f} {middle:+.1f} {high:+.1f}")
            if kind in ("white", "pink"):
                bars.at_most(f"median error of the ratio, {kind} at {snr_db:g} dB", abs(float(middle)), 2.5)


def _babble(english: list[Float32]) -> Float32:
    """Talkers who begin in the middle: all readings begin with silence."""
    rng = np.random.default_rng(SEED)
    talkers = [np.concatenate([english[index] for index in rng.permutation(len(english))[:12]]) for _ in range(TALKERS)]
    shortest = min(map(len, talkers))
    shifted = [np.roll(talker[:shortest], rng.integers(shortest)) for talker in talkers]
    return np.asarray(sum(talker / talker.std() for talker in shifted), dtype=np.float32)


def _with_babble(reading: Float32, babble: Float32, snr_db: float) -> Float32:
    under = np.resize(babble, len(reading))
    level = np.sqrt(np.mean(reading**2) / np.mean(under**2)) * 10 ** (-snr_db / 20)
    return np.asarray(reading + level * under, dtype=np.float32)


def _likeness(readings: list[Float32]) -> None:
    """How far the movement at the pace of syllables tells readings from other sounds: area under the ROC for each."""
    speech = np.array([_depth(reading) for reading in readings])
    print(f"    {len(speech)} native readings against sounds at the pace of syllables")
    others = {
        "noise": [signals.noise(colour, 4, seed=seed) for colour in signals.COLOURS for seed in range(5)],
        "chords": [signals.chords(8)], "arpeggio": [signals.arpeggio(8, notes_a_second=n) for n in (2, 3, 4, 6)],
        "drums": [signals.drums(8)],
    }  # fmt: skip
    for name, sounds in others.items():
        depths = np.array([_depth(sound) for sound in sounds])
        area = float(np.mean(speech[:, None] > depths))
        print(
            f"    movement of {name} (n {len(depths)}): {np.median(depths):.1f} dB, readings {np.median(speech):.1f}; area under the ROC {area:.3f}"
        )


def _depth(sound: Float32) -> float:
    powers = silences.band_powers(sound)
    return quality.syllabic_depth(silences.heights(powers, silences.noise_floor(powers)))


if __name__ == "__main__":
    printed = Bars()
    run(printed)
    sys.exit(1 if printed.failed else 0)
