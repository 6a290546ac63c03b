"""Wrong tones with an exact truth: a syllable replaced by another of the same speaker with the same sounds and another tone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from core.arrays import Float32
from core.errors import BadRequest
from core.language.pinyin import parse
from core.speech.model import SAMPLE_RATE
from core.speech.service import ReadingEvaluator
from core.speech.wire import SpeechReport, SyllableJudged
from evaluation.bars import Bars
from evaluation.speech.corpora import SENTENCES, NativeReading, readings
from evaluation.speech.readings import UNSEEN, recording

MOST = 200
FADE = 80
"""Samples, 5 ms, over which the pieces overlap."""
LEAST_LOSS, LEAST_LOSS_SHARE, MOST_BESIDE = 30.0, 0.85, 8.0


@dataclass(frozen=True)
class Placed:
    """A syllable of a reading, with the sound of it."""

    reading: NativeReading
    report: SpeechReport
    number: int

    @property
    def syllable(self) -> SyllableJudged:
        """As judged before anything was changed."""
        return self.report.syllables[self.number]

    @property
    def span(self) -> slice:
        """Samples."""
        assert self.syllable.start_ms is not None
        assert self.syllable.end_ms is not None
        return slice(self.syllable.start_ms * SAMPLE_RATE // 1000, self.syllable.end_ms * SAMPLE_RATE // 1000)


def swapped_tones(bars: Bars, evaluator: ReadingEvaluator, *, every: int = 1) -> None:
    """What the syllable loses, and what its neighbours lose."""
    syllables = _placed(evaluator, every)
    losses, neighbour_losses, called_wrong = [], [], 0
    for target, donor in _pairs(syllables):
        before = target.report
        try:
            after = evaluator.scored(recording(spliced(target, donor)), filename="-", text=target.reading.text)
        except BadRequest:
            continue
        if before.syllables[target.number].score is None:
            continue
        losses.append(_score(before, target.number) - _score(after, target.number))
        tone = after.syllables[target.number].tone
        called_wrong += tone is not None and tone.verdict == "wrong"
        for number in (target.number - 1, target.number + 1):
            if 0 <= number < len(before.syllables) and before.syllables[number].score is not None:
                neighbour_losses.append(_score(before, number) - _score(after, number))
    print(
        f"  swapped tones: n {len(losses)}, called wrong {called_wrong / len(losses):.3f}, median loss {np.median(losses):.0f}; neighbours median {np.median(neighbour_losses):.1f}"
    )
    bars.at_least(
        "swapped tones that cost the syllable 30 points",
        float(np.mean(np.array(losses) >= LEAST_LOSS)),
        LEAST_LOSS_SHARE,
    )
    bars.at_most("points that the neighbours lose (mean)", float(np.mean(neighbour_losses)), MOST_BESIDE)


def _score(report: SpeechReport, number: int) -> float:
    """Where nothing can be judged nothing is lost; a syllable that is called omitted or another loses all."""
    syllable = report.syllables[number]
    if syllable.verdict in ("omitted", "replaced"):
        return 0.0
    before = syllable.score
    return 100.0 if before is None else before


def _placed(evaluator: ReadingEvaluator, every: int) -> list[Placed]:
    placed = []
    for reading in readings(SENTENCES, speaker=UNSEEN, every=every):
        try:
            report = evaluator.scored(recording(reading.samples), filename="-", text=reading.text)
        except BadRequest:
            continue
        placed += [
            Placed(reading, report, number)
            for number, syllable in enumerate(report.syllables)
            if syllable.status == "read"
        ]
    return placed


def _pairs(syllables: list[Placed]) -> list[tuple[Placed, Placed]]:
    """Targets with donors of the same letters and a tone that is not accepted, drawn by seed; of each sentence one."""
    rng = np.random.default_rng(21)
    by_letters: dict[str, list[Placed]] = defaultdict(list)
    for candidate in syllables:
        by_letters[_letters(candidate.syllable)].append(candidate)
    pairs, used = [], set()
    for index in rng.permutation(len(syllables)):
        target = syllables[index]
        donors = [
            candidate
            for candidate in by_letters[_letters(target.syllable)]
            if _differ(target.syllable, candidate.syllable)
        ]
        if donors and target.reading.name not in used:
            pairs.append((target, donors[int(rng.integers(len(donors)))]))
            used.add(target.reading.name)
        if len(pairs) == MOST:
            break
    return pairs


def _letters(syllable: SyllableJudged) -> str:
    read = parse(syllable.pinyin)
    return read[0].letters if read else ""


def _differ(target: SyllableJudged, donor: SyllableJudged) -> bool:
    """Whether two syllables have tones, both full, of which none is accepted for the other."""
    if target.tone is None or donor.tone is None:
        return False
    first, second = set(target.tone.accepted), set(donor.tone.accepted)
    return 5 not in first | second and not first & second


def spliced(target: Placed, donor: Placed) -> Float32:
    """The target's recording with the donor's syllable in its place, as loud as what stood there."""
    samples, piece = target.reading.samples, donor.reading.samples[donor.span].copy()
    original = samples[target.span]
    piece *= np.sqrt((original**2).mean() + 1e-9) / np.sqrt((piece**2).mean() + 1e-9)
    fade = np.linspace(0, 1, min(FADE, len(piece) // 2, target.span.start), dtype=np.float32)
    size = len(fade)
    before, after = samples[: target.span.start].copy(), samples[target.span.stop :].copy()
    size_after = min(size, len(after))
    before[len(before) - size :] = before[len(before) - size :] * fade[::-1] + piece[:size] * fade
    if size_after:
        after[:size_after] = (
            piece[len(piece) - size_after :] * fade[::-1][:size_after] + after[:size_after] * fade[:size_after]
        )
    return np.concatenate([before, piece[size : len(piece) - size_after], after]).astype(np.float32)
