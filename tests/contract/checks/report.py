"""What a report tells of answers on known days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.contract.school import School
from tests.http.service import NOW, REPORT, SUBMIT


def told(school: School, student_id: str, **query: str) -> dict[str, Any]:
    """A student's report."""
    reply = school.get(REPORT.format(student_id), **query)
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.body["data"]
    return found


def on_days(school: School, *days: tuple[datetime, int, int]) -> str:
    """A student with so many right and so many wrong answers at each of some moments."""
    student_id = school.student()
    for moment, right, wrong in days:
        with school.at(moment):
            school.answered(student_id, right=right, wrong=wrong)
    return student_id


def report_ends_in_utc8(school: School) -> None:
    student_id = on_days(school, (NOW, 1, 0))
    with school.at(NOW + timedelta(hours=13, minutes=59)):
        assert told(school, student_id)["period"].endswith("to 2026-11-24")
    with school.at(NOW + timedelta(hours=14)):
        assert told(school, student_id)["period"] == "2026-10-27 to 2026-11-25"


def report_counts_answers(school: School) -> None:
    student_id = on_days(school, (NOW - timedelta(days=2), 2, 1), (NOW, 1, 1))
    assert told(school, student_id)["overall_progress"]["total_attempts"] == 5


def report_average(school: School) -> None:
    """Of the answers: the mean of the two submits would be 50."""
    student_id = on_days(school, (NOW - timedelta(days=2), 3, 0), (NOW, 0, 1))
    assert told(school, student_id)["overall_progress"]["average_score"] == 75.0


def report_trend(school: School) -> None:
    student_id = on_days(school, (NOW - timedelta(days=9), 0, 1), (NOW - timedelta(days=2), 1, 1), (NOW, 1, 0))
    assert told(school, student_id)["overall_progress"]["score_trend"] == [0.0, 50.0, 100.0]


def report_month_in_utc8(school: School) -> None:
    turn = datetime(2026, 10, 31, 16, tzinfo=UTC)
    student_id = on_days(school, (turn - timedelta(seconds=1), 0, 1), (turn, 1, 0))
    months = [told(school, student_id, month=month)["overall_progress"] for month in ("2026-10", "2026-11")]
    assert [each["score_trend"] for each in months] == [[0.0], [100.0]]


def report_level(school: School, level: str, right: str, wrong: str) -> None:
    student_id = on_days(school, (NOW, int(right), int(wrong)))
    assert told(school, student_id)["skill_analysis"]["grammar"]["level"] == level


def report_level_bound(school: School, level: str, bound: str) -> None:
    """At the bound exactly and one answer of twenty below it."""
    right = int(bound) // 5
    levels = []
    for given in (right, right - 1):
        student_id = school.student()
        questions = school.questions(count=20)
        assert len(questions) == 20
        answers = [
            {"question_id": each["id"], "answer": each["correct_answer"] if place < given else "?"}
            for place, each in enumerate(questions)
        ]
        school.post(SUBMIT, {"student_id": student_id, "answers": answers})
        grammar = told(school, student_id)["skill_analysis"]["grammar"]
        assert grammar["score"] == given * 5.0
        levels.append(grammar["level"])
    assert levels[0] == level != levels[1]
