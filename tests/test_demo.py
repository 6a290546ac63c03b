"""The demo's simulated year: like real answers in every way, labelled, made once, gone on with after a crash."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.access.demo import DEMO_ORGANISATION, DEMO_PEOPLE, DemoMaking
from core.answers.service import evidence_of
from core.answers.wire import Evaluation, EvaluationPath, ReportRequest
from core.api.core import Core
from core.demo import making as demo_making
from core.demo.behaviours import behaviours
from core.demo.cast import CLASS_SIZE, DAYS, QUIET_DAYS, Actor, cast
from core.demo.readings import DAYS_BETWEEN, LAST, READINGS
from core.demo.year import SteppedClock, shelf, write_past
from core.knowledge.wire import MapRequest
from core.learning.days import day_of
from core.portrait.wire import PortraitPath
from core.questions.bank import ItemBank
from core.records.access import PERMISSIONS, Caller
from core.settings import Settings
from core.wiring import build_core, migrate
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock

UNTIL = datetime(2026, 11, 22, 4, tzinfo=UTC)
SHORT = 40
"""Days of past in these tests; the year itself takes 15 s."""


def shortened(actor: Actor) -> Actor:
    """The actor with the last days of the past alone, and no gaps."""
    return replace(actor, days=SHORT, profile=replace(actor.profile, gaps=()), slump_from=None)


FEW = tuple(shortened(actor) for actor in cast()[:3])


@pytest.fixture(scope="module")
def bank() -> ItemBank:
    """One item bank for all tests: it is made from data files and never changes."""
    return shared_bank()


@pytest.fixture(scope="module", autouse=True)
def few_actors() -> Iterator[None]:
    """The cast of these tests: three students with a short past."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(demo_making, "cast", lambda: list(FEW))
        yield


@contextmanager
def begun(database: Path, bank: ItemBank) -> Iterator[tuple[Core, SteppedClock]]:
    """A fresh database with the demo people, whose past is about to be made."""
    settings = Settings(database_url=f"sqlite:///{database}", demo=True, demo_class=False)
    migrate(settings)
    clock = SteppedClock(UNTIL)
    core = build_core(settings, clock=clock, bank=bank)
    organisation = core.store.organisation_named(DEMO_ORGANISATION)
    assert organisation is not None
    demo_making.begin(core.store, organisation.organisation_id, UNTIL)
    yield core, clock
    core.store.close()


@pytest.fixture
def demo(tmp_path: Path, bank: ItemBank) -> Iterator[tuple[Core, SteppedClock]]:
    """A database of the test's own."""
    with begun(tmp_path / "wenlu.db", bank) as core_and_clock:
        yield core_and_clock


@dataclass(frozen=True)
class Made:
    """A core over a past that was made, its clock, and what the making told."""

    core: Core
    clock: SteppedClock
    lines: list[str]
    database: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, bank: ItemBank) -> Iterator[Made]:
    """One made past for the tests that look at it: making it takes seconds. Nothing of the cast is changed in it."""
    database = tmp_path_factory.mktemp("made") / "wenlu.db"
    with begun(database, bank) as (core, clock):
        yield Made(core, clock, list(demo_making.make(core, clock, real=clock)), database)


@pytest.fixture
def made_copy(made: Made, tmp_path: Path, bank: ItemBank) -> Iterator[Made]:
    """A copy of that past, for a test that changes it."""
    database, clock = tmp_path / "wenlu.db", SteppedClock(UNTIL)
    with closing(sqlite3.connect(made.database)) as source, closing(sqlite3.connect(database)) as copy:
        source.backup(copy)
    core = build_core(Settings(database_url=f"sqlite:///{database}"), clock=clock, bank=bank)
    yield replace(made, core=core, clock=clock, database=database)
    core.store.close()


def state_of(core: Core) -> DemoMaking:
    text = core.store.demo_state()
    assert text is not None
    return DemoMaking.model_validate_json(text)


def caller_of(core: Core) -> Caller:
    return Caller(state_of(core).organisation_id, frozenset(PERMISSIONS), "zh")


def test_the_cast_is_the_demo_student_and_forty_others_named_as_simulated() -> None:
    demo_student, *others = cast()
    assert demo_student.student_id == next(each.student_id for each in DEMO_PEOPLE if each.role == "student")
    assert len({actor.student_id for actor in others}) == len(others) == CLASS_SIZE == 40
    assert all("（模拟）" in actor.name and "(simulated)" in actor.name for actor in others)
    assert len({actor.name for actor in others}) == CLASS_SIZE
    assert min(Counter(actor.level for actor in others).values()) >= 13
    assert cast() == [demo_student, *others]


