"""Settings from the environment: read, or refused with the value."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import settings
from core.errors import BadSetting
from core.settings import Settings


def test_settings_are_read_from_the_environment() -> None:
    read = Settings.from_environment({"WENLU_RATE_PER_SECOND": "2.5", "WENLU_DEMO": "no", "WENLU_SECRET": "s" * 32})
    assert (read.rate_per_second, read.demo, read.secret) == (2.5, False, "s" * 32)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RATE_PER_SECOND", "0"),
        ("RATE_PER_SECOND", "-1"),
        ("RATE_PER_SECOND", "nan"),
        ("RATE_PER_SECOND", "inf"),
        ("RATE_BURST", "0"),
        ("TOKEN_LIFETIME_SECONDS", "-5"),
        ("MAX_BODY_BYTES", "many"),
        ("DEMO", "perhaps"),
    ],
)
def test_a_value_of_no_use_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"WENLU_{name}='{value}' is not a value of that setting") as refused:
        Settings.from_environment({f"WENLU_{name}": value})
    assert refused.value.remedy("en") == "Mend the setting and start again."


@pytest.mark.parametrize("secret", ["", "x", "s" * 31])
def test_a_secret_that_is_too_short_is_refused_and_not_repeated(secret: str) -> None:
    with pytest.raises(BadSetting, match="needs at least 32") as refused:
        Settings.from_environment({"WENLU_SECRET": secret})
    assert "sss" not in str(refused.value)


def test_the_pages_lie_in_the_checkout_or_in_the_bundle_of_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ROOT", tmp_path)
    assert settings.pages_root() == tmp_path / "core" / "_bundle"
    (tmp_path / "app.py").touch()
    assert settings.pages_root() == tmp_path


def test_more_days_than_there_were_are_refused() -> None:
    assert Settings.from_environment({"WENLU_AUDIT_DAYS": "36500"}).audit_days == 36_500
    with pytest.raises(BadSetting, match="WENLU_AUDIT_DAYS=1000000 is too much; it is 36500 at most"):
        Settings.from_environment({"WENLU_AUDIT_DAYS": "1000000"})
