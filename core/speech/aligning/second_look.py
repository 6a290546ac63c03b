"""A second look at what the path left out or put in: counts of syllables heard and scores of the few ways in which the place can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.speech.aligning import local_odds
from core.speech.aligning.graph import SUBSTITUTE
from core.speech.aligning.phones import STATES
from core.speech.aligning.presence import confidence, followed, settled
from core.speech.model import FRAME_SECONDS, AlignedSyllable, ExpectedSyllable, ExtraSpeech

if TYPE_CHECKING:
    from core.speech.aligning.alignment import Emissions

SURELY_READ, LONG_ENOUGH = 0.9, 0.14
"""A syllable that fits so well and is so long (seconds) was read, and is not asked about again."""
FEW, MORE = 2, 4
"""Read syllables on each side over which counts are compared. Between the next two alone the free reading often has one too many or too
few: with the wider counts the chance told omissions from other syllables of a voice unheard with an area of .986 instead of .954."""
MOST_RATIO = 30.0
"""Nats: more is no surer."""
INTERCEPT, WEIGHTS, RATIO_WEIGHT = -3.736, (-1.356, -0.368, -0.681, 3.050, -1.658, -1.203), -0.133
"""Logistic regression on edited texts of one training speaker, plain and as if unheard (`training/speech/left_out.py`); weights in the
order of `Signs`, then that of the ratio of scores with the syllable and without. Another syllable's score added nothing (.001)."""
LEFT_OUT = 0.05
"""Probability from which a syllable is told as left out: 267 of 269 of the training's edits. On 70 sentences of a voice unheard it finds
.938 of the syllables put into the text at .0085 false ones; the first pass with counts alone (`presence.settled`) .938 at .0107."""
CERTAINLY = 0.3
"""Probability from which it costs what a syllable costs; below, its share. Seen on an earlier fit: of 7 native syllables that the path left out in 100 unheard sentences none had more."""
LEAST_FOLLOWED = 0.6
"""Share of a text that the first pass must have found in its order (`presence.followed`) for a second look: unheard native readings
have .67 and more (110 sentences, chosen on them), shuffled texts .55 and less, and to these nothing is forgiven."""
LEAST_SPEECH, LEAST_RATHER = 15.0, 10.0
"""Nats by which speech beside the text must fit better than the syllables next to it alone, and than one other syllable for one of them.
75 sentences of a voice unheard, with the price of extra speech at 9 in the first pass: added words .88 found at .027 false a sentence;
without these two .91 at .12; at 12 and 5 .89 at .067. At a price of 13 .85 at .027. Chosen on these sentences."""


@dataclass(frozen=True)
class Look:
    """The first pass, and what it was made from."""

    asked: Sequence[ExpectedSyllable]
    found: Sequence[AlignedSyllable]
    extras: Sequence[ExtraSpeech]
    heard: Emissions

    @cached_property
    def read(self) -> list[int]:
        """Numbers of the syllables that were read."""
        return [one.index for one in self.found if one.presence == "read"]

    @cached_property
    def usual(self) -> float:
        """Median length of a syllable in seconds."""
        return float(np.median([self.found[index].end - self.found[index].start for index in self.read] or [0.2]))

    def beside(self, index: int, count: int) -> tuple[list[int], list[int]]:
        """Up to `count` read syllables before and after one."""
        before = [each for each in self.read if each < index][-count:]
        return before, [each for each in self.read if each > index][:count]

    def frames(self, before: Sequence[int], after: Sequence[int]) -> tuple[int, int]:
        """From the beginning of the first of `before` to the end of the last of `after`; without one, from or to the recording's."""
        begin = round(self.found[before[0]].start / FRAME_SECONDS) if before else 0
        end = round(self.found[after[-1]].end / FRAME_SECONDS) if after else len(self.heard.scores)
        return begin, end

    def is_doubtful(self, index: int) -> bool:
        """Whether a syllable may have been left out."""
        one = self.found[index]
        return one.presence == "omitted" or one.confidence < SURELY_READ or one.end - one.start < LONG_ENOUGH

    def count(self, begin: int, end: int) -> int:
        """Syllables of the free reading that begin in a stretch; one that begins a little before it is in it."""
        return int(self.heard.free.onsets[max(0, begin - 2) : max(0, end - 2)].sum())

    def surplus(self, before: Sequence[int], after: Sequence[int]) -> int:
        """Syllables heard beyond the text's from the first of `before` to the last of `after`; the recording's ends belong to the
        first and the last syllable that were read."""
        begin, end = self.frames(
            before if before[:1] != self.read[:1] else (), after if after[-1:] != self.read[-1:] else ()
        )
        first, last = (before or [0])[0], (after or [len(self.found) - 1])[-1]
        return self.count(begin, end) - (last - first + 1)


