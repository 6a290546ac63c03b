"""The essay encoder alone: spelling, learners' sentences, false alarms, calibration, speed.

    uv run python -m training.essay.encoder_figures [--checks]

SIGHAN13 chooses the threshold of the spelling table; `--checks` adds SIGHAN14 and CGED17, which choose nothing. Sentences of the
project's own content are the fifth that the encoder was not trained on; MuCGEC's are the fifth held out, on which it was calibrated.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from core.essays.merging.selection import DISPLAY_THRESHOLDS
from core.models.essays.encoder import FOLDER, MARKS, OPERATIONS, EncoderCorrection, EssayEncoder
from evaluation.corpus import fold_of
from evaluation.essays.pairs import HELD_OUT
from evaluation.essays.sets import (
    ABSENT,
    Diagnosis,
    SpellingPair,
    cged,
    own_sentences,
    present,
    sighan,
    treebank_sentences,
)
from evaluation.essays.spelling_scores import Score, Scores, Triple, scores
from training.essay.calibrate import corrections_of_learners

DATA = Path(__file__).resolve().parents[2] / "data"
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
SHOWN, CHECKED = DISPLAY_THRESHOLDS["normal"].error, DISPLAY_THRESHOLDS["normal"].check
"""The probabilities from which an error, and a place to check, is shown."""
TIMED = 40
RatedCorrections = list[tuple[EncoderCorrection, float]]


def rated_corrections(encoder: EssayEncoder, text: str) -> RatedCorrections:
    """The encoder's corrections of a text with their probabilities."""
    return [(correction, encoder.probability(correction)) for correction in encoder.corrections(text)]


def corrected(text: str, rated: RatedCorrections, threshold: float) -> str:
    """The text with substituted characters alone, without punctuation."""
    characters = list(text)
    for correction, probability in rated:
        if (
            probability >= threshold
            and correction.operation in ("sound", "class")
            and correction.replacement not in MARKS
        ):
            characters[correction.start] = correction.replacement
    return "".join(characters)


def spelling(pairs: Sequence[SpellingPair], read: Sequence[RatedCorrections], threshold: float) -> Scores:
    """Scores of a SIGHAN set at one threshold."""
    rows = zip(pairs, read, strict=True)
    return scores(Triple(pair.written, pair.right, corrected(pair.written, rated, threshold)) for pair, rated in rows)


def spelling_lines(name: str, pairs: Sequence[SpellingPair], encoder: EssayEncoder) -> Iterator[str]:
    """The figures of a set at all thresholds."""
    read = [rated_corrections(encoder, pair.written) for pair in pairs]
    for threshold in THRESHOLDS:
        found = spelling(pairs, read, threshold)
        named = (found.sentence_detection, found.sentence_correction, found.character_correction)
        told = ", ".join(
            f"{100 * score.precision:.1f}/{100 * score.recall:.1f}/{100 * score.f1:.1f}" for score in named
        )
        yield (
            f"{name} from {threshold}: sentences detected, corrected, characters corrected, P/R/F1 {told}; "
            f"clean flagged {100 * found.false_positives:.1f} % of {found.clean}"
        )


def alarm_lines(name: str, texts: Sequence[str], encoder: EssayEncoder) -> Iterator[str]:
    """How many clean sentences are flagged."""
    read = [rated_corrections(encoder, text) for text in texts]
    size = sum(map(len, texts))
    for threshold in (CHECKED, SHOWN, 0.9):
        shown = [sum(probability >= threshold for _, probability in rated) for rated in read]
        flagged = sum(count > 0 for count in shown)
        yield (
            f"{name} from {threshold}: {100 * flagged / len(texts):.2f} % of {len(texts)} sentences flagged, "
            f"{1000 * sum(shown) / size:.2f} alarms per 1,000 characters"
        )


def held_out_own() -> list[str]:
    """Own sentences of the fifth that nothing was trained on."""
    return [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT]


