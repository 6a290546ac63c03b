"""The ways a text can be read, as a network: nodes before, between and after its syllables, and chains of states
between the nodes."""

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
    """Costs in nats; each is the log odds that a departure from the text has to win.

    Chosen on a training speaker of sentences by edited texts and spliced repetitions, with a model that had not heard him or her:
    see the table in `benchmarks/speech/integrity.py`.
    """

    skip: float = 12.0
    """To leave out a run of syllables, and for each of them `skip_each`."""
    skip_each: float = 3.0
    extra: float = 9.0
    """To say something beside the text; little, for `core.speech.aligning.second_look` drops what other readings of the
    stretch explain."""
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
    """Chains sorted by the node they lead to. Node i lies before syllable i; node n_syllables after the last.

    A chain is a reading of a syllable (`variant` its number among the accepted), a substitute for it (`SUBSTITUTE`), or speech
    beside the text, which leads back to its own node (`EXTRA`).
    """

    columns: Int64
    """Emission of each slot; [shape=(SLOTS, n_chains)]."""
    origin: Int64
    """Node that each chain leaves; [shape=(n_chains,)]."""
    target: Int64
    """Node that it leads to."""
    variant: Int64
    entry: Float32
    """Cost of entering it."""
    short: Float32
    """Cost of leaving it before its last state."""
    node_count: int

    @property
    def first_chains(self) -> Int64:
        """First chain of each node."""
        return np.searchsorted(self.target, np.arange(self.node_count))


SUBSTITUTE, EXTRA = -1, -2
PROHIBITIVE = 1e6
"""A cost that rules a chain out."""


def graph(syllables: Sequence[ExpectedSyllable], costs: Costs) -> Graph:
    """The network of a text."""
    rows: list[tuple[int, int, int, float, float, tuple[int, ...]]] = []
    substitute_columns, extra_columns = (
        (BEGINNING, *(GOING_ON,) * (SLOTS - 1)),
        (SPEECH, *(ANYTHING,) * (SLOTS - 2), SPEECH),
    )
    for node in range(len(syllables) + 1):
        if node:
            for number, sounds in enumerate(syllables[node - 1].accepted):
                extra_cost = costs.variant if number else 0.0
                rows.append((node - 1, node, number, extra_cost, costs.short, _slots(sounds)))
            rows.append((node - 1, node, SUBSTITUTE, costs.substitute, PROHIBITIVE, substitute_columns))
        rows.append((node, node, EXTRA, costs.extra, PROHIBITIVE, extra_columns))
    return Graph(
        columns=np.array([row[5] for row in rows]).T.copy(),
        origin=np.array([row[0] for row in rows]),
        target=np.array([row[1] for row in rows]),
        variant=np.array([row[2] for row in rows]),
        entry=np.array([row[3] for row in rows], np.float32),
        short=np.array([row[4] for row in rows], np.float32),
        node_count=len(syllables) + 1,
    )


def _slots(sounds: tuple[str | None, str]) -> tuple[int, ...]:
    *initial, first, second = states(*sounds)
    return (*(initial or [NOTHING]), first, first, second, second)
