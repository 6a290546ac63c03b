"""Every line of the log is JSON on stderr, whoever wrote it, and holds no student's id, name, text, key or address of a query.

Our own events are written by name with fields that are chosen for it. Of what other packages log (Streamlit, uvicorn, alembic,
procrastinate, asyncio) the template is kept and what is put into it is not; a message that comes ready-made is kept of those packages
alone whose messages are about themselves. Of an error its type and the lines of code that it went through are kept, and not its
words: they bear the value that was wrong, SQL its parameters, a validation its input.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog

ABOUT_THEMSELVES = ("wenlu", "core", "uvicorn", "alembic", "procrastinate")
"""Loggers whose ready-made messages name no visitor and nothing of his."""
MOST_FRAMES = 40
"""Of a traceback, the innermost."""
Event = MutableMapping[str, Any]


def configure_logs(*, level: int = logging.INFO) -> None:
    """One line of JSON for each event; stdout stays free for what a command prints."""
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        error_without_words,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer(ensure_ascii=False)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[without_values, *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
            pass_foreign_args=True,
            use_get_message=False,
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))
    logging.captureWarnings(True)
    _hook_uncaught()


def without_values(_logger: Any, _method: str, event: Event) -> Event:
    """Of a record of another package: who wrote it, and its template."""
    record: logging.LogRecord = event["_record"]
    event["logger"] = record.name
    event["event"] = _template(record, event.pop("positional_args", None))
    if record.exc_info:
        event["exc_info"] = record.exc_info
    return event


def _template(record: logging.LogRecord, args: object) -> str:
    where = f"{record.module}:{record.lineno}"
    if record.name == "py.warnings":
        return _warning(args or record.msg)
    plain = bool(args) or record.name.startswith(ABOUT_THEMSELVES)
    return record.msg if plain and isinstance(record.msg, str) else where


def _warning(given: object) -> str:
    """File, line and category: `warnings` formats them before the words."""
    said = str(given[0]) if isinstance(given, tuple) and given else str(given)
    return ": ".join(said.split("\n", 1)[0].split(": ")[:2])


def error_without_words(_logger: Any, _method: str, event: Event) -> Event:
    """`exc_info` as types and lines of code; see the module."""
    given = event.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["error"] = " from ".join(_told(each) for each in _chain(error))
        event["trace"] = _frames(error)
    return event


def _chain(error: BaseException) -> list[BaseException]:
    """The error and what it came from, the outermost first; at most ten."""
    found: list[BaseException] = []
    while error not in found and len(found) < 10:
        found.append(error)
        before = error.__cause__ or error.__context__
        if before is None:
            break
        error = before
    return found


def _told(error: BaseException) -> str:
    """The type; of an error of the system or of a driver what kind of one it is, which names nobody."""
    kind = type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        return f"{kind} ({error.strerror})"
    return kind


def _frames(error: BaseException) -> list[str]:
    walks = [traceback.walk_tb(each.__traceback__) for each in reversed(_chain(error))]
    frames = [frame for walk in walks for frame in traceback.StackSummary.extract(walk, lookup_lines=False)]
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-MOST_FRAMES:]]


def _hook_uncaught() -> None:
    """What nobody caught, in any thread, is a line of the log too."""
    log = structlog.get_logger("wenlu")

    def uncaught(kind: type[BaseException], error: BaseException, trace: Any) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
        else:
            log.critical("uncaught", exc_info=error)

    def uncaught_in_thread(given: threading.ExceptHookArgs) -> None:
        log.error("uncaught", thread=given.thread.name if given.thread else "", exc_info=given.exc_value)

    def unraisable(given: Any) -> None:
        log.error("unraisable", exc_info=given.exc_value)

    sys.excepthook = uncaught
    threading.excepthook = uncaught_in_thread
    sys.unraisablehook = unraisable
