"""A valid request for every address that the service answers over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from core.api.endpoints import ENDPOINTS, GRAMMAR_TEXT
from core.tables.api_examples import ApiExample
from evaluation.speech.reports import wav

Holder = Literal["token", "cookie", "nobody"]
"""What the sender holds: an access token, a sign-in cookie, or nothing."""
Coat = Literal["json", "form", "multipart", "none"]
"""How the fields of a body are written."""
ROOT = Path(__file__).resolve().parents[3]
PAGES = tuple(sorted(path.stem for path in (ROOT / "pages").glob("*.py")))
NEW_API_KEY, UPLOAD = "POST /v1/auth/token", "POST /speech/uploadfile"
QUERIES: Mapping[str, str] = {
    "subject": "hsk", "target_level": "3", "limit": "5", "date": "2026-11-24", "time_slot": "morning", "month": "2026-11",
}  # fmt: skip
"""Values of the contract's query parameters."""
PAGE_QUERY: Mapping[str, str] = {
    "student": "student", "essay": "es_1", "writing": "wr_1", "resource": "asg_1", "reading": "spe_1", "text": "tx_1", "session": "ps_1",
    "placement": "pl_1", "item": "q_1", "assignment": "as_1", "evaluation": "ev_1", "class": "cls_1", "unit": "u1", "point": "【一01】",
    "node": "D1", "day": "2026-11-24", "month": "2026-11", "level": "2", "view": "mine", "slide": "1", "card": "1", "id": "st_1",
    "title": "t1", "join": "ABCD-EFGH", "school": "school", "signin": "wrong", "wait": "5", "lang": "zh", "tasks": "s1", "at": "1", "from": "today",
}  # fmt: skip
"""Every parameter that a page reads from its address."""


@dataclass(frozen=True)
class Part:
    """A file of a multipart body."""

    filename: str
    content: bytes


@dataclass(frozen=True)
class Request:
    """A request as its sender means it, before it is written as bytes."""

    name: str
    """How it is counted: the method and the pattern of the path."""
    method: str
    path: str
    holder: Holder = "nobody"
    query: Mapping[str, str] = field(default_factory=dict)
    coat: Coat = "none"
    body: Any = None
    """JSON, or the fields of a form, a `Part` for a file."""
    headers: tuple[tuple[str, str], ...] = ()
    share: int = 1
    """How often it is taken beside the others."""


@dataclass(frozen=True)
class Known:
    """Ids of what is there, so that not every request ends at an id that nobody has."""

    student_id: str = "s1"
    questions: Sequence[str] = ()
    evaluation_id: str = "ev_0001"
    resource_id: str = "audio_d0001"
    origin: str = "http://127.0.0.1"
    """The address that pages of this service are opened at: forms from elsewhere are refused unread."""


def requests(examples: Mapping[str, ApiExample], known: Known) -> list[Request]:
    """One for every address, `examples` by operation."""
    return [*_api(examples, known), *_open(), *_signing_in(known), *_platforms(known), *_pages(known)]


def _api(examples: Mapping[str, ApiExample], known: Known) -> Iterator[Request]:
    yield Request(
        NEW_API_KEY, "POST", "/v1/auth/token", coat="json", body={"api_key": "wl_00000000_nobody-has-this"}, share=4
    )
    slow = ("essays", "costly")
    for endpoint in ENDPOINTS:
        example = examples[endpoint.operation]
        filled = {
            "student_id": known.student_id,
            "evaluation_id": known.evaluation_id,
            "question_id": known.questions[0] if known.questions else "q_1",
            "resource_id": known.resource_id,
        }
        fields = endpoint.request.model_fields
        posted = endpoint.method == "POST"
        query = {} if posted else {name: QUERIES[name] for name in fields if name not in filled and name in QUERIES}
        yield Request(
            f"{endpoint.method} /v1{endpoint.path}",
            endpoint.method,
            f"/v1{endpoint.path}".format_map(filled),
            holder="token",
            query=query,
            coat="json" if posted else "none",
            body=_with_known(example.request, known) if posted else None,
            share=4 if endpoint.queue in slow or not posted else 8,
        )
    for name in ("/v1/openapi.json", "/grammar/openapi.json", "/speech/openapi.json", "/v1/nothing/here"):
        yield Request(f"GET {name}", "GET", name)


def _with_known(body: Any, known: Known) -> Any:
    """The body of an example with the student and the questions of this server."""
    copy = json.loads(json.dumps(body or {}))
    if "student_id" in copy:
        copy["student_id"] = known.student_id
    for answer, question_id in zip(copy.get("answers", ()), known.questions, strict=False):
        answer["question_id"] = question_id
    if "resource_id" in copy:
        copy["resource_id"] = known.resource_id
    return copy


