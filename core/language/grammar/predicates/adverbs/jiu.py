"""The senses of 就: only, as early as, then, a firm will."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.clauses import around_marker, last_clause
from core.language.grammar.syntax.people import PRONOUN_SUBJECT
from core.language.grammar.word_classes import pattern

CONDITION = pattern(r"%{conditions}|(?:^|[，。])若|既(?!不|是)|只有")
NO_ADVERB = pattern(r"(?:%{jiu_other_words}|是(?!不|因为)|算(?!.{1,6}了)|地(?=取|正|解|坐|过|掩)|，|。)")
AFTER_ONE = pattern(
    r"(?:^|[^第统唯同之万])一(?!(?:%{after_yi_not_as_soon_as}|[0-9十百千万]))[^，。；、]{1,9}，?[^，。；]{0,4}$"
)
SOON = pattern(
    r"(?:(?:以前|从前|原来|小时候|当年)[^，。]{{1,4}}|点(?:钟|半|多|{n}{{1,3}}分?)?|刻|早(?:上|晨)?|%{{times_of_soon}}|不一会儿?|"
    r"一下子?|刚[^，。]{{1,6}}|"
    r"{n}(?:多|来)?(?:{u}))(?:之?前|以前|之?后|以后|左右|里|内|时|开始|起)?(?:[他她我你它咱]们?|大家)?(?:一个人)?$".format(
        n=NUMBER,
        u="个?(?:%{units_of_soon}|句话?|块钱?|秒钟?)",
    )
)
AT_A_PLACE = pattern(r"在(?=[^，。]{1,10}%{place_ends_after_zai})")


def _taken_by_construction(before: str, after: str) -> bool:
    """Whether 就 belongs to 一…就, 不是…就是, 就要…了 or is no adverb."""
    if NO_ADVERB.match(after) or re.search(r"[成造迁将]$", before):
        return True
    if re.match(r"(?:要|快|快要)[^，。]{0,14}了(?:[，。！？]|$)", after) and not CONDITION.search(before):
        return True
    return AFTER_ONE.search(before) is not None and not re.search(r"一(?:样|般|定|起|直)[^，]{0,6}$", before[-8:])


SMALL_AMOUNT = pattern(
    rf"(?:{PRONOUN_SUBJECT}(?!么|样)|(?:{NUMBER})+(?:%{{measures_of_few}}|点儿?)|这(?:么(?:点|些|几|一|个)|点|些|[几一两三]|个)|"
    r"那(?:么(?:点|些|几|一)|点|些|[几一两三]))"
)
VERB_WITH_SMALL_AMOUNT = pattern(
    rf"(?:%{{verbs_of_few}}|会(?!有))(?:了|过)?(?:下|着)?(?:[^，。了]{{0,2}})?(?:{NUMBER}%{{measures_after_few}}|一)"
)


@check
def only(sentence: Sentence, markers: Markers) -> bool:
    """就 for "only": before a person or an amount, or before a verb with a small amount."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if (
        CONDITION.search(before)
        or SOON.search(clause)
        or re.match(r"(?:我|你|他|她)(?:看|说|所|而言|来|看来|想|觉得)", after)
    ):
        return False
    if re.match(rf"(?:{SMALL_AMOUNT.pattern})", after) and not AFTER_ONE.search(before):
        subject = re.match(rf"(?:{PRONOUN_SUBJECT})", after)
        return (
            subject is None
            or clause == ""
            or re.search(r"(?:班|里|家|中|们|这儿|公司|屋|上|组|那么多人)$", clause) is not None
        )
    own = re.fullmatch(rf"(?:.*班|.*家|.*里|{PRONOUN_SUBJECT}|这次|今天|昨天|上次|身上)*", clause)
    return own is not None and clause == before and VERB_WITH_SMALL_AMOUNT.match(after) is not None


@check
def as_early(sentence: Sentence, markers: Markers) -> bool:
    """就 after a time or an amount: early, fast, little."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if _taken_by_construction(before, after) or re.match(
        r"(?:在(?!.{0,8}(?:工作|等|学|做|准备|写))|会.{0,8}吗)", after
    ):
        return False
    if re.search(r"如果|要是|只要|既然|假如|的话", before):
        return False
    return SOON.search(clause) is not None


@check
def then(sentence: Sentence, markers: Markers) -> bool:
    """就 between a condition or cause and its result."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if _taken_by_construction(before, after) or AT_A_PLACE.match(after):
        return False
    if re.search(r"(?:忽然|突然|难道|原来|早)[^，。]{0,4}$", clause):
        return False
    if CONDITION.search(before) and not re.search(r"只有", before):
        return True
    if re.search(r"(?:不是|除了)[^，。]{1,20}，?[^，。]{0,4}$", before) and after.startswith("是"):
        return False
    if re.match(r"[站坐躺住放挂停等]在", after) or re.fullmatch(
        r".{0,3}(?:看|听|瞧|喂|对|是的|嗯|好|行|哎|啊)[，！]", before[: len(before) - len(clause)]
    ):
        return False
    if clause != before and re.search(r"[，；,：]", before):
        return len(clause) <= 12 and re.match(rf"(?:{PRONOUN_SUBJECT})(?:一个|几个|没|不)", after) is None
    return re.match(r"(?:想|有|没有?|不)[^，。]{1,6}就|谁[^，。]{1,8}就", clause[-9:] + "就") is not None


INSISTED = pattern(r"(?:不%{insisted_verbs}|要(?!是)|是(?:要|不|想|喜欢|爱)|爱|偏)")


@check
def insist(sentence: Sentence, markers: Markers) -> bool:
    """就 of a will that nothing moves: 我就要去, 我就不信."""
    before, after = around_marker(sentence, markers)
    clause = last_clause(before)
    if CONDITION.search(before) or re.match(r"[^，。！？]{0,14}了(?:[，。！？]|$)", after):
        return False
    if re.fullmatch(r"(?:但|可|可是|偏|难道)?(?:我|你|他|她)(?:今天|偏偏|偏)?", clause) is None:
        return False
    return INSISTED.match(after) is not None
