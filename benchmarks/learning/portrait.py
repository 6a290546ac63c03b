"""Portrait and placement on simulated students whose truth is known.

- The parent with 30 % of its leaves hidden stays inside the 80 % band that is made without them: compared with the parent of
  all leaves, and with the true one.
- Stored equals recomputed, over logs in several orders, in several pieces, with retractions.
- One more right answer never lowers the leaf it feeds.
- Placement within one of nine levels.
- CPU of the nightly refresh.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby

import numpy as np

from core.learning import placement
from core.learning.indicators import (
    IndicatorStates,
    Observation,
    Scored,
    absorb,
    leaf_score,
    node_score,
)  # fmt: skip
from core.learning.intervals import wilson
from core.learning.level import placement_prior
from core.learning.placement import Outcome, Trial
from core.portrait.feeds import FEEDS
from core.tables import Tables
from core.tables.indicators import Indicator
from evaluation.bars import Bars
from evaluation.figures import Figure, Section

SEED = 20261122
TODAY = date(2026, 11, 22)
HIDDEN = 0.30
SPREADS = (5.0, 10.0, 15.0, 20.0)
"""True standard deviations of leaves around their parent, in points; `LEAF_SPREAD` is one of them and not told which."""


def run(bars: Bars) -> None:
    """All figures."""
    tree = Tables().indicators.rows
    coverage(bars, tree)
    rebuilt(bars, tree)
    monotone(bars, tree)
    placements(bars)
    refresh(bars)


# -- bands ---------------------------------------------------------------------------------------------------


def coverage(bars: Bars, tree: Sequence[Indicator], students: int = 600) -> None:
    """How often the parent stays inside its band when 30 % of the leaves of the tree are hidden."""
    rng = np.random.default_rng(SEED)
    inside: dict[str, list[bool]] = {"third": [], "second": [], "first": []}
    true: dict[str, list[bool]] = {"third": [], "second": [], "first": []}
    for place in range(students):
        spread = SPREADS[place % len(SPREADS)]
        standing, truth = _student(tree, spread, rng)
        whole = {row.leaf_id: leaf_score(row, standing) for row in tree}
        hidden = {row.leaf_id for row in tree if rng.random() < HIDDEN}
        seen = {key: NOTHING if key in hidden else scored for key, scored in whole.items()}
        for name in inside:
            for rows in _parents(tree, name):
                if not any(row.leaf_id in hidden for row in rows):
                    continue
                part, full = node_score(rows, seen), node_score(rows, whole)
                if part.value is not None and full.value is not None:
                    inside[name].append(part.low <= full.value <= part.high)
                    if rows[0].first_id == "F1" and any(row.group == "proficiency" for row in rows):
                        true[name].append(part.low <= _true(rows, truth) <= part.high)
    for name, hits in inside.items():
        _share(bars, f"{name}-level parents, 30 % of leaves hidden, inside the 80 % band", hits, 0.80)
    for name, hits in true.items():
        if not hits:
            continue
        share, n = sum(hits) / len(hits), len(hits)
        print(
            f"    the true {name}-level parent of what is known of the four skills inside it: {share:.3f} (n = {n}; no bar)"
        )


NOTHING_SAID = placement_prior("{}")
"""What is believed before the first item where the questionnaire says nothing, as the product believes it."""
NOTHING = Scored(None, 0.0, 0.0, 0.0, None, 0.0, 0.0, None)


def _student(
    tree: Sequence[Indicator], spread: float, rng: np.random.Generator
) -> tuple[IndicatorStates, dict[str, float]]:
    """Observations of every scoring leaf, from 3 to 60 of each, and the true score of each."""
    ability = {second: rng.uniform(25, 85) for second in {row.second_id for row in tree}}
    truth, seen = {}, []
    for row in tree:
        score = float(np.clip(rng.normal(ability[row.second_id], spread), 2, 98))
        truth[row.leaf_id] = score
        share = (100 - score if row.reversed else score) / 100
        for _ in range(int(rng.integers(3, 61))):
            day = TODAY - timedelta(days=int(rng.integers(0, 40)))
            seen.append(Observation(row.leaf_id, _amount(row, share, rng), 1.0, day))
    return absorb(IndicatorStates(TODAY), seen, day=TODAY, indicators={row.leaf_id: row for row in tree}), truth


def _amount(row: Indicator, share: float, rng: np.random.Generator) -> float:
    """One observation of a leaf whose true score is 100 x share."""
    if row.fold in ("share", "switch"):
        return float(rng.random() < share)
    if row.fold == "level":
        return float(np.clip(rng.normal(1 + 8 * share, 1.0), 1, 9))
    assert row.target is not None
    assert row.x0 is not None
    amount = row.x0 * ((1 + row.target / row.x0) ** share - 1)
    scale = 1.0 if row.fold in ("mean", "days") else 1 / 6.0
    return float(rng.gamma(2.0, amount * scale / 2.0))


def _parents(tree: Sequence[Indicator], name: str) -> list[list[Indicator]]:
    return [list(rows) for _, rows in groupby(tree, lambda row: str(getattr(row, f"{name}_id")))]


def _true(rows: Sequence[Indicator], truth: dict[str, float]) -> float:
    """The parent that endless observations of all leaves would give."""
    means = []
    for group in ("proficiency", "effort"):
        own = [truth[row.leaf_id] for row in rows if row.group == group]
        if own:
            means.append(sum(own) / len(own))
    return sum(means) / len(means) if rows[0].first_id == "F2" else means[0]


def _share(bars: Bars, name: str, hits: Sequence[bool], least: float) -> None:
    share, n = sum(hits) / len(hits), len(hits)
    low, high = wilson(share, n)
    bars.check(f"{name}, n = {n}, 95 % {low:.3f}-{high:.3f}", share, share >= least, f"at least {least}")


# -- folding -------------------------------------------------------------------------------------------------


def rebuilt(bars: Bars, tree: Sequence[Indicator], logs: int = 200) -> None:
    """The largest difference of any sum between one pass in order and pieces in disorder, over days."""
    rng, worst = random.Random(SEED), 0.0
    indicators = {row.leaf_id: row for row in tree}
    for _ in range(logs):
        log = [
            Observation(
                rng.choice(tree).leaf_id,
                rng.random(),
                rng.choice((1.0, 1.0, 1.0, 2.0, -1.0)),
                TODAY - timedelta(days=rng.randrange(365)),
            )
            for _ in range(500)
        ]
        whole = absorb(IndicatorStates(TODAY - timedelta(days=400)), log, day=TODAY, indicators=indicators)
        moved, rest = IndicatorStates(TODAY - timedelta(days=400)), rng.sample(log, len(log))
        while rest:
            size = rng.randrange(1, 60)
            later = min(TODAY, moved.day + timedelta(days=30))
            moved = absorb(moved, rest[:size], day=later, indicators=indicators)
            rest = rest[size:]
        moved = absorb(moved, [], day=TODAY, indicators=indicators)
        for key, sums in whole.leaves.items():
            other = moved.leaves[key]
            worst = max(worst, abs(sums.total - other.total), abs(sums.n - other.n))
    bars.check(f"stored against recomputed, {logs} logs of 500, any order", f"{worst:.1e}", worst <= 1e-9, "1e-9")


def monotone(bars: Bars, tree: Sequence[Indicator], cases: int = 3000) -> None:
    """Cases in which one more right answer lowers a leaf that it feeds."""
    rng, lowered = random.Random(SEED), 0
    indicators = {row.leaf_id: row for row in tree}
    for _ in range(cases):
        leaf = indicators[rng.choice(FEEDS).leaf_id]
        log = [
            Observation(leaf.leaf_id, rng.random(), 1.0, TODAY - timedelta(days=rng.randrange(200)))
            for _ in range(rng.randrange(40))
        ]
        before = absorb(IndicatorStates(TODAY), log, day=TODAY, indicators=indicators)
        one = Observation(leaf.leaf_id, 1.0, 1.0, TODAY - timedelta(days=rng.randrange(200)))
        after = leaf_score(leaf, absorb(before, [one], day=TODAY, indicators=indicators)).value
        was = leaf_score(leaf, before).value
        lowered += was is not None and (after is None or after < was - 1e-12)
    bars.equal(f"leaves lowered by one more right answer, of {cases}", lowered, 0)


# -- placement -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """How simulated students answer. None of it is told to the placement."""

    name: str
    discrimination: float = 1.2
    item_noise: float = 0.5
    """Standard deviation of an item's true difficulty around that of its level, in levels."""
    slip: float = 0.05
    candour: float = 0.3
    """Share of "I don't know" among what is not known; the rest is guessed."""
    guessing: float = 0.25
    bar: bool = False


