"""Recorded examples of every endpoint: `python -m tests.http.record [name ...]` makes them anew, and those of the documents from them.

Each file is one story on a fresh service: stopped clock, counting identifiers, fixed signing secret, fixed item bank. Its
exchanges are sent again in order by `test_recorded`, and every answer must be equal as JSON.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from core.access.keys import secret_sha256
from core.plan.assignments.wire import LinkFields
from core.plan.lessons.own import OwnLessonDraft, OwnLine
from core.records.access import PERMISSIONS, ApiKey, Caller, Permission
from core.records.evidence import Evidence
from core.records.own_lessons import OwnLesson
from core.records.plan import ResourceLink
from tests.http.examples import write_examples
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

FOLDER = Path(__file__).parent / "recorded"
API_KEY = "wl_00000000_the-key-of-the-recorded-examples"
HEADERS = (
    "Content-Type", "Cache-Control", "Idempotent-Replay", "Retry-After", "WWW-Authenticate",
    "X-Quota-Limit", "X-Quota-Remaining", "X-Quota-Reset", "X-Request-Id",
)  # fmt: skip
"""Response headers that are compared."""

OWN_LESSON = OwnLesson(
    "org_0001",
    "own-lesson_recorded",
    OwnLessonDraft(
        title="在食堂点菜",
        goal="能用“要”点菜。",
        meet=(
            OwnLine(who="小王", zh="你要什么？", en="What would you like?"),
            OwnLine(who="小李", zh="我要两个包子。", en="Two buns."),
        ),
        rule="“要”后面说东西。",
        say=(OwnLine(zh="我要一碗面。", en="A bowl of noodles, please."),),
    ).model_dump_json(),
    "approved",
    "acc_recorded",
    NOW,
    NOW,
)
LINK_FIELDS = LinkFields(url="https://school.example/unit-3", title="Unit 3", level=2, skill="listening", minutes=12)
TEACHERS_LINK = ResourceLink("recorded", "org_0001", LINK_FIELDS.model_dump_json(), "acc_recorded", NOW)

Exchange = dict[str, Any]


def recorded_service(story: str) -> Service:
    """A service on which the same requests give the same answers, every time and everywhere."""
    service = make_service(
        tables=grammar_tables() if story in (grammar_text.__name__, evaluate_essay.__name__) else None
    )
    permissions: frozenset[Permission] = frozenset(["questions", "evaluation"])
    key = ApiKey("key_recorded", "org_0001", "wl_00000000", secret_sha256(API_KEY), permissions, NOW)
    service.store.add_key(key)
    if story == resource.__name__:
        service.store.put_own_lesson(OWN_LESSON)
        service.store.add_link(TEACHERS_LINK)
    if story == peers.__name__:
        _let_two_learn(service)
    if story == request_quota.__name__:
        service.store.set_plan("org_0001", tier="free", monthly_limit=0, overage=False)
    return service


def _let_two_learn(service: Service) -> None:
    """Two students with answers on the same forty points, of whom the second has opted in to be matched."""
    at, caller = NOW - timedelta(hours=1), Caller("org_0001", frozenset(PERMISSIONS))
    for student_id, right in (("s1", 20), ("s2", 24)):
        service.store.append_evidence(
            "org_0001",
            [
                Evidence(
                    student_id,
                    "answer",
                    "point",
                    row.id,
                    float(place < right),
                    1.0,
                    "ev_0#0",
                    at,
                    f"{student_id}:{row.id}",
                )
                for place, row in enumerate(service.core.tables.points.rows[:40])
            ],
            at=at,
        )
        service.core.knowledge.opt_in(student_id, caller, on=student_id == "s2")


def exchange(service: Service, request: Exchange) -> Exchange:
    """A request with the answer that the service gives to it; `<token>` stands for the School's token."""
    headers = {name: value.replace("<token>", service.token) for name, value in request["headers"].items()}
    content = _parts(request["parts"]) if "parts" in request else {"json": request.get("body")}
    response = service.client.request(request["method"], request["path"], headers=headers, **content)
    compared_headers = {name: response.headers[name] for name in HEADERS if name in response.headers}
    return {"status": response.status_code, "headers": compared_headers, "body": response.json()}


