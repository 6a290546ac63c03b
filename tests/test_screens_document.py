"""The pictures in docs/screens: all are told in words, none is missing, none is large."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCREENS = ROOT / "docs" / "screens"
MOST_BYTES, MOST_IN_ALL = 120_000, 1_500_000
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
IN_README = 4


def pictures(document: Path) -> dict[Path, str]:
    """The pictures of a document with their alternative texts."""
    shown = PICTURE.findall(document.read_text(encoding="utf-8"))
    return {(document.parent / file).resolve(): alt for alt, file in shown}


@pytest.mark.parametrize("name", ["README.md", "docs/screens/README.md"])
def test_each_picture_is_there_and_told_in_words(name: str) -> None:
    shown = pictures(ROOT / name)
    assert [file for file in shown if not file.is_file()] == []
    assert [file for file, alt in shown.items() if len(alt) < 10] == []


def test_the_readme_shows_four_pictures() -> None:
    assert len(pictures(ROOT / "README.md")) == IN_README


def test_every_file_is_shown_in_the_document_beside_it() -> None:
    assert set(SCREENS.glob("*.webp")) == set(pictures(SCREENS / "README.md"))


def test_pictures_are_small() -> None:
    sizes = {file.name: file.stat().st_size for file in SCREENS.glob("*.webp")}
    assert {name: size for name, size in sizes.items() if size > MOST_BYTES} == {}
    assert sum(sizes.values()) <= MOST_IN_ALL