WORLDS = (
    World("as assumed", bar=True),
    World("nobody ever says I don't know", candour=0.0, bar=True),
    World("items of doubtful level", item_noise=0.9),
    World("levels harder to tell apart", discrimination=0.9),
    World("levels easier to tell apart", discrimination=1.6),
)


def placements(bars: Bars, students: int = 2000) -> None:
    """Share within one of nine levels, exact share, items used, and how often the band holds the level."""
    for place, world in enumerate(WORLDS):
        rng = np.random.default_rng(SEED + place)
        rows = [_placed(world, rng) for _ in range(students)]
        near = [abs(level - true) <= 1 for level, true, _, _ in rows]
        exact = sum(level == true for level, true, _, _ in rows) / students
        items = sum(count for *_, count in rows) / students
        held = sum(low <= true <= high for _, true, (low, high), _ in rows) / students
        text = f"exactly {exact:.3f}, 80 % band holds {held:.3f}, {items:.1f} items"
        name = f"placement within one of nine levels, {world.name} ({text})"
        if world.bar:
            _share(bars, name, near, 0.95)
        else:
            print(f"    {name}: {sum(near) / students:.3f} (n = {students}; no bar)", flush=True)


def _placed(world: World, rng: np.random.Generator) -> tuple[int, int, tuple[int, int], int]:
    ability = float(rng.uniform(0.5, 9.5))
    true = int(np.clip(np.floor(ability + 0.5), 1, 9))
    trials: list[Trial] = []
    while not placement.is_finished(trials, NOTHING_SAID):
        weights = placement.posterior(trials, NOTHING_SAID)
        level = placement.best_level(weights, range(1, 10), world.guessing)
        trials.append(Trial(level, world.guessing, _answer(world, ability, level, rng)))
    done = placement.level_estimate(placement.posterior(trials, NOTHING_SAID))
    return done.level, true, done.band, len(trials)


