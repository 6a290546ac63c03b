"""The adaptive placement: at most 20 items, each written through, and at the end a first portrait."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from core.errors import NotFound
from core.learning import placement as adaptive
from core.learning.level import placement_prior
from core.learning.placement import MOST_ITEMS, Outcome, Trial, posterior, skill_score
from core.portrait.wire import PlacementItem, PlacementOverview, PlacementState, Questionnaire
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.items import Askable, Item
from core.records.learner import FirstPortrait, Placement
from core.wire import Topic

GOES_ON_FOR = timedelta(days=1)
"""An unfinished placement is gone on with for a day; later the student may have learnt something, and a new one begins."""
SEEN_PAUSE = timedelta(days=14)
"""As in practice: what was seen lately tells of memory."""
TURNS: tuple[Topic, ...] = ("vocabulary", "listening", "vocabulary", "reading", "vocabulary", "grammar")
"""Words in every second place: they exist at all nine levels. The others take turns in between."""
LEAST_WORTH = 0.6
"""Another skill's item is asked when it tells at least this share of what the best item would: content ends at level 3,
and who is far beyond is not asked what cannot go wrong."""
LEAST_FOR_SKILL = 3
"""Items below which nothing is claimed of a skill."""
READING: tuple[Topic, ...] = ("reading", "vocabulary", "grammar")
"""Skills under 读 in the tree: words and grammar belong to it (T15)."""
LONGEST_SECONDS = 600
PRACTICE_MARK = "ps"
"""Placements are named like practice sessions: no caller can submit answers under such a name."""


class Items(Protocol):
    """Where items come from."""

    def levels(self, skill: Topic) -> Sequence[int]:
        """Levels at which a skill has items."""
        ...

    def draw(
        self,
        skill: Topic,
        level: int,
        *,
        avoid: Collection[str],
        alike: Collection[str],
        seed: str,
        askable: Askable | None = None,
    ) -> Item | None:
        """An item that was neither asked nor is like one that was, and that `askable` allows."""
        ...


Mark = Callable[[str, str, int], bool]
"""(part, item_id, seconds): mark the answer at hand, keep it as evidence, and say whether it is right."""
Keep = Callable[[FirstPortrait], object]
"""Keep a baseline and make the portrait from it."""


@dataclass(frozen=True)
class Step:
    """One item asked; `outcome` None while it waits for its answer."""

    item: str
    similar: str
    level: int
    skill: Topic
    guessing: float
    asked_at: str
    outcome: Outcome | None = None


def start(
    student_id: str,
    caller: Caller,
    *,
    questionnaire: Questionnaire | None,
    items: Items,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    askable: Askable | None = None,
) -> PlacementState:
    """Begin, or go on with one that was begun within a day. Without a questionnaire an earlier first portrait's holds. With
    `askable` only what it allows is asked."""
    now = clock.now()
    open_placement = _open(student_id, caller, store, now)
    if open_placement is not None:
        return _state(open_placement, store)
    begun = Placement(
        placement_id=identifiers.new(PRACTICE_MARK),
        organisation_id=caller.organisation_id,
        student_id=student_id,
        steps="[]",
        questionnaire=questionnaire.model_dump_json() if questionnaire else _said_before(student_id, caller, store),
        created_at=now,
    )
    begun = _with(begun, _asked(begun, [], items, store, now, askable))
    store.add_placement(begun)
    return _state(begun, store)


def overview(student_id: str, caller: Caller, *, store: Store, clock: Clock) -> PlacementOverview:
    """The placement that can be gone on with, and the one that was finished last with what was said before it."""
    open_placement = _open(student_id, caller, store, clock.now())
    done = store.latest_placement(caller.organisation_id, student_id, finished=True)
    return PlacementOverview(
        open=_state(open_placement, store) if open_placement else None,
        done=_state(done, store) if done else None,
        # An empty object was kept where nothing was said.
        questionnaire=Questionnaire.model_validate_json(done.questionnaire)
        if done and json.loads(done.questionnaire)
        else None,
    )


def _open(student_id: str, caller: Caller, store: Store, now: datetime) -> Placement | None:
    latest = store.latest_placement(caller.organisation_id, student_id)
    goes_on = latest is not None and latest.finished_at is None and now - latest.created_at < GOES_ON_FOR
    return latest if goes_on else None


def _said_before(student_id: str, caller: Caller, store: Store) -> str:
    before = store.first_portrait(caller.organisation_id, student_id)
    return before.questionnaire if before else "{}"


def state(student_id: str, placement_id: str, caller: Caller, *, store: Store) -> PlacementState:
    """As it stands, done or not. Raises `NotFound`, for another student's too."""
    return _state(_placement_of(student_id, placement_id, caller, store), store)


