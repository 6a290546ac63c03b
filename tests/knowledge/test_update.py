"""The fold of the evidence log: in any order, over any runs, it is the same as one pass over all of it."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from unittest import mock

import numpy as np
import pytest

from core.errors import BadParameter, NotFound
from core.knowledge import update as updating
from core.learning.level import LEVELS, NOBODY, StudentLevel
from core.learning.sums import record
from core.learning.sums.fold import NO_EVIDENCE, STEPS
from core.ports.system import Identifiers
from core.records.students import Student
from core.store.sql import SqlStore
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.knowledge.folding import NOW, PREDICTOR, TABLES, difference, one_pass, piece, some_evidence, update

CLOSE = 1e-9
"""The bar of the fold."""


class AtEveryLevel(StudentLevel):
    """Somebody who stands wherever a point does: the vector knows no level."""

    shift = np.zeros(len(LEVELS))  # type: ignore[assignment]


AT_EVERY_LEVEL = AtEveryLevel(NOBODY.weights)
POINT = PREDICTOR.point_ids[0]


@pytest.fixture
def identifiers() -> Identifiers:
    return CountingIdentifiers()


def test_a_fold_of_everything_is_one_pass_over_the_log(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    log = some_evidence(1, students=5, each=40)
    store.append_evidence("org", log)
    made = update(store, clock, identifiers)
    assert (made.students, made.records, made.watermark) == (5, 200, store.evidence_above("org", 0)[-1].seq)
    for student_id, wanted in one_pass(log).items():
        learner = store.learner("org", student_id)
        assert learner is not None
        assert difference(learner, wanted) < CLOSE
    assert made.points_changed == sum(len(learner.points) for learner in store.learners("org"))


@pytest.mark.parametrize("seed", range(3))
def test_any_order_over_several_days_with_duplicates_gives_the_same(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers, seed: int
) -> None:
    log = some_evidence(seed, students=4, each=60)
    shuffled = [*log, *log[:7]]
    random.Random(seed).shuffle(shuffled)
    for night in range(6):
        store.append_evidence("org", shuffled[night::6], at=clock.now() - timedelta(hours=12))
        update(store, clock, identifiers)
        clock.advance(timedelta(days=1))
    for student_id, wanted in one_pass(log).items():
        learner = store.learner("org", student_id)
        assert learner is not None
        assert difference(learner, wanted) < CLOSE


def test_a_second_run_changes_nothing(store: SqlStore, clock: StoppedClock, identifiers: Identifiers) -> None:
    store.append_evidence("org", some_evidence(2, students=3, each=10))
    first = update(store, clock, identifiers, date="2026-11-24")
    stood = store.learners("org")
    for request in ({"date": "2026-11-24"}, {}, {"date": "2026-11-01"}, {"student_id": "s0", "date": "2026-11-24"}):
        store.put_student(Student("org", "s0", created_at=NOW))
        again = update(store, clock, identifiers, **request)
        assert (again.students, again.records, again.points_changed) == (0, 0, 0)
        assert again.watermark == first.watermark
    assert store.learners("org") == stood


def test_what_is_appended_after_the_end_of_the_day_waits_for_the_next(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    midnight = NOW.replace(hour=16) - timedelta(days=1)  # of the 24th in UTC+8
    store.append_evidence("org", [piece("in time")], at=midnight - timedelta(microseconds=1))
    store.append_evidence("org", [piece("late upload")], at=midnight)
    assert update(store, clock, identifiers, date="2026-11-23").records == 1
    assert update(store, clock, identifiers, date="2026-11-23").records == 0
    clock.advance(timedelta(days=1))
    assert update(store, clock, identifiers).records == 1


def test_nothing_is_jumped_over_when_clocks_disagree(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    day = timedelta(days=1)
    for key, at in (("a", NOW - 2 * day), ("ahead", NOW + day), ("b", NOW - 2 * day), ("today", NOW)):
        store.append_evidence("org", [piece(key)], at=at)
    assert update(store, clock, identifiers).records == 3
    clock.advance(2 * day)
    assert update(store, clock, identifiers).records == 1


def test_the_run_of_a_day_that_goes_on_can_be_made_again(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    for key in ("a", "b"):
        store.append_evidence("org", [piece(key)], at=clock.now())
        assert update(store, clock, identifiers, date="2026-11-24").records == 1
    (run,) = store.job_runs("org", updating.JOB)
    assert (run.status, run.records, run.watermark_to) == ("done", 2, store.evidence_above("org", 0)[-1].seq)


def test_one_student_alone_is_taken_in_and_not_again_with_the_others(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    store.append_evidence("org", some_evidence(3, students=3, each=10))
    store.put_student(Student("org", "s1", created_at=NOW))
    alone = update(store, clock, identifiers, student_id="s1")
    assert (alone.students, alone.records) == (1, 10)
    assert [learner.student_id for learner in store.learners("org")] == ["s1"]
    rest = update(store, clock, identifiers)
    assert (rest.students, rest.records) == (2, 20)


def test_an_unknown_student_is_refused(store: SqlStore, clock: StoppedClock, identifiers: Identifiers) -> None:
    with pytest.raises(NotFound, match="no student 'nobody'"):
        update(store, clock, identifiers, student_id="nobody")
    assert store.student("org", "nobody") is None


def test_a_day_that_lies_ahead_is_refused(store: SqlStore, clock: StoppedClock, identifiers: Identifiers) -> None:
    with pytest.raises(BadParameter, match="'2026-11-25' lies ahead; today is 2026-11-24"):
        update(store, clock, identifiers, date="2026-11-25")


def test_another_organisations_students_are_left_alone(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    store.append_evidence("other", [piece("a")])
    assert update(store, clock, identifiers) == update(store, clock, identifiers)
    assert store.learners("other") == []
    assert store.learner("org", "s1") is None


def test_an_upheld_appeal_leaves_what_a_right_answer_would_have(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    wrong = piece("a", outcome=0.0)
    right = replace(wrong, kind="appeal_upheld", outcome=1.0, idempotency_key="c")
    taken_back = replace(wrong, kind="retraction", weight=-1.0, idempotency_key="b")
    store.append_evidence("org", [wrong, piece("other", student_id="s2"), taken_back, right])
    update(store, clock, identifiers)
    s1, s2 = store.learners("org")
    assert s1.points == s2.points
    assert s1.whole == s2.whole
    assert s1.vector == s2.vector


def test_evidence_about_words_skills_and_unknown_points_moves_no_point(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    store.append_evidence("org", [piece("a", target_kind="word", target="好"), piece("b", target="【一999】")])
    made = update(store, clock, identifiers)
    assert (made.students, made.records, made.watermark) == (0, 0, store.evidence_above("org", 0)[-1].seq)
    assert store.learners("org") == []


def test_after_a_refit_students_are_made_anew_from_the_log(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    log = some_evidence(4, students=3, each=20)
    store.append_evidence("org", log)
    update(store, clock, identifiers)
    refitted = replace(
        PREDICTOR, model=PREDICTOR.model.model_copy(update={"version": "other"}), easiness=PREDICTOR.easiness + 1
    )
    clock.advance(timedelta(days=1))
    made = update(store, clock, identifiers, predictor=refitted)
    assert (made.students, made.records, made.points_changed) == (0, 0, 0)
    for student_id, wanted in one_pass(log, predictor=refitted).items():
        learner = store.learner("org", student_id)
        assert learner is not None
        assert learner.model == "other"
        assert difference(learner, wanted) < CLOSE


def test_a_rebuild_from_the_log_gives_what_stood(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    log = some_evidence(5, students=3, each=20)
    for part in (log[::2], log[1::2]):
        store.append_evidence("org", part, at=clock.now())
        update(store, clock, identifiers, date="2026-11-24")
    assert store.mark_learners_outdated("org") == 3
    update(store, clock, identifiers, date="2026-11-24")
    for student_id, wanted in one_pass(log).items():
        learner = store.learner("org", student_id)
        assert learner is not None
        assert difference(learner, wanted) < CLOSE
        assert learner.model == PREDICTOR.version


def test_the_vector_is_the_mastery_of_the_map(store: SqlStore, clock: StoppedClock, identifiers: Identifiers) -> None:
    child = next(row for row in TABLES.points.rows if row.kind == "sub")
    log = [*some_evidence(6, students=1, each=50), piece("child", student_id="s0", target=child.id, outcome=0.0)]
    store.append_evidence("org", log)
    update(store, clock, identifiers)
    learner = store.learner("org", "s0")
    assert learner is not None
    known = record.record(learner, AT_EVERY_LEVEL, points=TABLES.points, predictor=PREDICTOR, at=learner.updated_at)
    assert len(learner.vector) == len(known.mastery) == 853
    for place, step in enumerate(learner.vector):
        if known.right[place] + known.wrong[place] == 0:
            assert step == NO_EVIDENCE
        else:
            assert step == round(STEPS * known.mastery[place])
    assert learner.vector[PREDICTOR.index_of[child.parent_id]] != NO_EVIDENCE
    assert list(store.vectors("org")) == [("s0", learner.vector)]


def test_after_a_crash_between_blocks_the_next_run_goes_on(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updating, "BLOCK", 2)
    log = some_evidence(7, students=6, each=10)
    store.append_evidence("org", log)
    real, calls = store.fold_students, []

    def failing(*arguments: object, **named: object) -> object:
        calls.append(arguments)
        if len(calls) == 3:
            raise OSError("the disk is full")
        return real(*arguments, **named)  # type: ignore[arg-type]

    with mock.patch.object(store, "fold_students", failing), pytest.raises(OSError, match="disk is full"):
        update(store, clock, identifiers)
    assert len(store.learners("org")) == 4
    assert [run.status for run in store.job_runs("org", updating.JOB)] == ["running"]
    made = update(store, clock, identifiers)
    assert (made.students, made.records) == (2, 20)
    for student_id, wanted in one_pass(log).items():
        learner = store.learner("org", student_id)
        assert learner is not None
        assert difference(learner, wanted) < CLOSE


def test_threads_that_fold_one_student_at_once_count_each_piece_once(
    store: SqlStore, clock: StoppedClock, identifiers: Identifiers
) -> None:
    store.put_student(Student("org", "s0", created_at=NOW))
    log = some_evidence(8, students=1, each=60)
    for part in (log[:30], log[30:]):
        store.append_evidence("org", part)
        with ThreadPoolExecutor(6) as threads:
            made = list(threads.map(lambda _: update(store, clock, identifiers, student_id="s0"), range(12)))
        assert sum(each.records for each in made) == 30
    learner = store.learner("org", "s0")
    assert learner is not None
    assert difference(learner, one_pass(log)["s0"]) < CLOSE


def test_an_erased_student_does_not_come_back(store: SqlStore, clock: StoppedClock, identifiers: Identifiers) -> None:
    store.append_evidence("org", [piece("a"), piece("b", student_id="s2")])
    update(store, clock, identifiers)
    removed = store.erase_student("org", "s1")
    assert (removed["point_mastery"], removed["learner_state"], removed["evidence"]) == (1, 1, 1)
    clock.advance(timedelta(days=1))
    update(store, clock, identifiers)
    assert [learner.student_id for learner in store.learners("org")] == ["s2"]
