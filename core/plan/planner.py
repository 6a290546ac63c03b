"""A day's plan from what is known of a student: slots, questions, lessons, times. Pure: nothing is read or written.

The same inputs give the same plan: chance comes from the student's id and the day.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random
from statistics import fmean, median_low

from core.learning.predictor import Predictor
from core.learning.times import Pace
from core.plan import reasons
from core.plan.filled_day import Day, Offer, Stock
from core.plan.filling import filled
from core.plan.inputs import Inputs
from core.plan.lessons import Watching
from core.plan.memory import WORD
from core.plan.model import DayPlan, Entry, Task
from core.plan.positions import SlotWant, positions, wants
from core.plan.skipping import Skipping
from core.plan.slots import SlotRule, slots_of
from core.plan.standings import RecordOf, stand
from core.plan.timetable import length_of, placed
from core.plan.writing_titles import essay_entry
from core.plan_records import Skill, Slot
from core.tables import Tables
from core.wire import Bilingual, QuestionType, Topic

__all__ = ["Made", "Planner", "seed_of"]

SEED_BYTES = 6
"""Of a hash: seeds stay exact in JSON numbers."""
SET_TITLES: Mapping[Skill, Bilingual] = {
    "listening": Bilingual(zh="听力练习", en="Listening practice"),
    "speaking": Bilingual(zh="朗读", en="Reading aloud"),
    "reading": Bilingual(zh="阅读与语法", en="Reading and grammar"),
    "writing": Bilingual(zh="书写与造句", en="Writing and building"),
}


def seed_of(organisation_id: str, student_id: str, day: date) -> int:
    """The seed of a student's day."""
    digest = hashlib.sha256(f"{organisation_id}|{student_id}|{day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:SEED_BYTES])


@dataclass(frozen=True)
class Made:
    """A plan with what it draws from the bank, to be kept together."""

    plan: DayPlan
    offers: tuple[Offer, ...]


class Planner:
    """Makes plans for the students of one organisation."""

    def __init__(
        self, *, tables: Tables, predictor: Predictor, record_of: RecordOf, stock: Stock, watching: Watching
    ) -> None:
        self._tables = tables
        self._predictor = predictor
        self._record_of = record_of
        self._stock = stock
        self._watching = watching

    def plan(
        self,
        inputs: Inputs,
        *,
        slots: Sequence[Slot] | None = None,
        kept: Sequence[Entry] = (),
        assigned: Mapping[Slot, float] | None = None,
    ) -> Made:
        """The plan of the inputs' day.

        Parameters
        ----------
        slots
            Those that are made (default: all of the day); `kept` stays as it is.
        kept
            Entries that are not touched: nothing of theirs comes twice.
        assigned
            Minutes that assignments take in each slot.
        """
        seed = seed_of(inputs.organisation_id, inputs.student_id, inputs.day)
        found = stand(inputs, points=self._tables.points, predictor=self._predictor, record_of=self._record_of)
        day = Day(inputs, found, self._stock, Random(seed))
        day.taken |= {task.task_id for entry in kept for task in entry.tasks} | {entry.resource_id for entry in kept}
        chosen = slots_of(inputs.day) if slots is None else slots
        wanted = wants(chosen, inputs.settings, partial(seconds_of_skill, day.pace), assigned or {})
        tasks = _by_slot(filled(day, positions(wanted)))
        skipping = Skipping(found, self._stock.ground)
        entries: list[Entry] = list(kept)
        for want in wanted:
            entries += self._slot(day, want, tasks[want.rule.slot], skipping, entries)
        booked = sum(task.why == "due" for entry in entries for task in entry.tasks)
        due = found.due + _words_due(inputs)
        plan = DayPlan(
            student_id=inputs.student_id,
            date=inputs.day.isoformat(),
            seed=seed,
            model=self._predictor.version,
            slots=tuple(slot for slot in slots_of(inputs.day) if inputs.settings.of(slot).on),
            entries=(),
            returning=found.away_days if found.standing.returning else 0,
            due=due,
            due_tomorrow=max(due, found.due_tomorrow + _words_due(inputs, timedelta(days=1))),
            waiting=max(0, due - booked),
        )
        return Made(plan.with_entries(tuple(entries)), tuple(day.offers))

    def _slot(
        self, day: Day, want: SlotWant, tasks: Sequence[tuple[Skill, Task]], skipping: Skipping, before: Sequence[Entry]
    ) -> list[Entry]:
        """The entries of one slot: lessons on what is new, the questions, an essay, other lessons."""
        rule = want.rule
        sets = _within(want.cap, _sets(day, rule, _by_skill(rule, tasks), skipping))
        essay = essay_entry(day, want, sets, before, self._tables.essay_titles)
        if essay is not None:
            sets = essay.sets
        used = sum(length_of(entry.minutes) for entry in sets)
        minutes = rule.video_minutes if want.cap is None else min(rule.video_minutes, want.cap - used)
        first, later = self._watching.entries(day, want, sets, minutes)
        ordered = [*first, *sets, *([essay.entry] if essay else []), *later]
        return placed(ordered, rule, [entry for entry in before if entry.slot == rule.slot])


KINDS_OF: Mapping[Skill, tuple[tuple[QuestionType, Topic], ...]] = {
    "listening": (("multiple_choice", "listening"), ("fill_blank", "listening"), ("matching", "listening")),
    "reading": (("multiple_choice", "grammar"), ("multiple_choice", "vocabulary"), ("multiple_choice", "reading")),
    "writing": (("fill_blank", "grammar"), ("fill_blank", "vocabulary"), ("ordering", "grammar")),
}
"""The usual kinds of question of each skill, to reckon with before any is drawn."""
USUAL_SENTENCE = 14
"""Characters of a sentence to read aloud."""


def seconds_of_skill(pace: Pace, skill: Skill) -> float:
    """Expected for a question of a skill."""
    if skill == "speaking":
        return pace.seconds_aloud(USUAL_SENTENCE)
    return fmean(pace.seconds(*kind) for kind in KINDS_OF[skill])


def _by_slot(found: Sequence[tuple[Slot, Skill, Task]]) -> Mapping[Slot, list[tuple[Skill, Task]]]:
    slots: dict[Slot, list[tuple[Skill, Task]]] = defaultdict(list)
    for slot, skill, task in found:
        slots[slot].append((skill, task))
    return slots


def _by_skill(rule: SlotRule, tasks: Sequence[tuple[Skill, Task]]) -> dict[Skill, list[Task]]:
    """In the slot's order of skills."""
    found: dict[Skill, list[Task]] = {skill: [] for skill in rule.priority}
    for skill, task in tasks:
        found[skill].append(task)
    return {skill: each for skill, each in found.items() if each}


def _sets(day: Day, rule: SlotRule, tasks: Mapping[Skill, Sequence[Task]], skipping: Skipping) -> list[Entry]:
    return [_set(day, rule, skill, each, skipping) for skill, each in tasks.items()]


def _set(day: Day, rule: SlotRule, skill: Skill, tasks: Sequence[Task], skipping: Skipping) -> Entry:
    """The questions of one skill in one slot. Its id follows from student, day, slot and skill."""
    named = f"{day.inputs.organisation_id}|{day.inputs.student_id}|{day.inputs.day.isoformat()}|{rule.slot}|{skill}"
    minutes = sum(task.seconds for task in tasks) / 60
    return Entry(
        resource_id=f"set_{hashlib.sha256(named.encode()).hexdigest()[:16]}",
        kind="set",
        resource_type="question",
        title=SET_TITLES[skill],
        level=_level(day, tasks),
        skill=skill,
        slot=rule.slot,
        start=rule.start,
        end=rule.start + 1,
        minutes=round(minutes, 1),
        reason=reasons.of_tasks(tasks),
        if_skipped=skipping.of(tasks, skill, minutes),
        tasks=tuple(tasks),
        points=tuple(dict.fromkeys(task.target for task in tasks if task.target_kind == "point")),
    )


def _level(day: Day, tasks: Sequence[Task]) -> int:
    """The middle one of the levels of its tasks."""
    return median_low(day.level_of[task.task_id] for task in tasks)


def _within(cap: int | None, sets: list[Entry]) -> list[Entry]:
    """No more than the student's minutes: what comes last in the slot's order goes first, a task at a time."""
    while cap is not None and sets and sum(length_of(entry.minutes) for entry in sets) > cap:
        last = sets[-1]
        if len(last.tasks) == 1:
            sets = sets[:-1]
            continue
        tasks = last.tasks[:-1]
        minutes = round(sum(task.seconds for task in tasks) / 60, 1)
        changed = last.model_copy(update={"tasks": tasks, "minutes": minutes, "reason": reasons.of_tasks(tasks)})
        sets = [*sets[:-1], changed]
    return sets


def _words_due(inputs: Inputs, ahead: timedelta = timedelta(0)) -> int:
    moment = inputs.now + ahead
    return sum(target.startswith(WORD) and card.due_at <= moment for target, card in inputs.cards.items())
