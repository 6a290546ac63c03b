"""Spoken formats: X是X, 还X呢, 该……了 (口语格式)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence

SECOND_PAIR = re.compile(r"[，,、；;](?P<y>[^，,。；！？是]{1,6})(?:还|就)?是(?P=y)")


@check
def concedes(sentence: Sentence, markers: Markers) -> bool:
    """Whether no second Y是Y follows, which would set two things apart instead of conceding."""
    return SECOND_PAIR.match(sentence.text, markers[0][1]) is None


STATUS = re.compile(
    r"(?:[家师生员长手士星商]|大学|专家|教授|名牌儿?|博士|硕士|研究生|老板|高手|冠军|经理|诗人|作家|朋友|哥们儿?|兄弟|姐妹|同事|同学|邻居|亲戚|夫妻|老乡|"
    r"领导|班长|队长|专业|第一名?|状元|学霸|天才|才子|美女|帅哥|绅士|淑女|模范|标兵|先进|大师|行家|内行|老手|老司机|大款|富翁|大人|男人|男子汉|大哥|大姐|"
    r"大厨|厨神|球迷|歌迷|翻译|导游|侦探|警察|法官|律师|公主|王子|神童|英雄|好汉|君子|文明人|城里人|酒店|宾馆|饭店|餐厅|大学|公司|品牌|牌子|[三四五]星级|特产|新款|旗舰店|正品|真货)$"
)
STATUS_WORDS = frozenset(
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


@check
def status_in_irony(sentence: Sentence, markers: Markers) -> bool:
    """Whether 还…呢 holds a noun or adjective that claims a status (还专家呢), not something still going on (还在睡呢)."""
    start, end = markers[0]
    inner = sentence.text[start + 1 : end - 1]
    if NOT_STATUS.match(inner) and not inner.startswith(("有名", "大学", "小学老师")):
        return False
    return inner in STATUS_WORDS or STATUS.search(inner) is not None


@check
def modal_gai(sentence: Sentence, markers: Markers) -> bool:
    """Whether 该 is the modal and not the written “this”."""
    place = sentence.token_over(markers[0][0])
    if place + 1 >= len(sentence.tokens) or sentence.tokens[place].relation != "det":
        return True
    return sentence.tokens[place + 1].tag in {"PRON", "PROPN", "ADV"}
