"""也 for what holds as well (关联副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.adverbs.scope import EVEN, NEGATED
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import around_marker, last_clause
from core.language.grammar.word_classes import pattern

EVEN_SO = pattern(r"(?:%{concessions}|再[^，。；]{1,6})[^。；]{0,25}$")
ANY = re.compile(r"(?:谁|什么|哪儿|哪里|哪|怎么|怎样|多少|几|多么)[^，。；]{0,5}$")


@check
def also(sentence: Sentence, markers: Markers) -> bool:
    """也 for "also": not 连…也, 即使…也, 再…也, 什么也没, 一…也不, X也不是."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if EVEN_SO.search(before) or ("连" in clause and EVEN.search(clause)):
        return False
    if NEGATED.match(after) and (EVEN.search(clause) or ANY.search(clause)):
        return False
    if re.search(r"(?:一点儿?|丝毫|从来|说什么|怎么着?|死|半点)$", clause):
        return False
    if re.match(r"(?:不是(?:[，。！.]|$)|好，|罢，|[^，。]{1,2}不得|只好|只能|未免|太.{0,8}了吧)", after):
        return False
    return not re.search(r"不.{1,6}$", clause) or re.match(r"(?:要|得|可以|行|会)", after) is None
