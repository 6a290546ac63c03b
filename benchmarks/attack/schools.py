"""Schools on one server: nothing of one is told to another, over HTTP, through the pages, or by any method of the core.

Every id of a school, each under a marker that nobody can guess, is tried with every credential of the others: keys with all permissions and with
one, cookies of a student, a teacher and an administrator, and none at all. `classes` tries the same within a school.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

from benchmarks.attack.doors import COOKIE, core_of, holder
from benchmarks.attack.stage import OTHER_SCHOOL, SCHOOL, THIRD_SCHOOL, sound, upload
from benchmarks.attack.trying import Attack, Target
from core.api.core import Core
from core.records.access import PERMISSIONS
from evaluation.bars import Bars
from evaluation.service.foreign import (
    Asker,
    Request,
    Told,
    ids_of_nobody,
    own_answers,
    repeated_key,
    tried,
    without,
)
from evaluation.service.leaks import (
    PageCase,
    Things,
    caller_of,
    core_calls,
    page_cases,
    plant,
    single_id_cases,
    text_of,
)
from evaluation.service.nearly_right.addresses import PAGES
from evaluation.service.open_page import open_page
from evaluation.service.school_things import plant_school, school_changes, state_of

ATTACKS: tuple[Attack, ...] = ()
PREFIXES: Mapping[str, str] = {SCHOOL: "", OTHER_SCHOOL: "other-", THIRD_SCHOOL: "third-"}
"""Before the names of each school's student, teacher and administrator."""
ROLES = ("student", "teacher", "admin")
LEAST_CALLS, LEAST_OPENINGS, LEAST_METHODS = 2_000, 300, 2_000
LEAST_REFUSALS, LEAST_COMPARED = 500, 50
"""Of the calls and openings those whose answer for another's id was held against that for one that nobody has."""
EVERY = 11
"""Of the addresses with their ids, credentials that may do less are tried with each eleventh."""
LEAST_OWN = 6
"""Answers of its own that each school gets by its own ids: what is looked for elsewhere is there."""
LEAST_OWN_PAGES = 1
"""Pages on which each school's teacher sees the own student: who opens the others is signed in."""


@dataclass
class Openings:
    """Pages that were opened with another's ids."""

    pages: int = 0
    parameters: int = 0
    compared: int = 0
    """Openings whose words were held against those for an id that nobody has."""
    leaks: list[str] = field(default_factory=list)


def figures(target: Target, bars: Bars) -> None:
    """The whole matrix of three schools."""
    began = time.monotonic()
    with core_of(target) as core:
        things = {school: _planted(core, target, school) for school in PREFIXES}
        told = _over_http(target, things, bars)
        methods, method_leaks = _by_methods(core, target, things)
        own_pages = {
            school: pages_of_their_own(target, f"{prefix}teacher", things[school])
            for school, prefix in PREFIXES.items()
        }
        openings = _over_pages(target, core, things)
    leaks = [*told.leaks, *method_leaks, *openings.leaks]
    for leak in leaks[:20]:
        print(f"    leak: {leak}", flush=True)
    print(
        f"    {told.calls:,} calls over HTTP ({told.refusals:,} pairs of refusals compared), {openings.pages:,} pages opened with "
        f"{openings.parameters:,} ids ({openings.compared:,} compared), {methods:,} calls of methods; {time.monotonic() - began:.0f} s", flush=True
    )  # fmt: skip
    bars.at_least("calls over HTTP with another school's ids", told.calls, LEAST_CALLS)
    bars.at_least("of them refusals compared with those for ids that nobody has, pairs", told.refusals, LEAST_REFUSALS)
    bars.at_least("pages on which each teacher sees the own student", min(own_pages.values()), LEAST_OWN_PAGES)
    bars.at_least("pages opened with another school's ids", openings.pages, LEAST_OPENINGS)
    bars.at_least("of them compared with those for ids that nobody has", openings.compared, LEAST_COMPARED)
    bars.at_least("methods of the core with another school's ids", methods, LEAST_METHODS)
    bars.equal("leaks between schools", len(leaks), 0)


