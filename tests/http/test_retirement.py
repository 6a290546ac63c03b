"""An operation that is to go away says so in each answer and in the document; none is now."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from core.api.retirement import RETIREMENTS, Retirement
from tests.http.service import Service, make_service

HEADERS = {
    "Deprecation": "@1798761600",
    "Sunset": "Thu, 01 Jul 2027 00:00:00 GMT",
    "Link": '</v1/study-peers>; rel="successor-version"',
}


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    """A service whose study peers are to go away."""
    retirement = Retirement(date(2027, 1, 1), date(2027, 7, 1), "/v1/study-peers")
    monkeypatch.setitem(RETIREMENTS, "peers", retirement)
    return make_service()


def test_every_answer_of_what_is_deprecated_says_since_and_until_when_and_what_takes_its_place(
    service: Service,
) -> None:
    address = "/v1/knowledge-map/s1/peers"
    answers = [
        service.client.get(address, headers={"Authorization": f"Bearer {token}"}) for token in (service.token, "wrong")
    ]
    assert [answer.status_code for answer in answers] == [404, 401]
    for answer in answers:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    other = service.client.get("/v1/portrait/s1", headers={"Authorization": f"Bearer {service.token}"})
    assert not HEADERS.keys() & {name.title() for name in other.headers}


def test_the_document_marks_what_is_deprecated_and_nothing_else(service: Service) -> None:
    document = service.client.get("/v1/openapi.json").json()
    operations = {each["operationId"]: each for path in document["paths"].values() for each in path.values()}
    assert [name for name, operation in operations.items() if operation.get("deprecated")] == ["peers"]
    bearing = {
        status
        for status, answer in operations["peers"]["responses"].items()
        if HEADERS.keys() <= answer["headers"].keys()
    }
    assert operations["peers"]["responses"].keys() - bearing == {"413", "503"}
    assert document["components"]["headers"].keys() >= HEADERS.keys()


def test_what_is_deprecated_works_for_six_months_at_least() -> None:
    assert all(each.until - each.since >= timedelta(days=182) for each in RETIREMENTS.values())
