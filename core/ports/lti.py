"""What LTI needs from outside: its part of the store, and calls to learning platforms."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from core.records.access import Account
from core.records.classes import SchoolClass
from core.records.lti import LineItem, LtiCourse, LtiPerson, LtiScore, Registration
from core.records.students import Student


class LtiStore(Protocol):
    """Registered platforms, who and which courses came from them, and scores that go back. Each method is one transaction."""

    def add_lti_registration(self, registration: Registration) -> bool:
        """Store a registration; False, and nothing stored, when issuer, client and deployment are registered already."""
        ...

    def lti_registrations(self, organisation_id: str | None = None) -> list[Registration]:
        """Those of an organisation, or of all, the oldest first."""
        ...

    def lti_registrations_of(self, issuer: str) -> list[Registration]:
        """Those of one platform, of whichever organisations: whose a launch is, is the question."""
        ...

    def remove_lti_registration(self, organisation_id: str, registration_id: str) -> bool:
        """Forget a registration with its scores. Its courses and columns wait until it is registered again; people, classes and their work
        stay. False where there is none."""
        ...

    def lti_keys(self, fresh: str) -> str:
        """The tool's keys as text: `fresh` is stored if there were none before, and the stored ones are returned."""
        ...

    def replace_lti_keys(self, before: str, after: str) -> bool:
        """Put new keys in the place of those that were read; False, and nothing changed, where somebody else did so meanwhile."""
        ...

    def use_lti_nonce(self, nonce_sha256: str, expires_at: datetime) -> bool:
        """Note a nonce as used; False where it was used before."""
        ...

    def lti_person(self, organisation_id: str, issuer: str, subject: str) -> LtiPerson | None:
        """Somebody of a platform in an organisation."""
        ...

    def lti_person_of(self, organisation_id: str, issuer: str, student_id: str) -> LtiPerson | None:
        """Who a student is in a platform."""
        ...

    def lti_people(self, organisation_id: str) -> list[LtiPerson]:
        """Everybody who came from a platform, by issuer and subject."""
        ...

    def add_lti_person(self, person: LtiPerson, account: Account, student: Student | None) -> bool:
        """Store a person with account and, of a learner, student; False, and nothing stored, where one of them is there or a name is taken."""
        ...

    def lti_course(self, organisation_id: str, registration_id: str, context_id: str) -> LtiCourse | None:
        """A course of a registration."""
        ...

    def lti_courses(self, organisation_id: str) -> list[LtiCourse]:
        """The courses of an organisation."""
        ...

    def add_lti_course(self, course: LtiCourse, school_class: SchoolClass) -> LtiCourse:
        """Store a course with the class that is made for it, and return it. Where the course is there already and its class too, nothing is
        stored, and that course returned."""
        ...

    def put_lti_course(self, course: LtiCourse) -> None:
        """Create a course, or replace everything about it but who is in it."""
        ...

    def lti_course_members(self, organisation_id: str, registration_id: str, context_id: str) -> frozenset[str]:
        """Ids of the students whom the platform has put into the course."""
        ...

    def change_lti_course_members(
        self, course: LtiCourse, *, added: Collection[str] = (), removed: Collection[str] = (), at: datetime
    ) -> None:
        """Put students into a course and its class, and take others out of both."""
        ...

    def put_line_item(self, line_item: LineItem) -> None:
        """Note which assignment a column belongs to, and when it was seen."""
        ...

    def line_items(self, organisation_id: str, *, seen_since: datetime) -> list[LineItem]:
        """The columns of an organisation that were opened since then."""
        ...

    def lti_scores(self, organisation_id: str) -> list[LtiScore]:
        """Every score that is to be sent, or was."""
        ...

    def put_lti_scores(self, scores: Sequence[LtiScore]) -> int:
        """Have scores sent in place of older ones; one that is older than the one that is kept changes nothing. Returns how many will be sent.

        Of a student who was erased meanwhile nothing is stored.
        """
        ...

    def take_due_lti_scores(self, now: datetime, *, leased_until: datetime, most: int) -> list[LtiScore]:
        """Scores that are due, of all organisations; whoever asks next gets none of them until `leased_until`."""
        ...

    def settle_lti_score(self, score: LtiScore, *, sent_at: datetime | None, try_at: datetime | None) -> None:
        """Note that a score was taken (`sent_at`), or is to be tried again, or (neither) is given up; one that was replaced since stays due."""
        ...

    def forget_lti_nonces(self, before: datetime) -> int:
        """Forget used nonces that have expired; returns how many."""
        ...


@dataclass(frozen=True)
class PlatformAnswer:
    """An answer of a platform."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


class PlatformCalls(Protocol):
    """Calls to learning platforms, bounded in size and time, that follow no redirect."""

    def call(
        self,
        method: str,
        url: str,
        *,
        named_hosts: Collection[tuple[str, int]],
        headers: Mapping[str, str],
        body: bytes | None = None,
        most_bytes: int,
    ) -> PlatformAnswer:
        """Make a call. `named_hosts`: hosts and ports that the operator registered, which may have private addresses; of others only public
        ones are called.

        Raises `PlatformAway` where nothing answers, the answer is too long or the address is none that may be called.
        """
        ...
