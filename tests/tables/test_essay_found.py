"""The figures of what is found in free writing: the file is what the command writes and what the service reads."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core.errors import CorruptTable
from core.tables.essays.found import LEAST_ERRORS, essay_found
from evaluation.essays.found import FOUND, found_toml
from evaluation.essays.told import Told


def sentence(errors: int, found: int) -> Told:
    """A sentence with so many errors of word order, so many of them told, and one wrong character."""
    return Told(
        Counter({"order": errors, "character": 1}), Counter({"order": found}), changes=found, right=found, distance=errors, left=errors
    )  # fmt: skip


def test_the_command_writes_what_the_service_reads_without_rare_kinds(tmp_path: Path) -> None:
    file = tmp_path / "essay_found.toml"
    file.write_text(found_toml([sentence(6, 2), sentence(6, 1)]), encoding="utf-8")
    found = essay_found(file)
    assert (found.sentences, found.errors, found.found) == (2, 14, 3)
    assert list(found.kinds) == ["order"]
    assert found.kinds["order"].of_a_hundred == 25


def test_the_file_in_the_repository_is_in_the_form_of_the_command() -> None:
    found = essay_found(FOUND)
    head, *_ = found_toml([sentence(1, 0)]).split("sentences")
    assert FOUND.read_text(encoding="utf-8").startswith(head)
    assert all(share.errors >= LEAST_ERRORS for share in found.kinds.values())
    shares = [share.of_a_hundred for _, share in found.best_first]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sentences = 1\nerrors = 5\nfound = 6\n[kinds]", "more errors are found"),
        ('sentences = 1\nerrors = 50\nfound = 6\n[kinds."order"]\nerrors = 9\nfound = 1', "fewer than 10 errors"),
        ('sentences = 1\nerrors = 5\nfound = 1\n[kinds."order"]\nerrors = 12\nfound = 1', "more errors than there are"),
        ('sentences = 1\nerrors = 50\nfound = 6\n[kinds."spelling"]\nerrors = 20\nfound = 1', "kinds.spelling"),
        ("sentences = ", "is no TOML"),
    ],
)
def test_a_file_that_is_not_as_described_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "essay_found.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CorruptTable, match=message):
        essay_found(file)
