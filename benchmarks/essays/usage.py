"""The judge of usage alone: CGED 2017, learners' sentences held out, false alarms, speed.

    uv run python -m benchmarks.essays.usage [--parses FILE]

CGED's passages of odd number, on which designs were compared and nothing was fitted; MuCGEC's and the learners' text's held-out fifths; sentences of
dev-gsdsimp and the project's own fifth. --parses names a file in which parsed texts are kept from run to run.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.essays.usage.candidates import DELETE, INSERT, MOVE
from core.essays.usage.corrector import Judge, Opinion
from core.language.grammar.sentence import ParsedText
from core.models.essays.usage import usage_corrector
from core.tables import Tables
from evaluation.corpus import fold_of
from evaluation.essays.nearness import Change
from evaluation.essays.pairs import HELD_OUT
from evaluation.essays.sets import ABSENT, Diagnosis, cged, own_sentences, present, treebank_sentences
from evaluation.essays.spelling_scores import Score
from evaluation.essays.usage_rows import Parses, Right, Row, learner_rows, mucgec_rows

THRESHOLDS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
KINDS = {INSERT: "M", DELETE: "R", MOVE: "W"}
"""Kinds of CGED by operation; of what is left "S"."""
SOME = 1_000
"""Of the learners' texts and of the own sentences that are held out, the first of so many."""


class Said(NamedTuple):
    """An opinion and whether it is right."""

    opinion: Opinion
    right: bool


def read(judge: Judge, rows: Iterable[Row]) -> list[list[Said]]:
    """What is said of each text."""
    return [
        [Said(one, row.right(one.operation, one[:3])) for one in judge.opinions(row.parsed)] for row in rows
    ]  # fmt: skip


def placed(passage: Diagnosis) -> Right:
    """Right is what CGED has at that place with that kind; of what is missing it tells the place alone."""
    errors = set(passage.errors)

    def right(operation: int, change: Change) -> bool:
        start, end, _ = change
        return (start + 1, max(end, start + 1), KINDS.get(operation, "S")) in errors

    return right


def diagnosis_lines(passages: Sequence[Diagnosis], told: Sequence[Sequence[Said]]) -> Iterator[str]:
    """CGED at position level: exact place and kind; by kind, and how many passages without an error are objected to."""
    wanted = Counter(kind for passage in passages for *_, kind in passage.errors)
    clean = sum(not passage.errors for passage in passages)
    for least in THRESHOLDS:
        hit, claimed, flagged = Counter[str](), Counter[str](), 0
        for passage, said in zip(passages, told, strict=True):
            kept = [one for one in said if one.opinion.chance >= least]
            claimed.update(KINDS.get(one.opinion.operation, "S") for one in kept)
            hit.update(KINDS.get(one.opinion.operation, "S") for one in kept if one.right)
            flagged += bool(kept) and not passage.errors
        score = Score(hit.total(), claimed.total(), wanted.total())
        kinds = ", ".join(f"{kind} {hit[kind]}/{claimed[kind]}/{wanted[kind]}" for kind in "MRSW")
        yield (
            f"CGED17 odd passages from {least}: P/R/F1 {score.precision:.3f}/{score.recall:.3f}/{score.f1:.3f}, "
            f"false positive rate {flagged / max(clean, 1):.3f} of {clean}; right/claimed/there: {kinds}"
        )


def learner_lines(name: str, told: Sequence[Sequence[Said]]) -> Iterator[str]:
    """How many claims are right."""
    for least in THRESHOLDS:
        kept = [one for said in told for one in said if one.opinion.chance >= least]
        kinds = Counter((KINDS.get(one.opinion.operation, "S"), one.right) for one in kept)
        by_kind = ", ".join(f"{kind} {kinds[kind, True]}/{kinds[kind, True] + kinds[kind, False]}" for kind in "MRSW")
        right = sum(one.right for one in kept)
        yield f"{name} from {least}: {right} of {len(kept)} claims right ({right / max(1, len(kept)):.2f}); {by_kind}"


def alarm_lines(name: str, judge: Judge, parsed_texts: Iterable[ParsedText]) -> Iterator[str]:
    """Right sentences: how many are objected to."""
    told = [[one.chance for one in judge.opinions(parsed)] for parsed in parsed_texts]
    shares = [
        f"{least}: {100 * sum(any(chance >= least for chance in said) for said in told) / len(told):.2f} %"
        for least in THRESHOLDS
    ]
    yield f"{name}, share of {len(told)} sentences flagged from {', '.join(shares)}"


def speed_line(judge: Judge, parsed_texts: Sequence[ParsedText]) -> str:
    """Milliseconds of processor time a character, the parse not counted, in passages as they come."""
    judge.opinions(parsed_texts[0])
    begun = time.process_time()
    for parsed in parsed_texts:
        judge.opinions(parsed)
    return (
        f"{1000 * (time.process_time() - begun) / sum(len(parsed.text) for parsed in parsed_texts):.3f} ms a character"
    )


def figures(judge: Judge, parses: Parses) -> Iterator[str]:
    """All lines."""
    passages = list(cged())[1::2]
    marked = [Row(parses.of(passage.text), (), 0.0, placed(passage)) for passage in passages]
    yield from diagnosis_lines(passages, read(judge, marked))
    yield from learner_lines("MuCGEC held out", read(judge, mucgec_rows(parses, measuring=True)))
    learners = list(learner_rows(parses, measuring=True))[:SOME]
    yield from learner_lines("learners' text held out", read(judge, learners))
    yield from alarm_lines("dev-gsdsimp", judge, map(parses.of, treebank_sentences()))
    own = [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT][:SOME]
    yield from alarm_lines("own fifth", judge, map(parses.of, own))
    yield speed_line(judge, [row.parsed for row in marked[:200]])


def run() -> int:
    """Prints the figures of the judge that ships."""
    if not present():
        print(ABSENT)
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parses", type=Path)
    parses = Parses(parser.parse_args().parses)
    for line in figures(usage_corrector(Tables()).judge, parses):
        print(line, flush=True)
    parses.keep()
    return 0


if __name__ == "__main__":
    raise SystemExit(run())
