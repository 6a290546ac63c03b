"""The senses of 才: only then, just now, denial."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.clauses import around_marker, last_clause
from core.language.grammar.syntax.people import PRONOUN_SUBJECT
from core.language.grammar.word_classes import pattern

TALENT = re.compile(
    r"(?:能[，。！？、的]|能$|华|干(?!(?:了|的|活|完|上))|气|子|艺|智|学(?!会|到|了|完|习)|识|貌|女|俊|思|情|疏)"
)
NUMBER_NEXT = re.compile(rf"(?:是|有|刚|花|卖|过|用|等)?了?(?:{NUMBER}|多大|这么(?:点|几|一|些)|那么(?:点|几|些))")
DENIED_ACT = pattern(r"(?:不(?!久|到|过|得不)|没|懒得|怪|舍不得)[^，。]{0,16}(?:呢|！)|不%{refused_acts}")
DAY_BEFORE = pattern(r"%{before_ren}人$|%{day_openers}天$|[学作课语]文$")
BEFORE_OTHER_CAI = pattern(r"%{before_other_cai}$")


def _sense_of_cai(sentence: Sentence, markers: Markers) -> str:
    """Which sense 才 has here: "late", "just", "denial", or none."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if BEFORE_OTHER_CAI.search(before) and not DAY_BEFORE.search(before):
        return ""
    if TALENT.match(after) or re.match(r"[，。！？、”]|$", after):
        return ""
    if re.search(r"只有|除非", before):
        return ""
    if (
        DENIED_ACT.match(after)
        and re.search(r"(?:^|我|你|他|她|们|谁|这|那)$", clause)
        and not re.search(r"因为|为了|所以|由于|就是", before)
    ):
        return "denial"
    if re.match(r"(?:是[^，。]{1,20}呢[。！]|叫[^，。]{1,12}呢[。！]|[^，。]{1,4}呢！)", after) and clause:
        return "denial"
    if NUMBER_NEXT.match(after) and not re.match(
        rf"(?:{NUMBER})[^，。]{{0,3}}(?:起|点儿?$|步)|一(?:个人|起|下子|一|点点|边)", after
    ):
        return ""
    return "just" if _is_just_now(before, clause, after) else "late"


ONLY_THEN_VERB = pattern(r"%{verbs_of_only_then}")
JUST_NOW_VERB = pattern(r"%{verbs_of_just_now}")


def _is_just_now(before: str, clause: str, after: str) -> bool:
    """Whether 才 stands right after the subject at the head of a sentence, without a time or cause before it."""
    short = re.fullmatch(
        rf"(?:那|可|你看|原来|怎么)?(?:{PRONOUN_SUBJECT}|小.|老.|[^，。]{{0,3}}(?:妈|爸|哥|姐|弟|妹|生|师|车|子|儿))?(?:怎么)?",
        clause,
    )
    if short is None or clause != before.strip("“"):
        return False
    if ONLY_THEN_VERB.match(after):
        return False
    if "怎么" in clause:
        return "就" in after
    return bool(clause) or JUST_NOW_VERB.match(after) is not None


@check
def only_then(sentence: Sentence, markers: Markers) -> bool:
    """才 for late, slow, hard, or only then."""
    return _sense_of_cai(sentence, markers) == "late"


@check
def just_now(sentence: Sentence, markers: Markers) -> bool:
    """才 for what happened a moment ago."""
    return _sense_of_cai(sentence, markers) == "just"


@check
def denial(sentence: Sentence, markers: Markers) -> bool:
    """才 that rejects: 我才不去呢."""
    return _sense_of_cai(sentence, markers) == "denial"