def _parts(parts: dict[str, Any]) -> dict[str, Any]:
    """Parts of a form: a text as such, a file as {name, base64}."""
    files = {name: (part["name"], b64decode(part["base64"])) for name, part in parts.items() if isinstance(part, dict)}
    return {"data": {name: part for name, part in parts.items() if isinstance(part, str)}, "files": files}


class Recorder:
    """Calls that are kept."""

    def __init__(self, story: str) -> None:
        self.service = recorded_service(story)
        self.exchanges: list[Exchange] = []

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: bool = True,
        parts: dict[str, Any] | None = None,
        **headers: str,
    ) -> Any:
        """Call, keep, and give the answer's `data`. `parts`: of a form, in place of a JSON body."""
        sent_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        request: Exchange = {"method": method, "path": path, "headers": {**sent_headers, "X-Request-Id": "example"}}
        if token:
            request["headers"]["Authorization"] = "Bearer <token>"
        if body is not None:
            request["body"] = body
        if parts is not None:
            request["parts"] = parts
        response = exchange(self.service, request)
        self.exchanges.append({"request": request, "response": response})
        return response["body"].get("data")


def token(recorder: Recorder) -> None:
    """A key for a token; a wrong one; none."""
    for body in ({"api_key": API_KEY}, {"api_key": "wl_00000000_wrong"}, {}):
        recorder.call("POST", TOKEN, body, token=False)


def generate_questions(recorder: Recorder) -> None:
    """Every type, a shortage, another language, and refusals."""
    for kind, topic in (
        ("multiple_choice", "grammar"), ("multiple_choice", "listening"), ("fill_blank", "vocabulary"),
        ("matching", "reading"), ("ordering", "grammar"),
    ):  # fmt: skip
        recorder.call(
            "POST",
            GENERATE,
            {"level": "beginner", "type": kind, "topic": topic, "count": 2, "seed": 7},
            Accept_Language="en",
        )
    asked = {
        "level": "beginner",
        "type": "multiple_choice",
        "count": 1,
        "seed": 7,
        "tags": ["family"],
        "student_id": "s1",
    }
    recorder.call("POST", GENERATE, asked, Accept_Language="zh")
    recorder.call("POST", GENERATE, {"level": "advanced", "type": "matching", "count": 5, "seed": 7})
    recorder.call("POST", GENERATE, {"level": "expert", "type": "matching", "colour": "red"})
    recorder.call("POST", GENERATE, {"level": "beginner"})
    recorder.call("POST", GENERATE, asked, token=False)


def _answers(recorder: Recorder) -> list[dict[str, Any]]:
    """One question of each type: right, half right, wrong, and left empty."""
    found = [
        recorder.call("POST", GENERATE, {"level": "beginner", "type": kind, "topic": topic, "count": 1, "seed": 3})[
            "questions"
        ][0]
        for kind, topic in (
            ("multiple_choice", "grammar"), ("ordering", "grammar"), ("fill_blank", "vocabulary"), ("matching", "reading"),
        )
    ]  # fmt: skip
    given = [found[0]["correct_answer"], found[1]["correct_answer"].split(",")[::-1], "错", ""]
    return [
        {"question_id": question["id"], "answer": answer, "time_spent": 10 + place}
        for place, (question, answer) in enumerate(zip(found, given, strict=True))
    ]


def submit_evaluation(recorder: Recorder) -> None:
    """Answers of all kinds; the same session again, and changed; an idempotency key used twice; refusals."""
    answers = _answers(recorder)
    body = {"student_id": "s1", "answers": answers, "session_id": "lesson-1"}
    for language in ("zh", "en"):
        recorder.call("POST", SUBMIT, body, Accept_Language=language)
    recorder.call("POST", SUBMIT, {**body, "answers": answers[:1]})
    once = {"student_id": "s2", "answers": answers[:2]}
    for _ in range(2):
        recorder.call("POST", SUBMIT, once, Accept_Language="en", Idempotency_Key="once")
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": [*answers[:2], {**answers[2], "time_spent": -1}]})
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": [{"question_id": "q_none", "answer": "A"}]})
    recorder.call("POST", SUBMIT, {"student_id": "s1"})


