"""Checks of the word points from level 3: agents, roles, joined verbs, written particles."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.predicates.words import clause_around
from core.language.grammar.predicates.words_2 import NOMINAL
from core.language.grammar.sentence import Sentence

PLACE = re.compile(
    r"[^，。；！？]{0,6}?(?:门|口|站|机场|北京|上海|广州|南京|国|省|市|县|城|路|街|楼|室|房间|厅|馆|院|校|村|镇|港|海|江|河|湖|山|岸|洲|里|上|下|内|外|中|前|后|东|西|南|北|左|右|处|地|点|方|这儿|那儿|这里|那里|此|[0-9一二三四五六七八九十]|头|边|[高低大小多少强弱冷热硬软甜苦浅深近远]|原来|最初|早期|阶段|开始)"
)


@check("words_starts_at_a_place")
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


NOUN_OR_VERB = """
定义 命名 改编 任命 指控 起诉 录取 批评 表扬 邀请 开除 淘汰 逮捕 发现 认证 要求 允许 禁止 保护 破坏 影响 污染 感染 打败 击败 拒绝
判刑 判处 授予 公认 评价 推荐 选举 提名 翻译 收录 取消 取代 替代 安排 分配 介绍 通知 警告 处罚 罚款 调查 采访 袭击 攻击 控制 包围
"""
VERBS_LIKE_NOUNS = frozenset(NOUN_OR_VERB.split())


@check("words_has_an_agent")
def has_an_agent(sentence: Sentence, markers: Markers) -> bool:
    """被 is followed by a noun phrase and then a verb."""
    start, end = markers[0]
    text = sentence.text
    place = sentence.token_over(start)
    if sentence.spans[place] != (start, end) or place + 1 >= len(sentence.tokens):
        return bool(
            re.match(r"(?:我|你|他|她|它|人|老师|妈妈|爸爸|孩子|朋友|同学|警察|别人|大家|雨|风|谁)", text[end:])
        )
    if re.match(r"(?:人(?!为)|我|你|您|他|她|它|咱|谁|别人|老师|妈妈|爸爸|孩子|警察)", text[end:]):
        return True
    following = sentence.tokens[place + 1]
    if sentence.words[place + 1] in VERBS_LIKE_NOUNS:
        return False
    if following.tag not in NOMINAL | {"DET", "ADJ", "PART"}:
        return False
    _, high = clause_around(sentence, start)
    later = [t for t in range(place + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    verbs = [t for t in later if sentence.tokens[t].tag == "VERB"]
    return bool(verbs) and following.tag != "ADJ"


@check("words_is_passive")
def is_passive(sentence: Sentence, markers: Markers) -> bool:
    """叫 or 让 names who did it: something affected stands before and nobody is told to do anything."""
    start, _ = markers[0]
    low, high = clause_around(sentence, start)
    before, after = sentence.text[low:start], sentence.text[start + 1 : high]
    if re.search(r"(?:不|别|想|要|能|会|请|去|来|老师|妈妈|爸爸|经理|可以|应该|给)$", before) or not before:
        return False
    if re.fullmatch(r"(?:我|你|他|她|我们|你们|他们|妈妈|爸爸|老师|经理)(?:已经|也)?", before) and not re.search(
        r"骗|打|撞|批评|骂|咬|吓|抓|淋", after
    ):
        return False
    return not re.search(r"(?:好好|一下|一会儿|去|来|吧)", after)


@check("words_as_a_role")
def as_a_role(sentence: Sentence, markers: Markers) -> bool:
    """作为 as a preposition: at the head of a clause or between subject and verb, without 把, 以 or 用 before it."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    before = text[low:start]
    if re.search(r"[把将以被用]|当[成作]|选|拿|列", before):
        return False
    if not before and low > 0:
        return (high < len(text) and text[high] in "，,") or _verb_follows(sentence, end, high)
    if not before or re.fullmatch(
        r"[“‘]?(?:但|但是|而|因此|所以|可是|如果|那么|我|你|您|他|她|我们|你们|他们|她们|身)", before
    ):
        return True
    return (high < len(text) and text[high] in "，,") or _verb_follows(sentence, end, high)


def _verb_follows(sentence: Sentence, end: int, high: int) -> bool:
    verbs = [
        t for t, (start, _) in enumerate(sentence.spans) if end < start < high and sentence.tokens[t].tag == "VERB"
    ]
    return bool(verbs)


@check("words_joins_verbs")
def joins_verbs(sentence: Sentence, markers: Markers) -> bool:
    """并 with a verb before it somewhere and a verb phrase behind."""
    start, end = markers[0]
    low, high = clause_around(sentence, start)
    place = sentence.token_over(start)
    if end >= high or sentence.tokens[place].tag == "VERB":
        return False
    return start > low or low > 0


