"""The stored form of a standing, and the scores that are read off it."""

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
    """Grammar points met among those with answers, from the learner's map. It does not decay: statuses do not."""

    met: int
    touched: int
    last: date | None


NO_MAP = MapShare(0, 0, None)


def map_share(learner: Learner | None, points: Points) -> MapShare:
    """Of official points; children's answers count with them."""
    if learner is None:
        return NO_MAP
    own = {key: (sums.attempts, sums.correct) for key, sums in learner.points.items() if key in points.by_id}
    last = max((day_of(sums.at) for sums in learner.points.values()), default=None)
    return share_of(own, points, last)


def share_of(own: Mapping[str, tuple[int, int]], points: Points, last: date | None) -> MapShare:
    """From own answers (attempts, correct) by point."""
    counts = fold_counts([points.by_id[key] for key in own], own)
    touched = [each.status for key, each in counts.items() if each.attempts > 0 and points.by_id[key].kind == "point"]
    return MapShare(sum(status in MET for status in touched), len(touched), last)


@dataclass(frozen=True)
class Kept:
    """What is stored of a student: sums over the evidence, and the map's share as it was then."""

    standing: IndicatorStates
    share: MapShare = NO_MAP
    baseline_at: datetime | None = None
    """When the baseline in force was made; None without one."""

    @classmethod
    def nothing(cls, day: date) -> Kept:
        """Of a student of whom nothing was folded yet."""
        return cls(IndicatorStates(day))


def written(kept: Kept) -> str:
    """As JSON text. Floats keep all their digits, so that nothing is lost between two updates."""
    standing, share = kept.standing, kept.share
    return json.dumps(
        {
            "day": standing.day.isoformat(),
            "active": standing.active,
            "experience": standing.experience,
            "leaves": {
                leaf_id: [sums.total, sums.n, sums.last.isoformat()]
                for leaf_id, sums in sorted(standing.leaves.items())
            },
            "map": [share.met, share.touched, share.last.isoformat() if share.last else None],
            "baseline_at": kept.baseline_at.isoformat() if kept.baseline_at else None,
        },
        separators=(",", ":"),
    )


def read(state: PortraitState) -> Kept:
    """A stored state."""
    stored = json.loads(state.standing)
    met, touched, last = stored["map"]
    standing = IndicatorStates(
        date.fromisoformat(stored["day"]),
        {key: LeafSums(total, n, date.fromisoformat(on)) for key, (total, n, on) in stored["leaves"].items()},
        stored["active"],
        stored["experience"],
    )
    at = stored["baseline_at"]
    share = MapShare(met, touched, date.fromisoformat(last) if last else None)
    return Kept(standing, share, datetime.fromisoformat(at) if at else None)


def advanced(
    kept: Kept | None, found: Gathered, share: MapShare, first: FirstPortrait | None, *, day: date, tree: Indicators
) -> Kept:
    """What is stored after further evidence, seen from `day`."""
    standing = absorb(
        kept.standing if kept else IndicatorStates(day),
        found.observations,
        day=day,
        active_days=found.active_days,
        experience=found.experience,
        indicators=tree.by_id,
    )
    return Kept(standing, share, first.created_at if first else None)


def leaf_scores(kept: Kept, first: FirstPortrait | None, tree: Indicators) -> dict[str, Scored]:
    """Scores of the 85 leaves: the evidence, with the baseline in force and the map's share added."""
    day, share = kept.standing.day, kept.share
    further = baseline(first)
    if share.touched:
        # Not decayed: the day is that of the standing, as a status stays until an answer moves it.
        further.append(Observation(MAP_LEAF, share.met / share.touched, share.touched, day))
    whole = absorb(kept.standing, further, day=day, indicators=tree.by_id)
    scores = {row.leaf_id: leaf_score(row, whole) for row in tree.rows}
    if share.touched and share.last is not None:
        proved = kept.standing.leaves.get(MAP_LEAF, LeafSums()).last
        scores[MAP_LEAF] = replace(scores[MAP_LEAF], last=max(share.last, proved))
    return scores


def six_scores(leaves: Mapping[str, Scored], first: FirstPortrait | None, tree: Indicators) -> dict[str, float | None]:
    """The six: from the tree; of a skill of which the tree knows too little, the first portrait's value."""
    tested = json.loads(first.test_results) if first else {}
    found: dict[str, float | None] = {}
    for node_id, name in SIX.items():
        value = node_score([row for row in tree.rows if row.second_id == node_id], leaves).value
        found[name] = tested.get(f"{name}_ability") if value is None else round(value, 2)
    return found
