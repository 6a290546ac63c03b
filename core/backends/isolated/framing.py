"""Messages between the processes: a line of JSON and some bytes, each preceded by its length. Nothing is ever
unpickled."""

from __future__ import annotations

import json
import socket
import struct
import time
from dataclasses import dataclass
from typing import Any

LENGTHS = struct.Struct("!IQ")
"""Lengths of the line and of the bytes."""
ORDER = struct.Struct("!dQ")
"""Seconds and bytes of memory that the file which comes with it may cost."""
MOST_FIELDS_BYTES = 256 * 1024
MOST_CONTENT_BYTES = 96 * 2**20
"""Of an answer: 5,000 questions of a file of 8 MiB, each text several times; sound of two minutes has 8 MB."""
BLOCK_BYTES = 2**18


class BrokenOff(Exception):
    """The other side went away, or sent something that the protocol does not allow."""


@dataclass(frozen=True)
class Message:
    """A few named values, and the bytes that they are about."""

    fields: dict[str, Any]
    content: bytes = b""


def send(connection: socket.socket, message: Message, *, deadline: float) -> None:
    """Raises `BrokenOff`, `TimeoutError`; `deadline` is a moment of `time.monotonic`."""
    fields = json.dumps(message.fields).encode()
    try:
        for part in (LENGTHS.pack(len(fields), len(message.content)) + fields, message.content):
            connection.settimeout(_remaining_seconds(deadline))
            connection.sendall(part)
    except TimeoutError:
        raise
    except OSError as error:
        raise BrokenOff from error


def receive(connection: socket.socket, *, deadline: float) -> Message:
    """One message, checked for size and form before it is used. Raises `BrokenOff`, `TimeoutError`."""
    fields_bytes, content_bytes = LENGTHS.unpack(_receive_exactly(connection, LENGTHS.size, deadline))
    if fields_bytes > MOST_FIELDS_BYTES or content_bytes > MOST_CONTENT_BYTES:
        raise BrokenOff(f"{fields_bytes} and {content_bytes} bytes are announced")
    try:
        fields = json.loads(_receive_exactly(connection, fields_bytes, deadline))
    except (ValueError, RecursionError) as error:
        raise BrokenOff("no JSON") from error
    if not isinstance(fields, dict):
        raise BrokenOff("no JSON object")
    return Message(fields, _receive_exactly(connection, content_bytes, deadline))


def _receive_exactly(connection: socket.socket, count: int, deadline: float) -> bytes:
    """Exactly `count` bytes; memory is taken as they come, not as they are announced."""
    parts, missing = [], count
    while missing:
        connection.settimeout(_remaining_seconds(deadline))
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


def _remaining_seconds(deadline: float) -> float:
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError
    return remaining
