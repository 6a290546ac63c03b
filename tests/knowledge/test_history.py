"""The map's past, month by month."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import NotFound
from core.knowledge.history import months
from core.knowledge.wire import MonthState
from core.learning.days import day_of, day_start
from core.learning.mastery import shown_of
from core.learning.sums.states import Counts, fold_counts, point_counts
from evaluation.service.clock import StoppedClock
from tests.knowledge.classroom import CALLER, Classroom, new_classroom


@pytest.fixture
def room(clock: StoppedClock) -> Classroom:
    made = new_classroom(clock)
    made.join("s1", days_ago=300)
    return made


def history(room: Classroom, *, count: int = 12, student_id: str = "s1") -> list[MonthState]:
    return months(student_id, CALLER, months=count, points=room.points, store=room.store, clock=room.clock)


def test_a_month_shows_what_stood_at_its_end_and_nothing_later(room: Classroom) -> None:
    room.answer("s1", "【一02】", wrong=2, days_ago=70)  # 15 September
    room.answer("s1", "【一02】", right=3, days_ago=30)  # 25 October
    room.answer("s1", "【一02】", right=20, days_ago=1)
    room.take_in()
    found = history(room)
    assert [(state.month, state.statuses["【一02】"], state.answers) for state in found] == [
        ("2026-09", "begun", 2),
        ("2026-10", "mastered", 3),
        ("2026-11", "exceeded", 20),
    ]


def test_months_without_answers_stand_in_between_and_keep_what_was(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=3, days_ago=100)
    room.take_in()
    found = history(room)
    assert [state.month for state in found] == ["2026-08", "2026-09", "2026-10", "2026-11"]
    assert [state.answers for state in found] == [3, 0, 0, 0]
    assert all(state.statuses == {"【一02】": "exceeded"} for state in found)


def test_a_month_ends_at_midnight_in_utc_plus_8(room: Classroom) -> None:
    last_second = datetime(2026, 10, 31, 15, 59, 59, tzinfo=UTC)
    room.say("s1", "【一02】", 1.0, at=last_second)
    room.say("s1", "【一03】", 1.0, at=last_second + timedelta(seconds=1))
    room.take_in()
    october, november = history(room)
    assert set(october.statuses) == {"【一02】"}
    assert set(november.statuses) == {"【一02】", "【一03】"}


def test_an_upheld_appeal_mends_the_month_of_the_answer(room: Classroom) -> None:
    answered = room.clock.now() - timedelta(days=40)
    room.say("s1", "【一02】", 0.0, at=answered)
    room.say("s1", "【一02】", 0.0, at=answered, weight=-1.0, kind="retraction")
    room.say("s1", "【一02】", 1.0, at=answered, kind="appeal_upheld")
    room.answer("s1", "【一02】", right=2, days_ago=40)
    room.take_in()
    assert [state.statuses["【一02】"] for state in history(room)] == ["exceeded", "exceeded"]


def test_comprehension_moves_no_status(room: Classroom) -> None:
    room.say("s1", "【一02】", 1.0, at=room.clock.now(), weight=0.25)
    room.take_in()
    assert history(room)[-1].statuses == {}


def test_an_official_point_counts_its_children_in_the_past_too(room: Classroom) -> None:
    child = next(row for row in room.points.rows if row.kind == "word")
    room.answer("s1", child.id, right=1, days_ago=40)
    room.take_in()
    assert set(history(room)[0].statuses) == {child.id, child.parent_id}


def test_only_the_last_months_are_given(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=1, days_ago=200)
    room.take_in()
    assert [state.month for state in history(room, count=2)] == ["2026-10", "2026-11"]


def test_a_student_without_answers_has_the_present_month_alone(room: Classroom) -> None:
    (state,) = history(room)
    assert (state.month, state.statuses, state.answers) == ("2026-11", {}, 0)


def test_an_unknown_student_is_not_found(room: Classroom) -> None:
    with pytest.raises(NotFound, match="no student 'nobody'"):
        history(room, student_id="nobody")


PIECES = st.lists(
    st.tuples(st.sampled_from(["【一02】", "【一101】", "【一04】", "【二10】"]), st.booleans(), st.integers(0, 240)),
    max_size=40,
)


@settings(max_examples=25, deadline=None)
@given(PIECES)
def test_every_month_equals_a_count_from_scratch_and_the_last_one_the_map(
    pieces: list[tuple[str, bool, int]],
) -> None:
    room = new_classroom(StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC)))
    room.join("s1", days_ago=300)
    for point, right, days_ago in pieces:
        room.answer("s1", point, right=int(right), wrong=int(not right), days_ago=days_ago)
    room.take_in()
    found = history(room)
    assert all(before.month < after.month for before, after in pairwise(found))
    for state in found:
        year, month = map(int, state.month.split("-"))
        end = day_start(datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC).date())
        own: dict[str, tuple[int, int]] = {}
        for piece in room.store.evidence_of("org", "s1"):
            if piece.occurred_at < end:
                attempts, correct = own.get(piece.target, (0, 0))
                own[piece.target] = attempts + 1, correct + int(piece.outcome)
        counted = fold_counts(room.points.rows, own)
        assert state.statuses == shown_of_all(counted)
    assert found[-1].month == day_of(room.clock.now()).strftime("%Y-%m")
    assert found[-1].statuses == shown_of_all(point_counts(room.points, room.store.learner("org", "s1")))


def shown_of_all(counts: Mapping[str, Counts]) -> dict[str, str]:
    return {point: shown_of(each.status, each.attempts) for point, each in counts.items() if each.attempts}