def answer(
    student_id: str,
    placement_id: str,
    item_id: str,
    caller: Caller,
    *,
    mark: Mark | None,
    keep: Keep,
    items: Items,
    store: Store,
    clock: Clock,
    askable: Askable | None = None,
) -> PlacementState:
    """Take the answer of the item that waits; `mark` None = "I don't know".

    An item answered before keeps its first answer. Raises `NotFound` for an item that was not asked.
    """
    # 1. The item that waits.
    placement = _placement_of(student_id, placement_id, caller, store)
    steps = _steps(placement)
    index = next((index for index, step in enumerate(steps) if step.item == item_id), None)
    if index is None:
        raise NotFound(f"Question {item_id!r} is not part of this placement.")
    if steps[index].outcome is not None:
        return _state(placement, store)
    # 2. Mark it; what is not known is no evidence in the log, as everywhere.
    now = clock.now()
    seconds = int((now - datetime.fromisoformat(steps[index].asked_at)).total_seconds())
    right = mark and mark(f"{placement_id}:{index}", item_id, min(seconds, LONGEST_SECONDS))
    steps[index] = replace(steps[index], outcome="unknown" if right is None else "right" if right else "wrong")
    # 3. Ask the next, or end.
    trials = _trials(steps)
    following = (
        None
        if adaptive.is_finished(trials, placement_prior(placement.questionnaire))
        else _next(placement, steps, items, store, now, askable)
    )
    before = placement.steps
    if following is not None:
        placement = _with(placement, [*steps, following])
    else:
        placement = replace(_with(placement, steps), finished_at=now)
        keep(_baseline(placement, trials, store))
    if not store.put_placement(
        placement, before=before
    ):  # another tab answered this item in between: its answer stands
        placement = _placement_of(student_id, placement_id, caller, store)
    return _state(placement, store)


# -- asking --------------------------------------------------------------------------------------------------


def _asked(
    placement: Placement, steps: list[Step], items: Items, store: Store, now: datetime, askable: Askable | None
) -> list[Step]:
    following = _next(placement, steps, items, store, now, askable)
    assert following is not None, "there are items for a first question"
    return [*steps, following]


def _next(
    placement: Placement,
    steps: Sequence[Step],
    items: Items,
    store: Store,
    now: datetime,
    askable: Askable | None,
) -> Step | None:
    """The item that tells most of the skill whose turn it is, kept as shown; None when there are no more."""
    weights = posterior(_trials(steps), placement_prior(placement.questionnaire))
    turn = TURNS[len(steps) % len(TURNS)]
    seen = store.items_shown_since(placement.organisation_id, placement.student_id, now - SEEN_PAUSE)
    avoid, alike = {*seen, *(step.item for step in steps)}, {step.similar for step in steps}
    for skill in dict.fromkeys((turn, "vocabulary")):
        guessing = 0.25
        levels = sorted(items.levels(skill), key=lambda level: -adaptive.worth(weights, level, guessing))
        for level in levels:
            if skill != "vocabulary" and adaptive.worth(weights, level, guessing) < LEAST_WORTH:
                break
            seed = f"{placement.placement_id}:{len(steps)}"
            item = items.draw(skill, level, avoid=avoid, alike=alike, seed=seed, askable=askable)
            if item is not None:
                _show(item, placement, store, now)
                return Step(item.id, item.similar, level, skill, 1 / len(item.options), now.isoformat())
    return None


