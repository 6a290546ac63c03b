"""What is told of the errors in learners' free writing: by the embedded engine, and with an operator's language model whose replies were recorded.

YACLC's half for design (297 sentences) is what designs and thresholds were chosen on; the other half (316) is scored and looked at by nobody. MuCGEC's
fifth is held out of training. Punctuation is left out. See `evaluation.essays.told` for what counts as told and as right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from benchmarks.essays.engine import Engine, resampled, share
from core.arrays import Int64
from core.learning.intervals import wilson
from evaluation.essays.pairs import held_out
from evaluation.essays.sets import LearnerRow, clean_everyday, mucgec, yaclc
from evaluation.essays.told import Told, by_kind, distance_removed, measured, share_right, share_told
from evaluation.figures import Figure

TOLD, RIGHT, REMOVED = 0.10, 0.70, 0.02
"""The bars on the scored half; no published system that was trained on pairs has precision above .7 with a useful recall."""
BY_KIND = {"order": 0.12, "的地得": 0.45, "character": 0.45, "aspect": 0.12, "missing": 0.08, "word choice": 0.05}
EVERYDAY_NOT_FLAGGED = 0.985
EVERYDAY_COUNT = 1_500
LONGEST = 120
"""Characters of a sentence of MuCGEC; some are whole paragraphs."""
SCORED = "YACLC, the half that is scored"


def embedded(engine: Engine) -> list[Figure]:
    """The embedded engine at the setting normal, on three sets of learners' sentences and on everyday text."""
    figures: list[Figure] = []
    sets = (
        (SCORED, yaclc(scored=True), True),
        ("YACLC, the half for design (rules' probabilities counted on it)", yaclc(scored=False), False),
        (
            "MuCGEC, the fifth that no model is trained on (rules' probabilities counted on it)",
            [row for row in mucgec() if held_out(row.written) and len(row.written) < LONGEST],
            False,
        ),
    )
    for name, rows, barred in sets:
        figures += of_set(name, rows, engine, barred=barred)
    everyday = clean_everyday(EVERYDAY_COUNT)
    untouched = sum(not engine.edits(text) for text in everyday)
    figures.append(
        share(
            "sentences without a false alarm, everyday text held out",
            untouched,
            len(everyday),
            "sentences",
            EVERYDAY_NOT_FLAGGED,
        )
    )
    return figures


def of_set(name: str, rows: Sequence[LearnerRow], engine: Engine, *, barred: bool) -> Iterable[Figure]:
    """Told, right, distance removed, and told by kind."""
    sentences = measured(rows, lambda text: [(edit.start, edit.end, edit.replacement) for edit in engine.edits(text)])
    yield from in_all(name, sentences, barred=barred)
    for kind, (found, count) in by_kind(sentences).items():
        bar = BY_KIND.get(kind) if barred else None
        yield Figure(
            f"{name}: told of kind {kind}", found / count, count, "errors", *wilson(found / count, count), bar
        )


def in_all(name: str, sentences: Sequence[Told], *, barred: bool) -> Iterable[Figure]:
    """Told, right and removed with intervals that are drawn over sentences."""
    rows = np.array([sentence.counts() for sentence in sentences], np.int64)
    total = rows.sum(axis=0)
    shares: tuple[tuple[str, Callable[[Int64], float], int, str, float], ...] = (
        ("errors told", share_told, int(total[0]), "errors", TOLD),
        ("edits that are right", share_right, int(total[2]), "edits", RIGHT),
        ("distance to the nearest correction removed", distance_removed, int(total[4]), "characters", REMOVED),
    )
    for what, figure, count, of, bar in shares:
        yield Figure(
            f"{name}: {what}", figure(total), count, of, *resampled(rows, figure), bar if barred else None
        )
