"""Whether one school is told anything of another over HTTP: every address that takes an id, with each id of the other.

Each call is made twice, with another's id and with one of the same form that nobody has. A leak is an answer that holds a marker or an id of the
other, and a refusal that tells the two ids apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote

from core.api.endpoints import ENDPOINTS
from evaluation.service.leaks import Things


@dataclass(frozen=True)
class Request:
    """A call over HTTP."""

    method: str
    path: str
    body: dict[str, object] | None = None
    sound: bytes = b""
    """Of an upload: the file beside the fields of `body`, which then are those of a form."""


Ask = Callable[[Request, Mapping[str, str]], tuple[int, bytes]]
"""Makes a call with these headers; gives status and body."""
LONGEST_COMMON = 11
"""An id of more characters is found in nobody's text by chance."""
READ_BY_ID = (
    "student", "essay", "evaluation", "reading", "item", "assignment", "resource", "essay_assignment", "link", "own_lesson", "own_question",
)  # fmt: skip
"""Ids of things that an address gives to their own school."""
BY_ID = ("/v1/classroom/evaluation/", "/v1/classroom/questions/", "/v1/recommendation/resources/")
"""Addresses that give what is stored; the others work something out, anew when the school's own program has asked for something."""
VOLATILE = frozenset(["request_id"])
"""Fields of an answer that differ from call to call."""
ESSAY = "我昨天去了图书馆。我在图书馆看书，也写作业。晚上我回家吃饭。"


@dataclass(frozen=True)
class Asker:
    """Who asks: a name, the headers of the credential, and the school's own student."""

    name: str
    headers: Mapping[str, str]
    student_id: str


@dataclass
class Told:
    """Calls made, and what should not have been told."""

    calls: int = 0
    leaks: list[str] = field(default_factory=list)
    refusals: int = 0
    """Pairs of refusals that were compared."""


def addresses(value: str, own_student: str, *, kind: str = "", sound: bytes = b"") -> Iterator[Request]:
    """Every address that takes an id, with this value in each place for one; unknown parameters too, as they might come to be read.

    What is dear is sent for students alone: an essay, and where there is a `sound` a reading of it.
    """
    escaped = quote(value, safe="")
    for endpoint in ENDPOINTS:
        if "{" in endpoint.path:
            path = f"/v1{re.sub(r'{[a-z_]+}', escaped, endpoint.path)}"
            yield Request("GET", path)
            yield Request("GET", f"{path}?student_id={escaped}")
        elif endpoint.method == "POST":
            yield from (
                Request("POST", f"/v1{endpoint.path}", body) for body in _bodies(endpoint.operation, value, own_student)
            )
    if kind == "student":
        yield Request("POST", "/v1/essay/evaluate", {"student_id": value, "essay_content": ESSAY})
        if sound:
            yield Request("POST", "/speech/uploadfile", {"text": "你好", "student_id": value}, sound)


def _bodies(operation: str, value: str, own_student: str) -> Iterator[dict[str, object]]:
    """Bodies of an operation with the value in each place where an id stands."""
    answer = {"question_id": value, "answer": "A", "time_spent": 3}
    behaviour = {
        "indicator": "D58",
        "kind": "percentage",
        "value": 50,
        "max": 100,
        "occurred_at": "2026-11-01T08:00:00Z",
    }
    portrait = {
        "questionnaire": {"learning_goals": ["旅行"], "native_language": "en", "learning_duration": "1"},
        "test_results": {f"{skill}_ability": 50.0 for skill in ("listen", "speak", "read", "write")},
    }
    match operation:
        case "generate_questions":
            asked = {"level": "beginner", "type": "fill_blank", "topic": "grammar", "count": 1, "seed": 1}
            yield {**asked, "student_id": value}
            yield {**asked, "tags": [value]}
        case "submit_evaluation":
            yield {"student_id": own_student, "answers": [answer]}
            yield {"student_id": value, "answers": [answer]}
            yield {"student_id": own_student, "session_id": value, "answers": [answer]}
        case "update_knowledge_map":
            yield {"student_id": value}
        case "first_portrait":
            yield {"student_id": value, **portrait}
        case "update_portrait":
            yield {"student_id": value, "behaviors": [behaviour]}
        case "update_schedule":
            yield {"student_id": own_student, "resource_id": value, "new_time_slot": "noon"}
            yield {"student_id": value, "resource_id": value, "new_time_slot": "noon"}


