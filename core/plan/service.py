"""The daily recommendation and its schedule, read as numbered steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from core.errors import NotFound, Unavailable
from core.learning.days import day_of
from core.plan import inputs as reading
from core.plan.assignments.own import OpenAssignment, open_for, open_for_many
from core.plan.assignments.setting import assigned_minutes, with_assignments
from core.plan.day.filled_day import Offer
from core.plan.day.moving import with_entry_moved
from core.plan.day.planner import Made, Planner
from core.plan.day.slots import slots_of
from core.plan.done.doing import Done, done_on, moved_out_of, touched
from core.plan.model import DayPlan
from core.plan.views import daily_plan
from core.plan.wire import DailyPlan, DailyRequest, PlanSettings, ScheduleRequest
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.items import Item
from core.records.plan import StoredPlan, StoredSettings
from core.wire import Language

TRIES = 5
"""Changes of one student's day at the same moment: each needs one more."""
BLOCK = 100
"""Students whose plans are made and kept together."""


@dataclass(frozen=True)
class PlanSources:
    """What plans are made with."""

    store: Store
    clock: Clock
    planner: Callable[[str], Planner]
    """Of an organisation."""


@dataclass(frozen=True)
class Current:
    """A day's plan as it stands, whether it is kept already, and what of it is done."""

    plan: DayPlan
    stored: StoredPlan | None
    offers: tuple[Offer, ...]
    done: Done

    @property
    def changed(self) -> bool:
        """Whether it differs from what is kept."""
        return self.stored is None or self.stored.body != self.plan.model_dump_json()


def daily(request: DailyRequest, caller: Caller, *, language: Language, sources: PlanSources) -> tuple[DailyPlan, bool]:
    """GET /recommendation/daily/{student_id}; whether the call was counted with the keeping of the plan or of its questions.

    The first look at a day keeps its plan, so that it stays the same all day. Days to come are made each time anew from what is
    known now, unless something in them was moved; a day past that nobody looked at is empty. Raises `NotFound`, `QuotaExceeded`.
    """
    # 1. The student and the day.
    _must_exist(request.student_id, caller, sources.store)
    today = day_of(sources.clock.now())
    day = date.fromisoformat(request.date) if request.date else today
    # 2. The plan that is kept, with what a teacher assigned since; or a new one.
    current = current_plan(request.student_id, day, caller, sources=sources)
    # 3. Today's is kept; when another call was quicker, that one's stands.
    counted = False
    if day == today and current.changed:
        counted = _keep(current, caller, sources)
        if not counted:
            current = current_plan(request.student_id, day, caller, sources=sources)
    # 4. Of a day to come no more than the questions is kept, so that they are found by the ids which the answer names.
    if day > today and (items := _missing_items(current.offers, sources)):
        counted = _keep_items(items, caller, sources)
    # 5. In the contract's form.
    provisional = day > today and current.stored is None
    shown = daily_plan(current.plan, current.done, language, time_slot=request.time_slot, provisional=provisional)
    return shown, counted


def schedule(request: ScheduleRequest, caller: Caller, *, language: Language, sources: PlanSources) -> DailyPlan:
    """POST /recommendation/schedule: move an entry; the day as it then is. Raises `NotFound`, `BadParameter`, `QuotaExceeded`."""
    _must_exist(request.student_id, caller, sources.store)
    today = day_of(sources.clock.now())
    day = date.fromisoformat(request.date) if request.date else today
    for _ in range(TRIES):
        current = current_plan(request.student_id, day, caller, sources=sources)
        changed = replace(current, plan=with_entry_moved(current.plan, request, day, today=today))
        shown = daily_plan(changed.plan, current.done, language)
        reply = shown.model_dump_json() if caller.call and caller.call.idempotency_key else None
        if _keep(changed, caller, sources, reply=reply):
            return shown
    raise Unavailable(f"The plan of {day} is being changed by several calls at once.")


