"""Sentence intonation by group: how pitch and length move over a clause, apart from what its tones ask for.

In a tone language most of the movement of pitch belongs to the syllables (Chao 1930: small ripples on large waves). What the tones
are expected to do is taken off first, scaled to the reader's own range; the rest is the wave: it falls over a statement (Shih
1997) and ends low, it is lifted at the end of a question without a particle (Liu and Xu 2005).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from core.arrays import Float64
from core.speech.measures.intonation_reasons import Part, reasons_for
from core.speech.measures.timing import PlacedPause
from core.speech.model import F0_SECONDS, AlignedSyllable, Alignment, Clause, Measure, PitchTrack, ReadingText
from core.wire import Bilingual

Anchors = tuple[tuple[float, float], ...]

TONE_SEMITONES: Mapping[int, tuple[float, ...]] = {
    1: (1.75, 1.05, 1.15, 1.35, 1.35),
    2: (-0.55, -1.6, -1.65, -1.05, -0.5),
    3: (0.15, -1.2, -2.0, -2.3, -2.1),
    4: (1.85, 1.05, 0.35, -0.3, -0.45),
    5: (-0.6, -1.15, -1.4, -1.45, -1.2),
}
"""Mean course of each tone over the final, in semitones over the median of a reader with `NATIVE_RANGE`: 10,929 syllables of two
native readers of sentences (AISHELL-1), each recording divided by its own range; `training/fluency/norms.py` prints it."""
NATIVE_RANGE = 4.5
"""Semitones between `RANGE_PERCENTILES` over a sentence; the two readers have 3.7 and 5.3."""
NATIVE_FALL = 3.0
"""Semitones over a statement, without its tones: medians 2.9 and 3.2."""
RANGE_PERCENTILES = (15.0, 85.0)
"""Of pitch over a group. Flattened readings in which the tracker slips keep a wide 10th to 90th: of 80 such 95 % lost 30 points by those,
99 % by these; the quartiles move with every repeat of the analysis (control readings up to 15 points)."""
OUTLIER_SEMITONES = 12.0
"""From the reader's median: a wrong octave or creak."""
LEAST_SYLLABLES, LEAST_FOR_SLOPE = 3, 5
LEAST_FRAMES = 4
"""Voiced frames without which a syllable has no pitch."""
LAST_COUNTS = 4
"""Times that the last syllable counts in a group's end, against the one before it."""
LINE_SECONDS = 0.05

WEIGHTS: Mapping[Part, float] = {"range": 0.4, "declination": 0.2, "final": 0.15, "lengthening": 0.1, "breaks": 0.15}
"""Range leads, for by it a flat reading differs from every other; the rest is much the same in good and bad readings."""
RANGE: Anchors = ((0.15, 0), (0.35, 20), (0.5, 50), (0.7, 82), (0.9, 94), (1.1, 100))
"""Of the range against that which the tones and a native fall ask for; the two readers: medians 1.1 and 1.7, 5th percentiles .72 and 1.0.
Flattened readings: median .05, 95th percentile .24."""
FALLS: Mapping[str, Anchors] = {
    "statement": ((-5, 10), (-2, 30), (0, 50), (1, 82), (2, 100), (7, 100), (12, 70)),
    "continuing": ((-5, 30), (-2, 65), (0, 88), (0.5, 100), (7, 100), (12, 70)),
    "question": ((-9, 50), (-5, 100), (6, 100), (12, 60)),
}
"""Of the fall in semitones over the group. Native statements: 5th percentiles 1.1 and -.2, 95th 4.2 and 5.8."""
FINALS: Mapping[str, Anchors] = {
    "statement": ((-10, 60), (-7, 100), (0.5, 100), (2, 80), (3.5, 50), (7, 15)),
    "continuing": ((-10, 60), (-7, 100), (3, 100), (8, 40)),
    "question": ((-8, 25), (-5, 65), (-2.5, 100), (8, 100), (12, 70)),
}
"""Of the last two syllables over those before, in semitones. Questions without a particle may rise, but one with 什么 falls as a
statement does. Native statements: medians -1.7 and -1.2, 95th percentiles .7 and 3.3."""
LENGTHENING: Anchors = ((0.4, 30), (0.75, 80), (0.95, 100), (2.4, 100), (3.5, 60), (6, 20))
"""Of the last final against the median of the others; natives: .8 to 2.1, medians 1.3 and 1.5."""
BREAKS: Anchors = ((0, 100), (1, 75), (2, 50), (4, 20), (8, 0))
"""Of pauses inside the group for each ten syllables."""
UNMARKED_END = 25.0
"""Points of breaks lost where a sentence runs into the next without a pause."""
MOVING = 80.0
"""Score of the range from which fall and end count in full: what does not move has no course. Without it, a flat reading kept up to
35 points for falling and ending as a flat line does."""
COURSE: Mapping[str, str] = {
    "statement": "statement",
    "exclamation": "statement",
    "continuing": "continuing",
    "question": "question",
    "particle_question": "continuing",
}
"""A particle says that it is a question, so pitch may do as it likes; an exclamation ends as a statement does."""