def evaluation(recorder: Recorder) -> None:
    """A stored result read back; one that does not exist. Essays and readings are read back in their own stories."""
    made = recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)}, Accept_Language="en")
    recorder.call("GET", EVALUATION.format(made["evaluation_id"]), Accept_Language="zh")
    recorder.call("GET", EVALUATION.format("ev_none"))


def question(recorder: Recorder) -> None:
    """What a plan names: a question of each type, a sentence to read aloud, a title in both languages; what is not there, and without a token."""
    for asked in _answers(recorder):
        recorder.call("GET", QUESTION.format(asked["question_id"]), Accept_Language="en")
    sentences = recorder.service.core.plan.spoken_sentences.by_id
    title = recorder.service.core.tables.essay_titles[0]
    recorder.call("GET", QUESTION.format(next(iter(sentences))))
    for language in ("zh", "en"):
        recorder.call("GET", QUESTION.format(f"essay_{title.id}"), Accept_Language=language)
    for unknown in ("q_none", "say_none", "essay_none"):
        recorder.call("GET", QUESTION.format(unknown), Accept_Language="zh")
    recorder.call("GET", QUESTION.format("q_none"), token=False)
    recorder.call("GET", QUESTION.format("q_none") + "?seed=1")


def resource(recorder: Recorder) -> None:
    """Something to hear in both languages, a lesson, a teacher's link; what is not there; a parameter that does not exist."""
    heard = recorder.service.core.plan.resources.all[0]
    for language in ("en", "zh"):
        recorder.call("GET", RESOURCE.format(heard.resource_id), Accept_Language=language)
    recorder.call("GET", RESOURCE.format(OWN_LESSON.lesson_id), Accept_Language="zh")
    recorder.call("GET", RESOURCE.format(f"link_{TEACHERS_LINK.link_id}"), Accept_Language="en")
    for unknown in ("lesson_none", "link_none", "set_none"):
        recorder.call("GET", RESOURCE.format(unknown), Accept_Language="en")
    recorder.call("GET", RESOURCE.format(heard.resource_id) + "?slides=0")


def request_quota(recorder: Recorder) -> None:
    """More calls this month, under an idempotency key; another plan; all of it past the quota; refusals; one too many."""
    more = {"kind": "temporary", "calls": 500, "reason": "两个新的班级从这个月开始上课。"}
    for _ in range(2):
        recorder.call("POST", QUOTA_REQUESTS, more, Idempotency_Key="once")
    recorder.call("POST", QUOTA_REQUESTS, {"kind": "upgrade", "tier": "professional", "reason": "A larger school."})
    recorder.call("GET", QUESTION.format(f"essay_{recorder.service.core.tables.essay_titles[0].id}"))
    recorder.call("POST", QUOTA_REQUESTS, {"kind": "upgrade", "reason": "Our quota is used up."})
    recorder.call("POST", QUOTA_REQUESTS, {"kind": "more", "calls": 0, "reason": ""})
    recorder.call("POST", QUOTA_REQUESTS, {"kind": "temporary"})
    recorder.call("POST", QUOTA_REQUESTS, more, token=False)
    for _ in range(18):
        recorder.call("POST", QUOTA_REQUESTS, more, Accept_Language="zh")


