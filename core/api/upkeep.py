"""What the operator's administrators see and do for the installation as a whole, and what needs a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from core.access import administration, quota_requests
from core.access.arguments import bounded
from core.access.attention import (
    LOW_SHARE,
    Need,
    NeedKind,
    backup_needs,
    disk_needs,
    key_needs,
    missed_nights,
    quota_needs,
)
from core.access.operator import is_named_operator, is_operator, refuse_all_but_operator
from core.access.settings_meaning import Group, SettingLine, settings_in_force
from core.api.operations import Operations
from core.api.sound import Sound
from core.api.stroke_pack import StrokePacks
from core.errors import BadRequest, BadSetting, NotFound
from core.knowledge.update import last_done
from core.ports.backups import Backups
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller, Organisation
from core.records.audit import Subject
from core.records.backups import BackupLine, BackupTask
from core.settings import Settings
from core.wire import Bilingual

__all__ = ["LOW_SHARE", "BackupLine", "BackupTask", "Group", "Need", "NeedKind", "Night", "SettingLine", "Upkeep"]
"""With the names that pages may import for it (they use the core through its facade only)."""


@dataclass(frozen=True)
class Night:
    """The nightly work of one organisation."""

    name: str
    last_day: date | None
    """The last day whose work is done; None: none yet."""
    missed: int
    """Nights whose work should long be done and is not."""


class NoBackups:
    """Where no folder of backups is known: `core.ports.backups.Backups` without any."""

    folder = ""
    task = BackupTask()

    def lines(self) -> Sequence[BackupLine]:
        """None."""
        return ()

    def begin(self, *, made: Callable[[], None]) -> BackupTask:  # noqa: ARG002
        """Raises `NotFound`."""
        raise NotFound("There is no folder of backups.")

    def begin_check(self, name: str) -> BackupTask:
        """Raises `NotFound`."""
        raise NotFound(f"There is no backup {name!r}.")


@bounded
class Upkeep:
    """The installation as a whole, for the administrators of the operator's organisation; `needs` and `nights` for those of every one."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        operations: Operations,
        backups: Backups,
        settings: Settings,
        sound: Sound,
        stroke_packs: StrokePacks,
        loaded_models: Callable[[], Mapping[str, bool]] = dict,
    ) -> None:
        self._store = store
        self._clock = clock
        self._operations = operations
        self._backups = backups
        self._settings = settings
        self._sound = sound
        self._stroke_packs = stroke_packs
        self._loaded_models = loaded_models

    def is_operator(self, caller: Caller) -> bool:
        """Whether the caller looks after the installation: see `core.access.operator`."""
        return is_operator(caller, named=self._settings.operator, store=self._store)

    def is_named_operator(self, caller: Caller) -> bool:
        """Whether the setting names the caller's organisation, whose administrators may then answer requests for quota."""
        return is_named_operator(caller, named=self._settings.operator, store=self._store)

    # -- backups ------------------------------------------------------------------------------------------

    def backups(self, caller: Caller) -> Sequence[BackupLine]:
        """The backups of the database in the folder of backups, the newest first. Raises `Forbidden`, `BadSetting` where it cannot be read."""
        self._refuse_others(caller)
        return self._backups.lines()

    def backup_folder(self, caller: Caller) -> str:
        """Where backups lie; "" where no folder is set. Raises `Forbidden`."""
        self._refuse_others(caller)
        return self._backups.folder

    def backup_task(self, caller: Caller) -> BackupTask:
        """What is under way, or how the last work of this process ended. Raises `Forbidden`."""
        self._refuse_others(caller)
        return self._backups.task

    def back_up(self, caller: Caller) -> BackupTask:
        """Begin to make a backup and to read it back; returns at once, and notes the act once there is one that is whole.

        Raises `Forbidden`, `BadRequest` while another is written or read, `BadSetting` without a folder.
        """
        self._refuse_others(caller)
        self._refuse_second()
        school = Subject("organisation", caller.organisation_id)

        def note() -> None:
            self._store.note_act(caller.organisation_id, "backup_made", school, at=self._clock.now())

        return self._backups.begin(made=note)

    def check_backup(self, name: str, caller: Caller) -> BackupTask:
        """Begin to read a backup as a whole; returns at once. Raises `Forbidden`, `NotFound`, `BadRequest` while one is written or read."""
        self._refuse_others(caller)
        self._refuse_second()
        return self._backups.begin_check(name)

    def _refuse_second(self) -> None:
        if self._backups.task.under_way:
            raise BadRequest(
                "A backup is being written or read, so nothing was begun.",
                remedy=Bilingual(zh="请等它完成，然后再试。", en="Wait until that is done, then try again."),
            )

    # -- settings and health ------------------------------------------------------------------------------

    def settings(self, caller: Caller) -> list[SettingLine]:
        """Every setting as it is in force, with its meaning. Raises `Forbidden`."""
        self._refuse_others(caller)
        return settings_in_force(self._settings)

    def memory_limit_mb(self, caller: Caller) -> int:
        """The memory of a process above which no costly work is begun. Raises `Forbidden`."""
        self._refuse_others(caller)
        return self._settings.memory_mb

    def loaded_models(self, caller: Caller) -> Mapping[str, bool]:
        """Which of the large models, by what they are for, are in the memory of this process. Raises `Forbidden`."""
        self._refuse_others(caller)
        return self._loaded_models()

    def database_problems(self) -> list[str]:
        """What keeps the database from working, as `/readyz` says it; empty when all is well."""
        return self._store.problems()

    def disks(self, caller: Caller) -> Mapping[str, tuple[int, int]]:
        """(free, all) bytes of each disk that a watched folder is on, by the name of the folder. Raises `Forbidden`."""
        self._refuse_others(caller)
        return self._operations.disks()

    def nights(self, caller: Caller) -> list[Night]:
        """The nightly work of the caller's organisation; to the operator's that of all. Raises `NotFound`."""
        own = administration.organisation_of(caller, store=self._store)
        seen = self._store.organisations() if self.is_operator(caller) else [own]
        return [self._night(each) for each in seen]

    def _night(self, organisation: Organisation) -> Night:
        last = last_done(organisation.organisation_id, store=self._store, clock=self._clock)
        missed = missed_nights(last, since=organisation.created_at, now=self._clock.now())
        return Night(organisation.name, last, missed)

    # -- what needs a person ------------------------------------------------------------------------------

    def needs(self, caller: Caller) -> list[Need]:
        """What needs a person, the most urgent first; what is of the installation as a whole only for the operator's."""
        operators = self._needs_of_installation() if self.is_operator(caller) else ()
        return list(chain(operators, self._needs_of_organisation(caller)))

    def _needs_of_installation(self) -> Iterator[Need]:
        now = self._clock.now()
        if self._backups.folder:  # without one, backups are made elsewhere
            try:
                lines = self._backups.lines()
            except BadSetting:
                yield Need("backups_unreadable", self._backups.folder)
            else:
                yield from backup_needs(lines, self._backups.task, now=now)
        yield from disk_needs(self._operations.disks())
        for name, fetch, installed in (
            ("words", self._sound.fetch("words"), self._sound.installed),
            ("sentences", self._sound.fetch("sentences"), self._sound.sentences),
            ("strokes", self._stroke_packs.fetch(), self._stroke_packs.installed),
        ):
            # It may have been put there since by the command, of which this process hears nothing.
            if fetch.state == "failed" and installed() is None:
                yield Need("pack_failed", name)

    def _needs_of_organisation(self, caller: Caller) -> Iterator[Need]:
        organisation = administration.organisation_of(caller, store=self._store)
        missed = self._night(organisation).missed
        if missed:
            yield Need("night_missed", count=missed)
        requests = self._store.quota_requests(caller.organisation_id)
        quota = administration.quota_use(caller, store=self._store, clock=self._clock)
        yield from quota_needs(quota, requests, now=self._clock.now())
        if self.is_named_operator(caller):
            waiting = quota_requests.waiting(store=self._store)
            if waiting:
                yield Need("requests_waiting", count=len(waiting))
        yield from key_needs(self._store.keys(caller.organisation_id))

    def _refuse_others(self, caller: Caller) -> None:
        refuse_all_but_operator(caller, named=self._settings.operator, store=self._store)
