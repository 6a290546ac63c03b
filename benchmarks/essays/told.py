"""What is told of the errors in learners' free writing: by the embedded engine, and with an operator's language model whose replies were recorded.

What the embedded engine tells of the scored half is written to `data/essay_found.toml`, from which the page of a review quotes it.

YACLC's half for design (297 sentences) is what designs and thresholds were chosen on; the other half (316) is scored and looked at by nobody. MuCGEC's
fifth is held out of training. Punctuation is left out. See `evaluation.essays.told` for what counts as told and as right.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from benchmarks.essays.engine import Engine, resampled, share
from benchmarks.essays.found import write_found
from core.arrays import Int64
from core.learning.intervals import wilson
from core.tables.essays.model_check import essay_model_check
from evaluation.corpus import ROOT
from evaluation.essays import detection, reliability
from evaluation.essays.pairs import held_out
from evaluation.essays.recorded import is_touched, read_recording, recorded_policy, told_by_recording
from evaluation.essays.sets import LearnerRow, clean_everyday, mucgec, yaclc
from evaluation.essays.told import Told, by_kind, distance_removed, measured, share_right, share_told
from evaluation.figures import Figure

EMBEDDED_BARS, MODEL_BARS = (0.10, 0.70, 0.02), (0.50, 0.90, 0.30)
"""Told, right and removed on the scored half; no published system that was trained on pairs has precision above .7 with a useful recall."""
MODEL_CLEAN = 0.98
BY_KIND = {"order": 0.12, "的地得": 0.45, "character": 0.45, "aspect": 0.12, "missing": 0.08, "word choice": 0.05}
EVERYDAY_NOT_FLAGGED = 0.985
EVERYDAY_COUNT, RECORDED_CLEAN = 1_500, 300
LONGEST = 120
"""Characters of a sentence of MuCGEC; some are whole paragraphs."""
RECORDED = ROOT / "evaluation" / "essays" / "recorded_replies.csv"
EVERYDAY_WRONG = ROOT / "evaluation" / "essays" / "everyday_wrong.csv"
"""Of the 300 everyday sentences those that one or both of two readers call wrong (写的不错, 很所的艺人): these sentences come from learners too."""
SCORED = "YACLC, the half that is scored"


def embedded(engine: Engine) -> list[Figure]:
    """The embedded engine at the setting normal, on three sets of learners' sentences and on everyday text."""
    figures: list[Figure] = []
    sets = (
        (SCORED, yaclc(scored=True), True),
        ("YACLC, the half for design (rules' probabilities counted on it)", yaclc(scored=False), False),
        (
            "MuCGEC, the fifth that no model is trained on (rules' probabilities counted on it)",
            held_out_fifth(),
            False,
        ),
    )
    for name, rows, barred in sets:
        sentences = measured(
            rows, lambda text: [(edit.start, edit.end, edit.replacement) for edit in engine.edits(text)]
        )
        figures += of_set(name, sentences, barred=barred)
        if name == SCORED:
            write_found(sentences)
    everyday = clean_everyday(EVERYDAY_COUNT)
    # The marks of these sentences are half-width, which is told, and rightly.
    untouched = sum(all(edit.type == "P" for edit in engine.edits(text)) for text in everyday)
    figures.append(
        share(
            "sentences without a false alarm about words, everyday text held out",
            untouched,
            len(everyday),
            "sentences",
            EVERYDAY_NOT_FLAGGED,
        )
    )
    return [*figures, *reliability_figures(engine), *detection.figures(engine.evaluator)]


def reliability_figures(engine: Engine) -> Iterable[Figure]:
    """Of errors and places to check, by the probability that they state, those that are right: YACLC's scored half and MuCGEC's held-out fifth together."""
    rows = [*yaclc(scored=True), *held_out_fifth()]
    for found in reliability.bins(list(reliability.judged(rows, engine.stated))):
        yield share(
            f"of changes of learners' sentences that state {found.least:.1f} to {found.most:.1f} those that are right",
            found.right,
            found.shown,
            "changes",
            None,
            f"stated {found.mean:.2f}",
        )


