"""Checks of the word points: what a preposition, a conjunction or a demonstrative stands before."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.predicates.words import clause_around
from core.language.grammar.sentence import Sentence

NOMINAL = {"NOUN", "PROPN", "PRON", "NUM"}


@check("words_names_a_place")
def names_a_place(sentence: Sentence, markers: Markers) -> bool:
    """A noun of place: the word before is no time and no verb, what follows is no verb's object."""
    start, end = markers[0]
    text = sentence.text
    if re.match(r"在(?:的|美|环|因)|来|着|的(?:大学|学|课|班)|一天|[祖孙婆公甥]|告|一[次个年]", text[end:]):
        return False
    if text[start] in "上下" and re.search(r"(?:^|[，。]|[年天时候])(?:我|你|他|她|我们|他们|你们)$", text[:start]):
        return False
    if (
        re.search(
            r"(?:[年月天周日叶末初期代朝课会赛战婚产病班节假术事]|小时|分钟|星期|饭|时|以|之|午|世纪|秒)$", text[:start]
        )
        and text[start] in "前后内"
    ):
        return False
    if re.search(
        r"(?:早|晚|午|[走爬坐穿带戴跑送赶追遇碰爱考交贴锁关算加登换闭喜欢扔丢放留蹲趴跪跳倒掉落流写记买租拍])$",
        text[:start],
    ):
        return False
    if re.search(r"(?:实际|事实|基本|总体|大体|大致|理论|原则|南|北)$", text[:start]) and text[start] in "上下":
        return False
    place = sentence.token_over(start)
    if sentence.tokens[place].tag in {"VERB", "AUX"}:
        return False
    if text[end : end + 1] == "了":
        # 放在桌子上了 is a place, 门关上了 a complement.
        return re.search(r"[在到][^，。；在到]{1,6}$", text[:start]) is not None
    return text[end : end + 1] not in {"班", "课", "车", "学", "海", "司", "去", "来", "过", "午", "届"}


THEN = re.compile(
    r"那(?=就|我|你|您|他|她|它|咱|咱们|大家|可|还|也|得|应该|要|怎么|为什么|不如|肯定|一定|什么时候|谁|多|真|太|么|倒|只|当然|好吧|好，|行|算|哪|可以|必须|岂|会|能|请|不就|不是|如果|要是|[，])"
)


@check("words_points_at_something")
def points_at_something(sentence: Sentence, markers: Markers) -> bool:
    """这 or 那 as a pronoun, not 那 as then."""
    start, end = markers[0]
    text = sentence.text
    if text[start : end + 1] in {"这么", "那么", "这样", "那样"}:
        return False
    if text[start] != "那" or end - start > 1:
        return True
    return not is_then(sentence, start)


def is_then(sentence: Sentence, start: int) -> bool:
    """那 at the head of a clause, followed by what begins a clause of its own."""
    text = sentence.text
    low, _ = clause_around(sentence, start)
    if text[low:start].strip("“‘\"'（ 　啊哦嗯好") not in {"", "好吧"}:
        return False
    if not THEN.match(text, start):
        return False
    if re.match(
        r"那(?:不是|可不是|不就是|就是|也是|还是|都是|真是|可是|一定是|肯定是|会是|太|真)", text[start : start + 6]
    ):
        return bool(re.match(r"那(?:太好|就是说|真是太)", text[start:]))
    return True


@check("words_then")
def then(sentence: Sentence, markers: Markers) -> bool:
    """那 as a conjunction."""
    return is_then(sentence, markers[0][0])


@check("words_some_of")
def some_of(sentence: Sentence, markers: Markers) -> bool:
    """有的 at the head of a noun phrase, not a verb with 的."""
    start, end = markers[0]
    text = sentence.text
    before, after = text[max(0, start - 2) : start], text[end : end + 1]
    if re.search(r"[我你他她它们家人国]$", before) and after not in {"", "是"}:
        return bool(re.search(r"(?:我们|你们|他们|她们|它们|孩子们|人们)$", text[max(0, start - 3) : start]))
    return after not in set("，。！？、") and not re.search(r"[该应固特仅现原本]$", before)


