"""What the encoder's evidence is worth: logistic regressions on errors that nothing was trained on.

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
from core.models.essays.encoder import DELETE, KEEP, OPERATIONS, EssayEncoder, Opinion
from core.models.ngrams.characters import LATIN, NUMBER, symbols
from evaluation.corpus import own
from evaluation.essays.sets import sighan
from evaluation.reference import REFERENCE
from training.essay import material
from training.essay.noise import Cell
from training.essay.pairs import cells_of
from training.essay.preparation import Prepared

PLANTED = 2_500
"""Sentences; half of them with errors."""
LEARNERS_WEIGHT = 4.0
"""Of a change in a learner's sentence, where a planted one has 1: there are few of them, and they are what the chance is for."""
SPELLED = 900
"""Pairs of SIGHAN14."""
RIDGE = 1.0

Example = tuple[tuple[float, ...], bool, float]


def calibration(encoder: EssayEncoder, ready: Prepared) -> tuple[dict[str, list[float]], str]:
    """Weights of the three pieces of evidence and a constant, by operation; and what they were fitted on."""
    examples: dict[str, list[Example]] = defaultdict(list)
    parts = (
        (1.0, _planted(encoder, ready)),
        (LEARNERS_WEIGHT, opinions_of_learners(encoder)),
        (1.0, _spelled(encoder)),
    )
    for weight, found in parts:
        for opinion, right in found:
            examples[opinion.operation].append((opinion.evidence, right, weight))
    fitted = {operation: _fitted(examples[operation]) for operation in OPERATIONS}
    counts = ", ".join(f"{name} {len(rows)} ({sum(row[1] for row in rows)} right)" for name, rows in examples.items())
    return fitted, f"calibrated on {counts}"


def opinions_of_learners(encoder: EssayEncoder) -> Iterator[tuple[Opinion, bool]]:
    """What the encoder says of the held-out pairs, and whether the nearest mending agrees."""
    for pair in material.pairs(REFERENCE, measuring=True):
        flat = [symbols(side)[0].replace("\x02", "").replace("\x03", "") for side in (pair.wrong, pair.right)]
        yield from _judged(encoder, [*cells_of(*flat), Cell("\x03", "\x03")])


def _planted(encoder: EssayEncoder, ready: Prepared) -> Iterator[tuple[Opinion, bool]]:
    chance = random.Random(0)
    texts = sorted(material.sentences(own(only=material.HELD_OUT)))
    chance.shuffle(texts)
    for text in texts[:PLANTED]:
        yield from _judged(encoder, ready.reader.planter.cells(text, chance))


def _spelled(encoder: EssayEncoder) -> Iterator[tuple[Opinion, bool]]:
    for pair in random.Random(0).sample(sighan("sighan14-train"), SPELLED):
        for text in (pair.written, pair.right):
            for opinion in encoder.opinions(text):
                if opinion.operation == "sound":
                    place = opinion.start
                    yield opinion, text[place] != pair.right[place] == opinion.replacement


def _judged(encoder: EssayEncoder, cells: list[Cell]) -> Iterator[tuple[Opinion, bool]]:
    text = "".join(cell.written for cell in cells[:-1]).replace(LATIN, "A").replace(NUMBER, "1")
    for opinion in encoder.opinions(text):
        yield opinion, _right(opinion, cells, encoder)


def _right(opinion: Opinion, cells: list[Cell], encoder: EssayEncoder) -> bool:
    tags = encoder.knowledge.card["tags"]
    if opinion.operation == "insert":
        tag = cells[opinion.start].tag
        return bool(tag > KEEP and tags[tag] == opinion.replacement)
    cell = cells[opinion.start]
    if opinion.operation == "delete":
        return cell.tag == DELETE
    return cell.wrong == 1 and cell.meant == opinion.replacement


def _fitted(rows: Iterable[Example]) -> list[float]:
    """Weighted logistic regression with a small ridge on the three weights."""
    rows = list(rows)
    if not any(row[1] for row in rows):
        return [0.0, 0.0, 0.0, -10.0]
    x = np.array([(*row[0], 1.0) for row in rows])
    sign = np.where([row[1] for row in rows], 1.0, -1.0)
    weight = np.array([row[2] for row in rows])
    ridge = np.array([RIDGE, RIDGE, RIDGE, 0.0])

    def loss(found: Float64) -> tuple[float, Float64]:
        margin = sign * (x @ found)
        slope = -(x.T @ (weight * sign * expit(-margin))) + ridge * found
        return float((weight * np.logaddexp(0.0, -margin)).sum() + (ridge * found**2).sum() / 2), slope

    found = minimize(loss, np.zeros(4), jac=True, method="BFGS").x
    return [round(float(value), 4) for value in found]
