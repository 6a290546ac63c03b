"""A real Chromium against a real server on a fresh database. Skipped where there is no Chromium, except in CI.

A worker starts one Chromium and at most one server of each kind; every test has a context of its own. Test files run one after
another in a worker (`conftest.py` of the project puts those of the browser together).
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, expect, sync_playwright

from core.settings import Settings
from core.wiring import migrate
from evaluation.speech.reports import wav

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
ENVIRONMENT = {**os.environ, "WENLU_DEMO_CLASS": "0", "WENLU_RECORDINGS": "", "WENLU_SCHEDULER": "0"}
"""The demo people without a simulated past: these journeys begin at the beginning. No audio pack of this machine, and no second
process for the nightly work, which no page waits for."""
PATIENCE_MS = 60_000
"""Passed only by what never comes: two browsers and two servers on two processors take their time."""
VOICE_SECONDS = 4.0
LOG_SHOWN, TEXT_SHOWN = 3_000, 2_000
"""Characters of a server's log and of a page that a failing test prints."""
DEMO_PEOPLE = {
    "Enter as a student": "student",
    "Enter as a teacher": "teacher",
    "Enter as an administrator": "admin",
}
"""Buttons at the gate, and the demo accounts that they sign in."""

RECORD_REFUSED = """window.refused = [];
document.addEventListener("securitypolicyviolation", e => window.refused.push(
    `${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber} ${e.sample}`));"""
"""A script for a page: what its policy refuses is noted in `window.refused`."""

Enter = Callable[[str, str], Page]

server_logs: list[Path] = []
"""What the servers that run now have written."""

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """The system's Chromium, whose microphone plays a file; playwright downloads nothing. While it is open Playwright's loop runs in
    the tests' own thread, where no other can: tests of other folders come after it in the same process."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "There is no Chromium on this machine (Debian: apt install chromium)."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    voice_file = tmp_path_factory.mktemp("sound") / "voice.wav"
    voice_file.write_bytes(wav(VOICE_SECONDS))
    microphone = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-audio-capture={voice_file}",
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *microphone])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def demo_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a migrated database with the demo accounts, to be copied: making one takes as long as starting a server."""
    file = tmp_path_factory.mktemp("school") / "wenlu.db"
    migrate(Settings(database_url=f"sqlite:///{file}", demo=True, demo_class=False))
    assert not file.with_name("wenlu.db-wal").exists()  # all of it lies in the file
    return file


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, demo_database: Path) -> Iterator[str]:
    """The server of most tests."""
    folder = tmp_path_factory.mktemp("server")
    shutil.copy(demo_database, folder)
    with running_server(folder, ENVIRONMENT) as address:
        yield address


@pytest.fixture(scope="session")
def server_with_fakes(tmp_path_factory: pytest.TempPathFactory, demo_database: Path) -> Iterator[str]:
    """A server with fakes in place of the models: a corrector that knows two wrong words, and made-up scores of readings."""
    folder = tmp_path_factory.mktemp("server_with_fakes")
    shutil.copy(demo_database, folder)
    with running_server(folder, ENVIRONMENT, module="tests.browser.server_with_fakes") as address:
        yield address


@contextmanager
def running_server(folder: Path, environment: Mapping[str, str], *, module: str = "core.cli") -> Iterator[str]:
    """The address of `wenlu serve`, run on a free port on the database wenlu.db in the folder. `module`: the module that is run."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", module, "serve", "--port", str(port)]
    server_logs.append(folder / "log")
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder / 'wenlu.db'}"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            _wait(f"http://127.0.0.1:{port}", server, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()
            server_logs.remove(folder / "log")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed shows the end of what the servers wrote."""
    report = yield
    if report.failed:
        for log in server_logs:
            report.sections.append((f"server {log.parent.name}", log.read_text(errors="replace")[-LOG_SHOWN:]))
    return report


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"The server ended ({server.returncode}): {log.read_text()[-2000:]}")
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"The server did not answer within {START_SECONDS} s: {log.read_text()[-2000:]}")


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A visitor without cookies who reads English."""
    new_context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    new_context.set_default_timeout(PATIENCE_MS)
    yield new_context
    new_context.close()


@pytest.fixture
def page(context: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page that is explained where its test fails."""
    new_page = context.new_page()
    with explained(new_page, request):
        yield new_page


@contextmanager
def explained(page: Page, request: pytest.FixtureRequest) -> Iterator[None]:
    """Where the test fails, what tells the cause is printed of a page that has not been opened yet: the address, what stands on it, what the console
    said, which requests hang."""
    console: list[str] = []
    pending: dict[int, str] = {}
    frames = {"sent": 0, "received": 0}

    def count_frames(socket: WebSocket) -> None:
        socket.on("framesent", lambda _: frames.update(sent=frames["sent"] + 1))
        socket.on("framereceived", lambda _: frames.update(received=frames["received"] + 1))
        socket.on("close", lambda _: console.append("websocket closed"))

    page.on("console", lambda message: console.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: console.append(f"error: {error}"))
    page.on("websocket", count_frames)
    page.on("request", lambda sent: pending.update({id(sent): sent.url}))
    page.on("requestfinished", lambda sent: pending.pop(id(sent), None))
    page.on("requestfailed", lambda sent: console.append(f"failed: {pending.pop(id(sent), sent.url)}"))
    failed_before = request.session.testsfailed
    yield
    if request.session.testsfailed > failed_before:
        lines = [
            "",
            page.url,
            f"websocket: {frames}",
            f"not answered: {[*pending.values()]}",
            *console[-30:],
            page.locator("body").inner_text()[:TEXT_SHOWN],
        ]
        sys.stdout.write("\n".join(lines) + "\n")


def sign_in(context: BrowserContext, address: str, button: str) -> None:
    """Sign in as the demo button of the gate does, without opening the gate, which has tests of its own."""
    form = {"username": DEMO_PEOPLE[button], "to": "/"}
    answer = context.request.post(f"{address}/session/demo", form=form, headers={"Origin": address}, max_redirects=0)
    assert answer.status == 303, answer.text()


@pytest.fixture
def enter(page: Page, address: str) -> Enter:
    """Open a page as the demo person of a button at the gate."""

    def enter_page(path: str, button: str) -> Page:
        sign_in(page.context, address, button)
        page.goto(f"{address}{path}")
        page.get_by_test_id("stSidebar").wait_for(state="attached")
        return page

    return enter_page