def _open() -> Iterator[Request]:
    grammar = f"/grammar{GRAMMAR_TEXT.path}"
    yield Request(
        f"POST {grammar}", "POST", grammar, "token", coat="json", body={"txt": "我把书放在桌子上了。"}, share=6
    )
    parts = {"file": Part("reading.wav", wav(0.4)), "text": "你好。", "student_id": "s1"}
    yield Request(UPLOAD, "POST", "/speech/uploadfile", "token", coat="multipart", body=parts, share=5)
    for path in ("/healthz", "/readyz", "/metrics", "/docs", "/docs/usage-rules", "/docs/assets/swagger-ui.css"):
        yield Request(f"GET {path}", "GET", path)
    for folder in ("/recordings", "/recordings/sentences"):
        yield Request(f"GET {folder}/{{name}}", "GET", f"{folder}/爱.mp3")


def _signing_in(known: Known) -> Iterator[Request]:
    origin = (("Origin", known.origin),)
    entering = {
        "username": "nobody-is-called-so",
        "password": "nor has this",
        "school": "",
        "to": "/today",
        "language": "zh",
    }
    for path, fields, share in (
        ("/session/enter", entering, 6),
        ("/session/demo", {"username": "student", "to": "/"}, 4),
        ("/session/leave", {}, 2),
    ):
        yield Request(f"POST {path}", "POST", path, coat="form", body=fields, headers=origin, share=share)


def _platforms(known: Known) -> Iterator[Request]:
    """What learning platforms and the browsers that they send ask for (LTI 1.3)."""
    claims = "eyJpc3MiOiJodHRwczovL3BsYXRmb3JtLmV4YW1wbGUiLCJub25jZSI6Im4ifQ"
    token = f"eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ.{claims}.c2lnbmVk"
    beginning = {
        "iss": "https://platform.example", "client_id": "c1", "login_hint": "u1", "lti_message_hint": "m1", "target_link_uri": f"{known.origin}/today",
    }  # fmt: skip
    origin = (("Origin", known.origin),)
    yield Request("GET /lti/login", "GET", "/lti/login", query=beginning, share=3)
    yield Request("POST /lti/login", "POST", "/lti/login", coat="form", body=beginning, share=3)
    launch = {"id_token": token, "state": "s" * 43}
    cookie = (("Cookie", f"wenlu_lti={'b' * 43}"),)
    yield Request("POST /lti/launch", "POST", "/lti/launch", coat="form", body=launch, headers=cookie, share=6)
    choice = {"choice": "c" * 43, "opens": "today"}
    yield Request(
        "POST /lti/choose", "POST", "/lti/choose", "cookie", coat="form", body=choice, headers=origin, share=4
    )
    for path in ("/lti/keys", "/lti/configuration"):
        yield Request(f"GET {path}", "GET", path)


def _pages(known: Known) -> Iterator[Request]:
    """The pages' addresses, which a browser asks for, and Streamlit's own beside the websocket."""
    html = (("Accept", "text/html,application/xhtml+xml"),)
    yield Request("GET /", "GET", "/", "cookie", headers=html)
    for page in PAGES:
        yield Request("GET /{page}", "GET", f"/{page}", "cookie", query=PAGE_QUERY, headers=html)
    session, file = "0" * 8 + "-0000-4000-8000-" + "0" * 12, "f" * 8 + "-0000-4000-8000-" + "f" * 12
    upload = f"/_stcore/upload_file/{session}/{file}"
    for method in ("PUT", "DELETE"):
        yield Request(
            f"{method} /_stcore/upload_file", method, upload, "cookie", coat="multipart", share=3,
            body={"file": Part("list.csv", "姓名,班级\n王小明,一班\n".encode())}, headers=(("Origin", known.origin),),
        )  # fmt: skip
    for path in ("/_stcore/health", "/_stcore/host-config", "/_stcore/metrics", "/_stcore/script-health-check"):
        yield Request(f"GET {path}", "GET", path, "cookie")
    yield Request("GET /media/{file}", "GET", "/media/" + "0" * 56 + ".pdf", "cookie", share=2)
    yield Request("GET /component/{file}", "GET", "/component/wenlu.none/index.html", "cookie")
    yield Request("GET /static/{file}", "GET", "/static/none.js", "cookie")
    upgrade = (
        ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"), ("Origin", known.origin),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), ("Sec-WebSocket-Protocol", "streamlit"),
    )  # fmt: skip
    yield Request("GET /_stcore/stream", "GET", "/_stcore/stream", "cookie", headers=upgrade, share=2)
