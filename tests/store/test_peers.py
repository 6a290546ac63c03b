"""Goals, consent and requests in the store, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from core.records.learner import LearningGoal, PeerConsent, PeerRequest, PeerStamp
from core.store.sql import SqlStore
from core.store.tables.columns import table, to_micros
from core.store.tables.learner import LearnerStateTable
from tests.store.rows import NOW, answer, evaluation, row_counts

GOAL = LearningGoal("org", "s1", "hsk", None, ("【一01】", "【一02】"), date(2026, 12, 31), 120, NOW)
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def consent(store: SqlStore, student_id: str, **changed: Any) -> PeerConsent:
    """The student's consent, stored."""
    row = replace(PeerConsent("org", student_id, f"peer_{student_id}", NOW), **changed)
    store.give_consent(row)
    return row


def ask(store: SqlStore, sender: str, receiver: str, *, request_id: str = "pr_1", **changed: Any) -> bool:
    """Add a request; whether it was stored."""
    return store.add_peer_request(replace(PeerRequest(request_id, "org", sender, receiver, "open", NOW), **changed))


def put_vector(store: SqlStore, student_id: str, value: int, *, at: datetime = NOW, organisation: str = "org") -> bytes:
    """A folded student with one value on all points."""
    row = {
        "organisation_id": organisation, "student_id": student_id, "watermark": 1, "model": "m", "attempts": 1,
        "correct": 1, "right_slow": 1.0, "wrong_slow": 0.0, "right_fast": 1.0, "wrong_fast": 0.0,
        "last_at": to_micros(at), "vector": bytes([value]) * 853, "updated_at": to_micros(at),
    }  # fmt: skip
    state = table(LearnerStateTable)
    statement = store.insert(state).values(row)
    with store.write() as connection:
        connection.execute(statement.on_conflict_do_update(index_elements=["organisation_id", "student_id"], set_=row))
    return bytes([value]) * 853


# -- goals -----------------------------------------------------------------------------------------------------


def test_a_goal_comes_back_as_it_was_set_and_makes_the_student(store: SqlStore) -> None:
    store.put_goal(GOAL)
    assert store.goal("org", "s1", "hsk") == GOAL
    assert store.goal("org", "s1", "ykk") is None
    assert store.goal("other", "s1", "hsk") is None
    assert store.student("org", "s1") is not None


def test_a_new_goal_takes_the_place_of_the_old_one(store: SqlStore) -> None:
    store.put_goal(GOAL)
    later = replace(GOAL, points=(), target_level=3, due=None, minutes_a_week=None, set_at=NOW + timedelta(days=1))
    store.put_goal(later)
    assert store.goal("org", "s1", "hsk") == later


def test_a_goal_is_taken_back_once(store: SqlStore) -> None:
    store.put_goal(GOAL)
    assert [store.remove_goal("org", "s1", "hsk") for _ in range(2)] == [True, False]
    assert store.goal("org", "s1", "hsk") is None


def test_the_times_of_answers_leave_out_empty_ones_and_those_before(store: SqlStore) -> None:
    rows = [
        answer(position=0, answered_at=NOW - timedelta(days=2)),
        answer(position=1, answered_at=NOW, time_spent_seconds=9),
        answer(position=2, answered=False),
        answer(position=3, answered_at=NOW - timedelta(days=1)),
    ]
    store.add_evaluation(evaluation(), rows, [], call=None, reply=None)
    times = store.answer_times("org", "s1", NOW - timedelta(days=1))
    assert times == [(NOW - timedelta(days=1), 7), (NOW, 9)]


# -- consent -----------------------------------------------------------------------------------------------


def test_a_consent_stands_until_it_is_withdrawn(store: SqlStore) -> None:
    row = consent(store, "s1")
    assert store.consent("org", "s1") == row
    assert store.consent_by_pseudonym("org", "peer_s1") == row
    assert [store.withdraw_consent("org", "s1") for _ in range(2)] == [True, False]
    assert store.consent("org", "s1") is None
    assert store.consent_by_pseudonym("org", "peer_s1") is None


def test_consenting_twice_keeps_the_first_pseudonym(store: SqlStore) -> None:
    row = consent(store, "s1")
    consent(store, "s1", pseudonym="peer_new")
    assert store.consent("org", "s1") == row


def test_consents_belong_to_their_organisation(store: SqlStore) -> None:
    consent(store, "s1")
    consent(store, "s2", organisation_id="other")
    assert [each.student_id for each in store.consents("org")] == ["s1"]
    assert store.consents("org", ["s2"]) == []
    assert store.consent_by_pseudonym("org", "peer_s2") is None


