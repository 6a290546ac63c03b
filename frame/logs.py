"""Streamlit's log becomes part of ours: its loggers have handlers of their own, in a form of their own."""

from __future__ import annotations

import logging

import streamlit.logger as streamlits


def join_streamlits_logs() -> None:
    """Its loggers, those that are still to be made among them, write through the root logger."""

    def to_the_root(logger: logging.Logger) -> None:
        logger.handlers[:] = []
        logger.propagate = True

    streamlits.setup_formatter = to_the_root  # it is asked for each new logger
    streamlits.update_formatter()
    # uvicorn takes its handlers away where no access lines are wanted, and Streamlit gives them back; a line for each file and socket would tell nothing.
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
