"""GET /classroom/evaluation/report/{student_id}: fields, months in UTC+8, the last 30 days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.http.service import REPORT, Service, error_of, fields_of
from tests.http.shapes import REPORT as REPORT_SHAPE
from tests.http.shapes import misfits


def report(service: Service, **query: str) -> dict[str, Any]:
    """The report of student s1."""
    response = service.get(REPORT.format("s1"), params=query)
    assert response.status_code == 200, response.text
    data: dict[str, Any] = response.json()["data"]
    return data


def submit_at(service: Service, moment: datetime, *, right: int = 1, wrong: int = 0) -> None:
    """Answers given at a moment."""
    service.clock.moment = moment
    service.token = service.new_token()
    assert service.submit(right=right, wrong=wrong).status_code == 200


def test_a_report_has_the_contract_s_envelope_fields_and_types(service: Service) -> None:
    service.submit(right=3, wrong=1)
    response = service.get(REPORT.format("s1"))
    body = response.json()
    assert (body["code"], body["message"], set(body)) == (200, "success", {"code", "message", "data"})
    assert misfits(body["data"], REPORT_SHAPE) == []
    assert body["data"]["overall_progress"]["average_score"] == 75.0
    skills = body["data"]["skill_analysis"]
    said = {topic: (skills[topic]["score"], skills[topic]["level"], skills[topic]["n"]) for topic in skills}
    assert (said["grammar"], said["listening"]) == ((75.0, "good", 4), (0.0, "none", 0))


@pytest.mark.parametrize(
    ("right", "wrong", "level"), [(9, 1, "excellent"), (3, 1, "good"), (3, 2, "average"), (1, 1, "weak")]
)
def test_a_skill_has_the_level_of_its_score(service: Service, right: int, wrong: int, level: str) -> None:
    service.submit(right=right, wrong=wrong)
    assert report(service)["skill_analysis"]["grammar"]["level"] == level


def test_a_month_is_the_month_in_utc_plus_8(service: Service) -> None:
    turn = datetime(2026, 10, 31, 16, tzinfo=UTC)  # 00:00 on 1 November in UTC+8
    submit_at(service, turn - timedelta(microseconds=1), right=0, wrong=1)
    submit_at(service, turn, right=1)
    october, november = (report(service, month=month) for month in ("2026-10", "2026-11"))
    assert (october["period"], november["period"]) == ("2026-10-01 to 2026-10-31", "2026-11-01 to 2026-11-30")
    assert [each["overall_progress"]["average_score"] for each in (october, november)] == [0.0, 100.0]
    assert [each["overall_progress"]["trend_dates"] for each in (october, november)] == [["2026-10-31"], ["2026-11-01"]]


def test_without_a_month_the_report_covers_the_last_30_days_up_to_now(service: Service) -> None:
    now = service.clock.now()
    submit_at(service, now - timedelta(days=30))
    submit_at(service, now - timedelta(days=29), right=1)
    submit_at(service, now, right=0, wrong=1)
    found = report(service)
    assert found["period"] == "2026-10-26 to 2026-11-24"
    assert found["overall_progress"]["score_trend"] == [100.0, 0.0]
    assert found["overall_progress"]["total_attempts"] == 2


def test_a_day_ends_at_midnight_in_utc_plus_8(service: Service) -> None:
    for hour in (15, 16):
        submit_at(service, datetime(2026, 11, 20, hour, tzinfo=UTC))
    assert report(service)["overall_progress"]["trend_dates"] == ["2026-11-20", "2026-11-21"]


def test_a_month_without_answers_is_empty_and_not_missing(service: Service) -> None:
    service.submit()
    found = report(service, month="2026-02")
    assert found["period"] == "2026-02-01 to 2026-02-28"
    assert found["overall_progress"]["total_attempts"] == 0
    assert found["overall_progress"]["score_trend"] == []


@pytest.mark.parametrize("month", ["2026-13", "2026-1", "202611", "november", ""])
def test_a_month_of_another_form_is_refused_and_named(service: Service, month: str) -> None:
    refused = service.get(REPORT.format("s1"), params={"month": month})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["month"]


def test_the_weakest_points_carry_the_answers_behind_them(service: Service) -> None:
    first = service.submit(right=0, wrong=6).json()["data"]
    weakest = report(service)["weakest"]
    assert weakest
    for point in weakest:
        assert point["n"] == len(point["evidence"]) >= 2
        assert all(source.startswith(f"{first['evaluation_id']}#") for source in point["evidence"])