@dataclass(frozen=True)
class IntonationGroup:
    """One clause: figures (None where nothing can be said), scores of its parts, and the line to draw.

    `range_semitones` between `RANGE_PERCENTILES` of pitch, `range_share` of what its tones ask for, `fall_semitones` over the group and
    `final_semitones` of the last syllable over the others, both without the tones, `lengthening` of the last final.
    `line` are seconds and semitones over the reader's median.
    """

    first: int
    last: int
    score: float | None
    parts: Mapping[Part, float]
    reasons: tuple[Bilingual, ...]
    line: tuple[tuple[float, float], ...]
    range_semitones: float | None = None
    range_share: float | None = None
    fall_semitones: float | None = None
    final_semitones: float | None = None
    lengthening: float | None = None


@dataclass(frozen=True)
class _Voiced:
    """A syllable with pitch: times of the final, semitones over the median (voiced frames only)."""

    index: int
    tone: int
    start: float
    end: float
    semitones: Float64


def intonation_groups(
    reading: ReadingText, alignment: Alignment, pitch: PitchTrack, pauses: Sequence[PlacedPause]
) -> tuple[IntonationGroup, ...]:
    """Every clause of the text, in order. A clause of which less than half was read, or too little is voiced, has no score."""
    read = [syllable for syllable in alignment.syllables if syllable.presence == "read"]
    semitones = _over_median(pitch, read)
    return tuple(_group(clause, reading, read, semitones, pauses) for clause in reading.clauses)


def sentence_intonation(groups: Sequence[IntonationGroup]) -> Measure:
    """Mean of the groups that can be judged, long ones weighing more; share of a native reading, 0-1."""
    judged = [(group.score, group.last - group.first + 1) for group in groups if group.score is not None]
    if not judged:
        return Measure(None, "share", 0)
    return Measure(sum(score * n for score, n in judged) / sum(n for _, n in judged) / 100, "share", len(judged))


def _over_median(pitch: PitchTrack, read: Sequence[AlignedSyllable]) -> Float64:
    """Semitones over the median of all finals, NaN where unvoiced or beyond `OUTLIER_SEMITONES`; array [shape=(n_frames,)]."""
    semitones = 12 * np.log2(pitch.hz)
    finals = np.concatenate(
        [_stretch(semitones, syllable.final_start, syllable.end) for syllable in read] or [np.zeros(0)]
    )
    heard = finals[np.isfinite(finals)]
    if not len(heard):
        return np.full(len(semitones), np.nan)
    over = semitones - np.median(heard)
    return np.where(np.abs(over) <= OUTLIER_SEMITONES, over, np.nan)


def _stretch(track: Float64, start: float, end: float) -> Float64:
    return track[round(start / F0_SECONDS) : round(end / F0_SECONDS)]


def _group(
    clause: Clause,
    reading: ReadingText,
    read: Sequence[AlignedSyllable],
    semitones: Float64,
    pauses: Sequence[PlacedPause],
) -> IntonationGroup:
    in_clause = [syllable for syllable in read if clause.first <= syllable.index <= clause.last]
    with_pitch = (_voiced(reading, syllable, semitones) for syllable in in_clause)
    voiced = [syllable for syllable in with_pitch if syllable is not None]
    line = _line(in_clause, semitones)
    if len(voiced) < LEAST_SYLLABLES or 2 * len(in_clause) < clause.last - clause.first + 1:
        return IntonationGroup(clause.first, clause.last, None, {}, (), line)
    spread, share = _range(voiced)
    fall, final = _course(voiced, spread, last=in_clause[-1].index)
    lengthening = _lengthening(in_clause)
    course = COURSE[clause.kind]
    parts: dict[Part, float] = {"range": _score_at(share, RANGE), "breaks": _breaks(clause, reading, in_clause, pauses)}
    moving = min(1.0, parts["range"] / MOVING)
    if fall is not None:
        parts["declination"] = moving * _score_at(fall, FALLS[course])
    if final is not None:
        parts["final"] = moving * _score_at(final, FINALS[course])
    if lengthening is not None:
        parts["lengthening"] = _score_at(lengthening, LENGTHENING)
    score = sum(WEIGHTS[part] * value for part, value in parts.items()) / sum(WEIGHTS[part] for part in parts)
    reasons = reasons_for(parts, kind=clause.kind, spread=spread, fall=fall, final=final, lengthening=lengthening)
    return IntonationGroup(
        clause.first, clause.last, score, parts, reasons, line, spread, share, fall, final, lengthening
    )


