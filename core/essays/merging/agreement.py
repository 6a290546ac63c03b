"""The joint probability of what the speller and the encoder say: logistic regressions over their log odds, one for each combination of the two.

Both models were trained on much the same text. If they were taken as independent, two guesses would make a certainty; how much the second
opinion counts was fitted on sentences about which both had one (`training/essay/agreement_fit.py`).
"""

from __future__ import annotations

import math
from typing import NamedTuple

HIGHEST_PROBABILITY = 0.9999
"""Probabilities are clipped here before their log odds are taken."""


class AgreementWeights(NamedTuple):
    """Coefficients of each regression: the bias, then one for the log odds of each model that proposes the change."""

    both: tuple[float, ...]
    """Bias, speller, encoder."""
    speller: tuple[float, ...]
    encoder: tuple[float, ...]


FITTED = AgreementWeights(both=(0.64, 0.621, 0.305), speller=(-0.331, 0.888), encoder=(-2.521, 0.328))
"""The encoder alone is hardly ever right about a character that the speller, which considers more characters, does not doubt."""


def log_odds(probability: float) -> float:
    """Natural logarithm of the odds, clipped at `HIGHEST_PROBABILITY`."""
    bounded = min(max(probability, 1 - HIGHEST_PROBABILITY), HIGHEST_PROBABILITY)
    return math.log(bounded / (1 - bounded))


def combined_probability(speller: float | None, encoder: float | None, agreement: AgreementWeights = FITTED) -> float:
    """The probability that one character was written for another, 0-1.

    Parameters
    ----------
    speller, encoder : the probability that each model gives the change, 0-1; None where it does not propose it
    """
    given_log_odds = [log_odds(probability) for probability in (speller, encoder) if probability is not None]
    weights = (
        agreement.both if len(given_log_odds) == 2 else agreement.speller if encoder is None else agreement.encoder
    )
    logit = weights[0] + sum(
        weight * log_odds_given for weight, log_odds_given in zip(weights[1:], given_log_odds, strict=True)
    )
    return 1 / (1 + math.exp(-logit))
