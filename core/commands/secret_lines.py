"""Secrets that a command is given: never as an option, which others on the machine could read."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

from core.errors import BadParameter
from core.wire import Bilingual

MOST_CHARACTERS = 10_000


def secret_line(prompt: str, file: str | None) -> str:
    """The first line of a file; without one it is asked for at a terminal, else read from standard input. Raises `BadParameter`."""
    if file is None:
        return getpass.getpass(f"{prompt}: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    try:
        with Path(file).open(encoding="utf-8-sig") as lines:
            return lines.readline(MOST_CHARACTERS).rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise BadParameter.of(
            "file",
            f"{Path(file).name!r} cannot be read: {why}",
            remedy=Bilingual(
                zh="请检查文件名、编码和权限；密码写在第一行。",
                en="Check the name, the encoding and the permissions; the secret is its first line.",
            ),
        ) from error
