"""Two students that are one person: everything of the one goes to the other, and nothing is left of the first."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.records.access import Signin
from core.records.classes import SchoolClass
from core.records.learner import PeerConsent, PeerRequest
from core.records.roster import AccessCode
from core.store.sql import SqlStore
from tests.store.rows import ACCOUNT, NOW, STUDENT, cells, evaluation, evidence, issue, row_counts, with_organisation
from tests.store.test_students import everything_about

UNUSED = "nobody's password"


def test_everything_goes_to_the_other_and_the_first_is_gone(store: SqlStore) -> None:
    with_organisation(store)
    for student_id in ("twice-1", "keeper"):
        everything_about(store, "org", student_id)
    store.put_class(SchoolClass("org", "cls_1", "一班", NOW))
    store.change_members("org", "cls_1", added=["twice-1"], at=NOW)
    store.add_account(replace(ACCOUNT, role="student", student_id="twice-1"))
    store.add_account(replace(ACCOUNT, account_id="kept", username="kept", role="student", student_id="keeper"))
    before = row_counts(store)
    preview = store.rows_of_student("org", "twice-1")
    assert (preview["evidence"], preview["answer"], preview["evaluation"]) == (1, 1, 1)
    given = store.merge_students("org", "twice-1", "keeper", NOW, unused_password=UNUSED)
    assert (given["evidence"], given["answer"], given["evaluation"], given["class_student"]) == (1, 1, 1, 1)
    assert store.student("org", "twice-1") is None
    assert len(store.evidence_of("org", "keeper")) == 2
    assert store.membership("org").students == {"cls_1": {"keeper"}}
    closed = store.account("org", "acc")
    assert closed is not None
    assert (closed.disabled_at, closed.student_id) == (NOW, None)
    assert [table for table, text in cells(store) if "twice-1" in text] == []
    after = row_counts(store)
    # Both had seen one item: of two rows of which there can be one, one is left. The student itself is gone.
    assert {name: before[name] - after.get(name, 0) for name in before if before[name] != after.get(name, 0)} == {
        "item_issue": 1,
        "student": 1,
        "audit_entry": -1,
    }


def test_the_only_account_of_the_two_stays_open(store: SqlStore) -> None:
    with_organisation(store)
    for student_id in ("joined", "by-api"):
        store.put_student(replace(STUDENT, student_id=student_id))
    store.add_account(replace(ACCOUNT, role="student", student_id="joined"))
    store.merge_students("org", "joined", "by-api", NOW, unused_password=UNUSED)
    kept = store.account("org", "acc")
    assert kept is not None
    assert (kept.student_id, kept.disabled_at) == ("by-api", None)


@pytest.mark.parametrize(
    ("of_first", "of_kept", "stays"),
    [("password", "waiting", "first"), ("password", "code", "first"), ("password", "old code", "first"),
     ("code", "waiting", "first"), ("code", "paused", "first"), ("demo", "password", "first"),
     ("password", "password", "kept"), ("code", "code", "kept"), ("waiting", "waiting", "kept"),
     ("old code", "waiting", "kept"), ("paused", "waiting", "kept"), ("paused", "password", "kept")],
)  # fmt: skip
def test_the_sign_in_that_works_stays(store: SqlStore, of_first: str, of_kept: str, stays: str) -> None:
    with_organisation(store)
    for name, state in (("first", of_first), ("kept", of_kept)):
        store.put_student(replace(STUDENT, student_id=name, name=f"Name of {name}"))
        has_password = state in ("password", "paused", "demo")
        account = replace(
            ACCOUNT, account_id=name, username=name, role="student", student_id=name, demo=state == "demo"
        )
        store.add_account(account if has_password else replace(account, password_hash=UNUSED))
        if "code" in state:
            until = NOW - timedelta(days=1) if state == "old code" else NOW + timedelta(days=1)
            code = AccessCode("org", name, f"hash of {name}", NOW - timedelta(days=9), until)
            store.give_codes("org", [code], unused_password=UNUSED, only_unused=True)
        if state == "paused":
            store.set_disabled("org", name, NOW)
        store.add_signin(Signin(f"cookie of {name}", name, NOW, NOW, NOW + timedelta(days=9), ""))
    store.merge_students("org", "first", "kept", NOW, unused_password=UNUSED)
    (open_now,) = [each for each in store.accounts("org") if each.student_id == "kept"]
    (closed,) = [each for each in store.accounts("org") if each.student_id is None]
    assert (open_now.account_id, closed.disabled_at) == (stays, NOW)
    assert open_now.display_name == ("Name of kept" if stays == "first" else ACCOUNT.display_name)
    assert [each.account_id for each in store.access_codes("org")] == (
        [stays] if "code" in (of_first, of_kept) and "password" not in (of_first, of_kept) else []
    )
    assert store.signins("org", closed.account_id, NOW, seen_since=NOW - timedelta(days=1)) == []


def test_a_student_of_the_same_id_elsewhere_is_left_alone(store: SqlStore) -> None:
    with_organisation(store)
    store.put_student(replace(STUDENT, student_id="keeper"))
    for organisation_id in ("org", "other"):
        everything_about(store, organisation_id, "twice-1")
    store.merge_students("org", "twice-1", "keeper", NOW, unused_password=UNUSED)
    assert store.student("org", "twice-1") is None
    assert store.student("other", "twice-1") is not None
    assert len(store.evidence_of("other", "twice-1")) == 1


def test_two_evaluations_of_one_session_both_stay(store: SqlStore) -> None:
    with_organisation(store)
    for student_id in ("s1", "s2"):
        store.add_evaluation(
            evaluation(f"ev_{student_id}", student_id=student_id, session_id="lesson 1"), [], [], call=None, reply=None
        )
    store.merge_students("org", "s1", "s2", NOW, unused_password=UNUSED)
    assert row_counts(store)["evaluation"] == 2
    assert store.student("org", "s1") is None


def test_a_request_between_the_two_is_no_request_any_more(store: SqlStore) -> None:
    with_organisation(store)
    for student_id in ("s1", "s2", "s3"):
        store.put_student(replace(STUDENT, student_id=student_id))
        store.give_consent(PeerConsent("org", student_id, f"p-{student_id}", NOW))
    for number, (sender, receiver) in enumerate([("s1", "s2"), ("s3", "s1")]):
        store.add_peer_request(PeerRequest(f"r{number}", "org", sender, receiver, "open", NOW))
    store.merge_students("org", "s1", "s2", NOW, unused_password=UNUSED)
    assert [(each.student_id, each.to_student_id) for each in store.peer_requests("org", "s2")] == [("s3", "s2")]


def test_items_seen_and_evidence_are_not_counted_twice(store: SqlStore) -> None:
    with_organisation(store)
    for student_id in ("s1", "s2"):
        issue(store, "q_1", "q_2", student_id=student_id)
    store.append_evidence("org", [evidence("a", student_id="s1"), evidence("b", student_id="s2")])
    assert store.merge_students("org", "s1", "s2", NOW, unused_password=UNUSED)["evidence"] == 1
    assert len(store.evidence_of("org", "s2")) == 2
    assert row_counts(store)["item_issue"] == 2
