"""The server that is attacked: three schools in a SQLite file, `wenlu serve` on one port, everything loaded before the first attack."""

from __future__ import annotations

import io
import math
import os
import struct
import subprocess
import sys
import tempfile
import wave
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path

from benchmarks.attack.browsing import CHROMIUM, browsing
from benchmarks.attack.trying import Answer, Target
from benchmarks.service import servers
from core.access.wire import TokenRequest
from core.api.core import Core
from core.essays.wire import LONGEST_ESSAY
from core.records.access import PERMISSIONS, Account, Organisation, Permission, Role
from core.records.students import Student
from core.settings import Settings
from core.wiring import build_core, migrate
from evaluation.service.nearly_right.addresses import PAGES
from evaluation.service.open_page import open_page
from evaluation.service.two_classes import PEOPLE as IN_CLASSES
from evaluation.service.two_classes import make_classes

SCHOOL, OTHER_SCHOOL, THIRD_SCHOOL = "First school", "Second school", "Third school"
PASSWORD = "correct horse 7"
PEOPLE: tuple[tuple[str, str, Role], ...] = (
    ("student", SCHOOL, "student"),
    ("classmate", SCHOOL, "student"),
    ("teacher", SCHOOL, "teacher"),
    ("admin", SCHOOL, "admin"),
    *((name, SCHOOL, role) for name, role in IN_CLASSES),
    ("other-student", OTHER_SCHOOL, "student"),
    ("other-teacher", OTHER_SCHOOL, "teacher"),
    ("other-admin", OTHER_SCHOOL, "admin"),
    ("third-student", THIRD_SCHOOL, "student"),
    ("third-teacher", THIRD_SCHOOL, "teacher"),
    ("third-admin", THIRD_SCHOOL, "admin"),
)
FAST = {
    "WENLU_DEMO": "0",
    "WENLU_SCHEDULER": "0",
    "WENLU_RATE_PER_SECOND": "100000",
    "WENLU_RATE_BURST": "100000",
    "WENLU_RECORDINGS": "",
    "WENLU_TOKEN_LIFETIME_SECONDS": "7200",
}
"""The rate by key is not what is tried here, and would stop the attacks that are; the rate by address stays as it is."""
ESSAY = "我叫大卫，我是美国人。我来中国学习汉语已经一年了。我觉得汉语很有意思，可是汉字有一点儿难。每天我都写汉字。"


@contextmanager
def stage(environment: Mapping[str, str] | None = None) -> Iterator[Target]:
    """A running server, ended on leaving. Everything that loads late has been asked for once."""
    with tempfile.TemporaryDirectory(prefix="wenlu-attack-") as name:
        folder = Path(name)
        url = f"sqlite:///{folder / 'wenlu.db'}"
        tokens, cookies = _peopled(url)
        port = servers.free_port()
        server_environment = {**os.environ, **FAST, "WENLU_DATABASE_URL": url, **(environment or {})}
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "core.cli", "serve", "--port", str(port)],
                cwd=servers.ROOT,
                env=server_environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            try:
                servers.wait_until_it_answers(port, process)
                token, other_token = tokens[SCHOOL]["all"], tokens[OTHER_SCHOOL]["all"]
                target = Target(port, process.pid, folder, token, other_token, cookies, tokens)
                _warm(target)
                yield target
            finally:
                servers.stop(process)


