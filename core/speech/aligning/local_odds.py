"""How well a few syllables fit a stretch of sound when something is said of them beforehand: read as they stand, one of them replaced,
speech beside them, said again. Differences of these scores are what a second look decides by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.arrays import Float32
from core.speech.aligning.graph import NEVER, SUBSTITUTE, Costs, graph
from core.speech.aligning.viterbi import LOST, Step, best_path
from core.speech.model import ExpectedSyllable

AS_IT_STANDS = Costs(skip=NEVER, skip_each=0.0, extra=NEVER, substitute=NEVER, repeat=NEVER, repeat_each=0.0)
"""No departure from the text."""
WITH_SPEECH = replace(AS_IT_STANDS, extra=0.0)
REPLACING = replace(AS_IT_STANDS, substitute=8.0)
"""Every syllable was said, or one other for it: half the price of the first pass, where leaving out was possible as well."""
IMPOSSIBLE = float(LOST) / 1e4
"""Score below which a path went through something that cannot be."""


def as_it_stands(scores: Float32, syllables: Sequence[ExpectedSyllable]) -> float:
    """Log score of syllables and silence alone; `scores` as in `align.Emissions`, [shape=(n_frames, n_columns)]."""
    return _score(scores, syllables, AS_IT_STANDS)


def with_speech(scores: Float32, syllables: Sequence[ExpectedSyllable]) -> float:
    """The same where other speech may stand anywhere between them, free of charge."""
    return _score(scores, syllables, WITH_SPEECH)


def with_another(scores: Float32, syllables: Sequence[ExpectedSyllable], place: int) -> float:
    """The same where one other syllable was said for the one at `place`, free of charge."""
    if len(scores) < len(syllables):
        return IMPOSSIBLE
    network = graph(syllables, replace(AS_IT_STANDS, substitute=0.0))
    replaced = network.variant == SUBSTITUTE
    entry = np.where((network.origin == place) != replaced, np.float32(NEVER), network.entry)
    entry = np.where((network.origin == place) & replaced, np.float32(0), entry)
    beside = network.origin == network.target
    entry = np.where(beside, np.float32(NEVER), entry).astype(np.float32)
    return best_path(scores, replace(network, entry=entry), AS_IT_STANDS)[1]


def laid(scores: Float32, syllables: Sequence[ExpectedSyllable]) -> list[tuple[Step, int]] | None:
    """A step for each syllable, with the accepted reading (`SUBSTITUTE` for another); None where they do not fit in."""
    if len(scores) < len(syllables):
        return None
    network = graph(syllables, REPLACING)
    steps, score = best_path(scores, network, REPLACING)
    if score < IMPOSSIBLE or len(steps) != len(syllables):
        return None
    return [(step, int(network.variant[step.chain])) for step in steps]


def _score(scores: Float32, syllables: Sequence[ExpectedSyllable], costs: Costs) -> float:
    if not syllables or len(scores) < len(syllables):
        return IMPOSSIBLE
    return best_path(scores, graph(syllables, costs), costs)[1]
