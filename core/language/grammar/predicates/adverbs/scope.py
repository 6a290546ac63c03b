"""Adverbs of scope: 都, 一起, 只 (范围、协同副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.clauses import around_marker, last_clause
from core.language.grammar.word_classes import pattern

EVEN = pattern(r"连[^，。；]{1,15}$|(?:^|[^第十百千万统])一(?:%{measures_after_yi}|点儿?)[^，。是有]{0,5}$")
NEGATED = pattern(r"^(?:还|从来|根本|实在|再|曾|%{verbs_before_negation})?(?:不|没|别|无|未|难以)")


@check
def all_of(sentence: Sentence, markers: Markers) -> bool:
    """都 takes in what stands before it: not 连…都, not 一…都没, not 都十点了."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if "连" in clause and EVEN.search(clause):
        return False
    if NEGATED.match(after) and EVEN.search(clause) and not re.search(r"每一|这一|那一", clause):
        return False
    if re.search(r"动不动$", clause) or (
        re.search(r"(?:^|[，。！])(?:水|饭|菜|茶|天|面|汤)$", before)
        and re.match(r"(?:快|已经)?(?:凉|冷|黑|亮|干|烂|糊|开|坨)了", after)
    ):
        return False
    return not re.match(r"(?:怪|是(?:因为)?(?:你|他|她)(?:不好|害))", after)


TOGETHER_IN_PLACE = pattern(r"[^在]%{verbs_in_one_place}在$")
ACT_TOGETHER = pattern(r"%{acts_done_together}")
BEFORE_COUNTED_YIKUAI = pattern(r"%{before_counted_yikuai}$")


@check
def together(sentence: Sentence, markers: Markers) -> bool:
    """一起 and 一块儿 before what is done: not 在一起 at the end of a clause, not a numeral and its measure word."""
    before, after = around_marker(sentence, markers)
    word = sentence.text[slice(*markers[-1])]
    if re.search(r"(?:在|到|于|[放混连缠搅])$", before) and re.match(r"[，。！？、；”]|$|了|的", after):
        return False
    if TOGETHER_IN_PLACE.search(before) or re.match(r"[，。！？]|$", after):
        return False
    if word == "一块":
        loose = ACT_TOGETHER.match(after)
        return loose is not None and not BEFORE_COUNTED_YIKUAI.search(before)
    return re.match(rf"(?:的|{NUMBER}|[，。])", after) is None or after.startswith("三人")


@check
def only(sentence: Sentence, markers: Markers) -> bool:
    """只 for "only": not 只有…才, not the conjunctions 只是 and 只有."""
    before, after = around_marker(sentence, markers)
    if after.startswith("有") and re.match(r"有[^。！？]{0,30}?才(?!能的|华|气|干)", after):
        return False
    if after.startswith("有") and re.match(r"有(?:这样|如此)", after):
        return False
    if after.startswith("是") and not re.search(r"而已|罢了", after) and re.search(r"(?:^|[，。；！？])$", before):
        return False
    return not re.search(r"[一二两三四五六七八九十几这那每哪某整半0-9]$", before)
