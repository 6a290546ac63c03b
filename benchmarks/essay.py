"""Essay evaluation as a whole: every bar.

    uv run python -m benchmarks essay

The speller and the encoder by themselves: `python -m benchmarks.essay_spelling`, `python -m benchmarks.essay_encoder`.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks import essay_behaviour, essay_properties, essay_score
from benchmarks.bars import Bars
from benchmarks.csc_scores import Triple, lines, scores
from benchmarks.essay_sets import cged, mucgec, own_sentences, present, sighan, treebank_sentences
from benchmarks.reference import ABSENT
from core.essays.edits import apply
from core.essays.merging import BUDGETS, Merged
from core.essays.model import Edit
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core

SPELLING_F1, OVER_FLOOR, FLOOR = 48.0, 8.0, 20.1
"""Per cent; the floor is what `benchmarks.essay_spelling` prints for the n-gram model with one threshold."""
CLEAN_FLAGGED, OWN_FLAGGED, ALARMS = 0.03, 0.005, 0.8
POSITION_F1, FALSE_POSITIVES = 0.15, 0.20
PRECISION = 0.50
CHARACTERS_A_SECOND, WARM_SECONDS, MEGABYTES = 1_000, 0.6, 400
OWN_EVERY = 5
NORMAL = BUDGETS["normal"]


@dataclass(frozen=True)
class Engine:
    """The judges merged at the shipped setting, without score and report."""

    evaluator: EssayEvaluator

    def found(self, text: str) -> Merged:
        """Edits and places to check."""
        return self.evaluator.judged(text, self.evaluator.analyser.document(text), NORMAL)

    def edits(self, text: str) -> Sequence[Edit]:
        """Edits."""
        return self.found(text).edits


def spelling(bars: Bars, engine: Engine) -> None:
    """SIGHAN 2014, strict; edits that keep the length, as the set knows no others."""
    triples = []
    for pair in sighan("sighan14-test-dev"):
        kept = [
            edit
            for edit in engine.edits(pair.written)
            if len(edit.original) == len(edit.replacement) and edit.type != "P"
        ]
        triples.append(Triple(pair.written, pair.right, apply(pair.written, kept)))
    found = scores(triples)
    for line in lines("sighan14-test-dev", found):
        print("   ", line)
    reached = 100 * found.sentence_correction.f1
    bars.at_least("SIGHAN14, sentence correction F1, %", reached, SPELLING_F1)
    bars.at_least("the same over the floor, points", reached - FLOOR, OVER_FLOOR)


def clean(bars: Bars, engine: Engine) -> None:
    """False alarms on text that is right."""
    own = [text for _, text in own_sentences()][::OWN_EVERY]
    for name, texts, most in (
        ("dev-gsdsimp", treebank_sentences(), CLEAN_FLAGGED),
        ("own sentences", own, OWN_FLAGGED),
    ):
        alarms = [len(engine.edits(text)) for text in texts]
        share = sum(map(bool, alarms)) / len(texts)
        bars.at_most(f"{name}, share flagged, n {len(texts)}", share, most)
        bars.at_most(f"{name}, alarms in 1,000 characters", 1_000 * sum(alarms) / sum(map(len, texts)), ALARMS)


def diagnosis(bars: Bars, engine: Engine) -> None:
    """CGED 2017: first and last character of each error with its kind, and passages without any that are flagged."""
    hits = told = wanted = flagged = right = 0
    for row in cged():
        given = set(_diagnosed(engine.edits(row.text)))
        hits, told, wanted = hits + len(given & set(row.errors)), told + len(given), wanted + len(row.errors)
        right += not row.errors
        flagged += bool(given) and not row.errors
    f1 = 2 * hits / (told + wanted)
    bars.at_least(f"CGED17, position F1, {wanted} errors, {told} told", f1, POSITION_F1)
    bars.at_most(f"CGED17, right passages flagged, n {right}", flagged / right, FALSE_POSITIVES)


def _diagnosed(edits: Iterable[Edit]) -> Iterable[tuple[int, int, str]]:
    for edit in edits:
        if edit.type == "P":
            continue
        if not edit.original:
            yield edit.start + 1, edit.start + 1, "M"
        elif not edit.replacement:
            yield edit.start + 1, edit.end, "R"
        else:
            moved = sorted(edit.original) == sorted(edit.replacement) and len(edit.original) > 1
            yield edit.start + 1, edit.end, "W" if moved else "S"


def learners(bars: Bars, engine: Engine) -> None:
    """MuCGEC: an edit is right where it alone makes the sentence likelier to be one of its corrections."""
    right = told = 0
    for row in mucgec():
        for edit in engine.edits(row.written):
            told += 1
            mended = apply(row.written, [edit])
            right += any(_distance(mended, each) < _distance(row.written, each) for each in row.right)
    bars.at_least(
        f"MuCGEC, edits that bring a sentence nearer to a correction, n {told}", right / max(1, told), PRECISION
    )


def _distance(one: str, other: str) -> int:
    """Levenshtein's."""
    row = np.arange(len(other) + 1)
    letters = np.array(list(other))
    for number, letter in enumerate(one, start=1):
        step = np.minimum(row[1:] + 1, row[:-1] + (letters != letter))
        made = np.concatenate([[number], step])
        row = np.minimum.accumulate(made - np.arange(len(made))) + np.arange(len(made))
    return int(row[-1])


def cost(bars: Bars, evaluator: EssayEvaluator) -> None:
    """Whole evaluations of 400 characters, warm; wall time on a machine with nothing else to do."""
    text = "".join(text for _, text in own_sentences())
    pieces = [text[at : at + 400] for at in range(0, 24_000, 400)]
    requests = [EssayRequest(student_id="s", essay_content=piece) for piece in pieces]
    evaluator.evaluated(requests[0])
    begun, times = time.process_time(), []
    for request in requests[1:]:
        first = time.perf_counter()
        evaluator.evaluated(request)
        times.append(time.perf_counter() - first)
    spent = time.process_time() - begun
    bars.at_least("characters in a second of CPU", 400 * len(times) / spent, CHARACTERS_A_SECOND)
    bars.at_most("400 characters warm, 95th percentile, s", float(np.quantile(times, 0.95)), WARM_SECONDS)
    bars.at_most("memory of the process, MB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000, MEGABYTES)


def run() -> int:
    """Print each figure beside its bar; how many did not hold."""
    bars, evaluator = Bars(), in_memory_core().essays
    cost(bars, evaluator)
    essay_behaviour.run(bars)
    if present():
        engine = Engine(evaluator)
        for part in (spelling, clean, diagnosis, learners):
            part(bars, engine)
        essay_score.run(bars)
    else:
        print(ABSENT)
    return bars.failed + essay_properties.main()


if __name__ == "__main__":
    sys.exit(1 if run() else 0)
