"""The supervisor, with small children of its own: started again, replaced, ended, never left behind."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import structlog

from core.commands.processes import lifeline, serving, supervisor
from core.commands.processes.supervisor import Part, Supervisor
from core.errors import BadSetting
from core.web import siblings
from tests.test_jobs import ROOT, alive, until

BEATS = "import os, time\nwhile True:\n    os.write(int(os.environ['WENLU_PULSE']), b'.')\n    time.sleep(0.05)"
DEAF = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + BEATS
ENDS = "pass"
SLEEPS = "import time\ntime.sleep(600)"


def part(program: str, name: str = "API", *, beats: bool = True) -> Part:
    return Part(name, [sys.executable, "-c", program], beats=beats)


@pytest.fixture(autouse=True)
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses and limits in hundredths of what they are."""
    monkeypatch.setattr(supervisor, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(supervisor, "PAUSES", (0.02, 0.05, 0.4))
    monkeypatch.setattr(supervisor, "KILL_SECONDS", 0.5)


@contextmanager
def supervising(*parts: Part) -> Iterator[Supervisor]:
    """A supervisor at work in a thread."""
    status_descriptor = siblings.new_file()
    running, ended = Supervisor(parts, status_descriptor=status_descriptor), threading.Event()
    thread = threading.Thread(target=running.run, args=(ended.is_set,))
    thread.start()
    try:
        yield running
    finally:
        ended.set()
        thread.join(timeout=30)
        os.close(status_descriptor)
    assert not thread.is_alive()


def reported(running: Supervisor) -> dict[str, bool]:
    """What the children read."""
    os.environ[siblings.VARIABLE] = str(running._status_descriptor)
    try:
        return siblings.running()
    finally:
        del os.environ[siblings.VARIABLE]


def process_id(running: Supervisor, index: int = 0) -> int:
    """The process id of a part that serves."""
    until(lambda: running.parts[index].serves)
    pid = running.parts[index].pid
    assert pid is not None
    return pid


def test_what_is_killed_is_started_again_and_said_meanwhile() -> None:
    slow = f"import time\ntime.sleep(0.5)\n{BEATS}"  # long enough for its absence to be seen
    with structlog.testing.capture_logs() as logs, supervising(part(slow), part(BEATS, "pages")) as running:
        first = process_id(running)
        until(lambda: reported(running) == {"API": True, "pages": True})
        os.kill(first, signal.SIGKILL)
        until(lambda: reported(running) == {"API": False, "pages": True})
        until(lambda: reported(running) == {"API": True, "pages": True})
        assert process_id(running) != first
        assert not alive(first)
        assert not Path(f"/proc/{first}").exists()  # no zombie either
    ended = [line for line in logs if line["event"] == "ended"]
    assert [(line["part"], line["pid"], line["status"]) for line in ended] == [("API", first, -signal.SIGKILL)]


def test_of_two_workers_one_is_enough_to_serve() -> None:
    with supervising(part(BEATS), part(BEATS)) as running:
        process_id(running, 1)
        os.kill(process_id(running), signal.SIGKILL)
        time.sleep(0.05)
        assert reported(running) == {"API": True}


def test_one_server_of_each_name_begins_ahead_of_the_rest(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    beats = f"import os, time\nopen({str(begun)!r}, 'a').write('{{}}')\ntime.sleep(0.3)\n" + BEATS

    def named(letter: str, name: str) -> Part:
        return part(beats.replace("{}", letter), name)

    scheduler = part(f"open({str(begun)!r}, 'a').write('s')\n" + SLEEPS, "scheduler", beats=False)
    with supervising(scheduler, named("a", "API"), named("b", "API"), named("p", "pages")):
        until(lambda: begun.exists() and len(begun.read_text()) == 4)
    order = begun.read_text()
    assert set(order[:2]) == {"a", "p"}
    assert set(order[2:]) == {"b", "s"}


def test_the_rest_does_not_wait_for_a_server_that_fails() -> None:
    with supervising(part(ENDS, "pages"), part(SLEEPS, "scheduler", beats=False)) as running:
        until(lambda: running.parts[1].serves)


def test_a_process_that_hangs_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "HUNG_SECONDS", 0.6)
    with structlog.testing.capture_logs() as logs, supervising(part(BEATS)) as running:
        first = process_id(running)
        os.kill(first, signal.SIGSTOP)
        until(lambda: running.parts[0].pid not in (first, None))
        assert not alive(first)
    assert [line["part"] for line in logs if line["event"] == "hangs"] == ["API"]


def test_a_server_that_never_begins_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "START_SECONDS", 0.2)
    with supervising(part(SLEEPS)) as running:
        until(lambda: running.parts[0].pid is not None)
        first = running.parts[0].pid
        until(lambda: running.parts[0].pid not in (first, None))
        assert reported(running) == {"API": False}


def test_a_part_that_ends_at_once_is_tried_more_and_more_seldom() -> None:
    with structlog.testing.capture_logs() as logs, supervising(part(ENDS)):
        until(lambda: len([line for line in logs if line["event"] == "ended"]) >= 3)
    pauses = [line["again_in_seconds"] for line in logs if line["event"] == "ended"]
    assert pauses[:3] == [0.05, 0.4, 0.4]


