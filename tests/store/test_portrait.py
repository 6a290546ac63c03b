"""The portrait part of the store, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.errors import QuotaExceeded
from core.records.access import Call
from core.records.evidence import Evidence
from core.records.learner import Contest, FirstPortrait, Placement, PortraitInput, PortraitState
from core.store.sql import SqlStore
from tests.store.rows import NOW, answer, evaluation, evidence

FIRST = FirstPortrait("org", "s1", "{}", '{"listen_ability": 40.0}', "api", NOW)


def fold(portrait_input: PortraitInput, version: str = "1") -> tuple[PortraitState, str]:
    """A state that holds how many pieces of evidence were folded so far."""
    before = int(portrait_input.state.standing) if portrait_input.state else 0
    top = max(
        [
            portrait_input.state.watermark if portrait_input.state else 0,
            *(piece.seq for piece in portrait_input.evidence),
        ]
    )
    state = PortraitState(
        "org", portrait_input.student_id, top, str(before + len(portrait_input.evidence)), "{}", version, NOW
    )
    return state, "reply"


def indicator(key: str, student_id: str = "s1") -> Evidence:
    return evidence(key, target_kind="indicator", target="D58", student_id=student_id, source=key)


def test_only_evidence_above_the_watermark_is_folded(store: SqlStore) -> None:
    store.append_evidence("org", [indicator("a"), indicator("b"), evidence("a point")])
    for _ in range(2):
        store.fold_portraits("org", ["s1"], fold, version="1", at=NOW, create=True)
    store.append_evidence("org", [indicator("c")])
    (given,) = store.fold_portraits("org", ["s1"], fold, version="1", at=NOW)
    assert [piece.source for piece in given.evidence] == ["c"]
    state = store.portrait_state("org", "s1")
    assert state is not None
    assert state.standing == "3"


def test_a_state_of_another_version_is_folded_from_the_beginning(store: SqlStore) -> None:
    store.append_evidence("org", [indicator("a"), indicator("b")])
    store.fold_portraits("org", ["s1"], fold, version="1", at=NOW, create=True)
    (given,) = store.fold_portraits("org", ["s1"], lambda each: fold(each, "2"), version="2", at=NOW)
    assert given.state is None
    assert len(given.evidence) == 2


def test_many_students_are_read_separately(store: SqlStore) -> None:
    rows = [indicator(f"{student}{place}", student) for student in ("s1", "s2") for place in range(3)]
    store.append_evidence("org", rows)
    store.append_evidence("other", [indicator("x")])
    given = store.fold_portraits("org", ["s2", "s1", "s3"], fold, version="1", at=NOW, create=True)
    assert [(each.student_id, len(each.evidence)) for each in given] == [("s1", 3), ("s2", 3), ("s3", 0)]
    assert [state.student_id for state in store.portrait_states("org")] == ["s1", "s2", "s3"]
    assert store.portrait_states("other") == []


def test_time_spent_comes_with_the_answers(store: SqlStore) -> None:
    store.add_evaluation(
        evaluation(),
        [answer(), answer(position=1, time_spent_seconds=40)],
        [evidence(f"k{place}", target_kind="skill", target="reading", source=f"ev_1#{place}") for place in range(2)],
        call=None,
        reply=None,
    )
    (given,) = store.fold_portraits("org", ["s1"], fold, version="1", at=NOW)
    assert given.seconds == {"ev_1#0": 7, "ev_1#1": 40}


def test_the_newest_baseline_is_in_force_and_the_earlier_ones_are_kept(store: SqlStore) -> None:
    later = replace(FIRST, test_results='{"listen_ability": 70.0}', created_at=NOW + timedelta(days=1))
    for baseline in (later, FIRST):
        store.fold_portraits("org", ["s1"], fold, version="1", at=NOW, baseline=baseline, create=True)
    assert store.first_portrait("org", "s1") == later
    assert store.first_portraits("org", "s1") == [FIRST, later]
    assert store.student("org", "s1") is not None


def test_past_the_quota_nothing_of_the_transaction_stays(store: SqlStore) -> None:
    call = Call("org", "key", "portrait/first", "2026-11", 0, False, 0, "r1", NOW, 60)
    with pytest.raises(QuotaExceeded, match="quota of 0"):
        store.fold_portraits(
            "org", ["s1"], fold, version="1", at=NOW, baseline=FIRST, evidence=[indicator("a")], call=call, create=True
        )
    assert store.first_portrait("org", "s1") is None
    assert store.evidence_of("org", "s1") == []
    assert store.student("org", "s1") is None
    assert store.portrait_state("org", "s1") is None


def test_a_call_is_counted_and_its_reply_remembered_with_the_write(store: SqlStore) -> None:
    call = Call("org", "key", "portrait/update", "2026-11", 10, False, 0, "r1", NOW, 60, idempotency_key="once")
    store.fold_portraits("org", ["s1"], fold, version="1", at=NOW, call=call, create=True)
    assert store.quota_used("org", "2026-11") == 1
    kept = store.remembered_reply("org", "once")
    assert kept is not None
    assert kept[2] == "reply"


def test_placements_and_contests_are_kept_and_settled_once(store: SqlStore) -> None:
    placement = Placement("ps_1", "org", "s1", "[]", "{}", NOW)
    store.add_placement(placement)
    done = replace(placement, steps='[{"item": "q"}]', finished_at=NOW)
    assert store.put_placement(done, before="[]")
    assert not store.put_placement(placement, before="[]")
    assert store.placement("org", "ps_1") == done == store.latest_placement("org", "s1")
    assert store.placement("other", "ps_1") is None
    begun = replace(placement, placement_id="ps_2", created_at=NOW + timedelta(hours=1))
    store.add_placement(begun)
    assert store.latest_placement("org", "s1") == begun
    assert store.latest_placement("org", "s1", finished=True) == done
    contest = Contest("ct_1", "org", "s1", "point", "【一01】", "ps_2", 0.4, None, NOW)
    assert store.add_contest(contest)
    assert not store.add_contest(replace(contest, contest_id="ct_2", session_id="ps_3"))
    assert store.add_contest(replace(contest, contest_id="ct_3", student_id="s2"))
    assert store.settle_contest("org", "ct_1", after=0.6, at=NOW)
    assert not store.settle_contest("org", "ct_1", after=0.9, at=NOW)
    assert store.contests("org", "s1") == [replace(contest, after=0.6, settled_at=NOW)]


def test_a_student_erased_during_a_run_gets_no_portrait(store: SqlStore) -> None:
    store.fold_portraits("org", ["s1", "s2"], fold, version="1", at=NOW, baseline=FIRST, create=True)
    store.erase_student("org", "s1")
    given = store.fold_portraits("org", ["s1", "s2"], fold, version="1", at=NOW)
    assert [each.student_id for each in given] == ["s2"]
    assert store.portrait_state("org", "s1") is None


def test_erasing_a_student_takes_everything_of_the_portrait_along(store: SqlStore) -> None:
    store.fold_portraits("org", ["s1"], fold, version="1", at=NOW, baseline=FIRST, create=True)
    store.add_placement(Placement("ps_1", "org", "s1", "[]", "{}", NOW))
    store.add_contest(Contest("ct_1", "org", "s1", "point", "【一01】", "ps_2", None, None, NOW))
    removed = store.erase_student("org", "s1")
    assert {name: removed[name] for name in ("first_portrait", "portrait_state", "placement", "contest")} == {
        "first_portrait": 1,
        "portrait_state": 1,
        "placement": 1,
        "contest": 1,
    }
