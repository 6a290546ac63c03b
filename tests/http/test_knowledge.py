"""The knowledge map's four endpoints against the interface."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from core.knowledge.wire import PeersRequest
from core.records.access import PERMISSIONS, Caller
from core.records.evidence import Evidence
from tests.http.service import (
    KNOWLEDGE_MAP,
    LEARNING_PATH,
    PEERS,
    PORTRAIT,
    UPDATE_MAP,
    Service,
    error_of,
    fields_of,
    grammar_tables,
    make_service,
)  # fmt: skip
from tests.http.shapes import KNOWLEDGE_MAP as MAP_SHAPE
from tests.http.shapes import LEARNING_PATH as PATH_SHAPE
from tests.http.shapes import PEERS as PEERS_SHAPE
from tests.http.shapes import UPDATE as UPDATE_SHAPE
from tests.http.shapes import misfits

TODAY = "2026-11-24"
SCHOOL = Caller("org_0001", frozenset(PERMISSIONS), "zh")


def take_in(service: Service, student_id: str = "s1") -> dict[str, Any]:
    """Update a student's map up to now; gives the result."""
    response = service.post(UPDATE_MAP, {"student_id": student_id, "date": TODAY})
    assert response.status_code == 200, response.text
    made: dict[str, Any] = response.json()["data"]
    return made


def knowledge_map(service: Service, student_id: str = "s1", query: str = "") -> dict[str, Any]:
    """A student's map."""
    response = service.get(KNOWLEDGE_MAP.format(student_id) + query)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()["data"]
    return found


def later(service: Service, span: timedelta) -> None:
    """Some time passes, and the token is a fresh one."""
    service.clock.advance(span)
    service.token = service.new_token()


# -- GET /knowledge-map/{student_id} ---------------------------------------------------------------------------


def test_a_map_has_the_contract_s_envelope_fields_and_types(service: Service) -> None:
    service.submit(right=2, wrong=1)
    take_in(service)
    body = service.get(KNOWLEDGE_MAP.format("s1")).json()
    assert (body["code"], body["message"], set(body)) == (200, "success", {"code", "message", "data"})
    assert misfits(body["data"], MAP_SHAPE) == []


def test_a_map_covers_853_points_for_hsk_and_those_of_preparatory_education_for_ykk() -> None:
    service = make_service(tables=grammar_tables())
    service.submit()
    take_in(service)
    for query, points in (("", 853), ("?subject=hsk", 853), ("?subject=ykk", 566)):
        found = knowledge_map(service, query=query)
        assert len(found["knowledge_points"]) == sum(found["mastery_stats"].values()) == points
    assert service.core.predictor.version == found["model"]


def test_parents_are_levels_for_official_points_and_official_points_for_their_children(service: Service) -> None:
    service.submit()
    for point in knowledge_map(service)["knowledge_points"]:
        if point["kind"] == "point":
            assert point["parent_id"] == f"level_{point['level']}"
        else:
            assert point["parent_id"].startswith("【")


def test_the_map_holds_what_was_just_answered_and_says_when_it_was_taken_in(service: Service) -> None:
    service.clock.advance(timedelta(minutes=20))
    service.submit(right=1)
    found = knowledge_map(service)
    assert found["mastery_stats"]["excellent"] >= 1
    assert found["updated_at"] == "2026-11-24T02:20:00Z"
    service.clock.advance(timedelta(minutes=20))
    assert knowledge_map(service)["updated_at"] == "2026-11-24T02:20:00Z"  # nothing new


def test_portrait_and_map_tell_the_same_answers_without_an_update(service: Service) -> None:
    service.submit(right=2, wrong=1)
    portrait = service.get(PORTRAIT.format("s1")).json()["data"]
    knowledge_map(service)
    assert service.get(PORTRAIT.format("s1")).json()["data"] == portrait
    assert any(node["n"] for node in portrait["indicators"])


def test_statuses_colours_and_numbers_follow_the_contract(service: Service) -> None:
    service.submit(right=3, wrong=3)
    take_in(service)
    for point in knowledge_map(service)["knowledge_points"]:
        attempts, right = point["total_attempts"], point["correct_count"]
        if attempts == 0:
            expected = ("not_started", "gray", 0.0)
        elif right / attempts > 0.9:
            expected = ("exceeded", "yellow", right / attempts)
        else:
            expected = (
                ("mastered", "green", right / attempts)
                if right / attempts >= 0.6
                else ("learning", "blue", right / attempts)
            )
        assert (point["status"], point["color"], point["accuracy"]) == expected
        assert point["status_label"] in {"超标", "已达标", "未达标", "未学习"}
        assert point["band"][0] <= point["mastery"] <= point["band"][1]
        assert point["enough"] == (point["n"] >= 3)


def test_two_reads_of_a_day_are_equal(service: Service) -> None:
    service.submit(right=2, wrong=2)
    take_in(service)
    first = knowledge_map(service)
    later(service, timedelta(hours=9))
    assert knowledge_map(service) == first