def current_plan(student_id: str, day: date, caller: Caller, *, sources: PlanSources) -> Current:
    """The day's plan as it stands; nothing is written."""
    store, now = sources.store, sources.clock.now()
    today, organisation_id = day_of(now), caller.organisation_id
    stored = store.plan(organisation_id, student_id, day)
    open_now = open_for(organisation_id, student_id, day, now=now, store=store)
    done = done_on(organisation_id, student_id, day, store=store, assignments=open_now, over=day < today)
    made = _made_now(stored, done, student_id, day, caller, open_now, sources=sources)
    plan = made.plan
    if day >= today:
        plan = with_assignments(plan, open_now, day)
    return Current(plan, stored, made.offers, done)


def make_plans(organisation_id: str, student_ids: Sequence[str], day: date, *, sources: PlanSources) -> int:
    """Keep the plans of a day for many students, in blocks; days that have one stay as they are. How many were made."""
    planner, count, now = sources.planner(organisation_id), 0, sources.clock.now()
    for start in range(0, len(student_ids), BLOCK):
        block = student_ids[start : start + BLOCK]
        open_now = open_for_many(organisation_id, block, day, now=now, store=sources.store)
        plans: list[StoredPlan] = []
        offers: dict[str, Offer] = {}
        for given in reading.read(organisation_id, block, day, now, store=sources.store):
            made = _made(planner, given, open_now[given.student_id])
            plan = with_assignments(made.plan, open_now[given.student_id], day)
            plans.append(_row(plan, organisation_id, 1, now))
            offers |= {offer.id: offer for offer in made.offers}
        count += sources.store.add_plans(plans, _missing_items(offers.values(), sources))
    return count


# -- settings ------------------------------------------------------------------------------------------------------


def settings(student_id: str, caller: Caller, *, store: Store) -> PlanSettings | None:
    """What the student chose; None before any choice."""
    kept = _kept_settings(student_id, caller, store)
    return kept if kept and kept.chosen else None


def _kept_settings(student_id: str, caller: Caller, store: Store) -> PlanSettings | None:
    stored = store.plan_settings(caller.organisation_id, [student_id]).get(student_id)
    return None if stored is None else PlanSettings.model_validate_json(stored.body)


def set_settings(student_id: str, chosen: PlanSettings, caller: Caller, *, sources: PlanSources) -> None:
    """Keep the choice, and make today's slots anew in which nothing was begun or moved. What is known of the browser's voice stays."""
    before = _kept_settings(student_id, caller, sources.store)
    voice = before.voice if before else True
    _put_settings(student_id, chosen.model_copy(update={"voice": voice, "chosen": True}), caller, sources)


def set_voice(student_id: str, voice: bool, caller: Caller, *, sources: PlanSources) -> None:
    """Keep whether the student's browser has a Chinese voice; where that is new, make today's slots anew in which nothing was begun or moved."""
    before = _kept_settings(student_id, caller, sources.store) or PlanSettings(chosen=False)
    if before.voice != voice:
        _put_settings(student_id, before.model_copy(update={"voice": voice}), caller, sources)


def _put_settings(student_id: str, settings: PlanSettings, caller: Caller, sources: PlanSources) -> None:
    now = sources.clock.now()
    sources.store.put_plan_settings(StoredSettings(caller.organisation_id, student_id, settings.model_dump_json(), now))
    make_anew(student_id, caller, sources=sources)


def make_anew(student_id: str, caller: Caller, *, sources: PlanSources) -> None:
    """Today's untouched slots, made again from what is known now; nothing where today has no plan yet."""
    for _ in range(TRIES):
        current = current_plan(student_id, day_of(sources.clock.now()), caller, sources=sources)
        if current.stored is None or _keep(made_anew(current, student_id, caller, sources=sources), caller, sources):
            return
    raise Unavailable("The plan is being changed by several calls at once.")


def made_anew(current: Current, student_id: str, caller: Caller, *, sources: PlanSources) -> Current:
    """The plan with its untouched slots made again from what is known now."""
    day = date.fromisoformat(current.plan.date)
    open_now = open_for(caller.organisation_id, student_id, day, now=sources.clock.now(), store=sources.store)
    made = _renewed(current.plan, current.done, student_id, day, caller, open_now, sources=sources)
    return replace(current, plan=made.plan, offers=made.offers)


