"""Word classes: read from every file of the folder, each name given once."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import CorruptTable
from core.tables.grammar import grammar_classes, grammar_rules_of


def test_words_stand_in_a_string_or_a_list_and_the_files_are_read_as_one(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('colours = "红 白"\n', encoding="utf-8")
    (tmp_path / "a.toml").write_text('marks = ["，", " "]\n', encoding="utf-8")
    assert grammar_classes(tmp_path) == {"colours": ("红", "白"), "marks": ("，", " ")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('colours = "红 白"\n', "is given by two files"),
        ('shapes = ""\n', "is neither a string of words nor a list of them"),
        ("shapes = [1]\n", "is neither a string of words nor a list of them"),
        ("shapes = {}\n", "is neither a string of words nor a list of them"),
        ("shapes = \n", "Invalid value"),
    ],
)
def test_a_bad_file_is_refused_by_name(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.toml").write_text('colours = "黑"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CorruptTable, match=rf"b\.toml.*{message}"):
        grammar_classes(tmp_path)


def test_classes_in_a_file_of_rules_are_refused_and_not_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('[classes]\ncolours = "红"\n', encoding="utf-8")
    with pytest.raises(CorruptTable, match=r"rules\.toml.*classes.*no more"):
        grammar_rules_of(path)
