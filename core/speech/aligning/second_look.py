"""A second look at what the path left out or put in.

It compares counts of syllables heard, and scores of the few ways in which the stretch can be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from core.speech.aligning import local_scores
from core.speech.aligning.emissions import Emissions
from core.speech.aligning.graph import SUBSTITUTE
from core.speech.aligning.phones import STATES
from core.speech.aligning.presence import confidence, settled_by_counts, syllables_followed
from core.speech.model import FRAME_SECONDS, AlignedSyllable, ExpectedSyllable, ExtraSpeech

SURELY_READ, LONG_ENOUGH = 0.9, 0.14
"""A syllable that fits so well and is so long (seconds) was read, and is not asked about again."""
FEW_NEIGHBOURS, MORE_NEIGHBOURS = 2, 4
"""Read syllables on each side over which counts are compared. Between the next two alone the free reading often has one too many or too
few: with the wider counts the probability told omissions from other syllables of an unheard voice with an area under the curve of .986
instead of .954."""
MOST_RATIO = 30.0
"""Nats: more is no surer."""
INTERCEPT, WEIGHTS, RATIO_WEIGHT = -3.736, (-1.356, -0.368, -0.681, 3.050, -1.658, -1.203), -0.133
"""Logistic regression on edited texts of one training speaker, plain and as if unheard (`training/speech/left_out.py`); weights in the
order of `OmissionSigns`, then that of the ratio of scores with the syllable and without. Another syllable's score added nothing (.001)."""
OMITTED_FROM = 0.05
"""Probability from which a syllable is reported as left out: 267 of 269 of the training's edits. On 70 sentences of an unheard voice it
finds .938 of the syllables put into the text at .0085 false ones; the first pass with counts alone (`presence.settled_by_counts`) .938 at
.0107."""
SURELY_OMITTED_FROM = 0.3
"""Probability from which an omission costs what a syllable costs; below, it costs its share. Seen on an earlier fit: of 7 native syllables
that the path left out in 100 unheard sentences none had more."""
LEAST_FOLLOWED = 0.6
"""Share of a text that the first pass must have found in its order (`presence.syllables_followed`) for a second look: unheard native readings
have .67 and more (110 sentences, chosen on them), shuffled texts .55 and less, and to these nothing is forgiven."""
LEAST_OVER_TEXT, LEAST_OVER_SUBSTITUTE = 15.0, 10.0
"""Nats by which speech beside the text must fit better than the syllables next to it alone, and than one other syllable for one of them.
75 sentences of a voice unheard, with the price of extra speech at 9 in the first pass: added words .88 found at .027 false a sentence;
without these two .91 at .12; at 12 and 5 .89 at .067. At a price of 13 .85 at .027. Chosen on these sentences."""


@dataclass(frozen=True)
class FirstPass:
    """The first pass, and what it was made from."""

    expected: Sequence[ExpectedSyllable]
    aligned: Sequence[AlignedSyllable]
    extras: Sequence[ExtraSpeech]
    emissions: Emissions

    @cached_property
    def read(self) -> list[int]:
        """Numbers of the syllables that were read."""
        return [syllable.index for syllable in self.aligned if syllable.presence == "read"]

    @cached_property
    def usual_seconds(self) -> float:
        """Median length of a syllable in seconds."""
        return float(np.median([self.aligned[index].end - self.aligned[index].start for index in self.read] or [0.2]))

    def neighbours(self, index: int, count: int) -> tuple[list[int], list[int]]:
        """Up to `count` read syllables before and after one, by index."""
        before = [number for number in self.read if number < index][-count:]
        return before, [number for number in self.read if number > index][:count]

    def frames(self, before: Sequence[int], after: Sequence[int]) -> tuple[int, int]:
        """Frames from the beginning of the first of `before` to the end of the last of `after`; without them, those of
        the recording."""
        begin = round(self.aligned[before[0]].start / FRAME_SECONDS) if before else 0
        end = round(self.aligned[after[-1]].end / FRAME_SECONDS) if after else len(self.emissions.scores)
        return begin, end

    def is_doubtful(self, index: int) -> bool:
        """Whether a syllable may have been left out."""
        syllable = self.aligned[index]
        return (
            syllable.presence == "omitted"
            or syllable.confidence < SURELY_READ
            or syllable.end - syllable.start < LONG_ENOUGH
        )

    def syllables_heard(self, begin: int, end: int) -> int:
        """How many syllables of the free reading begin in a stretch of frames; one that begins a little before it
        counts."""
        return int(self.emissions.free_reading.onsets[max(0, begin - 2) : max(0, end - 2)].sum())

    def surplus(self, before: Sequence[int], after: Sequence[int]) -> int:
        """How many more syllables were heard than the text has, from the first of `before` to the last of `after`; the recording's
        ends belong to the first and the last syllable that were read."""
        begin, end = self.frames(
            before if before[:1] != self.read[:1] else (), after if after[-1:] != self.read[-1:] else ()
        )
        first, last = (before or [0])[0], (after or [len(self.aligned) - 1])[-1]
        return self.syllables_heard(begin, end) - (last - first + 1)


