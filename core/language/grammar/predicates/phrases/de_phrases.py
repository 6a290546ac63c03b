"""的-phrases that stand for a noun: 我的, 红色的, 吃的 (“的”字短语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.tokens import tag, word
from core.language.grammar.word_classes import words


@predicate
@cached_on_sentence
def de_phrase(sentence: Sentence) -> Iterator[Span]:
    """我的, 红色的, 吃的, 他买的 in place of a noun."""
    text = sentence.text
    for match in re.finditer("的", text):
        start = match.start()
        index = sentence.token_over(start)
        first, last = chunk_of(sentence, index)
        begin, end = sentence.span(first, last)
        clause = text[begin:start]
        if (
            (word(sentence, index) not in ("的",) and not word(sentence, index).endswith("的"))
            or not clause
            or re.fullmatch(r"好|是|真|对|有|挺.*|什么|目|似", clause)
            or re.search(r"(?:什么|似|[说]真)$", clause)
        ):
            continue
        after = text[match.end() : end]
        span = _nominal_de(sentence, index, first, clause, after)
        if span >= 0:
            yield sentence.spans[span][0], match.end()


AFTER_DE_PHRASE = words("after_de_phrase")


def _nominal_de(sentence: Sentence, index: int, first: int, clause: str, after: str) -> int:
    """First token of a 的-phrase that stands for a noun, -1 for other 的."""
    before = index - 1 if word(sentence, index) == "的" else index
    last_tag = tag(sentence, before)
    ends = re.fullmatch(r"[吗吧呢啊呀了]*", after) is not None
    if not ends:
        if word(sentence, index + 1) not in AFTER_DE_PHRASE or tag(sentence, index + 1) not in (
            "AUX",
            "ADV",
            "ADP",
            "VERB",
        ):
            return -1
        return _start_of_de(sentence, before, first)
    if re.search(r"是[^，。]*$", clause):
        inner = clause.rsplit("是", 1)[1]
        if last_tag in ("PRON", "NOUN", "PROPN", "ADJ") and not re.search(
            r"(?:在|从|跟|坐|和|用|什么时候|怎么)", inner
        ):
            return _start_of_de(sentence, before, first)
        return (
            -1
            if re.search(r"(?:在|从|跟|坐|昨天|怎么|什么时候|去|来|会|可以)", inner)
            or not re.match(r"[我你他她妈爸老谁][\u4e00-\u9fff]{0,3}(?:买|做|写|画|送|给)", inner)
            else _start_of_de(sentence, before, first)
        )
    if (
        last_tag in ("NOUN", "PRON", "ADJ", "PROPN")
        and any(tag(sentence, i) == "VERB" for i in range(first, before))
        and not re.search(r"(?:会|能|挺|很|蛮|够|怪|可以|应该)[^，。]*$", clause)
    ):
        return _start_of_de(sentence, before, first)
    if last_tag == "VERB" and re.search(
        r"(?:有|买|要|找|拿|做|点|弄|来)(?:点儿?|些|了|什么|一些)*[吃喝用看玩穿住](?:儿)?$", clause
    ):
        return before
    if first == before and last_tag in ("PRON", "ADJ", "NOUN", "PROPN") and sentence.text[:1] == clause[:1]:
        return before
    return -1


def _start_of_de(sentence: Sentence, before: int, first: int) -> int:
    """Leftmost token of what stands before 的 in its own phrase."""
    low = max(sentence.subtree(before)[0], first) if tag(sentence, before) != "VERB" else before
    if tag(sentence, before) in ("ADJ", "NOUN", "PRON", "PROPN"):
        low = before
        while low - 1 >= first and (
            tag(sentence, low - 1) in ("ADJ", "NUM", "PROPN")
            or (
                word(sentence, low - 1) in ("很", "最", "非常", "更", "我", "你", "他", "她")
                and tag(sentence, low) != "PRON"
            )
        ):
            low -= 1
    while low < before and (
        tag(sentence, low) in ("AUX", "ADV") and word(sentence, low) in ("是", "不", "就", "都", "不是")
    ):
        low += 1
    return low


@predicate
def de_of_phrase(sentence: Sentence) -> Iterator[Span]:
    """The 的 of a 的-phrase that stands for a noun."""
    for _, end in de_phrase(sentence):
        yield end - 1, end
