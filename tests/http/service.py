"""The served application over a small fixed item bank, in memory, on a stopped clock, with identifiers that count."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from core.access.wire import TokenRequest
from core.api.core import Core
from core.ports.system import Clock
from core.records.access import PERMISSIONS, Organisation, Permission, Tier
from core.settings import Settings
from core.speech.ports import SpeechEvaluator
from core.store.database.migrate import upgrade_in_memory
from core.store.sql import SqlStore
from core.tables import DATA, Tables
from core.web.frame import OpenAddress, create_server
from core.wiring import build_core
from evaluation.essays.fakes import ListedErrors
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.speech.made_reports import FakeEvaluator

IN_MEMORY = "sqlite://"
ROOMY = Settings(memory_mb=1_000_000)
"""A process of tests holds many services."""

FIXED = Path(__file__).parent / "tables"
"""A dozen sentences, two passages, two dialogues, sixty words, a predictor: what the tests see does not move with the content."""
FIXED_GRAMMAR = Path(__file__).parent / "grammar_tables"
MODELS = "models"
SECRET = "signs the tokens of tests and of the recorded examples"
MAX_BODY_BYTES = 20_000
MAX_RECORDING_BYTES = 40_000
NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)

GENERATE = "/v1/classroom/questions/generate"
SUBMIT = "/v1/classroom/evaluation/submit"
EVALUATION = "/v1/classroom/evaluation/{}"
REPORT = "/v1/classroom/evaluation/report/{}"
TOKEN = "/v1/auth/token"
KNOWLEDGE_MAP = "/v1/knowledge-map/{}"
UPDATE_MAP = "/v1/knowledge-map/update"
LEARNING_PATH = "/v1/knowledge-map/{}/path"
PEERS = "/v1/knowledge-map/{}/peers"
FIRST_PORTRAIT = "/v1/portrait/first"
UPDATE_PORTRAIT = "/v1/portrait/update"
PORTRAIT = "/v1/portrait/{}"
DAILY = "/v1/recommendation/daily/{}"
SCHEDULE = "/v1/recommendation/schedule"
QUESTION = "/v1/classroom/questions/{}"
RESOURCE = "/v1/recommendation/resources/{}"
QUOTA_REQUESTS = "/v1/quota/requests"
GRAMMAR_TEXT = "/grammar/grammar_text"
UPLOAD = "/speech/uploadfile"
ESSAY = "/v1/essay/evaluate"
CORRECTOR = ListedErrors(
    {
        "高心": ("高兴", "B"),
        "见面他": ("跟他见面", "S"),
        "一本猫": ("一只猫", "W"),
        ",": ("，", "P"),
        "天天天": ("天天", "D"),
        "想学汉。": ("想学汉语。", "L"),
    },
    points={"一本猫": "【一17】", "见面他": "【一34】"},
)
"""The corrector of essays in these tests: what the shipped ones find is not part of the contract."""


@cache
def fixed_tables() -> Tables:
    """The fixed tables, with the product's own beside them where nothing is fixed."""
    return _over_shipped_tables(_files(FIXED))


@cache
def grammar_tables() -> Tables:
    """The product's tables with a few grammar rules that stay as they are."""
    return _over_shipped_tables(_files(FIXED_GRAMMAR))


def _over_shipped_tables(fixed: Mapping[str, Path]) -> Tables:
    return Tables(_folder_of({**_files(DATA), **fixed}))


def _folder_of(files: Mapping[str, Path]) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="wenlu-tables-"))
    atexit.register(shutil.rmtree, folder)
    (folder / MODELS).mkdir()
    for name, path in files.items():
        (folder / name).symlink_to(path)
    return folder


def _files(folder: Path) -> dict[str, Path]:
    """What lies in a folder of tables, each model by itself."""
    paths = [*folder.iterdir(), *(folder / MODELS).glob("*")]
    return {path.relative_to(folder).as_posix(): path for path in paths if path.name != MODELS}


