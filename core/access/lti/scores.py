"""Scores on their way to platforms: what is new is queued, what is due is sent, what fails is tried again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from core.access.lti.services import Refused, Services, retry_time
from core.errors import PlatformAway
from core.ports.store import Store
from core.ports.system import Clock
from core.records.lti import Activity, Grading, LineItem, LtiScore

log = structlog.get_logger("wenlu.lti")

LEASE = timedelta(minutes=5)
"""How long a process has for what it took to send; longer than any call may take."""
AT_ONCE = 20
MOST_TRIES = 30
"""About a week of tries; a platform that was away for longer gets the score when it changes again."""


@dataclass(frozen=True)
class Standing:
    """How a student stands in an assignment, as a platform is to be told."""

    student_id: str
    score: float | None
    activity: Activity
    grading: Grading


def queue_changes(
    line_items: Sequence[LineItem],
    standings: Mapping[str, Sequence[Standing]],
    members: Mapping[LineItem, Collection[str]],
    *,
    store: Store,
    now: datetime,
) -> int:
    """Queue what platforms have not been told of these columns of one organisation; returns how many scores that are.

    `standings`: by assignment, of those who have done it; `members`: who is in the course of a column. Nobody else's score goes there.
    """
    if not line_items:
        return 0
    organisation_id = line_items[0].organisation_id
    issuers = {each.registration_id: each.issuer for each in store.lti_registrations(organisation_id)}
    of_platform = {(each.issuer, each.student_id) for each in store.lti_people(organisation_id)}
    kept = {(each.registration_id, each.url, each.student_id): each for each in store.lti_scores(organisation_id)}
    changed = []
    for item in line_items:
        for each in standings.get(item.assignment_id, ()):
            known = (issuers.get(item.registration_id), each.student_id) in of_platform
            if not known or each.student_id not in members[item]:
                continue
            score = LtiScore(
                organisation_id, item.registration_id, item.url, each.student_id, each.score, each.activity,
                each.grading, made_at=now, try_at=now,
            )  # fmt: skip
            before = kept.get((item.registration_id, item.url, each.student_id))
            if before is None or not before.says_the_same(score):
                changed.append(score)
    return store.put_lti_scores(changed)


def send_due(services: Services, *, store: Store, clock: Clock) -> tuple[int, int]:
    """Send a block of what is due; returns how many scores were tried, and how many platforms took. One that is away keeps no other back."""
    now = clock.now()
    due = store.take_due_lti_scores(now, leased_until=now + LEASE, most=AT_ONCE)
    return len(due), sum(_send(score, services, store=store, clock=clock) for score in due)


def _send(score: LtiScore, services: Services, *, store: Store, clock: Clock) -> bool:
    registrations = store.lti_registrations(score.organisation_id)
    registration = next((each for each in registrations if each.registration_id == score.registration_id), None)
    subject = next(
        (
            each.subject
            for each in store.lti_people(score.organisation_id)
            if registration is not None and each.issuer == registration.issuer and each.student_id == score.student_id
        ),
        None,
    )
    if registration is None or subject is None:
        store.settle_lti_score(score, sent_at=None, try_at=None)
        return False
    try:
        services.send_score(registration, score, subject)
    except Refused as refusal:
        log.warning("score given up", registration=registration.registration_id, reason=str(refusal))
        store.settle_lti_score(score, sent_at=None, try_at=None)
        return False
    except PlatformAway as failure:
        again = retry_time(clock.now(), score.tries) if score.tries + 1 < MOST_TRIES else None
        log.warning(
            "score not sent", registration=registration.registration_id, reason=str(failure), tries=score.tries + 1
        )
        store.settle_lti_score(score, sent_at=None, try_at=again)
        return False
    store.settle_lti_score(score, sent_at=clock.now(), try_at=None)
    return True
