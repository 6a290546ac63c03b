"""POST /speech/uploadfile against the interface: open to all under a rate by address, kept for a student under a token."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import structlog
from httpx2 import Response

from core.records.access import PERMISSIONS, Caller
from core.settings import MAX_RECORDING_BYTES, Settings
from core.speech.wire import INDICATORS, SpeechReport
from tests.http.service import UPLOAD, Service, error_of, fields_of, grammar_tables, make_service
from tests.speech.made_reports import NOT_SOUND, RAW, FakeEvaluator

TEXT = "你好，老师！"
SCHOOL = Caller("org_0001", frozenset(PERMISSIONS))


def upload(
    service: Service,
    *,
    file: Any = ("reading.wav", RAW, "audio/wav"),
    text: Any = TEXT,
    path: str = UPLOAD,
    token: str = "",
    headers: dict[str, str] | None = None,
    **fields: Any,
) -> Response:
    """Send the parts; None leaves one out. Without a token unless one is named."""
    parts = {name: value for name, value in {"text": text, **fields}.items() if value is not None}
    files = {} if file is None else {"file": file}
    if not files:
        files = {"": ("", b"", "")} if not parts else {name: (None, value) for name, value in parts.items()}
        parts = {}
    return service.call("POST", path, data=parts, files=files, token=token, headers=headers or {})


# -- success -------------------------------------------------------------------------------------------------


def test_a_report_stands_at_the_top_without_an_envelope_and_its_scores_are_floats(service: Service) -> None:
    response = upload(service)
    assert response.status_code == 200, response.text
    body = response.json()
    assert {"filename", "total_score", *(f"{name}_score" for name in INDICATORS)} <= set(body)
    assert {"code", "message", "data"}.isdisjoint(body)
    assert all(isinstance(body[f"{name}_score"], float) for name in (*INDICATORS, "total"))
    assert body["accurary_score"] == 70.0
    assert (body["filename"], body["text"], body["evaluation_id"]) == ("reading.wav", TEXT, None)
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Cache-Control"] == "no-store"


def test_nothing_is_stored_or_counted_without_a_student(service: Service) -> None:
    for token in ("", service.token):
        assert upload(service, token=token).json()["evaluation_id"] is None
    assert service.store.students("org_0001") == []
    assert list(service.store.ledger(None, "2026-11")) == []


def test_with_a_student_it_is_kept_as_it_was_sent_and_not_counted(service: Service) -> None:
    response = upload(service, token=service.token, student_id="s1")
    assert response.json()["evaluation_id"] == "spe_0001"
    kept = service.store.reading("org_0001", "spe_0001")
    assert kept is not None
    assert kept.report == response.text
    assert service.core.speech.report("spe_0001", SCHOOL).report == SpeechReport.model_validate_json(response.text)
    assert service.store.quota_used("org_0001", "2026-11") == 0
    assert response.headers["X-Quota-Remaining"] == "1000"


def test_an_organisation_past_its_quota_is_served(service: Service) -> None:
    service.store.set_plan("org_0001", tier="free", monthly_limit=0, overage=False)
    assert upload(service, token=service.token, student_id="s1").status_code == 200


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("我的录音 1.mp3", "我的录音 1.mp3"),
        ("../../etc/a.wav", "a.wav"),
        ("C:\\sound\\b.wav", "b.wav"),
        ("x" * 300, "x" * 255),
    ],
)
def test_the_name_of_the_file_is_repeated_without_a_path(service: Service, sent: str, kept: str) -> None:
    assert upload(service, file=(sent, RAW, "audio/wav")).json()["filename"] == kept


def test_the_recording_is_dropped_unless_the_operator_keeps_it(service: Service) -> None:
    upload(service, token=service.token, student_id="s1")
    assert service.store.recording("org_0001", "spe_0001") is None
    keeping = make_service(keep_recordings=True)
    upload(keeping, token=keeping.token, student_id="s1")
    kept = keeping.core.speech.kept_recording("spe_0001", SCHOOL)
    assert (kept.sound, kept.media_type) == (RAW, "audio/wav")
    upload(keeping, token=keeping.token)
    assert keeping.store.kept_recordings("org_0001", "s1") == {"spe_0001"}


# -- credentials ---------------------------------------------------------------------------------------------


def test_a_student_without_a_token_is_401_and_nothing_is_heard(service: Service) -> None:
    refused = upload(service, student_id="s1")
    assert "student" in error_of(refused, 401)["message"]
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert service.store.students("org_0001") == []


def test_a_token_without_the_permission_is_403001(service: Service) -> None:
    error_of(upload(service, token=service.new_token(permissions=["evaluation"])), 403, 403001)
    assert upload(service, token=service.new_token(permissions=["speech"]), student_id="s1").status_code == 200


@pytest.mark.parametrize("sent", ["Bearer nonsense", "Bearer ", "Basic dTpw", ""])
@pytest.mark.parametrize("text", [TEXT, None])
def test_a_credential_that_is_sent_must_hold(service: Service, sent: str, text: str | None) -> None:
    assert error_of(upload(service, text=text, headers={"Authorization": sent}), 401)["errors"] == []


def test_an_expired_token_is_401001(service: Service) -> None:
    service.clock.advance(timedelta(hours=1))
    error_of(upload(service, token=service.token), 401, 401001)


@pytest.mark.parametrize("closed", [{"open_speech": False}, {"open_addresses": False}])
def test_an_operator_can_ask_every_caller_for_a_token(closed: dict[str, bool]) -> None:
    service = make_service(**closed)  # type: ignore[arg-type]
    error_of(upload(service), 401)
    error_of(upload(service, text=None), 401)
    assert upload(service, token=service.token).status_code == 200


def test_speech_can_be_closed_alone() -> None:
    service = make_service(open_speech=False, tables=grammar_tables())
    assert service.post("/grammar/grammar_text", {"txt": "你好"}, token="").status_code == 200


def test_another_organisation_does_not_see_a_reading(service: Service) -> None:
    upload(service, token=service.token, student_id="s1")
    other = service.new_token("Other")
    assert upload(service, token=other, student_id="s1").json()["evaluation_id"] == "spe_0002"
    assert [line.evaluation_id for line in service.core.speech.history("s1", SCHOOL)] == ["spe_0001"]


# -- rate ----------------------------------------------------------------------------------------------------


def test_calls_without_a_token_are_limited_by_address_and_bad_ones_use_it_up_too() -> None:
    service = make_service(open_rate_per_second=0.5, open_rate_burst=2)
    assert [upload(service).status_code, upload(service, text=None).status_code] == [200, 400]
    refused = upload(service, text=None)
    assert error_of(refused, 429, 429001)["errors"] == []
    assert refused.headers["Retry-After"] == "2"
    assert upload(service, token=service.token).status_code == 200


# -- parts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left_out", "fields"),
    [({"text": None}, ["text"]), ({"file": None}, ["file"]), ({"text": None, "file": None}, None)],
)
def test_a_missing_part_is_400001_and_named(service: Service, left_out: Any, fields: list[str] | None) -> None:
    refused = upload(service, **left_out)
    if fields is None:
        assert refused.status_code == 400
    else:
        error_of(refused, 400, 400001)
        assert fields_of(refused) == fields


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"text": ""}, ["text"]),
        ({"text": "Hello, 123!"}, ["text"]),
        ({"text": "好" * 2001}, ["text"]),
        ({"text": ["你好", "你好"]}, ["text"]),
        ({"file": ("reading.wav", b"", "audio/wav")}, ["file"]),
        ({"file": ("reading.wav", NOT_SOUND, "audio/wav")}, ["file"]),
        ({"student_id": "a b"}, ["student_id"]),
        ({"student_id": ""}, ["student_id"]),
        ({"colour": "red"}, ["colour"]),
        ({"text": "Hello", "student_id": "a/b"}, ["text", "student_id"]),
    ],
)
def test_a_bad_part_is_400002_and_named(service: Service, changed: dict[str, Any], fields: list[str]) -> None:
    refused = upload(service, token=service.token, **changed)
    error_of(refused, 400, 400002)
    assert fields_of(refused) == fields
    assert service.store.students("org_0001") == []


def test_a_part_of_the_other_kind_is_400002(service: Service) -> None:
    as_text = service.call("POST", UPLOAD, files={"file": (None, "sound"), "text": (None, TEXT)}, token="")
    as_file = service.call("POST", UPLOAD, files={"text": ("text.txt", TEXT.encode())}, token="")
    for refused, fields in ((as_text, ["file"]), (as_file, ["text"])):
        error_of(refused, 400, 400002)
        assert fields_of(refused) == fields


def test_two_recordings_are_refused(service: Service) -> None:
    twice = [("file", ("a.wav", RAW)), ("file", ("b.wav", RAW))]
    refused = service.call("POST", UPLOAD, files=twice, data={"text": TEXT}, token="")
    error_of(refused, 400, 400002)


def test_characters_that_no_database_keeps_are_no_fault(service: Service) -> None:
    response = upload(service, text="你\x00好\x07", token=service.token, student_id="s1")
    assert response.json()["text"] == "你\x00好\x07"
    assert [line.text for line in service.core.speech.history("s1", SCHOOL)] == ["你好\x07"]


def test_a_text_of_2000_characters_is_taken(service: Service) -> None:
    assert upload(service, text="好" * 2000).status_code == 200


@pytest.mark.parametrize(
    ("content_type", "content"),
    [
        ("application/json", json.dumps({"text": TEXT}).encode()),
        ("multipart/form-data", b"--x\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b"nothing of the kind"),
        ("multipart/form-data; boundary=x; charset=utf-7", b""),
        ("", b""),
    ],
)
def test_a_body_that_is_no_form_is_refused(service: Service, content_type: str, content: bytes) -> None:
    refused = service.call("POST", UPLOAD, content=content, headers={"Content-Type": content_type}, token="")
    error_of(refused, 400, refused.json()["error_code"])
    assert refused.json()["error_code"] in (400001, 400002)


def test_half_a_character_is_refused_in_whatever_encoding_it_comes(service: Service) -> None:
    part = '--x\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    body = part.format("text", "").encode() + b"+T2A-+2AA-\r\n"
    body += part.format("file", '; filename="a.wav"').encode() + RAW + b"\r\n--x--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=x; charset=utf-7"}
    refused = service.call("POST", UPLOAD, content=body, headers=headers, token="")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["text"]


# -- addresses, methods, sizes -------------------------------------------------------------------------------


def test_the_limit_lets_two_minutes_of_stereo_through() -> None:
    assert 120 * 48_000 * 2 * 2 + 100_000 < MAX_RECORDING_BYTES == Settings().max_recording_bytes


def test_a_recording_may_be_larger_than_any_other_body(service: Service) -> None:
    assert upload(service, file=("a.wav", RAW * 2000, "audio/wav")).status_code == 200


@pytest.mark.parametrize("declared", [True, False])
def test_a_body_over_the_limit_is_413_and_not_read_to_its_end(service: Service, declared: bool) -> None:
    read = 0

    def stream() -> Any:
        nonlocal read
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
        for _ in range(100):
            read += 1
            yield b"s" * 10_000

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    content: Any = b"".join(stream()) if declared else stream()
    read = 0
    error_of(service.call("POST", UPLOAD, content=content, headers=headers, token=""), 413)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_another_method_is_405(service: Service, method: str) -> None:
    refused = service.call(method, UPLOAD, token="")
    error_of(refused, 405)
    assert refused.headers["Allow"] == "POST"


@pytest.mark.parametrize("path", ["/speech/nothing", "/speech/", "/speech/uploadfile/"])
def test_an_unknown_address_is_404_in_the_error_shape(service: Service, path: str) -> None:
    error_of(service.client.post(path, follow_redirects=False), 404)


def test_an_unknown_query_parameter_is_400002(service: Service) -> None:
    refused = upload(service, path=f"{UPLOAD}?student_id=s1")
    error_of(refused, 400, 400002)
    assert fields_of(refused) == ["student_id"]


@pytest.mark.parametrize("path", ["/speech/uploadfile", "/uploadfile"])
def test_speech_can_be_served_alone(path: str) -> None:
    service = make_service(alone="speech")
    assert upload(service, path=path).status_code == 200
    assert service.client.get("/healthz").json() == {"status": "ok"}
    assert service.client.post("/v1/auth/token", json={}).status_code == 404


def test_grammar_can_be_served_alone() -> None:
    service = make_service(alone="grammar", tables=grammar_tables())
    for path in ("/grammar/grammar_text", "/grammar_text"):
        assert service.post(path, {"txt": "你好"}, token="").status_code == 200


def test_a_failure_of_ours_shows_nothing_but_a_request_id() -> None:
    class Failing(FakeEvaluator):
        """Fails."""

        def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
            raise RuntimeError("the model's file is gone")

    failed = upload(make_service(evaluator=Failing()), headers={"X-Request-Id": "trace-1"})
    body = error_of(failed, 500)
    assert (body["message"], body["request_id"]) == ("Internal server error", "trace-1")


def test_what_was_sent_is_in_no_log(service: Service) -> None:
    with structlog.testing.capture_logs() as lines:
        upload(service, token=service.token, student_id="pupil-7")
        upload(service, text="你好" * 2000)
    assert [(line["event"], line["route"], line["status"]) for line in lines] == [
        ("call", "/uploadfile", 200), ("call", "/uploadfile", 400),
    ]  # fmt: skip
    assert "你好" not in str(lines)
    assert "pupil-7" not in str(lines)


def test_the_document_says_what_the_parts_are_and_that_a_token_may_be_left_out(service: Service) -> None:
    (operation,) = service.get("/speech/openapi.json", token="").json()["paths"]["/uploadfile"].values()
    assert operation["security"] == [{}, {"HTTPBearer": []}]
    parts = operation["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert (parts["required"], set(parts["properties"])) == (["file", "text"], {"file", "text", "student_id"})
