"""Fits what the speller and the encoder are worth together (`core.essays.merging.agreement`) and prints it.

    uv run python -m training.essay.agreement_fit

Each speaks where the product lets it: what is less likely than its `LEAST_CHANCE` is silence. Eight coefficients, on SIGHAN 2013 and the training halves of 2014 and 2015, each pair once as written and once as it should be: no
text of theirs goes into a model. Printed too: sentences of SIGHAN 2014 test put right and dev-gsdsimp flagged, looked at only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from core.arrays import Float64
from core.essays.merging.agreement import Agreement, log_odds, together
from core.essays.spelling.speller import Speller
from core.models.essays.encoder import FOLDER, LEAST_CHANCE, EssayEncoder
from core.models.essays.speller import knowledge, speller_trees
from core.tables.essays.speller import speller_figures
from core.tables.words.lists import WordList
from evaluation.corpus import ROOT
from evaluation.essays.sets import SpellingPair, sighan, treebank_sentences
from evaluation.essays.spelling_scores import Triple, lines, scores

FITTED_ON = {"sighan13-train": 700, "sighan13-test-dev": 1000, "sighan14-train": 900, "sighan15-train": 700}
"""Rows taken of each, as for the speller."""
CHECKED_ON = "sighan14-test-dev"
PENALTY = 1e-3
SHOWN = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Change = tuple[int, str]


class Judged(NamedTuple):
    """A sentence and what each judge says of its characters."""

    pair: SpellingPair
    speller: dict[Change, float]
    encoder: dict[Change, float]

    def changes(self) -> list[Change]:
        """What any of them wants."""
        return sorted(self.speller.keys() | self.encoder.keys())


def judged(pairs: Sequence[SpellingPair], speller: Speller, encoder: EssayEncoder) -> list[Judged]:
    """Of each written side."""
    return [
        Judged(
            pair,
            {(one.place, one.meant): one.chance for one in speller.opinions(pair.written)},
            {
                (one.start, one.replacement): chance
                for one in encoder.opinions(pair.written)
                if len(one.replacement) == 1
                and one.end == one.start + 1
                and (chance := encoder.chance(one)) >= LEAST_CHANCE
            },
        )
        for pair in pairs
    ]


def rows(told: Sequence[Judged], *, speller: bool, encoder: bool) -> Iterator[tuple[list[float], bool]]:
    """Log odds of those who speak, where just these speak, and whether they are right."""
    for one in told:
        for place, meant in one.changes():
            said = [one.speller.get((place, meant)), one.encoder.get((place, meant))]
            if [chance is not None for chance in said] == [speller, encoder]:
                yield [log_odds(chance) for chance in said if chance is not None], one.pair.right[place] == meant


def fitted(told: Sequence[tuple[list[float], bool]]) -> list[float]:
    """Bias and slopes of a logistic regression."""
    given, right = np.array([row for row, _ in told]), np.array([row for _, row in told])

    def loss(weights: Float64) -> float:
        chance = 1 / (1 + np.exp(-(given @ weights[1:] + weights[0])))
        return float(-np.log(np.where(right, chance, 1 - chance) + 1e-9).mean() + PENALTY * (weights**2).sum())

    return [round(float(weight), 3) for weight in minimize(loss, np.zeros(given.shape[1] + 1), method="BFGS").x]


def corrected(one: Judged, agreement: Agreement, threshold: float) -> str:
    """The sentence with the likeliest change of each place that is sure enough."""
    best: dict[int, tuple[float, str]] = {}
    for change in one.changes():
        chance = together(one.speller.get(change), one.encoder.get(change), agreement)
        best[change[0]] = max(best.get(change[0], (0.0, "")), (chance, change[1]))
    told = {place: meant for place, (chance, meant) in best.items() if chance >= threshold}
    return "".join(told.get(place, character) for place, character in enumerate(one.pair.written))


def main() -> None:
    """See the module."""
    speller = Speller(
        knowledge(ROOT / "data", WordList(ROOT / "data" / "words.csv")),
        speller_trees(ROOT / "data"),
        speller_figures(ROOT / "data" / "essay_speller.toml"),
    )
    encoder = EssayEncoder(ROOT / "data" / FOLDER)
    pairs = [row for name, count in FITTED_ON.items() for row in sighan(name)[:count]]
    told = judged([*pairs, *(SpellingPair(row.right, row.right) for row in pairs if row.right != row.written)], speller, encoder)  # fmt: skip
    agreement = Agreement(*(
        tuple(fitted(list(rows(told, speller=first, encoder=second))))
        for first, second in ((True, True), (True, False), (False, True))
    ))  # fmt: skip
    print(agreement)
    checked = judged(sighan(CHECKED_ON), speller, encoder)
    clean = judged([SpellingPair(text, text) for text in treebank_sentences()], speller, encoder)
    for threshold in SHOWN:
        found = scores([Triple(one.pair.written, one.pair.right, corrected(one, agreement, threshold)) for one in checked])  # fmt: skip
        flagged = np.mean([corrected(one, agreement, threshold) != one.pair.written for one in clean])
        print("\n".join(lines(f"{CHECKED_ON}, from {threshold}", found)), f"dev-gsdsimp {flagged:.3f}")


if __name__ == "__main__":
    main()
