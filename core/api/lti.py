"""LTI 1.3: learning platforms open Wenlu, tell who is in a course, are told what a teacher links, and take scores back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import structlog

from core.access.arguments import bounded
from core.access.demo_door import is_loopback
from core.access.lti import deep_links, id_tokens, keys, registrations, scores, states
from core.access.lti.addresses import origin_of
from core.access.lti.claims import DEEP_LINKING_REQUEST
from core.access.lti.configuration import CONFIGURATION, KEYS, LAUNCH, LOGIN, configuration
from core.access.lti.courses import Courses
from core.access.lti.deep_links import Offer
from core.access.lti.id_tokens import Launch, is_own
from core.access.lti.people import Arrivals, Newcomer
from core.access.lti.platform_keys import PlatformKeys
from core.access.lti.scores import Standing
from core.access.lti.services import BadMembers, Services
from core.access.lti.states import Choice, State
from core.access.service import Access
from core.errors import Forbidden, LaunchRefused, PlatformAway
from core.plan.assignments.assigning import current_assignments
from core.plan.assignments.gradebook import GradebookCell, gradebook
from core.ports.language import PinyinReader
from core.ports.lti import PlatformCalls
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Caller, Organisation
from core.records.classes import EVERYONE
from core.records.lti import LineItem, LtiCourse, Registration
from core.records.plan import Assignment, AssignmentKind
from core.tables import Tables
from core.wire import Bilingual, Language

__all__ = [
    "CONFIGURATION",
    "KEYS",
    "LAUNCH",
    "LOGIN",
    "Begun",
    "Deliverable",
    "Offer",
    "OpenedLaunch",
    "is_loopback",
    "origin_of",
]
"""Names that the frame may import for LTI (it uses the core through its facade only)."""

log = structlog.get_logger("wenlu.lti")

MARKED: frozenset[AssignmentKind] = frozenset({"items", "aloud", "essay"})
"""Kinds of assignments that are given scores."""
COLUMN_DAYS = 180
"""How long after it was last opened from a platform scores are sent to a column."""
MOST_SENT = 1_000
"""Scores that are sent before the others have their turn again."""
TODAY_TITLE = Bilingual(zh="今天的学习计划", en="Today's plan")


@dataclass(frozen=True)
class Begun:
    """A sign-in that was begun: where the browser goes on to."""

    url: str


@dataclass(frozen=True)
class OpenedLaunch:
    """Somebody who came in."""

    account: Account
    secret: str
    """The value of the sign-in cookie."""
    page: str
    """The address of the page to go on to."""
    choice: str
    """Of a deep linking request what the form of choice has to bring back; empty otherwise."""


@dataclass(frozen=True)
class Deliverable:
    """An answer to deep linking that the browser carries to the platform."""

    url: str
    jwt: str


@dataclass(frozen=True)
class MembersRead:
    """What reading a course's list of members came to."""

    class_id: str
    joined: int
    left: int
    failure: str
    """Why it could not be read; empty where it could."""