def _planted(core: Core, target: Target, school: str) -> Things:
    student, teacher, admin = (holder(core, target.cookies[f"{PREFIXES[school]}{role}"]) for role in ROLES)
    return plant_school(core, student, teacher, admin, _marker())


def _marker() -> str:
    return f"CANARY{secrets.token_hex(8).upper()}"


# -- over HTTP -------------------------------------------------------------------------------------------------


def _over_http(target: Target, things: Mapping[str, Things], bars: Bars) -> Told:
    """Every school asks for the things of the next one with all its credentials, and for those of the one after with a whole key."""

    def ask(request: Request, headers: Mapping[str, str]) -> tuple[int, bytes]:
        if request.sound:
            fields = request.body or {}
            student_id = str(fields["student_id"])
            answer = upload(target, request.sound, str(fields["text"]), headers=headers, student_id=student_id)
        else:
            answer = target.call(request.method, request.path, request.body, headers=headers)
        return answer.status, answer.body

    whole = {school: _asker(target, school, "all") for school in things}
    before = {school: own_answers(ask, whole[school], things[school]) for school in things}
    own = min(
        sum(status == 200 and things[school].marker in text for status, text in before[school].values())
        for school in things
    )
    bars.at_least("answers that each school is given about its own things", own, LEAST_OWN)
    told, schools = Told(), list(things)
    for place, school in enumerate(schools):
        following, last = schools[(place + 1) % 3], schools[(place + 2) % 3]
        lesser = [*(_asker(target, school, each) for each in PERMISSIONS), *_without_a_key(target, school)]
        _add(told, tried(ask, [whole[school]], things[following], sound=sound(1.0)))
        _add(told, tried(ask, [whole[school]], things[last]))
        _add(told, tried(ask, lesser, things[following], every=EVERY))
        told.leaks += [leak for leak in [repeated_key(ask, whole[school], whole[following])] if leak]
        told.calls += 2
    for school, answers in before.items():
        after = own_answers(ask, whole[school], things[school])
        told.leaks += [
            f"{school}: {name} is another answer after the others asked"
            for name in answers
            if answers[name] != after[name]
        ]
    return told


def _asker(target: Target, school: str, permitted: str) -> Asker:
    headers = {"Authorization": f"Bearer {target.tokens[school][permitted]}"}
    return Asker(f"{school}, {permitted}", headers, f"{PREFIXES[school]}student")


def _without_a_key(target: Target, school: str) -> Iterator[Asker]:
    """A visitor, and people of the school whose cookies the API does not take."""
    yield Asker("a visitor", {}, "nobody")
    cookie = target.cookies[f"{PREFIXES[school]}admin"]
    yield Asker(f"{school}, an administrator's cookie", {"Cookie": f"{COOKIE}={cookie}"}, "nobody")


def _add(told: Told, more: Told) -> None:
    told.calls += more.calls
    told.refusals += more.refusals
    told.leaks += more.leaks


# -- methods of the core ---------------------------------------------------------------------------------------


def _by_methods(core: Core, target: Target, things: Mapping[str, Things]) -> tuple[int, list[str]]:
    """Teachers and administrators of each school with the ids of both others; then nothing of those has changed."""
    calls, leaks = 0, list[str]()
    admins = {school: holder(core, target.cookies[f"{PREFIXES[school]}admin"]) for school in things}
    before = {school: state_of(core, caller_of(admins[school]), things[school]) for school in things}
    for school, own in things.items():
        account = admins[school]
        caller = caller_of(account)
        for other in (each for name, each in things.items() if name != school):
            for ask in (
                *core_calls(core, caller, own.student_id, account.account_id, other),
                *school_changes(core, caller, account.account_id, other),
            ):
                calls += 1
                if other.marker in text_of(ask):
                    leaks.append(f"{school}: {ask.name}")
    for school, state in before.items():
        now = state_of(core, caller_of(admins[school]), things[school])
        leaks += [f"{school}: another school changed {name}" for name in state if state[name] != now[name]]
    return calls, leaks


