"""Which indicators should make up fluency, and with what weights: against five raters, by speaker.

    uv run python -m training.fluency.weights

Half of the speakers choose (odd places), the other half judge; then ridge regression with a fifth left out. Nothing is written:
the weights stand in `core/speech/measures/mapping.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.optimize import nnls

from core.speech.measures.mapping import FLUENCY_WEIGHTS
from evaluation.reference import ABSENT
from evaluation.speech.corpora import SPEECH
from evaluation.speech.fluency import TIMED, Rated, by_speaker, fitted, rated

TRIED: Mapping[str, Mapping[str, float]] = {
    **{f"{name} alone": {name: 1} for name in TIMED},
    "all six alike": dict.fromkeys(TIMED, 1),
    "rate and pauses alike": {"speed_of_speech": 1, "silent_pause_frequency": 1},
    "rate .5, ratio .25, pauses .25": {
        "speed_of_speech": 0.5,
        "pronunciation_time_ratio": 0.25,
        "silent_pause_frequency": 0.25,
    },
    "articulation, pauses, length": {
        "rate_of_pronunciation": 0.4,
        "silent_pause_frequency": 0.4,
        "average_length_of_silent_pause": 0.2,
    },
    "shipped": {name: FLUENCY_WEIGHTS[name] for name in TIMED},
}


def main() -> None:
    """Print the rows of the README's table: r of the choosing half, of the other, of all."""
    if not SPEECH.exists():
        print(ABSENT)
        return
    found = list(rated())
    human, machine, _ = by_speaker(found)
    choosing = np.arange(len(human)) % 2 == 1
    tried = {name: np.array([weights.get(each, 0) for each in TIMED], float) for name, weights in TRIED.items()}
    tried["fitted on the choosing half, none negative"] = nnls(
        np.column_stack([machine[choosing], np.full(choosing.sum(), 100.0)]), human[choosing]
    )[0][: len(TIMED)]
    for name, weights in tried.items():
        said = machine @ weights
        halves = [np.corrcoef(said[half], human[half])[0, 1] for half in (choosing, ~choosing)]
        print(f"| {name} | {halves[0]:.3f} | {halves[1]:.3f} | {np.corrcoef(said, human)[0, 1]:.3f} |")
    print(f"ridge, a fifth of the speakers left out: {fitted(machine, human):.3f}")
    print(f"one recording at a time, shipped: {_by_recording(found, tried['shipped']):.3f}")
    print(f"spread of one reader's recordings, median of readers: {_spread(found, tried['shipped']):.1f} points")


def _by_recording(found: list[Rated], weights: np.ndarray) -> float:
    said = [float(np.dot(weights, [each.scores[name] for name in TIMED])) for each in found]
    return float(np.corrcoef(said, [each.rating for each in found])[0, 1])


def _spread(found: list[Rated], weights: np.ndarray) -> float:
    said: dict[str, list[float]] = {}
    for each in found:
        value = float(np.dot(weights, [each.scores[name] for name in TIMED]) / weights.sum())
        said.setdefault(each.speaker, []).append(value)
    return float(np.median([np.std(values) for values in said.values()]))


if __name__ == "__main__":
    main()