def test_the_end_waits_for_nobody_who_does_not_listen() -> None:
    began = time.monotonic()
    with supervising(part(DEAF), part(BEATS)) as running:
        numbers = [process_id(running), process_id(running, 1)]
        began = time.monotonic()
    assert time.monotonic() - began < 5
    assert not any(map(alive, numbers))


def in_a_parent(program: str, *, ending: Callable[[subprocess.Popen[str]], None]) -> None:
    """A parent that starts a child which takes no notice of anything, says its number, and ends in some way."""
    child = f"from core.commands.processes.lifeline import tie_to_parent; tie_to_parent(); {program}"
    script = (
        "import subprocess, sys; from core.commands.processes.lifeline import child_environment; "
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}], env=child_environment(), stdout=subprocess.PIPE); "
        "child.stdout.readline(); print(child.pid, flush=True); sys.stdin.readline()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    child_id = int(parent.stdout.readline())
    assert alive(child_id)
    ending(parent)
    parent.communicate()
    until(lambda: not alive(child_id), seconds=10)


IGNORES = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(600)"
)


@pytest.mark.parametrize("ending", [subprocess.Popen.kill, subprocess.Popen.terminate])
def test_no_child_outlives_its_parent(ending: Callable[[subprocess.Popen[str]], None]) -> None:
    in_a_parent(IGNORES, ending=ending)


def test_a_child_whose_parent_is_gone_already_ends_at_once() -> None:
    environment = {**os.environ, lifeline.PARENT_VARIABLE: "1"}
    program = "from core.commands.processes.lifeline import tie_to_parent; tie_to_parent(); print('still here')"
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (1, "")


def test_told_to_end_a_process_is_gone_in_time_whatever_its_threads_are_at() -> None:
    program = (
        "import threading, time; from core.commands.processes.lifeline import end_within; "
        "threading.Thread(target=lambda: time.sleep(600)).start(); end_within(0.2)"
    )
    began = time.monotonic()
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT).returncode == 0
    assert time.monotonic() - began < 30


def test_a_port_that_is_taken_is_said_before_anything_is_started() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(BadSetting, match="Address already in use"):
        serving._listening("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize(
    ("failure", "code", "message"),
    [
        ("RuntimeError('the port is haunted')", 1, "RuntimeError: the port is haunted"),
        ("BadSetting('WENLU_X: no such thing.')", 1, "wenlu: WENLU_X: no such thing."),
        ("SystemExit('no page can be drawn')", 1, "no page can be drawn"),
        ("SystemExit(3)", 3, ""),
        ("SystemExit(0)", 1, ""),
    ],
)
def test_a_server_that_cannot_start_says_why_and_ends_with_a_code(failure: str, code: int, message: str) -> None:
    program = (
        "import argparse\n"
        "from core.commands.processes import serving\n"
        "from core.errors import BadSetting\n"
        "def fail(**_):\n"
        f"    raise {failure}\n"
        "serving._migrate_here = serving._explain_closed_demo = lambda: None\n"
        "serving._scheduler_parts = lambda settings: ()\n"
        "serving._run_pages = fail\n"
        "serving._serve_alone(argparse.Namespace(host='127.0.0.1', port=1))\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == code
    assert message in ended.stderr
    assert ("Traceback" in ended.stderr) == failure.startswith("RuntimeError")


kept_parts: list[str] = []
"""Names of the parts that a stand-in was given."""


class Kept:
    """Stands for the supervisor, and keeps what it was to keep alive."""

    def __init__(self, parts: list[Part], *, status_descriptor: int) -> None:
        kept_parts.extend(part.name for part in parts)
        assert os.fstat(status_descriptor)

    def run(self, is_ended: Callable[[], bool]) -> None:
        """Do nothing."""


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("setting", ["1", "0"])
def test_the_api_alone_keeps_the_schedule_unless_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch, workers: int, setting: str
) -> None:
    kept_parts.clear()
    monkeypatch.setenv("WENLU_SCHEDULER", setting)
    for name in ("_migrate_here", "end_now", "configure_logs"):
        monkeypatch.setattr(serving, name, lambda *_: None)
    monkeypatch.setattr(serving, "_run", lambda *_, **__: 0)
    monkeypatch.setattr(serving, "_migrated_in_child", lambda _: True)
    monkeypatch.setattr(serving, "_listening", lambda *_: socket.create_server(("127.0.0.1", 0)))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(serving, "Supervisor", Kept)
    for name in ("WENLU_LISTENING", "WENLU_SHARED_RATE"):
        monkeypatch.setenv(name, "0")
    monkeypatch.delenv(siblings.VARIABLE, raising=False)
    serving.api(argparse.Namespace(host="127.0.0.1", port=0, workers=workers))
    scheduler = ["scheduler"] if setting == "1" else []
    assert kept_parts == [*(["API"] * workers if workers > 1 else []), *scheduler]


def test_a_process_under_a_supervisor_keeps_no_schedule_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_parts.clear()
    monkeypatch.setattr(serving, "Supervisor", Kept)
    monkeypatch.setenv("WENLU_SCHEDULER", "1")
    monkeypatch.delenv(siblings.VARIABLE, raising=False)
    with serving.scheduler_beside(), serving.scheduler_beside():
        assert kept_parts == ["scheduler"]
        descriptor = int(os.environ[siblings.VARIABLE])
    assert siblings.VARIABLE not in os.environ
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(descriptor)
