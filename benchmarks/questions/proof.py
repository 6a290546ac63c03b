"""Proof of one right answer: planted second answers found, right items left alone, what options give away, further orders."""

from __future__ import annotations

import os
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

import numpy as np
from scipy.stats import rankdata

from core.learning.intervals import wilson
from core.questions.proofs.guards import Guards
from core.questions.proofs.orders import order_candidates
from core.questions.proofs.proof import Verifiers, gap_proof
from core.records.proofs import Proof
from core.tables import Tables
from evaluation.bars import Bars
from evaluation.corpus import FOLDS, fold_of
from evaluation.ngrams.training import folds
from evaluation.questions.content_questions import Choice, choices, orderings
from evaluation.questions.gap_readings import gap_readings
from evaluation.questions.proofs import (
    Models,
    OptionFeatures,
    choice_proofs,
    cross_fitted_weights,
    fold_models,
    guards_of,
    option_features,
    picks_key,
)
from evaluation.reference import ABSENT, REFERENCE

SEED = 572
AUC_BOTH, GOOD_FLAGGED, GOOD_SURE, BLIND = 0.75, 0.10, 0.005, 0.40
SURE, POSSIBLE, MOST_NATS = 12.0, 8.0, 8.0
"""What a finding weighs beside the margin in nats, which is clipped: the model's own errors reach further."""
EASY = 0.6
ADVERSARIAL, FOUND, FALSE = 500, 0.95, 0.03
LISTED = 12


@dataclass(frozen=True)
class Judged:
    """One gap as it is or with a second right answer planted among its options."""

    question: Choice
    planted: str
    proof: Proof

    @property
    def by_margin(self) -> float:
        """Doubt by the language model alone."""
        assert self.proof.margin is not None
        return -self.proof.margin

    @property
    def by_guards(self) -> float:
        """Doubt by the guards alone."""
        findings = self.proof.failed
        return SURE if any(finding.sure for finding in findings) else POSSIBLE if findings else 0

    @property
    def by_both(self) -> float:
        """Doubt by both."""
        return self.by_guards + float(np.clip(self.by_margin, -MOST_NATS, MOST_NATS))


def area(bad: Sequence[float], good: Sequence[float]) -> float:
    """Area under the ROC curve: how often a bad item has the greater doubt (Hanley and McNeil 1982)."""
    ranks = rankdata([*bad, *good])
    return float((ranks[: len(bad)].sum() - len(bad) * (len(bad) + 1) / 2) / (len(bad) * len(good)))


def judged(questions: Sequence[Choice], models: Models, guards: Guards) -> list[Judged]:
    """Every gap, and every gap that accepts further words once more with one of them among its options."""
    rng = random.Random(SEED)
    judged_gaps = []
    for question in questions:
        if question.gap is None:
            continue
        variants = [(question, "")]
        if question.accepted:
            planted, wrong = rng.choice(question.accepted), list(question.wrong)
            wrong[rng.randrange(len(wrong))] = planted
            variants.append((replace(question, wrong=tuple(wrong)), planted))
        verifiers = Verifiers(models(question.source), guards)
        for variant, planted in variants:
            assert variant.gap is not None
            proof = gap_proof(variant.gap, variant.key, variant.wrong, verifiers=verifiers, source=variant.source)
            judged_gaps.append(Judged(variant, planted, proof))
    return judged_gaps


def run_part(bars: Bars) -> None:
    """Print the figures against the bars."""
    folder = _models_folder()
    if folder is None:
        bars.check("proof", ABSENT, False, "reference data")
        return
    tables = Tables()
    models, guards = fold_models(folder), guards_of(tables)
    questions = list(choices(tables.content))
    rows = judged(questions, models, guards)
    for levels, name in (((1, 3), "levels 1-3"), ((4, 7), "levels 4-7"), ((1, 7), "all")):
        _areas(
            [row for row in rows if levels[0] <= row.question.level <= levels[1]], name, bars if name == "all" else None
        )
    _verdicts(rows, bars)
    _readings(bars, rows)
    _blind(questions, models, guards, bars)
    _orders(tables, models)


def _readings(bars: Bars, machine: Sequence[Judged]) -> None:
    """Two right answers, one of them planted: what two blind readings find, and what they flag in gaps as written; the machine's own on the same."""
    read = gap_readings()
    planted = [row for row in read if row.planted and row.valid]
    written = [row for row in read if not row.planted]
    for name, rows in (("planted", planted), ("as written", written)):
        alone = [np.mean([row.flagged[reader] for row in rows]) for reader in range(len(rows[0].flagged))]
        print(f"    {name} (n = {len(rows)}): flagged by each reader " + ", ".join(f"{share:.3f}" for share in alone))
    bars.at_least("gaps with two right answers, one planted", len(planted), ADVERSARIAL)
    found, false = (sum(any(row.flagged) for row in rows) for rows in (planted, written))
    for name, count, rows in (
        ("planted second answers found", found, planted),
        ("gaps as written flagged", false, written),
    ):
        low, high = wilson(count / len(rows), len(rows))
        line = f"{name} by either of two readings, share (n = {len(rows)}, 95 % {low:.3f}-{high:.3f})"
        if rows is planted:
            bars.at_least(line, count / len(rows), FOUND)
        else:
            bars.at_most(line, count / len(rows), FALSE)
    words = {(row.source, row.planted) for row in planted}
    same = [row for row in machine if (row.question.source, row.planted) in words]
    if same:
        print(f"    of {len(same)} of them a guard on the machine flags {_share(same, sure=False):.3f}")


