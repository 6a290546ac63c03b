"""Fluency of rated readings: indicators of each, and agreement with the raters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.arrays import Float32, Float64, Positions
from core.speech.measures.mapping import FLUENCY_WEIGHTS, scored_indicator
from core.speech.measures.silences import STEP_SECONDS, intervals, pauses, speech_mask
from core.speech.measures.timing import PlacedPause, Timing, charged_measures
from core.speech.model import Measure
from core.tables import DATA
from core.tables.speech_norms import Norm, speech_norms
from evaluation.speech.corpora import RATED, SPEAKER, decoded, files
from evaluation.statistics import interval

PACE = 5.18 / 6.19
"""Syllables a second of read Mandarin over those of read English (Pellegrino, Coupé and Marsico 2011)."""
PACED = ("speed_of_speech", "rate_of_pronunciation")
TIMED = tuple(name for name in FLUENCY_WEIGHTS if name not in ("pause_fluency", "corrected_fluency"))
"""What times alone can say; fillers and repairs need the aligner, which knows Mandarin only."""
FOLDS, ROUNDS, RIDGE = 5, 20, 5.0


@dataclass(frozen=True)
class Rated:
    """One recording: its speaker, mean rating of fluency (0-10), scores of the timed indicators."""

    speaker: str
    rating: float
    scores: Mapping[str, float]


def rated() -> Iterator[Rated]:
    """Every recording in which something is heard."""
    norms = speech_norms(DATA / "speech_norms.toml")
    raw_by_name = files(RATED)
    for line in raw_by_name["scores.jsonl"].decode("utf-8").splitlines():
        row = json.loads(line)
        timing = (
            timed(decoded(raw_by_name[f"{row['id']}.ogg"]), sum(map(syllables, row["words"]))) if "id" in row else None
        )
        if timing is not None:
            yield Rated(row["id"][SPEAKER[RATED]], float(np.mean(row["fluency"])), indicator_scores(timing, norms))


def syllables(word: str) -> int:
    """Count of the syllables of an English word, by its groups of vowel letters.

    >>> [syllables(word) for word in ("yell", "very", "little", "home", "wanted", "allowed")]
    [1, 2, 2, 1, 2, 2]
    """
    word = word.lower()
    count = len(re.findall("[aeiouy]+", word))
    if re.search("[^aeiouyl]e$|[aeiouy]le$|[^aeiouytd]ed$", word):
        count -= 1
    return max(1, count)


def timed(samples: Float32, produced: int) -> Timing | None:
    """Times of a sentence without marks: every pause in it is inside; None where nothing is heard."""
    mask = speech_mask(samples)
    runs = intervals(mask)
    if not runs:
        return None
    inside = tuple(PlacedPause(pause.start, pause.end, 0, "inside") for pause in pauses(mask))
    return Timing(runs[0][0] * STEP_SECONDS, runs[-1][1] * STEP_SECONDS, produced, inside)


def indicator_scores(timing: Timing, norms: Mapping[str, Norm]) -> dict[str, float]:
    """Scores of `TIMED`, rates brought to Mandarin's pace."""
    measures = charged_measures(timing)
    return {name: scored_indicator(_paced(name, measures[name]), norms[name]).score for name in TIMED}


def _paced(name: str, measure: Measure) -> Measure:
    return replace(measure, value=measure.value * PACE) if name in PACED and measure.value is not None else measure


def by_speaker(recordings: list[Rated]) -> tuple[Float64, Float64, int]:
    """Mean ratings [shape=(n_speakers,)], mean scores [shape=(n_speakers, len(TIMED))], and how many recordings they rest on."""
    speakers = sorted({recording.speaker for recording in recordings})
    human = np.array(
        [
            np.mean([recording.rating for recording in recordings if recording.speaker == speaker])
            for speaker in speakers
        ]
    )
    machine = np.array(
        [
            [
                np.mean([recording.scores[name] for recording in recordings if recording.speaker == speaker])
                for name in TIMED
            ]
            for speaker in speakers
        ]
    )
    return human, machine, len(recordings)


def shipped(machine: Float64, human: Float64) -> tuple[float, float, float]:
    """Correlation of the shipped composite with the raters, and its 95 % interval over speakers."""
    composite = machine @ np.array([FLUENCY_WEIGHTS[name] for name in TIMED])

    def over(rows: Positions) -> float:
        return float(np.corrcoef(composite[rows], human[rows])[0, 1])

    everyone = np.arange(len(human))
    return (over(everyone), *interval(everyone, over))


def fitted(machine: Float64, human: Float64) -> float:
    """Correlation of ridge regressions with speakers left out, mean over `ROUNDS` ways of leaving a fifth out."""
    rng = np.random.default_rng(0)
    correlations = []
    for _ in range(ROUNDS):
        groups = rng.permutation(len(human)) % FOLDS
        predicted = np.zeros(len(human))
        for group in range(FOLDS):
            predicted[groups == group] = _ridge(
                machine[groups != group], human[groups != group], machine[groups == group]
            )
        correlations.append(np.corrcoef(predicted, human)[0, 1])
    return float(np.mean(correlations))


def _ridge(training: Float64, human: Float64, test: Float64) -> Float64:
    middle, spread = training.mean(axis=0), training.std(axis=0)
    scaled = (training - middle) / spread
    weights = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1]), scaled.T @ (human - human.mean()))
    return np.asarray((test - middle) / spread @ weights + human.mean())
