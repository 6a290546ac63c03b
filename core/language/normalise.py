"""Typed answers in one normal form: width, white space, punctuation."""

from __future__ import annotations

import re
import unicodedata


def fold(text: str) -> str:
    """Half-width where both widths exist, lower case, without white space and punctuation.

    >>> fold(" ２０ 块。"), fold("“我 去，你呢？”")
    ('20块', '我去你呢')
    """
    characters = (
        character
        for character in unicodedata.normalize("NFKC", text)
        if unicodedata.category(character)[0] not in "ZPCS"
    )
    return "".join(characters).lower()


def source_offsets(text: str) -> list[int]:
    """For each character of `fold(text)` the offset in `text` that it came from."""
    offsets: list[int] = []
    for offset, character in enumerate(text):
        offsets.extend([offset] * len(fold(character)))
    return offsets


DIGITS = dict(zip("0123456789", "零一二三四五六七八九", strict=True))


def spell_digits(text: str) -> str:
    """Numbers up to 99 written with digits as Chinese numerals: 3 as 三, 20 as 二十, 15 as 十五.

    >>> spell_digits("20块"), spell_digits("3点15分"), spell_digits("2019年")
    ('二十块', '三点十五分', '二零一九年')
    """
    spelt, run = "", ""
    for character in [*text, ""]:
        if character and character in DIGITS:
            run += character
            continue
        spelt += _spell_run(run) + character
        run = ""
    return spelt


def _spell_run(run: str) -> str:
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
