"""Numbers, units and signs of a text as they are spoken: 2026年 as 二零二六年, 25 as 二十五, 50% as 百分之五十.

Where a number can be said in ways of different length (10:30 as 十点半, 十点三十分 or 十点三十), the ways are numbered: `way` 0 is the
usual one. Ways of the same length are accepted side by side (1 as yī or yāo, 2 as èr or liǎng, 元 as yuán or kuài).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from core.language.normalise import DIGITS
from core.speech.reading.amounts import by_digits, by_value, decimal, lone_two

WAYS = 4
"""How many ways of saying the numbers of a text are told apart."""
YAO = {"一": ("yāo",)}
TWO = {"二": ("liǎng",), "两": ("èr",)}
"""Before 百, 千, 万, 亿 and units of measure both are said (吕叔湘, 现代汉语八百词, 二)."""


POWERS = ("百", "千", "万", "亿")


class SpokenCharacter(NamedTuple):
    """One character as it is said for `length` characters of the text from `position` on.

    Characters of one number that cannot be told apart share position and length: 百分之五十 over 50%.
    """

    character: str
    position: int
    length: int = 1
    further: tuple[str, ...] = ()
    """Other syllables that are as right, with tone mark."""
    of_digits: bool = False


Further = Mapping[str, tuple[str, ...]]
NOTHING: Further = MappingProxyType({})


class Way(NamedTuple):
    """A way of saying a piece of text: its wording, and other syllables that are as right for its characters."""

    text: str
    further: Further = NOTHING


Ways = Sequence[Way]
Speaker = Callable[[re.Match[str]], "Ways | None"]


def spoken_text(text: str, *, way: int = 0) -> list[SpokenCharacter]:
    """The text as it is said, spaces between Chinese characters left out.

    >>> "".join(spoken.character for spoken in spoken_text("2026年有25%的人"))
    '二零二六年有百分之二十五的人'
    """
    plain = "".join(map(_plain, text))
    spoken: list[SpokenCharacter] = []
    position = 0
    while position < len(plain):
        piece = _number_from(plain, position, way)
        if piece is None:
            if not _silent_space(plain, position):
                spoken.append(SpokenCharacter(plain[position], position))
            position += 1
        else:
            end, wording = piece
            spoken += _aligned_to_digits(wording, plain, position, end)
            position = end
    return spoken


def _plain(mark: str) -> str:
    """Full-width digits, letters and signs as plain ones; Chinese punctuation stays."""
    if mark.isascii() or "\u4e00" <= mark <= "\u9fff":
        return mark
    folded = unicodedata.normalize("NFKC", mark)
    return folded if len(folded) == 1 and (folded.isalnum() or folded in "%+-=/.~") else mark


def _silent_space(text: str, position: int) -> bool:
    """Whether white space says nothing: a line break ends a sentence, a space parts Latin words."""
    if not text[position].isspace() or text[position] in "\r\n":
        return False
    left, right = text[position - 1 : position], text[position + 1 : position + 2]
    return not (left.isascii() and left.isalnum() and right.isascii() and right.isalnum())


def _number_from(text: str, position: int, way: int) -> tuple[int, Way] | None:
    """The end of the number or sign that begins here and how it is said, by the first rule that takes it."""
    if text[position] not in STARTS or (position and text[position - 1].isdigit() and text[position].isdigit()):
        return None
    for pattern, speaker in RULES:
        match = pattern.match(text, position)
        ways = speaker(match) if match else None
        if match and ways:
            return match.end(), ways[min(way, len(ways) - 1)]
    return None


def _aligned_to_digits(way: Way, text: str, start: int, end: int) -> list[SpokenCharacter]:
    """The spoken characters, each at the digit that it names; one that names no digit stands with the digit before it."""
    positions: list[int] = []
    next_position = start
    for character in way.text:
        digit = _digit_position(text, next_position, end, character)
        if digit is not None:
            next_position = digit + 1
        positions.append(max(start, next_position - 1) if positions else start)
    borders = [*sorted(set(positions)), end]
    lengths = {border: next_border - border for border, next_border in pairwise(borders)}
    return [
        SpokenCharacter(character, position, lengths[position], _further(way, number), of_digits=True)
        for number, (character, position) in enumerate(zip(way.text, positions, strict=True))
    ]


def _further(way: Way, number: int) -> tuple[str, ...]:
    """Other syllables for a character; 二 and 两 are interchangeable only at the head and before 百, 千, 万, 亿, and never
    after 十."""
    character, before, after = way.text[number], way.text[:number][-1:], way.text[number + 1 : number + 2]
    if character in TWO and not (number == 0 and character == "两") and (after not in POWERS or before == "十"):
        return ()
    return way.further.get(character, ())


def _digit_position(text: str, start: int, end: int, character: str) -> int | None:
    """Where the digit stands that a numeral names, if it is the next one."""
    digit = DIGITS_OF.get(character)
    position = next((position for position in range(start, end) if text[position].isdigit()), end)
    while digit not in (None, "0") and position < end and text[position] == "0":
        position += 1
    return position if position < end and text[position] == digit else None


DIGITS_OF = {**{numeral: digit for digit, numeral in DIGITS.items()}, "两": "2"}


def _value(digits: str) -> int:
    return int(digits.replace(",", ""))


def _date(match: re.Match[str]) -> Ways | None:
    year, month, day = match[1], int(match[2]), int(match[3])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return [Way(f"{by_digits(year)}年{by_value(month)}月{by_value(day)}日", {"日": ("hào",)})]


def _month(match: re.Match[str]) -> Ways | None:
    return [Way(f"{by_digits(match[1])}年{by_value(int(match[2]))}月")] if 1 <= int(match[2]) <= 12 else None


def _clock(match: re.Match[str]) -> Ways | None:
    """10:30; also with seconds. 3:2 is a score."""
    hour, minute = int(match[1]), int(match[2])
    if hour > 24 or minute > 59 or len(match[2]) != 2:
        return [Way(f"{by_value(hour)}比{by_value(minute)}")]
    said = ("两" if hour == 2 else by_value(hour)) + "点"
    if match[3]:
        return [Way(f"{said}{_minute(minute)}分{by_value(int(match[3]))}秒")]
    if not minute:
        return [Way(said), Way(said + "整")]
    half = said + "半" if minute == 30 else f"{said}{_minute(minute)}分"
    quarter = {15: said + "一刻", 45: said + "三刻"}.get(minute, f"{said}{_minute(minute)}分")
    return [Way(half), Way(quarter), Way(said + _minute(minute))]


def _minute(minute: int) -> str:
    return by_value(minute) if minute > 9 or not minute else "零" + by_value(minute)


def _percent(match: re.Match[str]) -> Ways:
    whole = "百" if match["sign"] == "%" else "千"
    first, last = match["first"], match["last"]
    said = f"{whole}分之{_amount(first)}"
    if not last:
        return [Way(said, TWO)]
    until = {"到": ("zhì",)}
    return [Way(f"{said}到{_amount(last)}", until), Way(f"{said}到{whole}分之{_amount(last)}", until)]


def _amount(digits: str) -> str:
    return decimal(digits) if "." in digits else by_value(_value(digits))


def _fraction(match: re.Match[str]) -> Ways | None:
    top, bottom = int(match[1]), int(match[2])
    return [Way(f"{by_value(bottom)}分之{by_value(top)}")] if top > 0 and bottom > 1 else None


def _one_by_one(match: re.Match[str]) -> Ways:
    return [Way(by_digits(match[0]), YAO)]


def _rather_one_by_one(match: re.Match[str]) -> Ways:
    digits = "".join(filter(str.isdigit, match[0]))
    return [Way(by_digits(digits), YAO), Way(by_value(int(digits)), TWO)]


def _year(match: re.Match[str]) -> Ways:
    value = Way(by_value(int(match[0])), TWO)
    return [Way(by_digits(match[0])), value] if match[0] != "2000" else [Way("二零零零"), value, value]


def _emergency(match: re.Match[str]) -> Ways:
    """110 as a telephone number only where one calls."""
    ways = [Way(by_digits(match[0]), YAO), Way(by_value(int(match[0])))]
    return ways if CALLS.search(match.string[: match.start()]) else ways[::-1]


def _money(match: re.Match[str]) -> Ways:
    units = {"$": "美元", "€": "欧元", "£": "英镑"}
    unit = units.get(match[1], "元")
    further = {**TWO, **({"元": ("kuài",)} if unit == "元" else {})}
    return [Way(_amount(match[2]) + (match[3] or "") + unit, further)]


def _measure(match: re.Match[str]) -> Ways:
    names, further = UNITS_OF[match["unit"]]
    amount = match["amount"]
    said = "两" if amount == "2" else _amount(amount)
    below = ("零下", "负") if match["below"] and "度" in names[0] else ("负" if match["below"] else "",)
    return [Way(minus + said + name, {**TWO, **further}) for minus in below for name in names]


def _negative(match: re.Match[str]) -> Ways:
    said = _amount(match[1] or match[2])
    return [Way("零下" + said), Way("负" + said)] if match.string[match.end() :][:1] == "度" else [Way("负" + said)]


def _version(match: re.Match[str]) -> Ways:
    return [Way("点".join(by_value(int(part)) for part in match[0].split(".")))]


def _decimal(match: re.Match[str]) -> Ways:
    return [Way(decimal(match[0]))]


def _integer(match: re.Match[str]) -> Ways:
    digits = match[0].replace(",", "")
    if digits == "2":
        return [Way(*lone_two(match.string, match.start()))]
    if len(digits) > LONGEST_VALUE or (digits[0] == "0" and len(digits) > 1):
        return [Way(by_digits(digits), YAO)]
    ways = [Way(by_value(int(digits)), TWO)]
    return [*ways, Way(by_digits(digits), YAO)] if len(digits) > 2 and "," not in match[0] else ways


UNTIL = [Way("到", {"到": ("zhì",)})]


def _sign(match: re.Match[str]) -> Ways:
    return [Way({"+": "加", "=": "等于", "×": "乘", "÷": "除以"}[match[0]])]


LONGEST_VALUE = 12
"""Digits up to which a number is read as one; longer ones are spelt."""
STARTS = frozenset("0123456789-−–—~～+=×÷¥￥$€£")
CALLS = re.compile(r"(?:打|拨|叫|报警|电话|呼叫|找)了?(?:一?个)?$")
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_DASH = r"[-−–—~～]"
UNITS_OF: dict[str, tuple[tuple[str, ...], Further]] = {
    "℃": (("摄氏度", "度"), {}), "°C": (("摄氏度", "度"), {}), "°": (("度",), {}),
    "km": (("公里",), {"公": ("qiān",), "里": ("mǐ",)}), "kg": (("公斤",), {"公": ("qiān",), "斤": ("kè",)}),
    "km/h": (("公里每小时",), {}), "cm": (("厘米",), {"厘": ("gōng",), "米": ("fēn",)}), "mm": (("毫米",), {}),
    "m": (("米",), {}), "g": (("克",), {}), "mg": (("毫克",), {}), "ml": (("毫升",), {}), "mL": (("毫升",), {}),
    "L": (("升",), {}), "m²": (("平方米",), {}), "㎡": (("平方米",), {}), "km²": (("平方公里",), {}),
}  # fmt: skip
"""Signs of units after a number: what is said, and other syllables that are as right."""
_UNIT = "|".join(sorted(map(re.escape, UNITS_OF), key=len, reverse=True))

RULES: tuple[tuple[re.Pattern[str], Speaker], ...] = tuple(
    (re.compile(pattern), speaker)
    for pattern, speaker in (
        (r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", _date),
        (r"((?:19|20)\d{2})-(0[1-9]|1[0-2])(?!\d)", _month),
        (r"1\d{10}(?!\d)|1\d{2}[- ]\d{4}[- ]\d{4}(?!\d)|0\d{2,3}-?\d{7,8}(?!\d)|[48]00-?\d{3}-?\d{4}(?!\d)", _one_by_one),
        (r"(\d{1,2})[:：](\d{1,2})(?:[:：](\d{2}))?(?!\d)", _clock),
        (rf"(?P<first>{_NUMBER})%?(?:{_DASH}(?P<last>{_NUMBER}))?(?P<sign>[%‰])", _percent),
        (rf"(?P<below>[-−](?<![0-9A-Za-z%℃°度][-−]))?(?P<amount>{_NUMBER})\s?(?P<unit>{_UNIT})(?![A-Za-z])", _measure),
        (rf"\d{{4}}(?={_DASH}\d{{4}}年)", _year),
        (r"(?:1[1-9]|20)(?!00)\d\d(?=年)|(?:1[1-9]|20)00(?=年(?!前|来|多|以|的?历史))", _year),
        (r"0\d(?=年)|[6-9]\d(?=年(?!代|前|来|多|以|级|历史|的历史|后|了))|\d\d(?=年\d{1,2}月)|[0-9][05](?=后(?![天来面边]))", _year),
        (r"(?:110|119|120|122|114|12345|10000)(?![\d,.%])", _emergency),
        (r"(?:10086|10010|12306|95588)(?![\d,.%元块个人名])", _rather_one_by_one),
        (r"\d{3,5}(?=路|室|教室|房间|号房|号教室|次列车|次火车|航班|国道|班车)", _rather_one_by_one),
        (r"(?<=码)\d{3,}|(?<=码是)\d{3,}|(?<=码[:：])\d{3,}|(?<=话)\d{5,}|(?<=话是)\d{3,}|(?<=话[:：])\d{3,}|(?<=间号是)\d{3,}", _one_by_one),
        (r"(\d{1,3})/(\d{1,3})(?![\d/])", _fraction),
        (rf"([¥￥$€£])\s?({_NUMBER})([万亿])?", _money),
        (r"\d+(?:\.\d+){2,}", _version),
        (rf"(?<![\w%℃年月日号点度元岁])[-−]({_NUMBER})|(?<![0-9A-Za-z%℃°度零一二三四五六七八九十])[-−]({_NUMBER})(?=度)", _negative),
        (rf"(?<=[\d%℃年月日号点度元岁]){_DASH}(?=\d)", lambda _: UNTIL),
        (r"(?<=[\d]) ?[+×÷=](?= ?\d)", _sign),
        (r"\d+\.\d+", _decimal),
        (r"\d{1,3}(?:,\d{3})+(?!\d)|\d+", _integer),
    )
)  # fmt: skip
"""The first rule that takes the place decides."""
