"""不……也……, 再……也…… (紧缩复句)."""

from __future__ import annotations

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.tokens import tag_at
from core.language.grammar.word_classes import pattern


@check
def without(sentence: Sentence, markers: Markers) -> bool:
    """不…也…: 不 before a verb or adjective that it denies."""
    offset = markers[1][0]
    index = sentence.token_over(offset)
    return sentence.words[index].startswith("不") and tag_at(sentence, offset + 1) not in {"NUM", "PUNCT"}


DEGREE = pattern(r"再(?:%{qualities_however}|%{plain_qualities_however}|便宜|好吃|困难|重要|有[钱名])")


@check
def however(sentence: Sentence, markers: Markers) -> bool:
    """再 "however much" before a quality."""
    return DEGREE.match(sentence.text[markers[0][0] :]) is not None or (
        tag_at(sentence, markers[0][0] + 1) == "ADJ"
    )  # fmt: skip