def looked_again(
    asked: Sequence[ExpectedSyllable],
    found: Sequence[AlignedSyllable],
    extras: Sequence[ExtraSpeech],
    heard: Emissions,
) -> tuple[list[AlignedSyllable], list[ExtraSpeech]]:
    """What was left out and what was said beside the text, each looked at once more in its place."""
    first, beside = settled(found, extras, heard.free)
    if followed(first, beside) < LEAST_FOLLOWED * len(found):
        return first, beside
    look = Look(asked, found, extras, heard)
    chances = {index: left_out(look, index) for index in range(len(found)) if look.is_doubtful(index)}
    made, kept = list(found), [one for one in extras if one.kind != "extra" or _is_speech_beside(look, one)]
    restored = [i for i, chance in chances.items() if chance < LEFT_OUT and found[i].presence == "omitted"]
    for index, chance in chances.items():
        if chance >= LEFT_OUT:
            made[index] = _omitted(made[index], chance)
    for region in _joined([_region(look, index) for index in restored]):
        kept = _laid_anew(look, region, made, kept, set(restored))
    return made, kept


class Signs(NamedTuple):
    """What counts and lengths say about a syllable: syllables heard beyond the text's without it over `FEW` and `MORE` on each side, its
    length in usual ones, whether the path left it out, syllables of speech beside the text there, others left out with it."""

    surplus_few: float
    surplus_more: float
    length: float
    omitted: float
    beside: float
    others: float


def signs(look: Look, index: int) -> Signs:
    """The signs of one syllable."""
    one, (before, after) = look.found[index], look.beside(index, FEW)
    begin, end = (frame * FRAME_SECONDS for frame in look.frames(before[-1:], after[:1]))
    gap = (after or [len(look.found)])[0] - (before or [-1])[-1] - 2
    return Signs(
        float(np.clip(look.surplus(before, after) + 1, -3, 3)),
        float(np.clip(look.surplus(*look.beside(index, MORE)) + 1, -3, 3)),
        min(2.0, (one.end - one.start) / look.usual),
        float(one.presence == "omitted"),
        min(3.0, sum(each.syllables for each in look.extras if begin <= each.start < end)),
        min(3.0, gap),
    )


def ratio(look: Look, index: int) -> float:
    """Nats by which the place is read better with the syllable than without it."""
    before, after = look.beside(index, 1)
    begin, end = look.frames(before, after)
    scores = look.heard.scores[begin:end]
    head, tail = [look.asked[each] for each in before], [look.asked[each] for each in after]
    whole = local_odds.as_it_stands(scores, [*head, look.asked[index], *tail])
    return float(np.clip(whole - local_odds.as_it_stands(scores, [*head, *tail]), -MOST_RATIO, MOST_RATIO))


def left_out(look: Look, index: int) -> float:
    """Probability that a syllable of the text was not said, nor another for it."""
    if look.read == [index]:
        return 0.0
    logit = INTERCEPT + float(np.dot(WEIGHTS, signs(look, index)))
    if _chance(logit - RATIO_WEIGHT * MOST_RATIO) < LEFT_OUT:
        return 0.0  # whatever the scores
    return _chance(logit + RATIO_WEIGHT * ratio(look, index))


def _chance(logit: float) -> float:
    return float(1 / (1 + np.exp(-logit)))


