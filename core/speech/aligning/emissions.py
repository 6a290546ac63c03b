"""The emissions of the alignment: how well each frame of a recording fits each sound, and the best reading without a text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.arrays import Float32
from core.speech.aligning.free_reading import FreeReading, free_reading
from core.speech.aligning.graph import Costs
from core.speech.aligning.phones import STATES
from core.speech.aligning.viterbi import LOST

PRIOR_WEIGHT = 0.5
"""How much of a state's frequency in training is taken off its log posterior."""
LEAST_SCORE = -8.0
"""Nats below the best state of a frame: no single frame may rule a syllable out."""
LEAST_RATIO = -6.0
"""A frame's log ratio counts no lower: one frame must not decide about a text. Speech that the text does not hold counts so."""
UNHEARD_SPEECH = 3.0
"""Nats a frame for passing over speech as if it were silence."""
ONSET_TOLERANCE = 2
"""Frames by which the text's syllables and those of the free reading may begin apart."""
COSTS = Costs()


@dataclass(frozen=True)
class Emissions:
    """Log scores of the states, and of whatever was said best, at each frame."""

    scores: Float32
    free_reading: FreeReading

    @cached_property
    def ratios(self) -> Float32:
        """Each state against the best reading; [shape=(n_frames, len(STATES))]."""
        best = np.take_along_axis(self.scores, self.free_reading.states[:, None], axis=1)
        ratios: Float32 = np.clip(
            self.scores[:, : len(STATES)] - best, np.float32(LEAST_RATIO), np.float32(-LEAST_RATIO)
        )
        return ratios


def emissions_of(log_posteriors: Float32, *, log_priors: Float32, costs: Costs = COSTS) -> Emissions:
    """The emissions for the network: scaled likelihoods (Bourlard and Morgan 1994), with the free reading beside them."""
    scaled: Float32 = (log_posteriors - PRIOR_WEIGHT * log_priors).astype(np.float32)
    scaled = np.maximum(scaled, scaled.max(axis=1, keepdims=True, initial=LOST) + np.float32(LEAST_SCORE))
    reading = free_reading(scaled)
    scaled[:, 0] -= UNHEARD_SPEECH * (reading.states > 0)
    anything = reading.scores - costs.anything_frame
    never = np.full_like(anything, LOST)
    speech = np.where(reading.states > 0, anything, LOST)
    padded = np.pad(reading.onsets, ONSET_TOLERANCE)
    near_onset = np.any([padded[shift : shift + len(speech)] for shift in range(2 * ONSET_TOLERANCE + 1)], axis=0)
    beginning = np.where(near_onset, speech, LOST)
    going_on = speech - costs.second * reading.onsets
    return Emissions(
        np.column_stack([scaled, never, beginning, going_on, speech, anything]).astype(np.float32), reading
    )
