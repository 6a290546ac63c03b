"""Every case of every grammar point: the spans where it must match, and the near misses where it must not."""

from __future__ import annotations

import pytest

from core.texts.analysis import Analyser
from core.wiring import in_memory_core
from tests.cases.grammar_files import CaseFile, case_files, file_of

LEAST = 3
FILES = case_files()


@pytest.fixture(scope="module")
def analyser() -> Analyser:
    return in_memory_core().analyser


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.path.stem)
def test_a_point_is_found_where_it_stands_and_nowhere_else(file: CaseFile, analyser: Analyser) -> None:
    for case in (*file.positive, *file.negative):
        spans = tuple(
            (match.start, match.end) for match in analyser.analyse(case.text).matches if match.point == file.point
        )
        assert spans == case.spans, f"{case.text} {case.note}"


def test_every_point_has_cases_of_both_kinds(analyser: Analyser) -> None:
    assert {file.point for file in FILES} == set(analyser.point_levels)
    few = [file.point for file in FILES if min(len(file.positive), len(file.negative)) < LEAST]
    assert few == []
    assert [file.path.name for file in FILES] == [file_of(file.point) for file in FILES]
