"""wenlu availability: a month in minutes, beside each tier's promise."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.cli import main
from core.records.availability import AvailabilityHour
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from evaluation.service.sqlite import migrated_file

FIRST = datetime(2026, 2, 10, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqlStore:
    """The database that the command reads."""
    url = migrated_file(tmp_path / "wenlu.db")
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    monkeypatch.setenv("WENLU_DEMO", "0")
    return SqlStore(make_engine(url))


def test_a_month_is_printed_beside_each_tiers_promise(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    every_minute = (1 << 60) - 1
    to_the_end_of_the_month = (28 - 10) * 24 + 16
    hours = [
        AvailabilityHour(FIRST + timedelta(hours=number), every_minute, every_minute, calls=2)
        for number in range(to_the_end_of_the_month)
    ]
    hours[5] = AvailabilityHour(hours[5].hour, every_minute, every_minute >> 20, calls=1, failed=1)
    store.note_availability(hours)
    assert main(["availability", "--month", "2026-02"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "2026-02, from 2026-02-10 00:00 to 2026-02-28 16:00 UTC: available 99.925 %"
    assert told[1] == "26880 minutes: 26860 ready, 20 not ready, 0 in which nobody looked"
    assert told[2] == "895 calls of the API, 1 of them answered with status 500 or above, turned away (503) included"
    assert told[3:7] == [
        "free          99.50 % promised, kept",
        "education     99.50 % promised, kept",
        "professional  99.90 % promised, kept",
        "enterprise    99.95 % promised, NOT kept",
    ]
    assert "network" in told[7]


def test_a_month_without_measurement_says_so(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["availability", "--month", "2026-01"]) == 0
    assert capsys.readouterr().out.startswith("2026-01: nothing was measured.")
    assert main(["availability"]) == 0
    assert re.match(r"20\d\d-\d\d: nothing was measured", capsys.readouterr().out)
    store.close()
