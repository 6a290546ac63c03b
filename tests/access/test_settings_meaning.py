"""Every setting has a meaning in both languages, on the page and in docs/operate.md; what is secret is never shown."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from core.access.settings_meaning import MEANINGS, SettingLine, settings_in_force, shown_value
from core.settings import DATA_HOME, Settings
from core.wire import Bilingual

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| `WENLU_(?P<name>[A-Z_]+)` \| (?P<default>.*?) \| (?P<meaning>.*) \|$", re.MULTILINE)
MEANING_OF = {name: meaning for group in MEANINGS.values() for name, meaning in group.items()}


def line(settings: Settings, name: str) -> SettingLine:
    (found,) = [each for each in settings_in_force(settings) if each.name == name]
    return found


def documented_default(name: str, value: object) -> str:
    """As docs/operate.md writes it, on whatever machine: folders below that of the data by their names in it."""
    shown = shown_value(name, value).replace(f"sqlite:///{DATA_HOME}/", "").replace(f"{DATA_HOME}/", "")
    in_data = str(DATA_HOME) in str(value)
    return f"`{shown}` in the data folder" if in_data else f"`{shown}`" if shown else ""


def test_every_setting_has_a_meaning_in_both_languages() -> None:
    names = [name for group in MEANINGS.values() for name in group]
    assert sorted(names) == sorted(field.name for field in dataclasses.fields(Settings))
    assert [name for name, meaning in MEANING_OF.items() if not re.search(r"[\u4e00-\u9fff]", meaning.zh)] == []
    assert [name for name, meaning in MEANING_OF.items() if re.search(r"[\u4e00-\u9fff]|^$", meaning.en)] == []


def test_the_operators_document_says_the_same_of_every_setting() -> None:
    rows = {
        row["name"].lower(): (row["default"], row["meaning"])
        for row in ROW.finditer((ROOT / "docs" / "operate.md").read_text(encoding="utf-8"))
    }
    expected = {
        name: (documented_default(name, default), MEANING_OF[name].en) for name, default in vars(Settings()).items()
    }
    assert rows == expected


@pytest.mark.parametrize(
    "secret", ["right horse secret", "it's a key / with ? and @", "aB3/xY9+k=", "aB3#xY9", "aB3?xY9", "aB3@xY9"]
)
@pytest.mark.parametrize("database", ["postgresql://wenlu:{}@db:5432/wenlu", "postgresql://db/wenlu?password={}"])
def test_no_secret_is_shown_wherever_it_stands(secret: str, database: str) -> None:
    settings = Settings(
        database_url=database.format(secret),
        secret=secret,
        essay_model_key=secret,
        essay_model_url=f"https://user:{secret}@models.school/v1?key={secret}",
    )
    shown = repr([dataclasses.replace(each, meaning=Bilingual(zh="", en="")) for each in settings_in_force(settings)])
    assert [piece for piece in re.split(r"[/?#@]", secret) if len(piece) >= 3 and piece in shown] == []
    assert line(settings, "WENLU_SECRET").is_set
    assert not line(Settings(), "WENLU_SECRET").is_set


def test_of_an_address_the_place_is_shown() -> None:
    settings = Settings(
        database_url="sqlite:////srv/a@b.db", essay_model_url="https://user:right@models.school/v1?key=x"
    )
    assert line(settings, "WENLU_DATABASE_URL").value == "sqlite:////srv/a@b.db"
    assert line(settings, "WENLU_ESSAY_MODEL_URL").value == "https://models.school/v1"


def test_a_value_that_was_set_is_told_apart_from_the_default() -> None:
    settings = Settings.from_environment({"WENLU_MEMORY_MB": "1024", "WENLU_DEMO": "0"})
    assert (line(settings, "WENLU_MEMORY_MB").value, line(settings, "WENLU_MEMORY_MB").is_default) == ("1024", False)
    assert (line(settings, "WENLU_DEMO").value, line(settings, "WENLU_DEMO").is_default) == ("0", False)
    assert line(settings, "WENLU_RATE_BURST").is_default
