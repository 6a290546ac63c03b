"""Judges on this machine of what a language model proposes: the embedded correctors, and the n-gram model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from core.essays.edits import minimal_change
from core.essays.language_model.policy import Agrees
from core.essays.model import Proposal
from core.essays.segmentation import enclosing_sentences
from core.ports.language import LanguageModel

LEAST_GAIN = 3.0
"""Nats by which a sentence has to become likelier. What is inserted or left out is reckoned at the mean of the sentence, since a text without a
word is likelier than the same text with any word."""
LEAST_PROBABILITY = 0.25
"""From here on an embedded corrector's proposal counts as its opinion: what a strict reader is shown."""
SENTENCES_KEPT = 64


def local_judge(
    text: str, simplified: str, embedded: Iterable[Proposal], language_model: LanguageModel | None
) -> Agrees:
    """Whether an embedded corrector proposes the same change of a text, or the n-gram model finds its sentence likelier with it.

    Parameters
    ----------
    text, simplified : the text as written, and in simplified characters of the same length
    embedded : what the embedded correctors propose for it
    language_model : None leaves the judgement to the correctors
    """
    proposed = {
        minimal_change(text, item.start, item.end, item.replacement)
        for item in embedded
        if item.probability >= LEAST_PROBABILITY
    }

    @lru_cache(SENTENCES_KEPT)
    def as_written(first: int, last: int) -> tuple[float, float]:
        return _likelihood(language_model, simplified[first:last]) if language_model else (0.0, 0.0)

    def agrees(start: int, end: int, replacement: str) -> bool:
        if minimal_change(text, start, end, replacement) in proposed:
            return True
        if language_model is None:
            return False
        first, last = enclosing_sentences(text, start, end)
        total, mean = as_written(first, last)
        changed = simplified[first:start] + replacement + simplified[end:last]
        likelier = _likelihood(language_model, changed)[0] - total
        return likelier - mean * (len(replacement) - (end - start)) >= LEAST_GAIN

    return agrees


def _likelihood(language_model: LanguageModel, sentence: str) -> tuple[float, float]:
    """Log probability of a sentence, and its mean a character, in nats."""
    each: Sequence[float] = language_model.token_log_probabilities(sentence).tolist()
    return float(np.sum(each)), float(np.mean(each)) if each else 0.0
