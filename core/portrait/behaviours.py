"""Behaviours that callers report: they are checked and turned into evidence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from core.errors import BadParameter, FieldFault
from core.portrait.wire import Behavior, UpdatePortraitRequest
from core.records.evidence import Evidence
from core.tables import Tables

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""Behaviours before this are mistakes: nothing was recorded then."""
MOST_MINUTES = 7 * 24 * 60
"""A report of study time covers a week at most."""
MOST_TIMES = 100_000


@dataclass(frozen=True)
class _Range:
    """Values that a kind of indicator takes, and how to say so."""

    fits: Callable[[float], bool]
    description: str


RANGES: dict[str, _Range] = {
    "level": _Range(lambda value: 1 <= value <= 9, "a level from 1 to 9"),
    "switch": _Range(lambda value: value in (0, 1), "0 (off) or 1 (on)"),
    "duration": _Range(lambda value: value <= MOST_MINUTES, f"minutes, at most {MOST_MINUTES} (a week)"),
    "count": _Range(lambda value: value <= MOST_TIMES, f"a number of times, at most {MOST_TIMES}"),
}
PERCENT = 100.0
PEER_SWITCH = "D82"
"""学伴匹配开关: on while a student consents to be matched with peers."""


def evidence_of(request: UpdatePortraitRequest, tables: Tables, now: datetime) -> list[Evidence]:
    """The behaviours as evidence. Raises `BadParameter` naming every one that is not what its indicator takes."""
    faults = [
        FieldFault(f"behaviors[{position}].{field}", message)
        for position, behaviour in enumerate(request.behaviors)
        for field, message in _faults(behaviour, tables, now)
    ]
    if faults:
        first_fault = f"{faults[0].field}: {faults[0].message}"
        raise BadParameter(f"Parameter validation failed: {first_fault}", faults=tuple(faults))
    return [_evidence(request.student_id, behaviour) for behaviour in request.behaviors]


def peer_switch(reported: Sequence[Evidence], known: Sequence[Evidence]) -> bool | None:
    """What a report says of the consent to be matched with peers; None where it says nothing new.

    `known`: what is known of the switch. What was reported before, or lies before the last change that is known, moves it no more: a report that
    comes late or twice takes back no withdrawal.
    """
    keys, moments = {piece.idempotency_key for piece in known}, [piece.occurred_at for piece in known]
    new = [
        piece
        for piece in reported
        if piece.target == PEER_SWITCH
        and piece.idempotency_key not in keys
        and piece.occurred_at >= max(moments, default=EARLIEST)
    ]
    return bool(max(new, key=lambda piece: piece.occurred_at).outcome) if new else None


def reports_peer_switch(request: UpdatePortraitRequest) -> bool:
    """Whether a report says anything of the switch of study peers."""
    return any(behaviour.indicator == PEER_SWITCH for behaviour in request.behaviors)


def is_switched_off(known: Sequence[Evidence]) -> bool:
    """Whether the switch was off at the last change that is known, a withdrawal counting before a consent of the same moment."""
    return bool(known) and max(known, key=lambda piece: (piece.occurred_at, -piece.outcome)).outcome == 0


def switched(student_id: str, *, on: bool, at: datetime) -> Evidence:
    """The switch, pressed by the student on a page."""
    return _evidence(student_id, Behavior(indicator=PEER_SWITCH, kind="switch", value=float(on), occurred_at=at))


def _faults(behaviour: Behavior, tables: Tables, now: datetime) -> list[tuple[str, str]]:
    kind = tables.indicators.by_id[behaviour.indicator].data_type
    faults = []
    if behaviour.kind != kind:
        return [("kind", f"{behaviour.kind!r} is not the kind of {behaviour.indicator}, which is {kind!r}")]
    if kind == "percentage":
        most = behaviour.max or PERCENT
        if behaviour.value > most:
            faults.append(("value", f"{behaviour.value:g} is more than max, {most:g}"))
    else:
        if not RANGES[kind].fits(behaviour.value):
            faults.append(("value", f"{behaviour.value:g} is not {RANGES[kind].description}"))
        if behaviour.max is not None:
            faults.append(("max", f"{behaviour.max:g} is given, but only a percentage has a max"))
    if behaviour.occurred_at > now:
        faults.append(("occurred_at", f"{behaviour.occurred_at.isoformat()} lies in the future"))
    elif behaviour.occurred_at < EARLIEST:
        faults.append(("occurred_at", f"{behaviour.occurred_at.isoformat()} is before {EARLIEST.date()}"))
    return faults


def _evidence(student_id: str, behaviour: Behavior) -> Evidence:
    """A behaviour as evidence: its outcome is in the indicator's unit, a percentage as a share 0-1."""
    at = behaviour.occurred_at.astimezone(UTC)
    contents = [student_id, behaviour.indicator, at.isoformat(), behaviour.value, behaviour.max]
    digest = hashlib.sha256(json.dumps(contents).encode()).hexdigest()[:32]
    share = behaviour.value / (behaviour.max or PERCENT) if behaviour.kind == "percentage" else behaviour.value
    return Evidence(
        student_id=student_id,
        kind="behaviour",
        target_kind="indicator",
        target=behaviour.indicator,
        outcome=share,
        weight=1.0,
        source=f"behaviour:{digest}",
        occurred_at=at,
        idempotency_key=f"behaviour:{digest}",
    )
