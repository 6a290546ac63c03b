"""Scores on their way to platforms: what is new is queued, what is due is sent, what fails is tried again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from core.access.lti.services import NotTakenNow, Refused, Services, retry_time
from core.errors import PlatformAway
from core.ports.store import Store
from core.ports.system import Clock
from core.records.lti import Activity, Grading, LineItem, LtiScore

log = structlog.get_logger("wenlu.lti")

LEASE = timedelta(minutes=5)
"""How long a process has for the score that it took to send; longer than asking twice for a token and sending it twice may take."""
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


def send_due(services: Services, *, most: int, store: Store, clock: Clock) -> int:
    """Send what is due now, at most so many scores; returns how many platforms took. One score is taken at a time, so that none is taken
    longer than its call lasts; a platform that is away is called once, and keeps no other waiting."""
    began = clock.now()
    away: set[str] = set()
    sent = 0
    for _ in range(most):
        due = store.take_due_lti_scores(began, leased_until=clock.now() + LEASE, most=1)
        if not due:
            break
        sent += _send(due[0], services, away=away, store=store, clock=clock)
    return sent


def _send(score: LtiScore, services: Services, *, away: set[str], store: Store, clock: Clock) -> bool:
    """Whether the platform took a score. `away`: registrations whose platforms are found to be away; this adds to them."""
    registrations = store.lti_registrations(score.organisation_id)
    registration = next((each for each in registrations if each.registration_id == score.registration_id), None)
    person = None
    if registration is not None:
        person = store.lti_person_of(score.organisation_id, registration.issuer, score.student_id)
    if registration is None or person is None:
        store.settle_lti_score(score, sent_at=None, try_at=None)
        return False
    told = log.bind(registration=registration.registration_id, tries=score.tries + 1)
    again = retry_time(clock.now(), score.tries) if score.tries + 1 < MOST_TRIES else None
    if registration.registration_id in away:
        store.settle_lti_score(score, sent_at=None, try_at=again)
        return False
    try:
        services.send_score(registration, score, person.subject)
    except Refused as refusal:
        told.warning("score given up", reason=str(refusal))
        store.settle_lti_score(score, sent_at=None, try_at=None)
        return False
    except (PlatformAway, NotTakenNow) as failure:
        if isinstance(failure, PlatformAway):
            away.add(registration.registration_id)
        told.warning("score not sent", reason=str(failure))
        store.settle_lti_score(score, sent_at=None, try_at=again)
        return False
    except Exception:  # one score that fails in a way that nobody foresaw keeps no other from its column
        told.exception("score not sent")
        store.settle_lti_score(score, sent_at=None, try_at=again)
        return False
    store.settle_lti_score(score, sent_at=clock.now(), try_at=None)
    return True
