"""Prepositions of time, place and direction: 在, 由, 于, 向 (引出时间、处所、方向)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.prepositions.governed_verbs import has_verb_after
from core.language.grammar.predicates.prepositions.partners import REQUEST
from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.clauses import clause_around

VERB_BEFORE_PLACE = re.compile(
    r"(?:住|放|坐|站|躺|写|挂|贴|摆|留|停|落|掉|睡|生|死|长|建|藏|戴|穿|记|画|倒|扔|存|装|刻|定|排|处|位|集中|出现|发生|出生|表现|体现|建立|围|关|埋|泡|投|趴|蹲|跪|靠|挤|花|铺"
    r"|打|撒|浸|沉浸|保持|控制|安排|设|待|呆|搁|插|披|印|泼|洒|聚集|分布|隐藏|丢|锁|夹|抱|握|捏|含|骑|踩|压|盖|捧|抓|徘徊|集合|生活|存放|飘|漂|走|跑|飞|摔|撞|照|晒|散落|耸立|坐落|种|卡|堆|挡|拦|跟|立|系|套|背|端|搭|架|依偎|陷|留|看|听|吃|喝)$"
)


@check
def in_place(sentence: Sentence, markers: Markers) -> bool:
    """在 with a place or time before the predicate: neither the verb be at, nor the adverb, nor part of 放在."""
    start, end = markers[0]
    place = sentence.token_over(start)
    low, high = clause_around(sentence, start)
    if place + 1 >= len(sentence.tokens) or VERB_BEFORE_PLACE.search(sentence.text[low:start]):
        return False
    if sentence.tokens[place].tag == "ADV" or (
        sentence.tokens[place + 1].tag in {"VERB", "AUX"}
        and sentence.words[place + 1] not in {"上课", "上班", "来", "此", "学习", "工作"}
    ):
        return False
    after = sentence.text[end:high]
    if (
        re.match(r"[^的]{0,10}(?:(?<!小)时候?|之前|以前|之后|以后|期间|[年月日天]|过程中|[上中下])$", after)
        and high < len(sentence.text) - 1
    ):
        return low == start or sentence.text[low:start] in {"就", "而", "但", "可", "只有", "早", "正"}
    return has_verb_after(sentence, start)


PLACE = re.compile(
    r"[^，。；！？]{0,6}?(?:门|口|站|机场|北京|上海|广州|南京|国|省|市|县|城|路|街|楼|室|房间|厅|馆|院|校|村|镇|港|海|江|河|湖|山|岸|洲|里|上|下|内|外|中|前|后|东|西|南|北|左|右|处|地|点|方|这儿|那儿|这里|那里|此|[0-9一二三四五六七八九十]|头|边|[高低大小多少强弱冷热硬软甜苦浅深近远]|原来|最初|早期|阶段|开始)"
)


@check
def starts_at_a_place(sentence: Sentence, markers: Markers) -> bool:
    """由 with a place, time or state that something sets out from."""
    start, end = markers[0]
    text = sentence.text
    _, high = clause_around(sentence, start)
    stretch = text[end:high]
    if re.search(
        r"负责|主持|决定|组成|构成|承担|担任|来(?:做|写|说|回答|定|办|处理)|提供|编写|创作|设计|执导|建造|主办|承办|管理|处理|完成|发起|组织|带领|率领|制造|引起|造成",
        stretch,
    ):
        return False
    verb = re.search(
        r"出发|开往|飞往|进入|驶往|驶向|驶入|开向|通往|发往|运往|流向|流入|流进|起飞|起航|转入|转向|迁|返回|回到|来到|走|进|到|向|往|转|变|升|降|增|减|经|至|传入|延伸|登|乘|启程|射|照|涌|流",
        stretch,
    )
    if re.match(r"[^，。；！？的]{1,6}(?:转为|变为|变成|转变|转向|上升到|增加到|下降到|降为|升为|改为)", stretch):
        return True
    if re.match(r"[东西南北前后左右上下里外内高低大小强弱][向往到至而变转走入]", stretch):
        return True
    return bool(verb and PLACE.fullmatch(stretch[: verb.start()]))


TIME_OR_PLACE = re.compile(
    r"(?:[0-9０-９一二三四五六七八九十○〇]|[^，。；！？]{0,12}?(?:年|月|日|世纪|时|期|代|初|末|晨|午|晚|夜|天|周|国|省|市|县|区|州|城|镇|乡|村|山|河|江|湖|海|岛|洲|京|港|湾|路|街|道|桥|里|中|上|下|前|后|内|外|间|边|部|旁|地|处|带|家|校|学院|大学|中学|小学|公司|厂|馆|院|园|寺|宫|洋|原|岸|角|沟|谷|林|野|水|土|世|方|东|西|南|北|心|系|身|班|台|巷|屋|庭|楼|之|书|报|刊|《))"
)


@check
def time_or_place_after(sentence: Sentence, markers: Markers) -> bool:
    """于 with a time or place behind it."""
    _, end = markers[0]
    _, high = clause_around(sentence, markers[0][0])
    text = sentence.text
    span = markers[0]
    at = text.find("于", span[0], span[1])
    return at >= 0 and bool(TIME_OR_PLACE.match(text[end:high]))


@check
def direction(sentence: Sentence, markers: Markers) -> bool:
    """What follows 向 names a way, not someone who is asked or told."""
    start, end = markers[0]
    _, high = clause_around(sentence, start)
    after = sentence.text[end:high]
    return not REQUEST.search(after) or bool(re.match(r"[东西南北前后左右上下里外](?!级|辈|司|属|方学)", after))


@check
def verb_of_motion_before(sentence: Sentence, markers: Markers) -> bool:
    """飞向, 走向 with a place behind it, not the noun 走向."""
    start, end = markers[0]
    if sentence.tokens[sentence.token_over(start)].tag == "NOUN":
        return False
    return sentence.text[end : end + 1] not in {"", "，", "。", "；", "！", "？", "、", "的"}