def _show(item: Item, placement: Placement, store: Store, now: datetime) -> None:
    store.issue_items(
        [item],
        organisation_id=placement.organisation_id,
        student_id=placement.student_id,
        at=now,
        not_since=now - SEEN_PAUSE,
        call=None,
        reply=None,
    )


# -- the end -------------------------------------------------------------------------------------------------


def _baseline(placement: Placement, trials: Sequence[Trial], store: Store) -> FirstPortrait:
    """What the placement says: levels and scores of the skills with enough items. Skills that were not tested keep what an
    earlier baseline says of them, and are not claimed without one."""
    estimate = adaptive.level_estimate(posterior(trials, placement_prior(placement.questionnaire)))
    skills = _by_skill(trials)
    reading = [replace(trial, skill="read" if trial.skill in READING else trial.skill) for trial in trials]
    tested = {"listen": skills.get("listening"), "read": skill_score(reading, "read")}
    claimed = {f"{name}_ability": each[0] for name, each in tested.items() if each and each[1] >= LEAST_FOR_SKILL}
    before = store.first_portrait(placement.organisation_id, placement.student_id)
    earlier = json.loads(before.test_results) if before else {}
    names = [f"{name}_ability" for name in ("listen", "speak", "read", "write")]
    leaves = {"D01": "listening", "D30": "reading", "D36": "vocabulary"}
    results = {
        **{name: claimed.get(name, earlier.get(name)) for name in names},
        "level": estimate.level,
        "band": estimate.band,
        "unknown": dict(Counter(trial.level for trial in trials if trial.outcome == "unknown")),
        "by_skill": skills,
        "levels": {
            leaf: (round(1 + skills[skill][0] / 100 * (adaptive.LEVELS - 1), 2), skills[skill][1])
            for leaf, skill in leaves.items()
            if skill in skills
        },
    }
    return FirstPortrait(
        organisation_id=placement.organisation_id,
        student_id=placement.student_id,
        questionnaire=placement.questionnaire,
        test_results=json.dumps(results),
        source="placement",
        created_at=placement.finished_at or placement.created_at,
    )


def _by_skill(trials: Sequence[Trial]) -> dict[str, tuple[float, int]]:
    """Skills with enough items."""
    scores = {skill: skill_score(trials, skill) for skill in dict.fromkeys(trial.skill for trial in trials)}
    return {skill: score for skill, score in scores.items() if score[1] >= LEAST_FOR_SKILL}


# -- parts ---------------------------------------------------------------------------------------------------


def _placement_of(student_id: str, placement_id: str, caller: Caller, store: Store) -> Placement:
    placement = store.placement(caller.organisation_id, placement_id)
    if placement is None or placement.student_id != student_id:
        raise NotFound(f"There is no placement {placement_id!r}.")
    return placement


def _steps(placement: Placement) -> list[Step]:
    return [Step(**step) for step in json.loads(placement.steps)]


def _with(placement: Placement, steps: Sequence[Step]) -> Placement:
    return replace(placement, steps=json.dumps([asdict(step) for step in steps]))


def _trials(steps: Sequence[Step]) -> list[Trial]:
    return [Trial(step.level, step.guessing, step.outcome, step.skill) for step in steps if step.outcome is not None]


def _state(placement: Placement, store: Store) -> PlacementState:
    steps = _steps(placement)
    trials = _trials(steps)
    waiting = next((step for step in steps if step.outcome is None), None)
    finished = placement.finished_at is not None
    estimate = (
        adaptive.level_estimate(posterior(trials, placement_prior(placement.questionnaire))) if finished else None
    )
    return PlacementState(
        placement_id=placement.placement_id,
        next=PlacementItem(
            item=store.items(placement.organisation_id, [waiting.item])[waiting.item],
            number=len(trials) + 1,
            most=MOST_ITEMS,
        )
        if waiting
        else None,
        answered=len(trials),
        most=MOST_ITEMS,
        goes_on_until=placement.created_at + GOES_ON_FOR,
        finished_at=placement.finished_at,
        level=estimate.level if estimate else None,
        band=estimate.band if estimate else None,
        by_skill=_by_skill(trials) if estimate else {},
    )
