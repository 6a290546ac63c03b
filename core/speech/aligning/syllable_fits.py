"""How well every syllable of Standard Chinese fits a stretch of speech, with the bounds of its sounds left free."""

from __future__ import annotations

from functools import cache

import numpy as np

from core.arrays import Bool, Float32
from core.language.pinyin import SYLLABLES
from core.speech.aligning.phones import FINALS, INDEX, INITIALS, sounds

LOST = np.float32(-1e9)
NO_INITIAL = len(INITIALS)
"""Row of syllables without an initial."""
_INITIAL_COLUMNS = [INDEX[initial] for initial in INITIALS]
_FIRST_HALVES = [INDEX[f"{final}/0"] for final in FINALS]
_SECOND_HALVES = [INDEX[f"{final}/1"] for final in FINALS]


@cache
def spoken_syllables() -> Bool:
    """Which initial (row, the last for none) and final (column) make a syllable."""
    table = np.zeros((len(INITIALS) + 1, len(FINALS)), np.bool_)
    for letters in SYLLABLES:
        sounds_of_syllable = sounds(letters)
        if sounds_of_syllable is not None:
            initial, final = sounds_of_syllable
            table[NO_INITIAL if initial is None else INITIALS.index(initial), FINALS.index(final)] = True
    return table


def fits(scores: Float32) -> Float32:
    """The best score of each initial and final over a stretch.

    Parameters
    ----------
    scores : array [shape=(n_frames, at least len(STATES))]
        Log scores of the states; at least three frames.

    Returns
    -------
    array [shape=(len(INITIALS) + 1, len(FINALS))]
        Sum of log scores on the best division into initial, first and second half of the final (each at least one frame);
        combinations that no syllable has included.
    """
    tails = _tails(scores)
    heads = np.cumsum(scores[:, _INITIAL_COLUMNS], axis=0)
    count = len(scores)
    with_initial = (heads[: count - 2, :, None] + tails[1 : count - 1, None, :]).max(axis=0)
    return np.concatenate([with_initial, tails[:1]])


def _tails(scores: Float32) -> Float32:
    """Best score of each final from each frame to the end; [shape=(n_frames, len(FINALS))]."""
    first = np.cumsum(scores[:, _FIRST_HALVES], axis=0)
    second = np.cumsum(scores[:, _SECOND_HALVES], axis=0)
    turned = first[:-1] - second[:-1]
    best = np.maximum.accumulate(turned[::-1], axis=0)[::-1]
    before = np.concatenate([np.zeros((1, first.shape[1]), np.float32), first[:-2]])
    tails = second[-1] + best - before
    return np.concatenate([tails, np.full((1, tails.shape[1]), LOST, np.float32)])


def syllable_probabilities(fitted: Float32, *, sharpness: float) -> Float32:
    """Probability of each syllable, all being as frequent; `sharpness` scales the log scores, since frames are not
    independent."""
    scaled = np.where(spoken_syllables(), fitted * sharpness, LOST)
    raised: Float32 = np.exp(scaled - scaled.max()).astype(np.float32)
    probabilities: Float32 = raised / raised.sum()
    return probabilities
