"""The whole evaluation on native readings: totals, false alarms, what noise and codecs move, what must be refused, what it costs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import numpy as np

from benchmarks.speech.splices import swapped_tones
from core.arrays import Float32, Float64
from core.errors import BadRequest
from core.speech.model import SAMPLE_RATE
from core.speech.service import ReadingEvaluator
from core.speech.verdicts import FAULTS, SyllableVerdict, Verdict
from core.speech.wire import SoundJudged, SpeechReport, SyllableJudged, ToneJudged
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.asked_tones import READERS
from evaluation.speech.corpora import DEVELOPMENT, SENTENCES, SPEECH, NativeReading, english, readings  # fmt: skip
from evaluation.speech.readings import (
    HELD_OUT,
    UNSEEN,
    as_json,
    as_mp3,
    as_wav,
    held_out,
    recording,
    shipped,
    with_gain,
    with_noise,
)
from evaluation.statistics import interval

EVERY = 4
"""Of the unseen speaker's sentences."""
ALONE = """
import re, sys
from pathlib import Path
from core.wiring import in_memory_core
evaluator = in_memory_core().speech.evaluator
evaluator.evaluate(Path(sys.argv[1]).read_bytes(), filename="-", text=sys.argv[2])
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""
"""Not by getrusage, whose peak is inherited from the process that started this one."""
FALSE_ALARMS = 0.03
"""Of the syllables that natives read."""
UNJUDGED = 0.08
"""Of initials, of finals and of tones that natives read."""
MOST_WRONG_TOTAL = 25.0
"""For a recording that is no reading of the text."""


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not SPEECH.exists():
        print(ABSENT)
        return
    develop = list(readings(DEVELOPMENT))
    print(f"natives: {len(develop)} development speakers with the models that ship; two readers, whom the tone model has not heard, "
          f"{UNSEEN} unheard by {HELD_OUT.name} too")  # fmt: skip
    natives(bars, "development speakers", heard_natives(shipped(), develop))
    for reader in READERS:
        natives(bars, reader, heard_natives(held_out(reader), list(readings(SENTENCES, speaker=reader, every=EVERY))))
    evaluator, unseen = held_out(), list(readings(SENTENCES, speaker=UNSEEN, every=EVERY))
    swapped_tones(bars, evaluator)
    moved(bars, evaluator, unseen[:40])
    refused(bars, evaluator, unseen)
    cost(bars, shipped(), unseen)


def _scored(evaluator: ReadingEvaluator, samples: Float32, text: str) -> SpeechReport | None:
    """None where it is refused."""
    try:
        return evaluator.scored(recording(samples), filename="-", text=text)
    except BadRequest:
        return None


@dataclass(frozen=True)
class Natives:
    """Reports of native readings, and how many were refused."""

    reports: list[SpeechReport]
    refused: int

    @property
    def syllables(self) -> list[SyllableJudged]:
        """Of all readings."""
        return [syllable for report in self.reports for syllable in report.syllables]

    @property
    def totals(self) -> Float64:
        """Of all readings."""
        return np.array([report.total_score for report in self.reports])

    @property
    def alarmed(self) -> list[bool]:
        """For each syllable, whether something is claimed against it."""
        return [syllable.verdict in FAULTS for syllable in self.syllables]

    @property
    def clear(self) -> tuple[float, float, float]:
        """Share of the syllables against which nothing is claimed, with its 95 % interval over readings."""
        clear = 1.0 - np.array(self.alarmed, float)
        reading_of_syllable = np.repeat(
            np.arange(len(self.reports)), [len(report.syllables) for report in self.reports]
        )
        return (float(clear.mean()), *interval(reading_of_syllable, lambda rows: float(clear[rows].mean())))


def heard_natives(evaluator: ReadingEvaluator, chosen: Sequence[NativeReading]) -> Natives:
    """Each reading scored."""
    reports = [_scored(evaluator, reading.samples, reading.text) for reading in chosen]
    return Natives([report for report in reports if report is not None], sum(report is None for report in reports))


def natives(bars: Bars, name: str, measured: Natives) -> None:
    """Totals, refusals, false alarms and what cannot be judged."""
    syllables, totals = measured.syllables, measured.totals
    print(f"  {name}, {len(syllables)} syllables: {_shares(syllables)}")
    low, high = interval(np.arange(len(totals)), lambda rows: float(np.median(totals[rows])))
    print(
        f"  {len(totals)} readings, total: median {np.median(totals):.1f} (95 % over readings {low:.1f}-{high:.1f}), mean {totals.mean():.1f}"
    )
    shares = Counter(syllable.verdict for syllable in syllables)
    beside = np.mean([len(report.beside) for report in measured.reports])
    said = ", ".join(f"{verdict} {shares[verdict] / len(syllables):.4f}" for verdict in get_args(SyllableVerdict))
    print(f"  syllables: {said}; beside the text {beside:.3f} a reading")
    bars.at_least(f"{name}: median total", float(np.median(totals)), 90)
    bars.at_least(f"{name}: 5th percentile", float(np.percentile(totals, 5)), 75)
    bars.at_most(f"{name}: false alarms a syllable", 1 - measured.clear[0], FALSE_ALARMS)
    bars.at_most(f"{name}: refused", measured.refused / (measured.refused + len(measured.reports)), 0.01)
    for kind, parts in _parts(syllables).items():
        bars.at_most(f"{name}: cannot judge the {kind}", _share(parts, "unsure"), UNJUDGED)


def _parts(syllables: Sequence[SyllableJudged]) -> dict[str, list[ToneJudged | SoundJudged]]:
    return {
        "tone": [syllable.tone for syllable in syllables if syllable.tone],
        "initial": [syllable.initial for syllable in syllables if syllable.initial],
        "final": [syllable.final for syllable in syllables if syllable.final],
    }


def _share(parts: Sequence[ToneJudged | SoundJudged], verdict: Verdict) -> float:
    return float(np.mean([part.verdict == verdict for part in parts]))


def _shares(syllables: Sequence[SyllableJudged]) -> str:
    return ", ".join(
        f"{kind} wrong {_share(parts, 'wrong'):.3f} unsure {_share(parts, 'unsure'):.3f}"
        for kind, parts in _parts(syllables).items()
    )


def moved(bars: Bars, evaluator: ReadingEvaluator, chosen: Sequence[NativeReading]) -> None:
    """How far the total moves when the recording changes and the reading does not."""
    decoder = evaluator.decoder
    changes: dict[str, tuple[Callable[[Float32], Float32], float]] = {
        "20 dB noise": (lambda x: with_noise(x, 20), 5.0),
        "gain of 12 dB": (lambda x: with_gain(x, 12), 1.0),
        "mp3 at 64 kbit": (lambda x: decoder.decode(as_mp3(x), name="a.mp3").samples, 2.0),
    }
    base = {reading.name: _scored(evaluator, reading.samples, reading.text) for reading in chosen}
    for name, (change, most) in changes.items():
        gaps = []
        for reading in chosen:
            before, after = base[reading.name], _scored(evaluator, change(reading.samples), reading.text)
            if before is not None:
                gaps.append(abs((after.total_score if after else 0.0) - before.total_score))
        print(
            f"  {name}: median {np.median(gaps):.2f}, 90th percentile {np.percentile(gaps, 90):.2f}, largest {max(gaps):.2f} (n {len(gaps)})"
        )
        bars.at_most(f"{name} moves the total (mean)", float(np.mean(gaps)), most)


def refused(bars: Bars, evaluator: ReadingEvaluator, chosen: Sequence[NativeReading]) -> None:
    """Recordings that are no reading of the text: each is refused or has at most 25 points."""
    rng = np.random.default_rng(9)
    text = "今天天气很好，我们一起去公园散步吧。"
    cases: list[tuple[str, Float32, str]] = [("silence", np.zeros(4 * SAMPLE_RATE, np.float32), text)]
    cases += [(f"noise {slope}", noise(rng, slope), text) for slope in (0.0, 0.5, 1.0)]
    cases += [(f"music {number}", music(rng), text) for number in range(6)]
    cases += [("English", samples, text) for samples in english(12)]
    others = rng.permutation(len(chosen))[:20]
    cases += [("another text", chosen[index].samples, chosen[(index + 7) % len(chosen)].text) for index in others]
    for index in rng.permutation(len(chosen))[:20]:
        characters = list(chosen[index].text)
        rng.shuffle(characters)
        cases.append(("shuffled text", chosen[index].samples, "".join(characters)))
    totals: dict[str, list[float]] = {}
    for name, samples, expected_text in cases:
        report = _scored(evaluator, samples, expected_text)
        totals.setdefault(name.split()[0], []).append(0.0 if report is None else report.total_score)
    for kind, kind_totals in totals.items():
        print(
            f"  {kind}: n {len(kind_totals)}, refused {sum(total == 0 for total in kind_totals)}, highest {max(kind_totals):.1f}"
        )
    passed = [total <= MOST_WRONG_TOTAL for kind_totals in totals.values() for total in kind_totals]
    bars.at_least(f"refused or at most 25 points, of {len(passed)}", float(np.mean(passed)), 1.0)


def noise(rng: np.random.Generator, slope: float) -> Float32:
    """Four seconds, power falling with frequency."""
    spectrum = np.fft.rfft(rng.standard_normal(4 * SAMPLE_RATE))
    spectrum[1:] /= np.arange(1, len(spectrum)) ** slope
    samples = np.fft.irfft(spectrum)
    return np.asarray(0.1 * samples / samples.std(), np.float32)


def music(rng: np.random.Generator) -> Float32:
    """Six seconds of chords and a melody over them."""
    seconds = np.arange(6 * SAMPLE_RATE) / SAMPLE_RATE
    samples = np.zeros(len(seconds))
    for beat in np.arange(0, 6, 0.5):
        inside = (seconds >= beat) & (seconds < beat + 0.5)
        for note in rng.choice([220, 247, 262, 294, 330, 349, 392, 440, 494, 523], 3, replace=False):
            for overtone in range(1, 6):
                samples[inside] += (
                    np.sin(2 * np.pi * note * overtone * seconds[inside])
                    / overtone
                    * np.exp(-3 * (seconds[inside] - beat))
                )
    return np.asarray(0.1 * samples / samples.std(), np.float32)


def cost(bars: Bars, evaluator: ReadingEvaluator, chosen: Sequence[NativeReading]) -> None:
    """CPU and wall seconds of 120 s and of 10 s, memory, and the same input twice."""
    ordered = list(chosen)
    ten, ten_text = _joined(ordered, 10)
    whole, whole_text = _joined(ordered, 119)
    _scored(evaluator, ten, ten_text)
    for name, samples, text, most in (("10 s", ten, ten_text, 1.0), ("120 s", whole, whole_text, 6.0)):
        begun, ticked = time.perf_counter(), time.process_time()
        first = _scored(evaluator, samples, text)
        wall, spent = time.perf_counter() - begun, time.process_time() - ticked
        print(
            f"  {name} ({len(samples) / SAMPLE_RATE:.1f} s of audio, {len(text)} characters): {wall:.2f} s, {spent:.2f} s of CPU"
        )
        bars.at_most(f"seconds for {name}", wall, most)
        second = _scored(evaluator, samples, text)
        assert first is not None
        assert second is not None
        bars.equal(f"the same report twice, {name}", as_json(first) == as_json(second), True)
    bars.at_most("memory of a process of its own, MB", memory_megabytes(whole, whole_text), 600)


def memory_megabytes(samples: Float32, text: str) -> float:
    """The most that a fresh process holds while it scores one recording."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "reading.wav"
        file.write_bytes(as_wav(samples))
        ran = subprocess.run([sys.executable, "-c", ALONE, str(file), text], capture_output=True, text=True, check=True)
    return float(ran.stdout.split()[-1])


def _joined(chosen: Sequence[NativeReading], seconds: float) -> tuple[Float32, str]:
    """Readings end to end, up to a length."""
    parts, texts, length = [], [], 0
    for reading in chosen:
        if length + len(reading.samples) > seconds * SAMPLE_RATE:
            continue
        parts.append(reading.samples)
        texts.append(reading.text)
        length += len(reading.samples)
    return np.concatenate(parts), "，".join(texts) + "。"
