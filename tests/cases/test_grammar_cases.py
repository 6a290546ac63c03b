"""Every case of every grammar point: the spans where it must match, and the near misses where it must not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.texts.analysis import Analyser
from core.wiring import in_memory_core
from evaluation.language.grammar_cases import CaseFile, case_file_name, case_files

LEAST = 3
FILES = case_files()


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return in_memory_core().analyser


@pytest.mark.parametrize("level", sorted({file.point[1] for file in FILES}))
def test_a_point_is_found_where_it_stands_and_nowhere_else(
    level: str, analyser: Analyser, sample: Callable[..., list[CaseFile]]
) -> None:
    files = [file for file in FILES if file.point[1] == level]
    wrong = []
    for file in sample(files, lambda file: file.point, "data/grammar_rules"):
        for case in (*file.positive, *file.negative):
            matches = analyser.analyse(case.text).matches
            spans = tuple((match.start, match.end) for match in matches if match.point == file.point)
            if spans != case.spans:
                wrong.append(f"{file.point} {case.text} {case.note}: {spans}, not {case.spans}")
    assert wrong == []


def test_every_point_has_cases_of_both_kinds(analyser: Analyser) -> None:
    assert {file.point for file in FILES} == set(analyser.point_levels)
    few = [file.point for file in FILES if min(len(file.positive), len(file.negative)) < LEAST]
    assert few == []
    assert [file.path.name for file in FILES] == [case_file_name(file.point) for file in FILES]
