"""Adverbs of negation: 不, 没, 没有 (否定副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import around_marker
from core.language.grammar.word_classes import pattern

NEGATIVE_POTENTIAL = pattern(
    r"(?:%{verbs_before_potential_bu}不(?:%{complements_after_bu}|"
    r"见(?!得)|到(?!三|两|一|几|十|时候|位)|了(?!起|解|了之)|动(?!声|摇|产)|着(?!急)|成(?!功|问题)|开(?!心|口|始|会|车)|上(?!学|课|班|当|网)|起(?!床|眼)|"
    r"出(?!门|国|来进)|够(?!格)|准(?!备|时|许)))$"
)

BEFORE_OTHER_BUDE = pattern(r"%{before_other_bude}$")
BEFORE_PLAIN_BU = pattern(r"%{before_plain_bu}$")


@check
def denies(sentence: Sentence, markers: Markers) -> bool:
    """不 before what it denies: not 是不是, not the potential complement 听不懂."""
    before, after = around_marker(sentence, markers)
    last = before[-1:]
    if last and after.startswith(last) and last not in "不也都还很太你我他，、“":
        return False
    pair = re.search(r"([\u4e00-\u9fff])([\u4e00-\u9fff])$", before)
    if pair and (after.startswith(pair[0])):
        return False
    if re.match(r"(?:[？?]|吗|$|呢[？?]|[，。！])", after) and not re.search(
        r"(?:^|[，。！？“都也就还才]|我)$", before
    ):
        return False
    if after.startswith("得") and BEFORE_OTHER_BUDE.search(before):
        return False
    return not any(NEGATIVE_POTENTIAL.search(last + "不" + after[:size]) for size in (1, 2)) or bool(
        BEFORE_PLAIN_BU.search(before)
    )


OBJECT_OF_HAVING = pattern(
    r"(?:了|着)?(?:%{objects_of_having}|人(?!为|工|道)|事[，。！？的]|事儿|课[，。！？]|课$|水(?!平)|电(?!话)|结果(?!的)|几[^乎]|用[，。！？]|用$|"
    r"变化(?!过)|话$|话[，。！？]|印象(?!深)|饭$|饭[，。]|人性|病(?!倒)|选择(?!了|过|在|去)|反应(?!过)|好(?!好|转)|[a-zA-Z0-9])"
)


@check
def did_not(sentence: Sentence, markers: Markers) -> bool:
    """没 and 没有 before a verb, not the verb "not to have"."""
    before, after = around_marker(sentence, markers)
    if before[-1:] and after.startswith(before[-1:]) and before[-1:] not in "我你他们，":
        return False
    if re.search(r"有$", before) and re.match(r"[^，。]*[？?]", after):
        return False
    if not after or re.match(r"[，。！？、；：”’）)的了吗呢啊吧]", after):
        return False
    if OBJECT_OF_HAVING.match(after):
        return re.match(
            r"(?:别|好好|能(?!力|耐|量|源)|比(?:赛)?过|特别(?:注|在|说)|想|明显(?:提|增|减)|什么都|更新|一(?:起|直))",
            after,
        ) is not None and not after.startswith("比你")
    if re.match(r"(?:[^，。！？]{1,6})(?:那么|这么|那样|这样)", after) and "没有" in sentence.text:
        return False
    index = sentence.token_over(markers[-1][1])
    return (
        index < 0 or sentence.tokens[index].tag not in ("PRON", "NUM", "DET", "PROPN") or after[0] in "把被在给跟和对向"
    )
