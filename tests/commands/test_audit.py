"""wenlu audit: what the operator reads of who did what."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.api.core import Core
from core.cli import main
from core.settings import Settings
from core.wiring import build_core, migrate


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A core on the database that the commands use, with two organisations."""
    url = f"sqlite:///{tmp_path / 'wenlu.db'}"
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    monkeypatch.setenv("WENLU_DEMO", "0")
    migrate(Settings(database_url=url, demo=False, demo_class=False))
    made = build_core(Settings(database_url=url))
    for name in ("School", "Academy\x1b[31m"):
        made.access.organisation(name)
    yield made
    made.store.close()


def test_the_newest_act_stands_first_with_what_held_before(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quota", "plan", "--organisation", "School", "--tier", "education"]) == 0
    capsys.readouterr()
    assert main(["audit", "--organisation", "School"]) == 0
    newest, first = capsys.readouterr().out.splitlines()
    assert "  School  operator  plan_changed  organisation " in newest
    assert "(School)" in newest
    assert "tier=free→education" in newest
    assert "overage=false→false" in newest
    assert "  School  service  organisation_made  " in first


def test_all_organisations_are_told_of_one_line_an_act(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit"]) == 0
    told = capsys.readouterr().out
    assert len(told.splitlines()) == 2
    assert "\x1b" not in told
    assert "Academy [31m" in told


def test_where_more_was_done_than_is_shown_the_last_line_says_so(
    core: Core, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.commands.audit.MOST_ROWS", 1)
    assert main(["audit", "--organisation", "School"]) == 0
    assert "the newest 1 acts are shown; there may be older ones since" in capsys.readouterr().out.splitlines()[-1]


def test_from_a_day_on_and_of_no_school_that_is_not_there(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--since", "2999-01-01"]) == 0
    assert capsys.readouterr().out == "Nothing was done since 2999-01-01.\n"
    assert main(["audit", "--organisation", "Nowhere"]) == 1
    assert "There is no organisation 'Nowhere'." in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["audit", "--since", "yesterday"])
    assert "is not a day YYYY-MM-DD" in capsys.readouterr().err
