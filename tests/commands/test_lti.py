"""wenlu lti: what the operator enters, and what is printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.api.core import Core
from core.cli import main
from core.records.lti import LtiScore
from core.records.students import Student
from core.settings import Settings
from core.wiring import build_core, migrate

REGISTER = (
    "lti", "register", "--organisation", "School", "--issuer", "https://lms.test", "--client-id", "c1", "--deployment", "1",
    "--authorize-url", "https://lms.test/auth", "--token-url", "https://lms.test/token", "--keys-url", "https://lms.test/keys",
    "--site", "https://wenlu.test",
)  # fmt: skip


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    url = f"sqlite:///{tmp_path / 'wenlu.db'}"
    monkeypatch.setenv("WENLU_DATABASE_URL", url)
    monkeypatch.setenv("WENLU_DEMO", "0")
    migrate(Settings(database_url=url, demo=False, demo_class=False))
    made = build_core(Settings(database_url=url))
    made.access.organisation("School", tier="education")
    yield made
    made.store.close()


def test_a_platform_is_registered_listed_and_removed(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lti", "list"]) == 0
    assert "No learning platform" in capsys.readouterr().out
    assert main(REGISTER) == 0
    printed = capsys.readouterr().out
    assert "https://wenlu.test/lti/login" in printed
    (registration,) = core.store.lti_registrations()
    assert main(["lti", "list", "--organisation", "School"]) == 0
    printed = capsys.readouterr().out
    assert registration.registration_id in printed
    assert "given up" not in printed
    organisation_id, now = registration.organisation_id, core.clock.now()
    core.store.put_student(Student(organisation_id, "anna", "Anna", None, now))
    score = LtiScore(
        organisation_id,
        registration.registration_id,
        "https://lms.test/c",
        "anna",
        50.0,
        "Completed",
        "FullyGraded",
        now,
    )
    assert core.store.put_lti_scores([score]) == 1
    assert main(["lti", "list"]) == 0
    assert "1 scores given up" in capsys.readouterr().out
    assert main(["lti", "members", "--organisation", "School"]) == 0
    assert main(["lti", "remove", registration.registration_id]) == 0
    assert core.store.lti_registrations() == []
    assert main(["lti", "remove", registration.registration_id]) == 1


def test_a_bad_address_is_refused_with_what_to_do(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*REGISTER, "--keys-url", "http://lms.test/keys"]) == 1
    assert "begins with https://" in capsys.readouterr().err
    assert main([*REGISTER[:3], "Nobody", *REGISTER[4:]]) == 1
    assert core.store.lti_registrations() == []


def test_a_new_key_signs_and_its_id_is_printed(core: Core, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lti", "rotate-keys"]) == 0
    assert core.lti.key_set()["keys"][0]["kid"] in capsys.readouterr().out
