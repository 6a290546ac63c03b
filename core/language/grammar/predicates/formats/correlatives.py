"""Formats of two halves: 一……都不……, 为了……而…… (固定格式)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.word_classes import pattern

STRETCH_OF_TIME = pattern(r"一%{stretches_of_time}都")
"""一天都没吃饭 mostly means the whole day; 一天都没休息过 does not."""


@check
def not_a_whole_stretch(sentence: Sentence, markers: Markers) -> bool:
    """Whether 一…都 holds a counted thing rather than a stretch of time that lasted."""
    start, end = markers[0]
    if re.match(r"一(?:年|天|个月|辈子)也[^，。]{1,3}[完了到]", sentence.text[start : end + 2]):
        return False
    if not STRETCH_OF_TIME.match(sentence.text[start:end]):
        return True
    return re.search("过|休息|离开|耽误|落下|缺", sentence.text[end : end + 8]) is not None


@check
def free_second_half(sentence: Sentence, markers: Markers) -> bool:
    """Whether the second marker (而) is a word of its own and not the beginning or end of another."""
    start, end = markers[-1]
    return sentence.text[start : end + 1] not in {"而且", "而已"} and sentence.words[sentence.token_over(start)] == "而"
