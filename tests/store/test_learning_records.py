"""Registered record stores, and the evidence log as acts, on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.records.evidence import Evidence
from core.records.learning_records import RecordStore, Sitting
from core.store.sql import SqlStore
from tests.store.rows import NOW, SESSION, STUDENT, answer, evaluation, evidence, with_organisation

REGISTERED = RecordStore("org", "https://lrs.test/xapi", "u", "p", "https://wenlu.test", "pseudonyms", 5, NOW)
LEAVES = ("D52", "D97")


@pytest.fixture
def school(store: SqlStore) -> SqlStore:
    with_organisation(store)
    store.put_student(STUDENT)
    return store


def acted(store: SqlStore, evaluation_id: str, session_id: str | None, *answered: bool, minutes: int = 0) -> None:
    """An evaluation with its answers, those not passed over with their evidence."""
    at = NOW + timedelta(minutes=minutes)
    rows = [
        answer(evaluation_id, place, answered=each, is_correct=each, score=100.0 * each, answered_at=at)
        for place, each in enumerate(answered)
    ]
    pieces = [
        evidence(f"{evaluation_id}#{place}:{kind}", source=f"{evaluation_id}#{place}", target_kind=kind, occurred_at=at)
        for place, each in enumerate(answered)
        if each
        for kind in ("point", "skill")
    ]
    made = evaluation(evaluation_id, session_id=session_id, created_at=at)
    store.add_evaluation(made, rows, pieces, call=None, reply=None)


def acts(store: SqlStore, seq: int = 0, limit: int = 100) -> list[tuple[str, str, Sitting | None]]:
    found = store.acts_above("org", seq, indicators=LEAVES, limit=limit)
    return [(each.piece.source, each.sitting_id, each.finished) for each in found]


def test_a_registration_is_kept_replaced_and_removed(school: SqlStore) -> None:
    assert school.record_store("org") is None
    school.put_record_store(REGISTERED)
    assert school.record_store("org") == REGISTERED
    changed = replace(REGISTERED, endpoint="https://other.test", naming="student-ids", tried_at=NOW, failure="away")
    school.put_record_store(changed)
    assert school.record_store("org") == changed
    assert school.record_store("org2") is None
    assert not school.remove_record_store("org2")
    assert school.remove_record_store("org")
    assert school.record_store("org") is None


def test_a_watermark_moves_only_from_where_it_is_known_to_be(school: SqlStore) -> None:
    school.put_record_store(REGISTERED)
    again = replace(REGISTERED, registered_at=NOW + timedelta(seconds=1))
    school.note_failure(again, "of another registration", NOW)
    assert school.record_store("org") == REGISTERED
    assert not school.note_sent(again, upto=9, sent=3, left_out=1, at=NOW)
    school.note_failure(REGISTERED, "away", NOW)
    assert school.note_sent(REGISTERED, upto=9, sent=3, left_out=1, at=NOW)
    assert not school.note_sent(REGISTERED, upto=7, sent=2, left_out=0, at=NOW)
    elsewhere = replace(REGISTERED, endpoint="https://other.test", watermark=9)
    assert not school.note_sent(elsewhere, upto=12, sent=2, left_out=0, at=NOW)
    expected = replace(REGISTERED, watermark=9, sent=3, left_out=1, tried_at=NOW, failure="")
    assert school.record_store("org") == expected


def test_a_school_s_secret_is_made_once_and_is_its_own(school: SqlStore) -> None:
    assert school.pseudonym_secret("org", "first") == "first"
    assert school.pseudonym_secret("org", "second") == "first"
    assert school.pseudonym_secret("org2", "third") == "third"


def test_each_answer_is_one_act_and_cards_passed_over_are_none(school: SqlStore) -> None:
    acted(school, "ev_1", None, True)
    acted(school, "ev_2", "other:0", True)  # no round of that id
    acted(school, "ev_3", None, True, False, True, False)
    of_call = Sitting("ev_3", answers=4, right=2, score=50.0, seconds=28)
    assert acts(school) == [
        ("ev_1#0", "", None),
        ("ev_2#0", "", None),
        ("ev_3#0", "ev_3", None),
        ("ev_3#2", "ev_3", of_call),
    ]


def test_a_round_ends_with_the_last_card_that_was_answered_whichever_page_it_stands_on(school: SqlStore) -> None:
    school.add_practice(replace(SESSION, item_ids=("q_1", "q_2", "q_3"), settings='{"twins":{"2":0}}'))
    acted(school, "ev_2", "ps:1", True, minutes=1)
    assert acts(school) == [("ev_2#0", "ps", None)]
    acted(school, "ev_1", "ps:0", True, minutes=2)
    acted(school, "ev_3", "ps:2", False, minutes=3)  # the twin, which is no card of the round's beginning
    of_round = Sitting("ps", answers=2, right=2, score=100.0, seconds=14)
    assert acts(school) == [("ev_2#0", "ps", None), ("ev_1#0", "ps", of_round)]
    assert acts(school, limit=1) == [("ev_2#0", "ps", None)]
    assert acts(school, seq=2) == [("ev_1#0", "ps", of_round)]


def test_another_student_s_evaluation_is_no_card_of_a_round(school: SqlStore) -> None:
    school.add_practice(SESSION)
    acted(school, "ev_1", "ps:0", True)
    rows = [answer("ev_9", student_id="s2")]
    school.add_evaluation(evaluation("ev_9", student_id="s2", session_id="ps:1"), rows, [], call=None, reply=None)
    assert acts(school) == [("ev_1#0", "ps", None)]


def test_days_consent_and_organisation_bound_what_is_read(school: SqlStore) -> None:
    pieces = [
        Evidence(
            student_id,
            "lesson",
            "indicator",
            "D14",
            1.0,
            1.0,
            f"l{day}",
            NOW + timedelta(days=day),
            f"{student_id}:{day}",
        )
        for student_id in ("s1", "s2")
        for day in range(3)
    ]
    school.append_evidence("org", pieces, at=NOW)
    school.append_evidence("org2", [replace(pieces[0], idempotency_key="x")], at=NOW)
    middle = school.acts_above(
        "org", 0, indicators=LEAVES, limit=9, since=NOW + timedelta(days=1), until=NOW + timedelta(days=2)
    )
    assert [(each.piece.student_id, each.piece.source) for each in middle] == [("s1", "l1"), ("s2", "l1")]
    everyone = next(each for each in school.classes("org") if each.everyone)
    school.put_class(replace(everyone, consent="missing"))
    assert acts(school) == []
