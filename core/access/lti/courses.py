"""Courses of platforms as classes: who teaches and who learns in them, by launches and by the platform's own list of members."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.access.classes import LONGEST_NAME, MOST_CLASSES
from core.access.lti.id_tokens import Launch
from core.access.lti.people import Arrivals, Newcomer, tidy_name
from core.access.lti.services import Member
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account
from core.records.classes import SchoolClass
from core.records.lti import LtiCourse, LtiPerson, Registration


@dataclass(frozen=True)
class Changed:
    """What reading a list of members changed."""

    joined: int
    left: int


class Courses:
    """Classes that are courses of platforms."""

    def __init__(self, *, store: Store, clock: Clock, identifiers: Identifiers, arrivals: Arrivals) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._arrivals = arrivals

    def entered(self, launch: Launch, account: Account) -> str:
        """Put somebody who comes in into the class of the course, which is made at its first launch; returns the class's id, empty for a
        launch outside of any course and where there is no room for another class."""
        if not launch.context_id:
            return ""
        course = self._course(launch)
        if course is None:
            return ""
        organisation_id, class_id = course.organisation_id, course.class_id
        if account.role == "teacher":
            self._store.change_teachers(organisation_id, class_id, added=[account.account_id])
        elif account.student_id is not None:
            self._put_in(course, {account.student_id})
        return class_id

    def _course(self, launch: Launch) -> LtiCourse | None:
        """The course with its class; what the launch tells of it is noted."""
        registration = launch.registration
        organisation_id = registration.organisation_id
        course = self._store.lti_course(organisation_id, registration.registration_id, launch.context_id)
        classes = self._store.classes(organisation_id)
        if course is None or all(each.class_id != course.class_id for each in classes):
            if len(classes) >= MOST_CLASSES:
                return None
            course = self._made(launch, classes)
        if course.members_url != launch.members_url:
            course = replace(course, members_url=launch.members_url)
            self._store.put_lti_course(course)
        return course

    def _made(self, launch: Launch, existing: Iterable[SchoolClass]) -> LtiCourse:
        """The course with a new class. Of two first launches at the same time one makes them."""
        registration = launch.registration
        made = SchoolClass(
            organisation_id=registration.organisation_id,
            class_id=self._identifiers.new("cls"),
            name=_free_name(launch.context_title or launch.context_id, existing),
            made_at=self._clock.now(),
        )
        course = LtiCourse(
            registration.organisation_id,
            registration.registration_id,
            launch.context_id,
            made.class_id,
            launch.members_url,
        )
        return self._store.add_lti_course(course, made)

    def _put_in(self, course: LtiCourse, added: Iterable[str], removed: Iterable[str] = ()) -> None:
        self._store.change_lti_course_members(course, added=set(added), removed=set(removed), at=self._clock.now())

    def take_members(self, course: LtiCourse, registration: Registration, members: Iterable[Member]) -> Changed:
        """Bring the class to the platform's list: new learners join it, those who are gone or inactive leave it, and so do teachers who came
        from the platform. Only whom the platform put in is taken out; nobody and nothing is deleted."""
        organisation_id = course.organisation_id
        before = self._store.lti_course_members(organisation_id, registration.registration_id, course.context_id)
        active = [each for each in members if each.active]
        taken = self._arrivals.taken_names(organisation_id)
        here = {
            student_id
            for each in active
            if each.role == "student"
            and (student_id := self._arrivals.student_of(_newcomer(each, registration), taken)) is not None
        }
        self._put_in(course, here - before, before - here)
        self._settle_teachers(course, registration, {each.subject for each in active if each.role == "teacher"})
        self._store.put_lti_course(replace(course, members_read_at=self._clock.now()))
        return Changed(joined=len(here - before), left=len(before - here))

    def _settle_teachers(self, course: LtiCourse, registration: Registration, teaching: set[str]) -> None:
        """Teachers who came from the platform and teach the course no longer lose the class; those who have come in before and teach it get it."""
        people = [
            each
            for each in self._store.lti_people(course.organisation_id)
            if each.issuer == registration.issuer and each.student_id is None
        ]
        teachers = self._store.membership(course.organisation_id, [course.class_id]).teachers.get(
            course.class_id, frozenset()
        )
        gone = [each.account_id for each in people if each.subject not in teaching and each.account_id in teachers]
        added = [each.account_id for each in people if each.subject in teaching and self._teaches(each)]
        self._store.change_teachers(course.organisation_id, course.class_id, added=added, removed=gone)

    def _teaches(self, person: LtiPerson) -> bool:
        account = self._store.account(person.organisation_id, person.account_id)
        return account is not None and account.role == "teacher"


def _newcomer(member: Member, registration: Registration) -> Newcomer:
    return Newcomer(registration, member.subject, "student", member.name)


def _free_name(title: str, existing: Iterable[SchoolClass]) -> str:
    """The course's title as the name of a class of this year that no other has."""
    tidy = tidy_name(title)[:LONGEST_NAME].strip() or "LTI"
    taken = {each.name for each in existing if each.archived_at is None}
    count, name = 2, tidy
    while name in taken:
        suffix = f" ({count})"
        name = f"{tidy[: LONGEST_NAME - len(suffix)].strip()}{suffix}"
        count += 1
    return name
