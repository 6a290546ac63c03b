"""Numerals: runs of number characters that are numbers (数词)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.word_classes import pattern, words

NUMERAL = re.compile(r"[零〇一二两三四五六七八九十百千万亿半]+")
NO_NUMERAL = words("words_with_numerals")
COMMON_MEASURES = words("common_measures")
WORD_WITH_ONE = pattern(r"一(?:%{yi_words}|生(?!气)|度(?!电)|下子?|会儿?|面(?![镜墙旗锣鼓]))")
LONGEST_NO_NUMERAL = max(map(len, NO_NUMERAL))
ONE_OCLOCK = re.compile(r"一点(?:钟|半|多|整|[零一二三四五]?十|[一二三四五六七八九]|零|前|后|左右|就)")


def _in_other_word(text: str, start: int, end: int) -> bool:
    if text[start : start + 3] == "十分钟":
        return False
    low = max(0, start - LONGEST_NO_NUMERAL)
    for begin in range(low, start + 1):
        for stop in range(max(end, begin + 2), min(len(text), begin + LONGEST_NO_NUMERAL) + 1):
            if text[begin:stop] in NO_NUMERAL:
                return True
    return False


def numerals(sentence: Sentence) -> Iterator[Span]:
    """Runs of number characters that are numbers."""
    text = sentence.text
    for match in NUMERAL.finditer(text):
        start, end = match.span()
        token = sentence.token_over(start)
        if text[end - 1] == "千" and end - start > 1 and text[end : end + 1] in {"克", "瓦", "米"}:
            end -= 1
        if match[0] == "一" and _one_is_a_word(text, start):
            continue
        if _in_other_word(text, start, end):
            continue
        if match[0] == "半":
            if _half_counts(text, start):
                yield start, end
            continue
        if len(match[0]) == 1 and match[0] not in "零〇十百千万亿" and text[end : end + 1] in COMMON_MEASURES:
            yield start, end
            continue
        tagged = sentence.tokens[token].tag == "NUM" and not (match[0] == "一" and _one_before_a_verb(sentence, token))
        if tagged or _stands_in_a_date(text, start, end) or (len(match[0]) > 1 and _is_long_number(match[0])):
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


MEASURE_AFTER_HALF = pattern(r"%{measures_after_half}")


def _half_counts(text: str, start: int) -> bool:
    after, before = text[start + 1 : start + 3], text[max(0, start - 2) : start]
    return bool(
        MEASURE_AFTER_HALF.match(after)
        or re.search(r"[点年月斤一里岁]$|小时|[一二两三四五六七八九十]个$|[倍块米度杯]$", before)
    )


AFTER_DATE = words("after_dates")


def _stands_in_a_date(text: str, start: int, end: int) -> bool:
    return (
        text[max(0, start - 2) : start] in {"星期", "礼拜"}
        or text[start - 1 : start] in {"第", "周"}
        or text[end : end + 1] in AFTER_DATE
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
    for match in re.finditer(r"(?<=[0-9０-９几数])[千万亿]+", text):
        start, end = match.span()
        if (
            not re.match(r"千(?:克|瓦|米)|万(?:分|里长城)", text[start : start + 4])
            and NUMERAL.search(text[start - 1]) is None
            and not _already(sentence, start)
        ):
            yield start, end


def _already(sentence: Sentence, start: int) -> bool:
    return any(low <= start < high for low, high in numerals(sentence))
