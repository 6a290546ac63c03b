"""A scripted school on the served application: replies that rows look at by name, and calls that differ from them in a word.

The column `look` of a row:

    submit                            the reply of that name in the script (`generate.*`: of all names of that form)
    generate count=0 -level           the same call with a field set and another left out (a query parameter of a GET, a part of a form)
    submit answers[0].time_spent=-1   fields by their paths; a value is JSON, or else text; `"我"*5001` and `[1]*201` repeat
    portrait /nobody                  another last part of the address
    generate @none                    another credential: none, nonsense, expired, academy (another school's), only:grammar (a permission)
    essay Accept-Language:en          a header
    generate PUT                      a method

`$choice` stands for a value that is known after the script only (`School.known`). Each look is called once.
"""

from __future__ import annotations

import copy
import fnmatch
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from httpx2 import Response

from core.records.access import PERMISSIONS, Caller, Permission
from core.records.evidence import Evidence, TargetKind
from core.settings import Settings
from tests.contract.language import Reply
from tests.http.record import BEHAVIOURS, FIRST, PEER_SWITCH_ON
from tests.http.service import (
    DAILY,
    ESSAY,
    EVALUATION,
    FIRST_PORTRAIT,
    GENERATE,
    GRAMMAR_TEXT,
    KNOWLEDGE_MAP,
    LEARNING_PATH,
    NOW,
    PEERS,
    PORTRAIT,
    QUESTION,
    QUOTA_REQUESTS,
    REPORT,
    RESOURCE,
    SCHEDULE,
    SUBMIT,
    TOKEN,
    UPDATE_MAP,
    UPDATE_PORTRAIT,
    UPLOAD,
    Service,
    grammar_tables,
    make_service,
)  # fmt: skip
from tests.speech.made_reports import RAW

ORGANISATION = "org_0001"
TODAY = "2026-11-24"
WEDNESDAY = "2026-11-25"
SATURDAY = "2026-11-28"
WHOLE_TEXT = "因为下雨，所以他没去学校。他把作业做完了。今天会比昨天热吗？"
ESSAY_TEXT = "昨天我很高心,因为我要见面他。\r\n他家有一本猫😀，我每天天天都想[它]。"
TOKENS_LAST = timedelta(hours=1)
WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|\S)+')
REPEATED = re.compile(r"^(.+)\*(\d+)$", re.DOTALL)
FIELD = re.compile(r"^([A-Za-z_][\w.\[\]]*)=(.*)$", re.DOTALL)
HEADER = re.compile(r"^([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*):(.*)$")


@dataclass(frozen=True)
class Request:
    """A call before it is sent. `parts` are those of a form, `credential` the name of a token."""

    method: str
    path: str
    body: Any = None
    query: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] | None = None
    file: tuple[str, bytes] | None = None
    credential: str = "school"
    headers: dict[str, str] = field(default_factory=dict)


def as_it_came(reply: Reply) -> Reply:
    """A reply that nobody breaks."""
    return reply


