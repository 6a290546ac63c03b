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

from core.essays.merging.selection import BUDGETS
from core.models.essays.encoder import FOLDER, MARKS, OPERATIONS, EssayEncoder, Opinion
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
from training.essay.calibrate import opinions_of_learners

DATA = Path(__file__).resolve().parents[2] / "data"
THRESHOLDS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
SHOWN, CHECKED = BUDGETS["normal"].error, BUDGETS["normal"].check
"""Chances from which the merger shows an error, and a question."""
TIMED = 40
Said = list[tuple[Opinion, float]]


def judged(encoder: EssayEncoder, text: str) -> Said:
    """Opinions with their chances."""
    return [(opinion, encoder.chance(opinion)) for opinion in encoder.opinions(text)]


def corrected(text: str, said: Said, least: float) -> str:
    """With the exchanged characters alone, punctuation apart."""
    characters = list(text)
    for opinion, chance in said:
        if chance >= least and opinion.operation in ("sound", "class") and opinion.replacement not in MARKS:
            characters[opinion.start] = opinion.replacement
    return "".join(characters)


def spelling(pairs: Sequence[SpellingPair], read: Sequence[Said], least: float) -> Scores:
    """Of a SIGHAN set at one threshold."""
    rows = zip(pairs, read, strict=True)
    return scores(Triple(pair.written, pair.right, corrected(pair.written, said, least)) for pair, said in rows)


def spelling_lines(name: str, pairs: Sequence[SpellingPair], encoder: EssayEncoder) -> Iterator[str]:
    """A set at all thresholds."""
    read = [judged(encoder, pair.written) for pair in pairs]
    for least in THRESHOLDS:
        found = spelling(pairs, read, least)
        named = (found.sentence_detection, found.sentence_correction, found.character_correction)
        told = ", ".join(f"{100 * one.precision:.1f}/{100 * one.recall:.1f}/{100 * one.f1:.1f}" for one in named)
        yield (
            f"{name} from {least}: sentences detected, corrected, characters corrected, P/R/F1 {told}; "
            f"clean flagged {100 * found.false_positives:.1f} % of {found.clean}"
        )


def alarm_lines(name: str, texts: Sequence[str], encoder: EssayEncoder) -> Iterator[str]:
    """Clean sentences: how many are objected to."""
    read = [judged(encoder, text) for text in texts]
    size = sum(map(len, texts))
    for least in (CHECKED, SHOWN, 0.9):
        shown = [sum(chance >= least for _, chance in said) for said in read]
        flagged = sum(count > 0 for count in shown)
        yield (
            f"{name} from {least}: {100 * flagged / len(texts):.2f} % of {len(texts)} sentences flagged, "
            f"{1000 * sum(shown) / size:.2f} alarms per 1,000 characters"
        )


def held_out_own() -> list[str]:
    """Own sentences of the fifth that nothing was trained on."""
    return [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT]


def mending_lines(encoder: EssayEncoder) -> Iterator[str]:
    """Learners' sentences held out: how often a change is one that an annotator made, by operation."""
    found = [(opinion.operation, encoder.chance(opinion), right) for opinion, right in opinions_of_learners(encoder)]
    for least in (CHECKED, SHOWN):
        for wanted in OPERATIONS:
            kept = [right for operation, chance, right in found if operation == wanted and chance >= least]
            if kept:
                yield f"MuCGEC held out, {wanted} from {least}: {sum(kept)} of {len(kept)} changes are an annotator's"


def diagnosed(said: Said, least: float) -> set[tuple[int, int, str]]:
    """In the form of CGED: first and last character from 1, and R, M or S; neighbours of a kind together."""
    kinds = {"delete": "R", "insert": "M", "sound": "S", "class": "S"}
    found: list[tuple[int, int, str]] = []
    taken = -1
    for opinion, chance in sorted(said, key=lambda row: (row[0].start, -row[1])):
        if chance < least or (opinion.start < taken and opinion.operation != "insert"):
            continue
        kind, start, end = kinds[opinion.operation], opinion.start + 1, max(opinion.start + 1, opinion.end)
        taken = opinion.end
        if kind != "M" and found and found[-1][2] == kind and found[-1][1] == start - 1:
            found[-1] = (found[-1][0], end, kind)
        else:
            found.append((start, end, kind))
    return set(found)


def diagnosis_lines(rows: Sequence[Diagnosis], encoder: EssayEncoder) -> Iterator[str]:
    """CGED at position level: the exact span and kind."""
    read = [judged(encoder, row.text) for row in rows]
    for least in (0.3, 0.4, CHECKED, 0.6, 0.7, SHOWN):
        hit = claimed = wanted = flagged = clean = 0
        for row, said in zip(rows, read, strict=True):
            found = diagnosed(said, least)
            hit, claimed, wanted = hit + len(found & set(row.errors)), claimed + len(found), wanted + len(row.errors)
            clean, flagged = clean + (not row.errors), flagged + (bool(found) and not row.errors)
        score = Score(hit, claimed, wanted)
        yield (
            f"CGED17 dev positions from {least}: {score.precision:.3f}/{score.recall:.3f}/{score.f1:.3f}, "
            f"false positive rate {flagged / max(clean, 1):.3f} of {clean}"
        )


def speed_line(encoder: EssayEncoder) -> str:
    """Characters a second on one thread, in essays of some 400 characters, the first of all left out."""
    texts = held_out_own()
    essays = ["".join(texts[start : start + 20]) for start in range(0, 20 * TIMED, 20)]
    encoder.opinions(essays[0])
    begun = time.process_time()
    for essay in essays:
        encoder.opinions(essay)
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
