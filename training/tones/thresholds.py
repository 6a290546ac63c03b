"""How far the probability can be believed, and what thresholds do, on speakers left out; run after train.py.

uv run python training/tones/thresholds.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))
import itertools

from material import WORK

from core.speech.judging import TONE_WEIGHT, WORST_SHARE
from core.speech.tones.verdicts import LEAST_CONFIDENCE, log_odds

MODEL = Path(__file__).resolve().parents[2] / "data" / "models" / "tones" / "tones.npz"
SENTENCES = ("S01500", "S02520")
SESSIONS = ("yue1", "wang1", "pinyin1", "man1")
BINS = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0001)
WRONG = (0.1, 0.2, 0.28, 0.32, 0.36, 0.4)
WIDTHS = (0.0, 0.1, 0.2)
LEAST = (0.0, 0.2, 0.4)
WRONG_SHARE = 0.2
LOSS = 0.3
CURVES = ((0.0, 1.0), (0.2, 0.8), (0.3, 0.7), (0.3, 0.8), (0.3, 0.9), (0.4, 0.8))
"""Probabilities without any and with all points; the first is the probability itself."""
SOUNDS = 0.93
"""Points of initial and final of a native's syllable, about the mean."""
READING = 13
"""Syllables of a sentence."""


def probabilities(names: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Probabilities of the spoken tone and of a random wrong one, and the confidence."""
    with np.load(MODEL) as stored:
        slope, intercept = json.loads(bytes(stored["card"]))["calibration"]
    stored_rows, rng = np.load(WORK / "left_out.npz"), np.random.default_rng(0)
    expected, swapped, trust = [], [], []
    for name in names:
        for tone_probabilities, tone, confidence in zip(
            stored_rows[f"{name}.chances"], stored_rows[f"{name}.tones"], stored_rows[f"{name}.trust"], strict=True
        ):
            wrong = int(rng.choice([t for t in (1, 2, 3, 4) if t != tone]))
            odds = np.array([log_odds(tone_probabilities, frozenset([int(t)])) for t in (tone, wrong)])
            expected_probability, swapped_probability = 1 / (1 + np.exp(-(slope * odds + intercept)))
            expected.append(expected_probability)
            swapped.append(swapped_probability)
            trust.append(confidence)
    return np.array(expected), np.array(swapped), np.array(trust)


def reliability(expected: np.ndarray, swapped: np.ndarray) -> None:
    """Share of right tones in each range of the probability, where a fifth of all tones is wrong."""
    weights = np.r_[np.full(len(expected), 1 - WRONG_SHARE), np.full(len(swapped), WRONG_SHARE)]
    all_of_them, truth = np.r_[expected, swapped], np.r_[np.ones(len(expected)), np.zeros(len(swapped))]
    print("| probability | mean | right | weight |\n|---|---|---|---|")
    for low, high in itertools.pairwise(BINS):
        here = (all_of_them >= low) & (all_of_them < high)
        if here.any():
            mean, right = (np.average(part[here], weights=weights[here]) for part in (all_of_them, truth))
            print(f"| {low}-{min(high, 1)} | {mean:.2f} | {right:.2f} | {weights[here].sum() / weights.sum():.3f} |")


def outcomes(expected: np.ndarray, swapped: np.ndarray, trust: np.ndarray) -> None:
    """Print the outcomes of each setting for tones that were spoken correctly and for swapped ones."""
    print(
        "| least confidence | wrong below | right from | right called wrong | not judged | swapped called wrong | swapped not judged |"
    )
    print("|---|---|---|---|---|---|---|")
    for least_confidence in LEAST:
        for below in WRONG:
            for width in WIDTHS:
                wrong, unsure, caught, undecided = [], [], [], []
                for values, called_wrong, not_judged in ((expected, wrong, unsure), (swapped, caught, undecided)):
                    is_judged = trust >= least_confidence
                    called_wrong.append((is_judged & (values < below)).mean())
                    not_judged.append((~is_judged | ((values >= below) & (values < below + width))).mean())
                if unsure[0] <= 0.12 and wrong[0] <= 0.08:
                    print(
                        f"| {least_confidence} | {below} | {below + width:.2f} | {wrong[0]:.3f} | {unsure[0]:.3f} | {caught[0]:.3f} | {undecided[0]:.3f} |"
                    )


def curves(expected: np.ndarray, swapped: np.ndarray, trust: np.ndarray) -> None:
    """Print, for each mapping of probability to points, what native speakers get and what a wrong tone costs a syllable."""
    is_judged, rng = trust >= LEAST_CONFIDENCE, np.random.default_rng(3)
    readings = rng.permutation(int(is_judged.sum()))[: int(is_judged.sum()) // READING * READING].reshape(-1, READING)
    print(
        "| points from, all from | natives' mean | median reading | 5th percentile | a wrong tone costs .3 |\n|---|---|---|---|---|"
    )
    for low, high in CURVES:
        right, wrong = (
            _syllable(np.clip((part[is_judged] - low) / (high - low), 0, 1)) for part in (expected, swapped)
        )
        means = right[readings].mean(1)
        shares = f"{right.mean():.3f} | {np.median(means):.3f} | {np.quantile(means, 0.05):.3f}"
        print(f"| {low}, {high} | {shares} | {(right - wrong >= LOSS).mean():.3f} |")


def _syllable(tone: np.ndarray) -> np.ndarray:
    """Points of syllables whose sounds are good, as `core.speech.judging.syllable_score`."""
    mean = (1 - TONE_WEIGHT) * SOUNDS + TONE_WEIGHT * tone
    return np.asarray((1 - WORST_SHARE) * mean + WORST_SHARE * np.minimum(tone, SOUNDS))


def main() -> None:
    """Print the three tables of each reader of sentences, of both, and of isolated syllables."""
    for names in (*((name,) for name in SENTENCES), SENTENCES, SESSIONS):
        print("\n" + ", ".join(names))
        expected, swapped, trust = probabilities(names)
        reliability(expected, swapped)
        outcomes(expected, swapped, trust)
        curves(expected, swapped, trust)
        print(f"a swapped tone loses .3 in {(expected - swapped >= LOSS).mean():.3f} of cases")


if __name__ == "__main__":
    main()