class School:
    """The service of one organisation with everything that the script has done. Functions of rows use students of their own."""

    def __init__(self, database: Callable[[], str], database_on_disk: Callable[[], str]) -> None:
        """Each gives the address of a new database with all tables and no rows; the second one, a file, that commands can open too."""
        self._database = database
        self._made: list[Service] = []
        self.database_on_disk = database_on_disk
        self.service = self.another()
        self.service.store.set_plan(ORGANISATION, tier="enterprise", monthly_limit=None, overage=False)
        self.heard: Callable[[Reply], Reply] = as_it_came
        """What every reply goes through before anything looks at it; `mutations` breaks them here."""
        self.known: dict[str, str] = {}
        self._requests: dict[str, Request] = {}
        self._replies: dict[str, Reply] = {}
        self._changed_replies: dict[str, Reply] = {}
        self._tokens: dict[str, str] = {}
        self._students = 0
        _play(self)

    def another(self, **options: Any) -> Service:
        """A further service, over the same tables unless told otherwise, on a database of its own of the same kind."""
        usual = {"tables": grammar_tables(), "max_body_bytes": Settings().max_body_bytes}
        made = make_service(database=self._database(), **{**usual, **options})
        self._made.append(made)
        return made

    def close(self) -> None:
        """Let go of every database."""
        for service in self._made:
            service.store.close()

    @property
    def breaks_replies(self) -> bool:
        """Whether replies are broken on their way."""
        return self.heard is not as_it_came

    # -- calls -------------------------------------------------------------------------------------------

    def send(self, request: Request) -> Reply:
        """Send a request. Requests for more quota find room: at most twenty wait."""
        if request.path == QUOTA_REQUESTS:
            self._answer_quota_requests()
        content: dict[str, Any] = {}
        if request.parts is not None and request.file is not None:
            content = {"data": request.parts, "files": {"file": request.file}}
        elif request.parts is not None:
            content = {"files": {name: (None, part) for name, part in request.parts.items()}}
        elif request.body is not None:
            content = {"json": request.body}
        if request.query:
            content["params"] = request.query
        return self.reply(
            self.service.call(
                request.method,
                request.path,
                token=self.token(request.credential),
                headers=dict(request.headers),
                **content,
            )
        )

    def _answer_quota_requests(self) -> None:
        for each in self.service.store.quota_requests(ORGANISATION):
            if each.state == "open":
                self.service.store.answer_quota_request(
                    ORGANISATION, each.request_id, "refused", at=self.service.clock.now()
                )

    def reply(self, response: Response) -> Reply:
        """A response of any service as rows look at it."""
        try:
            body: Any = response.json()
        except ValueError:
            body = response.text
        headers = {name.lower(): value for name, value in response.headers.items()}
        return self.heard(Reply(response.status_code, headers, body))

    def post(self, path: str, body: Any, **changes: Any) -> Reply:
        """POST a JSON body."""
        return self.send(Request("POST", path, body, **changes))

    def get(self, path: str, **query: str) -> Reply:
        """GET."""
        return self.send(Request("GET", path, query=query))

    def upload(self, text: str = "你好，老师！", **parts: str) -> Reply:
        """A reading aloud, by a caller without a token unless it is for a student."""
        request = self._requests["speech.kept" if "student_id" in parts else "speech"]
        return self.send(replace(request, parts={"text": text, **parts}))

    def call_of(self, name: str) -> Request:
        """The call of a name in the script."""
        return self._requests[name]

    # -- what rows look at -------------------------------------------------------------------------------

    def looked_at(self, look: str) -> list[Reply]:
        """The replies that a row looks at."""
        name, *changes = WORD.findall(look)
        if changes:
            return [self._changed(look, name, changes)]
        names = fnmatch.filter(self._replies, name) if "*" in name else [name]
        return [self.heard(self._replies[each]) for each in names]

    def _changed(self, look: str, name: str, changes: Sequence[str]) -> Reply:
        if look not in self._changed_replies:
            request = self._requests[name]
            for change in changes:
                request = self.with_change(request, change)
            heard, self.heard = self.heard, as_it_came
            try:
                self._changed_replies[look] = self.send(request)
            finally:
                self.heard = heard
        return self.heard(self._changed_replies[look])

    def with_change(self, request: Request, change: str) -> Request:
        """A request with one change."""
        for known, value in self.known.items():
            change = change.replace(f"${known}", value)
        if change.startswith("@"):
            return replace(request, credential=change[1:])
        if change.startswith("/"):
            return replace(request, path=request.path.rpartition("/")[0] + change)
        if change.isupper() and change.isascii() and change.isalpha():
            return replace(request, method=change)
        if header := HEADER.match(change):
            return replace(request, headers={**request.headers, header[1]: header[2]})
        if change.startswith("-"):
            return _without(request, change[1:])
        assignment = FIELD.match(change)
        assert assignment, f"{change!r} says nothing of a request"
        return _setting(request, assignment[1], _value(assignment[2]))

    def keep(self, name: str, method: str, path: str, body: Any = None, **changes: Any) -> Any:
        """Make a call of the script, which must succeed, and give its payload."""
        request = Request(method, path, body, **changes)
        reply = self.send(request)
        assert reply.status == 200, (name, reply.body)
        self._requests[name], self._replies[name] = request, reply
        return reply.body.get("data", reply.body)

    # -- credentials and time ----------------------------------------------------------------------------

    def token(self, credential: str) -> str:
        """The token that a name stands for; '' for none."""
        if credential == "school":
            return self.service.token
        if credential not in self._tokens:
            self._tokens[credential] = self._new_token(credential)
        return self._tokens[credential]

    def _new_token(self, credential: str) -> str:
        kind, _, named = credential.partition(":")
        if kind == "only":
            permissions: list[Any] = named.split("+")
            return self.service.new_token(permissions=permissions)
        if kind == "without":
            left: list[Permission] = [each for each in PERMISSIONS if each != named]
            return self.service.new_token(permissions=left)
        if kind == "expired":
            with self.at(self.service.clock.now() - TOKENS_LAST):
                return self.service.new_token()
        return {
            "none": "",
            "nonsense": "nonsense",
            "academy": self.service.new_token("Academy") if kind == "academy" else "",
        }[kind]

    @contextmanager
    def at(self, moment: datetime) -> Iterator[None]:
        """Another time for a while, with a token that holds then."""
        clock, token = self.service.clock, self.service.token
        before, clock.moment = clock.moment, moment
        self.service.token = self.service.new_token()
        try:
            yield
        finally:
            clock.moment, self.service.token = before, token

    # -- for functions -----------------------------------------------------------------------------------

    def student(self) -> str:
        """The id of a student whom nothing is known of."""
        self._students += 1
        return f"pupil-{self._students}"

    def questions(self, **asked: Any) -> list[dict[str, Any]]:
        """Generated questions: multiple choice of grammar for beginners unless told otherwise."""
        body = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 1, "seed": 1, **asked}
        return list(self.post(GENERATE, body).body["data"]["questions"])

    def answered(self, student_id: str, *, right: int = 0, wrong: int = 0, **asked: Any) -> dict[str, Any]:
        """The result of a submit with so many right and so many wrong answers."""
        questions = self.questions(count=right + wrong, **asked)
        answers = [
            {"question_id": each["id"], "answer": each["correct_answer"] if place < right else "?", "time_spent": 5}
            for place, each in enumerate(questions)
        ]
        reply = self.post(SUBMIT, {"student_id": student_id, "answers": answers})
        assert reply.status == 200, reply.body
        found: dict[str, Any] = reply.body["data"]
        return found

    def evidence(
        self,
        student_id: str,
        kind: str,
        target_kind: TargetKind,
        target: str,
        outcomes: Sequence[float],
        *,
        weight: float = 1.0,
    ) -> None:
        """Append pieces of evidence about a student, as they come from answers, essays, readings and behaviours."""
        at = NOW - timedelta(hours=1)
        pieces = [
            Evidence(
                student_id,
                kind,
                target_kind,
                target,
                outcome,
                weight,
                "ev_0#0",
                at,
                f"{student_id}:{kind}:{target}:{place}",
            )
            for place, outcome in enumerate(outcomes)
        ]
        self.post(UPDATE_PORTRAIT, {"student_id": student_id})
        self.service.store.append_evidence(ORGANISATION, pieces, at=at)
        self.post(UPDATE_PORTRAIT, {"student_id": student_id})

    @property
    def caller(self) -> Caller:
        """The school as a caller of the core."""
        return Caller(ORGANISATION, frozenset(PERMISSIONS), "zh")