WITH = (
    r"一起|一块儿?|一同|一道|一样|相同|不同|差不多|有关|无关|相关|相比|相反|相似|类似|相当|相近|见过?面|见了|结了?婚|离婚|聊|吵|打架|打交道"
    r"|商量|讨论|谈|说话|说过|说了|说起|说|讲|联系|交流|合作|交往|分手|握手|道别|告别|打招呼|开玩笑|沟通|竞争|接触|比|相处|有缘|做朋友|交朋友|成为朋友|约好|约会|约定|打电话|发生|建立|保持|达成"
    r"|取得联系|会面|会谈|签|作战|斗争|抗争|战斗|搏斗|住在|站在|坐在|生活在|待在|在一起|过不去|学习|学中文|请假|借钱|借书|借了|要求|打球|打篮球|下棋|跳舞|玩|没关系|没有关系|有关系|没什么|关系|并列|相连|结合|相结合|相符|一致|联合|冲突|协调|齐名|隔绝|抗衡|匹敌|媲美|为伴|为邻|为友|搞好|拉开|共存|共处|无缘"
)
WITH_SOON = re.compile(rf"[^，。；、？！]{{1,10}}?(?:{WITH})")
AND_SIGN = re.compile(r"[^，。；、？！]{1,6}?(?:都|两|俩|们都|、)")
BEFORE_WITH = re.compile(
    r"(?:不|没|没有|别|想|要|能|会|可以|常|常常|经常|正|正在|也|已|已经|就|又|再|应|应该|须|必须|愿意|可|仍|将|曾|只|总|老|先|刚|才|一直|直接|开始|喜欢|打算|准备|敢|肯"
    r"|从来|得|该|好好|好好儿|马上|今天|明天|昨天|天天|每天|晚上|周末|最好|多|早就|早已|还|都|去|来|便|却|让他|让我|难以|无法|希望|决定|如何|怎么|怎样|并|使|使其|使得|其|未|必|所|是否|能够|能否|须|是)$"
)


STRONG_WITH = re.compile(
    r"[^的，。；、？！]{1,14}?(?:发生(?:了|冲突|关系|争|矛盾)|联合|合作(?!社|伙伴|者)|签订|签署|达成|结婚|订婚|离婚|(?<!相互)接触(?!的)|无关|有关(?!部门|的)|相反|相比|相似|相同|不同(?!的)|一致|相结合|相协调|交战|会面|见面|会谈|交谈|聊天|抵触|抗衡|混在一起)"
)


LATE_WITH = re.compile(
    r"[^，。；、？！]{1,24}?(?:相同|相似|有关|无关|相反|一致|相连|相关|相符|结婚|订婚|离婚|会面|见面|会谈)了?$"
)


def is_with(sentence: Sentence, start: int, end: int) -> bool:
    """跟, 和, 同, 与 introduce a partner rather than join equals."""
    text = sentence.text
    low, high = clause_around(sentence, start)
    before, after = text[low:start].lstrip("“‘"), text[end:high]
    tag = sentence.tokens[sentence.token_over(start)].tag
    if not after or before.endswith("、") or (re.match(r"其|此同时|否|共", after) and text[start] == "与"):
        return False
    if re.match(rf"(?:不|没|否){re.escape(before[-1:])}", after):
        return False
    if BEFORE_WITH.search(before) and not re.search(r"(?:上|下|过|出|回)来$", before):
        return True
    if text[start] in "和与同" and AND_SIGN.match(after):
        return False
    if text[start] == "跟":
        if (
            before
            and re.match(r"[^，。；]{1,4}都", after)
            and not re.search(r"[^们]{1,4}都(?:没)?(?:说|谈|聊|商量|联系)", after)
        ):
            return False
        return tag != "CCONJ" or bool(WITH_SOON.match(after)) or not before
    if LATE_WITH.match(after):
        return True
    if STRONG_WITH.match(after) and not before.endswith("的"):
        return True
    if not before:
        return bool(WITH_SOON.match(after)) or tag == "ADP"
    subject = re.fullmatch(r"(?:.{0,6}(?:，|、))?[^的在把被给对从有是]{1,6}", before)
    if (
        subject
        and WITH_SOON.match(after)
        and not re.match(r"[^，。；]{1,10}?的(?:区别|关系|不同|差别|距离|故事)", after)
    ):
        return True
    return tag == "ADP" and bool(WITH_SOON.match(after) or text[start] != "和")


