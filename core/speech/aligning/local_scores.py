"""How well a few syllables fit a stretch of sound under an assumption: that they were read as written, that one of them was replaced,
that other speech stands beside them. A second look decides by the differences of these scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.arrays import Float32
from core.speech.aligning.graph import PROHIBITIVE, SUBSTITUTE, Costs, graph
from core.speech.aligning.viterbi import LOST, Step, best_path
from core.speech.model import ExpectedSyllable

AS_WRITTEN = Costs(
    skip=PROHIBITIVE, skip_each=0.0, extra=PROHIBITIVE, substitute=PROHIBITIVE, repeat=PROHIBITIVE, repeat_each=0.0
)
"""Costs that allow no departure from the text."""
WITH_OTHER_SPEECH = replace(AS_WRITTEN, extra=0.0)
REPLACING = replace(AS_WRITTEN, substitute=8.0)
"""Costs under which every syllable was said, or one other for it: half the price of the first pass, where leaving out
was possible too."""
IMPOSSIBLE = float(LOST) / 1e4
"""Score below which a path went through something that cannot be."""


def score_as_written(scores: Float32, syllables: Sequence[ExpectedSyllable]) -> float:
    """Log score of syllables and silence alone; `scores` as in `emissions.Emissions`, [shape=(n_frames, n_columns)]."""
    return _score(scores, syllables, AS_WRITTEN)


def score_with_other_speech(scores: Float32, syllables: Sequence[ExpectedSyllable]) -> float:
    """The same where other speech may stand anywhere between them, free of charge."""
    return _score(scores, syllables, WITH_OTHER_SPEECH)


def score_with_substitute(scores: Float32, syllables: Sequence[ExpectedSyllable], index: int) -> float:
    """The same where one other syllable was said for the one at `index`, free of charge."""
    if len(scores) < len(syllables):
        return IMPOSSIBLE
    network = graph(syllables, replace(AS_WRITTEN, substitute=0.0))
    replaced = network.variant == SUBSTITUTE
    entry = np.where((network.origin == index) != replaced, np.float32(PROHIBITIVE), network.entry)
    entry = np.where((network.origin == index) & replaced, np.float32(0), entry)
    beside = network.origin == network.target
    entry = np.where(beside, np.float32(PROHIBITIVE), entry).astype(np.float32)
    return best_path(scores, replace(network, entry=entry), AS_WRITTEN)[1]


def steps_for_each(scores: Float32, syllables: Sequence[ExpectedSyllable]) -> list[tuple[Step, int]] | None:
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
