"""不……也……, 再……也…… (紧缩复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import tag_at


@check
def without(sentence: Sentence, markers: Markers) -> bool:
    """不…也…: 不 before a verb or adjective that it denies."""
    at = markers[1][0]
    place = sentence.token_over(at)
    return sentence.words[place].startswith("不") and tag_at(sentence, at + 1) not in {"NUM", "PUNCT"}


DEGREE = re.compile(
    r"再(?:怎么|[难大小多少长短高低远近快慢好坏贵累忙苦冷热晚早重轻深强弱穷笨急美亮困饿疼痛香甜厚薄]|[便]宜|好吃|漂亮|聪明|能干"
    r"|努力|困难|危险|辛苦|喜欢|生气|重要|简单|复杂|厉害|有[钱名]|优秀|疲惫|伟大|周密|精彩|昂贵|不)"
)


@check
def however(sentence: Sentence, markers: Markers) -> bool:
    """再 "however much" before a quality."""
    return DEGREE.match(sentence.text[markers[0][0] :]) is not None or (
        tag_at(sentence, markers[0][0] + 1) == "ADJ"
    )  # fmt: skip
