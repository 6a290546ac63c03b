"""Essays: stored completely or not at all, counted with their call, listed, deleted, erased with their student."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.errors import AlreadyAnswered, QuotaExceeded, RulingsChanged
from core.records.essays import EssayLine, NewEssay, StoredEssay
from core.store.sql import SqlStore
from tests.store.rows import CALL, NOW, cells, evidence, row_counts, with_organisation

ONCE = replace(CALL, endpoint="essay/evaluate", idempotency_key="once", fingerprint="f" * 64)


def stored(evaluation_id: str = "ess_1", *, minutes: int = 0, **changed: Any) -> StoredEssay:
    """An essay of s1."""
    line = EssayLine(
        evaluation_id, "org", "s1", "act_1", "我的家", "3", '{"overall_score": 70.0}', NOW + timedelta(minutes=minutes)
    )
    return StoredEssay(replace(line, **changed), f'{{"evaluation_id": "{evaluation_id}"}}')


def whole(evaluation_id: str = "ess_1", **changed: Any) -> NewEssay:
    """An essay with an error as evidence."""
    return replace(NewEssay(stored(evaluation_id), [evidence(evaluation_id, kind="essay_error")]), **changed)


def test_an_essay_is_kept_with_its_evidence_and_counted_in_one_transaction(store: SqlStore) -> None:
    with_organisation(store)
    store.add_essay(whole(), call=CALL, reply=None)
    assert store.essay("org", "ess_1") == stored()
    assert [piece.kind for piece in store.evidence_of("org", "s1")] == ["essay_error"]
    assert store.student("org", "s1") is not None
    assert store.quota_used("org", CALL.period) == 1


def test_past_the_quota_nothing_is_kept(store: SqlStore) -> None:
    with_organisation(store)
    before = row_counts(store)
    with pytest.raises(QuotaExceeded, match="quota of 0 calls"):
        store.add_essay(whole(), call=replace(CALL, limit=0), reply=None)
    assert row_counts(store) == before


def test_of_two_calls_under_one_key_the_second_writes_nothing(store: SqlStore) -> None:
    with_organisation(store)
    store.add_essay(whole(), call=ONCE, reply=stored().report)
    before = row_counts(store)
    with pytest.raises(AlreadyAnswered, match="answered by an earlier call"):
        store.add_essay(whole("ess_2"), call=ONCE, reply=stored("ess_2").report)
    assert row_counts(store) == before
    assert store.remembered_reply("org", "once") == (ONCE.endpoint, ONCE.fingerprint, stored().report)


def test_evidence_of_an_earlier_draft_is_skipped(store: SqlStore) -> None:
    piece = evidence("ess_1", kind="essay_error")
    for number in (1, 2):
        row = stored(f"ess_{number}", minutes=number)
        store.add_essay(NewEssay(row, [replace(piece, source=f"ess_{number}#0")]), call=None, reply=None)
    assert [one.source for one in store.evidence_of("org", "s1")] == ["ess_1#0"]


def test_essays_come_newest_first_whole_or_as_lines_and_by_act(store: SqlStore) -> None:
    for number, act in enumerate(["act_1", "act_2", "act_1"]):
        store.add_essay(NewEssay(stored(f"ess_{number}", minutes=number, act=act), []), call=None, reply=None)
    assert [line.evaluation_id for line in store.essay_lines("org", "s1", limit=2)] == ["ess_2", "ess_1"]
    assert [row.line.evaluation_id for row in store.essays("org", "s1", limit=9)] == ["ess_2", "ess_1", "ess_0"]
    assert [row.line.evaluation_id for row in store.essays("org", "s1", limit=9, act="act_1")] == ["ess_2", "ess_0"]
    assert store.essay_lines("other", "s1", limit=9) == []
    assert store.essays("org", "s2", limit=9) == []


def test_another_organisation_sees_no_essay(store: SqlStore) -> None:
    store.add_essay(whole(), call=None, reply=None)
    assert store.essay("other", "ess_1") is None
    assert not store.delete_essay("other", "s1", "ess_1")


def test_forgetting_an_essay_takes_report_and_reply_and_leaves_the_evidence(store: SqlStore) -> None:
    with_organisation(store)
    store.add_essay(whole(), call=ONCE, reply=stored().report)
    assert not store.delete_essay("org", "s2", "ess_1")
    assert store.delete_essay("org", "s1", "ess_1")
    assert not store.delete_essay("org", "s1", "ess_1")
    assert store.essay("org", "ess_1") is None
    assert store.remembered_reply("org", "once") is None
    assert len(store.evidence_of("org", "s1")) == 1


def test_erasing_a_student_takes_essays_along(store: SqlStore) -> None:
    with_organisation(store)
    store.add_essay(whole(), call=ONCE, reply=stored().report)
    removed = store.erase_student("org", "s1")
    assert {name: count for name, count in removed.items() if count} == {
        "student": 1, "evidence": 1, "essay_evaluation": 1, "idempotent_reply": 1,
    }  # fmt: skip
    assert not [name for name, text in cells(store) if "ess_1" in text]


def test_a_report_is_completed_with_its_evidence_and_only_where_it_still_reads_as_before(store: SqlStore) -> None:
    begun = stored()
    store.add_essay(NewEssay(begun, []), call=None, reply=None)
    complete = StoredEssay(replace(begun.line, summary='{"overall_score": 60.0}'), '{"complete": true}')
    pieces = [evidence("ess_1", kind="essay_error")]
    assert not store.complete_essay(NewEssay(complete, pieces), before="something else")
    assert store.evidence_of("org", "s1") == []
    assert store.complete_essay(NewEssay(complete, pieces), before=begun.report)
    assert store.essay("org", "ess_1") == complete
    assert store.essay_lines("org", "s1", limit=9) == [complete.line]
    assert [piece.kind for piece in store.evidence_of("org", "s1")] == ["essay_error"]


def test_a_report_of_another_organisation_or_a_deleted_one_is_not_completed(store: SqlStore) -> None:
    begun = stored()
    store.add_essay(NewEssay(begun, []), call=None, reply=None)
    elsewhere = replace(begun, line=replace(begun.line, organisation_id="other"))
    assert not store.complete_essay(NewEssay(elsewhere, []), before=begun.report)
    store.delete_essay("org", "s1", "ess_1")
    assert not store.complete_essay(NewEssay(begun, [evidence("e")]), before=begun.report)
    assert store.evidence_of("org", "s1") == []


def test_a_report_is_not_completed_under_other_rulings(store: SqlStore) -> None:
    begun = stored()
    store.add_essay(NewEssay(begun, []), call=None, reply=None)
    with pytest.raises(RulingsChanged, match="in the meantime"):
        store.complete_essay(NewEssay(begun, [], frozenset(["undone"])), before=begun.report)
    assert store.essay("org", "ess_1") == begun
