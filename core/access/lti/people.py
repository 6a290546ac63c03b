"""Who comes in from a platform: the person of a launch, as student or teacher of the organisation that registered the platform.

A person is known by the platform and its `sub`, in one organisation. Nobody is ever recognised by name or mail address: whoever can
write those in a platform would be let into somebody else's account.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from core.access.keys import unused_password
from core.access.lti.claims import LtiRole
from core.access.roster.cells import LONGEST_NAME, NOT_READ
from core.access.roster.usernames import unique, username_base
from core.errors import Forbidden, NotFound
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account
from core.records.lti import LtiPerson, Registration
from core.records.printed import INVISIBLE
from core.records.students import Student
from core.wire import Bilingual

Syllables = Callable[[str], list[str]]
TRIES = 5
"""How often a user name is looked for while others take theirs."""
A_LAUNCH = "lti"
"""Stands in a receipt for the account of whoever asks for an erasure."""
MADE_BY_COMING = frozenset(
    {"lti_person", "lti_course_member", "lti_score", "day_plan", "plan_settings", "preferences", "class_student"}
)
"""Tables that hold rows of a student who only came in and looked."""


@dataclass(frozen=True)
class Newcomer:
    """Somebody as a platform tells of them."""

    registration: Registration
    subject: str
    role: LtiRole
    name: str
    """Empty where the platform tells none."""


class Arrivals:
    """Makes and finds the accounts of people who come from platforms."""

    def __init__(self, *, store: Store, clock: Clock, identifiers: Identifiers, syllables: Syllables) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._syllables = syllables

    def account_of(self, newcomer: Newcomer, taken: set[str] | None = None) -> Account:
        """The open account of somebody who comes in, made at the first time, in the role that the platform says now. `taken`: see
        `taken_names`, for whoever asks for many.

        Raises `Forbidden` for a closed account, and where the account is of the other role and has work in it.
        """
        registration = newcomer.registration
        person = self._store.lti_person(registration.organisation_id, registration.issuer, newcomer.subject)
        account = None if person is None else self._account(person)
        if person is None or account is None:
            return self._made(newcomer, taken)
        if account.disabled_at is not None:
            raise _closed()
        if account.role == newcomer.role:
            return account
        if account.role != "student":
            raise _is_no_learner()
        return self._promoted(newcomer, person)

    def student_of(self, newcomer: Newcomer, taken: set[str]) -> str | None:
        """The id of a learner in a list of members, made at the first time; None for one whose account is closed or no student's."""
        try:
            return self.account_of(newcomer, taken).student_id
        except Forbidden:
            return None

    def _account(self, person: LtiPerson) -> Account | None:
        """The person's account; of a student who was merged with another the one that stayed open."""
        account = self._store.account(person.organisation_id, person.account_id)
        if person.student_id is None or (account is not None and account.disabled_at is None):
            return account
        others = [each for each in self._store.accounts(person.organisation_id) if each.student_id == person.student_id]
        return next((each for each in others if each.disabled_at is None), next(iter(others), account))

    def _promoted(self, newcomer: Newcomer, person: LtiPerson) -> Account:
        """The teacher's account of somebody who came as a student before and did nothing. Raises `Forbidden` where there is work."""
        organisation_id, student_id = person.organisation_id, person.student_id or ""
        if set(self._store.rows_of_student(organisation_id, student_id)) - MADE_BY_COMING:
            raise _has_work()
        with suppress(NotFound):  # another launch of the person was quicker
            self._store.erase_with_receipt(
                organisation_id,
                student_id,
                receipt_id=self._identifiers.new("er"),
                salt=secrets.token_hex(16),
                asked_by=A_LAUNCH,
                at=self._clock.now(),
            )
        return self._made(newcomer)

    def taken_names(self, organisation_id: str) -> set[str]:
        """What no new user name may be: names, ids and numbers that accounts and students have, in one case. Names that are given are added."""
        taken = {each.username.casefold() for each in self._store.accounts(organisation_id)}
        return taken.union(
            key.casefold()
            for each in self._store.students(organisation_id)
            for key in (each.student_id, each.shown_number)
        )

    def _made(self, newcomer: Newcomer, taken: set[str] | None = None) -> Account:
        """A new account. Two launches of one person at the same time make one."""
        registration = newcomer.registration
        names = self.taken_names(registration.organisation_id) if taken is None else taken
        for _ in range(TRIES):
            person, account, student = self._rows(newcomer, names)
            if self._store.add_lti_person(person, account, student):
                names.add(account.username.casefold())
                return account
            names |= self.taken_names(registration.organisation_id)  # somebody took a name meanwhile
            known = self._store.lti_person(registration.organisation_id, registration.issuer, newcomer.subject)
            if known is not None and (made := self._account(known)) is not None and made.role == newcomer.role:
                return made
        raise Forbidden(
            "No account could be made.",
            remedy=Bilingual(
                zh="账号没有建成，请再打开一次链接。", en="The account could not be made; open the link again."
            ),
        )

    def _rows(self, newcomer: Newcomer, taken: set[str]) -> tuple[LtiPerson, Account, Student | None]:
        organisation_id, now = newcomer.registration.organisation_id, self._clock.now()
        name = tidy_name(newcomer.name)
        username = unique(username_base(name, self._syllables) if name else newcomer.role, taken)
        shown = name or username
        student_id = username if newcomer.role == "student" else None
        account = Account(
            account_id=self._identifiers.new("acc"),
            organisation_id=organisation_id,
            username=username,
            role=newcomer.role,
            display_name=shown,
            password_hash=unused_password(),
            student_id=student_id,
            language=None,
            created_at=now,
        )
        person = LtiPerson(
            organisation_id, newcomer.registration.issuer, newcomer.subject, account.account_id, student_id, now
        )
        return person, account, None if student_id is None else Student(organisation_id, student_id, shown, None, now)


def tidy_name(name: str) -> str:
    """A name as it is kept: on one line, without hidden characters, not too long; empty where nothing readable is left.

    >>> tidy_name("  Anna   Müller ")
    'Anna Müller'
    """
    visible = NOT_READ.sub("", INVISIBLE.sub("", " ".join(name.split())))[:LONGEST_NAME].strip(" =+-@")
    return visible if any(character.isalpha() for character in visible) else ""


def _closed() -> Forbidden:
    return Forbidden(
        "The account is closed.",
        remedy=Bilingual(
            zh="你的账号已停用，请联系老师或管理员重新开通。",
            en="Your account is closed: ask your teacher or administrator.",
        ),
    )


def _is_no_learner() -> Forbidden:
    return Forbidden(
        "The account is a teacher's or administrator's, and the platform says that the person learns in this course.",
        remedy=Bilingual(
            zh="你在这里是老师，而学习平台说你在这门课里是学生。请以老师身份打开；要当学生，请让管理员处理。",
            en="You are a teacher here, and the learning platform says that you are a student in this course. Open it as a"
            " teacher; to learn here, ask your administrator.",
        ),
    )


def _has_work() -> Forbidden:
    return Forbidden(
        "The account is a student's with work of its own, and the platform says that the person teaches this course.",
        remedy=Bilingual(
            zh="你以前在这里是学生，已经有学习记录，不能变成老师。请让管理员另建教师账号，或者删除这些学习记录。",
            en="You have been a student here and have work of your own, so that this account cannot become a teacher's. Ask your"
            " administrator for a teacher's account, or to erase that work.",
        ),
    )
