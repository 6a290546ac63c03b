"""POST /grammar/grammar_text against the interface: open to all under a rate by address, checked when a token is sent."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import structlog

from core.settings import Settings
from core.texts.wire import LONGEST_TEXT
from tests.http.service import GENERATE, GRAMMAR_TEXT, Service, error_of, fields_of, grammar_tables, make_service
from tests.http.shapes import GRAMMAR_TEXT as GRAMMAR_TEXT_SHAPE
from tests.http.shapes import misfits

TEXT = "因为下雨，所以他没去学校。他把作业做完了。"
ASKED = {"txt": TEXT}


def open_service(**settings: Any) -> Service:
    """A service with the fixed grammar rules."""
    return make_service(tables=grammar_tables(), **settings)


@pytest.fixture
def service() -> Service:
    return open_service()


# -- success -------------------------------------------------------------------------------------------------


def test_a_result_has_the_contract_s_envelope_fields_and_types(service: Service) -> None:
    response = service.post(GRAMMAR_TEXT, ASKED, token="")
    body = response.json()
    assert (response.status_code, body["code"], body["message"], set(body)) == (
        200, 200, "success", {"code", "message", "data"},
    )  # fmt: skip
    assert misfits(body["data"], GRAMMAR_TEXT_SHAPE) == []
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Cache-Control"] == "no-store"


def test_a_short_text_has_a_level_in_the_contract_s_form_and_says_that_it_is_no_claim(service: Service) -> None:
    short, long = (
        service.post(GRAMMAR_TEXT, {"txt": text}, token="").json()["data"]
        for text in (TEXT, "今天早上我在学校门口看见了老师，他问我作业写完了没有，我说还没写完，晚上回家再写。" * 2)
    )
    assert isinstance(short["difficulty_level"], str)
    assert (short["level_known"], short["words"] < 30) == (False, True)
    assert (long["level_known"], long["words"] < 30) == (True, False)


def test_every_place_is_start_end_text_and_kind_of_match(service: Service) -> None:
    data = service.post(GRAMMAR_TEXT, ASKED, token="").json()["data"]
    assert data["grammar_list"] == list(data["grammar_dict"]) == ["【一14】", "【二68】", "【三54】"]
    assert data["grammar_dict"]["【一14】"] == [[8, 9, "没", "词语匹配"]]
    assert data["grammar_dict"]["【二68】"] == [[0, 12, TEXT[:12], "固定搭配"]]
    assert data["grammar_count"] == {
        "level_1": 1, "level_2": 1, "level_3": 1, "level_4": 0, "level_5": 0, "level_6_9": 0,
    }  # fmt: skip


def test_places_are_of_the_text_as_sent(service: Service) -> None:
    text = "😀\n他們沒去學校嗎？"
    places = service.post(GRAMMAR_TEXT, {"txt": text}, token="").json()["data"]["grammar_dict"]
    assert places == {"【一14】": [[4, 5, "沒", "词语匹配"]], "【一22】": [[8, 9, "嗎", "词性匹配"]]}


def test_nothing_is_stored_or_counted_with_or_without_a_token(service: Service) -> None:
    for token in ("", service.token):
        assert service.post(GRAMMAR_TEXT, ASKED, token=token).status_code == 200
    assert service.store.quota_used("org_0001", "2026-11") == 0
    assert list(service.store.ledger(None, "2026-11")) == []


def test_the_quota_is_shown_to_a_token_and_to_nobody_else_and_an_organisation_past_it_is_served(
    service: Service,
) -> None:
    assert "X-Quota-Limit" not in service.post(GRAMMAR_TEXT, ASKED, token="").headers
    service.store.set_plan("org_0001", tier="free", monthly_limit=1, overage=False)
    service.post(GENERATE, {"level": "beginner", "type": "matching"})
    for _ in range(2):
        response = service.post(GRAMMAR_TEXT, ASKED)
        assert (response.status_code, response.headers["X-Quota-Remaining"]) == (200, "0")


# -- credentials ---------------------------------------------------------------------------------------------


def test_a_token_with_the_permission_is_served(service: Service) -> None:
    token = service.new_token(permissions=["grammar"])
    assert service.post(GRAMMAR_TEXT, ASKED, token=token).status_code == 200


def test_a_token_without_the_permission_is_403001(service: Service) -> None:
    token = service.new_token(permissions=["questions", "evaluation"])
    error_of(service.post(GRAMMAR_TEXT, ASKED, token=token), 403, 403001)


@pytest.mark.parametrize("sent", ["Bearer nonsense", "Bearer ", "Bearer", "Basic dTpw", ""])
@pytest.mark.parametrize("body", [ASKED, {}])
def test_a_credential_that_is_sent_must_hold(service: Service, sent: str, body: dict[str, str]) -> None:
    refused = service.post(GRAMMAR_TEXT, body, token="", headers={"Authorization": sent})
    assert error_of(refused, 401)["errors"] == []
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_an_expired_token_is_401001_and_a_revoked_key_401(service: Service) -> None:
    service.store.revoke_key("org_0001", "key_0001", service.clock.now())
    error_of(service.post(GRAMMAR_TEXT, ASKED), 401)
    service.clock.advance(timedelta(hours=1))
    error_of(service.post(GRAMMAR_TEXT, ASKED), 401, 401001)


def test_an_operator_can_ask_every_caller_for_a_token() -> None:
    service = open_service(open_addresses=False)
    for body in (ASKED, {}):
        refused = service.post(GRAMMAR_TEXT, body, token="")
        assert error_of(refused, 401)["errors"] == []
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert service.post(GRAMMAR_TEXT, ASKED).status_code == 200


# -- rate ----------------------------------------------------------------------------------------------------


def test_calls_without_a_token_are_limited_by_address_with_retry_after() -> None:
    service = open_service(open_rate_per_second=0.5, open_rate_burst=2)
    assert [service.post(GRAMMAR_TEXT, ASKED, token="").status_code for _ in range(2)] == [200, 200]
    refused = service.post(GRAMMAR_TEXT, ASKED, token="")
    error_of(refused, 429, 429001)
    assert refused.headers["Retry-After"] == "2"
    assert service.post(GRAMMAR_TEXT, ASKED).status_code == 200
    service.clock.advance(timedelta(seconds=2))
    assert service.post(GRAMMAR_TEXT, ASKED, token="").status_code == 200


def test_bad_parameters_use_up_the_rate_and_say_nothing_past_it() -> None:
    service = open_service(open_rate_per_second=0.5, open_rate_burst=2)
    answers = [service.post(GRAMMAR_TEXT, {"txt": ""}, token="") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert answers[2].json()["errors"] == []


def test_calls_with_a_token_are_under_the_rate_of_its_key() -> None:
    service = open_service(rate_per_second=0.5, rate_burst=2, open_rate_burst=1, open_rate_per_second=0.1)
    assert [service.post(GRAMMAR_TEXT, ASKED).status_code for _ in range(3)] == [200, 200, 429]
    assert service.post(GRAMMAR_TEXT, ASKED, token="").status_code == 200


def test_calls_without_a_token_have_a_stricter_rate_by_default() -> None:
    settings = Settings()
    assert settings.open_addresses
    assert settings.open_rate_per_second < settings.rate_per_second
    assert settings.open_rate_burst < settings.rate_burst


# -- parameters ----------------------------------------------------------------------------------------------


def test_a_missing_text_is_400001_and_named(service: Service) -> None:
    refused = service.post(GRAMMAR_TEXT, {}, token="")
    error_of(refused, 400, 400001)
    assert fields_of(refused) == ["txt"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"txt": ""}, "txt"),
        ({"txt": 5}, "txt"),
        ({"txt": None}, "txt"),
        ({"txt": ["好"]}, "txt"),
        ({**ASKED, "text": "好"}, "text"),
        ("好", "body"),
        ([ASKED], "body"),
    ],
)
def test_a_bad_parameter_is_400002_and_named(service: Service, body: Any, field: str) -> None:
    refused = service.post(GRAMMAR_TEXT, body, token="")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == [field]


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"nothing", b'{"txt": "\\ud800"}'])
def test_a_body_that_is_no_json_is_refused(service: Service, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused = service.call("POST", GRAMMAR_TEXT, content=content, headers=headers, token="")
    error_of(refused, 400, refused.json()["error_code"])
    assert refused.json()["error_code"] in (400001, 400002)


def test_a_text_has_up_to_20000_characters_and_fits_the_default_body_however_it_is_written() -> None:
    service = open_service(max_body_bytes=Settings().max_body_bytes)
    assert LONGEST_TEXT == 20_000
    for mark in "好😀":
        longest = json.dumps({"txt": mark * LONGEST_TEXT}).encode()  # escapes: 6 or 12 bytes a character
        assert len(longest) < Settings().max_body_bytes == 1_048_576
        headers = {"Content-Type": "application/json"}
        accepted = service.call("POST", GRAMMAR_TEXT, content=longest, headers=headers, token="")
        assert accepted.status_code == 200
    refused = service.post(GRAMMAR_TEXT, {"txt": "好" * (LONGEST_TEXT + 1)}, token="")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["txt"]


# -- addresses, methods, sizes -------------------------------------------------------------------------------


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_limit_is_413_in_the_same_shape(service: Service, declared: bool) -> None:
    content = b'{"txt": "' + b"s" * 30_000 + b'"}'
    sent: Any = content if declared else iter([content[:15_000], content[15_000:]])
    headers = {"Content-Type": "application/json"}
    error_of(service.call("POST", GRAMMAR_TEXT, content=sent, headers=headers, token=""), 413)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_another_method_is_405(service: Service, method: str) -> None:
    refused = service.call(method, GRAMMAR_TEXT, token="")
    error_of(refused, 405)
    assert refused.headers["Allow"] == "POST"


@pytest.mark.parametrize("path", ["/grammar/nothing", "/grammar/", "/grammar/grammar_text/", "/grammar/a%0Ab"])
def test_an_unknown_address_is_404_in_the_error_shape(service: Service, path: str) -> None:
    assert "nothing at" in error_of(service.client.post(path, json=ASKED, follow_redirects=False), 404)["message"]


def test_a_failure_of_ours_shows_nothing_but_a_request_id(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("the parser's file is gone")

    monkeypatch.setattr(service.core.texts, "grammar_text", fail)
    failed = service.post(GRAMMAR_TEXT, ASKED, token="", headers={"X-Request-Id": "trace-1"})
    body = error_of(failed, 500)
    assert (body["message"], body["request_id"], body["errors"]) == ("Internal server error", "trace-1", [])
    assert "parser" not in failed.text


def test_the_remedy_follows_the_accepted_language(service: Service) -> None:
    said = [
        service.post(GRAMMAR_TEXT, {}, token="", headers={"Accept-Language": language}).json()["remedy"]
        for language in ("zh", "en")
    ]
    assert said == ["请补全必填参数。", "Supply all required parameters."]


def test_what_was_sent_is_in_no_log(service: Service) -> None:
    with structlog.testing.capture_logs() as lines:
        service.post(GRAMMAR_TEXT, ASKED, token="")
        service.post(GRAMMAR_TEXT, {"txt": TEXT, "more": TEXT}, token="")
    assert [(line["event"], line["route"], line["status"]) for line in lines] == [
        ("call", "/grammar_text", 200), ("call", "/grammar_text", 400),
    ]  # fmt: skip
    assert "下雨" not in str(lines)


def test_the_document_says_that_a_token_may_be_left_out_and_that_nothing_is_replayed(service: Service) -> None:
    (operation,) = service.get("/grammar/openapi.json", token="").json()["paths"]["/grammar_text"].values()
    assert operation["security"] == [{}, {"HTTPBearer": []}]
    assert "Idempotent-Replay" not in operation["responses"]["200"]["headers"]
