"""Readings made of numbers, shared by tests: texts of syllables with times known beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.speech.model import (
    F0_SECONDS,
    AlignedSyllable,
    Alignment,
    Break,
    Clause,
    ExpectedSyllable,
    ExtraSpeech,
    PitchTrack,
    ReadingText,
    Sounds,
)

SYLLABLE_SECONDS = 0.25
INITIAL_SECONDS = 0.05


def text_of(tones: Sequence[int], *, breaks: dict[int, Break] | None = None, kind: str = "statement") -> ReadingText:
    """A text of 妈 in these tones; `breaks` before syllables by index; one clause for each stretch between marks."""
    break_at = {0: "major", **(breaks or {})}
    syllables = tuple(
        ExpectedSyllable(
            index,
            "妈",
            "ma",
            (Sounds("m", "a"),),
            tone,
            frozenset({tone}),
            index,
            break_at.get(index, "word"),  # type: ignore[arg-type]
        )
        for index, tone in enumerate(tones)
    )
    starts = [index for index in sorted(break_at) if break_at[index] in ("minor", "major")]
    ends = [*(start - 1 for start in starts[1:]), len(tones) - 1]
    clauses = tuple(Clause(first, last, kind) for first, last in zip(starts, ends, strict=True))  # type: ignore[arg-type]
    return ReadingText("妈" * len(tones), syllables, clauses)


def read_through(
    count: int,
    *,
    gaps: dict[int, float] | None = None,
    omitted: Sequence[int] = (),
    extras: Sequence[ExtraSpeech] = (),
    last_seconds: float = SYLLABLE_SECONDS,
) -> Alignment:
    """Syllables of a quarter of a second from .5 s on, with `gaps` (seconds) before syllables by index."""
    start, syllables = 0.5, []
    for index in range(count):
        start += (gaps or {}).get(index, 0.0)
        length = 0.0 if index in omitted else last_seconds if index == count - 1 else SYLLABLE_SECONDS
        syllables.append(
            AlignedSyllable(
                index,
                "omitted" if index in omitted else "read",
                start,
                start + length,
                start + min(INITIAL_SECONDS, length),
            )
        )
        start += length
    return Alignment(tuple(syllables), tuple(extras), 0.0)


def pitch_over(alignment: Alignment, semitones: Sequence[Sequence[float]], *, middle_hz: float = 200.0) -> PitchTrack:
    """A pitch track with each syllable's final going through its points (semitones over `middle_hz`), unvoiced elsewhere."""
    end = max(syllable.end for syllable in alignment.syllables)
    hz = np.full(round(end / F0_SECONDS) + 50, np.nan)
    for syllable, points in zip(alignment.syllables, semitones, strict=True):
        first, last = round(syllable.final_start / F0_SECONDS), round(syllable.end / F0_SECONDS)
        if last > first:
            course = np.interp(np.linspace(0, 1, last - first), np.linspace(0, 1, len(points)), points)
            hz[first:last] = middle_hz * 2 ** (course / 12)
    return PitchTrack(hz)
