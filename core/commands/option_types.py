"""Types for the options of the command line; argparse prints what they find wrong with a value."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from datetime import date

MOST = 2**31 - 1
"""The largest number that the 32-bit counters of the database hold."""
MONTH = re.compile(r"^20[0-9]{2}-(0[1-9]|1[0-2])$")
YEARS = range(1970, 9999)
"""Of a day: with those before and after it, and in UTC, it is still one."""
NAME = re.compile(r"^[^\x00-\x1f\x7f-\x9f]{1,128}$")
IDENTIFIER = re.compile(r"^[^\s/\x00-\x1f\x7f-\x9f\ufeff]{1,128}$")


def whole_number(smallest: int, largest: int = MOST) -> Callable[[str], int]:
    """A whole number from `smallest` to `largest`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,12}", text) or not smallest <= int(text) <= largest:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {smallest} to {largest}")
        return int(text)

    return read


def month(text: str) -> str:
    """A month `YYYY-MM`.

    >>> month("2026-11")
    '2026-11'
    """
    if not MONTH.match(text):
        raise ArgumentTypeError(f"{text!r} is not a month YYYY-MM")
    return text


def day(text: str) -> date:
    """A day `YYYY-MM-DD`.

    >>> day("2026-11-30")
    datetime.date(2026, 11, 30)
    """
    try:
        read = date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day YYYY-MM-DD") from None
    if read.year not in YEARS:
        raise ArgumentTypeError(f"{text!r} is not a day of the years {YEARS.start} to {YEARS[-1]}")
    return read


def name(text: str) -> str:
    """A name that a person can read: 1 to 128 characters, not only white space."""
    if not NAME.match(text) or not text.strip():
        raise ArgumentTypeError(f"{text!r} is not a name of 1 to 128 characters")
    return text.strip()


def sentence(text: str) -> str:
    """A line that a person can read: 1 to 300 characters, not only white space.

    >>> sentence(" copied the whole bank of questions ")
    'copied the whole bank of questions'
    """
    if not re.fullmatch(r"[^\x00-\x1f\x7f-\x9f]{1,300}", text) or not text.strip():
        raise ArgumentTypeError(f"{text!r} is not a line of 1 to 300 characters")
    return text.strip()


def site(text: str) -> str:
    """The address of a server as people type it, without a path.

    >>> site("https://wenlu.example/")
    'https://wenlu.example'
    """
    if not re.fullmatch(r"https?://[^\s/?#@\x00-\x1f\x7f-\x9f]{1,253}/?", text):
        raise ArgumentTypeError(f"{text!r} is not an address such as https://wenlu.example")
    return text.rstrip("/")


def sha256(text: str) -> str:
    """A checksum: 64 hexadecimal digits."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise ArgumentTypeError(f"{text!r} is not a SHA-256 of 64 hexadecimal digits")
    return text.lower()


def identifier(text: str) -> str:
    """An id that can stand in an address (`core.wire.Identifier`)."""
    if not IDENTIFIER.match(text):
        raise ArgumentTypeError(f"{text!r} must have 1 to 128 characters, without white space or slash")
    return text


def price(text: str) -> float:
    """A price: a number from 0 that is finite."""
    try:
        value = float(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is not a price") from error
    if not 0 <= value < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not a price")
    return value
