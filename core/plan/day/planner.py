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
from statistics import fmean

from core.learning.prediction.predictor import Predictor
from core.learning.times import Pace
from core.plan.assignments.titles import essay_entry
from core.plan.day.agenda import due_moments
from core.plan.day.filled_day import Day, Offer, Stock
from core.plan.day.filling import filled
from core.plan.day.positions import SlotWant, positions, wants
from core.plan.day.sets import sets_of, within
from core.plan.day.skipping import Skipping
from core.plan.day.slots import slots_of
from core.plan.day.standings import RecordOf, student_standing
from core.plan.day.timetable import length_of, placed
from core.plan.inputs import Inputs
from core.plan.lessons.playing import TOLERANCE
from core.plan.lessons.watching import Watching
from core.plan.model import DayPlan, Entry, Task
from core.records.plan import Slot
from core.tables import Tables
from core.wire import QuestionType, Skill, Topic

__all__ = ["Made", "Planner", "seed_of"]

SEED_BYTES = 6
"""Of a hash: seeds stay exact in JSON numbers."""
A_DAY = timedelta(days=1)


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
        kept_entries: Sequence[Entry] = (),
        assigned: Mapping[Slot, float] | None = None,
    ) -> Made:
        """The plan of the inputs' day.

        Parameters
        ----------
        slots
            Those that are made (default: all of the day); `kept_entries` stay as they are.
        kept_entries
            Entries that are not touched: nothing of theirs comes twice.
        assigned
            Minutes that assignments take in each slot.
        """
        seed = seed_of(inputs.organisation_id, inputs.student_id, inputs.day)
        standing = student_standing(
            inputs, points=self._tables.points, predictor=self._predictor, record_of=self._record_of
        )
        day = Day(inputs, standing, self._stock, Random(seed))
        day.taken |= {task.task_id for entry in kept_entries for task in entry.tasks} | {
            entry.resource_id for entry in kept_entries
        }
        day.own_words_asked |= {
            task.target for entry in kept_entries for task in entry.tasks if task.target_kind == "word"
        }
        chosen = slots_of(inputs.day) if slots is None else slots
        slot_wants = wants(chosen, inputs.settings, partial(seconds_of_skill, day.pace), assigned or {}, day.hearing)
        tasks = _by_slot(filled(day, positions(slot_wants)))
        skipping = Skipping(standing, self._stock.official_points)
        entries: list[Entry] = list(kept_entries)
        for want in slot_wants:
            entries += self._slot(day, want, tasks[want.rule.slot], skipping, entries)
        booked = sum(task.why == "due" for entry in entries for task in entry.tasks)
        moments = due_moments(inputs.cards, self._stock.official_points.index_of)
        due, tomorrow = (sum(moment <= until for moment in moments) for until in (inputs.now, inputs.now + A_DAY))
        plan = DayPlan(
            student_id=inputs.student_id,
            date=inputs.day.isoformat(),
            seed=seed,
            model=self._predictor.version,
            slots=tuple(slot for slot in slots_of(inputs.day) if inputs.settings.of(slot).on),
            entries=(),
            returning=standing.away_days if standing.states.returning else 0,
            due=due,
            due_tomorrow=tomorrow,
            waiting=max(0, due - booked),
        )
        return Made(plan.with_entries(tuple(entries)), tuple(day.offers))

    def _slot(
        self, day: Day, want: SlotWant, tasks: Sequence[tuple[Skill, Task]], skipping: Skipping, before: Sequence[Entry]
    ) -> list[Entry]:
        """The entries of one slot: lessons on what is new, the questions, an essay, other lessons."""
        rule = want.rule
        sets = within(want.cap, sets_of(day, rule, tasks, skipping))
        essay = essay_entry(day, want, sets, before, self._tables.essay_titles)
        if essay is not None:
            sets = essay.sets
        used = sum(length_of(entry.minutes) for entry in sets)
        minutes = rule.video_minutes if want.cap is None else min(rule.video_minutes, want.cap - used)
        written = length_of(essay.entry.minutes) if essay else 0
        room = rule.minutes - used - written - rule.video_minutes * (1 + TOLERANCE)
        first, later = self._watching.entries(day, want, sets, minutes, room=room)
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


def _by_slot(filled_positions: Sequence[tuple[Slot, Skill, Task]]) -> Mapping[Slot, list[tuple[Skill, Task]]]:
    slots: dict[Slot, list[tuple[Skill, Task]]] = defaultdict(list)
    for slot, skill, task in filled_positions:
        slots[slot].append((skill, task))
    return slots
