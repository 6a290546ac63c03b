"""Text integrity: what was left out, replaced, added or repeated; and whether it was this text at all."""

from __future__ import annotations

from dataclasses import dataclass

from core.speech.aligning.presence import SAID_FROM, syllables_followed
from core.speech.model import Alignment, ExtraSpeech

WRONG_WEIGHT = 0.5
"""What a syllable that another was said for costs, against one left out: it was at least read."""
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


def integrity(alignment: Alignment) -> Integrity:
    """The integrity of an aligned reading. Speech beside the text next to as many omitted syllables counts as said
    instead of these."""
    omitted = [syllable.index for syllable in alignment.syllables if syllable.presence == "omitted"]
    wrong = [
        syllable.index
        for syllable in alignment.syllables
        if syllable.presence == "read" and syllable.confidence < SAID_FROM
    ]
    extra, added = [], 0
    for extra_speech in alignment.extras:
        if extra_speech.kind != "extra":
            continue
        replaced = _replaced_syllables(extra_speech, set(omitted))
        omitted = [index for index in omitted if index not in replaced]
        wrong += replaced
        if extra_speech.syllables > len(replaced):
            extra.append(extra_speech)
            added += extra_speech.syllables - len(replaced)
    count = len(alignment.syllables)
    lost = len(omitted) + WRONG_WEIGHT * len(wrong) + added
    return Integrity(
        omitted=tuple(omitted),
        wrong=tuple(sorted(wrong)),
        extra=tuple(extra),
        repeated=tuple(extra_speech for extra_speech in alignment.extras if extra_speech.kind == "repeat"),
        share=max(0.0, (count - lost) / count) if count else 0.0,
        completeness=_completeness(alignment, omitted, wrong, added),
    )


def _completeness(alignment: Alignment, omitted: list[int], wrong: list[int], extra: int) -> float:
    count = len(alignment.syllables)
    if not count:
        return 0.0
    wrong_cost = sum(WRONG_WEIGHT * substitution_certainty(alignment.syllables[index].confidence) for index in wrong)
    omitted_cost = sum(1 - alignment.syllables[index].confidence for index in omitted)
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
