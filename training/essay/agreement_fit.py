"""Fits the joint probability of what the speller and the encoder say (`core.essays.merging.agreement`) and prints the coefficients.

    uv run python -m training.essay.agreement_fit

As in the product, a model proposes no change that is less probable than its `LEAST_PROBABILITY`. Eight coefficients are fitted on SIGHAN 2013 and
the training halves of 2014 and 2015, each pair once as written and once as it should be: no text of these sets goes into a model. Printed too,
for information only: how many sentences of the SIGHAN 2014 test set are corrected, and of dev-gsdsimp flagged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from core.arrays import Float64
from core.essays.merging.agreement import AgreementWeights, combined_probability, log_odds
from core.essays.spelling.speller import Speller
from core.models.essays.encoder import FOLDER, LEAST_PROBABILITY, EssayEncoder
from core.models.essays.speller import speller_trees, spelling_knowledge
from core.tables.essays.speller import speller_parameters
from core.tables.words.lists import WordList
from evaluation.corpus import ROOT
from evaluation.essays.sets import SpellingPair, sighan, treebank_sentences
from evaluation.essays.spelling_scores import Triple, score_lines, scores

FITTED_ON = {"sighan13-train": 700, "sighan13-test-dev": 1000, "sighan14-train": 900, "sighan15-train": 700}
"""How many rows are taken of each set, as for the speller."""
CHECKED_ON = "sighan14-test-dev"
PENALTY = 1e-3
SHOWN = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Change = tuple[int, str]


class RatedSentence(NamedTuple):
    """A sentence with the probability that each model gives to changes of its characters."""

    pair: SpellingPair
    speller: dict[Change, float]
    encoder: dict[Change, float]

    def changes(self) -> list[Change]:
        """The changes that any of them proposes."""
        return sorted(self.speller.keys() | self.encoder.keys())


def rated(pairs: Sequence[SpellingPair], speller: Speller, encoder: EssayEncoder) -> list[RatedSentence]:
    """The written side of each pair with the probabilities of both models."""
    return [
        RatedSentence(
            pair,
            {
                (correction.offset, correction.intended): correction.probability
                for correction in speller.corrections(pair.written)
            },
            {
                (correction.start, correction.replacement): probability
                for correction in encoder.corrections(pair.written)
                if len(correction.replacement) == 1
                and correction.end == correction.start + 1
                and (probability := encoder.probability(correction)) >= LEAST_PROBABILITY
            },
        )
        for pair in pairs
    ]


def rows(sentences: Sequence[RatedSentence], *, speller: bool, encoder: bool) -> Iterator[tuple[list[float], bool]]:
    """Log odds of the models that propose a change, for changes that exactly these propose, and whether the change is right."""
    for sentence in sentences:
        for offset, intended in sentence.changes():
            probabilities = [sentence.speller.get((offset, intended)), sentence.encoder.get((offset, intended))]
            if [probability is not None for probability in probabilities] == [speller, encoder]:
                yield (
                    [log_odds(probability) for probability in probabilities if probability is not None],
                    sentence.pair.right[offset] == intended,
                )


def fit(examples: Sequence[tuple[list[float], bool]]) -> list[float]:
    """Bias and slopes of a logistic regression."""
    log_odds_rows, right = np.array([row for row, _ in examples]), np.array([row for _, row in examples])

    def loss(weights: Float64) -> float:
        probability = 1 / (1 + np.exp(-(log_odds_rows @ weights[1:] + weights[0])))
        return float(
            -np.log(np.where(right, probability, 1 - probability) + 1e-9).mean() + PENALTY * (weights**2).sum()
        )

    return [round(float(weight), 3) for weight in minimize(loss, np.zeros(log_odds_rows.shape[1] + 1), method="BFGS").x]


def corrected(sentence: RatedSentence, agreement: AgreementWeights, threshold: float) -> str:
    """The sentence with the most probable change at each offset, where it is probable enough."""
    best_by_offset: dict[int, tuple[float, str]] = {}
    for change in sentence.changes():
        probability = combined_probability(sentence.speller.get(change), sentence.encoder.get(change), agreement)
        best_by_offset[change[0]] = max(best_by_offset.get(change[0], (0.0, "")), (probability, change[1]))
    replacements = {
        offset: intended for offset, (probability, intended) in best_by_offset.items() if probability >= threshold
    }
    return "".join(replacements.get(offset, character) for offset, character in enumerate(sentence.pair.written))


def main() -> None:
    """See the module."""
    speller = Speller(
        spelling_knowledge(ROOT / "data", WordList(ROOT / "data" / "words.csv")),
        speller_trees(ROOT / "data"),
        speller_parameters(ROOT / "data" / "essay_speller.toml"),
    )
    encoder = EssayEncoder(ROOT / "data" / FOLDER)
    pairs = [row for name, count in FITTED_ON.items() for row in sighan(name)[:count]]
    sentences = rated([*pairs, *(SpellingPair(row.right, row.right) for row in pairs if row.right != row.written)], speller, encoder)  # fmt: skip
    agreement = AgreementWeights(*(
        tuple(fit(list(rows(sentences, speller=first, encoder=second))))
        for first, second in ((True, True), (True, False), (False, True))
    ))  # fmt: skip
    print(agreement)
    checked = rated(sighan(CHECKED_ON), speller, encoder)
    clean = rated([SpellingPair(text, text) for text in treebank_sentences()], speller, encoder)
    for threshold in SHOWN:
        set_scores = scores([Triple(sentence.pair.written, sentence.pair.right, corrected(sentence, agreement, threshold)) for sentence in checked])  # fmt: skip
        flagged = np.mean([corrected(sentence, agreement, threshold) != sentence.pair.written for sentence in clean])
        print("\n".join(score_lines(f"{CHECKED_ON}, from {threshold}", set_scores)), f"dev-gsdsimp {flagged:.3f}")


if __name__ == "__main__":
    main()
