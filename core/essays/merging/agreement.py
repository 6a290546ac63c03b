"""What the speller and the encoder are worth together: a logistic regression over their log odds for each case of who speaks.

They were trained on much the same text, so that taken as independent two guesses would make a certainty; how much the second one's word
counts was fitted on sentences of SIGHAN where both spoke (`training/essay/agreement_fit.py`).
"""

from __future__ import annotations

import math
from typing import NamedTuple

MOST = 0.9999
"""Chance beyond which log odds are not followed."""


class Agreement(NamedTuple):
    """Coefficients, the bias first, then one for the log odds of each who speaks."""

    both: tuple[float, ...]
    """Speller, encoder."""
    speller: tuple[float, ...]
    encoder: tuple[float, ...]


FITTED = Agreement(both=(0.64, 0.621, 0.305), speller=(-0.331, 0.888), encoder=(-2.521, 0.328))
"""The encoder alone is hardly ever right about a character that the speller, which looks at more of them, does not doubt."""


def log_odds(chance: float) -> float:
    """Natural logarithm; bounded."""
    bounded = min(max(chance, 1 - MOST), MOST)
    return math.log(bounded / (1 - bounded))


def together(speller: float | None, encoder: float | None, agreement: Agreement = FITTED) -> float:
    """The chance of a character for another, 0-1.

    Parameters
    ----------
    speller, encoder : what each says, 0-1; None where it says nothing of this change
    """
    said = [log_odds(chance) for chance in (speller, encoder) if chance is not None]
    weights = agreement.both if len(said) == 2 else agreement.speller if encoder is None else agreement.encoder
    logit = weights[0] + sum(weight * odds for weight, odds in zip(weights[1:], said, strict=True))
    return 1 / (1 + math.exp(-logit))
