"""The audit log in the store: with each act its entry or neither, the newest first, for two years, of who was erased the receipt."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.access.acting import acting
from core.records.access import ApiKey, Organisation
from core.records.audit import NOBODY, THE_SERVICE, Actor, AuditEntry, AuditFilter, Subject
from core.records.classes import SchoolClass
from core.records.roster import AccessCode, ImportRun, RosterChanges
from core.records.students import Student
from core.store.sql import SqlStore
from tests.store.rows import ACCOUNT, NOW, STUDENT, cells, with_organisation

LI = Actor("account", "li", "req_1")
KEY = ApiKey("key_1", "org", "wl", "sha", frozenset({"essay"}), NOW)
ALL = AuditFilter()
LATER = NOW + timedelta(days=1)


def entries(store: SqlStore, wanted: AuditFilter = ALL, *, below: int | None = None) -> list[AuditEntry]:
    return store.audit_entries("org", wanted, below=below, limit=100)


def with_log(store: SqlStore) -> SqlStore:
    """A store with an organisation whose log is empty."""
    with_organisation(store)
    store.forget_audit_entries(NOW + timedelta(days=9_000))
    store.now = lambda: NOW
    return store


def test_an_act_is_noted_with_who_did_it_and_what_it_was(store: SqlStore) -> None:
    with_log(store)
    with acting(LI):
        store.add_key(KEY)
        assert store.revoke_key("org", "key_1", LATER)
    revoked, made = entries(store)
    assert (made.at, made.actor, made.action, made.subject) == (NOW, LI, "key_made", Subject("key", "key_1"))
    assert made.facts == {"permissions": "essay", "rules": None}
    assert (revoked.at, revoked.action) == (LATER, "key_revoked")
    assert store.audit_entries("other", ALL, below=None, limit=9) == []


def test_what_changed_nothing_is_not_noted(store: SqlStore) -> None:
    with_log(store)
    store.add_key(KEY)
    assert store.revoke_key("org", "key_1", NOW)
    assert not store.revoke_key("org", "key_1", LATER)
    assert not store.resume_key("org", "key_1")
    store.set_plan("org", tier="education", monthly_limit=None, overage=False)
    before = len(entries(store))
    store.set_plan("org", tier="education", monthly_limit=None, overage=False)
    store.put_class(SchoolClass("org", "a", "一班", NOW))
    store.put_class(SchoolClass("org", "a", "一班", NOW))
    store.change_members("org", "a", at=NOW)
    assert [each.action for each in entries(store)][:-before] == ["class_made"]


def test_of_members_and_teachers_only_what_changed_is_noted(store: SqlStore) -> None:
    with_log(store)
    store.put_class(SchoolClass("org", "a", "一班", NOW))
    for student_id in ("s1", "s2"):
        store.put_student(replace(STUDENT, student_id=student_id))
    for account_id in ("li", "wang"):
        store.add_account(replace(ACCOUNT, account_id=account_id, username=account_id, role="teacher"))
    store.forget_audit_entries(NOW + timedelta(days=9_000))
    for _ in range(2):  # as at each launch from a platform, and each night
        store.change_teachers("org", "a", added=["li"])
        store.change_members("org", "a", added=["s1"], at=NOW)
    store.change_members("org", "a", added=["s1", "s2"], removed=["nobody"], at=NOW)
    for _ in range(2):
        store.change_teachers("org", "a", added=["wang"], removed=["li"])
    assert [(each.action, each.related.id, each.facts) for each in reversed(entries(store))] == [
        ("class_opened_to_teacher", "li", {}),
        ("class_members_changed", "", {"added": 1, "removed": 0}),
        ("class_members_changed", "", {"added": 1, "removed": 0}),
        ("class_opened_to_teacher", "wang", {}),
        ("class_taken_from_teacher", "li", {}),
    ]


def test_what_holds_after_stands_beside_what_held_before_and_no_name_does(store: SqlStore) -> None:
    with_log(store)
    store.set_plan("org", tier="enterprise", monthly_limit=7, overage=True)
    store.put_class(SchoolClass("org", "a", "一班", NOW))
    store.put_class(SchoolClass("org", "a", "二班", NOW, consent="missing", keep_days=30, archived_at=NOW))
    changed, _, plan = entries(store)
    assert (plan.facts["tier"], plan.facts["limit_before"], plan.facts["limit"]) == ("enterprise", None, 7)
    assert changed.facts == {
        "renamed": True,
        "consent": "missing",
        "consent_before": "not_needed",
        "keep_days": 30,
        "keep_days_before": None,
        "over": True,
        "over_before": False,
    }
    assert [name for name, text in cells(store) if name == "audit_entry" and "二班" in text] == []


def test_an_act_without_its_entry_is_not_done(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    with_log(store)
    store.add_account(ACCOUNT)
    store.add_key(replace(KEY, key_id="key_2", prefix="w2", secret_sha256="sha2"))
    store.add_key(replace(KEY, key_id="key_3", prefix="w3", secret_sha256="sha3"))
    assert store.suspend_key("org", "key_3", "copied", NOW)
    before = sorted(cells(store))

    def fails(*_: object, **__: object) -> None:
        raise ArithmeticError("no room for the entry")

    monkeypatch.setattr(store, "note", fails)
    for act in (
        lambda: store.add_key(KEY),
        lambda: store.set_disabled("org", "acc", NOW),
        lambda: store.put_class(SchoolClass("org", "a", "一班", NOW)),
        lambda: store.add_organisation(Organisation("new", "Another", "free", None, False, NOW)),
        lambda: store.set_plan("org", tier="enterprise", monthly_limit=7, overage=True),
        lambda: store.grant_temporary("org", "2026-11", 5, note="", at=NOW),
        lambda: store.suspend_key("org", "key_2", "copied", NOW),
        lambda: store.resume_key("org", "key_3"),
        lambda: store.revoke_key("org", "key_2", NOW),
        lambda: store.add_account(replace(ACCOUNT, account_id="new", username="new")),
        lambda: store.update_account(replace(ACCOUNT, display_name="Another")),
        lambda: store.change_password("org", "acc", "hash"),
    ):
        with pytest.raises(ArithmeticError, match="no room"):
            act()
    assert sorted(cells(store)) == before


def test_pages_follow_one_another_and_filters_leave_out_the_rest(store: SqlStore) -> None:
    with_log(store)
    for number in range(5):
        with acting(LI if number % 2 else Actor("operator")):
            store.grant_temporary("org", "2026-11", number + 1, note="", at=NOW + timedelta(hours=number))
    store.add_key(KEY)
    first = store.audit_entries("org", ALL, below=None, limit=4)
    second = store.audit_entries("org", ALL, below=first[-1].seq, limit=4)
    assert [each.facts.get("calls") for each in (*first, *second)] == [None, 5, 4, 3, 2, 1]
    assert [each.facts["calls"] for each in entries(store, AuditFilter(actor=("account", "li")))] == [4, 2]
    assert [each.action for each in entries(store, AuditFilter(action="key_made"))] == ["key_made"]
    span = AuditFilter(action="quota_granted", since=NOW + timedelta(hours=1), before=NOW + timedelta(hours=3))
    assert [each.facts["calls"] for each in entries(store, span)] == [3, 2]
    assert store.audit_actors("org") == [replace(LI, request_id=""), Actor("operator"), THE_SERVICE]
    assert store.audit_actors("other") == []


def test_what_is_past_its_time_is_forgotten_and_no_number_is_given_twice(store: SqlStore) -> None:
    with_log(store)
    store.grant_temporary("org", "2026-11", 1, note="", at=NOW)
    store.grant_temporary("org", "2026-11", 2, note="", at=LATER)
    newest, _ = entries(store)
    assert store.forget_audit_entries(LATER) == 1
    assert entries(store) == [newest]
    assert store.forget_audit_entries(LATER + timedelta(days=1)) == 1
    store.grant_temporary("org", "2026-11", 3, note="", at=LATER)
    assert entries(store)[0].seq > newest.seq


def test_of_who_was_erased_the_receipt_stands_in_the_log(store: SqlStore) -> None:
    with_log(store)
    store.put_student(replace(STUDENT, student_id="pupil-7"))
    store.add_account(replace(ACCOUNT, account_id="acc_7", username="pupil-7", role="student", student_id="pupil-7"))
    store.put_student(replace(STUDENT, student_id="pupil-8"))
    for student_id in ("pupil-7", "pupil-8"):
        store.set_student_number("org", student_id, f"n-{student_id}")
    code = AccessCode("org", "acc_7", "sha", NOW, LATER)
    store.give_codes("org", [code], unused_password="none", only_unused=False)
    with acting(Actor("account", "acc_7")):
        store.change_password("org", "acc_7", "hash")
    with acting(LI):
        store.erase_with_receipt("org", "pupil-7", receipt_id="er_1", salt="ab", asked_by="li", at=NOW)
    assert [(each.action, each.actor.id, each.subject.id) for each in entries(store)] == [
        ("student_erased", "li", "er_1"),
        ("password_changed", "er_1", "er_1"),
        ("code_given", "", "er_1"),
        ("student_renumbered", "", "pupil-8"),
        ("student_renumbered", "", "er_1"),
        ("account_made", "", "er_1"),
    ]
    assert store.traces("org", ["pupil-7", "acc_7"]) == []


def test_what_was_done_with_a_student_is_told_of_the_one_it_was_merged_into(store: SqlStore) -> None:
    with_log(store)
    for student_id in ("twice", "keeper"):
        store.put_student(replace(STUDENT, student_id=student_id))
        store.set_student_name("org", student_id, "王小明")
    store.merge_students("org", "twice", "keeper", NOW, unused_password="none")
    told = [(each.action, each.subject.id) for each in entries(store)]
    assert told == [("students_merged", "keeper"), ("student_renamed", "keeper"), ("student_renamed", "keeper")]


def test_of_two_that_were_merged_and_erased_no_sign_in_is_left(store: SqlStore) -> None:
    with_log(store)
    for account_id, name in {"acc_1": "twice", "acc_2": "keeper"}.items():
        store.put_student(replace(STUDENT, student_id=name))
        account = replace(ACCOUNT, account_id=account_id, username=f"{name}-user", display_name=f"{name}-name")
        store.add_account(replace(account, role="student", student_id=name))
    with acting(Actor("account", "acc_1")):
        store.change_password("org", "acc_1", "hash")
    store.merge_students("org", "twice", "keeper", NOW, unused_password="none")
    store.erase_with_receipt("org", "keeper", receipt_id="er_1", salt="ab", asked_by="li", at=NOW)
    assert {each.subject.id for each in entries(store)} == {"er_1"}
    assert {each.actor.id for each in entries(store)} == {"", "er_1"}
    assert store.traces("org", ["twice", "keeper", "twice-user", "twice-name", "keeper-user"]) == []
    (closed,) = [each for each in store.accounts("org") if each.role == "student"]
    assert (closed.username, closed.display_name) == ("merged-acc_1", "merged-acc_1")


def test_an_export_that_an_erasure_overtook_is_noted_without_the_student(store: SqlStore) -> None:
    with_log(store)
    store.put_student(replace(STUDENT, student_id="pupil-7"))
    store.note_act("org", "student_exported", Subject("student", "pupil-7"), at=NOW)
    store.erase_with_receipt("org", "pupil-7", receipt_id="er_1", salt="ab", asked_by="li", at=NOW)
    store.note_act("org", "student_exported", Subject("student", "pupil-7"), at=NOW)
    assert [(each.action, each.subject) for each in entries(store)] == [
        ("student_exported", NOBODY),
        ("student_erased", Subject("student", "er_1")),
        ("student_exported", Subject("student", "er_1")),
    ]


def test_of_whom_an_import_made_and_took_back_only_the_import_is_told(store: SqlStore) -> None:
    with_log(store)
    student = Student("org", "pupil-7", "王小明", None, NOW)
    account = replace(
        ACCOUNT, account_id="acc_7", username="pupil-7", role="student", student_id="pupil-7", password_hash="none"
    )
    run = ImportRun("org", "imp_1", "list.csv", "li", NOW)
    assert store.apply_roster(RosterChanges(run, students=(student,), accounts=(account,)))
    store.set_student_number("org", "pupil-7", "7")
    assert store.undo_import("org", "imp_1", LATER, unused_password="none") is not None
    undone, renumbered, imported = entries(store)
    assert (imported.action, imported.subject) == ("roster_imported", Subject("import", "imp_1"))
    assert [imported.facts[name] for name in ("students", "accounts", "teachers")] == [1, 1, 0]
    assert renumbered.subject == Subject("import", "imp_1")
    assert (undone.action, undone.facts["students"]) == ("roster_import_undone", 1)
    traces = store.traces("org", ["pupil-7", "acc_7"])
    assert {each.where.partition(".")[0] for each in traces} == {"roster_change"}, "what the import itself keeps"
