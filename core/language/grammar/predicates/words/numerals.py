"""Numerals: runs of number characters that are numbers (数词)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence

NUMERAL = re.compile(r"[零〇一二两三四五六七八九十百千万亿半]+")
WORDS_WITH_NUMERALS = """
一样 一起 一下 一些 一点儿 一会儿 一直 一定 一边 一般 一旦 一切 一共 一向 一面 一方面 一致 一同 一时 一律 一带 一再 一齐 一生
一路 一流 一贯 一度 一概 一连 一块儿 一点点 一味 一并 一心 一举 一经 一手 一身 一晃 一行人 一系列 一辈子 一口气 一下子 一体 一如
一来 一方 一线 一帆风顺 一见 一旁 一头 一侧 一早 一大早 一溜 一门心思 一股脑 一个劲 一目了然 一望 一瞬 一刹那 一霎 万一 统一 唯一
单一 专一 之一 不一 同一 逐一 不一定 进一步 一一 十分 十足 千万 千克 千瓦 千米 万分 万能 万岁 万物 万事 万般 万万 万象 百姓
百般 百货 百科 百合 百分 百年好合 四处 四周 四肢 四面八方 四季 四通八达 四方 五官 五金 三明治 三角 三轮车 二手 二胡 二氧化碳
两口子 两旁 两边 两侧 两极 两面 两岸 六神无主 七上八下 乱七八糟 八卦 九霄 半夜 半天云 半岛 半径 半场 半导体 半数 多半 大半 半路
半边 半途 半身 半空 半山腰 三番五次 千方百计 成千上万 万里长城 万水千山 三心二意 五颜六色 五花八门 五光十色 丢三落四 一五一十 百分之
一百八十度 星期天 一清二楚 不三不四 说三道四 十字 十字路口 千家万户 千辛万苦 千变万化 千军万马 万家灯火 一举一动 一言一行 一心一意
一模一样 一朝一夕 独一无二 百发百中 四舍五入 双十一 初一 不管三七二十一 两全其美 一草一木 三三两两 接二连三 再三 二维码 三文鱼 三亚
四川 一汽 九寨沟 五台山 五一 六一 五笔 四合院 一卡通 八成 九成 一把手 一等奖
"""
NO_NUMERAL = frozenset(WORDS_WITH_NUMERALS.split())
COMMON_MEASURES = frozenset("个天年周本杯件条位次遍块张把种封间页分秒岁只名座辆")
WORD_WITH_ONE = re.compile(
    r"一(?:样|起|些|直|定|般|旦|切|共|向|致|同|律|带|再|齐|生(?!气)|流|贯|度(?!电)|概|连|味|并|经|晃|系列|辈子|口气|下子?|会儿?|点儿|点点|边|方面|面(?![镜墙旗锣鼓])|来|旁|侧|早|如|瞬|霎|刹)"
)
LONGEST_NO_NUMERAL = max(map(len, NO_NUMERAL))
ONE_OCLOCK = re.compile(r"一点(?:钟|半|多|整|[零一二三四五]?十|[一二三四五六七八九]|零|前|后|左右|就)")


def _in_other_word(text: str, start: int, end: int) -> bool:
    if text[start : start + 3] == "十分钟":
        return False
    low = max(0, start - LONGEST_NO_NUMERAL)
    for at in range(low, start + 1):
        for stop in range(max(end, at + 2), min(len(text), at + LONGEST_NO_NUMERAL) + 1):
            if text[at:stop] in NO_NUMERAL:
                return True
    return False


def numerals(sentence: Sentence) -> Iterator[Span]:
    """Runs of number characters that are numbers."""
    text = sentence.text
    for found in NUMERAL.finditer(text):
        start, end = found.span()
        token = sentence.token_over(start)
        if text[end - 1] == "千" and end - start > 1 and text[end : end + 1] in {"克", "瓦", "米"}:
            end -= 1
        if found[0] == "一" and _one_is_a_word(text, start):
            continue
        if _in_other_word(text, start, end):
            continue
        if found[0] == "半":
            if _half_counts(text, start):
                yield start, end
            continue
        if len(found[0]) == 1 and found[0] not in "零〇十百千万亿" and text[end : end + 1] in COMMON_MEASURES:
            yield start, end
            continue
        tagged = sentence.tokens[token].tag == "NUM" and not (found[0] == "一" and _one_before_a_verb(sentence, token))
        if tagged or _stands_in_a_date(text, start, end) or (len(found[0]) > 1 and _is_long_number(found[0])):
            yield start, end


def _one_is_a_word(text: str, start: int) -> bool:
    if ONE_OCLOCK.match(text, start) and (start == 0 or text[start - 1] in "午上晨在从到，是间天日"):
        return False
    if text[start : start + 2] == "一点" and text[start - 2 : start] not in {"下午", "上午", "晚上", "中午", "凌晨"}:
        return True
    return bool(WORD_WITH_ONE.match(text, start)) and text[start - 1 : start] not in {"第", "十"}


def _one_before_a_verb(sentence: Sentence, token: int) -> bool:
    """一 of 一……就 and 一看: a verb follows directly."""
    if sentence.words[token] != "一" or token + 1 >= len(sentence.tokens):
        return sentence.words[token] == "一"
    following = sentence.tokens[token + 1]
    return following.tag in {"VERB", "PUNCT", "ADP", "ADV"} and following.relation != "clf"


def _half_counts(text: str, start: int) -> bool:
    after, before = text[start + 1 : start + 3], text[max(0, start - 2) : start]
    return bool(
        re.match(r"[个年天月杯碗斤块小里公页本瓶步句张袋只条袋]|小时|分钟|周岁|学期|辈子", after)
        or re.search(r"[点年月斤一里岁]$|小时|[一二两三四五六七八九十]个$|[倍块米度杯]$", before)
    )


def _stands_in_a_date(text: str, start: int, end: int) -> bool:
    return (
        text[max(0, start - 2) : start] in {"星期", "礼拜"}
        or text[start - 1 : start] in {"第", "周"}
        or text[end : end + 1] in {"月", "日", "号", "点", "楼", "路", "岁", "班", "级"}
    )


def _is_long_number(run: str) -> bool:
    return bool(re.search(r"[十百千万亿]", run)) or len(run) > 2


@predicate
def small_numbers(sentence: Sentence) -> Iterator[Span]:
    """Numerals with 一 to 十, 百, 零, 两 or 半."""
    for start, end in numerals(sentence):
        if re.search(r"[零〇一二两三四五六七八九十百半]", sentence.text[start:end]):
            yield start, end


@predicate
def large_numbers(sentence: Sentence) -> Iterator[Span]:
    """Numerals with 千, 万 or 亿, beside digits too."""
    text = sentence.text
    for start, end in numerals(sentence):
        if re.search(r"[千万亿]", text[start:end]):
            yield start, end
    for found in re.finditer(r"(?<=[0-9０-９几数])[千万亿]+", text):
        start, end = found.span()
        if (
            not re.match(r"千(?:克|瓦|米)|万(?:分|里长城)", text[start : start + 4])
            and NUMERAL.search(text[start - 1]) is None
            and not _already(sentence, start)
        ):
            yield start, end


def _already(sentence: Sentence, start: int) -> bool:
    return any(low <= start < high for low, high in numerals(sentence))