def second_look(
    expected: Sequence[ExpectedSyllable],
    aligned: Sequence[AlignedSyllable],
    extras: Sequence[ExtraSpeech],
    emissions: Emissions,
) -> tuple[list[AlignedSyllable], list[ExtraSpeech]]:
    """Alignment and extras after a second look, in its place, at each syllable left out and at all speech beside the
    text."""
    settled, beside = settled_by_counts(aligned, extras, emissions.free_reading)
    if syllables_followed(settled, beside) < LEAST_FOLLOWED * len(aligned):
        return settled, beside
    first_pass = FirstPass(expected, aligned, extras, emissions)
    probabilities = {
        index: omission_probability(first_pass, index) for index in range(len(aligned)) if first_pass.is_doubtful(index)
    }
    corrected = list(aligned)
    kept_extras = [extra for extra in extras if extra.kind != "extra" or _is_speech_beside(first_pass, extra)]
    restored = [
        index
        for index, probability in probabilities.items()
        if probability < OMITTED_FROM and aligned[index].presence == "omitted"
    ]
    for index, probability in probabilities.items():
        if probability >= OMITTED_FROM:
            corrected[index] = _omitted(corrected[index], probability)
    for region in _joined([_region(first_pass, index) for index in restored]):
        kept_extras = _laid_anew(first_pass, region, corrected, kept_extras, set(restored))
    return corrected, kept_extras


class OmissionSigns(NamedTuple):
    """What counts and lengths say about a syllable that may have been omitted.

    Syllables heard beyond the text's without it, over `FEW_NEIGHBOURS` and over `MORE_NEIGHBOURS` on each side; its length in median
    ones; whether the path left it out; syllables of speech beside the text there; others left out with it.
    """

    surplus_few: float
    surplus_more: float
    length: float
    omitted: float
    beside: float
    others: float


def omission_signs(first_pass: FirstPass, index: int) -> OmissionSigns:
    """The signs of one syllable."""
    syllable, (before, after) = first_pass.aligned[index], first_pass.neighbours(index, FEW_NEIGHBOURS)
    begin, end = (frame * FRAME_SECONDS for frame in first_pass.frames(before[-1:], after[:1]))
    gap = (after or [len(first_pass.aligned)])[0] - (before or [-1])[-1] - 2
    return OmissionSigns(
        float(np.clip(first_pass.surplus(before, after) + 1, -3, 3)),
        float(np.clip(first_pass.surplus(*first_pass.neighbours(index, MORE_NEIGHBOURS)) + 1, -3, 3)),
        min(2.0, (syllable.end - syllable.start) / first_pass.usual_seconds),
        float(syllable.presence == "omitted"),
        min(3.0, sum(extra.syllables for extra in first_pass.extras if begin <= extra.start < end)),
        min(3.0, gap),
    )


def ratio(first_pass: FirstPass, index: int) -> float:
    """Nats by which the stretch around a syllable fits better with the syllable than without it."""
    before, after = first_pass.neighbours(index, 1)
    begin, end = first_pass.frames(before, after)
    scores = first_pass.emissions.scores[begin:end]
    head, tail = [first_pass.expected[number] for number in before], [first_pass.expected[number] for number in after]
    whole = local_scores.score_as_written(scores, [*head, first_pass.expected[index], *tail])
    return float(np.clip(whole - local_scores.score_as_written(scores, [*head, *tail]), -MOST_RATIO, MOST_RATIO))


def omission_probability(first_pass: FirstPass, index: int) -> float:
    """Probability that a syllable of the text was not said, nor another for it."""
    if first_pass.read == [index]:
        return 0.0
    logit = INTERCEPT + float(np.dot(WEIGHTS, omission_signs(first_pass, index)))
    if _probability(logit - RATIO_WEIGHT * MOST_RATIO) < OMITTED_FROM:
        return 0.0  # whatever the scores
    return _probability(logit + RATIO_WEIGHT * ratio(first_pass, index))


def _probability(logit: float) -> float:
    return float(1 / (1 + np.exp(-logit)))


