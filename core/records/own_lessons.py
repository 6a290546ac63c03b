"""Lessons that an organisation's teachers write."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.records.own_items import ItemState


@dataclass(frozen=True)
class OwnLesson:
    """A lesson of an organisation, as it was saved last."""

    organisation_id: str
    lesson_id: str
    """Also the id of the resource that it is."""
    body: str
    """JSON of `core.plan.lessons.own.OwnLessonDraft`."""
    state: ItemState
    """Of a draft students know nothing; a retired one is offered to no teacher any more, and is played by whom it was given to."""
    author: str
    """Account id of whoever wrote it."""
    made_at: datetime
    changed_at: datetime
    version: int = 1
    """Counts up with every change, so that two teachers who edit at once notice."""
