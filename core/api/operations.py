"""What an operator watches: availability by month, nights that were missed, the newest backup, room on the disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from core.access import availability
from core.access.arguments import bounded
from core.access.availability import Availability
from core.access.quota import period_of
from core.knowledge.update import last_done
from core.learning.nights import missed_days
from core.ports.store import Store
from core.ports.system import Clock
from core.records.availability import AvailabilityHour


def no_backup() -> datetime | None:
    """Where no folder of backups is known."""
    return None


@bounded
class Operations:
    """The state of the service as a whole; it names no organisation and nobody in one.

    `newest_backup`: when the newest backup in the folder of backups was made. `folders`: those whose disks are watched, by name.
    """

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        newest_backup: Callable[[], datetime | None] = no_backup,
        folders: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:
        self._store = store
        self._clock = clock
        self._newest_backup = newest_backup
        self._folders = folders

    def note_availability(self, hours: Collection[AvailabilityHour]) -> None:
        """Keep what a process saw of whether calls can be served. Raises `Unavailable`."""
        self._store.note_availability(hours)

    def availability(self, month: str = "") -> Availability:
        """The availability of a month `YYYY-MM` in UTC+8, beside what each tier was promised; by default of this month."""
        return availability.availability_of(month or period_of(self._clock.now()), store=self._store, clock=self._clock)

    def missed_nights(self) -> int:
        """Nights whose work is due and not done, of the organisation that is most behind. Raises `Unavailable`."""
        now = self._clock.now()
        last_days = (
            last_done(each.organisation_id, store=self._store, clock=self._clock)
            for each in self._store.organisations()
        )
        return max((len(missed_days(last, now)) for last in last_days), default=0)

    def newest_backup(self) -> datetime | None:
        """When the newest backup in the folder of backups was made; None where there is none."""
        return self._newest_backup()

    def free_bytes(self) -> dict[str, tuple[int, int]]:
        """(free, all) bytes of the disk of each folder that is watched, by name; of one that is not made yet, that on which it will be."""
        return {name: room for name, room, _ in self._watched()}

    def disks(self) -> dict[str, tuple[int, int]]:
        """As `free_bytes`, each disk once, by the name of the first folder that is on it."""
        found: dict[int, tuple[str, tuple[int, int]]] = {}
        for name, room, device in self._watched():
            found.setdefault(device, (name, room))
        return dict(found.values())

    def _watched(self) -> Iterator[tuple[str, tuple[int, int], int]]:
        """Name of each folder, (free, all) bytes of its disk, number of that disk."""
        for name, folder in self._folders.items():
            try:
                place = _that_exists(folder.absolute())
                usage, device = shutil.disk_usage(place), place.stat().st_dev
            except OSError:
                continue
            yield name, (usage.free, usage.total), device


def _that_exists(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next(each for each in (folder, *folder.parents) if each.exists())
