"""Spoken formats: X是X, 还X呢, 该……了 (口语格式)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.word_classes import pattern, words

SECOND_PAIR = re.compile(r"[，,、；;](?P<y>[^，,。；！？是]{1,6})(?:还|就)?是(?P=y)")


@check
def concedes(sentence: Sentence, markers: Markers) -> bool:
    """Whether no second Y是Y follows, which would set two things apart instead of conceding."""
    return SECOND_PAIR.match(sentence.text, markers[0][1]) is None


STATUS = pattern(r"(?:%{statuses}|[家师生员长手士星商]|名牌儿?|哥们儿?|第一名?|[三四五]星级)$")
STATUS_WORDS = words("status_qualities")
NOT_STATUS = pattern(r"^(?:%{not_statuses}|有(?!名))")


@check
def status_in_irony(sentence: Sentence, markers: Markers) -> bool:
    """Whether 还…呢 holds a noun or adjective that claims a status (还专家呢), not something still going on (还在睡呢)."""
    start, end = markers[0]
    inner = sentence.text[start + 1 : end - 1]
    if NOT_STATUS.match(inner) and not inner.startswith(("有名", "大学", "小学老师")):
        return False
    return inner in STATUS_WORDS or STATUS.search(inner) is not None


@check
def modal_gai(sentence: Sentence, markers: Markers) -> bool:
    """Whether 该 is the modal and not the written “this”."""
    index = sentence.token_over(markers[0][0])
    if index + 1 >= len(sentence.tokens) or sentence.tokens[index].relation != "det":
        return True
    return sentence.tokens[index + 1].tag in {"PRON", "PROPN", "ADV"}
