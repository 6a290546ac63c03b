"""Where native speakers' pitch goes in each tone, on the five-level scale of the speaker."""

from __future__ import annotations

from typing import TypedDict

Levels = tuple[float, ...]

LOW: dict[int, Levels] = {
    1: (3.1, 2.9, 2.9, 2.8, 2.9, 2.9, 3.0, 3.0, 3.0, 3.1, 3.0),
    2: (1.7, 1.6, 1.4, 1.4, 1.4, 1.4, 1.5, 1.5, 1.6, 1.8, 1.9),
    3: (2.1, 1.9, 1.6, 1.5, 1.3, 1.2, 1.1, 1.1, 1.1, 1.1, 1.1),
    4: (3.0, 2.9, 2.8, 2.6, 2.5, 2.4, 2.2, 2.1, 2.0, 2.0, 2.0),
    5: (1.7, 1.6, 1.5, 1.5, 1.5, 1.4, 1.3, 1.3, 1.4, 1.4, 1.4),
}
MIDDLE: dict[int, Levels] = {
    1: (4.0, 3.8, 3.7, 3.6, 3.6, 3.7, 3.7, 3.8, 3.8, 3.8, 3.8),
    2: (2.6, 2.3, 2.1, 2.0, 2.0, 2.0, 2.2, 2.3, 2.4, 2.6, 2.7),
    3: (3.0, 2.7, 2.4, 2.2, 2.0, 1.9, 1.8, 1.7, 1.7, 1.7, 1.7),
    4: (4.0, 3.8, 3.7, 3.5, 3.4, 3.2, 3.0, 2.9, 2.8, 2.8, 2.8),
    5: (2.7, 2.5, 2.3, 2.2, 2.2, 2.1, 2.1, 2.1, 2.1, 2.2, 2.3),
}
HIGH: dict[int, Levels] = {
    1: (4.8, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5, 4.6, 4.6, 4.6, 4.5),
    2: (3.6, 3.2, 3.0, 2.8, 2.8, 2.9, 3.0, 3.1, 3.3, 3.4, 3.6),
    3: (3.9, 3.6, 3.3, 3.1, 3.0, 2.8, 2.8, 2.7, 2.7, 2.7, 2.9),
    4: (4.9, 4.7, 4.5, 4.4, 4.2, 4.0, 3.9, 3.8, 3.6, 3.6, 3.6),
    5: (3.6, 3.4, 3.3, 3.2, 3.2, 3.2, 3.1, 3.1, 3.2, 3.2, 3.3),
}
"""20th, 50th and 80th percentile of `core.speech.tones.verdicts.contour` over 11,256 syllables of 895 sentences of AISHELL-1 (two native
readers, Apache-2.0), tones as spoken. Sentences are flatter than Chao's 55, 35, 214, 51 (1930), which syllables said alone come near
to: bands drawn round those left most native readings outside. The 10th to 90th percentile is three levels wide and tells nothing."""


class Band(TypedDict):
    """Lower edge, middle and upper edge, 11 levels each."""

    low: list[float]
    mid: list[float]
    high: list[float]


def bands() -> dict[str, Band]:
    """The band of each tone; the keys are strings, as in JSON."""
    return {
        str(tone): Band(low=list(LOW[tone]), mid=list(MIDDLE[tone]), high=list(HIGH[tone])) for tone in (1, 2, 3, 4, 5)
    }