def _peopled(url: str) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Access tokens of the schools, and sign-in secrets of their people."""
    settings = Settings(database_url=url, demo=False, token_lifetime_seconds=7_200)
    migrate(settings)
    core = build_core(settings)
    schools = {name: core.access.organisation(name, tier="enterprise") for name in (SCHOOL, OTHER_SCHOOL, THIRD_SCHOOL)}
    cookies, account_ids = {}, {}
    for username, school, role in PEOPLE:
        account = core.access.new_account(schools[school], role, username=username, password=PASSWORD)
        if account.student_id is not None:
            core.store.put_student(_student(account))
        cookies[username] = core.access.open_signin(account)
        account_ids[username] = account.account_id
    make_classes(core, schools[SCHOOL].organisation_id, account_ids)
    tokens = {name: _tokens(core, organisation) for name, organisation in schools.items()}
    core.store.close()
    return tokens, cookies


def _tokens(core: Core, organisation: Organisation) -> dict[str, str]:
    """A token of a key with all permissions, and one of a key with each alone."""
    permitted: dict[str, frozenset[Permission]] = {"all": frozenset(PERMISSIONS)}
    permitted.update((each, frozenset({each})) for each in PERMISSIONS)
    keys = {name: core.access.new_key(organisation, permissions) for name, permissions in permitted.items()}
    return {
        name: core.access.token(TokenRequest(api_key=key), address="stage").access_token for name, key in keys.items()
    }


def _student(account: Account) -> Student:
    assert account.student_id is not None
    return Student(account.organisation_id, account.student_id, account.display_name, None, account.created_at)


def _warm(target: Target) -> None:
    """Everything costly, at the greatest length of the contract and two at once, and every page: memory that grows afterwards was left
    behind by the attacks, and not by a model that was loaded or a buffer that reached its size."""
    servers.wait_until_idle(target.pid)
    generate = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 5}
    target.call("POST", "/v1/classroom/questions/generate", generate, token=target.token)
    for length, seconds in ((len(ESSAY), 3.0), (LONGEST_ESSAY, 115.0)):
        long = ESSAY * (length // len(ESSAY))
        essay = {"student_id": "student", "essay_content": long, "hsk_level": "3"}
        calls: list[Callable[[], object]] = [
            partial(target.call, "POST", "/v1/essay/evaluate", essay, token=target.token),
            partial(target.call, "POST", "/grammar/grammar_text", {"txt": long * 4}, token=target.token),
            partial(upload, target, sound(seconds), "我把书放在桌子上了。", token=target.token),
        ]
        with ThreadPoolExecutor(2) as executor:
            for future in [executor.submit(call) for call in calls for _ in range(2)]:
                future.result()
    _open_pages(target)
    servers.wait_until_idle(target.pid)


def _open_pages(target: Target) -> None:
    """Each page once, as everybody who may: in Chromium, and where there is none over the pages' websocket, as the areas do."""
    if CHROMIUM is None:
        for username, page in product(("student", "teacher", "admin"), PAGES):
            with open_page(target.port, target.cookies[username]) as opened:
                opened.ask(page)
        return
    from evaluation.service.looking import settled

    for username in ("student", "teacher", "admin"):
        with browsing(target, username) as (page, _):
            page.goto(f"http://127.0.0.1:{target.port}/")
            settled(page)
            links = page.get_by_test_id("stSidebarNavLink").evaluate_all("links => links.map(link => link.href)")
            for link in links:
                page.goto(link)
                settled(page)


def sound(seconds: float, *, rate: int = 16_000) -> bytes:
    """A WAV of a voice-like tone: 16 bits, one channel."""
    frames = (
        struct.pack("<h", int(9_000 * math.sin(2 * math.pi * 180 * n / rate) * (1 + math.sin(2 * math.pi * 3 * n / rate)) / 2))
        for n in range(int(seconds * rate))
    )  # fmt: skip
    out = io.BytesIO()
    with wave.open(out, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(rate)
        written.writeframes(b"".join(frames))
    return out.getvalue()


def upload(
    target: Target,
    file: bytes,
    text: str,
    *,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    **parts: str,
) -> Answer:
    """POST /speech/uploadfile with a file, the text, and further parts."""
    mark = "wenlu-attack-boundary"
    texts = {"text": text, **parts}
    body = b"".join(
        f'--{mark}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in texts.items()
    )
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="reading.wav"\r\n\r\n'.encode()
    sent_headers = {**(headers or {}), "Content-Type": f"multipart/form-data; boundary={mark}"}
    whole = body + head + file + f"\r\n--{mark}--\r\n".encode()
    return target.call("POST", "/speech/uploadfile", whole, token=token, headers=sent_headers)
