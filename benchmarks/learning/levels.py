"""The level of a student: how near the estimate comes, and how near to it what is dealt lies.

Simulated students of known level answer what the product deals to them: practice rounds and a week of plans. Whether an answer is
right follows the model of items of `core.learning.placement` with levels as sharp as assumed, sharper and less sharp; the
product is not told which. What is told at first is off by half a level (a test) or not told at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import numpy as np

from core.answers.wire import AnswerItem, StartPractice, SubmitRequest
from core.api.core import Core
from core.learning.items.prediction import floor_of
from core.learning.level import LEVELS, StudentLevel, level_of
from core.learning.placement import HEADROOM, SLIP
from core.plan.ids import SAY
from core.plan.service import current_plan
from core.plan.wire import PlanSettings, SlotChoice
from core.portrait.wire import FirstPortraitRequest, Questionnaire, TestResults, UpdatePortraitRequest
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

SEED = 20261128
CALLER = Caller("levels", frozenset(PERMISSIONS), "en")
SHARPNESS = (0.9, 1.2, 1.6)
"""Discrimination a level; 1.2 is what the product assumes."""
EACH = 3
"""Students of each level and sharpness."""
TEST_NOISE = 0.5
"""Standard deviation, in levels, of a first test around the truth."""
START = datetime(2026, 11, 2, 2, tzinfo=UTC)
ANSWERS, ROUND, DAYS = 20, 5, 7
WITHIN_AFTER_20, WITHIN_OF_DEALT, APART = 0.90, 0.80, 2.0
"""The bars."""


@dataclass(frozen=True)
class Learner:
    """A student whose level is known here and nowhere else."""

    student_id: str
    level: int
    ability: float
    sharpness: float

    def answers(self, item: Item, rng: np.random.Generator) -> bool:
        """Whether an answer on the item is right."""
        known = 1 / (1 + np.exp(-self.sharpness * (self.ability - (item.standard_level - HEADROOM))))
        return bool(rng.random() < known * (1 - SLIP) + (1 - known) * floor_of(item))


def run(bars: Bars) -> None:
    """All figures."""
    clock = StoppedClock(START)
    core = in_memory_core(clock=clock)
    rng = np.random.default_rng(SEED)
    told, untold = _learners("told", rng), _learners("untold", rng)
    for learner in told:
        _tell(core, learner, 100 * (learner.ability + rng.normal(0, TEST_NOISE) - 1) / 8, "")
    _after_practice(bars, core, told, "a first test was told", rng)
    _after_practice(bars, core, untold, "nothing was told", rng)
    _first_plans(bars, core, clock)
    _dealt(bars, core, clock, rng)


def _learners(name: str, rng: np.random.Generator) -> list[Learner]:
    return [
        Learner(f"{name}-{level}-{sharpness}-{number}", level, level + float(rng.uniform(-0.5, 0.5)), sharpness)
        for level in LEVELS
        for sharpness in SHARPNESS
        for number in range(EACH)
    ]


def _tell(core: Core, learner: Learner, score: float, duration: str) -> None:
    score = float(np.clip(score, 0.0, 100.0))
    core.portrait.first(
        FirstPortraitRequest(
            student_id=learner.student_id,
            questionnaire=Questionnaire(
                learning_goals=[], native_language="en", learning_duration=duration or "unknown"
            ),
            test_results=TestResults(
                listen_ability=score, speak_ability=score, read_ability=score, write_ability=score
            ),
        ),
        CALLER,
    )


def _level(core: Core, student_id: str) -> StudentLevel:
    core.portrait.update(UpdatePortraitRequest(student_id=student_id), CALLER)
    return level_of(CALLER.organisation_id, student_id, store=core.store, now=core.clock.now())


def _submit(core: Core, learner: Learner, items: Sequence[Item], rng: np.random.Generator) -> None:
    answers = [
        AnswerItem(question_id=item.id, answer=item.key if learner.answers(item, rng) else _wrong(item), time_spent=20)
        for item in items
    ]
    core.answers.submit(SubmitRequest(student_id=learner.student_id, answers=answers), CALLER)


def _wrong(item: Item) -> str:
    if item.answer_kind == "choice":
        return next(option.id for option in item.options if option.id != item.key)
    if item.answer_kind == "order":
        return ",".join(reversed(item.key.split(",")))
    return "不"


# -- the estimate ----------------------------------------------------------------------------------------------


def _after_practice(bars: Bars, core: Core, learners: Sequence[Learner], name: str, rng: np.random.Generator) -> None:
    """Rounds of five as the practice page deals them, the level estimated anew after each."""
    near: list[bool] = []
    inside: list[bool] = []
    for learner in learners:
        for _ in range(ANSWERS // ROUND):
            view = core.practice.start(StartPractice(student_id=learner.student_id, count=ROUND), CALLER)
            items = [card.item for card in view.cards]
            _submit(core, learner, items, rng)
            estimate = _level(core, learner.student_id)
        near.append(abs(estimate.level - learner.level) <= 1)
        inside.append(estimate.band[0] <= learner.level <= estimate.band[1])
    bars.at_least(
        f"{name}: level within one after {ANSWERS} answers (n = {len(near)})", float(np.mean(near)), WITHIN_AFTER_20
    )
    print(f"    {name}: 80 % range holds the level: {np.mean(inside):.3f}", flush=True)


# -- what is dealt -----------------------------------------------------------------------------------------------


def _first_plans(bars: Bars, core: Core, clock: StoppedClock) -> None:
    """Students whose questionnaire and first test lie three levels apart: how far their first plans do."""
    scores = {level: 100 * (level - 1) / 8 for level in LEVELS}
    durations = {1: "1 month", 2: "6 months", 3: "1 year", 4: "2 years", 5: "3 years", 6: "5 years", 7: "8 years"}
    means: dict[int, float] = {}
    for level in LEVELS:
        learner = Learner(f"first-{level}", level, float(level), 1.2)
        _tell(core, learner, scores[level], durations[level])
        means[level] = float(np.mean(_levels_of_plan(core, clock, learner)))
        print(
            f"    first test {scores[level]:.0f}, {durations[level]}: mean level of the first plan {means[level]:.2f}",
            flush=True,
        )
    gaps = [means[level + 3] - means[level] for level in LEVELS if level + 3 in means]
    bars.at_least("first plans of students three levels apart: least difference of mean levels", min(gaps), APART)


def _dealt(bars: Bars, core: Core, clock: StoppedClock, rng: np.random.Generator) -> None:
    """A week of plans, one slot a day, answered; the level of every item that was dealt."""
    settings = PlanSettings(
        morning=SlotChoice(on=False), noon=SlotChoice(on=False), night=SlotChoice(on=False), evening=SlotChoice(minutes=40),
        weekend=SlotChoice(minutes=40),
    )  # fmt: skip
    by_start: dict[str, list[bool]] = {"told": [], "untold": []}
    for level in LEVELS:
        for start, hits in by_start.items():
            learner = Learner(f"week-{start}-{level}", level, level + float(rng.uniform(-0.5, 0.5)), 1.2)
            clock.moment = START
            if start == "told":
                _tell(core, learner, 100 * (learner.ability + rng.normal(0, TEST_NOISE) - 1) / 8, "")
            else:
                core.portrait.update(UpdatePortraitRequest(student_id=learner.student_id), CALLER)
            core.plan.set_settings(learner.student_id, settings, CALLER)
            for day in range(DAYS):
                clock.moment = START + timedelta(days=day)
                levels = _levels_of_plan(core, clock, learner, answered_by=rng)
                hits += [abs(each - level) <= 1 for each in levels]
    for start, hits in by_start.items():
        print(f"    {start}: {len(hits)} items dealt in a week, {np.mean(hits):.3f} within one level", flush=True)
    bars.at_least(
        "items dealt in the first week within one level (a first test was told)",
        float(np.mean(by_start["told"])),
        WITHIN_OF_DEALT,
    )


def _levels_of_plan(
    core: Core, clock: StoppedClock, learner: Learner, *, answered_by: np.random.Generator | None = None
) -> list[int]:
    """The levels of the day's items and sentences; with a generator the items are answered too."""
    day: date = (clock.now() + timedelta(hours=8)).date()
    sources = core.plan.sources
    core.knowledge.take_in_evidence(learner.student_id, CALLER)
    current = current_plan(learner.student_id, day, CALLER, sources=sources)
    offers = {offer.id: offer for offer in current.offers}
    levels: list[int] = []
    asked: list[Item] = []
    sentences = {row.id: row.level for row in core.tables.content.sentences}
    for task in (task for entry in current.plan.entries for task in entry.tasks):
        if task.kind == "item":
            item = offers[task.task_id].item()
            levels.append(item.standard_level)
            asked.append(item)
        elif task.kind == "say":
            levels.append(sentences[task.task_id.removeprefix(SAY)])
    if answered_by is not None and asked:
        core.store.issue_items(
            asked, organisation_id=CALLER.organisation_id, student_id=learner.student_id, at=clock.now(),
            not_since=clock.now(), call=None, reply=None,
        )  # fmt: skip
        _submit(core, learner, asked, answered_by)
    return levels
