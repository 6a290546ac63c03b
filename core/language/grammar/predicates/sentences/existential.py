"""Existence, appearance, disappearance: 桌子上放着书, 前面来了一个人 (存现句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import QUANTITY
from core.language.grammar.syntax.clauses import clauses
from core.language.grammar.syntax.people import is_person
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.word_classes import expanded, pattern

PLACE_END = pattern(r"%{place_ends}$")
SCENE = pattern(r"^(?:在)?(?P<p>[^，。]{1,16}?)(?:%{adverbs_of_scenes}|仍然?)*(?P<v>%{lasting_verbs})着(?P<o>[^着]+)$")
COMES = expanded(r"%{verbs_appearing}%{directions_of_appearing}了?")
APPEARS = pattern(
    r"^(?:[^，。]{0,6}?(?:天|年|晚|早上|时候|周|星期|个?月|刚才|最近|突然|忽然))?(?P<p>[^，。]{1,12}?)%{adverbs_of_appearing}*(?P<v>"
    + COMES
    + r"|来了?|出现了?|发生了?|爆发了?|多了|新来了?|响起了?|下起了?|出了)(?P<o>(?:"
    + QUANTITY
    + r"|个|位|许多|很多|不少|一阵|客人|敌人|新同学|什么)[^，。]*)$"
)
GOES = pattern(
    r"^(?P<p>[^，。]{1,12}?)(?:昨天|今天|早上|突然|忽然|又|刚|已经|最近|也|一下子)*(?P<v>%{verbs_vanishing}(?:走|跑|掉)了?|死了?|丢了?|少了|掉了?|"
    r"没了|消失了?|走了|跑了|倒了?|塌了?)(?P<o>(?:" + QUANTITY + r"|许多|很多|不少)[^，。]+)$"
)
TIME_GOES = pattern(
    r"^(?:%{times_of_appearing})+(?:又|刚|已经|突然|忽然|一共|也|还|就|才)*(?:来|走|死|跑|逃)了[零一二两三四五六七八九十百千万几好多\d]+(?P<m>[个位名批群只条帮伙拨])"
    r"(?P<o>[^，。天小]{1,8})$"
)
"""A time, a verb of coming or going, and persons or animals (昨天走了两个客人): no place is named."""
NOT_A_PLACE = pattern(r"%{times_like_places}$")


def _is_place(text: str) -> bool:
    text = text.rstrip("的")
    if not PLACE_END.search(text) or is_person(text) or NOT_A_PLACE.search(text):
        return False
    return not re.search(
        r"(?:我|你|他|她|们|人)(?:已|就|都|也|正|在|把|从|向|往)|^.+在|^(?:从|往|向|把|当|我在|他在|她在|你在|我们在)",
        text,
    )


NOTHING_THERE = pattern(r"%{after_zhe_of_acts}")


@predicate
def exists(sentence: Sentence) -> Iterator[Span]:
    """【二56】: place, verb with 着, what is there; place, 有, quantity, what is there."""
    for clause in clauses(sentence):
        match = SCENE.match(clause.text)
        if match and _is_place(match["p"]) and not NOTHING_THERE.match(match["o"]):
            if not any(
                clause.tag(i) == "VERB" and clause.word(i) not in {"有"}
                for i in range(
                    clause.token_over(match.start("o")), min(clause.token_over(match.start("o")) + 1, clause.last)
                )
            ):
                yield clause.span
            continue
        there = re.match(
            r"^(?:在)?(?P<p>[^，。有]{1,14}?)(?:只|还|也|都|就|共|一共|大约|大概)*有(?:"
            + QUANTITY
            + r"|许多|很多|不少|好[几多])(?!次|遍|回|天|年|岁|米|公里)(?P<o>[^，。])",
            clause.text,
        )
        if (
            there
            and not re.search(r"有[一二两三四五六七八九十百千几半\d]+(?:米|公里|公斤|岁)", clause.text)
            and _is_place(there["p"])
        ):
            yield clause.span


@predicate
def appears_or_vanishes(sentence: Sentence) -> Iterator[Span]:
    """【四40】: a place, a verb of coming or going, and what comes or goes."""
    for clause in clauses(sentence):
        for form in (APPEARS, GOES):
            match = form.match(clause.text)
            if not match or not _is_place(match["p"]) or re.match(r"一(?:下|会|点|些?时间|遍|次|趟)", match["o"]):
                continue
            if not re.search(r"(?:家|国|学校|公司)$", match["p"]) or len(match["v"]) > 1:
                yield clause.span
                break
        else:
            goes = TIME_GOES.match(clause.text)
            if goes and clause.tag(clause.last - 1) == "NOUN" and not is_time(goes["o"]):
                yield clause.span
