"""Adverbs of time: 在, 将 (时间副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import around_marker
from core.language.grammar.syntax.people import PRONOUN_SUBJECT
from core.language.grammar.word_classes import pattern

GOING_ON = pattern(
    r"(?:%{manners_of_going_on}地?){0,6}(?:%{prepositions_in_progress}(?!后来)[^，。！？在]{1,10})?(?:%{verbs_going_on}|"
    r"看(?!来|台|守所)|吃(?!饭时)|说(?!法|服力)|想(?!象|法)|听(?!力)|读(?!者|书会)|做(?!法)|干(?!部)|等(?!于|级|待室|候室)|跑(?!道)|笑(?!声|容)|"
    r"打(?!工|折)|画(?!家|面|里|上|中|展)|谈(?!判桌)|讲(?!台|座)|问(?!题)|开(?!头|始|封|幕|学|端)(?:车|会|玩笑|着|门|派对)|学(?!%{xue_nouns})|"
    r"教(?!室|堂|育|学楼|师|科|授|练|材)|练(?!习本|习册)|工作(?!%{gongzuo_nouns})|学习(?!中|上|方面|过程|时|的|之|班|期间|小组)|休息(?!室|区|时|日|站)|"
    r"过(?:年|马路|生日)|打扫|讨论(?!会|中|时|区|组)|研究(?!%{yanjiu_nouns})|变(?!化中|革中|电)|发展(?!中|的|过程|上|阶段|方面)|"
    r"考虑(?!到|之)|等待|建(?!国|筑|立)|盖(?!亚|茨)|买(?!方|卖)|选(?!举|手|拔|修)|旅行(?!社|中|途|时|期间)|旅游(?!区|业|景|旺|淡|方面|中|时)|"
    r"游泳(?!池|馆|时|方面)|走(?!廊|向)|动(?!物|作|画|态|漫|力)|长(?!%{chang_nouns})(?:大|高|个)?|招(?!待|生|聘会)|开玩笑|成长(?!中|过程|的)|"
    r"摇(?!篮|滚)|招手|打听|使用(?!中|过程|时|的)|拍(?!卖|摄现场)|直播(?!间|中)|恋爱(?!中|时)|谈恋爱|打工|实习(?!期|中|时|单位|的)|出差(?!中|时|途)|开车(?!时|的时)|"
    r"干活|干吗|干嘛|装(?!修中|置|备)|调查(?!中|时|的|组)|办(?!公|事处)|解决(?!的|问题的|方案)|影响(?!下|中|方面)|种(?!植园)|数(?!学|字|据|量)|滑(?!雪场|冰场)|"
    r"翻(?!译)|补(?!习班)|打(?:电话|球|牌|游戏|架|扫|针|听|量)|运(?!动)|装修|打拼)"
)
NOT_GOING_ON = pattern(
    r"^[^，。！？]{0,12}?(?:%{time_frames_not_going_on}|[^现当此]时(?=[，。]|$)|[^心眼手家其之集]中(?=[，。]|$)|起来)"
)
BEFORE_PLACE = pattern(r"%{before_place_zai}$")


@check
def progressive(sentence: Sentence, markers: Markers) -> bool:
    """在 before the verb of what goes on, not before a place."""
    before, after = around_marker(sentence, markers)
    if not GOING_ON.match(after) or NOT_GOING_ON.search(after):
        return False
    return (
        BEFORE_PLACE.search(before) is None
        or re.search(r"(?:(?:他|她|我|你|们|还|都|也)(?:不|没|就|正|是)|无刻不)$", before) is not None
    )


FUTURE = pattern(
    r"(?:%{future_verbs}|会(?!议|员|场|长)|于(?!是)|有(?!关)|为(?!我国的)|开(?!水|关)|出(?!口的|版社)|获得?|推(?!荐信)|发(?!言人|票)|开始|产(?!品)|"
    r"下(?!面|列)|上(?!面|述)|变(?!化)|选(?!票|手)|主(?!题|要)|通过(?!的)|接(?!口)|出台|分(?!数|歧))"
)


def _tag_after(sentence: Sentence, markers: Markers) -> str:
    """Part of speech of the token that begins where the marker ends; empty where none begins."""
    index = sentence.token_at_start.get(markers[-1][1], -1)
    return sentence.tokens[index].tag if index >= 0 else ""


@check
def will(sentence: Sentence, markers: Markers) -> bool:
    """将 of the future: a verb, adverb or phrase of time or place follows, not the thing that is dealt with."""
    before, after = around_marker(sentence, markers)
    if not FUTURE.match(after) and _tag_after(sentence, markers) != "VERB":
        return False
    return re.match(
        rf"(?:{PRONOUN_SUBJECT}|这|那|其|该|一(?!直|起|同|律|如)|手|有关|会议|信|书)", after
    ) is None and not before.endswith(("即", "必", "行"))
