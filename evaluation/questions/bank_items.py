"""The bank's items of a cell, made once for all tests: they are made from data files and never change."""

from __future__ import annotations

from functools import cache

from core.questions.bank import ItemBank
from core.questions.targets import TargetIndex, index_of
from core.records.items import Item
from core.wire import BandLevel, QuestionType, Topic
from core.wiring import in_memory_core


@cache
def shared_bank() -> ItemBank:
    """One bank for all tests."""
    return in_memory_core().bank


@cache
def bank_items(kind: QuestionType, topic: Topic, band: BandLevel = "beginner") -> tuple[Item, ...]:
    """All items of a cell, in the bank's order."""
    return shared_bank().items(kind, topic, band)


def shared_index() -> TargetIndex:
    """The shared bank by target."""
    return index_of(shared_bank())
