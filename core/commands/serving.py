"""wenlu serve and wenlu api: migrate once, then start the servers."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

from core.api import Core
from core.logs import configure_logs
from core.settings import Settings
from core.wiring import build_core, demo_door_of, migrate

SWITCH_SECONDS = 0.0005
"""Between threads; measured with two workers warming: 130 calls a second instead of 35."""


def serve(options: argparse.Namespace) -> None:
    """Pages and API on one port; with --split the API in processes of its own beside it."""
    import uvicorn

    # Unconfigured, structlog would draw failures with all local values, students' words and keys among them.
    configure_logs()
    os.environ["WENLU_LISTENING"] = options.host
    migrate(Settings.from_environment())
    _tell_of_demo(Settings.from_environment())
    root = _pages_root()
    beside = _start_api(options) if options.split else None
    scheduler = _start_scheduler(Settings.from_environment())
    print(
        f"Wenlu 文路: http://{options.host}:{options.port}   API documents: http://{options.host}:{options.port}/docs",
        flush=True,
    )
    if beside is not None:
        print(f"API with {options.workers} workers: http://{options.host}:{options.port + 1}/v1", flush=True)
    sys.path.insert(0, str(root))
    os.chdir(root)  # Streamlit reads .streamlit/config.toml from here
    try:
        uvicorn.run(
            "app:app",
            host=options.host,
            port=options.port,
            log_level="warning",
            access_log=False,
            ws_max_size=64 * 2**20,
        )
    finally:
        for child in (beside, scheduler):
            if child is not None:
                child.terminate()
                child.wait()


def _tell_of_demo(settings: Settings) -> None:
    """Whoever looked for the demo on a server that others reach is told why it is not there."""
    if settings.demo is None and demo_door_of(settings) == "closed":
        print(
            f"The demo is closed: this server listens on {settings.listening or 'an unknown host'} or stands behind a proxy "
            "(WENLU_DEMO=1 opens it to everyone who reaches it).",
            flush=True,
        )


def _pages_root() -> Path:
    """Where app.py, frame/ and pages/ lie: the checkout, or the bundle inside the installed package."""
    checkout = Path(__file__).resolve().parent.parent.parent
    return checkout if (checkout / "app.py").exists() else checkout / "core" / "_bundle"


def _start_api(options: argparse.Namespace) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "core.cli", "api", "--host", options.host, "--port", str(options.port + 1)]
    return subprocess.Popen([*command, "--workers", str(options.workers)])


def _start_scheduler(settings: Settings) -> subprocess.Popen[bytes] | None:
    """The nightly work's process. It ends when its standard input closes: with this process, however that ends."""
    if not settings.scheduler:
        return None
    command = [sys.executable, "-m", "core.cli", "scheduler", "--with-parent"]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def api(options: argparse.Namespace) -> None:
    """The API alone, in one process or several; the rate limit is then counted in the database."""
    import uvicorn

    os.environ["WENLU_LISTENING"] = options.host
    migrate(Settings.from_environment())
    if options.workers > 1:
        os.environ["WENLU_SHARED_RATE"] = "1"
    uvicorn.run(
        "core.commands.serving:api_application",
        factory=True,
        host=options.host,
        port=options.port,
        workers=options.workers,
        log_level="warning",
        access_log=False,
    )


def open_address(options: argparse.Namespace) -> None:
    """/speech or /grammar alone, on a port of its own."""
    import uvicorn

    from core.http_frame import create_server

    configure_logs()
    os.environ["WENLU_LISTENING"] = options.host
    settings = Settings.from_environment()
    migrate(settings)
    server = create_server(
        build_core(settings),
        max_body_bytes=settings.max_body_bytes,
        max_recording_bytes=settings.max_recording_bytes,
        alone=options.address,
    )
    print(f"Wenlu {options.address}: http://{options.host}:{options.port}/{options.address}", flush=True)
    uvicorn.run(server, host=options.host, port=options.port, log_level="warning", access_log=False)


def _warm(core: Core) -> None:
    core.bank.warm()
    core.essays.warm()


def api_application() -> object:
    """The ASGI application of one API worker."""
    from core.http_frame import create_server

    configure_logs()
    settings = Settings.from_environment()
    core = build_core(settings)
    # Beside the first calls, not before them: a worker that was killed is back in seconds. At Python's own interval of
    # 5 ms each call would wait several times that long for its turns while the bank is made.
    sys.setswitchinterval(SWITCH_SECONDS)
    threading.Thread(target=partial(_warm, core), name="warm", daemon=True).start()
    return create_server(core, max_body_bytes=settings.max_body_bytes, max_recording_bytes=settings.max_recording_bytes)
