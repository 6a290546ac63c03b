"""What plans hold: amounts of the contract, nothing twice in a day, the wanted skill, determinism, errors booked in time, minutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from benchmarks.plan.cost import CALLER, SCHOOL, fill, name_of
from core.api.core import Core
from core.learning.days import day_start
from core.plan.day.slots import SLOTS
from core.plan.wire import DailyPlan, DailyRequest, PlanSettings, Recommendation, SlotChoice
from core.questions.targets import skill_of
from core.records.access import Organisation
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.plan import Slot
from core.wire import SKILLS, Skill
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

STUDENTS = 300
FIRST = date(2026, 11, 23)
DAYS = (FIRST, FIRST + timedelta(days=5))
"""A weekday and a weekend."""
AMOUNTS: Mapping[Slot, int] = {"morning": 6, "noon": 12, "evening": 9, "night": 15, "weekend": 25}
VIDEO: Mapping[Slot, int] = {"morning": 30, "noon": 30, "evening": 40, "night": 50, "weekend": 50}
CAPS = (10, 20, 35, 60)
"""Minutes that capped students give each slot."""


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    clock = StoppedClock(datetime(2026, 11, 23, 1, tzinfo=UTC))
    core = in_memory_core(clock=clock)
    core.store.add_organisation(Organisation(SCHOOL, "School", "enterprise", None, False, clock.moment))
    fill(core, STUDENTS)
    plans = [plan for day in DAYS for plan in _plans(core, clock, day)]
    _amounts(bars, plans)
    _skills(bars, core, plans)
    _existing(bars, core, plans)
    _same_again(bars, plans)
    _capped(bars, core, clock)
    _errors(bars, core, clock)


def _plans(core: Core, clock: StoppedClock, day: date) -> list[DailyPlan]:
    clock.moment = day_start(day) + timedelta(hours=6)
    return [core.plan.daily(DailyRequest(student_id=name_of(number)), CALLER) for number in range(STUDENTS)]


def _amounts(bars: Bars, plans: list[DailyPlan]) -> None:
    slots = [(slot, plan) for plan in plans for slot in plan.schedule]
    exact = sum(plan.schedule[slot].items == AMOUNTS[slot] for slot, plan in slots)
    bars.equal(
        "slots with exactly 6, 12, 9, 15 or 25 questions", f"{exact} of {len(slots)}", f"{len(slots)} of {len(slots)}"
    )
    near = sum(abs(_played(plan, slot) - VIDEO[slot]) <= VIDEO[slot] / 10 for slot, plan in slots)
    bars.at_least("slots whose lessons come within a tenth of 30, 30, 40, 50 or 50 minutes", near / len(slots), 0.99)
    twice = sum(max(Counter(_ids(plan)).values()) > 1 for plan in plans)
    bars.equal("days with anything twice", twice, 0)


def _played(plan: DailyPlan, slot: Slot) -> float:
    return sum(each.minutes for each in _of(plan, slot) if each.resource_type == "video")


def _of(plan: DailyPlan, slot: Slot) -> list[Recommendation]:
    return [each for each in plan.recommendations if each.time_slot == SLOTS[slot].wire_slot]


def _ids(plan: DailyPlan) -> list[str]:
    return [
        *(each.resource_id for each in plan.recommendations if each.kind != "essay"),
        *(question.question_id for each in plan.recommendations for question in each.questions),
    ]


def _skills(bars: Bars, core: Core, plans: list[DailyPlan]) -> None:
    """Positions whose question trains the skill that the slot's quota asks for, by what the question is."""
    wanted_in_all = right_in_all = 0
    by_skill: dict[Skill, list[int]] = {skill: [0, 0] for skill in SKILLS}
    for plan in plans:
        items = core.store.items(
            SCHOOL, [question.question_id for each in plan.recommendations for question in each.questions]
        )
        for slot in plan.schedule:
            wanted = SLOTS[slot].shares(SLOTS[slot].questions)
            found = Counter(
                _skill(question.question_id, items) for each in _of(plan, slot) for question in each.questions
            )
            for skill, count in wanted.items():
                by_skill[skill][0] += count
                by_skill[skill][1] += min(count, found[skill])
    for skill, (wanted_count, right) in by_skill.items():
        print(f"    {skill}: {right} of {wanted_count}")
        wanted_in_all += wanted_count
        right_in_all += right
    bars.at_least("positions of the wanted skill, speaking and writing included", right_in_all / wanted_in_all, 0.95)