def held_out_fifth() -> list[LearnerRow]:
    """The fifth of MuCGEC's sentences that no model is trained on, without whole paragraphs."""
    return [row for row in mucgec() if held_out(row.written) and len(row.written) < LONGEST]


def of_set(name: str, sentences: Sequence[Told], *, barred: bool) -> Iterable[Figure]:
    """Told, right, distance removed, and told by kind."""
    yield from in_all(name, sentences, bars=EMBEDDED_BARS if barred else (None, None, None))
    for kind, (found, count) in by_kind(sentences).items():
        bar = BY_KIND.get(kind) if barred else None
        yield Figure(f"{name}: told of kind {kind}", found / count, count, "errors", *wilson(found / count, count), bar)


Bars3 = tuple[float | None, float | None, float | None]
"""Bars of told, right and removed."""


def in_all(name: str, sentences: Sequence[Told], *, bars: Bars3) -> Iterable[Figure]:
    """Told, right and removed with intervals that are drawn over sentences."""
    rows = np.array([sentence.counts() for sentence in sentences], np.int64)
    total = rows.sum(axis=0)
    shares: tuple[tuple[str, Callable[[Int64], float], int, str], ...] = (
        ("errors told", share_told, int(total[0]), "errors"),
        ("edits that are right", share_right, int(total[2]), "edits"),
        ("distance to the nearest correction removed", distance_removed, int(total[4]), "characters"),
    )
    for (what, figure, count, of), bar in zip(shares, bars, strict=True):
        yield Figure(f"{name}: {what}", figure(total), count, of, *resampled(rows, figure), bar)


# -- with a language model of an operator's --------------------------------------------------------------------


def with_language_model(engine: Engine) -> list[Figure]:
    """The product with a language model whose replies were recorded, three samples a sentence, under the policy that `wenlu model` sets for it.

    The replies were written before any correction was seen. The policy rests on the model's replies to the 600 sentences of
    `data/essay_model_check.csv`; its rules were chosen with YACLC's half for design in view.
    """
    evaluator = engine.evaluator
    recording = read_recording(RECORDED)
    checked = essay_model_check(ROOT / "data" / "essay_model_check.csv")
    policy = recorded_policy(evaluator, recording, "check", checked)
    figures: list[Figure] = []
    for half, scored in (("scored", True), ("design", False)):
        sentences = told_by_recording(evaluator, yaclc(scored=scored), recording, f"yaclc-{half}", policy)
        figures += in_all(
            f"with a language model of recorded replies, YACLC, the half for {half}"
            if not scored
            else f"with a language model of recorded replies, {SCORED}",
            sentences,
            bars=MODEL_BARS if scored else (None, None, None),
        )
    wrong = wrong_everyday()
    everyday = clean_everyday(RECORDED_CLEAN)
    touched = {
        line
        for line, text in enumerate(everyday, start=1)
        if is_touched(evaluator, text, recording.samples("everyday", line, text), policy)
    }
    right = RECORDED_CLEAN - len(wrong)
    figures += [
        share(
            "with a language model of recorded replies, everyday sentences whose words are left alone, without those that two blind readers call wrong",
            right - len(touched - wrong),
            right,
            "sentences",
            MODEL_CLEAN,
        ),
        share(
            "with a language model of recorded replies, everyday sentences whose words are left alone, with these",
            RECORDED_CLEAN - len(touched),
            RECORDED_CLEAN,
            "sentences",
            None,
        ),
    ]
    return figures


def wrong_everyday() -> frozenset[int]:
    """The everyday sentences, counted from 1, in which both of two readers found a mistake of writing, who had seen no reply."""
    with EVERYDAY_WRONG.open(encoding="utf-8", newline="") as lines:
        return frozenset(int(row["line"]) for row in csv.DictReader(lines) if row["readers"] == "2")
