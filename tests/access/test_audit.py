"""The audit log as it is read: by administrators alone, with the names of today, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from core.access.acting import acting, acting_now
from core.access.audit.reading import PAGE
from core.access.audit.wire import AuditActor, AuditLine
from core.cli import main
from core.errors import BadParameter, Forbidden
from core.jobs import nightly
from core.records.access import PERMISSIONS, Caller, Organisation
from core.records.audit import THE_OPERATOR, THE_SERVICE, Actor
from core.records.students import Student
from tests.access.roster.school import NOW, TestSchool, made_school

ADMIN = Caller("org", frozenset(PERMISSIONS), "zh", person="admin", account_id="admin")


@pytest.fixture
def school() -> Iterator[TestSchool]:
    """A school whose log is empty, with a student."""
    made = made_school()
    made.core.store.put_student(Student("org", "7", "王小明", None, NOW))
    made.core.store.forget_audit_entries(NOW + timedelta(days=1))
    yield made
    made.core.store.close()


def lines(school: TestSchool, **asked: object) -> list[AuditLine]:
    return school.core.audit.page(ADMIN, by="admin", **asked).lines  # type: ignore[arg-type]


@pytest.mark.parametrize("by", ["li", "nobody", ""])
def test_only_administrators_of_the_organisation_read_it(school: TestSchool, by: str) -> None:
    audit = school.core.audit
    for look in (audit.page, audit.rows, audit.actors):
        with pytest.raises(Forbidden, match="Only administrators"):
            look(ADMIN, by=by)
        with pytest.raises(Forbidden, match="Only administrators"):
            look(Caller("another", frozenset()), by="admin")


def test_an_administrator_who_was_closed_reads_nothing(school: TestSchool) -> None:
    school.core.administration.close_account("admin", ADMIN)
    with pytest.raises(Forbidden, match="Only administrators"):
        school.core.audit.page(ADMIN, by="admin")


def test_another_organisation_s_acts_are_in_its_own_log(school: TestSchool) -> None:
    school.core.store.add_organisation(Organisation("other", "Another", "free", None, False, NOW))
    assert lines(school) == []


def test_people_and_things_are_called_as_they_are_today(school: TestSchool) -> None:
    school.core.people.renumber("7", "77", ADMIN, by="admin")
    school.core.people.rename("7", "王大明", ADMIN, by="admin")
    school.core.classes.share("a", ADMIN, teacher_id="wang", teaches=True, by="admin")
    shared, _, renumbered = lines(school)
    assert (shared.subject.name, shared.related.name) == ("三年级1班", "wang")
    assert (renumbered.actor.name, renumbered.subject.name) == ("admin", "王大明")


def test_what_is_taken_out_is_noted_before_it_is_handed_over(
    school: TestSchool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert school.core.student_data.export("7", ADMIN)
    (line,) = lines(school)
    assert (line.action, line.actor.id, line.subject.id, line.facts) == (
        "student_exported",
        "admin",
        "7",
        {"scope": "whole"},
    )

    def fails(*_: object, **__: object) -> None:
        raise ArithmeticError("no room for the entry")

    monkeypatch.setattr(school.core.store, "note_act", fails)
    with pytest.raises(ArithmeticError, match="no room"):
        school.core.student_data.export("7", ADMIN)


def test_of_an_erased_student_the_receipt_is_told_and_no_name(school: TestSchool) -> None:
    school.core.people.renumber("7", "77", ADMIN, by="admin")
    receipt = school.core.student_data.erase("7", ADMIN, by="admin")
    for line in lines(school):
        assert (line.subject.id, line.subject.name, line.subject.erased) == (receipt.receipt_id, "", True)


def test_a_page_says_where_the_next_one_begins_and_a_file_has_all(school: TestSchool) -> None:
    for number in range(PAGE + 1):
        school.core.store.grant_temporary("org", "2026-11", number + 1, note="", at=NOW)
    first = school.core.audit.page(ADMIN, by="admin")
    second = school.core.audit.page(ADMIN, by="admin", below=first.below)
    assert [each.facts["calls"] for each in (*first.lines, *second.lines)] == list(range(PAGE + 1, 0, -1))
    assert second.below is None
    assert len(school.core.audit.rows(ADMIN, by="admin")) == PAGE + 1


def test_days_are_those_of_the_school_and_the_last_one_is_in(school: TestSchool) -> None:
    # 15:59 and 16:00 in UTC are the last minute of a day and the first of the next in UTC+8.
    for minute in (0, 1):
        at = NOW.replace(hour=15, minute=59) + timedelta(minutes=minute)
        school.core.store.grant_temporary("org", "2026-11", minute + 1, note="", at=at)
    day = date(2026, 11, 24)
    assert [each.facts["calls"] for each in lines(school, until=day)] == [1]
    assert [each.facts["calls"] for each in lines(school, since=day, until=day + timedelta(days=1))] == [2, 1]
    with pytest.raises(BadParameter, match="lies before"):
        lines(school, since=day, until=day - timedelta(days=1))


def test_one_actor_and_one_action_can_be_looked_for(school: TestSchool) -> None:
    school.core.people.rename("7", "王大明", ADMIN, by="admin")
    with acting(THE_OPERATOR):
        school.core.store.grant_temporary("org", "2026-11", 5, note="", at=NOW)
    operator, admin = sorted(school.core.audit.actors(ADMIN, by="admin"), key=lambda each: each.kind, reverse=True)
    assert operator == AuditActor(kind="operator", id="", name="")
    assert [each.action for each in lines(school, actor=operator)] == ["quota_granted"]
    assert [each.action for each in lines(school, actor=admin)] == ["student_renamed"]
    assert [each.action for each in lines(school, action="student_renamed")] == ["student_renamed"]


def test_who_acts_is_known_within_a_call_and_not_after(school: TestSchool) -> None:
    assert acting_now() == THE_SERVICE
    with acting(Actor("account", "li")):
        school.core.people.rename("7", "王大明", ADMIN, by="admin")
        assert acting_now() == Actor("account", "li")
    assert lines(school)[0].actor.id == "admin"
    with pytest.raises(SystemExit):
        main(["audit", "--since", "yesterday"])
    assert acting_now() == THE_SERVICE


def test_the_nightly_work_forgets_what_is_past_its_time(school: TestSchool) -> None:
    school.core.people.rename("7", "王大明", ADMIN, by="admin")
    school.clock.advance(timedelta(days=school.core.audit.kept_days))
    school.core.people.rename("7", "王明", ADMIN, by="admin")
    assert school.core.audit.forget_old() == 0
    school.clock.advance(timedelta(minutes=1))
    assert school.core.audit.forget_old() == 1
    assert len(lines(school)) == 1


def test_the_nightly_work_says_how_much_it_forgot(school: TestSchool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(school.core.audit, "forget_old", lambda: 3)
    assert list(nightly(school.core))[-1] == "audit log: 3 entries past their time removed"
