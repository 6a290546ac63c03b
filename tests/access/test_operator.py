"""Whose administrators look after the installation as a whole, and what needs a person there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from core.access.attention import Need, backup_needs, disk_needs, missed_nights
from core.access.operator import is_named_operator, is_nobody, is_operator
from core.access.quota import period_of
from core.access.quota_requests import QuotaRequestBody
from core.api.core import Core
from core.api.upkeep import Upkeep
from core.backends.pack_fetch import PackFetch
from core.commands.named_operator import warn_of_unknown_operator
from core.errors import BackupFailed, BadRequest, Forbidden, NotFound
from core.records.access import PERMISSIONS, Account, Call, Caller, Role
from core.records.audit import THE_OPERATOR, AuditFilter
from core.records.backups import BackupLine, BackupTask
from core.settings import Settings
from core.store.database.migrate import upgrade_in_memory
from core.store.sql import SqlStore
from core.wiring import build_core, in_memory_core
from evaluation.service.clock import StoppedClock
from evaluation.service.sqlite import migrated_file

NOW = datetime(2026, 11, 24, 8, tzinfo=UTC)


@pytest.fixture
def core(request: pytest.FixtureRequest) -> Iterator[Core]:
    """Without the demo, unless a test is marked `with_demo`."""
    made = in_memory_core(correctors=(), clock=StoppedClock(NOW), demo=getattr(request, "param", False))
    yield made
    made.store.close()


with_demo = pytest.mark.parametrize("core", [True], indirect=True)


def caller_of(core: Core, name: str, *, role: Role = "admin") -> Caller:
    """Somebody of that role in the organisation of that name; both are made if they are not there."""
    organisation_id = core.access.organisation(name).organisation_id
    account_id = f"{role}-{organisation_id}"
    core.store.add_account(
        Account(account_id, organisation_id, f"the-{role}", role, "x", "scrypt$00$00", None, "en", NOW)
    )
    return Caller(organisation_id, frozenset(PERMISSIONS), account_id=account_id)


def named(core: Core, name: str) -> None:
    """Name the operator's organisation in the settings."""
    core.upkeep._settings = Settings(operator=name)
    core.quota._operator = name


def test_the_only_school_beside_the_demo_is_the_operators_and_of_two_neither(core: Core) -> None:
    ours = caller_of(core, "Ours")
    assert is_operator(ours, named="", store=core.store)
    theirs = caller_of(core, "Theirs")
    assert not is_operator(ours, named="", store=core.store)
    assert not is_operator(theirs, named="", store=core.store)
    assert is_operator(theirs, named="Theirs", store=core.store)
    assert not is_operator(ours, named="Theirs", store=core.store)


@with_demo
def test_nobody_of_the_demo_is_ever_the_operators(core: Core) -> None:
    demo = caller_of(core, "Wenlu demo")
    assert not is_operator(demo, named="", store=core.store)
    assert not is_operator(demo, named="Wenlu demo", store=core.store)
    assert is_nobody("Wenlu demo", store=core.store)


@with_demo
def test_what_somebody_asks_for_in_the_demo_waits_for_nobody(core: Core) -> None:
    named(core, "Ours")
    ours = caller_of(core, "Ours")
    core.quota.ask(QuotaRequestBody(kind="temporary", calls=500, reason="curious"), caller_of(core, "Wenlu demo"))
    assert core.quota.waiting(ours) == []
    assert core.upkeep.needs(ours) == [Need("no_backup")]


def test_only_administrators_look_after_the_service(core: Core) -> None:
    named(core, "Ours")
    made = core.quota.ask(QuotaRequestBody(kind="temporary", calls=500, reason="a test week"), caller_of(core, "Ours"))
    organisation_id = core.access.organisation("Ours").organisation_id
    for other in (caller_of(core, "Ours", role="teacher"), Caller(organisation_id, frozenset(PERMISSIONS))):
        with pytest.raises(Forbidden, match="for the operator"):
            core.upkeep.backups(other)
        with pytest.raises(Forbidden, match="for the operator"):
            core.quota.grant(made.request_id, other)
        assert core.upkeep.needs(other) == []
    assert core.store.set_disabled(organisation_id, f"admin-{organisation_id}", NOW)
    with pytest.raises(Forbidden, match="for the operator"):
        core.upkeep.backups(caller_of(core, "Ours"))