@dataclass
class Service:
    """A core, the application over it, and short ways to call."""

    core: Core
    clock: StoppedClock
    client: TestClient
    token: str = ""

    @property
    def store(self) -> SqlStore:
        """The store behind the application."""
        assert isinstance(self.core.store, SqlStore)
        return self.core.store

    def organisation(self, name: str = "School", tier: Tier = "free") -> Organisation:
        """The organisation of that name."""
        return self.core.access.organisation(name, tier=tier)

    def new_token(self, name: str = "School", permissions: Sequence[Permission] = PERMISSIONS) -> str:
        """A token of a new key of the organisation."""
        key = self.core.access.new_key(self.organisation(name), frozenset(permissions))
        return self.core.access.token(TokenRequest(api_key=key)).access_token

    def call(self, method: str, path: str, *, token: str | None = None, **options: Any) -> Response:
        """A call with the School's token, or another; with '' none."""
        token = self.token if token is None else token
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **options.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **options)

    def post(self, path: str, body: Any, **options: Any) -> Response:
        """POST a JSON body."""
        return self.call("POST", path, json=body, **options)

    def get(self, path: str, **options: Any) -> Response:
        """GET."""
        return self.call("GET", path, **options)

    def questions(self, **parameters: Any) -> list[dict[str, Any]]:
        """Generated questions: multiple choice at level beginner unless told otherwise."""
        body = {"level": "beginner", "type": "multiple_choice", "seed": 1, **parameters}
        response = self.post(GENERATE, body)
        assert response.status_code == 200, response.text
        questions: list[dict[str, Any]] = response.json()["data"]["questions"]
        return questions

    def submit(self, student_id: str = "s1", *, right: int = 1, wrong: int = 0, **body: Any) -> Response:
        """Submit answers to grammar questions."""
        questions = self.questions(topic="grammar", count=right + wrong)
        answers = [
            {
                "question_id": question["id"],
                "answer": question["correct_answer"] if index < right else "?",
                "time_spent": 5,
            }
            for index, question in enumerate(questions)
        ]
        return self.post(SUBMIT, {"student_id": student_id, "answers": answers, **body})


def make_service(
    *,
    rate_per_second: float = 1e6,
    rate_burst: int = 10**6,
    open_rate_per_second: float = 1e6,
    open_rate_burst: int = 10**6,
    open_addresses: bool = True,
    max_body_bytes: int = MAX_BODY_BYTES,
    tables: Tables | None = None,
    recordings: str = "",
    open_speech: bool = True,
    keep_recordings: bool = False,
    max_recording_bytes: int = MAX_RECORDING_BYTES,
    alone: OpenAddress | None = None,
    evaluator: SpeechEvaluator | None = None,
    database: str = IN_MEMORY,
    allowed_origins: str = "",
) -> Service:
    """A service with the organisation School on the tier free and a token of it, over the fixed tables or others.

    `database`: the address of one that has all tables and no rows; by default one in memory is made.
    """
    clock = StoppedClock(NOW)
    settings = Settings(
        database,
        SECRET,
        rate_per_second=rate_per_second,
        rate_burst=rate_burst,
        open_rate_per_second=open_rate_per_second,
        open_rate_burst=open_rate_burst,
        open_addresses=open_addresses,
        recordings=recordings,
        open_speech=open_speech,
        keep_recordings=keep_recordings,
    )
    core = _core(clock, settings, tables or fixed_tables(), evaluator or FakeEvaluator())
    server = create_server(
        core,
        max_body_bytes=max_body_bytes,
        max_recording_bytes=max_recording_bytes,
        alone=alone,
        settings=replace(ROOMY, allowed_origins=allowed_origins),
    )
    client = TestClient(server, raise_server_exceptions=False)
    service = Service(core, clock, client)
    service.token = service.new_token()
    return service


def _core(clock: Clock, settings: Settings, tables: Tables, evaluator: SpeechEvaluator) -> Core:
    core = build_core(
        settings,
        clock=clock,
        identifiers=CountingIdentifiers(),
        tables=tables,
        evaluator=evaluator,
        correctors=(CORRECTOR,),
    )
    assert isinstance(core.store, SqlStore)
    if settings.database_url == IN_MEMORY:
        upgrade_in_memory(core.store.engine)
    return core


def error_of(response: Response, status: int, error_code: int | None = None) -> Mapping[str, Any]:
    """The error body of a response, checked against the contract's shape."""
    body: dict[str, Any] = response.json()
    assert response.status_code == body["code"] == status, response.text
    assert body.get("error_code") == error_code, response.text
    assert isinstance(body["message"], str)
    assert body["message"]
    assert all(set(item) == {"field", "message"} for item in body["errors"])
    assert set(body) <= {"code", "message", "errors", "error_code", "remedy", "request_id"}
    assert body["request_id"] == response.headers["X-Request-Id"]
    assert response.headers["Content-Type"] == "application/json"
    return body


def fields_of(response: Response) -> list[str]:
    """The fields that an error names."""
    return [item["field"] for item in response.json()["errors"]]
