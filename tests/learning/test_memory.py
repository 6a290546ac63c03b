"""Due dates: later with each right answer, sooner after a wrong one, the same however the answers arrive."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from core.learning.memory import (
    KEPT_DAYS,
    KEPT_LEAST,
    LONGEST_DAYS,
    Card,
    Review,
    kept_share,
    packed,
    reviewed,
    unpacked,
)

START = datetime(2026, 9, 1, 11, 30, 0, 123456, tzinfo=UTC)


def on_day(day: float, outcome: float = 1.0, target: str = "【一01】") -> Review:
    return Review(target, outcome, START + timedelta(days=day))


def answered_when_due(reviews: int) -> list[Card]:
    cards = reviewed({}, [on_day(0)])
    seen = [cards["【一01】"]]
    for _ in range(reviews):
        cards = reviewed(cards, [Review("【一01】", 1.0, seen[-1].due_at)])
        seen.append(cards["【一01】"])
    return seen


def test_a_first_answer_is_due_sooner_the_worse_it_was() -> None:
    wrong, half, right = (reviewed({}, [on_day(0, outcome)])["【一01】"].due_at - START for outcome in (0.0, 0.5, 1.0))
    assert timedelta(days=1) <= wrong <= half < right


def test_each_right_answer_when_due_puts_the_next_one_further_off_up_to_a_year() -> None:
    waits = [card.due_at - card.last_at for card in answered_when_due(12)]
    assert all(earlier <= later for earlier, later in pairwise(waits))
    assert waits[-1] == timedelta(days=LONGEST_DAYS)


def test_forgetting_brings_a_card_back_within_days() -> None:
    known = answered_when_due(4)[-1]
    forgotten = reviewed({"【一01】": known}, [Review("【一01】", 0.0, known.due_at)])["【一01】"]
    assert forgotten.due_at - forgotten.last_at < (known.due_at - known.last_at) / 4
    assert forgotten.difficulty > known.difficulty


def test_the_order_in_which_answers_come_makes_no_difference_within_one_fold() -> None:
    answers = [on_day(day, outcome) for day, outcome in ((0, 1.0), (2, 0.0), (2, 1.0), (9, 0.5))]
    assert reviewed({}, answers) == reviewed({}, reversed(answers))


def test_folding_in_parts_ends_where_one_fold_does() -> None:
    answers = [on_day(day, outcome) for day, outcome in ((0, 1.0), (2, 0.0), (5, 1.0), (9, 0.5))]
    parts: dict[str, Card] = {}
    for each in answers:
        parts = unpacked(packed(reviewed(parts, [each])))
    assert parts == reviewed({}, answers)


def test_an_answer_that_comes_late_moves_nothing_and_a_fold_of_all_counts_it() -> None:
    cards = reviewed({}, [on_day(5)])
    assert reviewed(cards, [on_day(2, 0.0)]) == cards
    assert reviewed({}, [on_day(5), on_day(2, 0.0)]) != cards


def test_the_given_cards_are_not_changed() -> None:
    cards = reviewed({}, [on_day(0)])
    before = dict(cards)
    reviewed(cards, [on_day(3), on_day(3, target="【一02】")])
    assert cards == before


def test_cards_are_the_same_after_being_stored() -> None:
    cards = reviewed({}, [on_day(day, 1.0, f"点{number}") for number in range(40) for day in (0, 3)])
    assert unpacked(packed(cards)) == cards
    assert unpacked("") == {}


def test_a_moment_of_another_zone_is_the_same_moment() -> None:
    shanghai = Review("【一01】", 1.0, START.astimezone(timezone(timedelta(hours=8))))
    assert reviewed({}, [shanghai]) == reviewed({}, [on_day(0)])


def test_overdue_days_count_from_the_due_date() -> None:
    card = reviewed({}, [on_day(0)])["【一01】"]
    assert card.overdue_days(card.due_at + timedelta(days=3)) == 3.0
    assert card.overdue_days(START) < 0


def long_apart(outcomes: list[float]) -> list[Review]:
    """Each target answered rightly, and again three weeks later with one of the outcomes."""
    again = [on_day(21, outcome, f"点{number}") for number, outcome in enumerate(outcomes)]
    return [on_day(0, 1.0, review.target) for review in again] + again


def test_the_share_kept_counts_only_answers_long_after_the_one_before() -> None:
    reviews = long_apart([1.0] * 4 + [0.0] * KEPT_LEAST)
    daily = [on_day(21 + day, 1.0, "点0") for day in (1, 2, 3)]
    assert kept_share([*daily, *reviews], START + timedelta(days=25)) == 4 / (4 + KEPT_LEAST)


def test_too_few_or_too_old_answers_do_not_tell_what_was_kept() -> None:
    assert kept_share(long_apart([1.0] * (KEPT_LEAST - 1)), START + timedelta(days=25)) is None
    assert kept_share(long_apart([1.0] * KEPT_LEAST), START + timedelta(days=21 + KEPT_DAYS + 1)) is None