def learning_report(recorder: Recorder) -> None:
    """The last 30 days, a month with answers, one without; an unknown student; a month of another form."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    for query in ("", "?month=2026-11", "?month=2026-10", "?month=november"):
        recorder.call("GET", REPORT.format("s1") + query, Accept_Language="en")
    recorder.call("GET", REPORT.format("nobody"))


BEHAVIOURS: list[dict[str, Any]] = [
    {"indicator": leaf, "kind": kind, "value": value, "occurred_at": "2026-11-23T09:00:00+08:00"}
    for leaf, kind, value in (
        ("D03", "percentage", 82), ("D01", "level", 4), ("D08", "duration", 45), ("D13", "switch", 1), ("D10", "count", 2),
    )
]  # fmt: skip
"""One of each kind, on the day before."""


PEER_SWITCH_ON: dict[str, Any] = {
    "indicator": "D82", "kind": "switch", "value": 1, "occurred_at": "2026-11-23T09:00:00+08:00",
}  # fmt: skip
"""The switch of study peers, on the day before."""


def knowledge_map(recorder: Recorder) -> None:
    """Before and after an update, for both subjects; an unknown student; an unknown subject."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    recorder.call("GET", KNOWLEDGE_MAP.format("s1"), Accept_Language="en")
    recorder.call("POST", UPDATE_MAP, {"student_id": "s1", "date": "2026-11-24"})
    recorder.call("GET", KNOWLEDGE_MAP.format("s1") + "?subject=ykk", Accept_Language="zh")
    recorder.call("GET", KNOWLEDGE_MAP.format("nobody"))
    recorder.call("GET", KNOWLEDGE_MAP.format("s1") + "?subject=toefl")


def update_knowledge_map(recorder: Recorder) -> None:
    """Nothing yet for yesterday; one student up to today, twice; under an idempotency key; refusals."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    recorder.call("POST", UPDATE_MAP, {})
    for _ in range(2):
        recorder.call("POST", UPDATE_MAP, {"student_id": "s1", "date": "2026-11-24"})
    recorder.call("POST", SUBMIT, {"student_id": "s2", "answers": _answers(recorder)[:2]})
    for _ in range(2):
        body = {"student_id": "s2", "date": "2026-11-24"}
        recorder.call("POST", UPDATE_MAP, body, Idempotency_Key="once")
    recorder.call("POST", UPDATE_MAP, {"student_id": "nobody"})
    recorder.call("POST", UPDATE_MAP, {"date": "2026-13-01"})
    recorder.call("POST", UPDATE_MAP, {"date": "2027-01-01"})
    recorder.call("POST", UPDATE_MAP, {"students": ["s1"]})


def learning_path(recorder: Recorder) -> None:
    """To the next level, to a level asked for; an unknown student; a level that does not exist."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    recorder.call("POST", UPDATE_MAP, {"student_id": "s1", "date": "2026-11-24"})
    for query in ("", "?target_level=level_1&subject=ykk", "?target_level=level_8"):
        recorder.call("GET", LEARNING_PATH.format("s1") + query)
    recorder.call("GET", LEARNING_PATH.format("nobody"))


def peers(recorder: Recorder) -> None:
    """Of one who has not opted in, and then does; an unknown student; a limit past the largest."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    recorder.call("POST", UPDATE_MAP, {"date": "2026-11-24"})
    recorder.call("GET", PEERS.format("s1"))
    recorder.call("POST", UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": [PEER_SWITCH_ON]})
    recorder.call("GET", PEERS.format("s1"), Accept_Language="en")
    recorder.call("GET", PEERS.format("nobody"))
    recorder.call("GET", PEERS.format("s1") + "?limit=51")


FIRST: dict[str, Any] = {
    "student_id": "s1",
    "questionnaire": {
        "learning_goals": ["通过 HSK 四级", "和中国朋友聊天"], "native_language": "English", "learning_duration": "6-12 months",
    },
    "test_results": {"listen_ability": 62.5, "speak_ability": 48, "read_ability": 71, "write_ability": 30.5},
}  # fmt: skip


def first_portrait(recorder: Recorder) -> None:
    """A first portrait, under an idempotency key; refusals."""
    for _ in range(2):
        recorder.call("POST", FIRST_PORTRAIT, FIRST, Idempotency_Key="once")
    recorder.call("POST", FIRST_PORTRAIT, {**FIRST, "test_results": {"listen_ability": 101}})
    recorder.call("POST", FIRST_PORTRAIT, {"student_id": "s1"})


def update_portrait(recorder: Recorder) -> None:
    """Behaviours of the five kinds; the same again; a wrong kind; a day that lies ahead."""
    for _ in range(2):
        recorder.call("POST", UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": BEHAVIOURS})
    wrong = {**BEHAVIOURS[0], "kind": "switch"}
    ahead = {**BEHAVIOURS[1], "occurred_at": "2026-12-24T00:00:00Z"}
    recorder.call("POST", UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": [BEHAVIOURS[2], wrong, ahead]})


def portrait(recorder: Recorder) -> None:
    """Of answers alone; an unknown student."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    recorder.call("POST", UPDATE_PORTRAIT, {"student_id": "s1"})
    recorder.call("GET", PORTRAIT.format("s1"), Accept_Language="en")
    recorder.call("GET", PORTRAIT.format("nobody"))