def _areas(rows: list[Judged], name: str, bars: Bars | None) -> None:
    for part in ("cloze", "word", "all"):
        chosen = [row for row in rows if part in ("all", row.question.part)]
        with_planted, as_written = [row for row in chosen if row.planted], [row for row in chosen if not row.planted]
        if not with_planted or not as_written:
            continue
        areas = [
            area([score(row) for row in with_planted], [score(row) for row in as_written])
            for score in (attrgetter("by_margin"), attrgetter("by_guards"), attrgetter("by_both"))
        ]
        print(
            f"    {name}, {part} (n = {len(as_written)} good, {len(with_planted)} with a planted answer): "
            f"AUC margin {areas[0]:.3f}, guards {areas[1]:.3f}, both {areas[2]:.3f}"
        )
        if bars is not None and part == "all":
            bars.at_least("AUC of margin and guards together", areas[2], AUC_BOTH)


def _verdicts(rows: list[Judged], bars: Bars) -> None:
    with_planted, as_written = [row for row in rows if row.planted], [row for row in rows if not row.planted]
    for name, group in (("as written", as_written), ("with a planted answer", with_planted)):
        counts = Counter(row.proof.verdict for row in group)
        print(f"    {name}: " + ", ".join(f"{verdict} {count / len(group):.3f}" for verdict, count in counts.items()))
    bars.at_most("gaps as written that some guard flags", _share(as_written, sure=False), GOOD_FLAGGED)
    bars.at_most("gaps as written that a sure guard flags", _share(as_written, sure=True), GOOD_SURE)
    print(
        f"    planted answers that some guard flags: {_share(with_planted, sure=False):.3f}, a sure one {_share(with_planted, sure=True):.3f}"
    )


def _share(rows: Sequence[Judged], *, sure: bool) -> float:
    flagged = [any(finding.sure or not sure for finding in row.proof.failed) for row in rows]
    return float(np.mean(flagged))


def _blind(questions: Sequence[Choice], models: Models, guards: Guards, bars: Bars) -> None:
    """How often a solver without the text is right, by single cues and by all of them (crosswise)."""
    rows = option_features(questions, models, guards)
    weights = cross_fitted_weights(rows)
    for part, kinds in (("gaps", ("cloze", "word", "gap")), ("answers", ("question-", "reply"))):
        chosen = [
            (question, row) for question, row in zip(questions, rows, strict=True) if question.part.startswith(kinds)
        ]
        for name, column in (("longest", 0), ("most like the others", 3), ("likeliest", 4)):
            print(f"    {part}: {name} option is the key {_first(chosen, column):.3f} (chance .25, n = {len(chosen)})")
        right = np.mean([picks_key(row, weights[fold_of(row.source), row.words]) for _, row in chosen])
        bars.at_most(f"{part}: a solver who sees the options alone is right", float(right), BLIND)
    easy = [
        (question, proof)
        for question, proof in choice_proofs(questions, models, guards)
        if proof.blind is not None and proof.blind.chance >= EASY
    ]
    easy.sort(key=lambda pair: -(pair[1].blind.chance if pair[1].blind else 0))
    print(f"    questions whose options give the key away (chance {EASY} or more): {len(easy)}")
    for question, proof in easy[:LISTED]:
        assert proof.blind is not None
        print(
            f"      {proof.blind.chance:.2f} {question.source} {question.part}: {question.key} | {' | '.join(question.wrong)}"
        )


def _first(chosen: Sequence[tuple[Choice, OptionFeatures]], column: int) -> float:
    """How often the key has the greatest value, ties shared."""
    hits = []
    for _, row in chosen:
        values = row.given[:, column]
        best = values == values.max()
        hits.append(best[0] / best.sum())
    return float(np.mean(hits))


def _orders(tables: Tables, models: Models) -> None:
    """Orders that writers listed, hidden and looked for again, by rule."""
    recovered: Counter[str] = Counter()
    proposed: Counter[str] = Counter()
    listed = 0
    for row in orderings(tables.content):
        listed += len(row.orders)
        candidates, _ = order_candidates(row.pieces, [], model=models(row.source), text=row.text)
        for candidate in candidates:
            rule = candidate.rule or "other move"
            proposed[rule] += 1
            recovered[rule] += candidate.order in row.orders
    shares = ", ".join(f"{rule} {recovered[rule]}/{proposed[rule]}" for rule in sorted(proposed))
    print(f"    {listed} further orders hidden: {recovered.total()} proposed again among {proposed.total()} ({shares})")


def _models_folder() -> Path | None:
    """Where the models of the five fifths lie; made in some minutes where the corpus is at hand."""
    folder = Path(os.environ.get("WENLU_TRAINING", Path(tempfile.gettempdir()) / "wenlu-ngram"))
    if all((folder / f"fold-{fold}.npz").is_file() for fold in range(FOLDS)):
        return folder
    if not (REFERENCE / "essay").is_dir():
        return None
    folds(REFERENCE, folder)
    return folder


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    run_part(bars)
    return bars.failed


if __name__ == "__main__":
    raise SystemExit(run())