def test_only_vectors_of_students_who_consent_are_given(store: SqlStore) -> None:
    vector = put_vector(store, "s1", 100)
    put_vector(store, "s2", 150)
    put_vector(store, "s3", 200, organisation="other")
    consent(store, "s1")
    consent(store, "s3", organisation_id="other")
    consent(store, "s4")
    assert list(store.peer_vectors("org")) == [("s1", vector)]


def test_the_stamp_moves_with_every_new_consent_and_every_vector(store: SqlStore) -> None:
    assert store.peer_stamp("org") == PeerStamp(BEGINNING, BEGINNING)
    consent(store, "s1")
    put_vector(store, "s1", 100)
    stamp = store.peer_stamp("org")
    assert stamp == PeerStamp(NOW, NOW)
    later = NOW + timedelta(seconds=1)
    put_vector(store, "s2", 100, at=later)
    consent(store, "s2", since=later)
    assert store.peer_stamp("org") == PeerStamp(later, later)
    assert sorted(dict(store.peer_vectors("org", since=store.peer_stamp("org")))) == ["s2"]
    assert sorted(dict(store.peer_vectors("org", since=stamp))) == ["s1", "s2"]


# -- requests --------------------------------------------------------------------------------------------------


def test_a_request_is_seen_by_both_and_settled_once(store: SqlStore) -> None:
    consent(store, "s1")
    consent(store, "s2")
    assert ask(store, "s1", "s2")
    assert store.peer_requests("org", "s1") == store.peer_requests("org", "s2")
    settled = [store.settle_peer_request("org", "pr_1", accepted=yes, at=NOW) for yes in (True, False)]
    assert settled == [True, False]
    assert [(each.status, each.settled_at) for each in store.peer_requests("org", "s1")] == [("accepted", NOW)]


def test_requests_are_listed_newest_first(store: SqlStore) -> None:
    for student_id in ("s1", "s2", "s3"):
        consent(store, student_id)
    ask(store, "s1", "s2", request_id="pr_1")
    ask(store, "s3", "s1", request_id="pr_2", created_at=NOW + timedelta(minutes=1))
    assert [each.request_id for each in store.peer_requests("org", "s1")] == ["pr_2", "pr_1"]


@pytest.mark.parametrize("willing", [(), ("s1",), ("s2",)])
def test_nobody_is_asked_unless_both_consent(store: SqlStore, willing: tuple[str, ...]) -> None:
    for student_id in willing:
        consent(store, student_id)
    assert not ask(store, "s1", "s2")
    assert store.peer_requests("org", "s1") == []


@pytest.mark.parametrize("second", [("s1", "s2"), ("s2", "s1")])
def test_a_standing_request_is_not_made_again_from_either_side(store: SqlStore, second: tuple[str, str]) -> None:
    consent(store, "s1")
    consent(store, "s2")
    ask(store, "s1", "s2")
    assert not ask(store, *second, request_id="pr_2")
    store.settle_peer_request("org", "pr_1", accepted=True, at=NOW)
    assert not ask(store, *second, request_id="pr_3")


def test_who_was_declined_cannot_ask_again_but_the_other_may(store: SqlStore) -> None:
    consent(store, "s1")
    consent(store, "s2")
    ask(store, "s1", "s2")
    store.settle_peer_request("org", "pr_1", accepted=False, at=NOW)
    assert not ask(store, "s1", "s2", request_id="pr_2")
    assert ask(store, "s2", "s1", request_id="pr_3")


def test_withdrawing_takes_requests_from_and_to_the_student_along(store: SqlStore) -> None:
    for student_id in ("s1", "s2", "s3"):
        consent(store, student_id)
    ask(store, "s1", "s2", request_id="pr_1")
    ask(store, "s3", "s1", request_id="pr_2")
    ask(store, "s2", "s3", request_id="pr_3")
    store.withdraw_consent("org", "s1")
    assert [each.request_id for each in store.peer_requests("org", "s2")] == ["pr_3"]
    assert store.peer_requests("org", "s1") == []


def test_erasing_a_student_takes_goals_consent_and_requests_on_both_sides_along(store: SqlStore) -> None:
    for student_id in ("s1", "s2"):
        consent(store, student_id)
    store.put_goal(GOAL)
    ask(store, "s2", "s1")
    store.erase_student("org", "s1")
    assert row_counts(store) == {"student": 1, "peer_consent": 1}
