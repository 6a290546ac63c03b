"""The licences of data files: each that `data/sources.toml` names is explained in `LICENSES`, with its text where that has to come along."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "LICENSES"
SOURCES = tomllib.loads((ROOT / "data" / "sources.toml").read_text(encoding="utf-8"))["files"]
LICENCE = re.compile(r"\b(?:MIT|Apache-2\.0|LGPL-2\.1-or-later|CC BY(?:-SA)?(?: \d\.\d(?: FR)?)?|public domain)")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
MIT_HOLDERS = {"ivankra/hsk30": "Ivan Krasilnikov", "jieba": "Sun Junyi", "pypinyin": "mozillazg"}


def rows() -> list[tuple[str, str, str]]:
    """Licence, of what, text."""
    return [row for row in ROW.findall((FOLDER / "README.md").read_text(encoding="utf-8")) if row[0] != "licence"]


def test_every_licence_of_a_data_file_is_explained() -> None:
    named = {name for entry in SOURCES.values() for name in LICENCE.findall(entry["licence"])}
    assert named == {licence for licence, _, _ in rows()}


def test_every_text_that_is_named_is_there_and_every_text_that_is_there_is_named() -> None:
    named = {name for _, _, text in rows() for name in re.findall(r"`([^`]+)`", text)}
    assert named == {path.name for path in FOLDER.iterdir()} - {"README.md"}


def test_a_list_under_the_mit_licence_comes_with_the_name_of_its_holder() -> None:
    texts = {of: text.strip("`") for licence, of, text in rows() if licence == "MIT"}
    for source, holder in MIT_HOLDERS.items():
        (file,) = [text for of, text in texts.items() if source in of]
        assert holder in (FOLDER / file).read_text(encoding="utf-8")
    lists = [entry["source"] for entry in SOURCES.values() if re.match(r"MIT|.*; MIT", entry["licence"])]
    assert lists
    assert [source for source in lists if not any(each in source for each in MIT_HOLDERS)] == []
