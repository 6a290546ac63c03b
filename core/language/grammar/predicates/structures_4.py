"""Phrases by structure and by function; verbs, adjectives and clauses as subject, object and attribute; several modifiers."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_2 import (
    PLACE_PREPOSITIONS,
    adverbial_span,
    attributes_of,
    object_heads,
)
from core.language.grammar.predicates.structures_3 import GREETING
from core.language.grammar.predicates.structures_base import (
    NOMINAL,
    NUMBER,
    PLACE_WORDS,
    chunk_of,
    chunks,
    is_subject,
    is_time,
    merged,
    phrase,
    relation,
    tag,
    without_particles,
    word,
)
from core.language.grammar.sentence import Sentence

JOINED = frozenset(["NOUN", "PROPN", "PRON", "VERB", "ADJ", "NUM", "AUX", "ADV", "ADP", "DET", "PART"])
LOCALIZERS = frozenset(["上", "下", "里", "外", "前", "后", "内", "中", "间", "旁", "之间", "之前", "之后", "之中", "之内", "之外", "之上", "之下", "以前", "以后", "以内", "以外", "上边", "下边", "里边", "外边", "前边", "后边", "左边", "右边", "东边", "南边", "西边", "北边", "旁边", "上面", "下面", "里面", "外面", "前面", "后面", "左面", "右面", "中间", "对面", "里头", "外头", "当中", "附近", "底下", "以来", "期间"])  # fmt: skip
MODALS = frozenset(["会", "能", "可以", "要", "想", "应该", "该", "愿意", "敢", "肯", "能够", "可能", "得", "必须"])
VERBAL_OBJECT_VERBS = frozenset(
    ["觉得", "希望", "打算", "开始", "喜欢", "认为", "以为", "知道", "感到", "感觉", "准备", "决定", "发现", "相信", "听说", "说", "看见", "看到", "表示", "继续", "停止", "需要", "进行", "爱", "怕", "担心", "记得", "忘", "忘记", "忘了", "同意", "建议", "要求", "允许", "计划", "打算", "考虑", "想", "试", "试着", "学", "学习", "练习", "答应", "值得", "受到", "显得", "祝", "建议", "主张", "拒绝", "害怕", "讨厌", "反对", "支持", "保证", "后悔", "注意", "假装", "猜", "估计", "明白", "理解", "了解", "证明", "说明", "认出", "坚持", "避免", "防止", "加以", "予以", "给予", "忍不住", "禁不住", "懂得", "学会", "习惯", "参加", "保持", "追求", "渴望", "欢迎", "注意到", "意识到", "看出", "表明", "指出", "强调", "宣布", "承认", "否认", "怀疑", "盼望", "期待", "打算", "梦见", "听见", "听到", "觉", "嫌", "恨", "恨不得", "舍不得", "善于", "敢于", "属于", "便于", "擅长", "爱好", "提议", "尝试", "适合", "适应", "放弃", "感谢", "祝愿", "祝贺", "发誓", "嫌", "通知", "告诉", "问", "询问", "介绍", "回答", "报道", "显示", "意味着", "包括", "负责", "导致", "引起", "造成", "缺乏", "失去", "获得", "得到", "实现"]
)  # fmt: skip


def _bare(sentence: Sentence, first: int, last: int) -> str:
    start, end = sentence.span(first, last)
    return sentence.text[start:end]


@predicate("structures_basic_phrase")
def basic_phrase(sentence: Sentence) -> Iterator[Span]:
    """Chunks of two words or more: one of the five kinds of phrase holds there. Reported as the whole chunk."""
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        text = _bare(sentence, first, last)
        if re.fullmatch(GREETING + r"[啊呀哦呢吧啦了]?", text) or re.fullmatch(
            r"[你您大][们家]?好|好的|对不起|没关系", text
        ):
            continue
        content = [at for at in range(first, stop + 1) if tag(sentence, at) in JOINED]
        if (
            len(content) > 1
            or (tag(sentence, first) == "VERB" and len(text) > 2)
            or (
                re.fullmatch(r"[\u4e00-\u9fff]{2}", text)
                and tag(sentence, first) in ("VERB",)
                and text not in ("休息", "学习")
            )
        ):
            if len(content) > 1 or re.search(r"完|好|懂|到|见|开|来|去|书|饭|水|茶", text):
                yield sentence.span(first, stop)


@predicate("structures_de_phrase")
def de_phrase(sentence: Sentence) -> Iterator[Span]:
    """我的, 红色的, 吃的, 他买的 in place of a noun."""
    text = sentence.text
    for found in re.finditer("的", text):
        start = found.start()
        place = sentence.token_over(start)
        first, last = chunk_of(sentence, place)
        begin, end = sentence.span(first, last)
        clause = text[begin:start]
        if (
            (word(sentence, place) not in ("的",) and not word(sentence, place).endswith("的"))
            or not clause
            or re.fullmatch(r"好|是|真|对|有|挺.*|什么|目|似", clause)
            or re.search(r"(?:什么|似|[说]真)$", clause)
        ):
            continue
        after = text[found.end() : end]
        span = _nominal_de(sentence, place, first, clause, after)
        if span >= 0:
            yield sentence.spans[span][0], found.end()


def _nominal_de(sentence: Sentence, place: int, first: int, clause: str, after: str) -> int:
    """First token of a 的-phrase that stands for a noun, -1 for other 的."""
    before = place - 1 if word(sentence, place) == "的" else place
    last_tag = tag(sentence, before)
    ends = re.fullmatch(r"[吗吧呢啊呀了]*", after) is not None
    if not ends:
        if word(sentence, place + 1) not in (
            "是",
            "都",
            "也",
            "在",
            "就是",
            "不是",
            "很",
            "最",
            "比",
            "更",
            "有",
            "没",
            "没有",
            "才",
            "不",
        ) or tag(sentence, place + 1) not in ("AUX", "ADV", "ADP", "VERB"):
            return -1
        return _start_of_de(sentence, before, first)
    if re.search(r"是[^，。]*$", clause):
        inner = clause.rsplit("是", 1)[1]
        if last_tag in ("PRON", "NOUN", "PROPN", "ADJ") and not re.search(
            r"(?:在|从|跟|坐|和|用|什么时候|怎么)", inner
        ):
            return _start_of_de(sentence, before, first)
        return (
            -1
            if re.search(r"(?:在|从|跟|坐|昨天|怎么|什么时候|去|来|会|可以)", inner)
            or not re.match(r"[我你他她妈爸老谁][\u4e00-\u9fff]{0,3}(?:买|做|写|画|送|给)", inner)
            else _start_of_de(sentence, before, first)
        )
    if (
        last_tag in ("NOUN", "PRON", "ADJ", "PROPN")
        and any(tag(sentence, at) == "VERB" for at in range(first, before))
        and not re.search(r"(?:会|能|挺|很|蛮|够|怪|可以|应该)[^，。]*$", clause)
    ):
        return _start_of_de(sentence, before, first)
    if last_tag == "VERB" and re.search(
        r"(?:有|买|要|找|拿|做|点|弄|来)(?:点儿?|些|了|什么|一些)*[吃喝用看玩穿住](?:儿)?$", clause
    ):
        return before
    if first == before and last_tag in ("PRON", "ADJ", "NOUN", "PROPN") and sentence.text[:1] == clause[:1]:
        return before
    return -1


def _start_of_de(sentence: Sentence, before: int, first: int) -> int:
    """Leftmost token of what stands before 的 in its own phrase."""
    low = max(sentence.subtree(before)[0], first) if tag(sentence, before) != "VERB" else before
    if tag(sentence, before) in ("ADJ", "NOUN", "PRON", "PROPN"):
        low = before
        while low - 1 >= first and (
            tag(sentence, low - 1) in ("ADJ", "NUM", "PROPN")
            or (
                word(sentence, low - 1) in ("很", "最", "非常", "更", "我", "你", "他", "她")
                and tag(sentence, low) != "PRON"
            )
        ):
            low -= 1
    while low < before and (
        tag(sentence, low) in ("AUX", "ADV") and word(sentence, low) in ("是", "不", "就", "都", "不是")
    ):
        low += 1
    return low


SERIAL_FIRST = re.compile(
    r"去|来|到|坐|骑|开|用|拿|带|回|进|出|上|下|打电话|站|躺|笑|哭|陪|走|跑|起来|过来|过去|出去|进来|进去|回去|回来|出来|买|找|借|乘|乘坐|花|拿起|打开|放下|抬|回家|起床|开车|骑车|坐车|出门|排队|请假|前往|赶|拉|抱|打|写|转|停|推|伸|掏|接|带着|等|忍|低|闭|睁|握|举|穿|戴|跟|背|端"
)


@predicate("structures_de_standing")
def de_standing(sentence: Sentence) -> Iterator[Span]:
    """The 的 of a 的-phrase that stands for a noun."""
    for _, end in de_phrase(sentence):
        yield end - 1, end


@predicate("structures_serial_verbs")
def serial_verbs(sentence: Sentence) -> Iterator[Span]:
    """Two verb phrases of one subject in a row: 去商店买水果, 哭着说."""
    spans = []
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        verbs = [
            at
            for at in range(first, stop + 1)
            if tag(sentence, at) == "VERB" and not relation(sentence, at).startswith(("acl", "amod", "compound", "aux"))
        ]
        for one, two in itertools.pairwise(verbs):
            if not _serial(sentence, one, two):
                continue
            spans.append(sentence.span(one, stop))
            break
    yield from merged(spans)


def _serial(sentence: Sentence, one: int, two: int) -> bool:
    """Whether a second verb carries on from a first: no subject, conjunction or complement marker between them."""
    between = [word(sentence, at) for at in range(one + 1, two)]
    if (
        re.fullmatch(f"(?:{SERIAL_FIRST.pattern})[着了上下到出进回开]?", word(sentence, one)) is None
        or two - one > 7
        or set(between)
        & {
            "的",
            "得",
            "是",
            "在",
            "和",
            "、",
            "也",
            "又",
            "就",
            "所",
            "让",
            "叫",
            "请",
            "把",
            "被",
            "还",
            "才",
            "都",
            "或",
            "不",
            "没",
            "地",
        }
    ):
        if not (between == ["着"] and tag(sentence, two) == "VERB"):
            if not (
                set(between) <= {"把", "给", "着", "了"} | set(between)
                and word(sentence, one) in ("去", "来", "拿", "带")
                and "把" in between
                and not set(between) & {"的", "得", "是", "被", "就", "又", "也"}
            ):
                return False
    if any(is_subject(sentence, at) for at in range(one + 1, two)) and word(sentence, one) not in (
        "去",
        "来",
        "回",
        "到",
        "进",
        "坐",
    ):
        return False
    if word(sentence, two) in (
        "去",
        "来",
        "起来",
        "出来",
        "下来",
        "下去",
        "上",
        "下",
        "到",
        "完",
        "好",
        "出去",
        "回来",
        "回去",
        "过来",
        "过去",
        "进来",
        "进去",
        "见",
        "给",
        "在",
        "住",
        "走",
        "开",
        "上来",
        "上去",
        "起",
        "出",
        "为",
        "成",
        "作",
    ):
        return (
            word(sentence, two) in ("去", "来", "到", "走", "回来", "回去")
            and two - one > 1
            and bool(between)
            and tag(sentence, one + 1) != "VERB"
            and word(sentence, two) == "去"
            and two < chunk_of(sentence, two)[1]
            and tag(sentence, two + 1) in ("NOUN", "PROPN", "VERB")
        )
    if (
        relation(sentence, two).startswith(("ccomp", "nsubj", "obj"))
        and sentence.tokens[two].head == one
        and word(sentence, one) not in ("去", "来", "着")
    ):
        return "着" in between
    return not word(sentence, two).startswith(("有", "是")) or word(sentence, one) in ("去", "来")


@predicate("structures_nominal_phrase")
def nominal_phrase(sentence: Sentence) -> Iterator[Span]:
    """Nouns with a modifier, and 数量 or 这 + measure that stand for a noun."""
    spans = []
    for place in range(len(sentence.tokens)):
        if tag(sentence, place) not in ("NOUN", "PROPN", "PART", "X"):
            continue
        if relation(sentence, place).startswith(("clf", "case", "discourse")) and not (
            tag(sentence, place) == "NOUN"
            and relation(sentence, place) == "clf"
            and tag(sentence, sentence.tokens[place].head) == "DET"
            and place == chunk_of(sentence, place)[1]
        ):
            continue
        modifiers = [
            at
            for at in sentence.children[place]
            if at < place
            and relation(sentence, at).startswith(("nmod", "amod", "nummod", "det", "compound", "acl", "clf"))
            and "tmod" not in relation(sentence, at)
        ]
        modifiers += [at for at in sentence.children[place] if at == place - 1 and tag(sentence, at) == "ADJ"]
        if modifiers and not (
            is_time(word(sentence, place)) and len(modifiers) == 1 and tag(sentence, modifiers[0]) == "DET"
        ):
            first, last = phrase(sentence, place)
            cop = [
                at
                for at in sentence.children[place]
                if relation(sentence, at) in ("cop", "nsubj", "advmod", "case", "obl")
            ]
            low = max([first, *(at + 1 for at in cop if at < modifiers[0])])
            spans.append(sentence.span(low, last if tag(sentence, last) not in ("PUNCT",) else place))
        elif relation(sentence, place) == "clf" or (
            place
            and tag(sentence, place - 1) == "DET"
            and len(word(sentence, place)) == 1
            and word(sentence, place) in "件个本张些种位条"
        ):
            spans.append(sentence.span(place - 1, place))
    for place, token in enumerate(sentence.tokens):
        if (
            token.tag == "NUM"
            and token.relation in ("obj", "nsubj", "root")
            and tag(sentence, place + 1) == "NOUN"
            and sentence.tokens[place + 1].head == place
        ):
            spans.append(sentence.span(place, place + 1))
    yield from merged(spans)


@predicate("structures_verbal_phrase")
def verbal_phrase(sentence: Sentence) -> Iterator[Span]:
    """From the first adverbial, auxiliary or verb after the subject to the end of the chunk, particles left out."""
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        verbs = [
            at
            for at in range(first, stop + 1)
            if (
                tag(sentence, at) == "VERB"
                and not relation(sentence, at).startswith(("acl", "amod", "nmod", "compound"))
            )
            or (tag(sentence, at) == "AUX" and word(sentence, at) == "是")
        ]
        if not verbs:
            continue
        subjects = [at for at in range(first, verbs[0]) if is_subject(sentence, at)]
        start = first if not subjects else phrase(sentence, subjects[-1])[1] + 1
        while start < verbs[0] and (
            tag(sentence, start) in ("SCONJ", "CCONJ", "PUNCT", "INTJ") or word(sentence, start) in ("的话", "了")
        ):
            start += 1
        if start < stop or len(word(sentence, start)) > 2 or word(sentence, start)[-1:] in "完好懂到见开来去出":
            yield sentence.span(min(start, verbs[0]), stop)


ADJECTIVAL = re.compile(r"又[\u4e00-\u9fff]{1,3}又[\u4e00-\u9fff]{1,3}")


@predicate("structures_adjectival_phrase")
def adjectival_phrase(sentence: Sentence) -> Iterator[Span]:
    """Adverb + adjective, adjective + 一点儿, 又…又…, 得很, 极了."""
    spans = []
    for place in range(len(sentence.tokens)):
        kind = tag(sentence, place)
        if kind != "ADJ" and not (
            kind == "VERB" and word(sentence, place) in ("疼", "饿", "累", "渴", "困", "高兴", "生气", "满意")
        ):
            continue
        first = place
        while (
            first
            and tag(sentence, first - 1) == "ADV"
            and word(sentence, first - 1) not in ("都", "也", "就", "才", "又", "还", "没", "已经")
        ):
            first -= 1
        if first and word(sentence, first - 1) in (
            "这么",
            "那么",
            "多",
            "不",
            "这样",
            "有点儿",
            "有点",
            "有些",
            "最",
            "很",
            "更",
            "太",
            "非常",
        ):
            first -= 1
        after = sentence.text[sentence.spans[place][1] :]
        tail = re.match(r"(?:一点儿?|一些|点儿|得多|得很|极了|多了|得不得了|死了|得要命|得不行)", after)
        if first < place or tail:
            start, end = sentence.span(first, place)
            spans.append((start, end + (tail.end() if tail else 0)))
    for found in ADJECTIVAL.finditer(sentence.text):
        inner = [
            tag(sentence, at)
            for at in range(sentence.token_over(found.start()), sentence.token_over(found.end() - 1) + 1)
        ]
        if "ADJ" in inner:
            place = sentence.token_over(found.end() - 1)
            spans.append(
                (
                    found.start(),
                    max(
                        sentence.spans[sentence.token_over(found.start())][1],
                        sentence.spans[place - (tag(sentence, place) not in ("ADJ", "VERB"))][1],
                    ),
                )
            )
    yield from merged(spans)


PREPOSITIONS = frozenset(["在", "从", "往", "向", "把", "被", "按照", "按", "对", "对于", "关于", "给", "跟", "和", "为", "为了", "比", "由", "以", "于", "当", "离", "朝", "沿着", "沿", "根据", "随着", "通过", "除了", "自从", "自", "至", "到", "用", "替", "将", "与", "同", "因", "因为", "凭", "依据", "依照", "作为", "就", "据", "经过", "经", "围绕", "趁", "针对", "面对", "本着", "除", "连", "叫", "让"])  # fmt: skip
PIVOT = re.compile(
    r"^(?:请|叫|让|使|派|令|通知|建议|要求|禁止|允许|鼓励|劝|逼|帮|帮助|催|求|命令|邀请|陪|教|送|组织|选|安排|提醒|号召|吩咐|促使|迫使|导致|感谢|批评|表扬|有|没有)$"
)


@predicate("structures_other_phrase")
def other_phrase(sentence: Sentence) -> Iterator[Span]:
    """Preposition + object, noun or verb + localizer, pivotal phrase, apposition."""
    yield from merged([*_prepositional(sentence), *_local(sentence), *_pivotal(sentence), *_apposition(sentence)])


def _prepositional(sentence: Sentence) -> Iterator[Span]:
    for place, token in enumerate(sentence.tokens):
        if word(sentence, place) in ("因", "以") and word(sentence, place + 1) in ("此", "资", "致"):
            continue
        if word(sentence, place) not in PREPOSITIONS or token.tag not in ("ADP", "AUX", "VERB", "SCONJ"):
            continue
        if (
            token.relation.startswith(("case", "aux", "mark"))
            and token.head > place
            and tag(sentence, token.head) in (*NOMINAL, "PART", "X", "NUM", "VERB")
            and not (
                word(sentence, place) in ("和", "跟", "与", "因为", "为了", "因", "同", "就", "到")
                and token.relation.startswith(("cc", "mark"))
            )
        ):
            if tag(sentence, token.head) == "VERB" and not (
                word(sentence, place) in ("把", "将", "被") or token.relation == "case"
            ):
                continue
            _, high = chunk_of(sentence, place)
            end = token.head
            if tag(sentence, token.head) == "VERB":
                end = next((at for at in range(place + 1, token.head) if tag(sentence, at) in NOMINAL), place)
            while end < high and relation(sentence, end + 1).startswith("case:loc"):
                end += 1
            if end > place:
                yield sentence.span(place, end)


def _local(sentence: Sentence) -> Iterator[Span]:
    for place in range(1, len(sentence.tokens)):
        if word(sentence, place) not in LOCALIZERS or tag(sentence, place - 1) == "PUNCT":
            continue
        before = tag(sentence, place - 1)
        named = before in (*NOMINAL, "PART", "X") or word(sentence, place - 1) == "的"
        timed = word(sentence, place) in ("后", "前", "以后", "以前", "之后", "之前", "时") and before in (
            "VERB",
            "NOUN",
            "AUX",
        )
        if (not named and not timed) or (tag(sentence, place) in ("VERB", "ADV") and len(word(sentence, place)) == 1):
            continue
        if word(sentence, place - 1) == "的":
            first = sentence.subtree(place - 2)[0] if place > 1 else place
        else:
            first = phrase(sentence, place - 1)[0] if named else place - 1
        yield sentence.span(max(first, chunk_of(sentence, place)[0]), place)
    for found in re.finditer(r"[\u4e00-\u9fff]{1,4}的(?:时候)", ""):
        yield found.span()


def _pivotal(sentence: Sentence) -> Iterator[Span]:
    for place in range(len(sentence.tokens)):
        if PIVOT.match(word(sentence, place)) and tag(sentence, place) in ("VERB", "ADP", "AUX"):
            _, high = chunk_of(sentence, place)
            noun = place + 1
            while (
                noun < high
                and tag(sentence, noun) in ("DET", "NUM", "ADJ", "NOUN", "PROPN", "AUX")
                and tag(sentence, noun + 1) in ("NOUN", "PROPN", "PRON")
            ):
                noun += 1
            if tag(sentence, noun) not in NOMINAL:
                continue
            if word(sentence, place) in ("有", "没有", "帮", "送") and not (
                (tag(sentence, noun) == "NOUN" and word(sentence, noun) in ("人", "个", "谁"))
                or (tag(sentence, noun) == "PRON" and tag(sentence, noun + 1) == "VERB")
            ):
                continue
            verb = next(
                (
                    at
                    for at in range(noun + 1, min(noun + 5, high + 1))
                    if tag(sentence, at) in ("VERB", "ADJ") or word(sentence, at) == "的"
                ),
                -1,
            )
            if verb > 0 and word(sentence, verb) != "的":
                after = (
                    verb + 1
                    if tag(sentence, verb + 1) == "VERB"
                    and relation(sentence, verb + 1).startswith("compound")
                    and verb < high
                    else verb
                )
                yield sentence.span(place, after)


APPOSITION = re.compile(
    r"(?:[我你他她]们?(?:的)?|我的|你的|他的|她的)(?:[\u4e00-\u9fff]{0,2}(?:朋友|同学|妈妈|爸爸|老师|哥哥|姐姐|弟弟|妹妹|同屋|邻居|同事|女儿|儿子))(?:小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|[\u4e00-\u9fff](?:老师|先生|经理|医生))(?![子])|"
    r"首都[\u4e00-\u9fff]{2,3}|[\u4e00-\u9fff]{2,4}(?:这[种个位件]|那[种个位件])(?:运动|人|事|东西|地方|问题|城市|现象|词|字|方法|事情|活动|动物|节日)|(?:我|你|他|她|咱)们(?:大家|自己|几个|两个|俩|三个|中国人|老师|学生|年轻人|女生|男生|女人)|[我你他她](?:自己|这个人|们自己|本人)|(?:小|老)[\u4e00-\u9fff](?:他|她|这个人|这人)|(?:总统|总理|校长|作家|诗人|导演|演员|歌手|教授|省会|主席|市长|女王|国王)[\u4e00-\u9fff]{2,3}(?=[在于是的说对出担，])"
)


def _apposition(sentence: Sentence) -> Iterator[Span]:
    for found in re.finditer(
        r"(?:[往向朝]|从(?=[上下左右前后里外东南西北]))[上下左右前后里外东南西北]边?(?=走|看|开|拐|转|飞|跑|去|退|来|数|移|推|拉|站|靠|，)",
        sentence.text,
    ):
        yield found.span()
    for found in APPOSITION.finditer(sentence.text):
        if found.end() in sentence.token_at_end:
            yield found.span()
    for place, token in enumerate(sentence.tokens):
        if (
            token.relation == "appos"
            and tag(sentence, token.head) in NOMINAL
            and token.tag in NOMINAL
            and abs(place - token.head) < 3
        ):
            low, high = min(place, token.head), max(place, token.head)
            if tag(sentence, low + 1) != "PUNCT" and word(sentence, place) not in ("等", "时", "地"):
                yield sentence.span(low, high)


@predicate("structures_verbal_subject")
def verbal_subject(sentence: Sentence) -> Iterator[Span]:
    """Verbs and adjectives, alone or with what belongs to them, before 是, 很, 对…, 需要 ..."""
    for first, last in chunks(sentence):
        found = _verbal_head(sentence, first, last)
        if found is not None:
            yield sentence.span(*found)


JUDGED = re.compile(
    r"(?:不|没|也|都|才|就|真|确实|当然|可能|其实|往往|总|会|能|可以|应该|非常|很|太|最|更|比较|不太|特别|十分)*(?:(?:是(?!否|不是)|好|重要|容易|难|危险|有(?:用|好处|意思|帮助|利|害|助于)|没有(?:好处|用|意思|意义|关系)|没用|没关系|需要|合适|对[\u4e00-\u9fff]{1,6}(?:很|有|非常|不|都|也|没|好|来说|的)|让|使|等于|浪费|影响|方便|麻烦|(?:可以|能)(?=让|使|帮|提高|增|减|锻炼|避免|得到|保)|不行|成为|属于|意味着|比|有什么|要(?:花|用|有|注意)|必要|值得|是一|令|表示|行|幸福|快乐|辛苦|安全|健康|费|有趣|贵|便宜|快))"
)


def _verbal_head(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """Tokens of a verbal or adjectival subject at the head of a chunk."""
    if tag(sentence, first) not in ("VERB", "ADJ", "ADV", "NOUN", "AUX"):
        return None
    end = first
    for end in range(first, min(first + 6, last)):
        text = sentence.text[sentence.spans[end + 1][0] : sentence.spans[last][1]]
        inner = [tag(sentence, at) for at in range(first, end + 1)]
        if not {"VERB", "ADJ"} & set(inner) or (
            inner[0] == "NOUN" and not re.match(r"早|多|少|长", word(sentence, first))
        ):
            continue
        if any(
            word(sentence, at) in ("的", "了", "着", "是", "让", "请", "想") for at in range(first, end + 1)
        ) and not (word(sentence, end) == "了" and word(sentence, first) == "太"):
            return None
        if any(tag(sentence, at) == "PRON" and at > first + 1 for at in range(first, end)) or any(
            is_subject(sentence, at) and tag(sentence, at) == "PRON" for at in range(first, end + 1)
        ):
            return None
        if inner[-1] in ("ADV", "AUX", "ADP", "NUM", "DET") and word(sentence, end) != "了":
            continue
        judged = JUDGED.match(text)
        if (
            judged
            and sentence.spans[end + 1][0] + judged.end() not in sentence.token_at_end
            and not judged[0].endswith(("对", "是一", "要有", "比"))
        ):
            judged = None
        if judged and tag(sentence, end + 1) == "ADJ" and end + 3 < last:
            judged = None
        if judged and re.match(r"是" + re.escape(word(sentence, first)), text):
            return None
        if (
            judged
            and tag(sentence, end + 1) in ("ADJ", "ADV", "AUX", "VERB", "ADP")
            and not re.match(
                r"(?:很|太|非常|好|快|难|对)(?:[得的]|$)", text[:2] if judged.end() < 2 and len(text) > 2 else ""
            )
        ):
            checked = _subject_checked(sentence, first, end, last)
            if checked is not None:
                return checked
    return None


def _subject_checked(sentence: Sentence, first: int, end: int, last: int) -> tuple[int, int] | None:
    """Refuse what is a predicate itself: an elliptic clause with an adverbial complement, a verb before its object."""
    following, kind = word(sentence, end + 1), tag(sentence, end)
    if (
        kind == "VERB"
        and following in ("让", "使", "令", "能", "可以", "会", "要", "好", "对", "快", "完")
        and first == end
        and relation(sentence, end) == "root"
        and following in ("好", "快", "完", "对")
    ):
        rest = word(sentence, end + 2)
        if following != "对" or not rest:
            return None
    if word(sentence, first) in (
        "有",
        "没有",
        "没",
        "祝",
        "请",
        "不",
        "就",
        "还",
        "也",
        "都",
        "又",
        "再",
        "可能",
        "可以",
        "会",
        "能",
        "是",
        "如果",
        "连",
        "预计",
        "据",
        "据说",
        "使",
        "使得",
        "令",
        "让",
        "无",
        "认为",
        "以为",
        "说",
        "表示",
        "指",
        "称",
        "该",
        "即",
        "并",
        "专门",
        "将",
        "从",
        "在",
        "由于",
        "受",
        "经",
        "随着",
        "为",
        "为了",
        "与其",
        "除了",
        "通过",
        "根据",
        "其实",
        "特别是",
        "尤其",
        "虽然",
        "因为",
        "所以",
        "但是",
        "而且",
        "等",
        "看",
        "感觉",
        "没想到",
        "原来",
        "最",
        "很",
        "真",
        "希望",
        "觉得",
        "打算",
        "看来",
        "听说",
        "到底",
        "只",
        "已经",
    ):
        return (
            None
            if word(sentence, first) not in ("不", "没有", "没", "有")
            or relation(sentence, first + 1).startswith("root")
            else (first, end)
        )
    if kind == "ADJ" and first == end and tag(sentence, end + 1) == "ADJ":
        return None
    if word(sentence, end) == "了" and following[:1] in "不也很都":
        return first, end
    if following in ("需要", "是", "等于", "不等于", "影响", "浪费") or kind in ("NOUN", "VERB", "ADJ", "PROPN"):
        return first, end
    return None


@predicate("structures_verbal_object")
def verbal_object(sentence: Sentence) -> Iterator[Span]:
    """What follows 打算, 喜欢, 觉得, 希望 ... when it is a verb, an adjective or a clause."""
    for place in range(len(sentence.tokens)):
        text = word(sentence, place)
        if text not in VERBAL_OBJECT_VERBS or tag(sentence, place) not in ("VERB", "AUX"):
            continue
        _, high = chunk_of(sentence, place)
        if text in ("说", "学") and (
            (word(sentence, place + 1) in ("不", "得") and text == "学")
            or tag(sentence, place + 1) == "ADJ"
            or word(sentence, place - 1) == "有"
        ):
            continue
        if text == "想" and (
            place + 1 > high or tag(sentence, place) == "AUX" or tag(sentence, place + 1) not in ("PRON", "PROPN")
        ):
            continue
        start = place + 1
        while start <= high and word(sentence, start) in ("了", "到", "过", "着", "见", "出"):
            start += 1
        if (
            start > high
            or word(sentence, start) in ("的", "得", "吗", "呢", "吧")
            or (word(sentence, start) in ("不", "没") and word(sentence, start + 1) == text)
            or (place > 1 and word(sentence, place - 2) == text)
        ):
            continue
        stop = without_particles(sentence, start, high)
        if _holds_predicate(sentence, place, start, stop):
            yield sentence.span(start, stop)
            break


TAKES_CLAUSE = frozenset(
    [
        "觉得",
        "希望",
        "认为",
        "以为",
        "知道",
        "感到",
        "感觉",
        "发现",
        "相信",
        "听说",
        "表示",
        "怕",
        "担心",
        "记得",
        "忘",
        "忘记",
        "忘了",
        "同意",
        "建议",
        "显得",
        "祝",
        "保证",
        "估计",
        "明白",
        "证明",
        "说明",
        "看见",
        "看到",
        "听见",
        "听到",
        "猜",
        "表明",
        "指出",
        "强调",
        "意识到",
        "注意到",
        "承认",
        "想",
        "说",
        "恨不得",
        "嫌",
        "盼望",
        "期待",
        "梦见",
        "害怕",
        "怀疑",
        "主张",
        "意味着",
        "显示",
        "宣布",
        "懂得",
    ]
)
TAKES_VERB = frozenset(
    [
        "打算",
        "开始",
        "喜欢",
        "准备",
        "决定",
        "继续",
        "停止",
        "爱",
        "计划",
        "考虑",
        "试",
        "学",
        "学习",
        "练习",
        "答应",
        "值得",
        "主张",
        "拒绝",
        "讨厌",
        "坚持",
        "避免",
        "防止",
        "加以",
        "予以",
        "进行",
        "学会",
        "习惯",
        "追求",
        "渴望",
        "善于",
        "敢于",
        "擅长",
        "爱好",
        "提议",
        "尝试",
        "适合",
        "放弃",
        "保持",
        "参加",
        "后悔",
        "假装",
        "需要",
        "打算",
        "支持",
        "反对",
        "欢迎",
        "注意",
        "舍不得",
        "不如",
        "允许",
        "感到",
        "便于",
        "实现",
        "导致",
        "引起",
        "造成",
        "给予",
        "同意",
        "建议",
        "害怕",
        "怕",
        "希望",
        "忘",
        "忘了",
        "忘记",
        "记得",
        "打算",
    ]
)


def _holds_predicate(sentence: Sentence, verb: int, start: int, stop: int) -> bool:
    """Whether the stretch is a clause, a verb phrase or an adjective rather than a noun with modifiers."""
    kinds = [tag(sentence, at) for at in range(start, stop + 1)]
    name = word(sentence, verb)
    heads = [
        at
        for at in range(start, stop + 1)
        if tag(sentence, at) in ("VERB", "ADJ", "AUX")
        and not relation(sentence, at).startswith(("acl", "amod", "compound", "case", "nmod", "aux", "mark"))
    ]
    modifies = {
        at
        for at in heads
        if any(
            word(sentence, later) == "的" and tag(sentence, later + 1) in ("NOUN", "PROPN") and later > at
            for later in range(at + 1, min(at + 5, stop + 1))
        )
    }
    heads = [at for at in heads if at not in modifies]
    if (
        not heads
        and word(sentence, start)
        in (
            "上课",
            "工作",
            "学习",
            "比赛",
            "考试",
            "上班",
            "运动",
            "研究",
            "调查",
            "帮助",
            "表演",
            "工作",
            "讨论",
            "训练",
        )
        and name in TAKES_VERB
    ):
        return start == stop or tag(sentence, start + 1) != "NOUN"
    if not heads and any(
        word(sentence, at) == "当" or relation(sentence, at) == "ccomp" for at in range(start, stop + 1)
    ):
        return name in TAKES_CLAUSE
    if (
        not heads
        and name in TAKES_VERB
        and tag(sentence, start) == "VERB"
        and tag(sentence, start + 1) in ("NOUN", "PROPN", "PUNCT", "PART", "NUM", "PRON", "")
    ):
        return True
    if not heads:
        return False
    if name in TAKES_CLAUSE:
        return True
    if name in TAKES_VERB:
        return (
            kinds[0] in ("VERB", "ADJ", "AUX", "ADV", "ADP")
            or (heads[0] - start <= 3 and kinds[0] in ("PRON", "NOUN", "PROPN") and tag(sentence, stop) != "NOUN")
            or any(relation(sentence, at).startswith(("xcomp", "ccomp")) for at in heads)
        )
    return any(relation(sentence, at).startswith("ccomp") and sentence.tokens[at].head == verb for at in heads)


__all__ = ["MODALS", "NUMBER", "PLACE_PREPOSITIONS", "PLACE_WORDS", "adverbial_span", "attributes_of", "object_heads"]
