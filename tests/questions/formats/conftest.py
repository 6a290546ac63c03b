"""Real items: a few of every cell of the bank."""

from __future__ import annotations

import pytest

from core.api.core import Core
from core.records.items import Item
from core.wire import BANDS, QUESTION_TYPES, TOPICS
from core.wiring import in_memory_core

PER_CELL = 6


@pytest.fixture(scope="session")
def core() -> Core:
    return in_memory_core()


@pytest.fixture(scope="session")
def items(core: Core) -> list[Item]:
    """Some items of each type, topic and band, spread over the cell."""
    found = []
    for band in BANDS:
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                drafts = core.bank.drafts(kind, topic, band)
                found += [draft.item() for draft in drafts[:: max(1, len(drafts) // PER_CELL)]]
    return list({item.id: item for item in found if item is not None}.values())
