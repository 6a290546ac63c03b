"""Existence, appearance, disappearance: 桌子上放着书, 前面来了一个人 (存现句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.amounts import QUANTITY
from core.language.grammar.syntax.clauses import clauses
from core.language.grammar.syntax.people import is_person

PLACE_END = re.compile(
    r"(?:上|下|里|外|前|后|内|中|旁|边|面|间|头|处|对面|门口|附近|周围|四周|两旁|这儿|那儿|这里|那里|哪儿|家|公司|学校|班|村口|楼|院子|教室|城|村|店|房间|屋子|图书馆|单位|宿舍|街|车站|路口|天空|远处|深处|一带|国|地方|身后|前方|后方|远方)$"
)
LASTING_VERBS = "放|挂|贴|站|坐|躺|写|画|摆|种|停|住|睡|穿|戴|堆|装|插|铺|立|印|刻|绣|围|挤|聚|飘|悬|亮|开|养|存|藏|留|盖|长|流|弥漫|排|摆放|停放|陈列|生活|蹲|趴|跪|晒|包|锁|压|夹|竖|散落|漂|浮|系|捆|涂|点|煮|烧|响|洋溢|充满|等|燃烧|生长"
SCENE = re.compile(
    r"^(?:在)?(?P<p>[^，。]{1,16}?)(?:还|都|也|只|正|依然|仍然?|整齐地|静静地|满|到处|总|经常|常常?|一直)*(?P<v>"
    + LASTING_VERBS
    + r")着(?P<o>[^着]+)$"
)
COMES = r"(?:走|跑|开|飞|传|游|爬|跳|送|寄|搬|住|钻|冒|掉|吹|飘|涌|围|驶|冲|伸|露|射|透|响|落|长|流|升|骑|滚|窜|闪|扑|泛)(?:过来|进来|出来|起来|下来|上来|回来|过去|出去|进去|来|出|起|进|下|过|上|满)了?"
APPEARS = re.compile(
    r"^(?:[^，。]{0,6}?(?:天|年|晚|早上|时候|刚才|最近|突然|忽然))?(?P<p>[^，。]{1,12}?)(?:昨天|今天|早上|晚上|突然|忽然|又|刚刚?|已经|最近|渐渐|慢慢|终于|不时|今年|就|也|还|一下子)*(?P<v>"
    + COMES
    + r"|来了?|出现了?|发生了?|爆发了?|多了|新来了?|响起了?|下起了?|出了)(?P<o>(?:"
    + QUANTITY
    + r"|个|位|许多|很多|不少|一阵|客人|敌人|新同学|什么)[^，。]*)$"
)
GOES = re.compile(
    r"^(?P<p>[^，。]{1,12}?)(?:昨天|今天|早上|突然|忽然|又|刚刚?|已经|最近|也|一下子)*(?P<v>(?:转|搬|跑|飞|调|开|逃|借|取|拿|偷|吹|带|运|走|冲|刮|卷|送)(?:走|跑|掉)了?|死了?|丢了?|少了|掉了?|没了|消失了?|走了|跑了|倒了?|塌了?)(?P<o>(?:"
    + QUANTITY
    + r"|许多|很多|不少)[^，。]+)$"
)


def _is_place(text: str) -> bool:
    text = text.rstrip("的")
    if (
        not PLACE_END.search(text)
        or is_person(text)
        or re.search(r"(?:之前|之后|以前|以后|时候|时间|中间|期间|的时候|早上|晚上|心里话|世界上最)$", text)
    ):
        return False
    return not re.search(
        r"(?:我|你|他|她|们|人)(?:已|就|都|也|正|在|把|从|向|往)|^.+在|^(?:从|往|向|把|当|我在|他在|她在|你在|我们在)",
        text,
    )


@predicate
def exists(sentence: Sentence) -> Iterator[Span]:
    """【二56】: place, verb with 着, what is there; place, 有, quantity, what is there."""
    for clause in clauses(sentence):
        found = SCENE.match(clause.text)
        if found and _is_place(found["p"]) and not re.match(r"(?:他|她|我|你|去|来|走|说|看|想|等|就)", found["o"]):
            if not any(
                clause.tag(at) == "VERB" and clause.word(at) not in {"有"}
                for at in range(
                    clause.place_at(found.start("o")), min(clause.place_at(found.start("o")) + 1, clause.last)
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
        for pattern in (APPEARS, GOES):
            found = pattern.match(clause.text)
            if not found or not _is_place(found["p"]) or re.match(r"一(?:下|会|点|些?时间|遍|次|趟)", found["o"]):
                continue
            if not re.search(r"(?:家|国|学校|公司)$", found["p"]) or len(found["v"]) > 1:
                yield clause.span
                break