def _voiced(reading: ReadingText, syllable: AlignedSyllable, semitones: Float64) -> _Voiced | None:
    frames = _stretch(semitones, syllable.final_start, syllable.end)
    heard = frames[np.isfinite(frames)]
    if len(heard) < LEAST_FRAMES:
        return None
    tone = reading.syllables[syllable.index].tone
    return _Voiced(syllable.index, tone, syllable.final_start, syllable.end, heard)


def _range(voiced: Sequence[_Voiced]) -> tuple[float, float]:
    """Semitones between `RANGE_PERCENTILES`, and their share of what these tones over a native fall would have.

    Four level tones in a row need little range, 不要 much: without this, a text would be scored and not its reading.
    """
    low, high = np.percentile(np.concatenate([syllable.semitones for syllable in voiced]), RANGE_PERCENTILES)
    steps = np.linspace(0, NATIVE_FALL, len(voiced))
    expected = np.concatenate(
        [np.array(TONE_SEMITONES[syllable.tone]) - step for syllable, step in zip(voiced, steps, strict=True)]
    )
    expected_low, expected_high = np.percentile(expected, RANGE_PERCENTILES)
    return float(high - low), float((high - low) / (expected_high - expected_low))


def _course(voiced: Sequence[_Voiced], spread: float, *, last: int) -> tuple[float | None, float | None]:
    """Fall over the group and height of its end, in semitones, once the tones are taken off.

    The fall is the median of the slopes between all pairs (Theil and Sen), which a few misread tones do not move; the last syllable,
    which often creaks, is left to the end. That is the last two, by their voiced frames: whether the very last is just
    voiced or just not then makes little difference.
    """
    scale = spread / NATIVE_RANGE
    levels = np.array(
        [syllable.semitones.mean() - scale * np.mean(TONE_SEMITONES[syllable.tone]) for syllable in voiced]
    )
    times = np.array([(syllable.start + syllable.end) / 2 for syllable in voiced])
    frames = np.array([len(syllable.semitones) * (LAST_COUNTS if syllable.index == last else 1) for syllable in voiced])
    ending = np.array([syllable.index >= last - 1 for syllable in voiced])
    before_end = np.array([syllable.index < last for syllable in voiced])
    fall = _fall(levels[before_end], times[before_end]) if before_end.sum() >= LEAST_FOR_SLOPE else None
    if not ending.any() or ending.all():
        return fall, None
    return fall, float(np.average(levels[ending], weights=frames[ending]) - levels[~ending].mean())


def _fall(levels: Float64, times: Float64) -> float:
    pairs = combinations(range(len(levels)), 2)
    slopes = [
        (levels[later] - levels[earlier]) / max(times[later] - times[earlier], F0_SECONDS) for earlier, later in pairs
    ]
    return -float(np.median(slopes) * (times[-1] - times[0]))


def _lengthening(in_clause: Sequence[AlignedSyllable]) -> float | None:
    lengths = [syllable.end - syllable.final_start for syllable in in_clause]
    middle = float(np.median(lengths[:-1]))
    return lengths[-1] / middle if middle > 0 else None


def _breaks(
    clause: Clause, reading: ReadingText, in_clause: Sequence[AlignedSyllable], pauses: Sequence[PlacedPause]
) -> float:
    inside = sum(pause.place == "inside" and clause.first <= pause.after < clause.last for pause in pauses)
    score = _score_at(10 * inside / len(in_clause), BREAKS)
    following = clause.last + 1
    ends_sentence = following < len(reading.syllables) and reading.syllables[following].break_before == "major"
    paused = any(pause.after == in_clause[-1].index for pause in pauses)
    return max(0.0, score - UNMARKED_END) if ends_sentence and not paused else score


def _line(in_clause: Sequence[AlignedSyllable], semitones: Float64) -> tuple[tuple[float, float], ...]:
    """The line to draw: medians of the pitch over `LINE_SECONDS`, within the finals."""
    points = []
    for syllable in in_clause:
        for start in np.arange(syllable.final_start, syllable.end, LINE_SECONDS):
            heard = _stretch(semitones, float(start), min(float(start) + LINE_SECONDS, syllable.end))
            heard = heard[np.isfinite(heard)]
            if len(heard):
                points.append((round(float(start) + LINE_SECONDS / 2, 3), round(float(np.median(heard)), 2)))
    return tuple(points)


def _score_at(value: float, anchors: Anchors) -> float:
    values, scores = zip(*anchors, strict=True)
    return float(np.interp(value, values, scores))