def _answer(world: World, ability: float, level: int, rng: np.random.Generator) -> Outcome:
    difficulty = level - placement.HEADROOM + rng.normal(0, world.item_noise)
    if rng.random() < 1 / (1 + np.exp(-world.discrimination * (ability - difficulty))):
        return "wrong" if rng.random() < world.slip else "right"
    if rng.random() < world.candour:
        return "unknown"
    return "right" if rng.random() < world.guessing else "wrong"


def section(students: int = 2000) -> Section:
    """The placement as it stands in docs/accuracy.md."""
    figures = []
    for place, world in enumerate(WORLDS):
        rng = np.random.default_rng(SEED + place)
        rows = [_placed(world, rng) for _ in range(students)]
        for name, hits in (
            ("within one level", [abs(level - true) <= 1 for level, true, _, _ in rows]),
            ("exact level", [level == true for level, true, _, _ in rows]),
            ("80 % band holds the level", [low <= true <= high for _, true, (low, high), _ in rows]),
        ):
            share = sum(hits) / students
            figures.append(Figure(f"{world.name}: {name}", share, students, "students", *wilson(share, students)))
    return Section(
        title="Placement",
        model="adaptive choice of items with a posterior over nine levels (`core/learning/placement.py`), 20 items at most",
        data="simulated students; the worlds differ in how sharply levels part, how doubtful item levels are, and how candid students are",
        figures=figures,
        command="WENLU_LEARNER_PARTS=portrait uv run python -m benchmarks learner",
        notes=["No student has yet sat it beside an official examination: the figures hold as far as the worlds do."],
    )


# -- the nightly refresh -------------------------------------------------------------------------------------


def refresh(bars: Bars, students: int = 2000) -> None:
    """CPU of portraits for students with nine new answers each, on SQLite in memory; printed without a bar."""
    from core.portrait import service
    from core.records.answers import AnswerRow, EvaluationRow
    from core.records.evidence import Evidence
    from core.records.items import Item
    from core.wiring import in_memory_core

    core = in_memory_core()
    items: list[Item] = list(core.bank.items("multiple_choice", "reading", "beginner"))[:200]
    now = datetime.now(UTC)
    at = now - timedelta(hours=3)
    core.store.issue_items(items, organisation_id="org", student_id=None, at=at, not_since=at, call=None, reply=None)
    for place in range(students):
        student, evaluation = f"s{place:05d}", f"ev_{place:05d}"
        chosen = [items[(place + step) % len(items)] for step in range(9)]
        rows = [
            AnswerRow(
                evaluation, step, student, item.id, item.type, item.topic, item.standard_level, (), (), '"A"', True,
                step % 3 > 0, 100.0 * (step % 3 > 0), 20, at,
            )
            for step, item in enumerate(chosen)
        ]  # fmt: skip
        pieces = [
            Evidence(
                student, "answer", "skill", row.topic, row.score / 100, 1.0, f"{evaluation}#{row.position}", at,
                f"{evaluation}#{row.position}:skill", row.item_id,
            )
            for row in rows
        ]  # fmt: skip
        kept = EvaluationRow(evaluation, "org", student, None, "", "{}", at)
        core.store.add_evaluation(kept, rows, pieces, call=None, reply=None)
    ids, began = [f"s{place:05d}" for place in range(students)], time.process_time()
    done = service.refresh("org", ids, TODAY, tables=core.tables, store=core.store, clock=core.clock)
    spent = time.process_time() - began
    bars.equal(f"portraits refreshed, {1000 * spent / students:.2f} ms CPU a student", done, students)
    again = service.refresh("org", ids, TODAY, tables=core.tables, store=core.store, clock=core.clock)
    bars.equal("portraits written by a second refresh", again, 0)