def test_some_stay_away_some_slump_and_one_is_new() -> None:
    others = cast()[1:]
    away = [
        actor for actor in others if any(end == DAYS and end - first == QUIET_DAYS for first, end in actor.profile.gaps)
    ]
    assert len(away) == 3
    assert sum(actor.slump_from is not None for actor in others) == 2
    assert {
        min(actor.profile.known_points for actor in others),
        max(actor.profile.known_points for actor in others),
    } == {
        0,
        215,
    }


def test_every_simulated_answer_was_marked_and_logged_like_any_other(made: Made) -> None:
    core = made.core
    caller = caller_of(core)
    assert [line.split(":")[0] for line in made.lines] == [actor.student_id for actor in FEW]
    for actor in FEW:
        rows = core.store.answers_between(caller.organisation_id, actor.student_id, UNTIL - timedelta(days=60), UNTIL)
        assert len(rows) > 20
        expected = {piece.idempotency_key: piece for row in rows for piece in evidence_of(row, core.tables.points)}
        log = core.store.evidence_of(caller.organisation_id, actor.student_id)
        logged = {piece.idempotency_key: replace(piece, seq=0) for piece in log if piece.kind == "answer"}
        assert logged == expected
        assert max(day_of(row.answered_at) for row in rows) < day_of(UNTIL)
        stored = core.answers.evaluation(EvaluationPath(evaluation_id=rows[0].evaluation_id), caller).payload
        assert isinstance(stored, Evaluation)
        assert [each.is_correct for each in stored.details] == [
            row.is_correct for row in rows if row.evaluation_id == stored.evaluation_id
        ]
        assert core.answers.evidence(actor.student_id, [f"{rows[-1].evaluation_id}#{rows[-1].position}"], caller)


def test_map_portrait_and_report_show_life_at_once(made: Made) -> None:
    core = made.core
    caller, student_id = caller_of(core), FEW[0].student_id
    assert core.knowledge.map(MapRequest(student_id=student_id), caller).mastery_stats.not_started < 850
    assert core.portrait.stored(
        PortraitPath(student_id=student_id), caller
    ).current_portrait.classroom_performance.known
    assert core.answers.report(ReportRequest(student_id=student_id), caller).overall_progress.total_attempts > 20
    assert [each.status for each in core.answers.appeals(caller)] == ["open"]


def test_the_teacher_has_three_classes_each_with_work_and_essays_to_mark(made: Made) -> None:
    core = made.core
    organisation_id = caller_of(core).organisation_id
    (teacher,) = [each for each in core.store.accounts(organisation_id) if each.role == "teacher"]
    scope = core.classes.scope(teacher)
    assert [each.name for each in scope.classes] == [
        "1 级班 · Level 1 class",
        "2 级班 · Level 2 class",
        "3 级班 · Level 3 class",
    ]
    assert scope.students == {actor.student_id for actor in FEW}
    given = Counter(row.class_id for row in core.store.assignments(organisation_id))
    levels = Counter(actor.level for actor in FEW if actor.student_id != FEW[0].student_id)
    assert given == {f"demo-{level}": 5 + bool(levels[level]) for level in (1, 2, 3)}
    kinds = Counter(row.kind for row in core.store.assignments(organisation_id))
    assert kinds == {"items": 3 + len(levels), "text": 3, "essay": 3, "aloud": 3, "lesson": 3}
    assert len(core.giving.helped(caller_of(core))) == len(levels)
    handed_in = [text for text in core.store.writings(organisation_id) if text.handed_in_at]
    assert {text.student_id for text in handed_in} == {actor.student_id for actor in FEW[1:]}


def test_students_have_read_aloud_and_some_have_done_each_kind_of_work(made: Made) -> None:
    core = made.core
    caller = caller_of(core)
    for actor in FEW:
        readings = core.speech.history(actor.student_id, caller)
        assert len(readings) >= 4
        report = core.speech.report(readings[-1].evaluation_id, caller, student_id=actor.student_id).report
        assert report.total_score == readings[-1].scores.total_score
        assert all(syllable.status == "read" for syllable in report.syllables)
        assert not readings[-1].has_recording
    progress = core.assignments.class_progress(caller)
    for kind in ("aloud", "lesson", "items", "essay"):
        assert any(line.count("done", "late") for line in progress if line.assignment.kind == kind), kind
    door = next(person.student_id for person in DEMO_PEOPLE if person.student_id)
    assert core.assignments.open_count(door, caller) == 5


