"""Calibrates the encoder: logistic regressions of its evidence on errors that nothing was trained on.

Planted errors in the fifth of the content that was held out, the fifth of MuCGEC's pairs, and for characters that sound or look alike also
pairs of SIGHAN14's training half, as written and as they should be: coefficients may be fitted on it, text may not be learned from it. A change
is right where it is the planted one undone, or stands in the annotators' mending.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from core.arrays import Float64
from core.models.essays.encoder import DELETE, KEEP, OPERATIONS, EncoderCorrection, EssayEncoder
from core.models.ngrams.characters import LATIN, NUMBER, symbols
from evaluation.corpus import own
from evaluation.essays.sets import sighan
from evaluation.reference import REFERENCE
from training.essay import material
from training.essay.noise import Cell
from training.essay.pairs import cells_of
from training.essay.preparation import Prepared

PLANTED = 2_500
"""The number of sentences; half of them have errors."""
LEARNERS_WEIGHT = 4.0
"""The weight of a change in a learner's sentence, where a planted one has 1: there are few of them, and the probabilities are meant for them."""
SPELLING_PAIRS = 900
"""The number of pairs of SIGHAN14."""
RIDGE = 1.0

Example = tuple[tuple[float, ...], bool, float]


def calibration(encoder: EssayEncoder, ready: Prepared) -> tuple[dict[str, list[float]], str]:
    """Weights of the three pieces of evidence and a constant, by operation; and what they were fitted on."""
    examples: dict[str, list[Example]] = defaultdict(list)
    parts = (
        (1.0, _planted_corrections(encoder, ready)),
        (LEARNERS_WEIGHT, corrections_of_learners(encoder)),
        (1.0, _spelling_corrections(encoder)),
    )
    for weight, corrections in parts:
        for correction, right in corrections:
            examples[correction.operation].append((correction.evidence, right, weight))
    weights_by_operation = {operation: _fit(examples[operation]) for operation in OPERATIONS}
    counts = ", ".join(f"{name} {len(rows)} ({sum(row[1] for row in rows)} right)" for name, rows in examples.items())
    return weights_by_operation, f"calibrated on {counts}"


def corrections_of_learners(encoder: EssayEncoder) -> Iterator[tuple[EncoderCorrection, bool]]:
    """The encoder's corrections of the held-out pairs, and whether the nearest correction by an annotator agrees."""
    for pair in material.pairs(REFERENCE, measuring=True):
        flat = [symbols(side)[0].replace("\x02", "").replace("\x03", "") for side in (pair.wrong, pair.right)]
        yield from _with_truth(encoder, [*cells_of(*flat), Cell("\x03", "\x03")])


def _planted_corrections(encoder: EssayEncoder, ready: Prepared) -> Iterator[tuple[EncoderCorrection, bool]]:
    rng = random.Random(0)
    texts = sorted(material.sentences(own(only=material.HELD_OUT)))
    rng.shuffle(texts)
    for text in texts[:PLANTED]:
        yield from _with_truth(encoder, ready.reader.planter.cells(text, rng))


def _spelling_corrections(encoder: EssayEncoder) -> Iterator[tuple[EncoderCorrection, bool]]:
    for pair in random.Random(0).sample(sighan("sighan14-train"), SPELLING_PAIRS):
        for text in (pair.written, pair.right):
            for correction in encoder.corrections(text):
                if correction.operation == "sound":
                    offset = correction.start
                    yield correction, text[offset] != pair.right[offset] == correction.replacement


def _with_truth(encoder: EssayEncoder, cells: list[Cell]) -> Iterator[tuple[EncoderCorrection, bool]]:
    text = "".join(cell.written for cell in cells[:-1]).replace(LATIN, "A").replace(NUMBER, "1")
    for correction in encoder.corrections(text):
        yield correction, _is_right(correction, cells, encoder)


def _is_right(correction: EncoderCorrection, cells: list[Cell], encoder: EssayEncoder) -> bool:
    tags = encoder.knowledge.card["tags"]
    if correction.operation == "insert":
        tag = cells[correction.start].tag
        return bool(tag > KEEP and tags[tag] == correction.replacement)
    cell = cells[correction.start]
    if correction.operation == "delete":
        return cell.tag == DELETE
    return cell.wrong == 1 and cell.intended == correction.replacement


def _fit(rows: Iterable[Example]) -> list[float]:
    """Weighted logistic regression with a small ridge on the three weights."""
    rows = list(rows)
    if not any(row[1] for row in rows):
        return [0.0, 0.0, 0.0, -10.0]
    x = np.array([(*row[0], 1.0) for row in rows])
    sign = np.where([row[1] for row in rows], 1.0, -1.0)
    weight = np.array([row[2] for row in rows])
    ridge = np.array([RIDGE, RIDGE, RIDGE, 0.0])

    def loss(weights: Float64) -> tuple[float, Float64]:
        margin = sign * (x @ weights)
        slope = -(x.T @ (weight * sign * expit(-margin))) + ridge * weights
        return float((weight * np.logaddexp(0.0, -margin)).sum() + (ridge * weights**2).sum() / 2), slope

    weights = minimize(loss, np.zeros(4), jac=True, method="BFGS").x
    return [round(float(value), 4) for value in weights]
