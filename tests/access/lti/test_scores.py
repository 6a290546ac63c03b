"""Scores that go back to the platform: queued durably, sent once, tried again, never an older one over a newer."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.access.lti import claims
from core.api.assignments import EssayWork, TextWork
from core.api.core import Core
from core.commands.platform_scores import keep_telling, tell
from core.records.access import Account, Caller, Organisation
from core.records.lti import LtiScore, Registration
from core.records.marking import EssayMarking
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import Platform
from tests.access.lti.test_deep_linking import class_of, given

MINUTE = timedelta(minutes=1)
COLUMN = "https://lms.test/columns/1?type=2"
SCORES = "https://lms.test/columns/1/scores?type=2"


@pytest.fixture
def teacher(platform: Platform) -> Account:
    return platform.teacher().account


@pytest.fixture
def assignment_id(core: Core, teacher: Account, school: Organisation) -> str:
    """An essay that is given to the class of the course."""
    return given(core, teacher, class_of(core, school), EssayWork(title_id="e1-01"))


def hand_in(core: Core, account: Account, assignment_id: str) -> str:
    """The id of a text that a student hands in."""
    caller, student_id = Caller(account.organisation_id, frozenset(), "en"), account.student_id or ""
    task = core.writing.task(student_id, f"asg_{assignment_id}", caller)
    return core.writing.hand_in(student_id, task, "我家有三口人。", caller, writing_id=None).writing_id


def give_back(core: Core, account: Account, writing_id: str, *, grade: float, version: int = 1) -> None:
    """A teacher returns a text with a grade."""
    now = core.clock.now()
    marking = EssayMarking(
        writing_id, account.organisation_id, account.student_id or "", "", version, now, grade=grade, returned_at=now
    )
    assert core.store.put_marking(marking, [])


def test_a_marked_essay_reaches_the_column_of_its_link(
    core: Core, platform: Platform, assignment_id: str, clock: StoppedClock
) -> None:
    account = platform.opened_assignment(assignment_id).account
    assert tell(core) == 0
    writing_id = hand_in(core, account, assignment_id)
    clock.advance(MINUTE)
    assert tell(core) == 1
    (address, body) = platform.scores[-1]
    assert address == SCORES
    assert body == {
        "userId": "u1",
        "timestamp": "2026-11-24T02:01:00.000Z",
        "activityProgress": "Submitted",
        "gradingProgress": "PendingManual",
    }
    give_back(core, account, writing_id, grade=87.5)
    clock.advance(MINUTE)
    assert tell(core) == 1
    body = platform.scores[-1][1]
    assert (body["scoreGiven"], body["scoreMaximum"]) == (87.5, 100)
    assert (body["activityProgress"], body["gradingProgress"]) == ("Completed", "FullyGraded")
    assert body["timestamp"] == "2026-11-24T02:02:00.000Z"


def test_a_score_is_sent_once(core: Core, platform: Platform, assignment_id: str, clock: StoppedClock) -> None:
    account = platform.opened_assignment(assignment_id).account
    hand_in(core, account, assignment_id)
    assert tell(core) == 1
    clock.advance(timedelta(hours=7))
    assert tell(core) == 0
    assert len(platform.scores) == 1


def test_a_platform_that_is_away_gets_the_newest_score_when_it_is_back(
    core: Core, platform: Platform, assignment_id: str, clock: StoppedClock
) -> None:
    account = platform.opened_assignment(assignment_id).account
    platform.status[SCORES] = 503
    writing_id = hand_in(core, account, assignment_id)
    assert tell(core) == 0
    assert tell(core) == 0
    assert platform.called.count(SCORES) == 1
    give_back(core, account, writing_id, grade=60)
    clock.advance(MINUTE)
    platform.status.clear()
    assert tell(core) == 1
    assert [body.get("scoreGiven") for _, body in platform.scores] == [60]
    clock.advance(timedelta(days=1))
    assert tell(core) == 0


def test_the_time_between_tries_grows(core: Core, platform: Platform, assignment_id: str, clock: StoppedClock) -> None:
    account = platform.opened_assignment(assignment_id).account
    platform.status[SCORES] = -1
    hand_in(core, account, assignment_id)
    asked_at = []
    for minute in range(40):
        before = platform.called.count(SCORES)
        tell(core)
        if platform.called.count(SCORES) > before:
            asked_at.append(minute)
        clock.advance(MINUTE)
    assert asked_at == [0, 1, 3, 7, 15, 31]


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_score_that_the_platform_does_not_take_now_is_tried_again(
    status: int, core: Core, platform: Platform, assignment_id: str, clock: StoppedClock
) -> None:
    platform.status[SCORES] = status
    hand_in(core, platform.opened_assignment(assignment_id).account, assignment_id)
    assert tell(core) == 0
    clock.advance(MINUTE)
    platform.status.clear()
    assert tell(core) == 1


def test_a_platform_that_is_away_is_called_once_and_keeps_no_other_waiting(
    core: Core, platform: Platform, assignment_id: str, clock: StoppedClock, school: Organisation
) -> None:
    for subject in ("u1", "u2", "u3"):
        hand_in(core, platform.opened_assignment(assignment_id, subject).account, assignment_id)
    core.lti.queue_scores(school.organisation_id)
    platform.status[f"{platform.url}/token"] = -1
    assert core.lti.send_scores() == 0
    assert platform.called.count(f"{platform.url}/token") == 1
    assert {each.tries for each in core.store.lti_scores(school.organisation_id)} == {1}
    clock.advance(MINUTE)
    platform.status.clear()
    assert core.lti.send_scores() == 3


def test_a_failure_that_nobody_foresaw_keeps_no_other_score_back(
    core: Core, platform: Platform, assignment_id: str, school: Organisation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for subject in ("u1", "u2"):
        hand_in(core, platform.opened_assignment(assignment_id, subject).account, assignment_id)
    core.lti.queue_scores(school.organisation_id)
    send = core.lti._services.send_score

    def broken(registration: Registration, score: LtiScore, subject: str) -> None:
        if subject == "u1":
            raise RuntimeError("unforeseen")
        send(registration, score, subject)

    monkeypatch.setattr(core.lti._services, "send_score", broken)
    assert core.lti.send_scores() == 1
    assert [body["userId"] for _, body in platform.scores] == ["u2"]


def test_a_platform_that_is_registered_again_finds_its_class_and_its_columns(
    core: Core, platform: Platform, assignment_id: str, school: Organisation
) -> None:
    account = platform.opened_assignment(assignment_id).account
    hand_in(core, account, assignment_id)
    (before,) = core.store.lti_registrations()
    core.lti.remove(school.organisation_id, before.registration_id)
    assert platform.register(school).registration_id == before.registration_id
    assert tell(core) == 1
    platform.launch()
    assert len(core.store.lti_courses(school.organisation_id)) == 1
    assert [each.name for each in core.store.classes(school.organisation_id) if not each.everyone] == ["Chinese 1"]


@pytest.mark.parametrize("status", [400, 410, 422])
def test_a_score_that_the_platform_refuses_is_given_up_until_it_changes(
    status: int, core: Core, platform: Platform, assignment_id: str, clock: StoppedClock
) -> None:
    account = platform.opened_assignment(assignment_id).account
    platform.status[SCORES] = status
    writing_id = hand_in(core, account, assignment_id)
    tell(core)
    clock.advance(timedelta(days=1))
    tell(core)
    assert platform.called.count(SCORES) == 1
    platform.status.clear()
    give_back(core, account, writing_id, grade=70)
    assert tell(core) == 1


def test_a_platform_that_has_a_newer_score_is_not_pressed(
    core: Core, platform: Platform, assignment_id: str, clock: StoppedClock
) -> None:
    account = platform.opened_assignment(assignment_id).account
    platform.status[SCORES] = 409
    hand_in(core, account, assignment_id)
    assert tell(core) == 1
    clock.advance(timedelta(days=1))
    assert tell(core) == 0


def test_an_older_score_never_takes_the_place_of_a_newer(
    core: Core, platform: Platform, assignment_id: str, clock: StoppedClock, school: Organisation
) -> None:
    """Grade replay: what was queued before is put again, and a worker comes back late with what it took."""
    account = platform.opened_assignment(assignment_id).account
    now = clock.now()
    old = LtiScore(
        school.organisation_id, core.store.lti_registrations()[0].registration_id, COLUMN, account.student_id or "",
        50.0, "Completed", "FullyGraded", made_at=now, try_at=now,
    )  # fmt: skip
    assert core.store.put_lti_scores([old]) == 1
    (taken,) = core.store.take_due_lti_scores(now, leased_until=now + MINUTE, most=9)
    newer = replace(old, score=80.0, made_at=now + MINUTE, try_at=now + MINUTE)
    assert core.store.put_lti_scores([newer]) == 1
    assert core.store.put_lti_scores([old]) == 0
    core.store.settle_lti_score(taken, sent_at=now, try_at=None)
    (kept,) = core.store.lti_scores(school.organisation_id)
    assert kept == newer


def test_two_processes_never_send_the_same_score(
    core: Core, platform: Platform, assignment_id: str, clock: StoppedClock, school: Organisation
) -> None:
    hand_in(core, platform.opened_assignment(assignment_id).account, assignment_id)
    core.lti.queue_scores(school.organisation_id)
    now = clock.now()
    assert len(core.store.take_due_lti_scores(now, leased_until=now + MINUTE, most=9)) == 1
    assert core.store.take_due_lti_scores(now, leased_until=now + MINUTE, most=9) == []
    clock.advance(2 * MINUTE)
    assert core.lti.send_scores() == 1


def test_nobody_elses_score_goes_into_a_column(
    core: Core, platform: Platform, assignment_id: str, school: Organisation
) -> None:
    """Neither of a student who came from no platform, nor of one who is in another course of it."""
    platform.opened_assignment(assignment_id)
    other = platform.launch(sub="u2", **{claims.CONTEXT: {"id": "course-2", "title": "Chinese 2"}}).account
    core.store.change_members(
        school.organisation_id, class_of(core, school), added=[other.student_id or ""], at=core.clock.now()
    )
    hand_in(core, other, assignment_id)
    assert core.lti.queue_scores(school.organisation_id) == 0


def test_a_column_of_one_course_gets_no_scores_of_another_classes_assignment(
    core: Core, platform: Platform, assignment_id: str, school: Organisation
) -> None:
    platform.opened_assignment(assignment_id, **{claims.CONTEXT: {"id": "course-2", "title": "Chinese 2"}})
    assert core.store.line_items(school.organisation_id, seen_since=core.clock.now()) == []


@pytest.mark.parametrize(
    "endpoint",
    [
        {"scope": [claims.SCORE_SCOPE]},
        {"scope": [], "lineitem": COLUMN},
        {"lineitem": COLUMN},
        {"scope": claims.SCORE_SCOPE, "lineitem": COLUMN},
        {"scope": [claims.SCORE_SCOPE], "lineitem": "http://10.0.0.1/columns/1"},
        {"scope": [claims.SCORE_SCOPE], "lineitem": "https://u:p@lms.test/columns/1"},
        {"scope": [claims.SCORE_SCOPE], "lineitem": 7},
    ],
)
def test_a_column_that_takes_no_scores_is_not_noted(
    endpoint: dict[str, object], core: Core, platform: Platform, assignment_id: str, school: Organisation
) -> None:
    platform.opened_assignment(assignment_id, **{claims.GRADES: endpoint})
    assert core.store.line_items(school.organisation_id, seen_since=core.clock.now()) == []


def test_what_is_not_marked_sends_nothing(
    core: Core, platform: Platform, teacher: Account, school: Organisation
) -> None:
    text_id = given(core, teacher, class_of(core, school), TextWork(text="你好"))
    account = platform.opened_assignment(text_id).account
    caller = Caller(account.organisation_id, frozenset(), "en")
    core.plan.finish(account.student_id or "", f"asg_{text_id}", 60, caller)
    assert core.lti.queue_scores(school.organisation_id) == 0


def test_the_score_of_a_withdrawn_assignment_is_not_sent(
    core: Core, platform: Platform, assignment_id: str, school: Organisation, teacher: Account
) -> None:
    hand_in(core, platform.opened_assignment(assignment_id).account, assignment_id)
    core.assignments.withdraw(assignment_id, Caller(school.organisation_id, frozenset()), by=teacher.account_id)
    assert tell(core) == 0


def test_scores_of_a_removed_platform_and_of_an_erased_student_are_forgotten(
    core: Core, platform: Platform, assignment_id: str, school: Organisation
) -> None:
    account = platform.opened_assignment(assignment_id).account
    hand_in(core, account, assignment_id)
    core.lti.queue_scores(school.organisation_id)
    core.store.erase_student(school.organisation_id, account.student_id or "")
    assert core.store.lti_scores(school.organisation_id) == []
    hand_in(core, platform.opened_assignment(assignment_id, "u2").account, assignment_id)
    core.lti.queue_scores(school.organisation_id)
    (registration,) = core.store.lti_registrations()
    core.lti.remove(school.organisation_id, registration.registration_id)
    assert core.store.lti_scores(school.organisation_id) == []
    assert tell(core) == 0
    assert platform.scores == []


def test_nothing_is_sent_where_no_platform_is_registered(core: Core, school: Organisation) -> None:
    platform = Platform(core, core.clock)
    assert tell(core) == 0
    assert platform.called == []


def test_a_failure_of_the_loop_is_tried_again(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    def wait(_: float) -> bool:
        rounds.append(1)
        return len(rounds) > 2

    def broken() -> None:
        raise RuntimeError("no database")

    monkeypatch.setattr(core.store, "lti_registrations", broken)
    keep_telling(core, wait)
    assert len(rounds) == 3
