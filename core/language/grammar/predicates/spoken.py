"""Functions for spoken and fixed formats: senses that characters alone do not settle."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence

STRETCH = re.compile(r"一(?:天|年|周|星期|个星期|个月|个小时|小时|学期|个学期|上午|下午|晚上|夜|个晚上|宿)都")
"""一天都没吃饭 mostly means the whole day; 一天都没休息过 does not."""


@check("spoken_not_a_whole_stretch")
def not_a_whole_stretch(sentence: Sentence, markers: Markers) -> bool:
    """Whether 一…都 holds a counted thing rather than a stretch of time that lasted."""
    start, end = markers[0]
    if re.match(r"一(?:年|天|个月|辈子)也[^，。]{1,3}[完了到]", sentence.text[start : end + 2]):
        return False
    if not STRETCH.match(sentence.text[start:end]):
        return True
    return re.search("过|休息|离开|耽误|落下|缺", sentence.text[end : end + 8]) is not None


@check("spoken_second_marker_free")
def second_marker_free(sentence: Sentence, markers: Markers) -> bool:
    """Whether the second marker (而) is a word of its own and not the beginning or end of another."""
    start, end = markers[-1]
    return sentence.text[start : end + 1] not in {"而且", "而已"} and sentence.words[sentence.token_over(start)] == "而"


PAIR = re.compile(r"[，,、；;](?P<y>[^，,。；！？是]{1,6})(?:还|就)?是(?P=y)")


@check("spoken_no_second_pair")
def no_second_pair(sentence: Sentence, markers: Markers) -> bool:
    """Whether no second Y是Y follows, which would set two things apart instead of conceding."""
    return PAIR.match(sentence.text, markers[0][1]) is None


STATUS_END = re.compile(
    r"(?:[家师生员长手士星商]|大学|专家|教授|名牌儿?|博士|硕士|研究生|老板|高手|冠军|经理|诗人|作家|朋友|哥们儿?|兄弟|姐妹|同事|同学|邻居|亲戚|夫妻|老乡|"
    r"领导|班长|队长|专业|第一名?|状元|学霸|天才|才子|美女|帅哥|绅士|淑女|模范|标兵|先进|大师|行家|内行|老手|老司机|大款|富翁|大人|男人|男子汉|大哥|大姐|"
    r"大厨|厨神|球迷|歌迷|翻译|导游|侦探|警察|法官|律师|公主|王子|神童|英雄|好汉|君子|文明人|城里人|酒店|宾馆|饭店|餐厅|大学|公司|品牌|牌子|[三四五]星级|特产|新款|旗舰店|正品|真货)$"
)
STATUS_WORD = frozenset(
    [
        "聪明",
        "高级",
        "便宜",
        "新鲜",
        "好吃",
        "漂亮",
        "先进",
        "正宗",
        "特价",
        "免费",
        "进口",
        "环保",
        "文明",
        "最好",
        "原创",
        "限量",
    ]
)
NOT_STATUS = re.compile(
    r"^(?:在|没|不|有(?!名)|要|得|能|会|想|是|可以|早|差|多|小|年轻|需|敢|真|剩|活|记|来|去|算|说|笑|挺|很|用|打|跟|和|给|把|被|让|叫|等|看|吃|睡|上|住)"
)


@check("spoken_status_in_irony")
def status_in_irony(sentence: Sentence, markers: Markers) -> bool:
    """Whether 还…呢 holds a noun or adjective that claims a status (还专家呢), not something still going on (还在睡呢)."""
    start, end = markers[0]
    inner = sentence.text[start + 1 : end - 1]
    if NOT_STATUS.match(inner) and not inner.startswith(("有名", "大学", "小学老师")):
        return False
    return inner in STATUS_WORD or STATUS_END.search(inner) is not None


@check("spoken_not_demonstrative")
def not_demonstrative(sentence: Sentence, markers: Markers) -> bool:
    """Whether 该 is the modal and not the written “this”."""
    place = sentence.token_over(markers[0][0])
    if place + 1 >= len(sentence.tokens) or sentence.tokens[place].relation != "det":
        return True
    return sentence.tokens[place + 1].tag in {"PRON", "PROPN", "ADV"}
