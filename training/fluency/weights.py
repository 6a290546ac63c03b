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
    recordings = list(rated())
    human, machine, _ = by_speaker(recordings)
    choosing = np.arange(len(human)) % 2 == 1
    weights_by_name = {
        name: np.array([weights.get(indicator, 0) for indicator in TIMED], float) for name, weights in TRIED.items()
    }
    weights_by_name["fitted on the choosing half, none negative"] = nnls(
        np.column_stack([machine[choosing], np.full(choosing.sum(), 100.0)]), human[choosing]
    )[0][: len(TIMED)]
    for name, weights in weights_by_name.items():
        machine_scores = machine @ weights
        halves = [np.corrcoef(machine_scores[half], human[half])[0, 1] for half in (choosing, ~choosing)]
        print(f"| {name} | {halves[0]:.3f} | {halves[1]:.3f} | {np.corrcoef(machine_scores, human)[0, 1]:.3f} |")
    print(f"ridge, a fifth of the speakers left out: {fitted(machine, human):.3f}")
    print(f"one recording at a time, shipped: {_by_recording(recordings, weights_by_name['shipped']):.3f}")
    print(
        f"spread of one reader's recordings, median of readers: {_spread(recordings, weights_by_name['shipped']):.1f} points"
    )


def _by_recording(recordings: list[Rated], weights: np.ndarray) -> float:
    machine_scores = [float(np.dot(weights, [recording.scores[name] for name in TIMED])) for recording in recordings]
    return float(np.corrcoef(machine_scores, [recording.rating for recording in recordings])[0, 1])


def _spread(recordings: list[Rated], weights: np.ndarray) -> float:
    scores_by_speaker: dict[str, list[float]] = {}
    for recording in recordings:
        value = float(np.dot(weights, [recording.scores[name] for name in TIMED]) / weights.sum())
        scores_by_speaker.setdefault(recording.speaker, []).append(value)
    return float(np.median([np.std(values) for values in scores_by_speaker.values()]))


if __name__ == "__main__":
    main()
