"""A real Chromium against a real server on a fresh database. Skipped where there is no Chromium, except in CI."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
SURROUNDINGS = {**os.environ, "WENLU_DEMO_CLASS": "0", "WENLU_RECORDINGS": ""}
"""The demo people without a simulated past: these journeys begin at the beginning. No audio pack of this machine."""

Enter = Callable[[str, str], Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; playwright downloads nothing. While it is open Playwright's loop runs in the tests' own thread, where no other
    can: tests of other files come after it in the same process."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "There is no Chromium on this machine (Debian: apt install chromium)."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The server of most tests."""
    with served(tmp_path_factory.mktemp("server"), SURROUNDINGS) as address:
        yield address


@contextmanager
def served(folder: Path, surroundings: Mapping[str, str], *, module: str = "core.cli") -> Iterator[str]:
    """`wenlu serve` on a free port, with the demo people, on a new database in the folder; `module` is what is run."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", module, "serve", "--port", str(port)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder / 'wenlu.db'}"],
            cwd=ROOT,
            env=surroundings,
            stdout=log,
            stderr=log,
        )
        try:
            _wait(f"http://127.0.0.1:{port}", server, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            pytest.fail(f"The server ended: {log.read_text()[-2000:]}")
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"The server did not answer within {START_SECONDS} s: {log.read_text()[-2000:]}")


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A visitor without cookies who reads English."""
    made = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    made.set_default_timeout(20_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def enter(page: Page, address: str) -> Enter:
    """Ask for a page, enter there by the demo button of a role, and arrive."""

    def entered(path: str, button: str) -> Page:
        page.goto(f"{address}{path}")
        page.get_by_role("button", name=button).click()
        page.get_by_test_id("stSidebar").wait_for(state="attached")
        return page

    return entered
