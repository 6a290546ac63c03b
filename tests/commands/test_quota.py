"""wenlu quota requests and answer: what the operator sees, and what an answer changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.access.quota import period_of
from core.access.quota_requests import QuotaRequestBody
from core.api.core import Core
from core.cli import main
from core.records.access import PERMISSIONS, Caller
from core.settings import Settings
from core.wiring import build_core
from evaluation.service.sqlite import migrated_file


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A core on the database that the commands use, with two organisations."""
    url = migrated_file(tmp_path / "wenlu.db")
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    monkeypatch.setenv("WENLU_DEMO", "0")
    made = build_core(Settings(database_url=url))
    for name in ("School", "Academy"):
        made.access.organisation(name, tier="education")
    yield made
    made.store.close()


def ask(core: Core, organisation: str = "School", **body: object) -> str:
    """A request of an organisation; its id."""
    caller = Caller(core.access.organisation(organisation).organisation_id, frozenset(PERMISSIONS))
    given = QuotaRequestBody.model_validate({"kind": "temporary", "calls": 500, "reason": "more classes", **body})
    return core.quota.ask(given, caller).request_id


def test_the_requests_that_wait_are_listed_with_what_they_ask(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    first = ask(core, reason="two\nlines\x1b[31m")
    second = ask(core, "Academy", kind="upgrade", calls=None, tier="professional")
    assert main(["quota", "requests"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told] == [first, second]
    assert "School  temporary  500 calls  open" in told[0]
    assert told[0].endswith("two lines [31m")
    assert "Academy  upgrade  tier professional  open" in told[1]
    assert main(["quota", "requests", "--organisation", "Academy"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [second]


def test_an_answered_request_waits_no_more_and_is_shown_when_asked_for(
    core: Core, capsys: pytest.CaptureFixture[str]
) -> None:
    request_id = ask(core)
    assert main(["quota", "answer", request_id, "grant"]) == 0
    assert capsys.readouterr().out == f"School: 500 more calls in {period_of(core.clock.now())}\n"
    assert main(["quota", "requests"]) == 0
    assert capsys.readouterr().out == "No request waits.\n"
    assert main(["quota", "requests", "--all"]) == 0
    assert "granted, 500 calls" in capsys.readouterr().out
    organisation_id = core.access.organisation("School").organisation_id
    assert core.store.temporary_quota(organisation_id, period_of(core.clock.now())) == 500


def test_an_upgrade_is_granted_and_a_request_refused(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    upgrade = ask(core, kind="upgrade", calls=None, tier="professional")
    assert main(["quota", "answer", upgrade, "grant"]) == 0
    assert capsys.readouterr().out == "School: tier professional, 200000 calls a month\n"
    assert core.access.organisation("School").tier == "professional"
    assert main(["quota", "requests", "--all"]) == 0
    assert "granted, tier professional  " in capsys.readouterr().out
    other = ask(core)
    assert main(["quota", "answer", other, "refuse", "--calls", "5"]) == 1
    assert "Leave --calls and --tier out" in capsys.readouterr().err
    assert main(["quota", "answer", other, "refuse"]) == 0
    assert capsys.readouterr().out == f"School: {other} is refused\n"


def test_an_answer_that_cannot_be_given_says_why_in_one_line(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    open_ended = ask(core, calls=None)
    assert main(["quota", "answer", open_ended, "grant"]) == 1
    assert "Say how many with --calls." in capsys.readouterr().err
    assert main(["quota", "answer", open_ended, "grant", "--calls", "7"]) == 0
    assert main(["quota", "answer", open_ended, "refuse"]) == 1
    assert "was answered before" in capsys.readouterr().err
    assert main(["quota", "answer", "qr_none", "grant"]) == 1
    assert "There is no request 'qr_none'." in capsys.readouterr().err
    assert main(["quota", "requests", "--organisation", "Nobody"]) == 1
    assert "There is no organisation 'Nobody'." in capsys.readouterr().err
