"""Answers as people type them, brought to one form: width, white space, punctuation."""

from __future__ import annotations

import re
import unicodedata


def fold(text: str) -> str:
    """Half-width where both widths exist, lower case, without white space and punctuation.

    >>> fold(" ２０ 块。"), fold("“我 去，你呢？”")
    ('20块', '我去你呢')
    """
    kept = (mark for mark in unicodedata.normalize("NFKC", text) if unicodedata.category(mark)[0] not in "ZPCS")
    return "".join(kept).lower()


def kept_places(text: str) -> list[int]:
    """For each character of `fold(text)`, where in `text` it came from."""
    places: list[int] = []
    for place, mark in enumerate(text):
        places.extend([place] * len(fold(mark)))
    return places


DIGITS = dict(zip("0123456789", "零一二三四五六七八九", strict=True))


def spell_digits(text: str) -> str:
    """Numbers up to 99 written with digits as Chinese numerals: 3 as 三, 20 as 二十, 15 as 十五.

    >>> spell_digits("20块"), spell_digits("3点15分"), spell_digits("2019年")
    ('二十块', '三点十五分', '二零一九年')
    """
    found, run = "", ""
    for mark in [*text, ""]:
        if mark and mark in DIGITS:
            run += mark
            continue
        found += _spelt(run) + mark
        run = ""
    return found


def _spelt(run: str) -> str:
    if len(run) == 2 and run[0] != "0":
        tens, ones = run[0], run[1]
        return ("" if tens == "1" else DIGITS[tens]) + "十" + ("" if ones == "0" else DIGITS[ones])
    return "".join(DIGITS[digit] for digit in run)


UNITS = ("", "十", "百", "千")


def spell_numbers(text: str) -> str:
    """Numbers of up to four digits as they are read: 500 as 五百, 1050 as 一千零五十.

    >>> spell_numbers("500块"), spell_numbers("1050"), spell_numbers("12"), spell_numbers("20261")
    ('五百块', '一千零五十', '十二', '二零二六一')
    """
    return re.sub(r"[0-9]+", lambda match: _read_number(match[0]), text)


def _read_number(run: str) -> str:
    if len(run) > len(UNITS) or run[0] == "0":
        return "".join(DIGITS[digit] for digit in run)
    read = ""
    for digit, unit in zip(run, reversed(UNITS[: len(run)]), strict=True):
        if digit != "0":
            read += DIGITS[digit] + unit
        elif not read.endswith("零"):
            read += "零"
    read = read.rstrip("零")
    return read.removeprefix("一") if read.startswith("一十") else read
