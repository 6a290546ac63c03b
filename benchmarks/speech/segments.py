"""Right against wrong expected sounds on the development speakers, and onsets of spliced syllables.

    uv run python -m benchmarks.speech.segments [MODEL.onnx]

A wrong expectation is put into every third syllable of the text, and the reading is laid on that text. MODEL is one that has not heard
the man of the spliced syllables; the shipped one has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.arrays import Float32
from core.models.acoustic import OnnxAcousticModel
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import emissions_of
from core.speech.aligning.onsets import onset_errors, with_refined_onsets
from core.speech.aligning.phones import sounds
from core.speech.model import SAMPLE_RATE
from evaluation.bars import Bars
from evaluation.reference import ABSENT
from evaluation.speech.corpora import MAN, decoded, files
from evaluation.speech.edits import SEED, development, expected, model
from evaluation.speech.readings import with_noise
from evaluation.speech.segments import judge_sounds

RANDOM, CONFUSABLE, ONSETS = 0.98, 0.93, 0.97
FALSE_ALARMS, UNSURE = 0.02, 0.10
SPLICED, IN_ONE, CLOSE = 30, 10, 0.05


def spliced(rng: np.random.Generator) -> Iterator[tuple[Float32, list[str], list[float]]]:
    """Isolated syllables of one man set end to end or apart, with where each begins: where its energy comes within 30 dB of its top."""
    syllables = {Path(name).stem: raw for name, raw in files(MAN).items()}
    names = sorted(name for name in syllables if sounds(_letters(name)))
    for _ in range(SPLICED):
        pieces, onsets, position = [rng.normal(0, 1e-4, 4_800)], [], 4_800
        chosen = [str(name) for name in rng.choice(names, IN_ONE)]
        for name in chosen:
            samples = decoded(syllables[name])
            power = np.array([np.mean(samples[start : start + 160] ** 2) for start in range(0, len(samples) - 160, 80)])
            loud = np.flatnonzero(power > power.max() / 1_000) * 80
            begin = max(0, loud[0] - 160)
            gap = rng.normal(0, 1e-4, int(SAMPLE_RATE * rng.choice([0, 0, 0, 0.15, 0.4])))
            pieces += [samples[begin : loud[-1] + 160] / np.abs(samples).max() / 2, gap]
            onsets.append((position + loud[0] - begin) / SAMPLE_RATE)
            position += len(pieces[-2]) + len(gap)
        joined = np.concatenate([*pieces, rng.normal(0, 1e-4, 4_800)]).astype(np.float32)
        yield joined, [_letters(name) for name in chosen], onsets


def _letters(name: str) -> str:
    return name.rstrip("0123456789").replace("v", "ü").replace("uu", "ü")


def close_onsets(ear: OnnxAcousticModel, snr_db: float | None) -> float:
    """Share of onsets found within 50 ms, of `SPLICED` times `IN_ONE`."""
    errors = []
    for seed, (clean, letters, onsets) in enumerate(spliced(np.random.default_rng(SEED))):
        samples = clean if snr_db is None else with_noise(clean, snr_db, seed=seed)
        emissions = emissions_of(ear.log_posteriors(samples), log_priors=ear.log_priors)
        errors.append(onset_errors(with_refined_onsets(align(expected(letters), emissions), samples).syllables, onsets))
    return float(np.mean(np.abs(np.concatenate(errors)) <= CLOSE))


def run(bars: Bars, *, unheard: Path | None = None) -> None:
    """Print each figure beside its bar."""
    reads = development()
    if not reads:
        print(ABSENT)
        return
    for name, confusable, least in (("random", False, RANDOM), ("confusable", True, CONFUSABLE)):
        scores = judge_sounds(reads, confusable=confusable)
        low, high = scores.interval
        called = f"wrong ones called wrong {scores.share('wrong', right=False):.3f}"
        shown = f"{scores.area:.3f} [{low:.3f}, {high:.3f}] n={scores.counted}, {called}"
        bars.check(f"area, {name} wrong sounds", shown, scores.area >= least, f"at least {least}")
    bars.at_most(f"right sounds called wrong, n {sum(scores.right)}", scores.share("wrong", right=True), FALSE_ALARMS)
    bars.at_most(f"right sounds not judged, n {sum(scores.right)}", scores.share("unsure", right=True), UNSURE)
    ear = OnnxAcousticModel(unheard) if unheard else model()
    voice = "unseen" if unheard else "heard in training"
    for snr_db in (None, 15.0):
        description = f"onsets within 50 ms, voice {voice}, noise {snr_db}, n {SPLICED * IN_ONE}"
        bars.at_least(description, close_onsets(ear, snr_db), ONSETS)


if __name__ == "__main__":
    printed = Bars()
    run(printed, unheard=Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    sys.exit(1 if printed.failed else 0)