def _is_speech_beside(first_pass: FirstPass, extra: ExtraSpeech) -> bool:
    """Whether an extra is speech beside the text: more syllables were heard there than the text has and than are reported as
    repeated, and neither a syllable of the text nor one other for it fits as well."""
    before = [number for number in first_pass.read if number <= extra.after]
    after = [number for number in first_pass.read if number > extra.after]
    repeats = [other for other in first_pass.extras if other.kind == "repeat" and other.after == extra.after]
    repeated = sum(repeat.syllables for repeat in repeats)
    if first_pass.surplus(before[-FEW_NEIGHBOURS:], after[:FEW_NEIGHBOURS]) <= repeated:
        return False
    neighbours = [*before[-1:], *after[:1]]
    begin, end = first_pass.frames(before[-1:], after[:1])
    scores, text = first_pass.emissions.scores[begin:end], [first_pass.expected[number] for number in neighbours]
    with_speech = local_scores.score_with_other_speech(scores, text)
    with_substitute = max(local_scores.score_with_substitute(scores, text, index) for index in range(len(text)))
    return (
        with_speech - local_scores.score_as_written(scores, text) > LEAST_OVER_TEXT
        and with_speech - with_substitute > LEAST_OVER_SUBSTITUTE
    )


def _omitted(syllable: AlignedSyllable, probability: float) -> AlignedSyllable:
    doubt = 1 - min(1.0, probability / SURELY_OMITTED_FROM)
    return replace(syllable, presence="omitted", end=syllable.start, final_start=syllable.start, confidence=doubt)


@dataclass(frozen=True)
class Region:
    """Syllables of the text, `first` to `last`, and the frames that they are laid anew over."""

    first: int
    last: int
    begin: int
    end: int


def _region(first_pass: FirstPass, index: int) -> Region:
    """The region from the read syllable before to the one after; speech beside the text next to these belongs to it as
    well."""
    before, after = first_pass.neighbours(index, len(first_pass.aligned))
    spoken = [extra for extra in first_pass.extras if extra.kind != "filler"]
    while before and _between(spoken, first_pass, before[-2] if len(before) > 1 else None, before[-1]):
        before.pop()
    while after and _between(spoken, first_pass, after[0], after[1] if len(after) > 1 else None):
        after.pop(0)
    begin, end = first_pass.frames(before[-1:], after[:1])
    return Region(before[-1] if before else 0, after[0] if after else len(first_pass.aligned) - 1, begin, end)


def _between(spoken: Sequence[ExtraSpeech], first_pass: FirstPass, before: int | None, after: int | None) -> bool:
    """Whether speech beside the text lies between two syllables; None for the recording's ends."""
    start = 0.0 if before is None else first_pass.aligned[before].end - FRAME_SECONDS
    end = np.inf if after is None else first_pass.aligned[after].start + FRAME_SECONDS
    return any(extra.start >= start and extra.end <= end for extra in spoken)


def _joined(regions: Sequence[Region]) -> list[Region]:
    joined: list[Region] = []
    for region in sorted(regions, key=lambda region: region.begin):
        if joined and region.begin < joined[-1].end:
            last = joined.pop()
            joined.append(Region(last.first, max(region.last, last.last), last.begin, max(region.end, last.end)))
        else:
            joined.append(region)
    return joined


def _laid_anew(
    first_pass: FirstPass,
    region: Region,
    corrected: list[AlignedSyllable],
    extras: list[ExtraSpeech],
    restored: set[int],
) -> list[ExtraSpeech]:
    """Align the syllables of a region anew, in `corrected`, and return the extras that remain."""
    indexes = [
        index
        for index in range(region.first, region.last + 1)
        if corrected[index].presence == "read" or index in restored
    ]
    scores = first_pass.emissions.scores[region.begin : region.end]
    steps = local_scores.steps_for_each(scores, [first_pass.expected[index] for index in indexes])
    if steps is None:
        return extras
    for index, (step, variant) in zip(indexes, steps, strict=True):
        begin, end = region.begin + step.begin, region.begin + step.end
        final = region.begin + step.final if variant != SUBSTITUTE else begin + (end - begin) // 3
        sounds = max(variant, 0)
        corrected[index] = AlignedSyllable(
            index,
            "read",
            begin * FRAME_SECONDS,
            end * FRAME_SECONDS,
            final * FRAME_SECONDS,
            sounds,
            confidence(
                first_pass.emissions.scores[begin:end, : len(STATES)], first_pass.expected[index].accepted[sounds]
            ),
        )
    start, stop = region.begin * FRAME_SECONDS, region.end * FRAME_SECONDS
    return [
        extra for extra in extras if extra.end <= start + FRAME_SECONDS / 2 or extra.start >= stop - FRAME_SECONDS / 2
    ]
