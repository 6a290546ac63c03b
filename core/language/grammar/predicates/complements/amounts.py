"""Adjective and amount: 大两岁, 便宜一点儿 (数量补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.amounts import COUNT
from core.language.grammar.syntax.tokens import relation, tag, word

DIFFERENCE = re.compile(
    rf"(?:了)?(?P<n>一点儿?|一些|点儿(?![\u4e00-\u9fff])|{COUNT}(?:多)?(?:岁|块钱?|元|米|厘米|公斤|斤|倍|度|分钟?|公里|个|天|年|小时|个小时|层|寸|里|毛|"
    r"种|页|本|次|人|名|万|亿|%|个月))"
)


@predicate
def after_adjective(sentence: Sentence) -> Iterator[Span]:
    """大两岁, 凉快一点儿, 贵五十块, 舒服一些."""
    text = sentence.text
    for place in range(len(sentence.tokens)):
        if (
            tag(sentence, place) != "ADJ"
            and word(sentence, place) not in ("多", "少", "早", "晚", "流利", "快", "慢")
            and not (tag(sentence, place) == "VERB" and "比" in sentence.text[: sentence.spans[place][0]])
        ):
            continue
        end = sentence.spans[place][1]
        found = DIFFERENCE.match(text[end:])
        if found is None or (
            relation(sentence, place).startswith(("amod", "compound")) and tag(sentence, place + 1) == "NOUN"
        ):
            continue
        after = text[end + found.end() :]
        amount = found["n"]
        if (
            not amount.startswith(("一点", "一些", "点"))
            and "比" not in text[:end]
            and not re.match(r"[多少早晚大小]", word(sentence, place))
        ):
            continue
        if (
            not amount.startswith(("一点", "一些", "点"))
            and "比" not in text[:end]
            and re.match(r"[大小多]", word(sentence, place))
            and text[end : end + 1] != "了"
        ):
            continue
        if (
            relation(sentence, place) == "advmod"
            and re.match(r"[\u4e00-\u9fff]", after)
            and not re.match(r"[的了吗吧呢，。！]", after)
        ):
            continue
        if re.search(r"(?:有|[很太非])$", text[: sentence.spans[place][0]]) and not amount.startswith("一"):
            continue
        yield sentence.spans[place][0], end + found.end()
