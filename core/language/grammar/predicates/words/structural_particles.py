"""Structural particles: 的, 地, 得, 所 (结构助词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.clauses import CLAUSE_EDGE
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern

NO_COMPLEMENT = pattern(r"%{de_verbs}得")
DE_OTHER_WORD = pattern(r"得%{de_other_words}(?!.*不得)")


@check
def de_complement(sentence: Sentence, markers: Markers) -> bool:
    """得 between a verb or adjective and its complement."""
    start, end = markers[0]
    text = sentence.text
    if not start or CLAUSE_EDGE.match(text, end):
        return False
    if (
        text[start - 1] == "不"
        or NO_COMPLEMENT.match(text, start - 1)
        or text[start - 3 : start] == "心安理"
        or DE_OTHER_WORD.match(text[start:])
    ):
        return False
    index = sentence.token_over(start)
    if (
        word(sentence, index) not in ("得",)
        and not word(sentence, index).endswith("得")
        and "得" in word(sentence, index)[1:-1]
    ):
        return not re.search(r"(?:来|值|用|怪|巴|舍)得", word(sentence, index)) and len(word(sentence, index)) == 3
    before = tag(sentence, index - 1) if word(sentence, index).startswith("得") else "VERB"
    return before in ("VERB", "ADJ", "AUX", "X") or (
        before in ("NOUN", "ADV", "ADP", "PART") and tag(sentence, index) == "PART"
    )


@check
def de_attributive(sentence: Sentence, markers: Markers) -> bool:
    """的 between an attribute and its noun."""
    start, end = markers[0]
    text = sentence.text
    if (
        not start
        or (CLAUSE_EDGE.match(text, start - 1 + 1) and CLAUSE_EDGE.match(text, end))
        or CLAUSE_EDGE.match(text, end)
    ):
        return False
    if text[end] in "吗吧呢啊呀嘛了" or (text[start - 1] in "好是真" and start == 1):
        return False
    index = sentence.token_over(start)
    if relation(sentence, index).startswith("discourse"):
        return False
    following = index + 1
    return tag(sentence, following) not in ("PUNCT", "") and not (
        text[end:].startswith(("是", "都", "也", "在", "就", "不"))
        and tag(sentence, following) in ("AUX", "ADV", "ADP")
    )


@check
def de_adverbial(sentence: Sentence, markers: Markers) -> bool:
    """地 between an adverbial and its verb."""
    start, end = markers[0]
    index = sentence.token_over(start)
    if word(sentence, index) != "地" or not start or CLAUSE_EDGE.match(sentence.text, end):
        return False
    if relation(sentence, index).startswith(("mark", "case")) and tag(sentence, index) in ("PART", "SCONJ", "ADP"):
        return True
    return tag(sentence, index - 1) in ("ADJ", "ADV") and tag(sentence, index + 1) in ("VERB", "ADP", "ADV", "AUX")


@check
def suo(sentence: Sentence, markers: Markers) -> bool:
    """所 before a verb, with 的 or at a fixed place; not 一所学校, not 被…所."""
    start, end = markers[0]
    before, after = sentence.text[:start], sentence.text[end:]
    if re.search(NUMBER + r"$|[这那每几各本该两]$", before) or re.search(r"(?:被|为|受)[^，。的]{1,16}$", before):
        return False
    index = sentence.token_over(end)
    return (
        tag(sentence, index) in ("VERB", "ADJ", "ADV", "AUX")
        and re.match(r"[^，。；]{1,8}(?:的|之)|[\u4e00-\u9fff]{1,2}(?:[，。；、]|$)", after) is not None
    )
