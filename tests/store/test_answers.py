"""Evaluations, answers, the evidence log, practice sessions, appeals: on SQLite and PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from core.records.answers import Appeal
from core.store.parts.classes import MAX_IDS
from core.store.sql import SqlStore
from tests.store.rows import CALL, NOW, SESSION, answer, evaluation, evidence, issue, item, row_counts

SECOND = timedelta(seconds=1)
APPEAL = Appeal("ap", "org", "s1", "ev_1", "q_1", '"好"', "as in our book", "open", NOW)


def add(store: SqlStore, evaluation_id: str = "ev_1", session_id: str | None = None, print_of: str = "print") -> str:
    """Add an evaluation with one answer and two pieces of evidence, counted; returns the id of the evaluation that is stored."""
    row = evaluation(evaluation_id, session_id=session_id, fingerprint=print_of)
    pieces = [evidence(f"{evaluation_id}:a"), evidence(f"{evaluation_id}:b", target="好", target_kind="word")]
    return store.add_evaluation(row, [answer(evaluation_id)], pieces, call=CALL, reply=None).evaluation_id


# -- evaluations -----------------------------------------------------------------------------------------------


def test_an_evaluation_is_written_with_its_student_answers_evidence_and_count(store: SqlStore) -> None:
    add(store)
    assert store.evaluation("org", "ev_1") == evaluation()
    assert store.answers_of("org", "ev_1") == [answer()]
    assert [piece.target for piece in store.evidence_of("org", "s1")] == ["【一01】", "好"]
    assert row_counts(store) == {
        "student": 1, "evaluation": 1, "answer": 1, "evidence": 2, "quota_use": 1, "usage_ledger": 1,
    }  # fmt: skip


def test_another_organisation_sees_neither_evaluation_nor_answers(store: SqlStore) -> None:
    add(store, session_id="session")
    assert store.evaluation("other", "ev_1") is None
    assert store.answers_of("other", "ev_1") == []
    assert store.evaluation_of_session("other", "s1", "session") is None
    assert store.answers_between("other", "s1", NOW, NOW + SECOND) == []
    assert store.evidence_of("other", "s1") == store.evidence_above("other", 0) == []


def test_a_session_submitted_before_gives_its_first_row_and_counts_nothing(store: SqlStore) -> None:
    add(store, "ev_1", "session")
    before = row_counts(store)
    assert add(store, "ev_2", "session", print_of="another") == "ev_1"
    assert row_counts(store) == before
    assert store.evaluation_of_session("org", "s1", "session") == evaluation(session_id="session")
    assert store.evaluation_of_session("org", "s1", "unknown") is None


def test_without_a_session_id_each_submit_is_its_own(store: SqlStore) -> None:
    assert [add(store, "ev_1"), add(store, "ev_2")] == ["ev_1", "ev_2"]


def test_of_threads_that_submit_one_session_all_get_the_same_row(store: SqlStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        evaluation_ids = set(threads.map(lambda number: add(store, f"ev_{number}", "session"), range(24)))
    assert len(evaluation_ids) == 1
    assert row_counts(store)["evaluation"] == row_counts(store)["usage_ledger"] == 1
    assert store.quota_used("org", "2026-11") == 1


def test_a_write_that_fails_half_way_leaves_nothing(store: SqlStore) -> None:
    twice = [answer(position=0), answer(position=0)]
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        store.add_evaluation(evaluation(), twice, [evidence("a")], call=CALL, reply=None)
    assert row_counts(store) == {}


def test_answers_come_in_the_order_of_position_and_of_time(store: SqlStore) -> None:
    later = NOW + SECOND
    rows = [answer(position=1, answered_at=later), answer(position=0, answered_at=later)]
    store.add_evaluation(evaluation(), rows, [], call=None, reply=None)
    store.add_evaluation(evaluation("ev_0"), [answer("ev_0")], [], call=None, reply=None)
    assert [row.position for row in store.answers_of("org", "ev_1")] == [0, 1]
    found = store.answers_between("org", "s1", NOW, later + SECOND)
    assert [(row.evaluation_id, row.position) for row in found] == [("ev_0", 0), ("ev_1", 0), ("ev_1", 1)]


def test_a_span_of_answers_holds_its_start_and_not_its_end(store: SqlStore) -> None:
    add(store)
    assert len(store.answers_between("org", "s1", NOW, NOW + SECOND)) == 1
    assert store.answers_between("org", "s1", NOW - SECOND, NOW) == []


def test_evidence_of_targets_is_what_the_log_holds_on_them(store: SqlStore) -> None:
    add(store)
    assert [piece.target for piece in store.evidence_of("org", "s1", targets={"好", "坏"})] == ["好"]
    assert store.evidence_of("org", "s1", targets=()) == store.evidence_of("other", "s1", targets={"好"}) == []


def test_answers_of_evaluations_are_found_by_their_key_and_not_among_all_of_the_organisation(store: SqlStore) -> None:
    add(store)
    said: list[tuple[str, Any]] = []
    event.listen(store.engine, "before_cursor_execute", lambda *arguments: said.append(arguments[2:4]))
    asked = [f"ev_{number}" for number in range(1, 11)]  # for two or three SQLite takes the key in any case
    assert [row.evaluation_id for row in store.answers_of("org", *asked)] == ["ev_1"]
    assert store.answers_of("other", "ev_1") == []
    if store.engine.dialect.name == "sqlite":
        statement, parameters = next(each for each in said if "FROM answer" in each[0])
        with store.read() as connection:
            plan = str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all())
        assert "(evaluation_id=?)" in plan


@pytest.mark.parametrize("targets", [None, {"好"}])
def test_a_students_evidence_is_found_by_the_student_and_not_in_the_log_of_the_school(
    store: SqlStore, targets: set[str] | None
) -> None:
    add(store)
    said: list[tuple[str, Any]] = []
    event.listen(store.engine, "before_cursor_execute", lambda *arguments: said.append(arguments[2:4]))
    assert store.evidence_of("org", "s1", targets=targets)
    if store.engine.dialect.name == "sqlite":
        statement, parameters = next(each for each in said if "FROM evidence" in each[0])
        with store.read() as connection:
            plan = str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all())
        assert "(organisation_id=? AND student_id=?)" in plan


def test_a_student_with_more_cards_than_fit_into_one_query_gets_the_answers_of_every_round(store: SqlStore) -> None:
    counts: list[int] = []
    event.listen(store.engine, "before_cursor_execute", lambda *arguments: counts.append(len(arguments[3] or ())))
    sessions = [
        replace(SESSION, session_id=f"ps_{number}", item_ids=tuple(f"q_{place}" for place in range(MAX_IDS)))
        for number in range(3)
    ]
    last = MAX_IDS - 1
    for number in range(3):
        add(store, f"ev_{number}", f"ps_{number}:{last}")
    counts.clear()
    answers = store.answers_of_practices("org", "s1", sessions)
    assert {key: [row.evaluation_id for row in rows] for key, rows in answers.items()} == {
        f"ps_{number}": [f"ev_{number}"] for number in range(3)
    }
    asked = [f"none_{number}" for number in range(2 * MAX_IDS)]
    assert [row.evaluation_id for row in store.answers_of("org", *asked, "ev_1")] == ["ev_1"]
    assert max(counts) < MAX_IDS + 10


# -- evidence --------------------------------------------------------------------------------------------------


def test_evidence_with_a_known_key_is_skipped_and_the_log_never_changes(store: SqlStore) -> None:
    first = [evidence("a"), evidence("b"), evidence("a", outcome=0.0)]
    assert store.append_evidence("org", first) == 2
    assert store.append_evidence("org", [evidence("b", outcome=0.5), evidence("c")]) == 1
    assert [(piece.idempotency_key, piece.outcome) for piece in store.evidence_of("org", "s1")] == [
        ("a", 1.0), ("b", 1.0), ("c", 1.0),
    ]  # fmt: skip
    assert store.append_evidence("other", [evidence("a")]) == 1


def test_appending_nothing_appends_nothing(store: SqlStore) -> None:
    assert store.append_evidence("org", []) == 0


def test_evidence_is_read_in_ingest_order_above_a_watermark(store: SqlStore) -> None:
    store.append_evidence("org", [evidence("later", occurred_at=NOW + SECOND), evidence("earlier")])
    rows = store.evidence_above("org", 0)
    assert [row.idempotency_key for row in rows] == ["later", "earlier"]
    assert replace(rows[0], seq=0) == evidence("later", occurred_at=NOW + SECOND)
    assert store.evidence_above("org", rows[0].seq) == [rows[1]]
    assert store.evidence_above("org", 0, limit=1) == [rows[0]]
    assert store.evidence_above("org", rows[1].seq) == []


def test_a_number_of_the_log_is_never_given_again(store: SqlStore) -> None:
    store.append_evidence("org", [evidence("a"), evidence("b")])
    watermark = store.evidence_above("org", 0)[-1].seq
    store.erase_student("org", "s1")
    store.append_evidence("org", [evidence("c")])
    assert [row.idempotency_key for row in store.evidence_above("org", watermark)] == ["c"]


def test_a_reader_that_follows_its_watermark_misses_nothing_that_threads_append(store: SqlStore) -> None:
    def append(number: int) -> None:
        add(store, f"ev_{number}")

    seen: list[str] = []
    with ThreadPoolExecutor(8) as threads:
        writers = [threads.submit(append, number) for number in range(48)]
        watermark = 0
        while True:
            finished = all(writer.done() for writer in writers)
            rows = store.evidence_above("org", watermark)
            seen += [row.idempotency_key for row in rows]
            watermark = rows[-1].seq if rows else watermark
            if finished and not rows:
                break
    assert sorted(seen) == sorted(f"ev_{number}:{part}" for number in range(48) for part in "ab")


# -- practice --------------------------------------------------------------------------------------------------


def test_a_practice_session_makes_its_student_and_is_found_again(store: SqlStore) -> None:
    store.add_practice(SESSION)
    assert store.practice("org", "ps") == SESSION
    assert store.practice("other", "ps") is None
    assert store.student("org", "s1") is not None


def test_the_latest_session_is_the_newest_one_finished_or_not(store: SqlStore) -> None:
    newer = replace(SESSION, session_id="newer", created_at=NOW + SECOND)
    store.add_practice(newer)
    store.add_practice(SESSION)
    store.finish_practice("org", "newer", NOW + 2 * SECOND)
    assert store.latest_practice("org", "s1") == replace(newer, finished_at=NOW + 2 * SECOND)
    assert store.latest_practice("org", "s2") is None


def test_finishing_a_session_again_changes_nothing(store: SqlStore) -> None:
    store.add_practice(SESSION)
    store.finish_practice("other", "ps", NOW)
    assert store.practice("org", "ps") == SESSION
    for moment in (NOW + SECOND, NOW + 2 * SECOND):
        store.finish_practice("org", "ps", moment)
    assert store.practice("org", "ps") == replace(SESSION, finished_at=NOW + SECOND)


def test_the_evaluations_of_a_session_are_those_of_its_places_only(store: SqlStore) -> None:
    for evaluation_id, session_id in (("ev_1", "p_s:0"), ("ev_2", "p_s:1"), ("ev_3", "pxs:0"), ("ev_4", "p_s")):
        add(store, evaluation_id, session_id)
    found = store.evaluations_of_practice("org", "s1", "p_s")
    assert sorted(row.evaluation_id for row in found) == ["ev_1", "ev_2"]
    assert store.evaluations_of_practice("org", "s1", "%") == []


# -- appeals ---------------------------------------------------------------------------------------------------


def test_an_answer_is_appealed_once(store: SqlStore) -> None:
    issue(store, "q_1")
    assert store.add_appeal(APPEAL)
    assert not store.add_appeal(replace(APPEAL, appeal_id="again"))
    (found,) = store.appeals("org")
    assert found == replace(APPEAL, item=item("q_1").model_dump_json())


def test_appeals_are_listed_newest_first_by_status_and_student(store: SqlStore) -> None:
    issue(store, "q_1")
    store.add_appeal(APPEAL)
    store.add_appeal(replace(APPEAL, appeal_id="b", evaluation_id="ev_2", student_id="s2", created_at=NOW + SECOND))
    store.settle_appeal("org", "ap", upheld=False, reply="see p. 3", evidence=[])
    assert [each.appeal_id for each in store.appeals("org")] == ["b", "ap"]
    assert [each.appeal_id for each in store.appeals("org", status="open")] == ["b"]
    assert [(each.status, each.reply) for each in store.appeals("org", student_id="s1")] == [("declined", "see p. 3")]
    assert store.appeals("other") == []


def test_an_appeal_upheld_appends_its_evidence_and_is_settled_once(store: SqlStore) -> None:
    issue(store, "q_1")
    add(store)
    store.add_appeal(APPEAL)
    favour = [evidence("ap:point", kind="appeal_upheld")]
    assert not store.settle_appeal("other", "ap", upheld=True, reply="", evidence=favour)
    assert store.settle_appeal("org", "ap", upheld=True, reply="right", evidence=favour)
    assert not store.settle_appeal("org", "ap", upheld=False, reply="", evidence=[evidence("never")])
    assert [piece.kind for piece in store.evidence_of("org", "s1")] == ["answer", "answer", "appeal_upheld"]


def test_of_threads_that_settle_one_appeal_one_does(store: SqlStore) -> None:
    issue(store, "q_1")
    store.add_appeal(APPEAL)

    def settle(number: int) -> bool:
        return store.settle_appeal("org", "ap", upheld=True, reply="", evidence=[evidence(f"favour {number}")])

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(settle, range(16))) == 1
    assert row_counts(store)["evidence"] == 1
