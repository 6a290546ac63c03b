"""The road of a student: the state of every unit, and where it goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor

from core.errors import NotFound
from core.learning.level import StudentLevel, level_of
from core.learning.mastery import shown_of
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import STATUS_NAMES, Record, moment_of, record, structure
from core.learning.times import WINDOW, Pace
from core.plan.done.doing import played_by
from core.plan.ids import ESSAY, SAY
from core.plan.lessons.resources import ResourceCatalogue
from core.plan.road.rounds import CHECKPOINT_CARDS, FIRST_CARDS
from core.plan.road.steps import RoundResult, Taken, next_step, resource_of
from core.plan.road.wire import ROUNDS, STEPS, PointLine, Road, StepKind, StepView, UnitLine, UnitState, UnitView
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.answers import AnswerRow, PracticeSession
from core.tables import Tables
from core.tables.content.lessons import EssayTitle
from core.tables.content.units import Unit
from core.wire import Bilingual

LEVEL_FROM = 1
"""Where the road begins for a student of whom no level is known."""
MOST_REVIEWS = 500
"""Newest reviews that are looked through for those of a unit's title."""


@dataclass(frozen=True)
class RoadSources:
    """What the road is read from; the store's answers are given as they were decided."""

    tables: Tables
    resources: ResourceCatalogue
    titles: Mapping[str, EssayTitle]
    characters: Mapping[str, int]
    """Length of each sentence of the content, by its id."""
    predictor: Callable[[], Predictor]
    store: Store
    clock: Clock


@dataclass(frozen=True)
class Traveller:
    """A student on the road at one moment."""

    record: Record
    level: StudentLevel
    pace: Pace
    taken: Taken


def road(student_id: str, caller: Caller, *, rounds: Mapping[str, Sequence[RoundResult]], sources: RoadSources) -> Road:
    """Every unit as it stands, as of the last update of the map. `rounds`: by purpose, the latest last."""
    who = traveller(student_id, caller, rounds, sources)
    current = current_unit(who, sources.tables)
    here = None if current is None else unit_view(current, who, sources, current)
    lines = [_line(each, who, sources, current) for each in sources.tables.units]
    return Road(student_id=student_id, units=lines, current=here)


def unit(
    student_id: str,
    unit_id: str,
    caller: Caller,
    *,
    rounds: Mapping[str, Sequence[RoundResult]],
    sources: RoadSources,
) -> UnitView:
    """One unit with its steps. Raises `NotFound`."""
    wanted = unit_of(unit_id, sources.tables)
    who = traveller(student_id, caller, rounds, sources)
    return unit_view(wanted, who, sources, current_unit(who, sources.tables))


def unit_of(unit_id: str, tables: Tables) -> Unit:
    """The unit of that id. Raises `NotFound`."""
    for each in tables.units:
        if each.id == unit_id:
            return each
    raise NotFound(f"There is no unit {unit_id!r}.")


def traveller(
    student_id: str, caller: Caller, rounds: Mapping[str, Sequence[RoundResult]], sources: RoadSources
) -> Traveller:
    """The student as the store knows them; one of whom nothing is known stands at the beginning."""
    store, organisation_id, now = sources.store, caller.organisation_id, sources.clock.now()
    learner = store.learner(organisation_id, student_id)
    level = level_of(organisation_id, student_id, store=store, now=now)
    pace = Pace.of(store.answer_seconds(organisation_id, [student_id], now - WINDOW), level=level.level)
    return Traveller(
        record(learner, level, points=sources.tables.points, predictor=sources.predictor(), at=moment_of(learner, now)),
        level,
        pace,
        taken_of(student_id, caller, rounds, store=store, now=now),
    )


def taken_of(
    student_id: str,
    caller: Caller,
    rounds: Mapping[str, Sequence[RoundResult]],
    *,
    store: Store,
    now: datetime,
) -> Taken:
    """What the student did that steps are read from, whenever that was."""
    reviewed = {
        line.act: line.created_at for line in store.essay_lines(caller.organisation_id, student_id, limit=MOST_REVIEWS)
    }
    written = {
        row.resource_id: at
        for row in store.writings(caller.organisation_id, student_id=student_id)
        if (at := row.handed_in_at or reviewed.get(row.writing_id)) is not None
    }
    return Taken(played_by(caller.organisation_id, student_id, store=store, now=now), written, rounds)


def results_of(
    sessions: Iterable[PracticeSession], answers: Mapping[str, Sequence[AnswerRow]], decided: Iterable[AnswerRow]
) -> dict[str, list[RoundResult]]:
    """Rounds by purpose, the latest last. `answers`: those of each session by its id, as they were given; `decided`: as teachers decided about
    them, without those to questions that were withdrawn, which are asked of nobody. Near twins count for nothing here: they are a second try."""
    stands = {(row.evaluation_id, row.position): row for row in decided}
    results: dict[str, list[RoundResult]] = defaultdict(list)
    for session in sorted(sessions, key=lambda each: each.created_at):
        firsts = set(session.first_item_ids)
        given = [row for row in answers.get(session.session_id, ()) if row.item_id in firsts]
        kept = [stands[key] for row in given if (key := (row.evaluation_id, row.position)) in stands]
        results[session.purpose].append(
            RoundResult(
                session_id=session.session_id,
                asked=len(firsts) - (len(given) - len(kept)),
                answered=len(kept),
                right=sum(row.is_correct for row in kept),
            )
        )
    return dict(results)


