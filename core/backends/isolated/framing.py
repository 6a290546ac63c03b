"""What goes between the processes: a line of JSON and some bytes, each behind its length. Nothing is ever unpickled."""

from __future__ import annotations

import json
import socket
import struct
import time
from dataclasses import dataclass
from typing import Any

LENGTHS = struct.Struct("!IQ")
"""Of the line and of the bytes."""
ORDER = struct.Struct("!dQ")
"""Seconds and bytes of memory that the file which comes with it may cost."""
MOST_SAID_BYTES = 256 * 1024
MOST_CONTENT_BYTES = 96 * 2**20
"""Of an answer: 5,000 questions of a file of 8 MiB, each text several times; sound of two minutes has 8 MB."""
BLOCK_BYTES = 2**18


class BrokenOff(Exception):
    """The other side went away, or sends what was not agreed on."""


@dataclass(frozen=True)
class Message:
    """A few named values, and the bytes that they are about."""

    said: dict[str, Any]
    content: bytes = b""


def send(connection: socket.socket, message: Message, *, deadline: float) -> None:
    """Raises `BrokenOff`, `TimeoutError`; `deadline` is a moment of `time.monotonic`."""
    said = json.dumps(message.said).encode()
    try:
        for part in (LENGTHS.pack(len(said), len(message.content)) + said, message.content):
            connection.settimeout(_left(deadline))
            connection.sendall(part)
    except TimeoutError:
        raise
    except OSError as error:
        raise BrokenOff from error


def receive(connection: socket.socket, *, deadline: float) -> Message:
    """One message, checked for size and form before it is used. Raises `BrokenOff`, `TimeoutError`."""
    said_bytes, content_bytes = LENGTHS.unpack(_exactly(connection, LENGTHS.size, deadline))
    if said_bytes > MOST_SAID_BYTES or content_bytes > MOST_CONTENT_BYTES:
        raise BrokenOff(f"{said_bytes} and {content_bytes} bytes are announced")
    try:
        said = json.loads(_exactly(connection, said_bytes, deadline))
    except (ValueError, RecursionError) as error:
        raise BrokenOff("no JSON") from error
    if not isinstance(said, dict):
        raise BrokenOff("no JSON object")
    return Message(said, _exactly(connection, content_bytes, deadline))


def _exactly(connection: socket.socket, count: int, deadline: float) -> bytes:
    """So many bytes; room is made as they come, not as they are announced."""
    parts, missing = [], count
    while missing:
        connection.settimeout(_left(deadline))
        try:
            part = connection.recv(min(missing, BLOCK_BYTES))
        except TimeoutError:
            raise
        except OSError as error:
            raise BrokenOff from error
        if not part:
            raise BrokenOff(f"{missing} bytes are missing")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
