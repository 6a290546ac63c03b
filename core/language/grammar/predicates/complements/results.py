"""Complements of result: 写错, 看懂, 找到, 记住 (结果补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.tokens import relation, tag
from core.language.grammar.word_classes import pattern

ERROR_OR_END = pattern(
    r"%{verbs_with_cuo}错(?!误|过|综|觉|字|位|事|怪)|(?:看|听|读|弄|搞|学|问|没)懂(?!得|事)|(?:看不)?(?<=[没看听])懂(?!得|事|不)|"
    r"%{verbs_with_ganjing}干净|%{verbs_with_hao}好(?!%{hao_not_resulting})(?!的(?:人|书|菜|东西|机会|办法|朋友|地方|"
    r"老师|衣服))|(?:(?<![同大中小文])学|教|练)会(?!儿)|%{verbs_with_qingchu}清楚|%{verbs_with_wan}完(?!全|成|整|美|善|工|蛋|毕|备|好|了蛋)"
)  # fmt: skip


@predicate
def error_or_end(sentence: Sentence) -> Iterator[Span]:
    """Verb + 错, 懂, 干净, 好, 会, 清楚, 完."""
    yield from _verb_led(sentence, ERROR_OR_END)


REACHED_OR_FIXED = pattern(
    r"%{verbs_with_dao}到(?!达|底|处|时候|来之|期|位|场|的话)|%{verbs_with_zhu}住(?![在处宅院房宿户所])|%{verbs_with_zou}走(?!路|廊|私|向|步|[着到上下出进过回])"
)


@predicate
def reached_or_fixed(sentence: Sentence) -> Iterator[Span]:
    """Verb + 到, 住, 走; 遇到 and the like stay, 得到, 感到, 受到, 达到 are words of their own."""
    yield from _verb_led(sentence, REACHED_OR_FIXED)


def _verb_led(sentence: Sentence, pattern: re.Pattern[str]) -> Iterator[Span]:
    """Matches that begin with a verb and end at a word boundary, with no 得 or 不 that makes them potential."""
    for match in pattern.finditer(sentence.text):
        start, end = match.span()
        index = sentence.token_over(start)
        begins = sentence.spans[index][0]
        if start != begins and not (sentence.spans[index][1] == end and tag(sentence, index) in ("VERB", "NOUN")):
            continue
        if end not in sentence.token_at_end and sentence.text[end : end + 1] not in ("了", "过"):
            continue
        if tag(sentence, index) not in ("VERB", "AUX", "ADJ", "ADP", "NOUN", "X", "PROPN") or match[0] == "没懂":
            continue
        if tag(sentence, index) == "NOUN" and len(match[0]) > 2 and start == begins and sentence.spans[index][1] != end:
            continue
        if (
            tag(sentence, index) in ("NOUN", "PROPN")
            and relation(sentence, index) in ("nsubj", "obj", "nmod")
            and match[0] not in ("学会",)
        ):
            continue
        yield start, end
