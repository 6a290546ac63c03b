"""Numeral and measure word: 两本, 一个一个, 一大杯 (数量短语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.amounts import MEASURE_WORDS, NUMBER
from core.language.grammar.word_classes import pattern, words

AMOUNT = re.compile(
    rf"(?<![第初])(?P<n>{NUMBER}{{1,20}}(?:[.．]\d+)?(?:多|来|余)?|多少|数{NUMBER}{{1,20}})(?P<m>{MEASURE_WORDS.pattern})"
)  # fmt: skip
NOT_AMOUNT = pattern(
    r"一(?:%{yi_other_words}|批(?!人)|页(?!纸))|两(?:岸|口子|手)|[三六八五]角形|三(?:角|级|国)|四(?:面|周)|半(?:年|夜)|十(?:分(?!钟))|百(?:分|年)|"
    r"千(?:克)|万(?:分|里)|八(?:成)|百(?:姓)|一(?:月|号)"
)


@predicate
def number_measure(sentence: Sentence) -> Iterator[Span]:
    """A numeral with its measure word."""
    text = sentence.text
    for match in AMOUNT.finditer(text):
        start, end = match.span()
        if NOT_AMOUNT.match(match[0]) and not _real_amount(text, start):
            continue
        if text[max(0, start - 1) : start] in ("第", "星", "周") or text[end : end + 1] == "形" or match[0] == "一式":
            continue
        if not _is_date(match[0], match["n"], match["m"]) and _ends_word(sentence, end, match["m"]):
            yield start, end


DOUBTFUL_MEASURES = words("doubtful_measures")


def _is_date(amount: str, number: str, measure: str) -> bool:
    """2008年, 三月, 八号: a date, not an amount."""
    if measure in ("月", "号"):
        return re.match(r"\d|[一二三四五六七八九十]+", number) is not None
    return measure == "年" and re.fullmatch(r"[\d零〇一二三四五六七八九]{4}年|\d{2}年", amount) is not None


def _ends_word(sentence: Sentence, end: int, measure: str) -> bool:
    """The measure ends a token, or a token of numeral and measure goes on with a noun."""
    if measure in DOUBTFUL_MEASURES and end not in sentence.token_at_end:
        return False
    last = sentence.token_over(end - 1)
    first, stop = sentence.spans[last]
    if stop > end and first < end - len(measure):
        return False
    return stop == end or stop - first == 1 or first < end - len(measure) or measure in ("个", "年", "天")


def _real_amount(text: str, start: int) -> bool:
    """一 with a measure that also begins another word: 一家公司, 一面墙, 一把椅子, 一头牛."""
    rest = text[start:]
    return (
        bool(
            re.match(
                r"一(?:把[椅刀伞钥]|头[牛猪驴]|面[墙镜红国旗]|家[公饭商书医店酒餐咖企小银]|口[水气井人饭]|道[题菜光门]|路公|块[钱蛋面手表石肉糖巧布地]|身[本衣新]|阵[风雨掌]|行[字]|线希|"
                r"批[食货新人学电]|代人|条|手[好]|页|番[话]|番|阵)",
                rest,
            )
        )
        and not rest.startswith("一番风顺")
    ) or (re.match(r"半年|三角形|半夜", rest) is not None and rest.startswith("半年"))


DOUBLED_MEASURES = words("doubled_measures")
NOT_DOUBLED = re.compile(r"个(?:人|小时|月|星期)|条(?:件)|天(?:气|空|才)|年(?:级|轻|龄)|家(?:人|庭|里|公司)|点|下|步行")


@check
def doubled(sentence: Sentence, markers: Markers) -> bool:
    """一个一个 and 一个个, not 看一看, 一天天气, 一点点."""
    start, end = markers[0]
    text, phrase = sentence.text, sentence.text[slice(*markers[0])]
    if len(phrase) > 3:
        return (
            text[end : end + 1] != phrase[0]
            and text[start - 1 : start] != "是"
            and phrase[1] not in "一二三四五六七八九十百千万"
        )
    if (
        phrase[0] != "一"
        or phrase[1] not in DOUBLED_MEASURES
        or phrase == "一点点"
        or text[start - 1 : start] in (phrase[1], "看", "想")
    ):
        return False
    return NOT_DOUBLED.match(text, end - 1) is None and re.match(r"[的\u4e00-\u9fff]", text[end : end + 1]) is not None


NOT_SIZED = pattern(r"[大小长](?:%{not_sized_measures}|个(?!儿))$")


@check
def size_of_measure(sentence: Sentence, markers: Markers) -> bool:
    """一大杯: the adjective stands before the measure, and the numeral is no ordinal."""
    start, end = markers[0]
    phrase = sentence.text[slice(*markers[0])]
    if (start and sentence.text[start - 1] in "第十百千万") or NOT_SIZED.search(phrase):
        return False
    return not re.match(r"子", sentence.text[end:])