@bounded
class Lti:
    """LTI 1.3: sign-in from learning platforms, deep linking, names and roles, scores."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        access: Access,
        reader: PinyinReader,
        calls: PlatformCalls,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._access = access
        self._platform_keys = PlatformKeys(calls)
        self._services = Services(store=store, clock=clock, calls=calls)
        self._arrivals = Arrivals(store=store, clock=clock, identifiers=identifiers, syllables=reader.syllables)
        self._courses = Courses(store=store, clock=clock, identifiers=identifiers, arrivals=self._arrivals)

    # -- the operator --------------------------------------------------------------------------------------

    def register(
        self,
        organisation: Organisation,
        *,
        issuer: str,
        client_id: str,
        deployment_id: str,
        authorize_url: str,
        token_url: str,
        keys_url: str,
    ) -> Registration:
        """Let a platform's deployment open an organisation. Raises `BadParameter`."""
        return registrations.register(
            organisation,
            issuer=issuer,
            client_id=client_id,
            deployment_id=deployment_id,
            authorize_url=authorize_url,
            token_url=token_url,
            keys_url=keys_url,
            store=self._store,
            clock=self._clock,
        )

    def remove(self, organisation_id: str, registration_id: str) -> None:
        """Let a platform in no more; people, classes and their work stay. Raises `NotFound`."""
        registrations.remove(organisation_id, registration_id, store=self._store)

    def rotate_keys(self) -> str:
        """Publish a new key, which signs in an hour; returns its id. Raises `WenluError` where one is to sign already, or another process does
        so at the same time."""
        return keys.rotate(self._store, self._clock.now())

    def key_set(self) -> dict[str, Any]:
        """The tool's public keys as a JWKS."""
        return keys.key_set(self._store, self._clock.now())

    def configuration(self, own_origin: str) -> dict[str, Any]:
        """What an administrator of a platform pastes there."""
        return configuration(own_origin)

    # -- coming in -----------------------------------------------------------------------------------------

    def begin(
        self,
        issuer: str,
        *,
        client_id: str,
        login_hint: str,
        message_hint: str,
        target: str,
        own_origin: str,
        browser: str,
    ) -> Begun:
        """Begin a sign-in that a platform initiates (OpenID Connect Core, 4); `browser`: the value of this browser's cookie.

        Raises `LaunchRefused` for an unregistered platform, and where it would lead elsewhere.
        """
        registration = registrations.chosen(issuer, client_id, store=self._store)
        if registration is None:
            raise LaunchRefused(
                "The platform is not registered here, or does not say as which client.",
                remedy=Bilingual(
                    zh="这个学习平台还没有登记。请让管理员用 wenlu lti register 登记，并核对平台地址和客户端编号。",
                    en="This learning platform is not registered. Ask the administrator to register it with wenlu lti register, and to"
                    " compare its issuer and client id.",
                ),
            )
        launch_address = f"{own_origin}{LAUNCH}"
        if not is_own(target, launch_address):
            raise LaunchRefused("The sign-in is to lead to another address than this service's.")
        if not login_hint:
            raise LaunchRefused("The platform does not say who signs in: login_hint is missing.")
        state = State(issuer=registration.issuer, client_id=registration.client_id, nonce=states.fresh_nonce())
        parameters = {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": registration.client_id,
            "redirect_uri": launch_address,
            "login_hint": login_hint,
            "state": states.begun(state, browser=browser, secret=self._access.secret, now=self._clock.now()),
            "nonce": state.nonce,
        }
        if message_hint:
            parameters["lti_message_hint"] = message_hint
        joined = "&" if "?" in registration.authorize_url else "?"
        return Begun(f"{registration.authorize_url}{joined}{urlencode(parameters)}")

    def launch(
        self, id_token: str, *, state: str, browser: str, own_origin: str, browser_name: str = ""
    ) -> OpenedLaunch:
        """Let somebody in whom a platform sends. Raises `LaunchRefused`, `Forbidden`, `PlatformAway`."""
        now = self._clock.now()
        opened = states.opened(state, browser=browser, secret=self._access.secret, now=now)
        launch = id_tokens.read_launch(
            id_token,
            opened,
            own_address=f"{own_origin}{LAUNCH}",
            keys=self._platform_keys,
            store=self._store,
            now=now,
        )
        if launch.message_type == DEEP_LINKING_REQUEST and launch.role != "teacher":
            raise _teachers_alone()
        account = self._arrivals.account_of(Newcomer(launch.registration, launch.subject, launch.role, launch.name))
        class_id = self._courses.entered(launch, account)
        if account.role == "teacher" and class_id:
            self._access.people.choose_class(account, class_id)
        self._note_column(launch, class_id)
        return OpenedLaunch(
            account=account,
            secret=self._access.people.open_signin(account, browser=browser_name),
            page=deep_links.page_of(launch.opens, launch.role),
            choice=self._offered(launch, account, class_id),
        )

    def _note_column(self, launch: Launch, class_id: str) -> None:
        """Remember the column of a link to an assignment of the course's class: of another class none of its teachers sees a score."""
        assignment_id = deep_links.assignment_in(launch.opens)
        organisation_id = launch.registration.organisation_id
        row = self._store.assignment(organisation_id, assignment_id) if assignment_id and class_id else None
        if row is not None and launch.line_item_url and row.class_id in ("", EVERYONE, class_id):
            self._store.put_line_item(
                LineItem(
                    organisation_id=organisation_id,
                    registration_id=launch.registration.registration_id,
                    url=launch.line_item_url,
                    context_id=launch.context_id,
                    assignment_id=assignment_id,
                    seen_at=self._clock.now(),
                )
            )

    # -- deep linking --------------------------------------------------------------------------------------

    def _offered(self, launch: Launch, account: Account, class_id: str) -> str:
        if launch.deep_linking is None:
            return ""
        choice = Choice(
            account_id=account.account_id,
            organisation_id=account.organisation_id,
            registration_id=launch.registration.registration_id,
            return_url=launch.deep_linking.return_url,
            data=launch.deep_linking.data,
            class_id=class_id,
            takes_columns=launch.deep_linking.takes_columns,
        )
        return states.offered(choice, secret=self._access.secret, now=self._clock.now())

    def offers(self, choice: str, language: Language) -> list[Offer]:
        """What a teacher may link: today's plan, the assignments of the course's class newest first, the lessons of the road in their order.

        Raises `LaunchRefused` for a choice that was not given or is too old.
        """
        return self._offers(states.chosen(choice, secret=self._access.secret, now=self._clock.now()), language)

    def _offers(self, choice: Choice, language: Language) -> list[Offer]:
        caller = self._caller(choice)
        given = current_assignments(caller, store=self._store)
        return [
            Offer(deep_links.TODAY, TODAY_TITLE.get(language), "today"),
            *(
                Offer(f"assignment:{each.assignment_id}", each.title, "assignment", marked=each.kind in MARKED)
                for each in given
                if each.class_id in ("", EVERYONE, choice.class_id)
            ),
            *(
                Offer(
                    f"lesson:{unit.lesson}",
                    f"{unit.level}-{unit.id.partition('-')[2]} {unit.title.get(language)}",
                    "lesson",
                )
                for unit in self._tables.units
            ),
        ]

    def _caller(self, choice: Choice) -> Caller:
        """Whoever looks at the course's class: of what was given to named students only that of its own is seen."""
        membership = self._store.membership(choice.organisation_id, [choice.class_id] if choice.class_id else [])
        students = membership.students.get(choice.class_id, frozenset())
        return Caller(choice.organisation_id, frozenset(), class_id=choice.class_id, students=students)

    def choose(self, choice: str, opens: str, *, account: Account, own_origin: str, language: Language) -> Deliverable:
        """The answer to a deep linking request; `opens` is that of an offer, empty for none. Raises `LaunchRefused`, `Forbidden` for
        another account than the one to which the choice was given."""
        now = self._clock.now()
        read = states.chosen(choice, secret=self._access.secret, now=now)
        if (account.account_id, account.organisation_id) != (read.account_id, read.organisation_id):
            raise _teachers_alone()
        registration = next(
            (
                each
                for each in self._store.lti_registrations(read.organisation_id)
                if each.registration_id == read.registration_id
            ),
            None,
        )
        offer = next((each for each in self._offers(read, language) if each.opens == opens), None) if opens else None
        if registration is None or (opens and offer is None):
            raise LaunchRefused("What was chosen is not there (any more).")
        signed = deep_links.answer(
            offer, read, registration, launch_address=f"{own_origin}{LAUNCH}", store=self._store, now=now
        )
        return Deliverable(read.return_url, signed)

    # -- names and roles -----------------------------------------------------------------------------------

    def read_members(self, organisation_id: str) -> list[MembersRead]:
        """Bring the classes of an organisation to their platforms' lists of members. A platform that is away keeps the others from nothing."""
        known = {each.registration_id: each for each in self._store.lti_registrations(organisation_id)}
        archived = {each.class_id for each in self._store.classes(organisation_id) if each.archived_at is not None}
        unreachable: dict[str, str] = {}
        return [
            self._read(course, known[course.registration_id], unreachable)
            for course in self._store.lti_courses(organisation_id)
            if course.members_url and course.registration_id in known and course.class_id not in archived
        ]

    def _read(self, course: LtiCourse, registration: Registration, unreachable: dict[str, str]) -> MembersRead:
        """Read one list. `unreachable`: why platforms cannot be asked, by registration; this adds to them."""
        registration_id = registration.registration_id
        if reason := unreachable.get(registration_id):
            return MembersRead(course.class_id, 0, 0, reason)
        try:
            members = self._services.members(registration, course.members_url)
            changed = self._courses.take_members(course, registration, members)
        except PlatformAway as failure:
            reason = str(failure)
            if not isinstance(failure, BadMembers):  # another course's list may be in order
                unreachable[registration_id] = reason
            log.warning("members not read", registration=registration_id, reason=reason)
            return MembersRead(course.class_id, 0, 0, reason)
        except Exception as failure:  # one list that fails unforeseen keeps no other class from its own
            log.exception("members not read", registration=registration_id)
            return MembersRead(course.class_id, 0, 0, f"failed ({type(failure).__name__})")
        return MembersRead(course.class_id, changed.joined, changed.left, "")

    # -- scores --------------------------------------------------------------------------------------------

    def queue_scores(self, organisation_id: str) -> int:
        """Queue the scores that platforms have not been told; returns their number. What is marked is read off the work itself, so that
        nothing is missed where a process ended between marking and queueing."""
        now = self._clock.now()
        columns = self._store.line_items(organisation_id, seen_since=now - timedelta(days=COLUMN_DAYS))
        if not columns:
            return 0
        members = {
            each: self._store.lti_course_members(organisation_id, each.registration_id, each.context_id)
            for each in columns
        }
        rows = [
            row
            for assignment_id in sorted({each.assignment_id for each in columns})
            if (row := self._store.assignment(organisation_id, assignment_id)) is not None
            and row.withdrawn_at is None
            and row.kind in MARKED
        ]
        learners = frozenset().union(*members.values())
        standings = self._standings(rows, learners, organisation_id)
        return scores.queue_changes(columns, standings, members, store=self._store, now=now)

    def _standings(
        self, rows: Sequence[Assignment], learners: frozenset[str], organisation_id: str
    ) -> dict[str, list[Standing]]:
        caller = Caller(organisation_id, frozenset(), students=learners)
        book = gradebook(rows, caller, store=self._store, now=self._clock.now())
        found: dict[str, list[Standing]] = defaultdict(list)
        for line in book.lines:
            for assignment, cell in zip(book.assignments, line.cells, strict=True):
                if cell is not None and (standing := _standing(line.student_id, cell)) is not None:
                    found[assignment.assignment_id].append(standing)
        return found

    def send_scores(self) -> int:
        """Send what is due, of all organisations; returns how many scores platforms took."""
        return scores.send_due(self._services, most=MOST_SENT, store=self._store, clock=self._clock)

    def forget_nonces(self) -> int:
        """Forget used nonces that have expired; returns their number."""
        return self._store.forget_lti_nonces(self._clock.now())


def _standing(student_id: str, cell: GradebookCell) -> Standing | None:
    """How a platform is to be told of a student's work; None before it is done."""
    if cell.at is None:
        return None
    if cell.value is None:
        return Standing(student_id, None, "Submitted", "PendingManual")
    return Standing(student_id, cell.value, "Completed", "FullyGraded")


def _teachers_alone() -> Forbidden:
    return Forbidden(
        "Only a teacher who came from the course may link to it.",
        remedy=Bilingual(
            zh="只有从课程里进来的老师能选择链接的内容。请从课程里重新打开。",
            en="Only a teacher who came from the course can choose what it links to. Open it again from the course.",
        ),
    )
