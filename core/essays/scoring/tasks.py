"""What the writing task of a level asks for, and how much of it a text does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

TaskDone = Literal["done", "nearly", "half", "begun"]

ASKED: Mapping[int, int] = {1: 20, 2: 30, 3: 50, 4: 80, 5: 100, 6: 400}
"""Chinese characters that a level's task asks for. The HSK asks 80 at level 4, 80 to 100 at level 5 and some 400 at level 6; it has no writing
task at the levels 1 and 2, where two and three sentences are taken for one, and short sentences at level 3."""
SHARES: tuple[tuple[float, TaskDone], ...] = ((0.8, "done"), (0.6, "nearly"), (0.3, "half"), (0.0, "begun"))
"""From which share of the characters asked for a task counts as so far done: in steps, so that one character more or less moves nothing but a step."""


def task_done(characters: int, *, hsk_level: int) -> TaskDone:
    """How much of its level's task a text does, by its length in Chinese characters.

    >>> task_done(22, hsk_level=1), task_done(22, hsk_level=4), task_done(60, hsk_level=4)
    ('done', 'begun', 'nearly')
    """
    share = characters / ASKED[hsk_level]
    return next(done for least, done in SHARES if share >= least)