def test_it_is_made_once(made: Made) -> None:
    core, clock = made.core, made.clock
    assert state_of(core).done
    assert not demo_making.to_be_made(core.store)
    assert list(demo_making.make(core, clock, real=clock)) == []


@pytest.mark.exhaustive
def test_a_second_maker_waits_until_the_first_was_not_heard_of_for_a_minute(demo: tuple[Core, SteppedClock]) -> None:
    core, clock = demo
    at_work = demo_making.make(core, clock, real=StoppedClock(UNTIL))
    next(at_work)
    assert list(demo_making.make(core, clock, real=StoppedClock(UNTIL + timedelta(seconds=59)))) == []
    others = list(demo_making.make(core, clock, real=StoppedClock(UNTIL + timedelta(seconds=61))))
    assert [line.split(":")[0] for line in others] == [actor.student_id for actor in FEW]
    assert others[0].endswith(": 0 answers"), "what the first one wrote stands"
    assert list(at_work) == [], "the first finds that another has taken over"
    assert state_of(core).done


@pytest.mark.exhaustive
def test_what_was_made_before_a_crash_is_not_made_again(demo: tuple[Core, SteppedClock]) -> None:
    core, clock = demo
    first = demo_making.make(core, clock, real=StoppedClock(UNTIL))
    next(first)
    next(first)
    first.close()
    organisation_id, student_id = caller_of(core).organisation_id, FEW[0].student_id
    before = {piece.idempotency_key for piece in core.store.evidence_of(organisation_id, student_id)}
    rest = list(demo_making.make(core, clock, real=StoppedClock(UNTIL + timedelta(minutes=2))))
    assert [line.split(":")[0] for line in rest] == [actor.student_id for actor in FEW[1:]]
    after = core.store.evidence_of(organisation_id, student_id)
    assert before <= {piece.idempotency_key for piece in after}
    added = [piece for piece in after if piece.idempotency_key not in before]
    assert not [piece for piece in added if piece.kind == "answer"]
    assert {day_of(piece.occurred_at) for piece in added} == {
        day_of(UNTIL - LAST - timedelta(days=DAYS_BETWEEN * number)) for number in range(READINGS)
    }, "the readings aloud alone, which are made when all students are there"


def test_the_simulated_past_of_the_demo_student_can_be_erased(made_copy: Made) -> None:
    core, clock = made_copy.core, made_copy.clock
    caller, student_id = caller_of(core), FEW[0].student_id
    removed = core.student_data.erase(student_id, caller).counts
    assert removed["evaluation"] > 0
    assert core.store.evidence_of(caller.organisation_id, student_id) == []
    assert list(demo_making.make(core, clock, real=clock)) == []


def test_a_student_with_answers_keeps_them_and_gets_no_past(demo: tuple[Core, SteppedClock]) -> None:
    core, _clock = demo
    stock, organisation_id = shelf(core), caller_of(core).organisation_id
    assert write_past(FEW[1], core, stock, organisation_id, until=UNTIL) > 0
    assert write_past(FEW[1], core, stock, organisation_id, until=UNTIL) == 0


def test_another_organisation_does_not_see_the_making(demo: tuple[Core, SteppedClock]) -> None:
    core, _clock = demo
    made = core.administration.demo_making(caller_of(core))
    assert made is not None
    assert (made.made, made.of, made.done) == (0, len(FEW), False)
    assert core.administration.demo_making(Caller("another", frozenset(PERMISSIONS))) is None


def test_behaviours_lie_in_the_past_and_not_in_gaps() -> None:
    for actor in cast():
        begun = UNTIL - timedelta(days=actor.days)
        for behaviour in behaviours(actor, until=UNTIL):
            day = (behaviour.occurred_at - begun).days
            assert begun < behaviour.occurred_at < UNTIL
            assert not any(first <= day < end for first, end in actor.profile.gaps)


@pytest.mark.parametrize("wanted", [True, False])
def test_it_is_begun_with_the_demo_people_if_it_is_wanted(tmp_path: Path, wanted: bool) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'wenlu.db'}", demo=True, demo_class=wanted)
    migrate(settings)
    core = build_core(settings)
    assert demo_making.to_be_made(core.store) is wanted
    core.store.close()


def test_the_state_is_plain_json(demo: tuple[Core, SteppedClock]) -> None:
    core, _clock = demo
    assert set(json.loads(core.store.demo_state() or "{}")) == {
        "organisation_id",
        "made",
        "of",
        "until",
        "beat",
        "done",
    }
