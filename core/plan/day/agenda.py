"""When what a student has answered falls due: each official point once, whichever of its children was asked, and each word."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from core.learning.memory import Card
from core.plan.day.memory import POINT, WORD


def due_of_points(cards: Mapping[str, Card], index_of: Mapping[str, int]) -> dict[int, datetime]:
    """By index of the official point: the earliest day among its own card and its children's.

    `index_of`: the index of each point and child (`core.plan.day.standings.OfficialPoints`); points that it lacks are passed over.
    """
    due: dict[int, datetime] = {}
    for target, card in cards.items():
        index = index_of.get(target.removeprefix(POINT)) if target.startswith(POINT) else None
        if index is not None:
            due[index] = min(card.due_at, due.get(index, card.due_at))
    return due


def due_moments(cards: Mapping[str, Card], index_of: Mapping[str, int]) -> list[datetime]:
    """When each point and each word falls due, in no order."""
    words = (card.due_at for target, card in cards.items() if target.startswith(WORD))
    return [*due_of_points(cards, index_of).values(), *words]
