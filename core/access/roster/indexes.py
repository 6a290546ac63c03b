"""An organisation, indexed for the dry run of an import."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace

from core.access.classes import reachable_by, scope_of
from core.access.roster.cells import key_of
from core.ports.store import Store
from core.records.access import Account
from core.records.classes import SchoolClass


class School:
    """An organisation as one of its people may see it, indexed for the planning."""

    def __init__(self, by: Account, *, store: Store) -> None:
        organisation_id = by.organisation_id
        scope = scope_of(replace(by, settings={}), store=store)
        self.by = by
        self.seen = reachable_by(by, store=store)
        self.own_classes = {each.class_id: each for each in scope.classes}
        self.class_of_name: dict[str, list[SchoolClass]] = defaultdict(list)
        for each in store.classes(organisation_id):
            self.class_of_name[key_of(each.name)].append(each)
        membership = store.membership(organisation_id)
        self.members, self.teachers = membership.students, membership.teachers
        self.students = {each.student_id: each for each in store.students(organisation_id)}
        self.by_number = {each.shown_number.casefold(): each for each in self.students.values()}
        self.ids_of_name: dict[str, list[str]] = defaultdict(list)
        for student in self.students.values():
            self.ids_of_name[key_of(student.name)].append(student.student_id)
        accounts = store.accounts(organisation_id)
        self.by_username = {each.username.casefold(): each for each in accounts}
        self.account_of = {each.student_id: each for each in accounts if each.student_id is not None}
        self.taken_usernames = set(self.by_username)
        self.taken_ids = {each.casefold() for each in self.students} | set(self.by_number)

    def may_see(self, student_id: str) -> bool:
        """Whether the person may ask about a student."""
        return self.seen is None or student_id in self.seen

    def inside(self, class_id: str) -> Collection[str]:
        """Ids of the students of a class."""
        if self.own_classes[class_id].everyone:
            return self.students.keys()
        return self.members.get(class_id, frozenset())
