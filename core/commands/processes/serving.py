"""wenlu serve and wenlu api: migrate once, then start the servers.

A single process serves by itself; several (`serve --split`, `api --workers N`) are kept alive by a supervisor that does nothing else.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.commands.processes.lifeline import child_environment, end_now
from core.commands.processes.supervisor import TICK_SECONDS, Part, Supervisor
from core.errors import BadSetting, Unavailable, WenluError
from core.logs import configure_logs
from core.settings import ROOT, Settings, pages_root
from core.web import siblings

if TYPE_CHECKING:
    from core.api.core import Core

SWITCH_SECONDS = 0.0005
"""Python's interval of switching between threads; measured with two workers warming: 130 calls a second instead of 35."""
FIRST_NIGHT_SECONDS = 30
"""How long a server and its first visitors have the processors to themselves before missed nights are caught up with: a first page is there
after 5 s (`benchmarks.service.pages`), and catching up with one night of the demo's year takes 16 s of CPU."""
BACKLOG = 2048
SOCKET_VARIABLE = "WENLU_SOCKET"
"""The environment variable that gives a server the number of the descriptor of the socket that it shares with others."""


def serve(options: argparse.Namespace) -> None:
    """Serve pages and API on one port; with --split the API in processes of its own, on the next port."""
    # Unconfigured, structlog would print failures with all local values, students' texts and keys included.
    configure_logs()
    os.environ["WENLU_LISTENING"] = options.host
    if options.split:
        _serve_split(options)
    else:
        _serve_alone(options)


def _explain_closed_demo() -> None:
    """Tell an operator who expects the demo why it is closed on a server that others can reach."""
    from core.wiring import demo_door_of

    settings = Settings.from_environment()
    if settings.demo is None and demo_door_of(settings) == "closed":
        print(
            f"The demo is closed: this server listens on {settings.listening or 'an unknown host'} or stands behind a proxy "
            "(WENLU_DEMO=1 opens it to everyone who reaches it).",
            flush=True,
        )


def _suggest_audio_pack() -> None:
    """Tell an operator without recordings what fetches some; nothing is fetched unasked."""
    from core.backends.recordings import RecordedWords

    folder = Settings.from_environment().recordings
    if folder and not RecordedWords(Path(folder)).words:
        print(
            "No recordings of native speakers are installed, so listening needs a Chinese voice in the browser: "
            "`wenlu audio install` fetches them.",
            flush=True,
        )


def api(options: argparse.Namespace) -> None:
    """Serve the API alone, in one process or in several, which count the rate limit in the database; the scheduler beside it."""
    configure_logs()
    os.environ["WENLU_LISTENING"] = options.host
    if options.workers > 1:
        settings = Settings.from_environment()
        _supervise(lambda: [*_api_parts(options, _listening(options.host, options.port)), *_scheduler_parts(settings)])
    else:
        _migrate_here()
        with scheduler_beside():
            code = _run(
                "core.commands.processes.serving:api_application", factory=True, host=options.host, port=options.port
            )
        end_now(code)


# -- one process -------------------------------------------------------------------------------------------


def _serve_alone(options: argparse.Namespace) -> None:
    """Serve the pages with the API; a thread of this process keeps the scheduler's process alive."""
    _migrate_here()
    with scheduler_beside():
        print(
            f"Wenlu 文路: http://{options.host}:{options.port}   API documents: http://{options.host}:{options.port}/docs",
            flush=True,
        )
        try:
            code = _run_pages(host=options.host, port=options.port)
        except BaseException as failure:
            code = _report_failure(failure)  # `end_now` below exits at once, so that no caller could report it
    end_now(code)


