"""The project's own learner-like text, which models are trained on."""

from __future__ import annotations

import re

from core.tables import shipped_tables
from evaluation.essays.learner_text import CHANGE, learners, lines, pair_of


def test_every_line_is_well_formed() -> None:
    stray = [line for line in lines() if re.search(r"[{}→\[\]<>]", CHANGE.sub("", line))]
    assert stray == []


def test_no_change_changes_nothing() -> None:
    assert [line for line in lines() if any(wrong == right for wrong, right in CHANGE.findall(line))] == []


def test_the_text_is_simplified() -> None:
    forms = shipped_tables().characters.traditional
    traditional = {form for plain, form in forms.items() if len(form) == 1 and form != plain} - set(forms)
    text = {character for line in lines() for character in pair_of(line).right}
    assert text & traditional == set()


def test_a_fifth_is_held_out_and_stays_so() -> None:
    read, held = learners(measuring=False), learners(measuring=True)
    assert not set(read) & set(held)
    assert 0.17 < len(held) / (len(read) + len(held)) < 0.23
