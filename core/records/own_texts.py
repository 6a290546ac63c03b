"""Texts with questions that an organisation's teachers write."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.records.own_items import ItemState


@dataclass(frozen=True)
class OwnText:
    """A text of an organisation with its questions, as it was saved last."""

    organisation_id: str
    text_id: str
    body: str
    """JSON of `core.questions.own_texts.wire.OwnTextDraft`."""
    state: ItemState
    item_ids: tuple[str, ...]
    """Ids of the own items that its questions are, in their order; those of the last approval while it is a draft again."""
    author: str
    """Account id of whoever wrote it."""
    made_at: datetime
    changed_at: datetime
    version: int = 1
    """Counts up with every change, so that two teachers who edit at once notice."""
