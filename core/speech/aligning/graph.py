"""The ways a text can be read, as a network of chains of states between the places before, between and after its syllables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import Float32, Int64
from core.speech.aligning.phones import STATES, states
from core.speech.model import ExpectedSyllable

SLOTS = 5
"""States of a chain: the initial, and each half of the final twice, so that a syllable cannot shrink below 80 ms to be got over with."""
CUT_SLOT = 2
"""Where a syllable may be left early, at a cost: a reduced 的, a word broken off."""
NOTHING, BEGINNING, GOING_ON, SPEECH, ANYTHING = range(len(STATES), len(STATES) + 5)
"""Columns beside those of `STATES`: what no frame can be (no initial); whatever was said best where a syllable begins; the same where
none begins; the same everywhere; the same or silence."""


@dataclass(frozen=True)
class Costs:
    """Prices in nats; each is the log odds that a departure from the text has to win.

    Chosen on a training speaker of sentences by edited texts and spliced repetitions, with a model that had not heard him or her:
    see the table in `benchmarks/speech/integrity.py`.
    """

    skip: float = 12.0
    """To leave out a run of syllables, and for each of them `skip_each`."""
    skip_each: float = 3.0
    extra: float = 9.0
    """To say something beside the text; little, for `core.speech.aligning.second_look` drops what other readings of the place explain."""
    substitute: float = 20.0
    """To say one other syllable in the place of a syllable."""
    second: float = 30.0
    """For a further syllable in it: those are speech beside the text."""
    repeat: float = 10.0
    """To go back, and for each syllable `repeat_each`."""
    repeat_each: float = 0.5
    anything_frame: float = 1.0
    """For each frame of other speech: the free reading fits better than the right text even where the text is right."""
    short: float = 2.0
    """To leave a syllable after the first half of its final."""
    variant: float = 0.5
    """An accepted reading that is not the expected one."""


@dataclass(frozen=True)
class Graph:
    """Chains sorted by the place they lead to. Place i lies before syllable i; place n_syllables after the last.

    A chain is a reading of a syllable (`variant` its number among the accepted), a substitute for it (`SUBSTITUTE`), or speech
    beside the text, which leads back to its own place (`EXTRA`).
    """

    columns: Int64
    """Emission of each slot; [shape=(SLOTS, n_chains)]."""
    origin: Int64
    """Place that each chain leaves; [shape=(n_chains,)]."""
    target: Int64
    """Place that it leads to."""
    variant: Int64
    entry: Float32
    """Cost of entering it."""
    short: Float32
    """Cost of leaving it before its last state."""
    places: int

    @property
    def firsts(self) -> Int64:
        """First chain of each place."""
        return np.searchsorted(self.target, np.arange(self.places))


SUBSTITUTE, EXTRA = -1, -2
NEVER = 1e6
"""A cost that nothing pays."""


def graph(syllables: Sequence[ExpectedSyllable], costs: Costs) -> Graph:
    """The network of a text."""
    rows: list[tuple[int, int, int, float, float, tuple[int, ...]]] = []
    other, beside = (BEGINNING, *(GOING_ON,) * (SLOTS - 1)), (SPEECH, *(ANYTHING,) * (SLOTS - 2), SPEECH)
    for place in range(len(syllables) + 1):
        if place:
            for number, sounds in enumerate(syllables[place - 1].accepted):
                dearer = costs.variant if number else 0.0
                rows.append((place - 1, place, number, dearer, costs.short, _slots(sounds)))
            rows.append((place - 1, place, SUBSTITUTE, costs.substitute, NEVER, other))
        rows.append((place, place, EXTRA, costs.extra, NEVER, beside))
    return Graph(
        columns=np.array([row[5] for row in rows]).T.copy(),
        origin=np.array([row[0] for row in rows]),
        target=np.array([row[1] for row in rows]),
        variant=np.array([row[2] for row in rows]),
        entry=np.array([row[3] for row in rows], np.float32),
        short=np.array([row[4] for row in rows], np.float32),
        places=len(syllables) + 1,
    )


def _slots(sounds: tuple[str | None, str]) -> tuple[int, ...]:
    *initial, first, second = states(*sounds)
    return (*(initial or [NOTHING]), first, first, second, second)
