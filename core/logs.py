"""structlog as JSON lines on stderr: never a key, never a student's text."""

from __future__ import annotations

import logging
import sys

import structlog


def configure_logs(*, level: int = logging.INFO) -> None:
    """One line of JSON for each event; stdout stays free for what a command prints."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
