"""What was said, without regard to any text: the best sequence of Mandarin syllables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from core.arrays import Bool, Float32, Int64
from core.speech.aligning.phones import FINAL_STATES, FINALS, INITIALS
from core.speech.aligning.syllable_fits import spoken_syllables
from core.speech.model import Sounds

SYLLABLE_COST = 3.0
"""Nats a syllable: without it, noise is cut into many syllables, and other speech outbids the text too easily."""
FIRST_FINAL = 1 + len(INITIALS)
IMPOSSIBLE = -1e9
"""Log score of what cannot be."""


@dataclass(frozen=True)
class FreeReading:
    """Frames of the best sequence of syllables.

    `scores` is the log emission of each frame on the best path, its syllables paid for; `states` the columns of the path; `onsets`
    whether a syllable begins at the frame.
    """

    scores: Float32
    states: Int64
    onsets: Bool

    def syllables(self, first: int, last: int) -> list[Sounds]:
        """Those that begin in frames `first` (included) to `last`, or reach into them by half."""
        begins = np.flatnonzero(self.onsets[first:last]) + first
        return [self._syllable(int(begin)) for begin in begins]

    def _syllable(self, begin: int) -> Sounds:
        initial, frame = None, begin
        while frame < len(self.states) and 0 < self.states[frame] < FIRST_FINAL:
            initial = INITIALS[self.states[frame] - 1]
            frame += 1
        if frame == len(self.states) or self.states[frame] == 0:
            return Sounds(initial, "")
        return Sounds(initial, FINALS[(int(self.states[frame]) - FIRST_FINAL) // FINAL_STATES])


@cache
def _follows() -> Float32:
    """0 where a final (row) stands after an initial (column) in Standard Chinese, else `IMPOSSIBLE`; the last column is
    no initial."""
    return np.where(spoken_syllables().T, np.float32(0), np.float32(IMPOSSIBLE))


def free_reading(emissions: Float32) -> FreeReading:
    """The best sequence of syllables and silences.

    Parameters
    ----------
    emissions : array [shape=(n_frames, len(STATES))]
        Log scores of the states.
    """
    if not len(emissions):
        return FreeReading(np.zeros(0, np.float32), np.zeros(0, np.int64), np.zeros(0, np.bool_))
    origins = _forward(emissions)
    states, onsets = _backward(*origins)
    scores = emissions[np.arange(len(states)), states] - SYLLABLE_COST * onsets
    return FreeReading(_spread(scores, onsets, states), states, onsets)


def _spread(scores: Float32, onsets: Bool, states: Int64) -> Float32:
    """Scores with the cost of a syllable spread evenly over its frames, so that a stretch pays for the part it holds."""
    pieces = np.cumsum(onsets | (np.diff(states != 0, prepend=False) & (states == 0)))
    lengths = np.bincount(pieces)
    paid = np.bincount(pieces, weights=SYLLABLE_COST * onsets)
    even = (paid / np.maximum(lengths, 1))[pieces]
    spread: Float32 = (scores + SYLLABLE_COST * onsets - even).astype(np.float32)
    return spread


def _forward(emissions: Float32) -> tuple[Int64, Float32]:
    """For each frame the state that each state came from (-1 - state where a syllable begins), and the last scores."""
    count, width = emissions.shape
    initials, first_halves = slice(1, FIRST_FINAL), np.arange(FIRST_FINAL, width, FINAL_STATES)
    follows = _follows()
    score = np.full(width, IMPOSSIBLE, np.float32)
    score[0] = 0.0
    origins = np.zeros((count, width), np.int64)
    heads = np.empty(len(INITIALS) + 1, np.float32)
    rows = np.arange(len(first_halves))
    for frame in range(count):
        ends = np.append(score[0], score[first_halves + 1])
        best = int(ends.argmax())
        ended, end_state = ends[best], (0 if best == 0 else int(first_halves[best - 1]) + 1)
        begun = ended - SYLLABLE_COST
        new, row = score.copy(), origins[frame]
        row[:] = np.arange(width)
        if ended > score[0]:
            new[0], row[0] = ended, end_state
        starts = begun > score[initials]
        new[initials] = np.where(starts, begun, score[initials])
        row[initials][starts] = -1 - end_state
        heads[:-1], heads[-1] = score[initials], begun
        scores_into = follows + heads
        source = scores_into.argmax(axis=1)
        entered = scores_into[rows, source]
        enters = entered > score[first_halves]
        new[first_halves] = np.where(enters, entered, score[first_halves])
        entered_from = np.where(source == len(INITIALS), -1 - end_state, source + 1)
        row[first_halves[enters]] = entered_from[enters]
        second = score[first_halves] > score[first_halves + 1]
        new[first_halves + 1] = np.where(second, score[first_halves], score[first_halves + 1])
        row[first_halves[second] + 1] = first_halves[second]
        score = new + emissions[frame]
    return origins, score


def _backward(origins: Int64, score: Float32) -> tuple[Int64, Bool]:
    count = len(origins)
    states, onsets = np.zeros(count, np.int64), np.zeros(count, np.bool_)
    state = int(score.argmax())
    for frame in range(count - 1, -1, -1):
        states[frame] = state
        source = int(origins[frame, state])
        onsets[frame] = source < 0
        state = -1 - source if source < 0 else source
    return states, onsets
