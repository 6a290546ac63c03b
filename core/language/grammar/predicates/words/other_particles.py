"""Other particles: 的话, 等, 也好 (其他助词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import CLAUSE_EDGE
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import pattern


@check
def dehua(sentence: Sentence, markers: Markers) -> bool:
    """的话 closing a condition, not "someone's words"."""
    start, end = markers[0]
    text = sentence.text
    if re.search(r"(?:[说讲写听]|老师|妈妈|爸爸|[我你他她您]|[他她我你]们|朋友|先生|小姐|别人)$", text[:start]):
        return bool(
            re.search(r"(?:如果|要是|假如|若|万一|是|换成)[^，。]{0,10}$", text[:start])
            and re.match(r"[，,]", text[end:])
        )
    return not re.search(r"(?:一句|这样|那样|几句|什么样|[一些]|心里|真心)$", text[:start])


NO_LIST = pattern(r"(?:%{before_no_list}|%{before_deng_of_ranks}[、，]?)$")


@check
def deng(sentence: Sentence, markers: Markers) -> bool:
    """等 after a list."""
    start, _end = markers[0]
    before = sentence.text[:start]
    index = sentence.token_over(start)
    if NO_LIST.search(before):
        return False
    if re.search(r"、[^，。；]{1,25}$", before):
        return tag(sentence, index) != "VERB" or relation(sentence, index) not in ("root",)
    if re.search(r"(?:在[^，]{1,6}|[外里口]|这儿|那儿)$", before):
        return False
    return (
        word(sentence, index) in ("等", "等等")
        and tag(sentence, index) in ("PART", "NOUN")
        and tag(sentence, index - 1) in NOMINAL | {"PUNCT", "PART"}
        and not CLAUSE_EDGE.match(before[-1:] or "，")
    )


GOOD_IN_ITSELF = pattern(r"(?:%{good_qualities}|[么])$")


@check
def ye_hao(sentence: Sentence, markers: Markers) -> bool:
    """也好 "be it so", not "is good as well"."""
    start, _ = markers[0]
    before = re.split(r"[，,；;。！？：]", sentence.text[:start])
    if sentence.text.count("也好") > 1:
        return True
    index = sentence.token_over(start) - 1
    if (
        re.search(r"(?:好|高|[聪]明)[^，。]{0,6}$", before[-2] if len(before) > 1 else "")
        and tag(sentence, index) == "NOUN"
    ):
        return False
    return not (GOOD_IN_ITSELF.search(before[-1]) and not re.match(r"(?:让|能|多|少|早)", before[-1]))
