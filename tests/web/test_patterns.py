"""Every pattern that meets untrusted text, on strings made from its own tree to make it slow: time grows at most linearly.

By default all patterns that meet whole texts and a sixteenth of those that meet a sentence at a time; all of them with WENLU_ALL_PATTERNS=1 and in
`python -m benchmarks attack`.
"""

from __future__ import annotations

import os
import re

import pytest

from core.models.parsing.features import units
from core.models.parsing.parser import LONGEST_CHARACTERS, sentences
from evaluation.service.patterns import BUILT, ROOT, TEXT, UsedPattern, collect_patterns, measure

ONE_OF = 1 if os.environ.get("WENLU_ALL_PATTERNS") else 16


@pytest.mark.exhaustive
def test_no_pattern_takes_more_than_linear_time() -> None:
    patterns = collect_patterns(ONE_OF)
    slow = [
        (measurement.used.where, measurement.fault, measurement.attack)
        for pattern in patterns
        if (measurement := measure(pattern)).fault
    ]
    assert slow == []
    assert sum(pattern.longest == TEXT for pattern in patterns) > 60


@pytest.mark.parametrize(
    "pattern",
    [r"(?:a|b|ab)*c", r"\s+$", r"(?:很不|很|不)*高兴", r"“([^”]+)”", r"\d+x", r"(a+)+$", r"因为.*所以", r"^(\w+\s?)*$"],
)
def test_the_measure_finds_what_is_slow(pattern: str) -> None:
    assert measure(UsedPattern("here", re.compile(pattern), TEXT)).fault != ""


@pytest.mark.parametrize("pattern", [r"[^，]+", r"(?<!\s)\s++$", r"(?:a|b){0,9}+c", "的", r"因为.{0,30}所以"])
def test_the_measure_passes_what_is_linear(pattern: str) -> None:
    assert measure(UsedPattern("here", re.compile(pattern), TEXT)).fault == ""


def test_what_is_built_is_named_where_it_stands() -> None:
    assert [path for path in BUILT if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "text",
    [
        "a" * 20_000,
        "1" * 20_000,
        "1.1," * 5_000,
        "我" * 20_000,
        "，" * 20_000,
        "我" + " " * 19_000 + "好",
        "ab " * 6_000,
        "”" * 20_000,
    ],
)
def test_no_sentence_is_longer_than_what_patterns_are_held_to(text: str) -> None:
    groups = sentences(units(text))
    assert max(group[-1].end - group[0].start for group in groups) <= LONGEST_CHARACTERS
    assert sum(map(len, groups)) == len(units(text))
