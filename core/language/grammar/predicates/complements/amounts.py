"""Adjective and amount: 大两岁, 便宜一点儿 (数量补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
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
    for index in range(len(sentence.tokens)):
        if (
            tag(sentence, index) != "ADJ"
            and word(sentence, index) not in ("多", "少", "早", "晚", "流利", "快", "慢")
            and not (tag(sentence, index) == "VERB" and "比" in sentence.text[: sentence.spans[index][0]])
        ):
            continue
        end = sentence.spans[index][1]
        match = DIFFERENCE.match(text[end:])
        if match is None or (
            relation(sentence, index).startswith(("amod", "compound")) and tag(sentence, index + 1) == "NOUN"
        ):
            continue
        after = text[end + match.end() :]
        amount = match["n"]
        if (
            not amount.startswith(("一点", "一些", "点"))
            and "比" not in text[:end]
            and not re.match(r"[多少早晚大小]", word(sentence, index))
        ):
            continue
        if (
            not amount.startswith(("一点", "一些", "点"))
            and "比" not in text[:end]
            and re.match(r"[大小多]", word(sentence, index))
            and text[end : end + 1] != "了"
        ):
            continue
        if (
            relation(sentence, index) == "advmod"
            and re.match(r"[\u4e00-\u9fff]", after)
            and not re.match(r"[的了吗吧呢，。！]", after)
        ):
            continue
        if re.search(r"(?:有|[很太非])$", text[: sentence.spans[index][0]]) and not amount.startswith("一"):
            continue
        yield sentence.spans[index][0], end + match.end()
