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
