"""The sums that are stored for a student's portrait, and the scores that are read off them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from core.learning.days import day_of
from core.learning.indicators import (
    IndicatorStates,
    LeafSums,
    Observation,
    Scored,
    absorb,
    leaf_score,
    node_score,
)  # fmt: skip
from core.learning.level import ANSWERS, LevelCounts
from core.learning.sums.states import MET, fold_counts
from core.portrait.feeds import MAP_LEAF
from core.portrait.observations import Gathered, baseline
from core.records.learner import FirstPortrait, Learner, PortraitState
from core.tables.indicators import Indicators
from core.tables.points import Points

SIX = {"S1": "listen", "S2": "speak", "S3": "read", "S4": "write", "S5": "classroom", "S6": "community"}
SKILLS = ("listen", "speak", "read", "write")


@dataclass(frozen=True)
class MapShare:
    """Grammar points with the contract's status met among those with answers, from the learner's map; those with one or two answers, which pages call
    just begun, are among them. It does not decay: statuses do not."""

    met: int
    touched: int
    last: date | None


NO_ANSWERS = LevelCounts(date.min)
STATE_RULES = "levels-1"
"""Of what is stored beside the tree's sums; with another one every portrait is folded afresh."""


def state_version(tree: Indicators) -> str:
    """Of a stored state: the tree's version and that of the rules above."""
    return f"{tree.version} {STATE_RULES}"


NO_MAP = MapShare(0, 0, None)


def map_share(learner: Learner | None, points: Points) -> MapShare:
    """Of official points; children's answers count with them."""
    if learner is None:
        return NO_MAP
    own = {key: (sums.attempts, sums.correct) for key, sums in learner.points.items() if key in points.by_id}
    last = max((day_of(sums.last_at) for sums in learner.points.values()), default=None)
    return share_of(own, points, last)


def share_of(own: Mapping[str, tuple[int, int]], points: Points, last: date | None) -> MapShare:
    """From own answers (attempts, correct) by point."""
    counts = fold_counts([points.by_id[key] for key in own], own)
    touched = [each.status for key, each in counts.items() if each.attempts > 0 and points.by_id[key].kind == "point"]
    return MapShare(sum(status in MET for status in touched), len(touched), last)


@dataclass(frozen=True)
class PortraitSums:
    """What is stored for a student's portrait: sums over the evidence, and the map's share as it was then."""

    states: IndicatorStates
    """Decayed sums by leaf."""
    share: MapShare = NO_MAP
    baseline_at: datetime | None = None
    """When the baseline in force was made; None without one."""
    answers: LevelCounts = NO_ANSWERS
    """Right and wrong answers by level, which the level of the student is estimated from."""

    @classmethod
    def nothing(cls, day: date) -> PortraitSums:
        """Of a student of whom nothing was folded yet."""
        return cls(IndicatorStates(day))


def as_json(portrait_sums: PortraitSums) -> str:
    """As JSON text. Floats keep all their digits, so that nothing is lost between two updates."""
    states, share = portrait_sums.states, portrait_sums.share
    return json.dumps(
        {
            "day": states.day.isoformat(),
            "active": states.active,
            "experience": states.experience,
            "leaves": {
                leaf_id: [leaf_sums.total, leaf_sums.n, leaf_sums.last.isoformat()]
                for leaf_id, leaf_sums in sorted(states.leaves.items())
            },
            "map": [share.met, share.touched, share.last.isoformat() if share.last else None],
            "baseline_at": portrait_sums.baseline_at.isoformat() if portrait_sums.baseline_at else None,
            ANSWERS: portrait_sums.answers.faded_to(states.day).rows(),
        },
        separators=(",", ":"),
    )


def read(state: PortraitState) -> PortraitSums:
    """A stored state."""
    stored = json.loads(state.standing)
    met, touched, last = stored["map"]
    states = IndicatorStates(
        date.fromisoformat(stored["day"]),
        {key: LeafSums(total, n, date.fromisoformat(on)) for key, (total, n, on) in stored["leaves"].items()},
        stored["active"],
        stored["experience"],
    )
    at = stored["baseline_at"]
    share = MapShare(met, touched, date.fromisoformat(last) if last else None)
    answers = LevelCounts.of_rows(stored[ANSWERS], states.day)
    return PortraitSums(states, share, datetime.fromisoformat(at) if at else None, answers)


def advanced(
    portrait_sums: PortraitSums | None,
    gathered: Gathered,
    share: MapShare,
    first: FirstPortrait | None,
    *,
    day: date,
    tree: Indicators,
) -> PortraitSums:
    """What is stored after further evidence, seen from `day`."""
    states = absorb(
        portrait_sums.states if portrait_sums else IndicatorStates(day),
        gathered.observations,
        day=day,
        active_days=gathered.active_days,
        experience=gathered.experience,
        indicators=tree.by_id,
    )
    before = portrait_sums.answers if portrait_sums else LevelCounts(states.day)
    answers = before.with_answers(gathered.answers, states.day)
    return PortraitSums(states, share, first.created_at if first else None, answers)


def leaf_scores(portrait_sums: PortraitSums, first: FirstPortrait | None, tree: Indicators) -> dict[str, Scored]:
    """Scores of the 85 leaves: the evidence, with the baseline in force and the map's share added."""
    day, share = portrait_sums.states.day, portrait_sums.share
    further = baseline(first)
    if share.touched:
        # Not decayed: the day is that of the sums, as a status stays until an answer moves it.
        further.append(Observation(MAP_LEAF, share.met / share.touched, share.touched, day))
    whole = absorb(portrait_sums.states, further, day=day, indicators=tree.by_id)
    scores = {row.leaf_id: leaf_score(row, whole) for row in tree.rows}
    if share.touched and share.last is not None:
        proved = portrait_sums.states.leaves.get(MAP_LEAF, LeafSums()).last
        scores[MAP_LEAF] = replace(scores[MAP_LEAF], last=max(share.last, proved))
    return scores


def six_scores(leaves: Mapping[str, Scored], first: FirstPortrait | None, tree: Indicators) -> dict[str, float | None]:
    """The six: from the tree; of a skill of which the tree knows too little, the first portrait's value."""
    tested = json.loads(first.test_results) if first else {}
    six: dict[str, float | None] = {}
    for node_id, name in SIX.items():
        value = node_score([row for row in tree.rows if row.second_id == node_id], leaves).value
        six[name] = tested.get(f"{name}_ability") if value is None else round(value, 2)
    return six