def test_the_setting_names_the_operator_with_blanks_around_too() -> None:
    settings = Settings(database_url="sqlite://", secret="only-in-memory-" * 3, operator=" Ours ", backups="")
    core = build_core(settings, clock=StoppedClock(NOW), correctors=())
    assert isinstance(core.store, SqlStore)
    upgrade_in_memory(core.store.engine)
    assert is_nobody(settings.operator, store=core.store)
    ours, theirs = caller_of(core, "Ours"), caller_of(core, "Theirs")
    assert (core.upkeep.is_named_operator(ours), core.upkeep.is_named_operator(theirs)) == (True, False)
    assert core.quota.waiting(ours) == []
    assert not is_nobody(settings.operator, store=core.store)
    assert "backups" not in core.upkeep.disks(ours), "the working directory is no folder of backups"
    assert core.operations.newest_backup() is None
    core.store.close()


def test_the_log_says_at_the_start_where_the_setting_names_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WENLU_DATABASE_URL", migrated_file(tmp_path / "school.db"))
    for name, events in ((" ", []), ("Our School", ["operator_unknown"])):
        monkeypatch.setenv("WENLU_OPERATOR", name)
        with capture_logs() as logged:
            warn_of_unknown_operator()
        assert [each["event"] for each in logged] == events


def test_only_a_school_that_the_setting_names_answers_requests(core: Core) -> None:
    ours = caller_of(core, "Ours")
    assert not is_named_operator(ours, named="", store=core.store), "it may be somebody else's customer"
    made = core.quota.ask(QuotaRequestBody(kind="temporary", calls=500, reason="a test week"), ours)
    for ask in (
        lambda: core.quota.waiting(ours),
        lambda: core.quota.grant(made.request_id, ours),
        lambda: core.quota.refuse(made.request_id, ours),
    ):
        with pytest.raises(Forbidden, match="for the operator"):
            ask()
    named(core, "Operators")
    operators = caller_of(core, "Operators")
    assert [(each.organisation, each.request.calls) for each in core.quota.waiting(operators)] == [("Ours", 500)]
    core.quota.grant(made.request_id, operators, calls=200)
    assert core.store.temporary_quota(ours.organisation_id, period_of(NOW)) == 200
    assert [need.kind for need in core.upkeep.needs(ours)] == ["request_answered"]
    answered = AuditFilter(action="quota_request_answered")
    (told,) = core.store.audit_entries(ours.organisation_id, answered, below=None, limit=9)
    assert told.actor == THE_OPERATOR, "an account of another school is nobody here"


def test_an_open_request_is_withdrawn_once_and_by_its_own_school_alone(core: Core) -> None:
    ours, theirs = caller_of(core, "Ours"), caller_of(core, "Theirs")
    made = core.quota.ask(QuotaRequestBody(kind="upgrade", tier="professional", reason="more classes"), ours)
    with pytest.raises(NotFound, match="There is no request"):
        core.quota.withdraw(made.request_id, theirs)
    core.quota.withdraw(made.request_id, ours)
    (request,) = core.quota.requests(ours)
    assert (request.state, request.answered_at) == ("withdrawn", NOW)
    with pytest.raises(BadRequest, match="answered before"):
        core.quota.withdraw(made.request_id, ours)
    assert core.upkeep.needs(ours) == []


@with_demo
def test_what_is_of_the_installation_is_refused_to_every_other_school(core: Core) -> None:
    ours, theirs = caller_of(core, "Ours"), caller_of(core, "Theirs")
    named(core, "Ours")
    upkeep: Upkeep = core.upkeep
    for ask in (
        upkeep.backups,
        upkeep.backup_folder,
        upkeep.backup_task,
        upkeep.back_up,
        lambda caller: upkeep.check_backup("a.zip", caller),
        upkeep.settings,
        upkeep.memory_limit_mb,
        upkeep.loaded_models,
        upkeep.disks,
    ):
        with pytest.raises(Forbidden, match="for the operator"):
            ask(theirs)
    assert len(upkeep.settings(ours)) == len(vars(Settings()))
    assert [night.name for night in upkeep.nights(theirs)] == ["Theirs"]
    assert {night.name for night in upkeep.nights(ours)} == {"Ours", "Theirs", "Wenlu demo"}


