"""The senses of 还: still, also, even more, really."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.clauses import around_marker, last_clause
from core.language.grammar.word_classes import pattern

GIVE_BACK = pattern(
    r"(?:%{things_given_back}|上(?!.)|来[，。！]|在(?!.)|我(?:的)?(?:书|钱|笔|车|东西)|你(?:的)?(?:书|钱|笔|车|东西)|他(?:的)?(?:书|钱|笔|车|东西)|得[起清上])"
)
FAVOUR = pattern(r"(?:给[^，。]{0,8}%{favours}|上(?:学|课|班|网|过|了))")


def _verb_of_giving_back(before: str, after: str) -> bool:
    """Whether 还 is huán, "to give back"."""
    if re.search(r"(?:归|偿|返|退|讨价|奉)$", before):
        return True
    if GIVE_BACK.match(after) and not FAVOUR.match(after):
        return True
    return re.search(r"把[^，。]{1,8}$", before) is not None and re.match(r"(?:给|了|回|到)", after) is not None


UNCHANGED = pattern(
    rf"(?:%{{what_still_lasts}}|不(?!仅|但|光|只|错|算|止|如|快)|在(?!.{{0,10}}(?:买|开|建|写|学|办)了)|早(?!在)|小(?!心)|爱(?:我|你|他|她)吗|"
    rf"是(?:那么|这么|那样|老样|没|不|个孩子|小孩|学生)|有(?:这么|那么)|有(?:{NUMBER}|%{{amounts_still_left}})"
    rf"[^，。]{{0,4}}?%{{spans_still_to_go}}|[^，。]{{1,4}}着(?!我们|大家)|等着|远(?!近)|能.{{1,6}}吗|喜欢.{{1,6}}吗|去.{{0,4}}吗|好吗|"
    r"认识|相信|怀疑|以为|那么|这么|那样|这样(?!一)|像(?:以前|过去|从前|原来|小时候)|继续|需要(?:时间|努力|很长))"
)
OTHER_WORD = re.compile(r"(?:是(?!那么|这么|那样|这样|老样|没|不|个孩子|小孩|学生)|有[，,]|有呢|算(?!不)|原|俗|乡|击)")
COMPARED = re.compile(r"比[^，。；]{1,14}$")
FAIRLY = re.compile(
    r"(?:不错|可以[，。！的]|可以$|行[，。！]|好[，。！]|凑合|过得去|马虎)|[^，。]{1,4}(?:一些|一点儿?|得多)(?:[，。！]|$)"
)
REALLY = re.compile(r"真(?!正|诚|的(?!是))")
STILL_BEFORE = pattern(r"都[^，。；]{1,12}了，[^，。；]{0,6}$|%{still_leads}[^，。]{0,8}$")
NO_REPROACH = pattern(r"%{openings_without_reproach}")


def _sense_of_hai(sentence: Sentence, markers: Markers) -> str:
    """Which sense 还 has here: "still", "also", "more", "really", or none."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if OTHER_WORD.match(after) or _verb_of_giving_back(before, after) or re.match(r"[，。！？、”]|$|的|者", after):
        return ""
    if COMPARED.search(clause) and not re.search(r"比(?:赛|较|如|例|方)", clause):
        return "more"
    if REALLY.match(after):
        return "really"
    if FAIRLY.match(after):
        return "more"
    if re.match(r"[^，。]{1,10}呢[。！，]|(?:说|笑|敢|好意思)[^，。]{0,6}！", after) and not NO_REPROACH.match(after):
        return ""
    if re.search(r"除了?[^。；]{1,25}$|不仅|不但|不光|不只|此外|另外|不单", before):
        return "also"
    if STILL_BEFORE.search(before) and not re.search(r"(?:可|但|但是|可是)$", clause):
        return "still" if not re.match(r"(?:要|会|可以|给|买|送|专门|特意)", after) else "also"
    if UNCHANGED.match(after):
        return "still"
    if re.match(r"有", after):
        return (
            "also"
            if clause != before or clause == "" or re.search(r"(?:里|上|边|中|下|面|我|他|她|们)$", clause)
            else "still"
        )
    return _default_of_hai(before, clause, after)


ADDED = pattern(r"(?:%{what_is_added}|想(?:要|请|再|学|买|去))")


def _default_of_hai(before: str, clause: str, after: str) -> str:
    """Also after another clause or before 要, 会, 可以 ...; still elsewhere."""
    if re.match(r"[^，。！？]{0,8}(?:吗|什么|哪|谁|几|多少)[^，。]{0,5}[？?]", after):
        return (
            "also" if re.match(r"(?:要|想|有|会|需要|去过)[^，。]{0,6}(?:什么|哪|谁|几|多少|别的)", after) else "still"
        )
    if (before != clause and before.strip("“")) or re.match(r"(?!没)[^，。没]{1,3}[了过](?!吗|没)", after):
        return "also"
    return "also" if ADDED.match(after) else "still"


@check
def still(sentence: Sentence, markers: Markers) -> bool:
    """还 for what has not changed."""
    return _sense_of_hai(sentence, markers) == "still"


@check
def in_addition(sentence: Sentence, markers: Markers) -> bool:
    """还 for what is added."""
    return _sense_of_hai(sentence, markers) == "also"


@check
def even_more(sentence: Sentence, markers: Markers) -> bool:
    """还 in comparisons, and for what will do."""
    return _sense_of_hai(sentence, markers) == "more"


@check
def unexpected(sentence: Sentence, markers: Markers) -> bool:
    """还 in 还真."""
    return _sense_of_hai(sentence, markers) == "really"
