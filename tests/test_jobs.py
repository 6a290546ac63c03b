"""The nightly work: once a night, in order after a break, whatever the machine's zone; and its scheduler."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from core.api.core import Core
from core.commands.nights import LONGEST_SLEEP, run_every_night
from core.commands.processes.priority import NICENESS
from core.commands.processes.serving import FIRST_NIGHT_SECONDS, _scheduler_parts
from core.jobs import anything_due, last_done, nightly
from core.knowledge import update as updating
from core.learning.nights import due_day, missed_days, next_start
from core.plan.model import DayPlan, Entry
from core.records.access import Organisation
from core.records.plan import StoredPlan
from core.records.students import Student
from core.settings import Settings
from core.store.sql import SqlStore
from core.tables import Tables
from core.tables.content.collected import Content
from core.wire import Bilingual
from core.wiring import build_core, in_memory_core, migrate
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.knowledge.folding import NOW, TABLES, difference, one_pass, piece, some_evidence

ROOT = Path(__file__).resolve().parent.parent
ZONES = (
    "UTC", "Asia/Shanghai", "America/New_York", "America/St_Johns", "Europe/London", "Europe/Berlin",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Africa/Casablanca",
)  # fmt: skip
ORGANISATION = Organisation("org", "School", "free", None, False, NOW)
DAY = timedelta(days=1)


@pytest.fixture
def core(clock: StoppedClock) -> Iterator[Core]:
    """A core with one organisation and nothing in it."""
    made = in_memory_core(clock=clock, identifiers=CountingIdentifiers(), tables=TABLES)
    made.store.add_organisation(ORGANISATION)
    yield made
    made.store.close()


def days_run(core: Core) -> list[date]:
    """Days of the ledger, oldest first."""
    return [run.business_date for run in reversed(core.store.job_runs("org", updating.JOB))]


def test_the_first_night_takes_in_everything_up_to_the_end_of_yesterday(core: Core, clock: StoppedClock) -> None:
    core.store.append_evidence("org", some_evidence(1, students=2, each=5), at=clock.now() - DAY)
    core.store.append_evidence("org", [piece("today")], at=clock.now())
    said = list(nightly(core))
    assert said[0].startswith("School, 2026-11-23: 10 records of 2 students")
    assert days_run(core) == [date(2026, 11, 23)]
    assert not anything_due(core)


def test_plans_of_nights_that_were_missed_are_closed_too(core: Core, clock: StoppedClock) -> None:
    list(nightly(core))
    for night in range(3):
        body = plan_body(clock.now().astimezone(ZoneInfo("Asia/Shanghai")).date())
        core.store.put_student(Student("org", "s1", created_at=clock.now()))
        core.store.put_plan(StoredPlan("org", "s1", date(2026, 11, 24 + night), 1, body, clock.now()), before=None)
        clock.advance(DAY)
    list(nightly(core))
    shares = [each for each in core.store.evidence_of("org", "s1") if each.kind == "plan_share"]
    assert [each.source for each in shares] == [f"plan_2026-11-{day}" for day in (24, 25, 26)]
    list(nightly(core))
    assert len(core.store.evidence_of("org", "s1")) == 3


def plan_body(day: date) -> str:
    """A plan of one lesson."""
    text = Bilingual(zh="课", en="lesson")
    lesson = Entry(
        resource_id="lesson_n1-01", kind="lesson", resource_type="video", title=text, level=1, skill="reading",
        slot="evening", of_slot="evening", start=1080, end=1085, minutes=5.0, reason=text, if_skipped=text,
    )  # fmt: skip
    plan = DayPlan(student_id="s1", date=day.isoformat(), seed=1, model="m", entries=(lesson,))
    return plan.model_dump_json()


def test_a_second_run_says_and_does_nothing_of_the_organisation(core: Core) -> None:
    list(nightly(core))
    assert not any(line.startswith("School") for line in nightly(core))


def test_seven_nights_off_are_caught_up_in_order(core: Core, clock: StoppedClock) -> None:
    list(nightly(core))
    log = some_evidence(2, students=3, each=21)
    for night in range(7):
        clock.advance(DAY)
        core.store.append_evidence("org", log[night::7], at=clock.now() - timedelta(hours=12))
    said = [line for line in nightly(core) if line.startswith("School")]
    assert [line.split(":")[0] for line in said] == [f"School, 2026-11-{day}" for day in range(24, 31)]
    assert all(": 9 records" in line for line in said)
    assert days_run(core) == [date(2026, 11, day) for day in range(23, 31)]
    runs = list(reversed(core.store.job_runs("org", updating.JOB)))
    assert all(after.watermark_from == before.watermark_to for before, after in pairwise(runs))
    for student_id, wanted in one_pass(log).items():
        learner = core.store.learner("org", student_id)
        assert learner is not None
        assert difference(learner, wanted) < 1e-9


def test_a_run_that_another_process_has_is_left_to_it_until_its_lease_has_passed(
    core: Core, clock: StoppedClock
) -> None:
    taken = core.store.claim_run(
        updating.JOB, "org", date(2026, 11, 23), holder="other", now=clock.now(), lease=updating.LEASE
    )
    assert taken is not None
    assert "School, 2026-11-23: another process is at it" in list(nightly(core))
    assert last_done(core, "org") is None
    clock.advance(updating.LEASE)
    assert any(line.startswith("School, 2026-11-23: 0 records") for line in nightly(core))
    assert not core.store.renew_run(taken, clock.now() + updating.LEASE)


def test_a_run_made_by_hand_before_its_day_had_ended_is_made_again_at_night(core: Core, clock: StoppedClock) -> None:
    list(nightly(core))
    core.store.append_evidence("org", [piece("a")], at=clock.now())
    updating.update_all(
        "org",
        date(2026, 11, 24),
        points=TABLES.points,
        predictor=core.predictor,
        store=core.store,
        clock=clock,
        identifiers=core.identifiers,
        after=None,
    )
    core.store.append_evidence("org", [piece("b")], at=clock.now())
    clock.advance(timedelta(hours=17))  # 03:00 of the 25th in UTC+8
    assert any(line.startswith("School, 2026-11-24: 1 records") for line in nightly(core))


def test_an_organisation_that_fails_does_not_keep_the_others_waiting(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    core.store.add_organisation(replace(ORGANISATION, organisation_id="a", name="Broken"))
    real = core.store.job_runs

    def failing(organisation_id: str, job: str, *, limit: int = 30) -> object:
        if organisation_id == "a":
            raise OSError("no such disk")
        return real(organisation_id, job, limit=limit)

    monkeypatch.setattr(core.store, "job_runs", failing)
    said: list[str] = []
    with pytest.raises(ExceptionGroup, match="some organisations failed"):
        said.extend(nightly(core))
    monkeypatch.undo()
    assert days_run(core) == [date(2026, 11, 23)]


# -- due when -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ZONES)
def test_two_years_of_nights_are_the_same_in_every_zone(zone: str) -> None:
    moment, ran = datetime(2026, 1, 1, tzinfo=UTC), [due_day(datetime(2026, 1, 1, tzinfo=UTC))]
    while moment < datetime(2028, 1, 1, tzinfo=UTC):
        seen = moment.astimezone(ZoneInfo(zone))
        ran.extend(missed_days(ran[-1], seen))
        start = next_start(seen)
        assert (start.hour, start.minute, start.tzinfo) == (18, 0, UTC)
        assert timedelta(0) < start - moment <= DAY
        moment += timedelta(minutes=30)
    assert ran == [date(2025, 12, 31) + number * DAY for number in range(len(ran))]
    assert ran[-1] == date(2027, 12, 31)


# -- the scheduler -----------------------------------------------------------------------------------------


def test_the_scheduler_catches_up_and_then_runs_at_two_of_every_night(core: Core, clock: StoppedClock) -> None:
    naps: list[float] = []

    def wait(seconds: float) -> bool:
        naps.append(seconds)
        clock.advance(timedelta(seconds=seconds))
        return len(naps) > 1_000 or clock.now() > NOW + 3 * DAY

    run_every_night(core, wait)
    assert days_run(core) == [date(2026, 11, day) for day in (23, 24, 25, 26)]
    assert max(naps) <= LONGEST_SLEEP.total_seconds()
    started = [run.started_at.time().isoformat() for run in core.store.job_runs("org", updating.JOB)]
    assert started[:3] == ["18:00:00"] * 3


def test_a_failure_is_tried_again_after_a_nap(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.store, "delete_expired", lambda *_, **__: 1 / 0)
    naps: list[float] = []

    def wait(seconds: float) -> bool:
        naps.append(seconds)
        return len(naps) == 2

    run_every_night(core, wait)
    assert len(naps) == 2


def database_with_evidence(url: str) -> Core:
    """A migrated database with evidence of yesterday in it."""
    settings = Settings(database_url=url, demo=False)
    migrate(settings)
    core = build_core(settings, tables=TABLES)
    core.store.add_organisation(ORGANISATION)
    now = core.clock.now()
    core.store.append_evidence(
        "org", [replace(row, occurred_at=now - 2 * DAY) for row in some_evidence(3, students=4, each=5)]
    )
    return core


@pytest.mark.exhaustive
def test_processes_that_start_together_run_each_night_once(empty_database: str) -> None:
    core = database_with_evidence(empty_database)
    assert isinstance(core.store, SqlStore)
    program = "import sys; from core.cli import main; sys.stdin.readline(); sys.exit(main(['nightly']))"
    environment = {**os.environ, "WENLU_DATABASE_URL": empty_database, "WENLU_DEMO": "0", "OPENBLAS_NUM_THREADS": "1"}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    said = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        out, error = process.communicate(timeout=120)
        assert process.returncode == 0, error
        said.extend(line for line in out.splitlines() if ": 20 records of 4 students" in line)
    assert len(said) == 1
    (run,) = core.store.job_runs("org", updating.JOB)
    assert (run.status, run.records, run.students) == ("done", 20, 4)
    core.store.close()


@pytest.mark.parametrize("ending", ["by itself", "killed"])
def test_the_scheduler_runs_what_is_due_and_ends_with_its_parent(tmp_path: Path, ending: str) -> None:
    url = f"sqlite:///{tmp_path / 'wenlu.db'}"
    core = database_with_evidence(url)
    environment = {**os.environ, "WENLU_DATABASE_URL": url, "WENLU_DEMO": "0"}
    child = [sys.executable, "-m", "core.commands.processes.child", "scheduler"]
    parent = subprocess.Popen(
        [sys.executable, "-c", "import subprocess, sys; from core.commands.processes.lifeline import child_environment; "
         f"child = subprocess.Popen({child!r}, env=child_environment()); print(child.pid, flush=True); sys.stdin.readline()"],
        cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert parent.stdout is not None
    number = int(parent.stdout.readline())
    until(lambda: [run.status for run in core.store.job_runs("org", updating.JOB)] == ["done"])
    if ending == "killed":
        parent.kill()
    parent.communicate()
    until(lambda: not alive(number))
    assert [run.records for run in core.store.job_runs("org", updating.JOB)] == [20]
    core.store.close()


def test_the_scheduler_of_a_server_lets_the_first_visitors_go_first(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'wenlu.db'}"
    core = database_with_evidence(url)
    (part,) = _scheduler_parts(Settings(database_url=url))
    *command, delay = part.command
    assert delay == str(FIRST_NIGHT_SECONDS)
    began = time.monotonic()
    environment = {**os.environ, "WENLU_DATABASE_URL": url, "WENLU_DEMO": "0"}
    with subprocess.Popen([*command, "8"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            until(lambda: [run.status for run in core.store.job_runs("org", updating.JOB)] == ["done"], seconds=120)
            assert time.monotonic() - began > 8
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(
                os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19
            )
        finally:
            process.kill()
    core.store.close()


def test_the_content_is_read_before_the_night_begins_to_write(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    assert TABLES.content.sentences  # the bank's own are read already
    read = []
    monkeypatch.setattr(Content, "read", lambda _folder: read.append("content") or Content([], [], [], []))
    core.tables = Tables()
    claim = core.store.claim_run
    monkeypatch.setattr(core.store, "claim_run", lambda *args, **named: read.append("claim") or claim(*args, **named))
    assert list(nightly(core))
    assert read == ["content", "claim"]


def alive(number: int) -> bool:
    """Whether a process of that number runs (and is not a zombie waiting for its parent)."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").split(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(holds: Callable[[], bool], *, seconds: float = 60) -> None:
    """Wait for a condition."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.05)
