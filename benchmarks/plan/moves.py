"""Moving entries: every kind of fault is refused and changes nothing; random sequences of moves lose and double nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random

from core.api.core import Core
from core.errors import BadParameter, NotFound, WenluError
from core.plan.day.slots import SLOTS, clock, minute_of
from core.plan.wire import DailyPlan, DailyRequest, Recommendation, ScheduleRequest
from core.records.access import Caller, Organisation
from core.records.plan import WEEKDAY_SLOTS, WeekdaySlot
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

SEQUENCES = 500
MOVES = 12
"""In one sequence."""
MONDAY = datetime(2026, 11, 23, 1, tzinfo=UTC)
SATURDAY = datetime(2026, 11, 28, 1, tzinfo=UTC)
CALLER = Caller("school", frozenset())


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    clock_ = StoppedClock(MONDAY)
    core = in_memory_core(clock=clock_)
    core.store.add_organisation(Organisation("school", "School", "enterprise", None, False, MONDAY))
    _faults(bars, core)
    _sequences(bars, core, clock_)


def _student(core: Core, student_id: str) -> DailyPlan:
    core.store.put_student(Student("school", student_id, created_at=core.clock.now()))
    return core.plan.daily(DailyRequest(student_id=student_id), CALLER)


# -- faults ------------------------------------------------------------------------------------------------------


def _faults(bars: Bars, core: Core) -> None:
    plan = _student(core, "one")
    core.store.add_organisation(Organisation("other", "Other", "enterprise", None, False, MONDAY))
    refused = unchanged = tried = 0
    for request, error, caller in _wrong(plan):
        before = _kept(core, "one")
        tried += 1
        try:
            core.plan.schedule(request, caller)
        except WenluError as found:
            refused += isinstance(found, error) and bool(found.faults or error is NotFound)
        unchanged += _kept(core, "one") == before
    bars.equal("faulty moves refused with their error", f"{refused} of {tried}", f"{tried} of {tried}")
    bars.equal("faulty moves that changed nothing", f"{unchanged} of {tried}", f"{tried} of {tried}")


def _wrong(plan: DailyPlan) -> Iterator[tuple[ScheduleRequest, type[WenluError], Caller]]:
    """Every pair of entries as an overlap, times outside each slot, ends before starts, unknown things, another's student."""
    entries = plan.recommendations
    for entry in entries:
        for other in entries:
            if entry is not other:
                yield _move(entry.resource_id, other.time_slot, other.start_time, other.end_time), BadParameter, CALLER
        for slot in WEEKDAY_SLOTS:
            rule = SLOTS[slot]
            yield _move(entry.resource_id, slot, clock(rule.start - 30), clock(rule.start - 20)), BadParameter, CALLER
            yield _move(entry.resource_id, slot, clock(rule.end - 1), clock(rule.end - 5)), BadParameter, CALLER
            yield _move(entry.resource_id, slot, clock(rule.start), clock(rule.start)), BadParameter, CALLER
            if rule.end < 1440:
                yield _move(entry.resource_id, slot, clock(rule.end - 1), clock(rule.end + 1)), BadParameter, CALLER
                yield _move(entry.resource_id, slot, clock(rule.end), None), BadParameter, CALLER
    first = entries[0]
    yield _move("set_0000000000000000", "noon"), NotFound, CALLER
    yield _move("q_unknown", "noon"), NotFound, CALLER
    yield _move(first.resource_id, "noon", student="nobody"), NotFound, CALLER
    yield _move(first.resource_id, "noon"), NotFound, Caller("other", frozenset())
    yield _move(first.resource_id, "noon", day="2026-11-22"), NotFound, CALLER
    yield _move(first.resource_id, "noon", day="2026-11-28"), BadParameter, CALLER


def _move(
    resource_id: str,
    slot: WeekdaySlot,
    start: str | None = None,
    end: str | None = None,
    *,
    student: str = "one",
    day: str | None = None,
) -> ScheduleRequest:
    return ScheduleRequest(
        student_id=student,
        resource_id=resource_id,
        new_time_slot=slot,
        new_start_time=start,
        new_end_time=end,
        date=day,
    )


def _kept(core: Core, student_id: str) -> list[tuple[date, int, str]]:
    today = date(2026, 11, 23)
    rows = core.store.plans_between("school", student_id, today - timedelta(days=9), today + timedelta(days=9))
    return [(row.day, row.version, row.body) for row in rows]


# -- sequences ---------------------------------------------------------------------------------------------------


def _sequences(bars: Bars, core: Core, clock_: StoppedClock) -> None:
    whole = apart = done = refused = 0
    for number in range(SEQUENCES):
        random = Random(number)
        clock_.moment = SATURDAY if number % 5 == 0 else MONDAY
        student = f"s{number:03d}"
        plan = _student(core, student)
        before = _things(plan)
        for _ in range(MOVES):
            entry = random.choice(plan.recommendations)
            try:
                plan = core.plan.schedule(_random_move(random, entry, student), CALLER)
                done += 1
            except BadParameter:
                refused += 1
        after = core.plan.daily(DailyRequest(student_id=student), CALLER)
        whole += _things(after) == before and after == plan
        apart += _apart(after)
    bars.equal("sequences of random moves that lost or doubled nothing", whole, SEQUENCES)
    bars.equal("sequences after which nothing overlaps or leaves its slot", apart, SEQUENCES)
    print(f"    {done} moves made, {refused} refused")


def _random_move(random: Random, entry: Recommendation, student: str) -> ScheduleRequest:
    slot = random.choice(WEEKDAY_SLOTS)
    rule = SLOTS[slot]
    if random.random() < 0.3:
        return _move(entry.resource_id, slot, student=student)
    start = random.randrange(rule.start - 5, rule.end)
    end = min(start + random.randint(1, 20), 1440)
    return _move(entry.resource_id, slot, clock(start), clock(end) if random.random() < 0.7 else None, student=student)


def _things(plan: DailyPlan) -> Counter[str]:
    return Counter(
        [
            *(each.resource_id for each in plan.recommendations),
            *(question.question_id for each in plan.recommendations for question in each.questions),
        ]
    )


def _apart(plan: DailyPlan) -> bool:
    spans = sorted((minute_of(each.start_time), minute_of(each.end_time)) for each in plan.recommendations)
    inside: Callable[[Recommendation], bool] = lambda each: _inside(each, weekend="weekend" in plan.schedule)  # noqa: E731
    return all(one[1] <= two[0] for one, two in pairwise(spans)) and all(map(inside, plan.recommendations))


def _inside(each: Recommendation, *, weekend: bool) -> bool:
    rule = SLOTS["weekend" if weekend else each.time_slot]
    return rule.start <= minute_of(each.start_time) < minute_of(each.end_time) <= rule.end
