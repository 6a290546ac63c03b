"""Positions become tasks: the policy's points and the student's words are dealt to the questions that can ask them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import numpy as np

from core.learning.choosing import Choice, choose, one_item_probability
from core.learning.days import day_of
from core.learning.mastery import LEAST_ANSWERS
from core.plan.day import reasons
from core.plan.day.filled_day import Day, Target
from core.plan.day.positions import Position
from core.plan.model import Task, Why
from core.plan.tasks.choosing import task_for
from core.plan.tasks.word_targets import with_room_for_errors, word_targets
from core.plan.tasks.written_errors import twice, wants_writing, with_room_to_write
from core.records.plan import Slot
from core.wire import Skill

IMPOSSIBLE = 1e6
"""Cost of a position that cannot ask a point: never chosen while another can."""
LATER_COSTS = 1.0
"""Cost of a slot later for what presses: errors and reviews come early in the day."""
NOT_WRITTEN = 100.0
"""Cost of a position that only reads or says what went wrong in writing: more than any slot later."""
PRESSING: Collection[Why] = ("urgent", "due")


def filled(day: Day, positions: Sequence[Position]) -> list[tuple[Slot, Skill, Task]]:
    """A task for every position as far as there is any, in the order of the positions, with the skill that it trains."""
    positions = with_room_to_write(day, with_room_for_errors(day, positions))
    about_points = [index for index, position in enumerate(positions) if position.form == "point"]
    about_words = [index for index, position in enumerate(positions) if position.form == "word"]
    targets = _point_targets(day, [positions[index] for index in about_points])
    target_of: dict[int, Target | None] = dict(zip(about_points, targets, strict=True))
    target_of |= dict(zip(about_words, word_targets(day, [positions[index] for index in about_words]), strict=True))
    tasks = [(position.slot, task_for(day, position, target_of.get(index))) for index, position in enumerate(positions)]
    return [(slot, *task) for slot, task in tasks if task is not None]


# -- points ----------------------------------------------------------------------------------------------------


def _point_targets(day: Day, positions: Sequence[Position]) -> list[Target | None]:
    """The policy's choices, each at a position whose skill the bank can ask the point in."""
    if not positions:
        return []
    from scipy.optimize import linear_sum_assignment  # 45 MB: only where a plan is made

    random = np.random.default_rng(day.random.getrandbits(64))
    choices = twice(day, choose(day.standing.states, len(positions), random=random), len(positions))
    slots = {slot: number for number, slot in enumerate(dict.fromkeys(position.slot for position in positions))}
    cost = np.array(
        [[_cost(day, choice, position, slots[position.slot]) for position in positions] for choice in choices]
    )
    targets: list[Target | None] = [None] * len(positions)
    for choice, index in zip(*linear_sum_assignment(cost), strict=True) if len(choices) else ():
        if cost[choice, index] < IMPOSSIBLE:
            targets[index] = _point_target(day, choices[choice])
    return targets


def _cost(day: Day, choice: Choice, position: Position, slot: int) -> float:
    point = day.stock.official_points.rows[choice.point_index].id
    if position.skill != "speaking" and not day.stock.shelf.has_point(position.skill, point):
        return IMPOSSIBLE
    elsewhere = NOT_WRITTEN if position.skill != "writing" and wants_writing(day, choice) else 0.0
    return elsewhere + (LATER_COSTS * slot if choice.why in PRESSING else 0.0)


def _point_target(day: Day, choice: Choice) -> Target:
    index, name, standing = choice.point_index, day.name_of(choice.point_index), day.standing
    attempts = int(standing.states.attempts[index])
    evidence: tuple[str, ...] = ()
    why: Why = "retry" if choice.why == "weak" and attempts < LEAST_ANSWERS else choice.why
    if why == "urgent":
        errors = standing.errors[index]
        reason = reasons.urgent(name, errors, [day_of(error.occurred_at) for error in errors])
        evidence = tuple(error.source for error in errors)
    elif why == "due":
        reason = reasons.due(name, _days_since(day, index))
    elif why == "weak":
        reason = reasons.weak(name, int(standing.correct[index]), attempts)
    elif why == "retry":
        reason = reasons.retry(name, int(standing.correct[index]), attempts)
    elif why == "ready":
        reason = reasons.ready(name, below(day, index), standing.level.level)
    elif why == "early":
        reason = reasons.early(name, below(day, index))
    elif why == "repeat":
        reason = reasons.repeat(name, choice.predicted)
    else:
        reason = reasons.by_chance(name)
    point = day.stock.official_points.rows[index]
    easiness = np.array(day.stock.easiness) + standing.level.shift
    distance = partial(_distance_to_target, easiness.tolist(), point.level, choice)
    return Target("point", point.id, why, reason, choice.predicted, choice.probability, evidence, distance)


def below(day: Day, index: int) -> reasons.Below:
    """What a point rests on directly, by how each of these is known."""
    standing = day.standing
    needed = day.stock.official_points.requires[index] > 0
    met = needed & standing.states.met
    enough = standing.states.attempts >= LEAST_ANSWERS
    assumed = needed & ~met
    assumed &= standing.states.assumed if standing.states.assumed is not None else False
    likely = needed & ~met & ~assumed & standing.firm
    missing = needed & ~met & ~assumed & ~likely
    return reasons.Below(*(int(part.sum()) for part in (met & enough, met & ~enough, likely, assumed, missing)))


def _distance_to_target(
    easiness: Sequence[float], level: int, choice: Choice, guessed: float, item_level: int
) -> float:
    """How far an item's probability is from the target: forms that can be guessed are easier, words of higher levels harder."""
    harder = easiness[level - 1] - easiness[item_level - 1]
    return abs(one_item_probability(choice.predicted, guessed, harder) - choice.target_probability)


def _days_since(day: Day, index: int) -> int:
    """Calendar days (UTC+8) since the last evidence on a point."""
    last_at = day.standing.last_at[index]
    return 0 if last_at is None else (day_of(day.inputs.now) - day_of(last_at)).days
