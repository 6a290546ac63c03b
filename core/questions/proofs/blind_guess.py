"""What the options alone give away: the probability that a solver without stem or text picks the key, and how the key stands out.

The probability is that of a conditional logit (McFadden 1974) over the options: the solver weighs length, likeness to the other
options, how common an option is, and whether it alone is of its word class. The weights are fitted on this project's
content by `python -m training.content.prove --fit`, crosswise, so that no item was seen by the weights that judged it there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.arrays import Float64
from core.ports.language import LanguageModel
from core.records.proofs import BlindGuess, Cue
from core.tables.words.lists import WordList

FEATURES = ("length", "longest", "shortest", "likeness", "likelihood", "odd_class")
WORD_WEIGHTS = np.array([-1.07, 0.34, 0.13, 9.16, 0.2, -0.07])
"""For options of a gap."""
TEXT_WEIGHTS = np.array([2.97, -0.45, -0.14, 7.24, -0.35, 0.0])
"""For answers to questions."""
LONGEST_WORD_OPTION = 4
STANDS_OUT = 1.4
"""A key this many times as long as the longest other option (or as short as the shortest) is seen at a glance."""
LIKENESS_LEAD = 0.25
"""By how much the key must resemble the other options more than any of them does, to be the one in the middle."""


def blind_guess(
    options: Sequence[str],
    key: int,
    *,
    stem: str,
    model: LanguageModel,
    words: WordList,
    weights: Float64 | None = None,
) -> BlindGuess:
    """What a solver finds who sees only the options; `key` is the index of the right one, `stem` the text or question without it."""
    if len(set(options)) < 2:
        return BlindGuess(chance=1 / max(1, len(options)))
    feature_rows = features(options, model=model, words=words)
    probabilities = option_probabilities(feature_rows, weights_for(options) if weights is None else weights)
    return BlindGuess(chance=round(float(probabilities[key]), 3), cues=tuple(_cues(options, key, stem, words)))


def weights_for(options: Sequence[str]) -> Float64:
    """The weights for the kind of options: words, or answers to questions."""
    return WORD_WEIGHTS if max(map(len, options)) <= LONGEST_WORD_OPTION else TEXT_WEIGHTS


def option_probabilities(feature_rows: Float64, weights: Float64) -> Float64:
    """Probability that the solver picks each option; arrays [shape=(options, features)] and [shape=(features,)] to [shape=(options,)]."""
    scores = feature_rows @ weights
    powers: Float64 = np.exp(scores - scores.max())
    probabilities: Float64 = powers / powers.sum()
    return probabilities


def features(options: Sequence[str], *, model: LanguageModel, words: WordList) -> Float64:
    """`FEATURES` of each option; array [shape=(options, 6)]."""
    sizes = np.array([len(option) for option in options], float)
    likeness = np.array([_likeness(option, _others(options, index)) for index, option in enumerate(options)])
    likelihood = model.log_probabilities(list(options)) / (sizes + 1)
    odd = np.array([_odd_class(options, index, words) for index in range(len(options))], float)
    longest = (sizes == sizes.max()) & (np.sum(sizes == sizes.max()) == 1)
    shortest = (sizes == sizes.min()) & (np.sum(sizes == sizes.min()) == 1)
    columns = [sizes / sizes.mean() - 1, longest, shortest, likeness - likeness.mean(), likelihood - likelihood.mean()]
    return np.stack([*(column.astype(float) for column in columns), odd], axis=1)


def _others(options: Sequence[str], index: int) -> list[str]:
    return [option for number, option in enumerate(options) if number != index]


def _likeness(option: str, others: Sequence[str]) -> float:
    """Mean share of characters in common with the other options, 0-1."""
    own = set(option)
    return float(np.mean([len(own & set(other)) / max(1, len(own | set(other))) for other in others]))


def _classes(option: str, words: WordList) -> frozenset[str]:
    return frozenset(pos for row in words.by_form.get(option, ()) for pos in row.pos)


def _odd_class(options: Sequence[str], index: int, words: WordList) -> bool:
    """Whether this option shares no word class with any other, while the others all share one."""
    own = _classes(options[index], words)
    others = [_classes(option, words) for option in _others(options, index)]
    return (
        bool(own) and all(others) and bool(frozenset.intersection(*others)) and not any(own & other for other in others)
    )


def _cues(options: Sequence[str], key: int, stem: str, words: WordList) -> list[Cue]:
    own, others = options[key], _others(options, key)
    sizes = [len(option) for option in others]
    cues: list[Cue] = []
    if len(own) > STANDS_OUT * max(sizes):
        cues.append("longest")
    if len(own) * STANDS_OUT < min(sizes):
        cues.append("shortest")
    if _odd_class(options, key, words):
        cues.append("word_class")
    shared = [_shared_pair(option, stem) for option in options]
    if shared[key] and sum(shared) == 1:
        cues.append("stem")
    likeness = [_likeness(option, _others(options, index)) for index, option in enumerate(options)]
    if likeness[key] > LIKENESS_LEAD + max(value for index, value in enumerate(likeness) if index != key):
        cues.append("alike")
    return cues


def _shared_pair(option: str, stem: str) -> bool:
    """Whether two characters running, or a word of one, stand in the stem too."""
    pairs = [option[start : start + 2] for start in range(len(option) - 1)] or [option]
    return any(pair in stem for pair in pairs)
