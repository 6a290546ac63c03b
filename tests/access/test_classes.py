"""Who sees whom: the scope of a person, and the guard at the facade."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.access import classes
from core.access.arguments import bounded
from core.access.classes import CHOSEN, scope_of
from core.errors import BadParameter, Forbidden, NotFound
from core.records.access import Account, Caller, Organisation
from core.records.classes import EVERYONE, SchoolClass
from core.records.students import Student
from core.store.database.engine import make_engine
from core.store.database.migrate import upgrade_in_memory
from core.store.sql import SqlStore
from core.wire import Closed
from evaluation.service.clock import CountingIdentifiers, StoppedClock

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
CALLER = Caller("org", frozenset())
CLASSES = {"a": ("s1", "s2"), "b": ("s2", "s3"), "old": ("s9",)}
CLOCK = StoppedClock(NOW)


def person(name: str, role: str, *, student_id: str | None = None) -> Account:
    return Account(name, "org", name, role, name, "", student_id, None, NOW)  # type: ignore[arg-type]


ADMIN, LI, WANG = person("admin", "admin"), person("li", "teacher"), person("wang", "teacher")
STUDENT = person("s1", "student", student_id="s1")


@pytest.fixture
def store() -> Iterator[SqlStore]:
    """A school of three classes, one of them over: Li teaches all three, Wang the second."""
    engine = make_engine("sqlite://")
    upgrade_in_memory(engine)
    made = SqlStore(engine)
    made.add_organisation(Organisation("org", "School", "free", None, False, NOW))
    for account in (ADMIN, LI, WANG, STUDENT):
        made.add_account(account)
    for class_id, members in CLASSES.items():
        made.put_class(SchoolClass("org", class_id, class_id, NOW, archived_at=NOW if class_id == "old" else None))
        for student_id in members:
            made.put_student(Student("org", student_id, student_id, None, NOW))
        made.change_members("org", class_id, added=members, at=NOW)
        made.change_teachers("org", class_id, added=["li"])
    made.change_teachers("org", "b", added=["wang"])
    yield made
    made.close()


def seen(account: Account, store: SqlStore, chosen: str = "") -> set[str] | None:
    scope = scope_of(replace(account, settings={CHOSEN: chosen}), store=store)
    return None if scope.students is None else set(scope.students)


def test_a_person_sees_the_own_classes_or_the_one_they_chose(store: SqlStore) -> None:
    assert seen(STUDENT, store) == {"s1"}
    assert seen(LI, store) == {"s1", "s2", "s3"}
    assert seen(LI, store, "a") == {"s1", "s2"}
    assert seen(LI, store, "old") == {"s9"}
    assert seen(WANG, store) == {"s2", "s3"}
    assert seen(WANG, store, "a") == {"s2", "s3"}  # not hers: the choice is passed over
    assert seen(ADMIN, store) is None
    assert seen(ADMIN, store, "a") == {"s1", "s2"}
    assert seen(person("new", "teacher"), store) == set()


def test_the_class_of_everyone_is_everyone(store: SqlStore) -> None:
    store.change_teachers("org", EVERYONE, added=["wang"])
    assert seen(WANG, store) is None
    assert seen(WANG, store, "b") == {"s2", "s3"}


def test_a_teacher_of_a_school_without_classes_gets_that_of_everyone() -> None:
    engine = make_engine("sqlite://")
    upgrade_in_memory(engine)
    store = SqlStore(engine)
    store.add_organisation(Organisation("org", "School", "free", None, False, NOW))
    store.add_account(LI)
    classes.first_class_of(LI, store=store)
    assert seen(LI, store) is None
    store.put_class(SchoolClass("org", "a", "a", NOW))
    store.add_account(WANG)
    classes.first_class_of(WANG, store=store)
    assert seen(WANG, store) == set()
    store.close()


def test_a_class_is_made_renamed_ended_and_begun_again(store: SqlStore) -> None:
    made = classes.make("  三年级  2 班 ", CALLER, by=WANG, store=store, clock=CLOCK, identifiers=CountingIdentifiers())
    assert made.name == "三年级 2 班"
    assert made in scope_of(WANG, store=store).classes
    with pytest.raises(BadParameter, match="already"):
        classes.rename(made.class_id, "a", WANG, store=store)
    assert classes.rename(made.class_id, "old", WANG, store=store).name == "old"  # last year's name is free
    assert classes.archive(made.class_id, WANG, over=True, store=store, clock=CLOCK).archived_at == NOW
    assert classes.archive(made.class_id, WANG, over=False, store=store, clock=CLOCK).archived_at is None


def test_nobody_changes_another_s_class(store: SqlStore) -> None:
    with pytest.raises(NotFound):
        classes.rename("a", "mine", WANG, store=store)
    with pytest.raises(Forbidden):
        classes.archive("a", STUDENT, over=True, store=store, clock=CLOCK)
    with pytest.raises(NotFound):
        classes.move(["s1"], WANG, out_of=None, into="b", store=store, clock=CLOCK)
    with pytest.raises(NotFound):
        classes.move(["s2"], WANG, out_of="b", into="a", store=store, clock=CLOCK)
    assert classes.rename("a", "mine", ADMIN, store=store).name == "mine"


def test_students_are_moved(store: SqlStore) -> None:
    classes.move(["s1"], LI, out_of="a", into="b", store=store, clock=CLOCK)
    assert store.membership("org", ["a", "b"]).students == {"a": {"s2"}, "b": {"s1", "s2", "s3"}}
    with pytest.raises(BadParameter, match="always"):
        classes.move(["s1"], ADMIN, out_of="b", into=EVERYONE, store=store, clock=CLOCK)


def test_a_new_year_begins_with_the_students_of_a_class_that_is_over(store: SqlStore) -> None:
    classes.move(["s9"], LI, out_of=None, into="a", store=store, clock=CLOCK)
    assert "s9" in store.membership("org", ["a"]).students["a"]
    with pytest.raises(NotFound):
        classes.move(["s9"], WANG, out_of=None, into="b", store=store, clock=CLOCK)


def test_a_class_keeps_a_teacher(store: SqlStore) -> None:
    classes.share("b", LI, teacher_id="li", teaches=False, store=store)
    with pytest.raises(BadParameter, match="last teacher"):
        classes.share("b", WANG, teacher_id="wang", teaches=False, store=store)
    classes.share("b", ADMIN, teacher_id="wang", teaches=False, store=store)
    with pytest.raises(NotFound):
        classes.share("a", LI, teacher_id="s1", teaches=True, store=store)


class Line(Closed):
    """A row about a student."""

    student_id: str


@bounded
class Door:
    """A facade with one method of each kind."""

    def of(self, student_id: str, caller: Caller) -> str:
        return student_id

    def named(self, request: Line, caller: Caller) -> str:
        return request.student_id

    def several(self, student_ids: list[str], caller: Caller) -> list[str]:
        return student_ids

    def found(self, evaluation_id: str, caller: Caller) -> Line:
        return Line(student_id=evaluation_id)

    def all(self, caller: Caller) -> list[Line]:
        return [Line(student_id=each) for each in ("s1", "s3")]


def test_the_door_lets_nobody_ask_about_another_s_students() -> None:
    door, caller = Door(), replace(CALLER, students=frozenset({"s1", "s2"}))
    assert door.of("s1", caller) == door.named(Line(student_id="s1"), caller=caller) == "s1"
    assert door.several(["s1", "s2"], caller) == ["s1", "s2"]
    assert door.all(caller) == [Line(student_id="s1")]
    assert door.found("s2", caller).student_id == "s2"
    for refused in (
        lambda: door.of("s3", caller),
        lambda: door.of(student_id="s3", caller=caller),
        lambda: door.named(Line(student_id="s3"), caller),
        lambda: door.several(["s1", "s3"], caller),
        lambda: door.found("s3", caller),
    ):
        with pytest.raises(NotFound):
            refused()
    assert door.of("s3", CALLER) == "s3"
