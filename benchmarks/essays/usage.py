"""The usage corrector by itself: CGED 2017, learners' sentences held out, false alarms, speed.

    uv run python -m benchmarks.essays.usage [--parses FILE]

Measured on CGED's passages of odd number, on which designs were compared and nothing was fitted; on the held-out fifths of MuCGEC and of the
learners' text; on sentences of dev-gsdsimp and the project's own held-out fifth. --parses names a file in which parsed texts are kept between runs.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.essays.usage.candidates import DELETE, INSERT, MOVE
from core.essays.usage.corrector import UsageCorrection, UsageModel
from core.language.grammar.sentence import Document
from core.models.essays.usage import usage_corrector
from core.tables import Tables
from evaluation.corpus import fold_of
from evaluation.essays.pairs import HELD_OUT
from evaluation.essays.sets import ABSENT, Diagnosis, cged, own_sentences, present, treebank_sentences
from evaluation.essays.spelling_scores import Score
from evaluation.essays.usage_rows import Change, Parses, Right, Row, learner_rows, mucgec_rows

THRESHOLDS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
KINDS = {INSERT: "M", DELETE: "R", MOVE: "W"}
"""Kinds of CGED by operation; the kind of all other operations is "S"."""
TEXTS_MEASURED = 1_000
"""So many of the held-out learners' texts and own sentences are measured."""


class JudgedCorrection(NamedTuple):
    """A correction and whether it is right."""

    correction: UsageCorrection
    right: bool


def judged(model: UsageModel, rows: Iterable[Row]) -> list[list[JudgedCorrection]]:
    """The corrections of each text, judged."""
    return [
        [JudgedCorrection(correction, row.right(correction.operation, correction[:3])) for correction in model.corrections(row.document)] for row in rows
    ]  # fmt: skip


def matches_diagnosis(passage: Diagnosis) -> Right:
    """A correction is right where CGED has an error of its kind at its position; for missing words only the position is compared."""
    errors = set(passage.errors)

    def right(operation: int, change: Change) -> bool:
        start, end, _ = change
        return (start + 1, max(end, start + 1), KINDS.get(operation, "S")) in errors

    return right


def diagnosis_lines(
    passages: Sequence[Diagnosis], corrections_by_text: Sequence[Sequence[JudgedCorrection]]
) -> Iterator[str]:
    """Figures of CGED at position level (exact span and kind), also by kind, and how many passages without errors are flagged."""
    expected = Counter(kind for passage in passages for *_, kind in passage.errors)
    clean = sum(not passage.errors for passage in passages)
    for threshold in THRESHOLDS:
        right_by_kind, claimed_by_kind, flagged = Counter[str](), Counter[str](), 0
        for passage, corrections in zip(passages, corrections_by_text, strict=True):
            kept = [
                judged_correction
                for judged_correction in corrections
                if judged_correction.correction.probability >= threshold
            ]
            claimed_by_kind.update(KINDS.get(judged_correction.correction.operation, "S") for judged_correction in kept)
            right_by_kind.update(
                KINDS.get(judged_correction.correction.operation, "S")
                for judged_correction in kept
                if judged_correction.right
            )
            flagged += bool(kept) and not passage.errors
        score = Score(right_by_kind.total(), claimed_by_kind.total(), expected.total())
        kinds = ", ".join(f"{kind} {right_by_kind[kind]}/{claimed_by_kind[kind]}/{expected[kind]}" for kind in "MRSW")
        yield (
            f"CGED17 odd passages from {threshold}: P/R/F1 {score.precision:.3f}/{score.recall:.3f}/{score.f1:.3f}, "
            f"false positive rate {flagged / max(clean, 1):.3f} of {clean}; right/claimed/there: {kinds}"
        )


def learner_lines(name: str, corrections_by_text: Sequence[Sequence[JudgedCorrection]]) -> Iterator[str]:
    """How many corrections of learners' sentences are right."""
    for threshold in THRESHOLDS:
        kept = [
            judged_correction
            for corrections in corrections_by_text
            for judged_correction in corrections
            if judged_correction.correction.probability >= threshold
        ]
        kinds = Counter(
            (KINDS.get(judged_correction.correction.operation, "S"), judged_correction.right)
            for judged_correction in kept
        )
        by_kind = ", ".join(f"{kind} {kinds[kind, True]}/{kinds[kind, True] + kinds[kind, False]}" for kind in "MRSW")
        right = sum(judged_correction.right for judged_correction in kept)
        yield f"{name} from {threshold}: {right} of {len(kept)} claims right ({right / max(1, len(kept)):.2f}); {by_kind}"


def alarm_lines(name: str, model: UsageModel, documents: Iterable[Document]) -> Iterator[str]:
    """How many right sentences are flagged."""
    probabilities_by_text = [
        [correction.probability for correction in model.corrections(document)] for document in documents
    ]
    shares = [
        f"{threshold}: {100 * sum(any(probability >= threshold for probability in probabilities) for probabilities in probabilities_by_text) / len(probabilities_by_text):.2f} %"
        for threshold in THRESHOLDS
    ]
    yield f"{name}, share of {len(probabilities_by_text)} sentences flagged from {', '.join(shares)}"


def speed_line(model: UsageModel, documents: Sequence[Document]) -> str:
    """Milliseconds of processor time per character, without parsing."""
    model.corrections(documents[0])
    begun = time.process_time()
    for document in documents:
        model.corrections(document)
    return (
        f"{1000 * (time.process_time() - begun) / sum(len(document.text) for document in documents):.3f} ms a character"
    )


def figures(model: UsageModel, parses: Parses) -> Iterator[str]:
    """All lines of the output."""
    passages = list(cged())[1::2]
    diagnosed_rows = [Row(parses.of(passage.text), (), 0.0, matches_diagnosis(passage)) for passage in passages]
    yield from diagnosis_lines(passages, judged(model, diagnosed_rows))
    yield from learner_lines("MuCGEC held out", judged(model, mucgec_rows(parses, measuring=True)))
    learners = list(learner_rows(parses, measuring=True))[:TEXTS_MEASURED]
    yield from learner_lines("learners' text held out", judged(model, learners))
    yield from alarm_lines("dev-gsdsimp", model, map(parses.of, treebank_sentences()))
    own_texts = [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT][:TEXTS_MEASURED]
    yield from alarm_lines("own fifth", model, map(parses.of, own_texts))
    yield speed_line(model, [row.document for row in diagnosed_rows[:200]])


def run() -> int:
    """Print the figures of the usage corrector that ships."""
    if not present():
        print(ABSENT)
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parses", type=Path)
    parses = Parses(parser.parse_args().parses)
    for line in figures(usage_corrector(Tables()).model, parses):
        print(line, flush=True)
    parses.keep()
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
