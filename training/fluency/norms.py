"""What native readers do, for the anchors of `data/speech_norms.toml` and the constants of `core/speech/measures/intonation.py`.

    uv run python -m training.fluency.norms

Times need the recordings alone (`WENLU_REFERENCE`/speech); pitch by tone needs the alignments that `training/acoustic/align.py` leaves in
`WENLU_TRAINING`/acoustic.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from core.speech.measures.silences import STEP_SECONDS, intervals, pauses, speech_mask
from core.speech.measures.timing import PlacedPause, Timing, raw_measures
from core.speech.tones.f0 import track
from evaluation.reference import ABSENT
from evaluation.speech.corpora import SENTENCES, SPEECH, readings

ALIGNMENTS = (
    Path(os.environ.get("WENLU_TRAINING", Path(__file__).resolve().parents[2] / ".training"))
    / "acoustic"
    / "alignments.jsonl"
)
SHOWN = (5, 25, 50, 75, 95)
COURSE_POINTS = 5
LEAST_FRAMES = 5
REGISTER = 7.0
"""Semitones from the 5th to the 95th percentile of pitch to which every recording is scaled: the mean of the two readers."""


def main() -> None:
    """Print both tables."""
    if not SPEECH.exists():
        print(ABSENT)
        return
    times: dict[str, list[dict[str, float]]] = defaultdict(list)
    contours_by_tone: dict[int, list[np.ndarray]] = defaultdict(list)
    aligned = _alignments()
    for reading in readings(SENTENCES):
        times[reading.speaker].append(_timing_measures(reading.text, reading.samples))
        if reading.name in aligned:
            _add_contours(contours_by_tone, aligned[reading.name], reading.samples)
    for speaker, rows in sorted(times.items()):
        print(f"{speaker}: {len(rows)} sentences, percentiles {SHOWN}")
        for key in rows[0]:
            print(f"  {key}: {np.round(np.percentile([row[key] for row in rows if np.isfinite(row[key])], SHOWN), 2)}")
    for tone, contours in sorted(contours_by_tone.items()):
        print(
            f"tone {tone}: {np.round(REGISTER * np.mean(contours, axis=0), 2)} semitones over {len(contours)} syllables"
        )


def _alignments() -> dict[str, list[Any]]:
    if not ALIGNMENTS.exists():
        return {}
    with ALIGNMENTS.open(encoding="utf-8") as rows:
        return {row["id"].split("/")[-1]: row["syllables"] for row in map(json.loads, rows)}


def _timing_measures(text: str, samples: np.ndarray) -> dict[str, float]:
    mask = speech_mask(samples)
    runs = intervals(mask)
    inside = tuple(PlacedPause(pause.start, pause.end, 0, "inside") for pause in pauses(mask))
    times = Timing(runs[0][0] * STEP_SECONDS, runs[-1][1] * STEP_SECONDS, len(text), inside)
    return {name: np.nan if measure.value is None else measure.value for name, measure in raw_measures(times).items()}


def _add_contours(contours_by_tone: dict[int, list[np.ndarray]], syllables: list[Any], samples: np.ndarray) -> None:
    """Each syllable's pitch over its final, over the recording's median and within its range."""
    semitones = 12 * np.log2(track(samples).hz)
    finals = [(tone, semitones[round(100 * first) : round(100 * last)]) for _, tone, _, first, last in syllables]
    heard = np.concatenate([contour[np.isfinite(contour)] for _, contour in finals])
    low, middle, high = np.percentile(heard, (5, 50, 95))
    for tone, contour in finals:
        heard_frames = np.flatnonzero(np.isfinite(contour))
        if len(heard_frames) >= LEAST_FRAMES:
            points = np.interp(
                np.linspace(heard_frames[0], heard_frames[-1], COURSE_POINTS), heard_frames, contour[heard_frames]
            )
            contours_by_tone[tone].append((points - middle) / (high - low))


if __name__ == "__main__":
    main()