def _is_speech_beside(look: Look, extra: ExtraSpeech) -> bool:
    """More syllables were heard there than the text has and than are told as said again, and no syllable of the text, nor one other
    for it, fits as well."""
    before = [each for each in look.read if each <= extra.after]
    after = [each for each in look.read if each > extra.after]
    told = sum(each.syllables for each in look.extras if each.kind == "repeat" and each.after == extra.after)
    if look.surplus(before[-FEW:], after[:FEW]) <= told:
        return False
    near = [*before[-1:], *after[:1]]
    begin, end = look.frames(before[-1:], after[:1])
    scores, text = look.heard.scores[begin:end], [look.asked[each] for each in near]
    free = local_odds.with_speech(scores, text)
    rather = max(local_odds.with_another(scores, text, place) for place in range(len(text)))
    return free - local_odds.as_it_stands(scores, text) > LEAST_SPEECH and free - rather > LEAST_RATHER


def _omitted(one: AlignedSyllable, chance: float) -> AlignedSyllable:
    doubt = 1 - min(1.0, chance / CERTAINLY)
    return replace(one, presence="omitted", end=one.start, final_start=one.start, confidence=doubt)


@dataclass(frozen=True)
class Region:
    """Syllables of the text, `first` to `last`, and the frames that they are laid anew over."""

    first: int
    last: int
    begin: int
    end: int


def _region(look: Look, index: int) -> Region:
    """From the read syllable before to the one after; speech beside the text next to these belongs to it as well."""
    before, after = look.beside(index, len(look.found))
    spoken = [one for one in look.extras if one.kind != "filler"]
    while before and _between(spoken, look, before[-2] if len(before) > 1 else None, before[-1]):
        before.pop()
    while after and _between(spoken, look, after[0], after[1] if len(after) > 1 else None):
        after.pop(0)
    begin, end = look.frames(before[-1:], after[:1])
    return Region(before[-1] if before else 0, after[0] if after else len(look.found) - 1, begin, end)


def _between(spoken: Sequence[ExtraSpeech], look: Look, one: int | None, other: int | None) -> bool:
    """Whether speech beside the text lies between two syllables; None for the recording's ends."""
    start = 0.0 if one is None else look.found[one].end - FRAME_SECONDS
    end = np.inf if other is None else look.found[other].start + FRAME_SECONDS
    return any(each.start >= start and each.end <= end for each in spoken)


def _joined(regions: Sequence[Region]) -> list[Region]:
    made: list[Region] = []
    for one in sorted(regions, key=lambda each: each.begin):
        if made and one.begin < made[-1].end:
            last = made.pop()
            made.append(Region(last.first, max(one.last, last.last), last.begin, max(one.end, last.end)))
        else:
            made.append(one)
    return made


def _laid_anew(
    look: Look, region: Region, made: list[AlignedSyllable], extras: list[ExtraSpeech], restored: set[int]
) -> list[ExtraSpeech]:
    """Puts the syllables of a region in their places in `made`, and gives back the speech beside the text that is left."""
    places = [i for i in range(region.first, region.last + 1) if made[i].presence == "read" or i in restored]
    scores = look.heard.scores[region.begin : region.end]
    steps = local_odds.laid(scores, [look.asked[i] for i in places])
    if steps is None:
        return extras
    for index, (step, variant) in zip(places, steps, strict=True):
        begin, end = region.begin + step.begin, region.begin + step.end
        final = region.begin + step.final if variant != SUBSTITUTE else begin + (end - begin) // 3
        sounds = max(variant, 0)
        made[index] = AlignedSyllable(
            index,
            "read",
            begin * FRAME_SECONDS,
            end * FRAME_SECONDS,
            final * FRAME_SECONDS,
            sounds,
            confidence(look.heard.scores[begin:end, : len(STATES)], look.asked[index].accepted[sounds]),
        )
    start, stop = region.begin * FRAME_SECONDS, region.end * FRAME_SECONDS
    return [one for one in extras if one.end <= start + FRAME_SECONDS / 2 or one.start >= stop - FRAME_SECONDS / 2]
