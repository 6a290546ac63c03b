"""What is claimed of a syllable as a whole: a function of what is claimed of its parts.

Thresholds stand where a part is judged (`core.speech.aligning.segments.verdict`, `core.speech.tones.verdicts.verdict`) and nowhere after
it: counts, marks, sentences, scores and evidence all read these verdicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Verdict = Literal["right", "unsure", "wrong"]
"""Of an initial, a final or a tone."""
SyllableVerdict = Literal["right", "unsure", "wrong", "replaced", "omitted"]
FAULTS: tuple[SyllableVerdict, ...] = ("omitted", "replaced", "wrong")
"""The verdicts that ask for practice, in the order in which a reader is told of them."""

LEAST_JUDGED = 10
"""Judged syllables below which a reading is short: the spread of the total (`measures.total.SPREAD`) was measured over sentences of ten."""


def syllable_verdict(
    *, read: bool, initial: Verdict | None, final: Verdict | None, tone: Verdict | None, other_said: bool
) -> SyllableVerdict:
    """The verdict on a syllable; None for a part that it does not have, or that has no score.

    Parameters
    ----------
    read
        Whether the syllable has a place of its own in the recording.
    other_said
        Whether another syllable fits its place clearly better, or speech that the text does not hold stands where it is missing.

    Returns
    -------
    SyllableVerdict
        - omitted: without a place, and nothing was said for it.
        - replaced: something else was said; with a place of its own only where one of its sounds was wrong, since a poor fit alone names
          no error.
        - wrong: one of its parts was.
        - right: the tone and one of the sounds were, and no part was wrong.
        - unsure: anything else. Nothing is claimed, and it costs nothing.

    Examples
    --------
    >>> syllable_verdict(read=True, initial="unsure", final="unsure", tone="right", other_said=True)
    'unsure'
    >>> syllable_verdict(read=True, initial="wrong", final="unsure", tone="right", other_said=True)
    'replaced'
    """
    if not read:
        return "replaced" if other_said else "omitted"
    if "wrong" in (initial, final):
        return "replaced" if other_said else "wrong"
    if tone == "wrong":
        return "wrong"
    return "right" if tone == "right" and "right" in (initial, final) else "unsure"


def is_judged(verdict: SyllableVerdict) -> bool:
    """Whether something is claimed of how the syllable was said."""
    return verdict not in ("unsure", "omitted")


def is_short(verdicts: Sequence[SyllableVerdict]) -> bool:
    """Whether so few syllables could be judged that the range of the total says more than the total."""
    return sum(map(is_judged, verdicts)) < LEAST_JUDGED