@contextmanager
def scheduler_beside() -> Iterator[None]:
    """Keep the scheduler's process alive, from a thread of this process, unless the process has a supervisor that does so already."""
    if siblings.VARIABLE in os.environ:
        yield
        return
    status_descriptor = siblings.new_file()
    os.environ[siblings.VARIABLE] = str(status_descriptor)
    supervisor = Supervisor(list(_scheduler_parts(Settings.from_environment())), status_descriptor=status_descriptor)
    ended = threading.Event()
    thread = threading.Thread(target=supervisor.run, args=(ended.is_set,), name="supervisor", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        del os.environ[siblings.VARIABLE]
        os.close(status_descriptor)


def _report_failure(failure: BaseException) -> int:
    """Print on stderr why the server failed, as `core.cli.main` and the interpreter would. Returns the exit code, never 0."""
    if isinstance(failure, WenluError):
        print(f"wenlu: {failure} {failure.remedy('en')}", file=sys.stderr)
        return 1
    if isinstance(failure, KeyboardInterrupt):
        return 130
    if isinstance(failure, SystemExit):  # uvicorn has logged why, unless a message came with it
        if isinstance(failure.code, int):
            return failure.code or 1
        if failure.code is not None:
            print(failure.code, file=sys.stderr)
        return 1
    traceback.print_exception(failure)
    return 1


def _migrate_here() -> None:
    from core.wiring import migrate

    migrate(Settings.from_environment())


def _run_pages(**where_to_listen: Any) -> int:
    """Serve the pages, after hints for the operator: here, because what they look at takes 100 MB that a supervisor would keep."""
    from core.commands.first_admin import suggest_first_admin
    from core.commands.named_operator import warn_of_unknown_operator

    _explain_closed_demo()
    _suggest_audio_pack()
    suggest_first_admin()
    warn_of_unknown_operator()
    root = pages_root()
    sys.path.insert(0, str(root))
    os.chdir(root)  # Streamlit reads .streamlit/config.toml from here
    return _run("app:app", **where_to_listen)


def _run(application: str, *, sockets: list[socket.socket] | None = None, **more_options: Any) -> int:
    """Serve until told to end; 0, or 1 when the start failed."""
    from core.commands.processes.server import BoundedShutdownServer, uvicorn_config
    from core.web.connections import server_options
    from core.web.memory import limit_heaps

    limit_heaps()
    server = BoundedShutdownServer(
        uvicorn_config(application, **server_options(Settings.from_environment()), **more_options)
    )
    server.run(sockets=sockets)
    return 0 if server.started else 1


# -- several processes -------------------------------------------------------------------------------------


def _serve_split(options: argparse.Namespace) -> None:
    settings = Settings.from_environment()

    def make_parts() -> Iterable[Part]:
        pages_socket, api_socket = _listening(options.host, options.port), _listening(options.host, options.port + 1)
        print(
            f"Wenlu 文路: http://{options.host}:{options.port}\n"
            f"API with {options.workers} workers: http://{options.host}:{options.port + 1}/v1",
            flush=True,
        )
        yield _server_part("pages", pages_socket, WENLU_API_PORT=str(options.port + 1))
        yield from _api_parts(options, api_socket)
        yield from _scheduler_parts(settings)

    _supervise(make_parts)


def _supervise(make_parts: Callable[[], Iterable[Part]]) -> None:
    """Migrate, then keep the parts alive until SIGTERM or SIGINT."""
    parts, ended = list(make_parts()), threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    os.environ["WENLU_SHARED_RATE"] = "1"  # all processes count one rate
    if _migrated_in_child(ended):
        Supervisor(parts, status_descriptor=siblings.new_file()).run(ended.is_set)
    end_now()


def _migrated_in_child(ended: threading.Event) -> bool:
    """Bring the database to the newest revision, in a process that can be ended; False when told to end meanwhile.

    Raises `Unavailable` when that failed; the process has printed why.
    """
    settings = Settings.from_environment()
    command = [sys.executable, "-m", "core.commands.processes.child", "migrate"]
    process = subprocess.Popen(command, env=child_environment(WENLU_DATABASE_URL=settings.database_url), cwd=ROOT)
    while process.poll() is None:
        if ended.wait(TICK_SECONDS):
            process.kill()
            process.wait()
            return False
    if process.returncode != 0:
        raise Unavailable("The database could not be brought to the newest revision.")
    return True


def _listening(host: str, port: int) -> socket.socket:
    """A listening socket that servers share, so that calls wait in it while a server is started again. Raises `BadSetting`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise BadSetting(f"Nothing can listen on {host}, port {port}: {error.strerror}.") from error


def _api_parts(options: argparse.Namespace, listening: socket.socket) -> list[Part]:
    return [_server_part("API", listening)] * options.workers


def _server_part(role: str, listening: socket.socket, **environment: str) -> Part:
    command = [sys.executable, "-m", "core.commands.processes.child", role]
    descriptor = listening.detach()  # kept open by its number, until this process ends
    return Part(role, command, (descriptor,), beats=True, environment={**environment, SOCKET_VARIABLE: str(descriptor)})


def _scheduler_parts(settings: Settings) -> Iterable[Part]:
    if settings.scheduler:
        child = [sys.executable, "-m", "core.commands.processes.child", siblings.SCHEDULER, str(FIRST_NIGHT_SECONDS)]
        yield Part(siblings.SCHEDULER, child)


def serve_part(role: str) -> int:
    """Serve on the shared socket, in a child process; the exit code."""
    listening = socket.socket(fileno=int(os.environ.pop(SOCKET_VARIABLE)))
    if role == "pages":
        return _run_pages(sockets=[listening])
    return _run("core.commands.processes.serving:api_application", factory=True, sockets=[listening])


# -- applications ------------------------------------------------------------------------------------------


def open_address(options: argparse.Namespace) -> None:
    """Serve /speech or /grammar alone, on a port of its own."""
    from core.commands.processes.server import BoundedShutdownServer, uvicorn_config
    from core.web.connections import server_options
    from core.web.frame import create_server
    from core.wiring import build_core

    configure_logs()
    os.environ["WENLU_LISTENING"] = options.host
    settings = Settings.from_environment()
    _migrate_here()
    server = create_server(
        build_core(settings),
        max_body_bytes=settings.max_body_bytes,
        max_recording_bytes=settings.max_recording_bytes,
        alone=options.address,
        settings=settings,
    )
    print(f"Wenlu {options.address}: http://{options.host}:{options.port}/{options.address}", flush=True)
    BoundedShutdownServer(
        uvicorn_config(server, host=options.host, port=options.port, **server_options(settings))
    ).run()
    end_now()


def _warm(core: Core) -> None:
    core.files.start()
    core.bank.warm()
    core.questions.recorded_items.by_level()
    core.essays.evaluator.warm()


def api_application() -> object:
    """The ASGI application of one API worker."""
    from core.web.frame import create_server
    from core.wiring import build_core

    configure_logs()
    settings = Settings.from_environment()
    core = build_core(settings)
    # The warming runs beside the first calls, not before them, so that a worker that was killed is back in seconds. At
    # Python's own interval of 5 ms each call would wait several times that long for its turns while the bank is made.
    sys.setswitchinterval(SWITCH_SECONDS)
    threading.Thread(target=partial(_warm, core), name="warm", daemon=True).start()
    return create_server(
        core,
        max_body_bytes=settings.max_body_bytes,
        max_recording_bytes=settings.max_recording_bytes,
        settings=settings,
    )
