"""Without guardians' consent recordings are not kept and students are no study peers; with it again, they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.access import classes
from core.errors import BadRequest
from core.knowledge import peers
from core.records.access import Caller
from core.records.classes import EVERYONE, SchoolClass
from core.records.learner import PeerConsent
from core.records.speech import NewReading, ReadingLine, StoredReading, StoredRecording
from core.store.sql import SqlStore
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.store.rows import NOW, STUDENT, with_organisation

MISSING = SchoolClass("org", "cls_1", "A", NOW, consent="missing")
CALLER = Caller("org", frozenset())
CLOCK = StoppedClock(NOW)


@pytest.fixture
def school(store: SqlStore) -> SqlStore:
    """Two students who agreed to be matched; one of them is in a class whose guardians have not."""
    with_organisation(store)
    for student_id in ("s1", "s2"):
        store.put_student(replace(STUDENT, student_id=student_id))
        store.give_consent(PeerConsent("org", student_id, f"peer_{student_id}", NOW))
    store.put_class(MISSING)
    store.change_members("org", "cls_1", added=["s1"], at=NOW)
    return store


def kept(store: SqlStore, reading_id: str, student_id: str, *, days_ago: int) -> None:
    """A reading with its recording."""
    line = ReadingLine(reading_id, "org", student_id, "你好", "你好", "{}", NOW - timedelta(days=days_ago))
    store.add_reading(NewReading(StoredReading(line, "{}"), [], [], StoredRecording(b"RIFF", "audio/wav")))


def test_who_lacks_consent_is_nobody_s_peer(school: SqlStore) -> None:
    assert school.lacks_consent("org", "s1")
    assert not school.lacks_consent("org", "s2")
    assert school.consent("org", "s1") is None
    assert school.consent_by_pseudonym("org", "peer_s1") is None
    assert [each.student_id for each in school.consents("org")] == ["s2"]
    with pytest.raises(BadRequest, match="guardians"):
        peers.opt_in("s1", CALLER, on=True, store=school, clock=CLOCK, identifiers=CountingIdentifiers())
    peers.opt_in("s1", CALLER, on=False, store=school, clock=CLOCK, identifiers=CountingIdentifiers())


@pytest.mark.parametrize("changed", [{"consent": "given"}, {"archived_at": NOW}])
def test_consent_that_is_given_or_a_class_that_is_over_changes_it(school: SqlStore, changed: dict[str, object]) -> None:
    school.put_class(replace(MISSING, **changed))  # type: ignore[arg-type]
    assert not school.lacks_consent("org", "s1")
    assert school.consent("org", "s1") is not None


def test_a_class_of_everyone_without_consent_is_everyone(school: SqlStore) -> None:
    (everyone,) = [each for each in school.classes("org") if each.class_id == EVERYONE]
    school.put_class(replace(everyone, consent="missing"))
    assert school.lacks_consent("org", "s2")
    assert school.consents("org") == []


def test_kept_recordings_go_at_night_where_consent_is_missing_or_their_time_is_over(school: SqlStore) -> None:
    kept(school, "r1", "s1", days_ago=1)
    kept(school, "r2", "s2", days_ago=40)
    kept(school, "r3", "s2", days_ago=3)
    school.put_class(SchoolClass("org", "cls_2", "B", NOW, keep_days=30))
    school.change_members("org", "cls_2", added=["s2"], at=NOW)
    assert classes.drop_old_recordings("org", store=school, clock=CLOCK) == 2
    assert school.recording("org", "r1") is None
    assert school.recording("org", "r2") is None
    assert school.recording("org", "r3") is not None
    assert school.reading("org", "r1") is not None
    assert classes.drop_old_recordings("org", store=school, clock=CLOCK) == 0