def daily_recommendation(recorder: Recorder) -> None:
    """Of today, twice; one slot; a weekday and a weekend to come; a day past; an unknown student; a slot that does not exist."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    recorder.call("POST", UPDATE_MAP, {"student_id": "s1", "date": "2026-11-24"})
    for query in ("", "", "?time_slot=evening", "?date=2026-11-25", "?date=2026-11-28", "?date=2026-11-20"):
        recorder.call("GET", DAILY.format("s1") + query, Accept_Language="en" if query else "zh")
    recorder.call("GET", DAILY.format("nobody"))
    recorder.call("GET", DAILY.format("s1") + "?time_slot=weekend")
    recorder.call("GET", DAILY.format("s1") + "?date=2026-02-30")


def update_schedule(recorder: Recorder) -> None:
    """To the first free place, to a time, under an idempotency key; over something else, outside the slot, the wrong way round, an
    unknown item, an unknown student, a day past."""
    recorder.call("POST", SUBMIT, {"student_id": "s1", "answers": _answers(recorder)})
    plan = recorder.call("GET", DAILY.format("s1"), Accept_Language="en")
    first, *_, last = plan["recommendations"]
    move = {"student_id": "s1", "resource_id": first["resource_id"], "new_time_slot": "noon"}
    recorder.call("POST", SCHEDULE, move, Accept_Language="en")
    for _ in range(2):
        timed = {**move, "new_start_time": "14:00", "new_end_time": "14:20"}
        recorder.call("POST", SCHEDULE, timed, Accept_Language="zh", Idempotency_Key="once")
    there = {"new_time_slot": last["time_slot"], "new_start_time": last["start_time"], "new_end_time": last["end_time"]}
    recorder.call("POST", SCHEDULE, {**move, **there})
    recorder.call("POST", SCHEDULE, {**move, "new_start_time": "14:20", "new_end_time": "14:40"})
    recorder.call("POST", SCHEDULE, {**move, "new_start_time": "14:00", "new_end_time": "13:00"})
    recorder.call("POST", SCHEDULE, {**move, "resource_id": "set_unknown"})
    recorder.call("POST", SCHEDULE, {**move, "student_id": "nobody"})
    recorder.call("POST", SCHEDULE, {**move, "date": "2026-11-23"}, Accept_Language="en")
    recorder.call("POST", SCHEDULE, {**move, "new_time_slot": "dawn", "new_start_time": "24:00"})


def evaluate_essay(recorder: Recorder) -> None:
    """An essay with an error of each kind, in both languages; a stricter reader; a draft, under an idempotency key; one sentence over and over;
    too short, no Chinese, too long, a level that does not exist; without a token; the first one read back."""
    essay = "昨天我很高心,因为我要见面他。\r\n他家有一本猫😀，我每天天天都想[它]。"
    body = {"student_id": "s1", "essay_title": "我的朋友", "essay_content": essay, "hsk_level": "2"}
    for language in ("zh", "en"):
        recorder.call("POST", ESSAY, body, Accept_Language=language)
    recorder.call("POST", ESSAY, {**body, "strictness": "gentle", "framework": "RACAPE"}, Accept_Language="zh")
    draft = {**body, "essay_content": essay.replace("高心", "高兴")}
    for _ in range(2):
        recorder.call("POST", ESSAY, draft, Accept_Language="en", Idempotency_Key="once")
    recorder.call("POST", ESSAY, {"student_id": "s1", "essay_content": "我很喜欢我的家。" * 10}, Accept_Language="zh")
    for content in ("你好吗？", "Hello, teacher!", "我" * 5_001):
        recorder.call("POST", ESSAY, {"student_id": "s1", "essay_content": content}, Accept_Language="zh")
    recorder.call("POST", ESSAY, {**body, "hsk_level": "7", "framework": "RACE"})
    recorder.call("POST", ESSAY, {"student_id": "s1"})
    recorder.call("POST", ESSAY, body, token=False)
    recorder.call("GET", EVALUATION.format(recorder.exchanges[0]["response"]["body"]["data"]["evaluation_id"]))
    recorder.call("GET", EVALUATION.format("ess_none"))


def grammar_text(recorder: Recorder) -> None:
    """Without a credential: a text, one in traditional characters, one without Chinese, refusals; with a token, a right and a wrong one."""
    for text in ("因为下雨，所以他没去学校。他把作业做完了。", "今天會比昨天熱嗎？", "Hello, 123!", ""):
        recorder.call("POST", GRAMMAR_TEXT, {"txt": text}, token=False)
    recorder.call("POST", GRAMMAR_TEXT, {}, token=False)
    recorder.call("POST", GRAMMAR_TEXT, {"txt": "你好吗？", "text": "你好吗？"}, token=False, Accept_Language="zh")
    recorder.call("POST", GRAMMAR_TEXT, {"txt": "你好吗？"})
    recorder.call("POST", GRAMMAR_TEXT, {"txt": "你好吗？"}, token=False, Authorization="Bearer wrong")
    recorder.call("GET", GRAMMAR_TEXT, token=False)


def uploadfile(recorder: Recorder) -> None:
    """For nobody; for a student, under an idempotency key; refusals; the student's read back. The reports are prepared ones: what models hear is no part of
    the contract."""
    sound = {"name": "朗读.wav", "base64": b64encode(RAW).decode()}
    parts = {"file": sound, "text": "你好，老师！"}
    recorder.call("POST", UPLOAD, parts=parts, token=False)
    for _ in range(2):
        recorder.call("POST", UPLOAD, parts={**parts, "student_id": "s1"}, Idempotency_Key="once")
    recorder.call("POST", UPLOAD, parts={**parts, "student_id": "s1"}, token=False, Accept_Language="zh")
    recorder.call("POST", UPLOAD, parts={"file": sound}, token=False)
    recorder.call("POST", UPLOAD, parts={**parts, "text": "Hello"}, token=False)
    recorder.call("POST", UPLOAD, parts={**parts, "file": {"name": "x.wav", "base64": ""}}, token=False)
    recorder.call("POST", UPLOAD, {"text": "你好"}, token=False)
    recorder.call("GET", UPLOAD, token=False)
    recorder.call("GET", EVALUATION.format(recorder.exchanges[1]["response"]["body"]["evaluation_id"]))
    recorder.call("GET", EVALUATION.format("spe_none"))


STORIES: dict[str, Callable[[Recorder], None]] = {
    story.__name__: story
    for story in (
        token,
        generate_questions,
        submit_evaluation,
        evaluation,
        question,
        learning_report,
        knowledge_map,
        update_knowledge_map,
        learning_path,
        peers,
        first_portrait,
        update_portrait,
        portrait,
        daily_recommendation,
        update_schedule,
        resource,
        evaluate_essay,
        request_quota,
        grammar_text,
        uploadfile,
    )
}
"""By operationId."""


def record(name: str) -> list[Exchange]:
    """The exchanges of a story."""
    recorder = Recorder(name)
    STORIES[name](recorder)
    return recorder.exchanges


if __name__ == "__main__":
    for name in sys.argv[1:] or STORIES:
        text = json.dumps(record(name), ensure_ascii=False, indent=2)
        (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
    write_examples(FOLDER)
