"""Reduplicated verbs: 看看, 看一看, 休息休息 (动词重叠)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.tokens import tag
from core.language.grammar.word_classes import pattern, words

DOUBLED = pattern(r"(?P<a>%{doubled_syllables})(?:一|了一|了)?(?P=a)(?P<er>儿)?|(?P<b>[\u4e00-\u9fff]{2})(?P=b)")
DOUBLED_WORDS = words("doubled_words")
DOUBLED_IN_PAIRS = words("doubled_in_pairs")
MEASURE_AFTER_ONE_ACT = pattern(r"%{measures_after_one_act}")


@predicate
def reduplication(sentence: Sentence) -> Iterator[Span]:
    """看看, 看一看, 看了看, 休息休息; not 常常, 说说笑笑, 一遍一遍."""
    text = sentence.text
    for match in DOUBLED.finditer(text):
        start, end = match.span()
        if match["b"] and match["b"] not in DOUBLED_WORDS:
            continue
        if match["a"] and (
            re.match(r"(?:" + match["a"] + r"|不)", text[end:])
            or (re.match(r"\w", text[end : end + 1]) and text[end : end + 2] in DOUBLED_IN_PAIRS)
        ):
            continue
        if start and re.search(r"(?:说说|走走|吃吃|打打|写写|看看|想想|[一二两三四几])$", text[:start]):
            continue
        if match["a"] and "一" in match[0] and MEASURE_AFTER_ONE_ACT.match(text[end:]):
            continue
        if match[0].startswith(("谈谈", "说说")) and re.match(r"的", text[end:]):
            continue
        if match["er"] and match["a"] not in "玩":
            end -= 1
        if (
            match["a"]
            and len(match[0].rstrip("儿")) == 2
            and tag(sentence, sentence.token_over(start)) not in ("VERB", "NOUN", "X", "ADV", "ADJ", "AUX")
        ):
            continue
        yield start, end