# -- pages -----------------------------------------------------------------------------------------------------


def _over_pages(target: Target, core: Core, things: Mapping[str, Things]) -> Openings:
    """Everybody of `_viewers`."""
    openings = Openings()
    for viewer, of_others in _viewers(target, core, things):
        more = opened_pages(target, viewer, of_others)
        openings.pages += more.pages
        openings.parameters += more.parameters
        openings.compared += more.compared
        openings.leaks += more.leaks
    return openings


def _viewers(target: Target, core: Core, things: Mapping[str, Things]) -> list[tuple[str, Things]]:
    """People of each school with another's ids, a student with a classmate's, and a visitor."""
    ours, theirs, third = things.values()
    teacher = holder(core, target.cookies["teacher"])
    classmate = holder(core, target.cookies["classmate"])
    of_classmate = plant(core, classmate, teacher, _marker(), shared="SHAREDMARK")
    viewers = [(role, theirs) for role in ROLES] + [("student", of_classmate), ("", third), ("classmate", theirs)]
    viewers += [(f"other-{role}", ours) for role in ROLES] + [(f"third-{role}", theirs) for role in ROLES]
    return viewers


def pages_of_their_own(target: Target, viewer: str, own: Things) -> int:
    """How many pages show the viewer the own student: where nobody is signed in, or the marker is nowhere, none does, and that no other's is
    shown would prove nothing."""
    shown = 0
    for case in single_id_cases(viewer, own):
        if case.query.startswith("student="):
            with open_page(target.port, target.cookies[viewer]) as page:
                shown += page.ask(case.page, case.query) and page.was_sent(own.marker)
    return shown


def opened_pages(target: Target, viewer: str, things: Things) -> Openings:
    """Every page with all ids at once, then those that read an id with it alone, whose words are held against those for an id that nobody has."""
    openings = Openings()
    for case in page_cases(viewer, PAGES, things):
        _opened(target, case, case.query, things, openings)
    for case in single_id_cases(viewer, things):
        words = _opened(target, case, case.query, things, openings)
        if case.parameters == 1:
            _compare(target, case, words, things, openings)
    return openings


def _opened(target: Target, case: PageCase, query: str, things: Things, openings: Openings) -> list[str]:
    """Open a page and look for the marker; what a person reads on it."""
    where = f"{case.who or 'a visitor'}: {case.page}?{query}"
    openings.pages += 1
    openings.parameters += case.parameters
    with open_page(target.port, target.cookies.get(case.who, "")) as page:
        if not page.ask(case.page, query):
            openings.leaks.append(f"{where} did not answer")
        if page.was_sent(things.marker):
            openings.leaks.append(where)
        return page.words


def _compare(target: Target, case: PageCase, words: list[str], things: Things, openings: Openings) -> None:
    """A page must say of another's id what it says of one that nobody has. A page that says something else at every opening proves nothing."""
    ((name, value),) = parse_qsl(case.query)

    def read(asked: str) -> list[str]:
        opened = words if asked == value else _opened(target, case, urlencode({name: asked}), things, openings)
        return [without(each, asked) for each in opened]

    nobodys = ids_of_nobody(value)
    told, told_of_nobody = read(value), read(nobodys)
    if told != told_of_nobody:
        words = _opened(
            target, case, case.query, things, openings
        )  # what is said at a first opening alone is said no more
        told = read(value)
        if told_of_nobody != read(ids_of_nobody(value, seed=2)):
            return
    openings.compared += 1
    if told != told_of_nobody:
        different = [
            f"{one!r} and {other!r}" for one, other in zip(told, told_of_nobody, strict=False) if one != other
        ][:2]
        openings.leaks.append(
            f"{case.who or 'a visitor'}: {case.page}?{case.query} says {'; '.join(different) or 'more'} for an id that nobody has"
        )