def test_mastery_fades_from_day_to_day_and_accuracy_does_not(service: Service) -> None:
    service.submit(right=8)
    take_in(service)
    before = {point["point_id"]: point for point in knowledge_map(service)["knowledge_points"]}
    later(service, timedelta(days=90))
    after = {point["point_id"]: point for point in knowledge_map(service)["knowledge_points"]}
    answered = [point_id for point_id, point in before.items() if point["n"]]
    assert answered
    for point_id in answered:
        assert after[point_id]["n"] < before[point_id]["n"]
        assert after[point_id]["accuracy"] == before[point_id]["accuracy"]


def test_names_come_in_the_language_asked(service: Service) -> None:
    service.submit()
    english = service.get(KNOWLEDGE_MAP.format("s1"), headers={"Accept-Language": "en"}).json()["data"]
    chinese = service.get(KNOWLEDGE_MAP.format("s1"), headers={"Accept-Language": "zh"}).json()["data"]
    rows = service.core.tables.points.rows
    assert [point["name"] for point in english["knowledge_points"]] == [row.name_en for row in rows]
    assert [point["name"] for point in chinese["knowledge_points"]] == [row.name for row in rows]


def test_a_subject_that_does_not_exist_is_refused_and_the_allowed_ones_are_named(service: Service) -> None:
    service.submit()
    refused = service.get(KNOWLEDGE_MAP.format("s1") + "?subject=toefl")
    body = error_of(refused, 400, 400002)
    assert fields_of(refused) == ["subject"]
    assert "'hsk' or 'ykk'" in body["errors"][0]["message"]


@pytest.mark.parametrize("path", [KNOWLEDGE_MAP, LEARNING_PATH, PEERS])
def test_unknown_students_and_another_organisation_s_are_not_found(service: Service, path: str) -> None:
    service.submit("s1")
    error_of(service.get(path.format("nobody")), 404)
    error_of(service.get(path.format("s1"), token=service.new_token("Academy")), 404)
    assert service.get(path.format("s1")).status_code == 200


@pytest.mark.parametrize("path", [KNOWLEDGE_MAP, LEARNING_PATH, PEERS])
def test_reading_takes_the_permission_knowledge_and_counts_without_a_price(service: Service, path: str) -> None:
    service.submit("s1")
    refused = service.get(path.format("s1"), token=service.new_token(permissions=["portrait"]))
    assert "'knowledge'" in error_of(refused, 403, 403001)["message"]
    used = service.store.quota_used("org_0001", "2026-11")
    assert service.get(path.format("s1")).status_code == 200
    assert service.store.quota_used("org_0001", "2026-11") == used + 1
    assert list(service.store.ledger("org_0001", "2026-11"))[-1].billed_li == 0


@pytest.mark.parametrize("path", [KNOWLEDGE_MAP, LEARNING_PATH, PEERS])
def test_past_the_quota_reading_is_refused_though_overage_is_on(service: Service, path: str) -> None:
    service.submit("s1")
    service.store.set_plan("org_0001", tier="free", monthly_limit=2, overage=True)
    error_of(service.get(path.format("s1")), 429, 429001)


# -- POST /knowledge-map/update ------------------------------------------------------------------------------------


def test_an_update_says_what_it_took_in_and_a_second_one_changes_nothing(service: Service) -> None:
    service.submit(right=2)
    first, second = take_in(service), take_in(service)
    assert misfits(first, UPDATE_SHAPE) == []
    assert (first["students"], first["records"] > 0, first["points_changed"] > 0) == (1, True, True)
    assert second == {"students": 0, "records": 0, "points_changed": 0, "watermark": first["watermark"]}


def test_without_a_date_the_input_ends_with_the_day_before(service: Service) -> None:
    service.submit()
    assert service.post(UPDATE_MAP, {}).json()["data"]["students"] == 0
    later(service, timedelta(days=1))
    assert service.post(UPDATE_MAP, {}).json()["data"]["students"] == 1


@pytest.mark.parametrize("headers", [{}, {"Content-Type": "application/json"}])
def test_an_update_without_a_body_is_one_of_everybody(service: Service, headers: dict[str, str]) -> None:
    service.submit()
    later(service, timedelta(days=1))
    answer = service.call("POST", UPDATE_MAP, headers=headers)
    assert (answer.status_code, answer.json()["data"]["students"]) == (200, 1)


@pytest.mark.parametrize("content", [b"null", b" null ", b"[]", b'""'])
def test_a_body_that_is_no_object_is_refused(service: Service, content: bytes) -> None:
    refused = service.call("POST", UPDATE_MAP, content=content, headers={"Content-Type": "application/json"})
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["body"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"date": "2026-02-30"}, "date"),
        ({"date": "yesterday"}, "date"),
        ({"date": "2027-01-01"}, "date"),
        ({"student_id": ""}, "student_id"),
        ({"students": ["s1"]}, "students"),
    ],
)
def test_a_bad_parameter_of_an_update_is_named(service: Service, body: dict[str, Any], field: str) -> None:
    refused = service.post(UPDATE_MAP, body)
    error_of(refused, 400, 400002)
    assert fields_of(refused) == [field]


