"""When what a student has answered falls due: each official point once, whichever of its children was asked, and each word."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from core.learning.memory import Card
from core.plan.day.memory import POINT, WORD


def due_of_points(cards: Mapping[str, Card], place: Mapping[str, int]) -> dict[int, datetime]:
    """By place of the official point: the earliest day among its own card and its children's.

    `place`: of each point and child (`core.plan.day.standings.Ground`); what it does not know is passed over.
    """
    found: dict[int, datetime] = {}
    for target, card in cards.items():
        at = place.get(target.removeprefix(POINT)) if target.startswith(POINT) else None
        if at is not None:
            found[at] = min(card.due_at, found.get(at, card.due_at))
    return found


def due_moments(cards: Mapping[str, Card], place: Mapping[str, int]) -> list[datetime]:
    """When each point and each word falls due, in no order."""
    words = (card.due_at for target, card in cards.items() if target.startswith(WORD))
    return [*due_of_points(cards, place).values(), *words]