def mending_lines(encoder: EssayEncoder) -> Iterator[str]:
    """How often a change of held-out learners' sentences is one that an annotator made, by operation."""
    found = [
        (correction.operation, encoder.probability(correction), right)
        for correction, right in corrections_of_learners(encoder)
    ]
    for threshold in (CHECKED, SHOWN):
        for wanted_operation in OPERATIONS:
            kept = [
                right
                for operation, probability, right in found
                if operation == wanted_operation and probability >= threshold
            ]
            if kept:
                yield f"MuCGEC held out, {wanted_operation} from {threshold}: {sum(kept)} of {len(kept)} changes are an annotator's"


def diagnosed(rated: RatedCorrections, threshold: float) -> set[tuple[int, int, str]]:
    """Corrections in the form of CGED: first and last character, counted from 1, and the kind R, M or S; neighbours of one kind are joined."""
    kinds = {"delete": "R", "insert": "M", "sound": "S", "class": "S"}
    found: list[tuple[int, int, str]] = []
    taken = -1
    for correction, probability in sorted(rated, key=lambda row: (row[0].start, -row[1])):
        if probability < threshold or (correction.start < taken and correction.operation != "insert"):
            continue
        kind, start, end = kinds[correction.operation], correction.start + 1, max(correction.start + 1, correction.end)
        taken = correction.end
        if kind != "M" and found and found[-1][2] == kind and found[-1][1] == start - 1:
            found[-1] = (found[-1][0], end, kind)
        else:
            found.append((start, end, kind))
    return set(found)


def diagnosis_lines(rows: Sequence[Diagnosis], encoder: EssayEncoder) -> Iterator[str]:
    """Figures of CGED at position level: exact span and kind."""
    read = [rated_corrections(encoder, row.text) for row in rows]
    for threshold in (0.3, 0.4, CHECKED, 0.6, 0.7, SHOWN):
        right = claimed = expected = flagged = clean = 0
        for row, rated in zip(rows, read, strict=True):
            found = diagnosed(rated, threshold)
            right, claimed, expected = (
                right + len(found & set(row.errors)),
                claimed + len(found),
                expected + len(row.errors),
            )
            clean, flagged = clean + (not row.errors), flagged + (bool(found) and not row.errors)
        score = Score(right, claimed, expected)
        yield (
            f"CGED17 dev positions from {threshold}: {score.precision:.3f}/{score.recall:.3f}/{score.f1:.3f}, "
            f"false positive rate {flagged / max(clean, 1):.3f} of {clean}"
        )


def speed_line(encoder: EssayEncoder) -> str:
    """Characters a second on one thread, in essays of some 400 characters, the first of all left out."""
    texts = held_out_own()
    essays = ["".join(texts[start : start + 20]) for start in range(0, 20 * TIMED, 20)]
    encoder.corrections(essays[0])
    begun = time.process_time()
    for essay in essays:
        encoder.corrections(essay)
    return f"{sum(map(len, essays)) / (time.process_time() - begun):.0f} characters a second"


def figures(encoder: EssayEncoder, *, checks: bool = False) -> Iterator[str]:
    """All lines; with `checks` those of the sets that choose nothing."""
    yield from spelling_lines("SIGHAN13", sighan("sighan13-test-dev"), encoder)
    yield from alarm_lines("dev-gsdsimp", treebank_sentences(), encoder)
    yield from alarm_lines("own fifth", held_out_own(), encoder)
    yield from mending_lines(encoder)
    if checks:
        yield from spelling_lines("SIGHAN14", sighan("sighan14-test-dev"), encoder)
        yield from diagnosis_lines(list(cged()), encoder)
    yield speed_line(encoder)


def run() -> int:
    """Prints the figures of the shipped encoder."""
    if not present():
        print(ABSENT)
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checks", action="store_true")
    for line in figures(EssayEncoder(DATA / FOLDER), checks=parser.parse_args().checks):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
