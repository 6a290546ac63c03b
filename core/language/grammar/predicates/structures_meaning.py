"""Clauses as attribute and subject, several attributes and adverbials, kinds of objects by meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_base import (
    NOMINAL,
    NUMBER,
    PLACE_WORDS,
    chunk_of,
    chunks,
    is_time,
    phrase,
    relation,
    tag,
    word,
    word_set,
)
from core.language.grammar.predicates.structures_parts import MEASURE_WORDS, adverbial_span, object_heads
from core.language.grammar.sentence import Sentence


@predicate("structures_verbal_attribute")
def verbal_attribute(sentence: Sentence) -> Iterator[Span]:
    """Verb phrase or clause + 的 + noun; reported without the 的."""
    for place in range(len(sentence.tokens)):
        if (
            word(sentence, place - 1) == "有"
            and word(sentence, place) == "的"
            and (place < 2 or tag(sentence, place - 2) == "PUNCT")
        ):
            continue
        if word(sentence, place) not in ("的", "之") or tag(sentence, place + 1) in ("PUNCT", "", "AUX", "ADV", "PART"):
            continue
        first, high = chunk_of(sentence, place)
        verb = sentence.tokens[place].head
        if not first <= verb < place or tag(sentence, verb) != "VERB":
            verb = next(
                (
                    at
                    for at in range(place - 1, max(first, place - 4) - 1, -1)
                    if tag(sentence, at) == "VERB" and relation(sentence, at).startswith("acl")
                ),
                -1,
            )
        if verb < first and re.search(r"[送给帮教借陪问告诉][我你他她]$", sentence.text[: sentence.spans[place][0]]):
            verb = place - 2
        if is_time(word(sentence, place - 1)) and tag(sentence, place - 1) == "NOUN" and verb < place - 1:
            continue
        if (
            verb < first
            or not _noun_follows(sentence, place, high)
            or relation(sentence, place).startswith("discourse")
        ):
            continue
        start = max(min(sentence.subtree(verb)[0], verb), first)
        copula = [at for at in range(start, verb) if word(sentence, at) in ("是", "就是", "不是")]
        start = copula[-1] + 1 if copula else start
        while start < verb and (
            tag(sentence, start) in ("DET", "NUM", "PUNCT", "SCONJ", "CCONJ")
            or relation(sentence, start) == "clf"
            or word(sentence, start) in ("位", "个", "些")
        ):
            start += 1
        if start < place:
            yield sentence.span(start, place - 1)


def _noun_follows(sentence: Sentence, place: int, high: int) -> bool:
    """Within a few tokens after 的 stands a noun, before any verb."""
    for at in range(place + 1, min(place + 6, high + 1)):
        if (tag(sentence, at) in ("NOUN", "PROPN", "PART") and relation(sentence, at) != "clf") or word(
            sentence, at
        ) in ("人", "事"):
            return True
        if tag(sentence, at) in ("VERB", "ADV", "AUX", "ADP") and not relation(sentence, at).startswith(
            ("amod", "acl", "nmod", "compound")
        ):
            return False
    return False


@predicate("structures_clause_subject")
def clause_subject(sentence: Sentence) -> Iterator[Span]:
    """他不去也可以, 身体健康很重要: a subject with its predicate before a judgement."""
    for first, last in chunks(sentence):
        span = _clause_before(sentence, first, last)
        if span is not None:
            yield sentence.span(*span)


VERDICT = re.compile(
    r"(?:(?:并|也|都|才|真|确实|还|当然)?(?:(?:不|非常|很|最|更|比较|十分|特别|太){1,4}好(?![吃看听])|(?:不|非常|很|最|更|比较|十分|特别|太){0,4}(?:重要|可以|行|合适|正常|容易|奇怪|必要|应该的|可能|关键|危险|没关系|没问题|正确|不对|值得|有(?:道理|好处|意义|必要)|没什么|没用))|对[\u4e00-\u9fff]{1,6}(?:很|非常|都|也|有|没|不|最)[\u4e00-\u9fff]{1,6}|对(?:身体|健康|学习|孩子|别人|环境|社会|我们|他|你|自己|大家|家人)(?:好|不好|有好处)|是(?:为了|因为|不对的|应该的|对的|好事|正常的|一[件种个]|件|不可能的|必须的|很)|(?:不)?等于|说明|证明|意味着|让[我你他她人大]|使[我他她人]|令人|表明)"
)

SHORT_CLAUSES = word_set("身体健康 身体好 天气好 他来 你去 我去 你来 我来 他去")

NOT_IN_SUBJECT = word_set(
    "的 地 觉得 认为 说 希望 知道 是 想 以为 相信 听说 发现 得 把 要 感到 会 了 如果 虽然 因为 所以 但是 只要 当 喜欢 打算 觉 跟 比 对 但 好不容易 不容易 什么"
)


def _clause_before(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """Tokens of a clause that is the subject of a verdict at the end of the chunk."""
    for at in range(first + 2, last + 1):
        rest = sentence.text[sentence.spans[at][0] : sentence.spans[last][1]]
        if not VERDICT.match(rest) or tag(sentence, at - 1) == "ADP" or word(sentence, at - 2) == "对":
            continue
        if at == first + 2 and sentence.text[slice(*sentence.span(first, first + 1))] in SHORT_CLAUSES:
            return first, first + 1
        if not _is_clause(sentence, first, at):
            return None
        subject = next(place for place in range(first, at) if _may_be_subject(sentence, place))
        return subject if tag(sentence, first) != "DET" else first, at - 1
    return None


def _may_be_subject(sentence: Sentence, place: int) -> bool:
    return tag(sentence, place) in NOMINAL and not is_time(word(sentence, place))


def _is_clause(sentence: Sentence, first: int, at: int) -> bool:
    """From a token up to another stands a plain subject with its predicate."""
    subjects = [place for place in range(first, at - 1) if _may_be_subject(sentence, place)]
    verbs = [
        place
        for place in range(first + 1, at)
        if tag(sentence, place) in ("VERB", "ADJ") and not relation(sentence, place).startswith(("amod", "acl"))
    ]
    if not subjects or not verbs or subjects[0] > verbs[0] or subjects[0] > first + 2:
        return False
    inside = {word(sentence, place) for place in range(first, at)}
    return not inside & NOT_IN_SUBJECT and tag(sentence, at - 1) not in ("ADV", "AUX", "ADP")


@predicate("structures_many_attributes")
def many_attributes(sentence: Sentence) -> Iterator[Span]:
    """A noun with at least two attributes; 这 + measure and numeral + measure count as one together."""
    for place in range(len(sentence.tokens)):
        if tag(sentence, place) not in ("NOUN", "PROPN", "PART"):
            continue
        kinds: list[str] = []
        first = place
        for child in sentence.children[place]:
            if child >= place:
                break
            kind, full = tag(sentence, child), relation(sentence, child)
            if (
                full.startswith(("acl", "amod", "nmod", "compound", "nummod", "det", "case", "clf"))
                and "tmod" not in full
                and kind in ("VERB", "ADJ", "NOUN", "PROPN", "PRON", "NUM", "DET", "PART")
            ):
                if kind == "PART" and not full.startswith(("nmod", "compound")):
                    continue
                if (
                    full == "compound"
                    and len(word(sentence, child)) + len(word(sentence, place)) < 4
                    and kind in ("NOUN", "PART")
                    and kinds
                ):
                    continue
                if any(relation(sentence, at) == "cop" and at > child for at in sentence.children[place]) or word(
                    sentence, child
                ) in ("而且", "到", "当", "经过", "连", "直到", "经", "关于", "对", "除了"):
                    continue
                if kind in ("NUM", "DET") and child == place - 1 and MEASURE_WORDS.fullmatch(word(sentence, place)):
                    continue
                counted = "amount" if kind in ("NUM", "DET") or full.startswith("clf") else f"{kind}{child}"
                if counted not in kinds:
                    kinds.append(counted)
                first = min(first, max(sentence.subtree(child)[0], chunk_of(sentence, place)[0]))
        if len(kinds) < 2:
            continue
        while (
            first < place
            and tag(sentence, first) in ("ADV", "ADP", "CCONJ", "PUNCT", "AUX")
            and word(sentence, first) not in ("最", "很", "非常", "更")
        ):
            first += 1
        yield sentence.span(first, place)


@predicate("structures_many_adverbials")
def many_adverbials(sentence: Sentence) -> Iterator[Span]:
    """Two or more adverbials of one predicate, one of them of time, of place, prepositional or with 地."""
    heads: dict[int, list[tuple[int, int, bool]]] = {}
    for place in range(len(sentence.tokens)):
        span = adverbial_span(sentence, place) or _prepositional(sentence, place)
        if span is None or word(sentence, place) in ("的话",):
            continue
        weighty = relation(sentence, place).startswith(("obl", "nmod")) or word(sentence, span[1] + 1) == "地"
        heads.setdefault(sentence.tokens[place].head, []).append((*span, weighty))
    for head, spans in heads.items():
        first, _ = chunk_of(sentence, head)
        near = [span for span in spans if span[0] >= first and tag(sentence, head) in ("VERB", "ADJ", "AUX")]
        timed = [span for span in near if is_time(word(sentence, span[1]))]
        near = [span for span in near if span not in timed[1:]]
        if len(near) > 1 and any(weighty for _, _, weighty in near):
            yield sentence.span(
                min(span[0] for span in near), max(span[1] + (word(sentence, span[1] + 1) == "地") for span in near)
            )


def _prepositional(sentence: Sentence, place: int) -> tuple[int, int] | None:
    """A prepositional phrase of any kind before its verb."""
    token = sentence.tokens[place]
    if (
        token.relation.startswith("obl")
        and place < token.head
        and any(tag(sentence, at) == "ADP" and at < place for at in sentence.children[place])
    ):
        return sentence.subtree(place)
    return None


NOT_ACTING = word_set(
    "成 受 遭 遭受 算 谢谢 用 实行 进行 笑 属 感谢 笑死 值 等 是 有 没有 在 像 姓 叫 等于 属于 成为 当 作为 喜欢 爱 知道 认识 觉得 认为 去 来 到 回 进 出 上 下 住 离开 经过 过 "
    "需要 想 会 能 懂 怕 恨 希望 感到 变成 包括 具有 充满 存在 不如 剩 缺 缺少 起 开始 发生 出现 得到 受到 遇到 获得 拥有 大 小 多 高 长 祝 回家 上学 出国 站 坐 躺 走 跑 来自 "
    "位于 处于 显得 相信 记得 忘记 担心 了解 明白 讨厌 信 欠 占 为 感 带有 没 应该 想念 熟悉 羡慕 佩服 关心 值得 写 盖 建 包 织 造 挖 画 生 生产 创造"
)

AGENT_VERBS = re.compile(
    r"来|站|坐|躺|走|跑|飞|住|围|挤|死|开|停|蹲|趴|跳|掉|落|出现|走来|走过|开来|开过|飞来|飞过|跑来|跑过|下|刮|睡|去|跪|爬|进来|出来|跑出|走出|走进|飞出|跑进|钻出|挂|生活"
)


@predicate("structures_agent_patient_object")
def agent_patient_object(sentence: Sentence) -> Iterator[Span]:
    """Objects that act themselves (来了一位客人) and objects acted upon (采购食品)."""
    for place in object_heads(sentence):
        token = sentence.tokens[place]
        if relation(sentence, place) not in ("obj", "iobj") or token.head > place:
            continue
        verb = word(sentence, token.head)
        first, last = phrase(sentence, place)
        if tag(sentence, token.head) != "VERB":
            continue
        text = sentence.text[slice(*sentence.span(first, last))]
        if AGENT_VERBS.fullmatch(verb):
            begin, _ = chunk_of(sentence, place)
            if (
                re.match(NUMBER + r"|几|很?多|好些|一些|些|许多|不少|好多|一", text)
                and "个小时" not in text
                and _place_first(sentence, begin, token.head)
                and not is_time(text)
            ):
                yield sentence.span(first, last)
        elif (
            verb not in NOT_ACTING
            and not is_time(text)
            and text not in PLACE_WORDS
            and _acts_on(sentence, place, token.head)
        ):
            yield sentence.span(first, last)


def _place_first(sentence: Sentence, begin: int, verb: int) -> bool:
    """Before the verb stands a place, not a person."""
    words = [word(sentence, at) for at in range(begin, verb)]
    return not words or not (set(words) & {"我", "你", "他", "她", "我们", "他们", "她们", "你们"})


def _acts_on(sentence: Sentence, place: int, verb: int) -> bool:
    """A verb of action with a thing, a person or a matter as object."""
    if len(word(sentence, verb)) > 2 and not re.search(r"[到完好出上下开起]$", word(sentence, verb)):
        return False
    return word(sentence, place) not in ("次", "遍", "时间", "时候", "结果", "方面", "情况下", "下", "会儿")


PLACE_VERBS = word_set(
    "去 来 到 回 进 出 上 下 住 离开 经过 过 逛 爬 游览 参观 前往 抵达 到达 回到 来到 走进 进入 走出 跑进 登上 爬上 走到 坐 在 放 飞 路过 穿过 返回 位于 来自"
)

RESULT_OBJECTS = re.compile(
    r"(?:盖|建|修建|建造|建设|造|修)(?:了|好|起|着|完)*(?:[\u4e00-\u9fff]{0,5}?)(?:房子?|楼|桥|路|学校|食堂|医院|工厂|机场|铁路|公路|图书馆|体育馆|船|车站|大楼|地铁|高楼|教室|厂)|"
    r"挖(?:了|好)*[\u4e00-\u9fff]{0,4}?(?:井|洞|坑|沟)|织(?:了|着|好)*[\u4e00-\u9fff]{0,4}?(?:毛衣|布|围巾|手套|网)|写(?:了|完|着|好|过)*[\u4e00-\u9fff0-9]{0,6}?(?:信|书|文章|小说|作文|字|诗|日记|论文|报告|故事|剧本|歌|代码)|"
    r"(?:做|煮|烧)(?:了|好|着)*[\u4e00-\u9fff]{0,5}?(?:饭|菜|汤|蛋糕|早饭|晚饭|午饭|面条)|包(?:了|着)*[\u4e00-\u9fff]{0,3}?(?:饺子|包子|粽子)|画(?:了|着|好)*[\u4e00-\u9fff]{0,5}?(?:画儿?|像|地图|图|马|花儿?|山水)|生(?:了)?(?:[\u4e00-\u9fff]{0,3})(?:孩子|儿子|女儿|宝宝)|"
    r"(?:创造|生产|制造|制作|发明|编写|编|创作|设计|绘制|建立|成立|创办)(?:了|出)*[\u4e00-\u9fff]{2,8}|(?:泡|沏)(?:了)?[\u4e00-\u9fff]{0,3}茶|蒸(?:了)?[\u4e00-\u9fff]{0,3}(?:包子|馒头)|烤(?:了)?[\u4e00-\u9fff]{0,3}(?:面包|蛋糕)"
)

MOVES_WITH_PLACE = word_set(
    "回家 上楼 下楼 进门 出门 出国 回国 进城 上山 下山 到家 进屋 上车 下车 上床 回房间 进站 到站"
)


@predicate("structures_place_result_object")
def place_result_object(sentence: Sentence) -> Iterator[Span]:
    """Verb with an object that is a place (进教室) or what the action makes (盖房子)."""
    spans: list[Span] = []
    for found in RESULT_OBJECTS.finditer(sentence.text):
        start = found.start()
        if (
            tag(sentence, sentence.token_over(start)) == "VERB"
            and start in sentence.token_at_start
            and not set(found[0]) & {"的", "年"}
        ):
            spans.append(found.span())
    for place, text in enumerate(sentence.words):
        if text in MOVES_WITH_PLACE and tag(sentence, place) == "VERB":
            spans.append(sentence.span(place, place))
        if text in PLACE_VERBS and tag(sentence, place) in ("VERB", "ADP"):
            span = _place_object(sentence, place)
            if span is not None:
                spans.append(span)
        inside = word(sentence, place + 2) in ("上", "里", "下", "里边", "上边", "外边")
        if text in PUTTING and tag(sentence, place) == "VERB" and tag(sentence, place + 1) == "NOUN" and inside:
            spans.append(sentence.span(place, place + 2))
    done = 0
    for start, end in sorted(set(spans)):
        if start >= done:
            yield start, end
            done = end


PUTTING = word_set("放 坐 写 挂 站 搁 扔 躺")


def _place_object(sentence: Sentence, place: int) -> Span | None:
    """Span of a verb of motion or staying and the place right behind it."""
    if tag(sentence, place) == "ADP" and relation(sentence, place) != "root":
        return None
    if word(sentence, place) in ("在", "坐", "放", "飞") and relation(sentence, place).startswith(
        ("case", "mark", "advmod", "advcl")
    ):
        return None
    at = place + 1
    while word(sentence, at) in ("了", "过"):
        at += 1
    end = at
    while (tag(sentence, end + 1) in ("NOUN", "PROPN", "PART") and sentence.tokens[end].head == end + 1) or relation(
        sentence, end + 1
    ) == "case:loc":
        end += 1
        if end > at + 4:
            return None
    if tag(sentence, at) not in ("NOUN", "PROPN", "PRON") or end >= len(sentence.tokens):
        return None
    text = sentence.text[sentence.spans[at][0] : sentence.spans[end][1]]
    named = (
        text in PLACE_WORDS
        or tag(sentence, end) == "PROPN"
        or re.search(
            r"(?:里|上|边|店|馆|校|院|室|场|站|国|市|县|村|城|公司|家|楼|园|厅|局|所|厂|山|地方|门|岛|街|路|区|省|这儿|那儿|哪儿|这里|那里|宿舍|机场)$",
            text,
        )
    )
    if not named or is_time(text):
        return None
    if (
        word(sentence, place) in ("坐", "放", "飞", "下", "过")
        and tag(sentence, end) == "NOUN"
        and relation(sentence, end) != "case:loc"
        and word(sentence, place) in ("坐", "放")
    ):
        return None
    return sentence.spans[place][0], sentence.spans[end][1]