def ids_of_nobody(value: str, *, seed: int = 1) -> str:
    """An id of the same form that nobody has: letters and digits after its prefix are others.

    >>> ids_of_nobody("q_0a1b").startswith("q_"), len(ids_of_nobody("q_0a1b"))
    (True, 6)
    """
    rng = Random(f"{seed}:{value}")
    prefix = re.match(r"[a-z-]+_", value)
    kept = prefix[0] if prefix else ""
    hexadecimal = re.fullmatch(r"[0-9a-f]+", value[len(kept) :]) is not None
    letters = "abcdef" if hexadecimal else "abcdefghijklmnopqrstuvwxyz"
    other = {str.isdigit: "0123456789", str.islower: letters, str.isupper: letters.upper()}
    drawn = [
        next((rng.choice(choice) for kind, choice in other.items() if kind(character)), character)
        for character in value[len(kept) :]
    ]
    return kept + "".join(drawn)


def tried(ask: Ask, askers: Sequence[Asker], foreign: Things, *, every: int = 1, sound: bytes = b"") -> Told:
    """All addresses with all ids of `foreign`, by everybody; `every`: only each n-th pair. With a `sound` it is read aloud for students too."""
    told, pair = Told(), 0
    for asker in askers:
        for kind, value in foreign.ids.items():
            unknown = ids_of_nobody(value)
            calls = [addresses(each, asker.student_id, kind=kind, sound=sound) for each in (value, unknown)]
            for named, unnamed in zip(*calls, strict=True):
                pair += 1
                if pair % every == 0:
                    _tried_pair(ask, asker, kind, (named, value), (unnamed, unknown), foreign, told)
    return told


def _tried_pair(
    ask: Ask,
    asker: Asker,
    kind: str,
    named: tuple[Request, str],
    unnamed: tuple[Request, str],
    foreign: Things,
    told: Told,
) -> None:
    (request, value), (other, unknown) = named, unnamed
    status, body = ask(request, asker.headers)
    other_status, other_body = ask(other, asker.headers)
    told.calls += 2
    where = (
        f"{asker.name}: {request.method} {request.path} {json.dumps(request.body, ensure_ascii=False)} with the {kind}"
    )
    if held := leaked(body, request, foreign):
        told.leaks.append(f"{where}: {held}")
    if status > 299 or other_status > 299:
        told.refusals += 1
        if (status, plain(body, value)) != (other_status, plain(other_body, unknown)):
            told.leaks.append(
                f"{where}: {status} {body[:300]!r}, and {other_status} {other_body[:300]!r} for one that nobody has"
            )


def leaked(body: bytes, request: Request, foreign: Things) -> str:
    """What of another's an answer holds: the marker, or an id that was not sent."""
    text = body.decode("utf-8", "replace")
    if foreign.marker in text:
        return "the marker"
    sent = f"{request.path} {json.dumps(request.body)}"
    for kind, value in foreign.ids.items():
        if len(value) > LONGEST_COMMON and value in text and value not in sent and quote(value, safe="") not in sent:
            return f"the {kind}"
    return ""


def plain(body: bytes, value: str) -> str:
    """An answer without the id that was asked for and without what differs from call to call."""
    try:
        content = json.loads(body)
    except ValueError:
        return without(body.decode("utf-8", "replace"), value)
    if isinstance(content, dict):
        content = {name: each for name, each in content.items() if name not in VOLATILE}
    return without(json.dumps(content, ensure_ascii=False, sort_keys=True), value)


def without(text: str, value: str) -> str:
    """A text in which an id is no longer told. One that is short may be a word as well: it is taken out where it is named as an id.

    >>> without("There is no student 'student'.", "student")
    "There is no student 'ID'."
    """
    if len(value) > LONGEST_COMMON:
        return text.replace(value, "ID")
    return re.sub(rf"(?<=['\"/=(“]){re.escape(value)}(?=['\"/&?)”])", "ID", text)


def own_answers(ask: Ask, asker: Asker, own: Things) -> dict[str, tuple[int, str]]:
    """What its school is told by GET of its ids: to see that the things are there, and that nobody elsewhere changed them."""
    answers = {}
    for kind in READ_BY_ID:
        value = own.ids[kind]
        for request in addresses(value, asker.student_id):
            read = request.method == "GET" and request.path.startswith(BY_ID)
            if read and "?" not in request.path and "/report/" not in request.path:
                status, body = ask(request, asker.headers)
                answers[f"{request.path} with the {kind}"] = (status, plain(body, value))
    return answers


def repeated_key(ask: Ask, first: Asker, second: Asker) -> str:
    """Whether a call with the Idempotency-Key of another school's is given that one's answer."""
    key = {"Idempotency-Key": f"of-both-{first.student_id}"}
    body: dict[str, object] = {"student_id": "same-name", "essay_content": ESSAY, "essay_title": "家"}
    request = Request("POST", "/v1/essay/evaluate", body)
    answers = [ask(request, {**asker.headers, **key}) for asker in (first, second)]
    ids = [json.loads(answer)["data"]["evaluation_id"] for _, answer in answers]
    return "" if ids[0] != ids[1] else f"{second.name} is given the answer to {first.name}"