def current_unit(who: Traveller, tables: Tables) -> Unit | None:
    """Where the road goes on: the first unit that is neither done nor behind, from the lowest level at which the student can be expected to
    stand; what lies open below it is offered on the road, but nobody is sent back for one slip."""
    lowest = max(LEVEL_FROM, floor(who.level.band[0])) if who.level.known else LEVEL_FROM
    open_units = [each for each in tables.units if next_step(each, who.taken) and not _behind(each, who, tables)]
    return next((each for each in open_units if each.level >= lowest), open_units[0] if open_units else None)


def _behind(wanted: Unit, who: Traveller, tables: Tables) -> bool:
    return _points_behind(wanted, who, tables) == len(wanted.points)


def _points_behind(wanted: Unit, who: Traveller, tables: Tables) -> int:
    index_of = structure(tables.points).index_of
    return int(sum(who.record.behind[index_of[point]] for point in wanted.points))


def _line(wanted: Unit, who: Traveller, sources: RoadSources, current: Unit | None) -> UnitLine:
    taken = who.taken.of(wanted)
    open_steps = [] if "checkpoint" in taken else [step for step in STEPS if step not in taken]
    return UnitLine(
        unit_id=wanted.id,
        level=wanted.level,
        number=int(wanted.id.split("-")[1]),
        title=wanted.title,
        goal=wanted.goal,
        icon=wanted.icon,
        state=_state(wanted, who, sources.tables, current),
        steps_done=len(taken),
        steps=len(STEPS),
        minutes_left=sum(minutes_of(wanted, step, who.pace, sources) for step in open_steps),
        points_behind=_points_behind(wanted, who, sources.tables),
        points=len(wanted.points),
    )


def _state(wanted: Unit, who: Traveller, tables: Tables, current: Unit | None) -> UnitState:
    if who.taken.has(wanted, "checkpoint"):
        return "done"
    if current is not None and wanted.id == current.id:
        return "current"
    if who.taken.of(wanted):
        return "begun"
    return "behind" if _behind(wanted, who, tables) else "open"


def minutes_of(wanted: Unit, step: StepKind, pace: Pace, sources: RoadSources) -> int:
    """How long a step takes, from the student's own times where they are known; at least one minute."""
    if step == "write":
        seconds = pace.seconds_of_essay(sources.titles[wanted.essay].characters[0])
    elif step == "say":
        seconds = sum(pace.seconds_aloud(sources.characters[sentence_id]) for sentence_id in wanted.say)
    elif step == "cards":
        seconds = FIRST_CARDS * pace.seconds("multiple_choice", "grammar")
    elif step == "checkpoint":
        seconds = CHECKPOINT_CARDS * pace.seconds("fill_blank", "grammar")
    else:
        seconds = float(sources.resources.by_id[resource_of(wanted, step)].seconds)
    return max(1, ceil(seconds / 60))


def unit_view(wanted: Unit, who: Traveller, sources: RoadSources, current: Unit | None) -> UnitView:
    """A unit with its steps, points and words."""
    return UnitView(
        line=_line(wanted, who, sources, current),
        steps=[_step(wanted, step, who, sources) for step in STEPS],
        next_step=next_step(wanted, who.taken),
        points=[_point(point, who.record, sources.tables) for point in wanted.points],
        words=list(wanted.words),
        say=[SAY + sentence_id for sentence_id in wanted.say],
    )


def _step(wanted: Unit, step: StepKind, who: Traveller, sources: RoadSources) -> StepView:
    latest = who.taken.latest(wanted, step) if step in ROUNDS else None
    resource_id = resource_of(wanted, step)
    return StepView(
        kind=step,
        done=who.taken.has(wanted, step),
        minutes=minutes_of(wanted, step, who.pace, sources),
        resource_id=resource_id,
        title=_title(resource_id, sources),
        begun=latest is not None and 0 < latest.answered < latest.asked,
        asked=latest.asked if latest is not None and latest.complete else 0,
        right=latest.right if latest is not None and latest.complete else 0,
    )


def _title(resource_id: str, sources: RoadSources) -> Bilingual | None:
    if resource_id.startswith(ESSAY):
        return sources.titles[resource_id.removeprefix(ESSAY)].title
    return sources.resources.by_id[resource_id].title if resource_id else None


def _point(point_id: str, student_record: Record, tables: Tables) -> PointLine:
    index = structure(tables.points).index_of[point_id]
    status = STATUS_NAMES[int(student_record.status[index])]
    return PointLine(
        point_id=point_id,
        name=tables.points.short_name(point_id),
        shown=shown_of(status, max(0, int(student_record.attempts[index]))),
        assumed=bool(student_record.assumed[index]),
    )
