"""Adverbs of repetition and order: 再, 又 (频率、重复副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.clauses import around_marker, last_clause
from core.language.grammar.syntax.people import PRONOUN_SUBJECT
from core.language.grammar.word_classes import pattern

QUALITY_EVEN_SO = pattern(r"%{qualities_however_much}(?:不过|也)")
BY_DEGREE = pattern(r"%{qualities_by_degree}(?:一?点|一?些)")


@check
def once_more(sentence: Sentence, markers: Markers) -> bool:
    """再 for once more: not 再…也, not one thing after another, not 再大一点儿 of a degree."""
    _before, after = around_marker(sentence, markers)
    if re.match(
        r"[^，。！？；]{1,8}也|[^，。！？；]{1,7}，[^，。]{0,8}也(?!许)|[^，。；]{1,5}(?:都|还是)", after
    ) and not re.match(r"(?:来|去|说|看|听|试|给|要|想)[^，。]{0,8}(?:都|，)", after):
        return False
    if QUALITY_EVEN_SO.match(after):
        return False
    return BY_DEGREE.match(after) is None


REBUTTAL = pattern(r"(?:%{rebuttals_with_you}|怎么(?!了|啦|回)|一.{1,3}$|(?:不|没)敢)")


@check
def done_again(sentence: Sentence, markers: Markers) -> bool:
    """又 for what happens once more: not 又…又…, not 既…又, not 又 that sets against."""
    before, after = around_marker(sentence, markers)
    near = before[-14:]
    if "又" in after[:14] and not re.match(r"一[^，]{1,2}又一|.{0,4}了.{0,6}又.{0,4}了", after):
        return False
    if "又" in near or "既" in before[-20:] or re.search(r"(?:却|但|但是|可|而|可是|反而)$", before):
        return False
    if REBUTTAL.match(after):
        return False
    return re.search(r"想[^，。]{1,6}$", near) is None or re.match(r"(?:不|怕|没)", after) is None


@check
def one_after_another(sentence: Sentence, markers: Markers) -> bool:
    """再 for one thing after another: after 先, 完, 了, 等, 以后, or a later time with 说."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if re.search(r"(?:先(?!生|进|后)|然后|首先)[^。；]{0,24}$", before) and re.search(
        r"，[^，]{0,8}$|先[^，]{1,12}$", before
    ):
        return True
    if re.search(
        rf"(?:完|好|了|过|清楚|以后|之后|后|到|时候|再)(?:[^，。了过完]{{0,5}})?(?:，?(?:{PRONOUN_SUBJECT})?)?$", clause
    ) and re.search(r"(?:完|(?<![最很太])好|了|以后|之后|时候|清楚|到|过)[^，。]{0,4}$", clause):
        return re.match(rf"(?:一|{NUMBER}|来一)", after) is None
    if re.search(r"(?:等|以后|之后|到时候|后)[^，。]{0,14}，?[^，。]{0,4}$", before[-20:]) and "等" in before[-20:]:
        return True
    if re.search(
        r"(?:太晚|没时间|没空|忙|累了|不早|来不及|先)[^。；]{0,12}，?[^，。]{0,6}(?:明天|后天|下次|以后|改天|周末|下.{1,3}|回头|一会儿)$",
        before[-24:],
    ):
        return True
    return (
        re.search(r"(?:天|月|年|星期.|周.|晚上|点|以后|后|下次|改天|回头|到时候)$", clause) is not None
        and re.match(r"(?:说|谈|聊|告诉|决定|讲|商量|讨论)", after) is not None
    )
