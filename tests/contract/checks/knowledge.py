"""Statuses, parents, the update of the map, the path, and peers."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from core.records.evidence import Evidence
from tests.contract.school import ORGANISATION, TODAY, School
from tests.http.record import PEER_SWITCH_ON
from tests.http.service import KNOWLEDGE_MAP, NOW, PEERS, UPDATE_MAP, UPDATE_PORTRAIT

Point = dict[str, Any]
PAIRS = {"exceeded": (1, 1), "mastered": (3, 4), "learning": (1, 4), "not_started": (0, 0)}


def a_point(school: School) -> str:
    """A grammar point without children, so that its own answers alone are counted."""
    parents = {point["parent_id"] for point in _points(school, "wang")}
    return next(
        each["point_id"]
        for each in _points(school, "wang")
        if each["kind"] == "point" and each["point_id"] not in parents
    )


def _points(school: School, student_id: str) -> list[Point]:
    reply = school.get(KNOWLEDGE_MAP.format(student_id))
    assert reply.status == 200, reply.body
    found: list[Point] = reply.body["data"]["knowledge_points"]
    return found


def state_of(school: School, right: int, attempts: int) -> Point:
    """A point after so many right answers of so many."""
    student_id, point = school.student(), a_point(school)
    school.evidence(student_id, "answer", "point", point, [1.0] * right + [0.0] * (attempts - right))
    return next(each for each in _points(school, student_id) if each["point_id"] == point)


def status_of(school: School, right: str, attempts: str, status: str) -> None:
    point = state_of(school, int(right), int(attempts))
    assert (point["status"], point["total_attempts"]) == (status, int(attempts))


def status_pair(school: School, status: str, name: str, value: str) -> None:
    point = state_of(school, *PAIRS[status])
    assert (point["status"], point[name]) == (status, value)


def accuracy_of(school: School) -> None:
    point = state_of(school, 3, 4)
    assert (point["total_attempts"], point["correct_count"], point["accuracy"]) == (4, 3, 0.75)


# -- points and parents --------------------------------------------------------------------------------------


def _of_wang(school: School) -> list[Point]:
    found: list[Point] = school.looked_at("map")[0].body["data"]["knowledge_points"]
    return found


def official_points(school: School, number: str) -> None:
    assert sum(point["kind"] == "point" for point in _of_wang(school)) == int(number)


def parents(school: School, parent: str, numeral: str) -> None:
    official = [point for point in _of_wang(school) if point["kind"] == "point"]
    of_level = [point for point in official if point["point_id"].startswith(f"【{numeral}")]
    assert of_level
    assert {point["parent_id"] for point in of_level} == {parent}
    assert all(point["parent_id"] != parent for point in official if point not in of_level)


def children_have_parents(school: School) -> None:
    official = {point["point_id"] for point in _of_wang(school) if point["kind"] == "point"}
    children = [point for point in _of_wang(school) if point["kind"] != "point"]
    assert children
    assert {point["parent_id"] for point in children} <= official


def parents_recomputed(school: School) -> None:
    """Answers on a child count for its parent."""
    child = next(point for point in _of_wang(school) if point["kind"] != "point")
    student_id = school.student()
    school.evidence(student_id, "answer", "point", child["point_id"], [0.0] * 3)
    school.post(UPDATE_MAP, {"student_id": student_id, "date": TODAY})
    points = {point["point_id"]: point for point in _points(school, student_id)}
    parent = points[child["parent_id"]]
    assert (parent["status"], parent["total_attempts"]) == ("learning", 3)


# -- the update ----------------------------------------------------------------------------------------------


def _updated(school: School, student_id: str, **body: str) -> dict[str, int]:
    reply = school.post(UPDATE_MAP, {"student_id": student_id, **body})
    assert reply.status == 200, reply.body
    found: dict[str, int] = reply.body["data"]
    return found


def _append(school: School, student_id: str, *, days_ago: float, key: str) -> None:
    at = NOW - timedelta(days=days_ago)
    piece = Evidence(student_id, "answer", "point", a_point(school), 1.0, 1.0, "ev_0#0", at, f"{student_id}:{key}")
    school.service.store.append_evidence(ORGANISATION, [piece], at=at)


def update_without_body(school: School) -> None:
    with_body = school.send(replace(school.call_of("update"), body={}))
    without = school.send(replace(school.call_of("update"), body=None))
    assert with_body.status == without.status == 200
    assert set(with_body.body["data"]) == set(without.body["data"])
    assert without.body["data"]["records"] == 0


def update_default_date(school: School) -> None:
    """What was answered today waits; a day later it is the day before."""
    student_id = school.student()
    school.post(UPDATE_PORTRAIT, {"student_id": student_id})
    _append(school, student_id, days_ago=0, key="today")
    assert _updated(school, student_id)["records"] == 0
    with school.at(NOW + timedelta(days=1)):
        assert _updated(school, student_id)["records"] == 1


def update_takes_older(school: School) -> None:
    student_id = school.student()
    school.post(UPDATE_PORTRAIT, {"student_id": student_id})
    for days in (40, 3, 1):
        _append(school, student_id, days_ago=days, key=str(days))
    assert _updated(school, student_id, date="2026-11-23")["records"] == 3


def update_computes(school: School) -> None:
    student_id = school.student()
    school.post(UPDATE_PORTRAIT, {"student_id": student_id})
    _append(school, student_id, days_ago=1, key="one")
    made = _updated(school, student_id)
    assert (made["students"], made["records"]) == (1, 1)
    assert made["points_changed"] >= 1
    point = next(each for each in _points(school, student_id) if each["point_id"] == a_point(school))
    assert point["n"] > 0
    assert point["status"] == "exceeded"


# -- the path ------------------------------------------------------------------------------------------------


def recommended_path(school: School) -> None:
    data = school.looked_at("path")[0].body["data"]
    steps = sum(len(stage["points"]) + len(stage["reviews"]) for stage in data["path"])
    assert data["recommended_path"] == steps > 0


# -- peers ---------------------------------------------------------------------------------------------------


def _peers(school: School, student_id: str, **query: str) -> list[dict[str, Any]]:
    reply = school.get(PEERS.format(student_id), **query)
    assert reply.status == 200, reply.body
    found: list[dict[str, Any]] = reply.body["data"]["peers"]
    return found


def only_who_opted_in(school: School) -> None:
    ids = [peer["student_id"] for peer in _peers(school, "wang", limit="50")]
    assert "li" in ids
    assert "zhao" not in ids, "zhao has nearly the same record and did not opt in"
    assert "wang" not in ids


def peers_of_the_organisation(school: School) -> None:
    """A student of the academy with the same record who opted in there."""
    token = school.token("academy")
    academy = school.service.organisation("Academy").organisation_id
    at = NOW - timedelta(hours=1)
    pieces = [
        Evidence("twin", "answer", "point", point.id, float(place < 20), 1.0, "ev_0#0", at, f"twin:{point.id}")
        for place, point in enumerate(school.service.core.tables.points.rows[:40])
    ]
    school.service.store.append_evidence(academy, pieces, at=at)
    switch = {"student_id": "twin", "behaviors": [PEER_SWITCH_ON]}
    assert school.reply(school.service.post(UPDATE_PORTRAIT, switch, token=token)).status == 200
    everybody = school.reply(school.service.post(UPDATE_MAP, {"date": TODAY}, token=token))
    assert everybody.body["data"]["students"] >= 0
    ids = [peer["student_id"] for peer in _peers(school, "wang", limit="50")]
    assert "twin" not in ids
    assert "li" in ids


def _opted_in(school: School, right: int, start: int = 0) -> str:
    student_id = school.student()
    at = NOW - timedelta(hours=1)
    pieces = [
        Evidence(
            student_id, "answer", "point", point.id, float((place + start) % 40 < right), 1.0, "ev_0#0", at,
            f"{student_id}:{point.id}",
        )
        for place, point in enumerate(school.service.core.tables.points.rows[:40])
    ]  # fmt: skip
    school.service.store.append_evidence(ORGANISATION, pieces, at=at)
    # Who may be matched is read again when the moment of the newest consent or map is another.
    with school.at(NOW + timedelta(seconds=int(student_id.rpartition("-")[2]))):
        school.post(UPDATE_PORTRAIT, {"student_id": student_id, "behaviors": [PEER_SWITCH_ON]})
        school.post(UPDATE_MAP, {"student_id": student_id, "date": TODAY})
    return student_id


def similar_first(school: School) -> None:
    asking, twin = _opted_in(school, 15), _opted_in(school, 15)
    other = _opted_in(school, 15, start=7)
    found = {peer["student_id"]: peer["similarity"] for peer in _peers(school, asking, limit="50")}
    assert found[twin] > found.get(other, 0.0)
    order = [peer["similarity"] for peer in _peers(school, asking, limit="50")]
    assert order == sorted(order, reverse=True)


def peers_limit(school: School, limit: str) -> None:
    made = [_opted_in(school, 20 + place % 5) for place in range(int(limit) + 3)]
    found = _peers(school, made[0])
    assert len(found) == int(limit)
    assert len(_peers(school, made[0], limit="50")) > int(limit)