def line(name: str, days_ago: float, *, fault: str = "") -> BackupLine:
    return BackupLine(name, NOW - timedelta(days=days_ago), 1_000, "", NOW if fault else None, fault)


def test_backups_need_somebody_where_none_is_good_and_young() -> None:
    failed = BackupTask("failed", "c.zip", error=BackupFailed("no room"), ended_at=NOW - timedelta(days=1))
    idle = BackupTask()
    told = {
        ((), idle): ["no_backup"],
        ((line("a.zip", 6.9),), idle): [],
        ((line("a.zip", 7.1),), idle): ["old_backup"],
        ((line("b.zip", 1, fault="row 3"), line("a.zip", 2)), idle): ["damaged_backup"],
        ((line("b.zip", 1, fault="row 3"),), idle): ["no_backup", "damaged_backup"],
        ((line("a.zip", 1),), failed): ["backup_failed"],
        ((line("a.zip", 0.5),), failed): [],
        ((line("d.zip", 0.5, fault="row 3"), line("a.zip", 2)), failed): ["damaged_backup", "backup_failed"],
    }
    for (lines, task), kinds in told.items():
        assert [need.kind for need in backup_needs(lines, task, now=NOW)] == kinds


def test_a_download_that_failed_needs_nobody_once_the_pack_is_there(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = caller_of(core, "Ours")
    monkeypatch.setattr(core.stroke_packs, "fetch", lambda: PackFetch("failed"))
    for installed, needs in (
        (None, [Need("no_backup"), Need("pack_failed", "strokes")]),
        ("a pack", [Need("no_backup")]),
    ):
        monkeypatch.setattr(core.stroke_packs, "installed", lambda there=installed: there)
        assert core.upkeep.needs(ours) == needs


def test_several_answers_are_one_need_with_the_newest(core: Core) -> None:
    named(core, "Operators")
    operators, ours = caller_of(core, "Operators"), caller_of(core, "Ours")
    for granted in (True, False):
        made = core.quota.ask(QuotaRequestBody(kind="temporary", calls=500, reason="a test week"), ours)
        core.clock.advance(timedelta(hours=1))  # type: ignore[attr-defined]
        (core.quota.grant if granted else core.quota.refuse)(made.request_id, operators)
    assert core.upkeep.needs(ours) == [Need("request_answered", "refused", count=2, at=core.clock.now())]


def test_a_disk_is_told_of_once_whatever_folders_are_on_it(
    core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core.operations, "_folders", {"data": tmp_path / "a", "backups": tmp_path / "b"})
    assert (list(core.operations.disks()), list(core.operations.free_bytes())) == (["data"], ["data", "backups"])


def test_a_disk_needs_somebody_below_a_tenth() -> None:
    assert [need.subject for need in disk_needs({"data": (9, 100), "backups": (10, 100)})] == ["data"]


def test_a_night_is_missed_four_hours_after_it_was_due_and_never_before_there_was_a_school() -> None:
    since, done = datetime(2026, 11, 1, tzinfo=UTC), date(2026, 11, 22)
    two_in_shanghai = datetime(2026, 11, 24, 18, tzinfo=UTC)
    assert missed_nights(done, since=since, now=two_in_shanghai + timedelta(hours=3)) == 1
    assert missed_nights(done, since=since, now=two_in_shanghai + timedelta(hours=5)) == 2
    assert missed_nights(None, since=two_in_shanghai, now=two_in_shanghai + timedelta(hours=5)) == 0


def test_calls_that_are_nearly_used_up_and_a_suspended_key_need_somebody(core: Core) -> None:
    ours = caller_of(core, "Ours")
    caller_of(core, "Theirs")
    core.store.set_plan(ours.organisation_id, tier="education", monthly_limit=10, overage=False)
    for number in range(9):
        assert core.upkeep.needs(ours) == [], number
        core.store.count_call(Call(ours.organisation_id, "k", "e", period_of(NOW), 10, False, 0, f"r{number}", NOW, 1))
    core.access.new_key(core.access.organisation("Ours"), frozenset({"questions"}))
    (key,) = core.store.keys(ours.organisation_id)
    core.store.suspend_key(ours.organisation_id, key.key_id, "copies the bank", NOW)
    assert [(need.kind, need.count) for need in core.upkeep.needs(ours)] == [("quota_high", 1), ("key_suspended", 0)]