@check("words_with")
def with_someone(sentence: Sentence, markers: Markers) -> bool:
    """跟, 和, 同, 与 as a preposition."""
    return is_with(sentence, *markers[0])


@check("words_and")
def and_someone(sentence: Sentence, markers: Markers) -> bool:
    """跟, 和, 同, 与 as a conjunction."""
    start, end = markers[0]
    low, high = clause_around(sentence, start)
    return start > low and end < high and not is_with(sentence, start, end)


@check("words_before_a_noun")
def before_a_noun(sentence: Sentence, markers: Markers) -> bool:
    """由于, 因为 and the like with a noun, not a clause, behind."""
    start, end = markers[0]
    text = sentence.text
    _, high = clause_around(sentence, start)
    stretch = text[end:high]
    inner = [t for t, (low, _) in enumerate(sentence.spans) if end <= low < high]
    if (
        any(sentence.tokens[t].tag == "VERB" and sentence.child(t, "nsubj") in inner for t in inner[:-1])
        and "的" not in stretch[-4:]
    ):
        return False
    if re.match(r"(?:我|你|他|她|它)们?[不没很太也已]", stretch):
        return False
    if re.search(
        r"(?:原因|关系|缘故|影响|问题|因素|需要|限制|作用|压力|失误|差异|帮助|支持)$|^[^，。]{1,12}的(?:关系|原因|缘故|影响|问题)",
        stretch,
    ):
        return True
    if re.match(
        r"(?:这|那|此|某|种种|各种|一[些点]|什么|我|你|他|她|它|这件|这个)(?:[件个种次点些样]*)(?:小|大)?(?:事|事情|问题|原因|故|话|人)?(?:$|而|一直|就|才|跟|和|被|没)",
        stretch,
    ):
        return True
    inside = [
        t
        for t in range(len(sentence.tokens))
        if end <= sentence.spans[t][0] < high and sentence.tokens[t].tag != "PUNCT"
    ]
    if not inside:
        return False
    head = sentence.tokens[sentence.token_over(start)].head
    if head < 0 or head not in inside:
        return False
    if sentence.tokens[head].tag not in NOMINAL:
        return False
    tags = [sentence.tokens[t].tag for t in inside if t <= head]
    if head == inside[-1]:
        return sentence.child(head, "nsubj", "cop") < 0
    return not {"VERB", "AUX"} & set(tags) and sentence.child(head, "nsubj", "cop") < 0


@check("words_before_a_clause")
def before_a_clause(sentence: Sentence, markers: Markers) -> bool:
    """由于 as a conjunction."""
    return not before_a_noun(sentence, markers)


COMMON_VERBS = frozenset(
    [
        "学",
        "学习",
        "工作",
        "吃",
        "喝",
        "买",
        "卖",
        "看",
        "见",
        "说",
        "听",
        "写",
        "读",
        "做",
        "玩",
        "玩儿",
        "等",
        "住",
        "坐",
        "站",
        "走",
        "跑",
        "找",
        "开",
        "用",
        "上课",
        "上班",
        "睡觉",
        "休息",
        "见面",
        "吃饭",
        "做饭",
        "看书",
        "唱歌",
        "跳舞",
        "打球",
        "游泳",
        "跑步",
        "散步",
        "举行",
        "举办",
        "进行",
        "发生",
        "出生",
        "长大",
        "生活",
        "讨论",
        "准备",
        "参加",
        "开会",
        "聊天",
        "打",
        "拿",
        "放",
        "想",
        "问",
        "教",
        "画",
        "洗",
        "穿",
        "起床",
        "出现",
        "开始",
        "结束",
        "变",
        "有",
        "是",
        "叫",
        "买东西",
        "担心",
        "帮忙",
        "服务",
    ]
)