def _skill(question_id: str, items: Mapping[str, Item]) -> Skill:
    if question_id.startswith("say_"):
        return "speaking"
    if question_id.startswith("essay_"):
        return "writing"
    item = items[question_id]
    return skill_of(item.type, item.topic, item.tags)


def _existing(bars: Bars, core: Core, plans: list[DailyPlan]) -> None:
    """Every id of a plan answers: lessons, sentences and titles in the catalogue, items in the store, sets in the plan."""
    unknown = total = 0
    for plan in plans:
        ids = {question.question_id for each in plan.recommendations for question in each.questions}
        items = core.store.items(SCHOOL, [each for each in ids if each.startswith("q_")])
        ids |= {each.resource_id for each in plan.recommendations if each.kind != "set"}
        total += len(ids)
        unknown += sum(each not in items and core.plan.resource(each, CALLER) is None for each in ids)
    bars.equal(f"ids of plans that nothing is kept under, of {total}", unknown, 0)


def _same_again(bars: Bars, plans: list[DailyPlan]) -> None:
    """The same students in another database, made in another order."""
    clock = StoppedClock(datetime(2026, 11, 23, 1, tzinfo=UTC))
    other = in_memory_core(clock=clock)
    other.store.add_organisation(Organisation(SCHOOL, "School", "enterprise", None, False, clock.moment))
    fill(other, STUDENTS)
    clock.moment = day_start(FIRST) + timedelta(hours=6)
    again = 0
    for number in reversed(range(STUDENTS)):
        again += other.plan.daily(DailyRequest(student_id=name_of(number)), CALLER) == plans[number]
    bars.equal("plans that are equal in another database, made in another order", again, STUDENTS)


def _capped(bars: Bars, core: Core, clock: StoppedClock) -> None:
    """Students who give fewer minutes: never more than those, and no slot empty."""
    clock.moment = day_start(FIRST + timedelta(days=1)) + timedelta(hours=6)
    over = empty = total = 0
    for number in range(STUDENTS):
        cap = CAPS[number % len(CAPS)]
        choice = SlotChoice(minutes=cap, place="way" if number % 3 == 0 else "quiet")
        settings = PlanSettings(morning=choice, evening=choice, noon=SlotChoice(on=False), night=SlotChoice(on=False))
        core.plan.set_settings(name_of(number), settings, CALLER)
        plan = core.plan.daily(DailyRequest(student_id=name_of(number)), CALLER)
        for slot in ("morning", "evening"):
            total += 1
            over += plan.schedule[slot].duration > cap
            empty += plan.schedule[slot].items == 0
        assert set(plan.schedule) == {"morning", "evening"}
    bars.equal(f"capped slots over the student's minutes, of {total}", over, 0)
    bars.equal("capped slots without a question", empty, 0)


def _errors(bars: Bars, core: Core, clock: StoppedClock) -> None:
    """Errors of essays and readings: what a plan within 48 hours asks of them."""
    clock.moment = day_start(FIRST + timedelta(days=2)) + timedelta(hours=6)
    points = [row.id for row in core.tables.points.rows if row.kind == "point"]
    words = [word.text for word in core.tables.words.rows if word.level <= 3 and len(word.text) == 2]
    booked = total = 0
    for number in range(STUDENTS):
        student = name_of(number)
        wrong = [("essay_error", "point", points[(number * 7) % len(points)]), ("misread_tone", "tone", "3-3")]
        wrong.append(("misread_tone", "word", words[number % len(words)]))
        core.store.append_evidence(SCHOOL, [_error(core, student, *each) for each in wrong], at=core.clock.now())
        plan = core.plan.daily(DailyRequest(student_id=student), CALLER)
        asked = {
            question.target for each in plan.recommendations for question in each.questions if question.why == "urgent"
        }
        total += len(wrong)
        booked += sum(target in asked for _, _, target in wrong)
    bars.at_least(f"errors of essays and readings booked within 48 hours, of {total}", booked / total, 0.95)


def _error(core: Core, student: str, kind: str, target_kind: str, target: str) -> Evidence:
    at = core.clock.now() - timedelta(hours=20)
    return Evidence(
        student_id=student,
        kind=kind,
        target_kind=target_kind,  # type: ignore[arg-type]
        target=target,
        outcome=0.0,
        weight=1.0,
        source=f"{kind}_{student}#0",
        occurred_at=at,
        idempotency_key=f"{kind}:{student}:{target}",
    )
