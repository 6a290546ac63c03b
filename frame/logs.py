"""Sends Streamlit's log lines through our log: its loggers have handlers and a format of their own."""

from __future__ import annotations

import logging

import streamlit.logger as streamlits


def join_streamlits_logs() -> None:
    """Have Streamlit's loggers write through the root logger, those included that are made later."""

    def to_the_root(logger: logging.Logger) -> None:
        logger.handlers[:] = []
        logger.propagate = True

    streamlits.setup_formatter = to_the_root  # Streamlit calls it for each new logger
    streamlits.update_formatter()
    # uvicorn removes its handlers where no access lines are wanted, and Streamlit restores them; lines for each file and socket
    # would be of no use.
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