def has_verb_after(sentence: Sentence, start: int, skipped: int = 2) -> bool:
    """A verb or adjective in the clause, after at least one word behind the marker."""
    _, high = clause_around(sentence, start)
    place = sentence.token_over(start)
    for t in range(place + skipped, len(sentence.tokens)):
        if sentence.spans[t][0] >= high:
            return False
        if sentence.tokens[t].tag in {"VERB", "ADJ", "AUX"} or sentence.words[t] in COMMON_VERBS:
            return True
    return False


@check("words_before_a_verb_later")
def before_a_verb_later(sentence: Sentence, markers: Markers) -> bool:
    """A verb or adjective follows in the same clause after at least one other word."""
    low, high = clause_around(sentence, markers[0][0])
    if low == markers[0][0] and high + 2 < len(sentence.text) and sentence.text[high] in "，,":
        return True
    return has_verb_after(sentence, markers[0][0])


RESULT_PLACE = re.compile(
    r"(?:住|放|坐|站|躺|写|挂|贴|摆|留|停|落|掉|睡|生|死|长|建|藏|戴|穿|记|画|倒|扔|存|装|刻|定|排|处|位|集中|出现|发生|出生|表现|体现|建立|围|关|埋|泡|投|趴|蹲|跪|靠|挤|花|铺"
    r"|打|撒|浸|沉浸|保持|控制|安排|设|待|呆|搁|插|披|印|泼|洒|聚集|分布|隐藏|丢|锁|夹|抱|握|捏|含|骑|踩|压|盖|捧|抓|徘徊|集合|生活|存放|飘|漂|走|跑|飞|摔|撞|照|晒|散落|耸立|坐落|种|卡|堆|挡|拦|跟|立|系|套|背|端|搭|架|依偎|陷|留|看|听|吃|喝)$"
)


@check("words_in_place")
def in_place(sentence: Sentence, markers: Markers) -> bool:
    """在 with a place or time before the predicate: neither the verb be at, nor the adverb, nor part of 放在."""
    start, end = markers[0]
    place = sentence.token_over(start)
    low, high = clause_around(sentence, start)
    if place + 1 >= len(sentence.tokens) or RESULT_PLACE.search(sentence.text[low:start]):
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


@check("words_degree_not_then")
def degree_not_then(sentence: Sentence, markers: Markers) -> bool:
    """那么 before an adjective or verb it describes, not as a link between clauses."""
    start, end = markers[0]
    text = sentence.text
    low, _ = clause_around(sentence, start)
    if text[low:start].strip("“‘\"'"):
        return not re.match(r"(?:就|我们?就|[，,])", text[end:])
    return bool(re.match(r"[大小多高远长好贵冷热难快早晚美漂重深爱喜想]", text[end:])) and not re.match(
        r"大家|多少|好[，。]", text[end:]
    )


@check("words_offers_a_choice")
def offers_a_choice(sentence: Sentence, markers: Markers) -> bool:
    """还是 between two things of one kind."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    before, after = text[low:start], text[end:high]
    if (
        not after
        or len(before) < 1
        or re.search(r"(?:虽然|尽管|但是?|可是?|却|最后|终于|最终|结果|后来|最好|都|，)$", before)
    ):
        return False
    place = sentence.token_over(start)
    if re.search(r"还是", before) or {"是", "还是"} & set(sentence.words[max(0, place - 9) : place]):
        return True
    if re.search(r"[？?]", text[high : high + 2]):
        return True
    return bool(re.search(r"不知|没想好|不管|无论|不论|想好|决定|说不清|分不清|问|知道", text[:start]))


@check("words_compares")
def compares(sentence: Sentence, markers: Markers) -> bool:
    """比 with what is compared and then the predicate."""
    start, end = markers[0]
    _, high = clause_around(sentence, start)
    text = sentence.text
    if re.search(r"(?:跟|和|与|同|来|一|爱|以)[^，。；]{0,4}$", text[max(0, start - 5) : start]) and re.match(
        r"[了过赛试谁]", text[end:]
    ):
        return False
    if re.match(r"[^，。]{0,4}(?:谁|身高|大小|高低|高矮)", text[end:high]) and not re.search(
        r"[更还都高大]", text[end + 3 : high]
    ):
        return bool(re.match(r"谁都", text[end:]))
    return high - end >= 2 and sentence.tokens[sentence.token_over(start)].tag != "NOUN"
