"""Text integrity: what was left out, replaced, added or repeated; and whether it was this text at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.speech.aligning.presence import SAID_FROM, syllables_followed
from core.speech.model import Alignment, ExtraSpeech
from core.speech.verdicts import SyllableVerdict, is_judged

WRONG_WEIGHT = 0.5
"""What a syllable that another was said for costs, against one left out: it was at least read."""
LEAST_OMISSION = 1 / 3
"""What a syllable that is called left out costs at least, however doubtful that is: this share of one that could be judged. Said rightly,
if only just (46 points), it can lower the mean accuracy, which moves the total most where accuracy is 80 (`total.ACCURACY_CURVE`): an
omission that cost under .30 would leave more points there than the syllable."""
LEAST_FIT, SHORT_TEXT = -2.0, 4.0
"""Fit of an alignment below which another text was read, and nats that are shared out among its syllables as allowance: a mean over four
syllables scatters."""
FREE_EXTRA = 0.1
"""Share of the text's length that may be said beside it before the reading counts as less complete: words put in are reported
and scored as such, but the text was read."""
LEAST_KEPT = 0.25
"""Syllables said as the text has them, less those said beside it, for each syllable of the text: below, another text was read.

A voice that the model had not heard (40 sentences, each on its own text, another's and its own shuffled): fit -1.4 and more, -4.0 and
less, -.6 and less; syllables kept .71 and more, -.16 and less, .65 and less (two syllables of four changed
places). On the development speakers one native in fifteen keeps .33.
"""


@dataclass(frozen=True)
class Integrity:
    """How a reading keeps to its text. `share` is 0-1: (N - omitted - WRONG_WEIGHT * wrong - extra) / N.

    `omitted` and `wrong` are numbers of syllables; of a syllable in `wrong` another was said. Hesitations and repetitions are
    counted elsewhere, and cost nothing here.
    """

    omitted: tuple[int, ...]
    wrong: tuple[int, ...]
    extra: tuple[ExtraSpeech, ...]
    repeated: tuple[ExtraSpeech, ...]
    share: float
    completeness: float
    """0-1, what the total is gated by: how much of the text was read, doubtful syllables counted by their doubt."""


@dataclass(frozen=True)
class Departures:
    """Speech beside the text: what stands for syllables of the text, and what was added to it."""

    replaced: frozenset[int]
    """Numbers of syllables without a place of their own that something else was said for."""
    extra: tuple[ExtraSpeech, ...]
    added: int
    """Syllables of `extra` that stand for none of the text."""


def departures(alignment: Alignment) -> Departures:
    """The speech beside the text, sorted. Next to omitted syllables it counts as said instead of as many of them."""
    omitted = {syllable.index for syllable in alignment.syllables if syllable.presence == "omitted"}
    replaced: set[int] = set()
    extra, added = [], 0
    for extra_speech in alignment.extras:
        if extra_speech.kind != "extra":
            continue
        instead = _replaced_syllables(extra_speech, omitted - replaced)
        replaced.update(instead)
        if extra_speech.syllables > len(instead):
            extra.append(extra_speech)
            added += extra_speech.syllables - len(instead)
    return Departures(frozenset(replaced), tuple(extra), added)


def integrity(alignment: Alignment, verdicts: Sequence[SyllableVerdict]) -> Integrity:
    """The integrity of an aligned reading, by the verdicts on its syllables (`core.speech.judging`)."""
    beside = departures(alignment)
    omitted, wrong = (
        [number for number, verdict in enumerate(verdicts) if verdict == kind] for kind in ("omitted", "replaced")
    )
    count = len(alignment.syllables)
    lost = len(omitted) + WRONG_WEIGHT * len(wrong) + beside.added
    return Integrity(
        omitted=tuple(omitted),
        wrong=tuple(wrong),
        extra=beside.extra,
        repeated=tuple(extra_speech for extra_speech in alignment.extras if extra_speech.kind == "repeat"),
        share=max(0.0, (count - lost) / count) if count else 0.0,
        completeness=_completeness(alignment, omitted, wrong, beside.added, judged=sum(map(is_judged, verdicts))),
    )


def _completeness(
    alignment: Alignment, omitted: Sequence[int], wrong: Sequence[int], extra: int, *, judged: int
) -> float:
    count = len(alignment.syllables)
    if not count:
        return 0.0
    wrong_cost = sum(WRONG_WEIGHT * substitution_certainty(alignment.syllables[index].confidence) for index in wrong)
    least = LEAST_OMISSION * count / (judged + 1)
    omitted_cost = sum(max(least, 1 - alignment.syllables[index].confidence) for index in omitted)
    return max(0.0, 1 - (omitted_cost + wrong_cost + max(0.0, extra - FREE_EXTRA * count)) / count)


def substitution_certainty(confidence: float) -> float:
    """How surely another syllable was said, 0-1, given the confidence that the syllable itself was said (below `SAID_FROM`).

    >>> substitution_certainty(0.0), substitution_certainty(0.25), substitution_certainty(0.5)
    (1.0, 0.5, 0.0)
    """
    return max(0.0, 1 - confidence / SAID_FROM)


def _replaced_syllables(extra: ExtraSpeech, omitted: set[int]) -> list[int]:
    """Indexes of omitted syllables right after or before speech beside the text, as many as it has syllables."""
    replaced: list[int] = []
    ahead, back = extra.after + 1, extra.after
    while len(replaced) < extra.syllables and ahead in omitted:
        replaced.append(ahead)
        ahead += 1
    while len(replaced) < extra.syllables and back in omitted:
        replaced.append(back)
        back -= 1
    return replaced


def is_other_text(alignment: Alignment) -> bool:
    """Whether something else was read than the text: another text, the text out of order, another language, music."""
    count = len(alignment.syllables)
    followed = syllables_followed(alignment.syllables, alignment.extras)
    return count == 0 or (alignment.fit < LEAST_FIT - SHORT_TEXT / count or followed < LEAST_KEPT * count)
