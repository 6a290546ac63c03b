"""Amounts in Chinese numerals."""

from __future__ import annotations

import re

from core.language.normalise import DIGITS, UNITS

SECTIONS = ("", "万", "亿", "万亿")
NAMELESS = 10_000 ** len(SECTIONS)
NAMED = re.compile(
    r"\s*(?:月|日|号|楼|年级|班|路|等|级|线|院|中|小(?!时)|期|栋|单元|课|章|页|题|比|分之|加|减|乘|除|[、，。,.;；)）+=×÷]|$)"
)
"""After 2 these make it the name of a number: 二月, 二楼."""
BOTH = re.compile(r"\s*(?:[百千万亿层度米元斤克分角里尺寸升吨倍]|平方|立方|公[斤里分]|千[克米]|厘米|毫米|毫升)")
"""Before these 二 is said as well as 两."""
ORDINAL = re.compile(r"(?:第|初|星期|周|礼拜|[A-Za-z]\s?-?)$")


def by_digits(digits: str) -> str:
    """Digit by digit; everything else is left out.

    >>> by_digits("010-2026")
    '零一零二零二六'
    """
    return "".join(DIGITS[digit] for digit in digits if digit in DIGITS)


def by_value(value: int) -> str:
    """A number from 0; 两 at the head before 千, 万 and 亿. From 10**16 on it is spelt, for then there is no name for it.

    >>> by_value(15), by_value(110), by_value(2005), by_value(20_000), by_value(10_050), by_value(220_000)
    ('十五', '一百一十', '两千零五', '两万', '一万零五十', '二十二万')
    """
    if value == 0 or value >= NAMELESS:
        return by_digits(str(value))
    sections = []
    while value:
        value, section = divmod(value, 10_000)
        sections.append(section)
    said = ""
    for power in range(len(sections) - 1, -1, -1):
        section = sections[power]
        if section:
            gap = said and (section < 1000 or sections[power + 1] % 10 == 0 == sections[power + 1])
            said += ("零" if gap else "") + _section(section) + SECTIONS[power]
    said = said.removeprefix("一") if said.startswith("一十") else said
    return "两" + said[1:] if said[0] == "二" and said[1:2] in ("千", "万", "亿") else said


def _section(section: int) -> str:
    """1 to 9,999."""
    said = ""
    for power in (3, 2, 1, 0):
        digit = section // 10**power % 10
        if digit:
            said += DIGITS[str(digit)] + UNITS[power]
        elif said and section % 10**power and not said.endswith("零"):
            said += "零"
    return said


def decimal(digits: str) -> str:
    """3.14 as 三点一四; the places after the point one by one.

    >>> decimal("3.5"), decimal("12.05")
    ('三点五', '十二点零五')
    """
    whole, places = digits.replace(",", "").split(".")
    head = by_value(int(whole))
    return f"{'二' if head == '两' else head}点{by_digits(places)}"


def lone_two(text: str, position: int) -> tuple[str, dict[str, tuple[str, ...]]]:
    """How the digit 2 at a position is said: 二 in names of numbers, 两 before what is counted; and other syllables that are as right.

    >>> lone_two("第2课", 1)[0], lone_two("2月", 0)[0], lone_two("2个", 0)[0]
    ('二', '二', '两')
    """
    after = text[position + 1 :]
    if ORDINAL.search(text[:position]) or NAMED.match(after) or not "\u4e00" <= after.strip()[:1] <= "\u9fff":
        return "二", {}
    return "两", {"两": ("èr",)} if BOTH.match(after) else {}