# -- parts -----------------------------------------------------------------------------------------------------------


def _made_now(
    stored: StoredPlan | None,
    done: Done,
    student_id: str,
    day: date,
    caller: Caller,
    open_now: Sequence[OpenAssignment],
    *,
    sources: PlanSources,
) -> Made:
    """The kept plan, a new one, or, of a day past, none.

    A plan that was kept before its day began, because something in it was moved, is renewed when the day has come: what
    happened since is known to the slots that nobody touched.
    """
    today = day_of(sources.clock.now())
    if stored is not None:
        plan = DayPlan.model_validate_json(stored.body)
        if day == today and day_of(stored.made_at) < day:
            return _renewed(plan, done, student_id, day, caller, open_now, sources=sources)
        return Made(plan, ())
    if day < today:
        return Made(_nothing(student_id, day), ())
    (inputs,) = reading.read(caller.organisation_id, [student_id], day, sources.clock.now(), store=sources.store)
    return _made(sources.planner(caller.organisation_id), inputs, open_now)


def _renewed(
    plan: DayPlan,
    done: Done,
    student_id: str,
    day: date,
    caller: Caller,
    open_now: Sequence[OpenAssignment],
    *,
    sources: PlanSources,
) -> Made:
    (inputs,) = reading.read(caller.organisation_id, [student_id], day, sources.clock.now(), store=sources.store)
    # What is left of a slot that something was moved out of goes when the student switches the slot off.
    moved_out = {slot for slot in moved_out_of(plan) if inputs.settings.of(slot).on}
    stays = touched(plan, done) | moved_out
    kept_entries = [entry for entry in plan.entries if entry.slot in stays or entry.assignment_id]
    slots = [slot for slot in slots_of(day) if slot not in stays]
    assigned = assigned_minutes(open_now, inputs.settings, day)
    return sources.planner(caller.organisation_id).plan(
        inputs, slots=slots, kept_entries=kept_entries, assigned=assigned
    )


def _made(planner: Planner, inputs: reading.Inputs, open_now: Sequence[OpenAssignment]) -> Made:
    return planner.plan(inputs, assigned=assigned_minutes(open_now, inputs.settings, inputs.day))


def _nothing(student_id: str, day: date) -> DayPlan:
    return DayPlan(student_id=student_id, date=day.isoformat(), seed=0, model="", entries=())


def _keep(current: Current, caller: Caller, sources: PlanSources, *, reply: str | None = None) -> bool:
    before = None if current.stored is None else current.stored.version
    row = _row(current.plan, caller.organisation_id, (before or 0) + 1, sources.clock.now())
    return sources.store.put_plan(
        row, before=before, items=_missing_items(current.offers, sources), call=caller.call, reply=reply
    )


def _missing_items(offers: Iterable[Offer], sources: PlanSources) -> list[Item]:
    """The drawn items that are not stored yet, in full."""
    named = {offer.id: offer for offer in offers}
    missing = sources.store.missing_item_ids(named)
    return [offer.item() for item_id, offer in named.items() if item_id in missing]


def _keep_items(items: Sequence[Item], caller: Caller, sources: PlanSources) -> bool:
    """Nobody counts as having been shown them; the call is counted with them. Raises `QuotaExceeded`."""
    now = sources.clock.now()
    return sources.store.issue_items(
        items,
        organisation_id=caller.organisation_id,
        student_id=None,
        at=now,
        not_since=now,
        call=caller.call,
        reply=None,
    )


def _row(plan: DayPlan, organisation_id: str, version: int, now: datetime) -> StoredPlan:
    day = date.fromisoformat(plan.date)
    return StoredPlan(organisation_id, plan.student_id, day, version, plan.model_dump_json(), now)


def _must_exist(student_id: str, caller: Caller, store: Store) -> None:
    if store.student(caller.organisation_id, student_id) is None:
        raise NotFound(f"There is no student {student_id!r}.")
