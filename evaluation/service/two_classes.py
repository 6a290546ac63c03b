"""A school of two classes, each with a student's and a teacher's things, and everybody who asks for what is another class's.

What all of a school shares, items, links and reports on grammar, bears a marker of its own and is looked for nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.api.core import Core
from core.records.access import Account, Role
from core.records.classes import EVERYONE, SchoolClass
from evaluation.service.leaks import Things, class_calls, core_calls, plant, scoped_caller_of, text_of

PEOPLE: tuple[tuple[str, Role], ...] = (
    ("pupil-one", "student"),
    ("pupil-two", "student"),
    ("teacher-one", "teacher"),
    ("teacher-two", "teacher"),
    ("teacher-both", "teacher"),
)
"""User names of the school's people, students with their user names as ids."""
CLASSES: Mapping[str, tuple[str, ...]] = {
    "one": ("teacher-one", "teacher-both"),
    "two": ("teacher-two", "teacher-both"),
}
"""Teachers of each class; its student is `pupil-<class>`."""
ASKERS = (
    ("teacher-one", "", "two"),
    ("teacher-two", "", "one"),
    ("teacher-both", "one", "two"),
    ("teacher-both", "two", "one"),
    ("pupil-one", "", "two"),
    ("pupil-two", "", "one"),
)
"""Who asks, the class that they chose, and the class whose things they ask for."""
SHARED = "SHAREDMARK"


def make_classes(core: Core, organisation_id: str, account_ids: Mapping[str, str]) -> None:
    """The two classes with their members; `account_ids` by user name. Their teachers lose the class of everyone."""
    for class_id, teachers in CLASSES.items():
        ids = [account_ids[each] for each in teachers]
        core.store.put_class(SchoolClass(organisation_id, class_id, class_id, core.clock.now()))
        core.store.change_members(organisation_id, class_id, added=[f"pupil-{class_id}"], at=core.clock.now())
        core.store.change_teachers(organisation_id, class_id, added=ids)
        core.store.change_teachers(organisation_id, EVERYONE, removed=ids)


def new_school(core: Core) -> dict[str, Account]:
    """A school with these people and classes; its accounts by user name."""
    school = core.access.organisation("School of two classes")
    accounts = {
        name: core.access.people.new_account(school, role, username=name, password=f"right horse of {name}")
        for name, role in PEOPLE
    }
    make_classes(core, school.organisation_id, {name: account.account_id for name, account in accounts.items()})
    return accounts


def planted(core: Core, accounts: Mapping[str, Account]) -> dict[str, Things]:
    """Things of a student and a teacher in each of the two classes, by class."""
    return {
        name: plant(
            core,
            accounts[f"pupil-{name}"],
            accounts[f"teacher-{name}"],
            f"CLASS{name.upper()}MARK",
            class_id=name,
            shared=SHARED,
        )
        for name in CLASSES
    }


def asked(
    core: Core, accounts: Mapping[str, Account], username: str, chosen: str, wanted: Things
) -> Iterator[tuple[str, bool]]:
    """Every way in which somebody, who looks at the class `chosen`, can ask the core for things: its name, and whether they were told."""
    account = accounts[username]
    caller = scoped_caller_of(core, account, chosen=chosen)
    own = account.student_id or "nobody"
    for ask in (
        *core_calls(core, caller, own, account.account_id, wanted),
        *class_calls(core, caller, account.account_id),
    ):
        yield f"{username} ({chosen or 'own'}): {ask.name}", wanted.marker in text_of(ask)


def asked_across(
    core: Core, accounts: Mapping[str, Account], things: Mapping[str, Things]
) -> Iterator[tuple[str, bool]]:
    """All askers for what is another class's."""
    for username, chosen, of_class in ASKERS:
        yield from asked(core, accounts, username, chosen, things[of_class])