# -- changing a request ------------------------------------------------------------------------------------


def _value(text: str) -> Any:
    repeated = REPEATED.match(text)
    if repeated:
        return _value(repeated[1]) * int(repeated[2])
    try:
        return json.loads(text)
    except ValueError:
        return text


def _setting(request: Request, path: str, value: Any) -> Request:
    if request.method == "GET":
        return replace(request, query={**request.query, path: value if isinstance(value, str) else json.dumps(value)})
    if request.parts is not None:
        if path == "filename":
            assert request.file
            return replace(request, file=(value, request.file[1]))
        return replace(request, parts={**request.parts, path: str(value)})
    body = copy.deepcopy(request.body)
    holder, last = _holder(body, path)
    holder[last] = value
    return replace(request, body=body)


def _without(request: Request, path: str) -> Request:
    if request.parts is not None:
        if path == "file":
            return replace(request, file=None)
        return replace(request, parts={name: part for name, part in request.parts.items() if name != path})
    body = copy.deepcopy(request.body)
    holder, last = _holder(body, path)
    del holder[last]
    return replace(request, body=body)


def _holder(body: Any, path: str) -> tuple[Any, Any]:
    """The object or array in which the last part of a path stands, and that part."""
    parts: list[Any] = [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", path)]
    for part in parts[:-1]:
        body = body[part]
    return body, parts[-1]


# -- the script --------------------------------------------------------------------------------------------

GENERATED = {
    "choice": {"type": "multiple_choice", "topic": "grammar"},
    "blank": {"type": "fill_blank", "topic": "vocabulary"},
    "matching": {"type": "matching", "topic": "vocabulary"},
    "ordering": {"type": "ordering", "topic": "grammar"},
    "reading": {"type": "multiple_choice", "topic": "reading"},
    "listening": {"type": "multiple_choice", "topic": "listening"},
    "intermediate": {"type": "multiple_choice", "level": "intermediate"},
    "advanced": {"type": "fill_blank", "level": "advanced"},
    "tagged": {"type": "multiple_choice", "tags": ["level_2"]},
    "fitted": {"type": "multiple_choice", "student_id": "wang"},
}


def _play(school: School) -> None:
    """What the school does before anybody looks."""
    key = school.service.core.access.new_key(school.service.organisation(), frozenset(PERMISSIONS))
    school.keep("token", "POST", TOKEN, {"api_key": key}, credential="none")
    asked = {"level": "beginner", "count": 3, "seed": 7}
    made = {
        name: school.keep(f"generate.{name}", "POST", GENERATE, {**asked, **changes})["questions"]
        for name, changes in GENERATED.items()
    }
    school.keep("generate", "POST", GENERATE, {"level": "beginner", "type": "multiple_choice"})
    school.known["choice"] = made["choice"][0]["id"]
    school.known["wrong"] = next(
        option["id"] for option in made["choice"][0]["options"] if option["id"] != made["choice"][0]["correct_answer"]
    )
    _study(school, made)
    _plan(school)
    _write_and_read(school)


def _answers(made: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Right, half right, wrong and left empty; and a right one for whatever else was generated."""
    given = [
        (made["choice"][0], made["choice"][0]["correct_answer"]),
        (made["ordering"][0], made["ordering"][0]["correct_answer"].split(",")[::-1]),
        (made["blank"][0], "错"),
        (made["matching"][0], ""),
        (made["listening"][0], made["listening"][0]["correct_answer"]),
        (made["reading"][0], made["reading"][0]["correct_answer"]),
    ]
    return [
        {"question_id": question["id"], "answer": answer, "time_spent": 10 + place}
        for place, (question, answer) in enumerate(given)
    ]


def _study(school: School, made: dict[str, list[dict[str, Any]]]) -> None:
    answers = _answers(made)
    for days in (9, 3):
        with school.at(NOW - timedelta(days=days)):
            school.post(SUBMIT, {"student_id": "wang", "answers": answers[: days // 3]})
    result = school.keep("submit", "POST", SUBMIT, {"student_id": "wang", "answers": answers, "session_id": "lesson-1"})
    right = [{"question_id": each["id"], "answer": each["correct_answer"]} for each in made["choice"]]
    school.keep("submit.right", "POST", SUBMIT, {"student_id": "wang", "answers": right})
    wrong = [{**each, "answer": "?"} for each in right]
    school.keep("submit.wrong", "POST", SUBMIT, {"student_id": "wang", "answers": wrong})
    school.keep("update", "POST", UPDATE_MAP, {"student_id": "wang", "date": TODAY})
    school.keep("update.again", "POST", UPDATE_MAP, {"student_id": "wang", "date": TODAY})
    school.keep("evaluation", "GET", EVALUATION.format(result["evaluation_id"]))
    school.known["evaluation"] = result["evaluation_id"]
    school.keep("report", "GET", REPORT.format("wang"))
    school.keep("report.november", "GET", REPORT.format("wang"), query={"month": "2026-11"})
    school.keep("report.empty", "GET", REPORT.format("wang"), query={"month": "2026-02"})
    school.keep("portrait.first", "POST", FIRST_PORTRAIT, {**FIRST, "student_id": "wang"})
    school.keep("portrait.update", "POST", UPDATE_PORTRAIT, {"student_id": "wang", "behaviors": BEHAVIOURS})
    school.keep("portrait", "GET", PORTRAIT.format("wang"))
    school.keep("portrait.unknown", "POST", UPDATE_PORTRAIT, {"student_id": "new"})
    _find_peers(school)
    school.keep("map", "GET", KNOWLEDGE_MAP.format("wang"))
    school.keep("map.ykk", "GET", KNOWLEDGE_MAP.format("wang"), query={"subject": "ykk"})
    school.keep("path", "GET", LEARNING_PATH.format("wang"))
    school.keep("path.third", "GET", LEARNING_PATH.format("wang"), query={"target_level": "level_3"})
    school.keep("peers", "GET", PEERS.format("wang"))


def _find_peers(school: School) -> None:
    """Two who opted in, by the behaviour of the switch, and have answers on forty points; a third who did not opt in."""
    at = NOW - timedelta(hours=1)
    for student_id, right in (("wang", 20), ("li", 24), ("zhao", 22)):
        pieces = [
            Evidence(
                student_id,
                "answer",
                "point",
                point.id,
                float(place < right),
                1.0,
                "ev_0#0",
                at,
                f"{student_id}:{point.id}",
            )
            for place, point in enumerate(school.service.core.tables.points.rows[:40])
        ]
        school.service.store.append_evidence(ORGANISATION, pieces, at=at)
        if student_id != "zhao":
            school.post(UPDATE_PORTRAIT, {"student_id": student_id, "behaviors": [PEER_SWITCH_ON]})
    school.post(UPDATE_MAP, {"date": TODAY})


def _plan(school: School) -> None:
    for name, query in (
        ("daily", {}),
        ("daily.again", {}),
        ("daily.wednesday", {"date": WEDNESDAY}),
        ("daily.weekend", {"date": SATURDAY}),
        ("daily.weekend_morning", {"date": SATURDAY, "time_slot": "morning"}),
        ("daily.weekend_noon", {"date": SATURDAY, "time_slot": "noon"}),
        *((f"daily.{slot}", {"time_slot": slot}) for slot in ("morning", "noon", "evening", "night")),
    ):
        school.keep(name, "GET", DAILY.format("wang"), query=query)
    entries = school.looked_at("daily")[0].body["data"]["recommendations"]
    moved = next(each for each in entries if each["resource_type"] == "question" and each["time_slot"] == "morning")
    school.known["moved"] = moved["resource_id"]
    school.known["video"] = next(each["resource_id"] for each in entries if each["resource_type"] == "video")
    school.known["planned"] = moved["questions"][0]["question_id"]
    body = {"student_id": "wang", "resource_id": moved["resource_id"], "new_time_slot": "night"}
    school.keep("schedule", "POST", SCHEDULE, body)
    school.keep("resource", "GET", RESOURCE.format(school.known["video"]))
    school.keep("question", "GET", QUESTION.format(school.known["choice"]))
    core = school.service.core
    school.keep("question.say", "GET", QUESTION.format(next(iter(core.plan.spoken_sentences.by_id))))
    school.keep("question.essay", "GET", QUESTION.format(f"essay_{core.tables.essay_titles[0].id}"))


def _write_and_read(school: School) -> None:
    body = {"student_id": "wang", "essay_title": "我的朋友", "essay_content": ESSAY_TEXT, "hsk_level": "2"}
    essay = school.keep("essay", "POST", ESSAY, body)
    school.keep("essay.racape", "POST", ESSAY, {**body, "framework": "RACAPE"})
    school.keep("essay.missing", "POST", ESSAY, {**body, "essay_content": "我来中国是因为我想学汉。"})
    plain = {name: body[name] for name in ("student_id", "essay_content")}
    school.keep("essay.plain", "POST", ESSAY, plain)
    school.keep("evaluation.essay", "GET", EVALUATION.format(essay["evaluation_id"]))
    school.keep("grammar", "POST", GRAMMAR_TEXT, {"txt": WHOLE_TEXT}, credential="none")
    school.keep("grammar.nothing", "POST", GRAMMAR_TEXT, {"txt": "Hello, 123!"}, credential="none")
    read = {"parts": {"text": "你好，老师！"}, "file": ("reading.wav", RAW)}
    school.keep("speech", "POST", UPLOAD, credential="none", **read)
    kept = {**read, "parts": {"text": "你好，老师！", "student_id": "wang"}}
    reading = school.keep("speech.kept", "POST", UPLOAD, **kept)
    school.keep("evaluation.reading", "GET", EVALUATION.format(reading["evaluation_id"]))
    asked = {"kind": "temporary", "calls": 500, "reason": "Two new classes."}
    school.keep("quota", "POST", QUOTA_REQUESTS, asked)
