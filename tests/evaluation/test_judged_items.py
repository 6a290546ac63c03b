"""The judgements of items drawn at random: whole, three readings each, and what the latest draw reached."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from evaluation.questions.judgements import FIRST_WITH_ALL, ITEMS, ORDERS, Judgement, stored_judgements
from tests.evaluation.floors import FLOORS

JUDGED = stored_judgements()
READINGS = 3


def test_every_item_of_every_draw_was_read_three_times() -> None:
    times = Counter((row.seed, row.number) for row in JUDGED)
    seeds = {row.seed for row in JUDGED}
    assert len(times) == sum(2 * ITEMS if seed >= FIRST_WITH_ALL else ITEMS + ORDERS for seed in seeds)
    assert set(times.values()) == {READINGS}
    assert all(row.answers for row in JUDGED)


def test_a_reading_that_finds_fault_says_which() -> None:
    faulty = [row for row in JUDGED if 0 in (row.natural, row.explained, row.reasoned, row.tests, row.fits)]
    assert [(row.seed, row.part, row.number) for row in faulty if not row.remark] == []


@pytest.mark.parametrize("part", ["any", "met"])
@pytest.mark.parametrize("name", ["one_right", "natural", "explained", "reasoned", "tests", "fits"])
def test_the_latest_draw_holds_its_floor(part: str, name: str) -> None:
    latest = JUDGED[-1].seed
    votes: dict[int, list[int]] = defaultdict(list)
    for row in JUDGED:
        if (row.seed, row.part) == (latest, part):
            votes[row.number].append(_of(row, name))
    share = sum(2 * sum(given) > READINGS for given in votes.values()) / len(votes)
    assert share >= FLOORS["judged_items"][f"{part}_{name}"]


def _of(row: Judgement, name: str) -> int:
    value = getattr(row, name)
    assert isinstance(value, int)
    return value