def test_an_update_of_an_unknown_student_is_not_found_and_creates_nobody(service: Service) -> None:
    error_of(service.post(UPDATE_MAP, {"student_id": "nobody"}), 404)
    assert service.store.students("org_0001") == []


def test_an_update_honours_its_idempotency_key_and_counts_once(service: Service) -> None:
    service.submit("s1")
    body, headers = {"student_id": "s1", "date": TODAY}, {"Idempotency-Key": "k"}
    used = service.store.quota_used("org_0001", "2026-11")
    first, again = (service.post(UPDATE_MAP, body, headers=headers) for _ in range(2))
    assert again.content == first.content
    assert again.headers["Idempotent-Replay"] == "true"
    assert service.store.quota_used("org_0001", "2026-11") == used + 1
    assert fields_of(service.post(UPDATE_MAP, {"student_id": "s1"}, headers=headers)) == ["Idempotency-Key"]
    service.store.erase_student("org_0001", "s1")
    assert service.store.remembered_reply("org_0001", "k") is None


def test_past_the_quota_an_update_takes_nothing_in(service: Service) -> None:
    service.submit("s1")
    service.store.set_plan("org_0001", tier="free", monthly_limit=2, overage=False)
    refused = service.post(UPDATE_MAP, {"student_id": "s1", "date": TODAY})
    error_of(refused, 429, 429001)
    assert refused.headers["X-Quota-Remaining"] == "0"
    assert service.store.learner("org_0001", "s1") is None


# -- GET /knowledge-map/{student_id}/path and /peers --------------------------------------------------------------------


def test_the_learning_path_carries_code_and_data_and_no_message(service: Service) -> None:
    service.submit(right=2, wrong=1)
    take_in(service)
    body = service.get(LEARNING_PATH.format("s1")).json()
    assert (body["code"], set(body)) == (200, {"code", "data"})
    assert misfits(body["data"], PATH_SHAPE) == []


def test_the_map_and_the_path_lead_the_same_way(service: Service) -> None:
    service.submit(right=1)
    take_in(service)
    found = service.get(LEARNING_PATH.format("s1")).json()["data"]
    on_map = knowledge_map(service)["learning_path"]
    assert on_map["hsk_path"] == found["shortest"]
    assert on_map["recommended_resources"] == found["path"][0]["resources"]


def test_a_target_level_is_one_of_seven(service: Service) -> None:
    service.submit()
    refused = service.get(LEARNING_PATH.format("s1") + "?target_level=level_8")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["target_level"]


def test_nobody_is_matched_without_consent(service: Service) -> None:
    for student_id in ("s1", "s2"):
        service.submit(student_id, right=10)
        take_in(service, student_id)
    data = service.get(PEERS.format("s1")).json()["data"]
    assert misfits(data, PEERS_SHAPE) == []
    assert (data["student_id"], data["peers"], data["opted_in"]) == ("s1", [], False)
    assert knowledge_map(service)["peers"] == []


def with_much_evidence(service: Service, student_id: str, right: int) -> None:
    """Forty points answered, `right` of them rightly, taken in."""
    at = service.clock.now() - timedelta(hours=1)
    pieces = [
        Evidence(
            student_id, "answer", "point", row.id, float(place < right), 1.0, "ev_0#0", at, f"{student_id}:{row.id}"
        )
        for place, row in enumerate(service.core.tables.points.rows[:40])
    ]
    service.submit(student_id)
    service.store.append_evidence("org_0001", pieces, at=at)
    take_in(service, student_id)


def test_peers_who_opted_in_are_matched_by_their_ids_and_leave_with_their_consent(service: Service) -> None:
    for student_id, right in (("s1", 20), ("s2", 22), ("s3", 18)):
        with_much_evidence(service, student_id, right)
    for student_id in ("s1", "s2"):
        service.core.knowledge.opt_in(student_id, SCHOOL, on=True)
    data = service.get(PEERS.format("s1")).json()["data"]
    assert misfits(data, PEERS_SHAPE) == []
    (peer,) = data["peers"]
    assert peer["student_id"] == "s2"
    assert (peer["name"], peer["agreed"], data["opted_in"]) == ("", False, True)
    assert peer["knowledge_overlap"] >= 40
    assert 0.5 < peer["similarity"] <= 1
    assert knowledge_map(service)["peers"] == data["peers"]
    on_a_page = service.core.knowledge.peers(PeersRequest(student_id="s1"), SCHOOL).peers
    assert [each.student_id.startswith("peer_") for each in on_a_page] == [True]
    service.core.knowledge.opt_in("s2", SCHOOL, on=False)
    assert service.get(PEERS.format("s1")).json()["data"]["peers"] == []


@pytest.mark.parametrize("limit", ["0", "51", "ten", "1.5"])
def test_a_limit_of_peers_is_a_whole_number_from_1_to_50(service: Service, limit: str) -> None:
    service.submit()
    refused = service.get(PEERS.format("s1") + f"?limit={limit}")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["limit"]
