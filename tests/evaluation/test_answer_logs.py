"""Public logs are read whatever their columns are called."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evaluation.learning.answer_logs import columns_of, read_answer_log


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_of_a_tutoring_log_are_found() -> None:
    names = ["order_id", "user_id", "problem_id", "original", "correct", "skill_id", "skill_name", "ms_first_response"]
    assert columns_of(names) == {
        "student": "user_id",
        "point": "skill_id",
        "right": "correct",
        "item": "problem_id",
        "order": "order_id",
    }


def test_an_answer_that_stands_once_for_each_of_its_points_is_one_answer(tmp_path: Path) -> None:
    rows = "order_id,user_id,problem_id,correct,skill_id\n2,7,20,1,3\n2,7,20,1,4\n1,7,21,0,3\n5,8,20,1,\n4,8,21,1,3\n"
    found = read_answer_log(written(tmp_path, rows))
    assert found.log.outcome.tolist() == [0.0, 1.0, 1.0]
    assert found.log.student.tolist() == [0, 0, 1]
    assert found.log.point.tolist() == [0, 1, 0]
    assert np.diff(found.log.at)[0] > 0
    assert "1 without student, point or answer, 1 further points" in found.summary


def test_times_are_read_as_numbers_and_as_text(tmp_path: Path) -> None:
    for first, second in (("1700000000", "1700086400"), ("2023-11-14T22:13:20Z", "2023-11-15T22:13:20Z")):
        found = read_answer_log(
            written(tmp_path, f"student,skill,correct,timestamp\na,x,true,{second}\na,x,false,{first}\n")
        )
        assert found.log.outcome.tolist() == [0.0, 1.0]
        assert np.diff(found.log.at).tolist() == [86_400_000_000]
        assert found.log.item.tolist() == [-1, -1]


def test_a_log_without_answers_is_refused_by_the_missing_column(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="has no column for right; it has user_id, skill"):
        read_answer_log(written(tmp_path, "user_id,skill\n1,2\n"))
