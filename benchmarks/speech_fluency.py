"""Fluency against human raters: 2,020 English sentences read by 101 speakers of Mandarin, each rated by five people.

No scored learners' Mandarin could be had, and times know little of the language: silences and syllables are counted as in the product, the
mapping is the shipped one for Mandarin, and rates alone are brought to Mandarin's pace. Raters are averaged, then a speaker's recordings.
"""

from __future__ import annotations

import io
import json
import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from benchmarks.bars import Bars
from benchmarks.reference import ABSENT, REFERENCE
from core.speech.mapping import FLUENCY_WEIGHTS, fluency, scored
from core.speech.measures import PlacedPause, Timing, charged_measures
from core.speech.model import FloatArray, Measure
from core.speech.silences import STEP_SECONDS, intervals, pauses, speech_mask
from core.tables import DATA
from core.tables.speech_norms import Norm, speech_norms

RATED = REFERENCE / "speech" / "fluency-english-scored-dev.tar"
SPEAKER_DIGITS = 5
"""Of a recording's name."""
PACE = 5.18 / 6.19
"""Syllables a second of read Mandarin over those of read English (Pellegrino, Coupé and Marsico 2011)."""
PACED = ("speed_of_speech", "rate_of_pronunciation")
TIMED = tuple(name for name in FLUENCY_WEIGHTS if name not in ("pause_fluency", "corrected_fluency"))
"""What times alone can say; fillers and repairs need the aligner, which knows Mandarin only."""
FITTED_BAR, SHIPPED_BAR = 0.75, 0.65
FOLDS, ROUNDS, RIDGE = 5, 20, 5.0
RESAMPLED = 2_000


@dataclass(frozen=True)
class Rated:
    """One recording: its speaker, mean rating of fluency (0-10), scores of the timed indicators."""

    speaker: str
    rating: float
    scores: Mapping[str, float]


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not RATED.exists():
        print(ABSENT)
        return
    human, machine, recordings = by_speaker(list(rated()))
    composite = machine @ np.array([FLUENCY_WEIGHTS[name] for name in TIMED])
    print(f"    {len(human)} speakers, {recordings} recordings")
    for name, column in zip(TIMED, machine.T, strict=True):
        print(f"    {name} alone: r {np.corrcoef(column, human)[0, 1]:.3f}")
    low, high = interval(composite, human)
    shipped = float(np.corrcoef(composite, human)[0, 1])
    print(f"    shipped mapping, 95 % over speakers: {low:.3f} to {high:.3f}")
    bars.at_least("fluency by speaker against five raters, shipped mapping: r", shipped, SHIPPED_BAR)
    bars.at_least("the same, weights fitted on other speakers: r", fitted(machine, human), FITTED_BAR)


def rated() -> Iterator[Rated]:
    """Every recording in which something is heard."""
    norms = speech_norms(DATA / "speech_norms.toml")
    with tarfile.open(RATED) as tar:
        held = {member.name.rsplit("/", 1)[-1]: member for member in tar if member.isfile()}
        for line in _read(tar, held["scores.jsonl"]).decode("utf-8").splitlines():
            row = json.loads(line)
            times = (
                timed(_read(tar, held[f"{row['id']}.ogg"]), sum(map(syllables, row["words"]))) if "id" in row else None
            )
            if times is not None:
                rating = float(np.mean(row["fluency"]))
                yield Rated(row["id"][:SPEAKER_DIGITS], rating, indicator_scores(times, norms))


def _read(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    held = tar.extractfile(member)
    assert held is not None
    return held.read()


def syllables(word: str) -> int:
    """Of an English word, by its groups of vowel letters.

    >>> [syllables(word) for word in ("yell", "very", "little", "home", "wanted", "allowed")]
    [1, 2, 2, 1, 2, 2]
    """
    word = word.lower()
    count = len(re.findall("[aeiouy]+", word))
    if re.search("[^aeiouyl]e$|[aeiouy]le$|[^aeiouytd]ed$", word):
        count -= 1
    return max(1, count)


def timed(raw: bytes, produced: int) -> Timing | None:
    """Times of a sentence without marks: every pause in it is inside."""
    import soundfile

    samples, _ = soundfile.read(io.BytesIO(raw), dtype="float32")
    mask = speech_mask(samples)
    runs = intervals(mask)
    if not runs:
        return None
    inside = tuple(PlacedPause(each.start, each.end, 0, "inside") for each in pauses(mask))
    return Timing(runs[0][0] * STEP_SECONDS, runs[-1][1] * STEP_SECONDS, produced, inside)


def indicator_scores(times: Timing, norms: Mapping[str, Norm]) -> dict[str, float]:
    """Scores of `TIMED`, rates brought to Mandarin's pace."""
    measures = charged_measures(times)
    return {name: scored(_paced(name, measures[name]), norms[name]).score for name in TIMED}


def _paced(name: str, measure: Measure) -> Measure:
    return replace(measure, value=measure.value * PACE) if name in PACED and measure.value is not None else measure


def by_speaker(found: list[Rated]) -> tuple[FloatArray, FloatArray, int]:
    """Mean ratings [shape=(n_speakers,)], mean scores [shape=(n_speakers, len(TIMED))], and how many recordings they rest on."""
    speakers = sorted({each.speaker for each in found})
    human = np.array([np.mean([each.rating for each in found if each.speaker == one]) for one in speakers])
    machine = np.array(
        [[np.mean([each.scores[name] for each in found if each.speaker == one]) for name in TIMED] for one in speakers]
    )
    return human, machine, len(found)


def interval(composite: FloatArray, human: FloatArray) -> tuple[float, float]:
    """95 % interval of the correlation, speakers drawn anew."""
    chance = np.random.default_rng(0)
    drawn = [chance.integers(len(human), size=len(human)) for _ in range(RESAMPLED)]
    low, high = np.percentile([np.corrcoef(composite[each], human[each])[0, 1] for each in drawn], (2.5, 97.5))
    return float(low), float(high)


def fitted(machine: FloatArray, human: FloatArray) -> float:
    """Correlation of ridge regressions with speakers left out, mean over `ROUNDS` ways of leaving a fifth out."""
    chance = np.random.default_rng(0)
    found = []
    for _ in range(ROUNDS):
        groups = chance.permutation(len(human)) % FOLDS
        said = np.zeros(len(human))
        for group in range(FOLDS):
            said[groups == group] = _ridge(machine[groups != group], human[groups != group], machine[groups == group])
        found.append(np.corrcoef(said, human)[0, 1])
    return float(np.mean(found))


def _ridge(known: FloatArray, human: FloatArray, asked: FloatArray) -> FloatArray:
    middle, spread = known.mean(axis=0), known.std(axis=0)
    scaled = (known - middle) / spread
    weights = np.linalg.solve(scaled.T @ scaled + RIDGE * np.eye(scaled.shape[1]), scaled.T @ (human - human.mean()))
    return np.asarray((asked - middle) / spread @ weights + human.mean())


def composite_of(each: Rated) -> float:
    """The shipped composite over what was timed."""
    return fluency(each.scores)


if __name__ == "__main__":
    run(Bars())
