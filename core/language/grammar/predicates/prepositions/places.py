"""Prepositions of time, place and direction: 在, 由, 于, 向 (引出时间、处所、方向)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.prepositions.governed_verbs import has_verb_after
from core.language.grammar.predicates.prepositions.partners import REQUEST
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.word_classes import pattern

VERB_BEFORE_PLACE = pattern(r"%{verbs_before_place}$")


@check
def in_place(sentence: Sentence, markers: Markers) -> bool:
    """在 with a place or time before the predicate: neither the verb be at, nor the adverb, nor part of 放在."""
    start, end = markers[0]
    index = sentence.token_over(start)
    low, high = clause_around(sentence, start)
    if index + 1 >= len(sentence.tokens) or VERB_BEFORE_PLACE.search(sentence.text[low:start]):
        return False
    if sentence.tokens[index].tag == "ADV" or (
        sentence.tokens[index + 1].tag in {"VERB", "AUX"}
        and sentence.words[index + 1] not in {"上课", "上班", "来", "此", "学习", "工作"}
    ):
        return False
    after = sentence.text[end:high]
    if (
        re.match(r"[^的]{0,10}(?:(?<!小)时候?|之前|以前|之后|以后|期间|[年月日天]|过程中|[上中下])$", after)
        and high < len(sentence.text) - 1
    ):
        return low == start or sentence.text[low:start] in {"就", "而", "但", "可", "只有", "早", "正"}
    return has_verb_after(sentence, start)


PLACE = pattern(
    r"[^，。；！？]{0,6}?(?:%{starting_points}|[0-9一二三四五六七八九十]|头|边|%{starting_qualities}|原来|最初|早期|阶段|开始)"
)
DUTY = pattern(r"%{duties}|来(?:做|写|说|回答|定|办|处理)")
SETTING_OUT = pattern(r"%{verbs_of_setting_out}")
FROM_SIDE_TO_SIDE = pattern(r"%{directions_and_degrees}[向往到至而变转走入]")


@check
def starts_at_a_place(sentence: Sentence, markers: Markers) -> bool:
    """由 with a place, time or state that something sets out from."""
    start, end = markers[0]
    text = sentence.text
    _, high = clause_around(sentence, start)
    stretch = text[end:high]
    if DUTY.search(stretch):
        return False
    verb = SETTING_OUT.search(stretch)
    if re.match(r"[^，。；！？的]{1,6}(?:转为|变为|变成|转变|转向|上升到|增加到|下降到|降为|升为|改为)", stretch):
        return True
    if FROM_SIDE_TO_SIDE.match(stretch):
        return True
    return bool(verb and PLACE.fullmatch(stretch[: verb.start()]))


TIME_OR_PLACE = pattern(
    r"(?:[0-9０-９一二三四五六七八九十○〇]|[^，。；！？]{0,12}?(?:%{times_and_places_after_yu}|《))"
)


@check
def time_or_place_after(sentence: Sentence, markers: Markers) -> bool:
    """于 with a time or place behind it."""
    _, end = markers[0]
    _, high = clause_around(sentence, markers[0][0])
    text = sentence.text
    span = markers[0]
    offset = text.find("于", span[0], span[1])
    return offset >= 0 and bool(TIME_OR_PLACE.match(text[end:high]))


DIRECTION = pattern(r"%{directions_after_xiang}(?!级|辈|司|属|方学)")


@check
def direction(sentence: Sentence, markers: Markers) -> bool:
    """What follows 向 names a way, not someone who is asked or told."""
    start, end = markers[0]
    _, high = clause_around(sentence, start)
    after = sentence.text[end:high]
    return not REQUEST.search(after) or bool(DIRECTION.match(after))


@check
def verb_of_motion_before(sentence: Sentence, markers: Markers) -> bool:
    """飞向, 走向 with a place behind it, not the noun 走向."""
    start, end = markers[0]
    if sentence.tokens[sentence.token_over(start)].tag == "NOUN":
        return False
    return sentence.text[end : end + 1] not in {"", "，", "。", "；", "！", "？", "、", "的"}
