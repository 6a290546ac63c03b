"""Measures essay evaluation as a whole against every bar.

    uv run python -m benchmarks essay

The speller and the encoder by themselves: `python -m benchmarks.essays.spelling`, `python -m training.essay.encoder_figures`.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterable

import numpy as np

from benchmarks.essays import perturbed
from benchmarks.essays import praise as essay_praise
from benchmarks.essays import properties as essay_properties
from benchmarks.essays import reasons as essay_reasons
from benchmarks.essays import score as essay_score
from benchmarks.essays import told as essay_told
from benchmarks.essays.engine import Engine, resampled, share
from core.arrays import Int64
from core.essays.edits import apply
from core.essays.merging.selection import Strictness
from core.essays.model import Edit
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.essays import behaviour as essay_behaviour
from evaluation.essays.nearness import is_nearer
from evaluation.essays.sets import cged, mucgec, own_sentences, present, sighan
from evaluation.essays.spelling_scores import Triple, scores
from evaluation.figures import Figure, Section, report

SPELLING_F1, SPELLING_LEFT_ALONE = 0.48, 0.884
FLOOR = "n-gram model with one threshold .201 at 11.6 % of right sentences flagged (benchmarks.essays.spelling)"
NOT_FLAGGED, OWN_NOT_FLAGGED = 0.97, 0.995
ALARMS = 0.8
"""The most false alarms in 1,000 characters of right text."""
POSITION_F1, NOT_ALARMED = 0.15, 0.80
PRECISION = 0.50
CHARACTERS_A_SECOND, WARM_SECONDS, MEGABYTES = 1_000, 0.6, 400


def f1(counts: Int64) -> float:
    """F1 of the counts (right, claimed, expected)."""
    right, claimed, expected = map(int, counts)
    return 2 * right / max(1, claimed + expected)


def spelling(engine: Engine) -> list[Figure]:
    """SIGHAN 2014, with strict scores; only edits that keep the length, because the set has no others."""
    return [*_spelling(engine, "normal", None, None), *_spelling(engine, "strict", SPELLING_F1, SPELLING_LEFT_ALONE)]


def _spelling(engine: Engine, setting: Strictness, bar: float | None, left_alone: float | None) -> Iterable[Figure]:
    triples = []
    for pair in sighan("sighan14-test-dev"):
        edits = [
            edit
            for edit in engine.edits(pair.written, setting)
            if len(edit.original) == len(edit.replacement) and edit.type != "P"
        ]
        triples.append(Triple(pair.written, pair.right, apply(pair.written, edits)))
    rows = np.array([
        (triple.corrected == triple.right != triple.written, triple.corrected != triple.written, triple.right != triple.written) for triple in triples
    ], np.int64)  # fmt: skip
    spelling_scores = scores(triples)
    right = [triple for triple in triples if triple.written == triple.right]
    untouched = sum(triple.corrected == triple.written for triple in right)
    name = f"spelling, SIGHAN 2014 (looked at, nothing chosen on it), setting {setting}"
    yield Figure(f"{name}, sentences corrected, strict F1", spelling_scores.sentence_correction.f1, len(rows), "sentences",
                 *resampled(rows, f1), bar, FLOOR)  # fmt: skip
    yield share(f"{name}, of sentences changed those put right", int(rows[:, 0].sum()), int(rows[:, 1].sum()), "changed", None)  # fmt: skip
    yield share(f"{name}, right sentences left alone", untouched, len(right), "sentences", left_alone)


def clean(engine: Engine) -> list[Figure]:
    """Sentences of right text without a false alarm."""
    named = {
        "treebank": ("dev-gsdsimp", NOT_FLAGGED),
        "own": ("own sentences (the models have read most of them)", OWN_NOT_FLAGGED),
    }
    return [
        share(
            f"sentences without a false alarm, {named[name][0]}",
            alarms.count(0),
            len(alarms),
            "sentences",
            named[name][1],
        )
        for name, alarms in engine.alarms.items()
    ]


def diagnosis(engine: Engine) -> list[Figure]:
    """CGED 2017: exact span and kind of each error, and passages without errors."""
    return [*_diagnosis(engine, "normal", None, None), *_diagnosis(engine, "strict", POSITION_F1, NOT_ALARMED)]


def _diagnosis(engine: Engine, setting: Strictness, bar: float | None, left_alone: float | None) -> Iterable[Figure]:
    rows, left_alone_count, right = [], 0, 0
    for row in cged():
        claims, expected = set(diagnosed(engine.edits(row.text, setting))), set(row.errors)
        rows.append((len(claims & expected), len(claims), len(expected)))
        right += not expected
        left_alone_count += not expected and not claims
    counts = np.array(rows, np.int64)
    name = f"grammar, CGED 2017, setting {setting}"
    yield Figure(f"{name}, exact place and kind, F1", f1(counts.sum(axis=0)), int(counts[:, 2].sum()), "errors",
                 *resampled(counts, f1), bar, "a plain tagger trained from scratch .09 at 33 %")  # fmt: skip
    yield share(f"{name}, right passages left alone", left_alone_count, right, "passages", left_alone)


def diagnosed(edits: Iterable[Edit]) -> Iterable[tuple[int, int, str]]:
    """Edits in the form of CGED: first and last character, counted from 1, and the kind R, M, S or W; CGED has no punctuation errors."""
    for edit in edits:
        if edit.type == "P":
            continue
        if not edit.original:
            yield edit.start + 1, edit.start + 1, "M"
        elif not edit.replacement:
            yield edit.start + 1, edit.end, "R"
        else:
            moved = len(edit.original) > 1 and sorted(edit.original) == sorted(edit.replacement)
            yield edit.start + 1, edit.end, "W" if moved else "S"


def learners(engine: Engine) -> list[Figure]:
    """MuCGEC: an edit is right where it alone brings the sentence nearer to one of its corrections."""
    right = told = 0
    for row in mucgec():
        nearer = is_nearer(row)
        for edit in engine.edits(row.written):
            told += 1
            right += nearer((edit.start, edit.end, edit.replacement))
    name = "edits that bring a learner's sentence nearer to a correction, MuCGEC (models were trained on four fifths of it, rules' probabilities counted on it)"
    return [share(name, right, told, "edits", PRECISION)]


def section() -> Section:
    """The section of docs/accuracy.md about essays."""
    core = in_memory_core()
    engine = Engine(core.essays.evaluator)
    figures = [*essay_behaviour.figures(engine.evaluator), *essay_reasons.figures()]
    if present():
        for part in (
            essay_told.embedded,
            essay_praise.figures,
            essay_told.with_language_model,
            spelling,
            clean,
            diagnosis,
            learners,
        ):
            figures += part(engine)
        figures += essay_score.figures()
    figures += perturbed.figures(core)
    return Section(
        title="Essays",
        model="rules of learner grammar, speller (n-gram and word models, confusions), encoder (gated convolutions), usage corrector (boosted trees), "
        "merged at the setting normal; score fitted on two counts, in steps",
        data="behaviour pack of the project, a regression test written beside the rules and looked at while they were written, no figure of recall "
        "(tests/cases/essays/README.md); YACLC (613 sentences of learners in halves), everyday text, SIGHAN 2014, CGED 2017, MuCGEC (development half), UD Chinese GSD, 60 scored HSK essays",
        figures=figures,
        command="uv run python -m benchmarks essay",
        notes=[
            "Places to check are not counted: they cost nothing and are not in the corrected version.",
            "The scored essays are of the advanced level; below level 6 the score is not calibrated and says so.",
            "Of structure, coherence and content none goes with the human scores beyond what length does: no page shows their scores.",
            "Perturbed versions: the learner-like text has trained the correctors, so that of real learners' errors fewer lower the score.",
            *(f"Below its bar of {figure.bar:.2f}: {figure.name}." for figure in figures if figure.bar and figure.value < figure.bar),
        ],
    )  # fmt: skip


def cost(bars: Bars, evaluator: EssayEvaluator) -> None:
    """The time of whole evaluations of 400 characters, warm; wall time on an otherwise idle machine."""
    text = "".join(text for _, text in own_sentences())
    requests = [EssayRequest(student_id="s", essay_content=text[at : at + 400]) for at in range(0, 24_000, 400)]
    evaluator.assess(requests[0])
    started, times = time.process_time(), []
    for request in requests[1:]:
        started_at = time.perf_counter()
        evaluator.assess(request)
        times.append(time.perf_counter() - started_at)
    spent = time.process_time() - started
    bars.at_least("characters in a second of CPU", 400 * len(times) / spent, CHARACTERS_A_SECOND)
    bars.at_most("400 characters warm, 95th percentile, s", float(np.quantile(times, 0.95)), WARM_SECONDS)
    bars.at_most("memory of the process, MB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000, MEGABYTES)


def run() -> int:
    """Print each figure beside its bar and return how many bars were not reached."""
    bars = Bars()
    cost(bars, in_memory_core().essays.evaluator)
    report(section(), bars)
    bars.equal("wrong sentences that raise the score of an essay", essay_score.pairs_that_raise_the_score(), [])
    bars.equal("essays with a property violated", essay_properties.main(), 0)
    return bars.failed


if __name__ == "__main__":
    sys.exit(1 if run() else 0)
