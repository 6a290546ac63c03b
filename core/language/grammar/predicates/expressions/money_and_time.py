"""Sums of money, dates and hours (钱数, 时间)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.word_classes import pattern


@check
def money(sentence: Sentence, markers: Markers) -> bool:
    """块 and 元 of money, not pieces; 一百五 only where money is spoken of."""
    start, end = markers[0]
    text = sentence.text
    what = text[start:end]
    if start and re.match(NUMBER + "|[第两这那每]", text[start - 1]):
        return False
    if re.fullmatch(r"一百[五八二三]十", what):
        return (
            re.search(r"一百[五八二三]十(?:[。！（]|$)", text[start:]) is not None
            and re.search(r"[买卖价钱花贵]|多少|一共", text) is not None
        )
    if re.search(r"块$", what) and not what.endswith("钱"):
        after = text[end:]
        if re.match(r"[\u4e00-\u9fff]", after) and not re.match(
            r"[一吧呢吗了的，也就就都够]|左右|多|以|两|可以|能|买|半", after
        ):
            return False
        if re.search(r"(?:分|吃|切|成|这|那|剪|掰|块|拿)(?:了|成)?$", text[:start]) and not re.search(
            r"(?:钱|买|卖|花|价|便宜|贵)", text
        ):
            return False
    return True


DATE = (
    r"[上下本]个?月(?:[一二三四五六七八九十]{1,3}|\d{1,2})[日号]|(?:[\d零〇一二三四五六七八九○]{2,4}年)?(?:[\d０-９]{1,2}|"
    r"[一二三四五六七八九十]{1,3})月(?:份)?(?:(?:[\d]{1,2}|[一二三四五六七八九十]{1,3})[日号])?|[\d零〇一二三四五六七八九○]{4}年|"
    r"(?<![第地\w])(?:[一二三四五六七八九十]{1,3}|\d{1,2})号(?=[，。是上下早晚去来我到之前晚 ！？]|$)|(?:星期|礼拜|周)[一二三四五六日天](?!期)|星期几|几月几号|几号|今年|去年"
)
CLOCK = (
    r"差(?:[一二两三四五六七八九十]{1,3}|\d{1,2}|一刻)分?(?:钟)?(?:[一二两三四五六七八九十]{1,2}|\d{1,2})点|"
    r"(?:[一二两三四五六七八九十几]{1,3}|\d{1,2})点(?:钟|半|整|(?:[零〇一二三四五六七八九十]{1,3}|\d{1,2})分?|[一三]刻|差[一二三四五六七八九十]{1,2}分)?(?!儿|"
    r"[心击子五]|\d)|\d{1,2}[:：]\d{2}"
)
TOPIC = pattern(r"(?:%{topics_counted_in_points}|：)")
BEFORE_YIDIAN_OF_DEGREE = pattern(r"%{before_yidian_of_degree}$|^$")


@predicate
def clock(sentence: Sentence) -> Iterator[Span]:
    """Dates, days of the week and hours."""
    text = sentence.text
    for match in re.finditer(DATE + "|" + CLOCK, text):
        start, end = match.span()
        if match[0] in ("今年", "去年"):
            continue
        if (
            "点" in match[0]
            and re.search(r"(?:有|早|晚|快|慢|大|小|多|少|好|差|[一]?[零百千]|[零一二三四五六七八九]点)$", text[:start])
            and not match[0].startswith("差")
            and not re.search(r"[早晚]$", text[:start])
        ):
            continue
        if (
            match[0].startswith("一点")
            and (
                (text[end : end + 1] in "儿都也不没就的，。" and text[end : end + 1])
                or BEFORE_YIDIAN_OF_DEGREE.search(text[:start])
            )
            and not re.search(r"(?:下午|凌晨|中午|到|点|是|在|[十])$", text[:start])
        ):
            continue
        if re.search(r"(?:[两三四五六七八]|[二三四五六七八九]|几)点$", match[0]) and TOPIC.match(text[end:]):
            continue
        if re.search(r"[十百千]?[\d]+[.．]\d*点$", match[0]) or (start and text[start - 1] in "第.百千万"):
            continue
        if re.search(r"号$", match[0]) and re.match(r"(?:房|楼|线|电|桌|床|选手|门|车|公)", text[end:]):
            continue
        yield start, end
