"""Reduplicated verbs: 看看, 看一看, 休息休息 (动词重叠)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import tag
from core.language.grammar.word_classes import words

DOUBLED_SYLLABLES = "说看听想尝试写读问走坐学做玩吃尝穿用等找洗聊谈练猜笑点摇挥拍握擦歇逛转帮查算数闻摸动商管改教讲记跑跳唱打挑弄收闹劝念瞧量评散遛排亲抱抓碰推敲修晒晾泡补翻翘眨拉搓搞养骗吹理清跟品望吓压陪忍喂扫"
DOUBLED = re.compile(
    rf"(?P<a>[{DOUBLED_SYLLABLES}])(?:一|了一|了)?(?P=a)(?P<er>儿)?|(?P<b>[\u4e00-\u9fff]{{2}})(?P=b)"
)  # fmt: skip
DOUBLED_WORDS = words("doubled_words")


DOUBLED_IN_PAIRS = words("doubled_in_pairs")


@predicate
def reduplication(sentence: Sentence) -> Iterator[Span]:
    """看看, 看一看, 看了看, 休息休息; not 常常, 说说笑笑, 一遍一遍."""
    text = sentence.text
    for found in DOUBLED.finditer(text):
        start, end = found.span()
        if found["b"] and found["b"] not in DOUBLED_WORDS:
            continue
        if found["a"] and (
            re.match(r"(?:" + found["a"] + r"|不)", text[end:])
            or (re.match(r"\w", text[end : end + 1]) and text[end : end + 2] in DOUBLED_IN_PAIRS)
        ):
            continue
        if start and re.search(r"(?:说说|走走|吃吃|打打|写写|看看|想想|[一二两三四几])$", text[:start]):
            continue
        if found["a"] and "一" in found[0] and re.match(r"[个本件条张杯次天下位点些句首部]", text[end:]):
            continue
        if found[0].startswith(("谈谈", "说说")) and re.match(r"的", text[end:]):
            continue
        if found["er"] and found["a"] not in "玩":
            end -= 1
        if (
            found["a"]
            and len(found[0].rstrip("儿")) == 2
            and tag(sentence, sentence.token_over(start)) not in ("VERB", "NOUN", "X", "ADV", "ADJ", "AUX")
        ):
            continue
        yield start, end