@check("words_contrasts_clauses")
def contrasts_clauses(sentence: Sentence, markers: Markers) -> bool:
    """而 at the head of a clause that has a subject of its own or stands against the one before."""
    start, end = markers[0]
    text = sentence.text
    _, high = clause_around(sentence, start)
    if re.search(r"(?:因(?!此)|为了|由于|随着|通过|正)[^。；，]{1,20}，$", text[:start]) and not re.search(
        r"因为[^。]{1,30}，[^。]{1,30}，$", text[:start]
    ):
        return bool(re.search(r"[我你他她它们人]", text[end : end + 3]))
    return high > end + 1


JOINED = re.compile(r"[大小美多长远强弱高低简复温善勤朴幽聪慈迅严生真甜苦冷热坚柔静忙紧优深浅宽窄便贵好坏准快慢明暗聪]")


@check("words_joins_qualities")
def joins_qualities(sentence: Sentence, markers: Markers) -> bool:
    """而 between two adjectives or verbs within a clause."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    if start == low or end >= high:
        return False
    if re.search(
        r"(?:因|为|由于|随|通过|就|以|按|依|顺|乘|凭|靠|从|自|沿|趁|相对|在)[^，。；只]{1,14}$", text[low:start]
    ):
        return False
    place = sentence.token_over(start)
    if place < 1 or place + 1 >= len(sentence.tokens):
        return False
    left, right = sentence.tokens[place - 1].tag, sentence.tokens[place + 1].tag
    return right in {"ADJ", "VERB", "ADV", "AUX"} or (left == "ADJ" and right != "PRON")


@check("words_disposes")
def disposes(sentence: Sentence, markers: Markers) -> bool:
    """将 in the sense of 把: a noun phrase, then a verb."""
    start, end = markers[0]
    place = sentence.token_over(start)
    token = sentence.tokens[place]
    _, high = clause_around(sentence, start)
    if place + 1 >= len(sentence.tokens) or token.tag == "NOUN":
        return False
    if re.match(r"(?:其|他|她|它|我|你|此|这|那|自己|所有|全部)", sentence.text[end:]):
        return True
    following = sentence.tokens[place + 1]
    if following.tag in {"VERB", "AUX", "ADV", "ADP"} and token.relation != "case":
        return False
    later = [t for t in range(place + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    return token.tag != "ADV" and any(sentence.tokens[t].tag == "VERB" for t in later)


TIME_OR_PLACE = re.compile(
    r"(?:[0-9０-９一二三四五六七八九十○〇]|[^，。；！？]{0,12}?(?:年|月|日|世纪|时|期|代|初|末|晨|午|晚|夜|天|周|国|省|市|县|区|州|城|镇|乡|村|山|河|江|湖|海|岛|洲|京|港|湾|路|街|道|桥|里|中|上|下|前|后|内|外|间|边|部|旁|地|处|带|家|校|学院|大学|中学|小学|公司|厂|馆|院|园|寺|宫|洋|原|岸|角|沟|谷|林|野|水|土|世|方|东|西|南|北|心|系|身|班|台|巷|屋|庭|楼|之|书|报|刊|《))"
)


@check("words_time_or_place_after")
def time_or_place_after(sentence: Sentence, markers: Markers) -> bool:
    """于 with a time or place behind it."""
    _, end = markers[0]
    _, high = clause_around(sentence, markers[0][0])
    text = sentence.text
    span = markers[0]
    at = text.find("于", span[0], span[1])
    return at >= 0 and bool(TIME_OR_PLACE.match(text[end:high]))


FORMAL_TALK = re.compile(
    r"[^，。；！？]{2,20}?(?:达成|发表|交换了?意见|展开|进行了?(?:讨论|交流|磋商|谈判|沟通|会谈|商谈|调查|说明)|磋商|协商|商讨|探讨|表态|谈判|作了?说明|作出|做出)"
)


@check("words_about")
def about(sentence: Sentence, markers: Markers) -> bool:
    """就 with a topic and then a verb of discussing; the topic is a noun phrase or an indirect question."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    place = sentence.token_over(start)
    if re.search(r"(?:如果|要是|只要|既然|一|因为|才|早|这|那|所以|的话)[^，。]{0,8}$", text[max(0, low - 12) : start]):
        return False
    if sentence.tokens[place].tag == "ADP":
        return True
    topic = re.match(
        r"[^，。；！？]{2,30}?(?:问题|事宜|事项|事|情况|事件|关系|议题|方面|合作|话题|条件|价格|内容|如何[^，。]{2,12}|怎样[^，。]{2,12}|是否[^，。]{2,12}|案件?|工作|计划|方案|细节|原因|决定|协议|分歧|看法)",
        text[end:high],
    )
    if not topic and place + 1 < len(sentence.tokens) and sentence.tokens[place + 1].tag in NOMINAL | {"DET"}:
        topic = FORMAL_TALK.match(text[end:high])
    return bool(topic) and bool(text[low:start])
