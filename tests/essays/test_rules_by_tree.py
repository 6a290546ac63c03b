"""Rules that read the dependency tree, on sentences written after them (`tests/cases/essays/rules_by_tree.txt`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.essays.test_rules_table import RULES, mended, proposals

CASES = Path(__file__).resolve().parents[1] / "cases" / "essays" / "rules_by_tree.txt"
MARK = re.compile(r"\{([^→{}]*)→([^{}]*)\}")
SEVERAL_RULES = {"di"}
"""Headings under which more than one rule works."""


class Case(NamedTuple):
    """A sentence as written and as it should be, the same where it is right; `missed` where the rules are known to leave it."""

    written: str
    right: str
    missed: bool


def cases() -> Iterator[tuple[str, Case]]:
    """Each sentence with its heading."""
    heading = ""
    for line in filter(None, CASES.read_text(encoding="utf-8").splitlines()):
        if line.startswith("== "):
            heading = line[3:]
        elif not line.startswith("#"):
            yield heading, case_of(line)


def case_of(line: str) -> Case:
    """The sentence of a line."""
    text = line.removeprefix("?").strip()
    if MARK.search(text):
        written, right = MARK.sub(r"\1", text), MARK.sub(r"\2", text)
    else:
        written, _, right = text.partition("→")
    return Case(written, right or written, line.startswith("?"))


ALL = tuple(cases())


@pytest.mark.parametrize("heading", sorted({heading for heading, _ in ALL}))
def test_wrong_sentences_are_mended_and_right_ones_left_alone(heading: str) -> None:
    faults = [
        f"{case.written} is mended to {mended(case.written)}"
        for name, case in ALL
        if name == heading and (mended(case.written) == case.right) == case.missed
    ]
    assert faults == []


def test_no_right_sentence_is_touched() -> None:
    assert [case.written for _, case in ALL if case.written == case.right and proposals(case.written)] == []


def test_every_heading_is_a_rule_and_has_twelve_wrong_and_eight_right_sentences() -> None:
    known = {rule.id for rule in RULES.rows} | SEVERAL_RULES
    for heading in {name for name, _ in ALL}:
        own = [case for name, case in ALL if name == heading]
        assert heading in known
        assert [sum(case.written != case.right for case in own), sum(case.written == case.right for case in own)] == [
            12, 8,
        ]  # fmt: skip


def test_every_rule_by_the_tree_has_sentences() -> None:
    headings = {heading for heading, _ in ALL}
    by_tree = {rule.id for rule in RULES.rows if rule.tree}
    assert by_tree - headings == set()
