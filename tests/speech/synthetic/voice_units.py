"""Spectral envelopes of the initials and finals: measured on one reader by `fit_envelopes`.

Share of 20 ms frames, on sentences that another reader read, where the acoustic model finds the right state likeliest of all 99 (on real
readings .80 and .77): formants from the literature .41, means of all that the reader says .72, means of the clearest .15 of each sound
.76, the same matched to what is measured on the voice itself .80 (at 20 dB of noise .76). Bands too narrow for it took harmonics
for the tract: 6 to 14 % of the pitch was then heard an octave off, .5 % since they are smoothed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.arrays import Float64
from core.speech.aligning.phones import FINALS, INITIALS

FILE = Path(__file__).parent / "envelopes.npz"
POINTS_OF_INITIALS, POINTS_OF_FINALS = 6, 8
STEPS = 7.0
"""Whole numbers to a unit of natural log power: one is .6 dB."""
CONTEXTS = ("any", "spread", "round", "open")
"""An initial takes on the colour of what follows."""
SPREAD, ROUND = "iü", "uo"


Tables = dict[str, NDArray[np.int8]]


class Unit(NamedTuple):
    """The course of a sound: log power [shape=(points, BANDS)], voicing 0-1 [shape=(points,)], its usual length."""

    log_power: Float64
    voicing: Float64
    seconds: float


def context(final: str) -> str:
    """Of `CONTEXTS`: what a final does to the initial before it.

    >>> context("iao"), context("uan"), context("a"), context("iii")
    ('spread', 'round', 'open', 'open')
    """
    if final.startswith("ii"):
        return "open"
    return "spread" if final[0] in SPREAD else "round" if final[0] in ROUND else "open"


@cache
def initial(name: str, final: str) -> Unit:
    """An initial before a final."""
    place, key = INITIALS.index(name), CONTEXTS.index(context(final))
    tables = _tables()
    return Unit(
        tables["initials"][place, key] / STEPS,
        tables["initial_voicing"][place, key] / 100,
        float(tables["initial_centiseconds"][place]) / 100,
    )


@cache
def final(name: str) -> Unit:
    """A final."""
    place, tables = FINALS.index(name), _tables()
    return Unit(tables["finals"][place] / STEPS, tables["final_voicing"][place] / 100, 0.0)


def use(tables: Tables) -> None:
    """Speak with other tables from now on: for the fitting."""
    _tables.cache_clear()
    initial.cache_clear()
    final.cache_clear()
    _others.append(tables)


_others: list[Tables] = []


@cache
def _tables() -> Tables:
    if _others:
        return _others[-1]
    with np.load(FILE) as read:
        return {name: read[name] for name in read.files}
