"""From nothing to the first page: the last commit is cloned, installed without a cache by the README's command, and its first page read.

Also what that takes of the disk, and of memory once the server idles. It needs `git`, `uv` and a package registry.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.service.servers import ROOT, cpu_seconds, stop, wait_until_it_answers
from evaluation.bars import Bars
from evaluation.service.open_page import open_page
from evaluation.service.ports import free_port

START = ("uv", "run", "--no-dev", "wenlu")
"""How the README starts the service; `-q` and the port are put to it."""
MOST_SECONDS, MOST_MEGABYTES = 120.0, 1_000.0
MOST_IDLE_MB = {"one process": 600.0, "split, 2 workers": 1_000.0}
OPTIONS = {"one process": (), "split, 2 workers": ("--split", "--workers", "2")}
IDLES_FOR_SECONDS = 5
IDLE_SHARE = 0.1
LONGEST_SETTLING_SECONDS = 120
SIGN_IN = "Enter as a student"


def run() -> int:
    """Print seconds, megabytes of disk and of memory; how many bars failed."""
    bars = Bars()
    with tempfile.TemporaryDirectory(prefix="wenlu-clone-") as name:
        folder = Path(name)
        checkout = folder / "wenlu"
        environment = {
            **_inherited(),
            "UV_CACHE_DIR": str(folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "",
            "WENLU_DEMO_CLASS": "0",
        }
        began = time.monotonic()
        subprocess.run(["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), checkout], check=True)
        cloned = time.monotonic() - began
        with _started(checkout, environment) as (process, port):
            print(f"the clone took {cloned:.1f} s")
            figure = "s: from nothing to the first page, nothing in a cache"
            try:
                _read_first_page(port, process)
            except TimeoutError as error:
                # A slow network, for one: without the packages there is nothing else to measure.
                bars.check(figure, str(error), False, f"at most {MOST_SECONDS}")
                return bars.failed
            bars.at_most(figure, time.monotonic() - began, MOST_SECONDS)
        shutil.rmtree(folder / "cache")
        bars.at_most("MB on disk: packages", _disk_mb(checkout / ".venv"), MOST_MEGABYTES)
        print(f"the checkout besides: {_disk_mb(checkout) - _disk_mb(checkout / '.venv'):.0f} MB")
        for kind, options in OPTIONS.items():
            with _started(checkout, environment, *options) as (process, port):
                _read_first_page(port, process)
                _settle(process)
                bars.at_most(f"MB of memory, idle: {kind}", _memory_mb(process), MOST_IDLE_MB[kind])
    return bars.failed


def _inherited() -> dict[str, str]:
    """The caller's environment without what would make it another installation: its Python, and every setting of a service of its own."""
    return {
        key: value
        for key, value in os.environ.items()
        if key not in ("VIRTUAL_ENV", "PYTHONPYCACHEPREFIX") and not key.startswith("WENLU_")
    }


@contextmanager
def _started(
    checkout: Path, environment: Mapping[str, str], *options: str
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    port = free_port(following=1)
    process = subprocess.Popen(
        [*START[:2], "-q", *START[2:], "serve", "--port", str(port), *options],
        cwd=checkout,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process, port
    finally:
        stop(process, signal.SIGTERM)


def _read_first_page(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until the sign-in is on the page, as a browser is sent it. Raises `TimeoutError`, `AssertionError`."""
    wait_until_it_answers(port, process)
    with open_page(port, **{"Accept-Language": "en"}) as page:
        assert page.ask(), "the server closed the page"
        assert page.was_sent(SIGN_IN), "the page is not the sign-in"


def _processes(process: subprocess.Popen[bytes]) -> list[int]:
    """The process and all of its session (Linux)."""
    session = os.getsid(process.pid)
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.getsid(int(entry.name)) == session:
                    found.append(int(entry.name))
            except ProcessLookupError:
                continue
    return found


def _sum_of_processes(figure: Callable[[int], float], process: subprocess.Popen[bytes]) -> float:
    """The sum of a figure over the processes; one that ends meanwhile adds nothing."""
    total = 0.0
    for pid in _processes(process):
        with suppress(FileNotFoundError, ProcessLookupError):
            total += figure(pid)
    return total


def _settle(process: subprocess.Popen[bytes]) -> None:
    """Until the processes together use a tenth of a core for some seconds."""
    deadline = time.monotonic() + LONGEST_SETTLING_SECONDS
    before = _sum_of_processes(cpu_seconds, process)
    while time.monotonic() < deadline:
        time.sleep(IDLES_FOR_SECONDS)
        now = _sum_of_processes(cpu_seconds, process)
        if now - before < IDLE_SHARE * IDLES_FOR_SECONDS:
            return
        before = now


def _memory_mb(process: subprocess.Popen[bytes]) -> float:
    """What the processes hold, what several share counted once (Linux)."""
    return _sum_of_processes(_pss_mb, process)


def _pss_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def _disk_mb(folder: Path) -> float:
    """Space that the files of a folder take, each counted once."""
    blocks = {entry.lstat().st_ino: entry.lstat().st_blocks for entry in folder.rglob("*") if not entry.is_symlink()}
    return sum(blocks.values()) * 512 / 10**6
