"""Ports for servers that tests and benchmarks start as processes of their own."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack, suppress

BELOW_THOSE_OF_CLIENTS = range(20_000, 30_000)
"""Ports that the system gives to no outgoing connection between the look and the start of the server."""


def free_port(*, following: int = 0) -> int:
    """A port that nothing listens on, with so many free ones `following`: a split service takes two."""
    while True:
        first = random.choice(BELOW_THOSE_OF_CLIENTS)
        with ExitStack() as probes, suppress(OSError):
            for port in range(first, first + 1 + following):
                probes.enter_context(socket.socket()).bind(("0.0.0.0", port))
            return first
