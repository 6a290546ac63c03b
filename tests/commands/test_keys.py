"""wenlu keys: the usage rules are shown, and enforced by suspending a key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.access.usage_rules import RULES
from core.access.wire import TokenRequest
from core.api.core import Core
from core.cli import main
from core.errors import KeySuspended
from core.records.access import ApiKey
from core.settings import Settings
from core.wiring import build_core
from evaluation.service.sqlite import migrated_file

CREATE = ["keys", "create", "--organisation", "School"]


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A core on the database that the commands use."""
    url = migrated_file(tmp_path / "wenlu.db")
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    monkeypatch.setenv("WENLU_DEMO", "0")
    made = build_core(Settings(database_url=url))
    yield made
    made.store.close()


def newest_key(core: Core) -> ApiKey:
    return core.store.keys(core.access.organisation("School").organisation_id)[0]


def test_the_rules_go_to_stderr_and_the_key_alone_to_stdout(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CREATE) == 0
    told = capsys.readouterr()
    assert told.out.startswith("wl_")
    assert len(told.out.splitlines()) == 1
    assert [line for line in told.err.splitlines() if line.startswith("- ")] == [f"- {rule.en}" for rule in RULES.rules]
    assert RULES.version in told.err
    assert newest_key(core).agreed_rules == RULES.version


def test_a_key_is_suspended_with_a_reason_and_resumed(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CREATE) == 0
    secret = capsys.readouterr().out.strip()
    key_id = newest_key(core).key_id
    assert main(["keys", "suspend", key_id, "--reason", "sold access"]) == 0
    assert capsys.readouterr().out == f"{key_id} is suspended: sold access\n"
    with pytest.raises(KeySuspended, match="sold access"):
        core.access.token(TokenRequest(api_key=secret))
    assert main(["keys", "list", "--organisation", "School"]) == 0
    assert "(sold access), never used, rules of" in capsys.readouterr().out
    assert main(["keys", "resume", key_id]) == 0
    assert core.access.token(TokenRequest(api_key=secret)).access_token
    capsys.readouterr()
    assert main(["keys", "resume", key_id]) == 1
    assert "is not suspended" in capsys.readouterr().err


def test_a_revoked_key_that_is_still_suspended_says_that_it_bars_new_ones(
    core: Core, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(CREATE) == main(CREATE) == 0
    second, first = core.store.keys(newest_key(core).organisation_id)
    for key in (first, second):
        assert main(["keys", "suspend", key.key_id, "--reason", "sold access"]) == 0
        assert main(["keys", "revoke", key.key_id]) == 0
    capsys.readouterr()
    assert main(["keys", "list", "--organisation", "School"]) == 0
    assert capsys.readouterr().out.count("still suspended (sold access): no new key until it is resumed") == 2
    assert main(["keys", "resume", first.key_id]) == 0
    assert capsys.readouterr().out == f"{first.key_id} is resumed.\nIt stays revoked.\n"
    assert main(["keys", "resume", second.key_id]) == 0
    assert capsys.readouterr().out.endswith("It stays revoked; new keys can be made again.\n")


def test_other_keys_that_still_work_are_named(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CREATE) == main(CREATE) == 0
    second, first = core.store.keys(newest_key(core).organisation_id)
    capsys.readouterr()
    assert main(["keys", "suspend", first.key_id, "--reason", "sold access"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"Other keys of the organisation still work: {second.key_id}"


@pytest.mark.parametrize("reason", ["", " ", "two\nlines", "x" * 301])
def test_a_reason_is_one_line_that_can_be_read(core: Core, capsys: pytest.CaptureFixture[str], reason: str) -> None:
    assert main(CREATE) == 0
    with pytest.raises(SystemExit, match="2"):
        main(["keys", "suspend", newest_key(core).key_id, "--reason", reason])
    assert "is not a line of 1 to 300 characters" in capsys.readouterr().err
