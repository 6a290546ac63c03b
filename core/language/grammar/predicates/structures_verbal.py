"""Verbs and adjectives as subject and object; prepositional, pivotal and other phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_base import (
    NOMINAL,
    chunk_of,
    chunks,
    is_subject,
    merged,
    phrase,
    relation,
    tag,
    without_particles,
    word,
    word_set,
)
from core.language.grammar.sentence import Sentence, once

LOCALIZERS = word_set(
    "上 下 里 外 前 后 内 中 间 旁 之间 之前 之后 之中 之内 之外 之上 之下 以前 以后 以内 以外 上边 下边 里边 外边 前边 后边 左边 右边 东边 南边 西边 北边 旁边 上面 下面 里面 外面 "
    "前面 后面 左面 右面 中间 对面 里头 外头 当中 附近 底下 以来 期间"
)

VERBAL_OBJECT_VERBS = word_set(
    "觉得 希望 打算 开始 喜欢 认为 以为 知道 感到 感觉 准备 决定 发现 相信 听说 说 看见 看到 表示 继续 停止 进行 爱 怕 担心 记得 忘 忘记 忘了 同意 建议 要求 允许 计划 考虑 想 试 "
    "试着 学 学习 练习 答应 值得 受到 显得 祝 主张 拒绝 害怕 讨厌 反对 支持 保证 后悔 注意 假装 猜 估计 明白 理解 了解 证明 说明 认出 坚持 避免 防止 加以 予以 给予 忍不住 禁不住 懂得 "
    "学会 习惯 参加 保持 追求 渴望 欢迎 注意到 意识到 看出 表明 指出 强调 宣布 承认 否认 怀疑 盼望 期待 梦见 听见 听到 觉 嫌 恨 恨不得 舍不得 善于 敢于 属于 便于 擅长 爱好 提议 尝试 "
    "适合 适应 放弃 感谢 祝愿 祝贺 发誓 通知 告诉 问 询问 介绍 回答 报道 显示 意味着 包括 负责 导致 引起 造成 缺乏 失去 获得 得到 实现"
)

PREPOSITIONS = word_set(
    "在 从 往 向 把 被 按照 按 对 对于 关于 给 跟 和 为 为了 比 由 以 于 当 离 朝 沿着 沿 根据 随着 通过 除了 自从 自 至 到 用 替 将 与 同 因 因为 凭 依据 依照 作为 就 据 "
    "经过 经 围绕 趁 针对 面对 本着 除 连 叫 让"
)

PIVOT = re.compile(
    r"^(?:请|叫|让|使|派|令|通知|建议|要求|禁止|允许|鼓励|劝|逼|帮|帮助|催|求|命令|邀请|陪|教|送|组织|选|安排|提醒|号召|吩咐|促使|迫使|导致|感谢|批评|表扬|有|没有)$"
)


@predicate("structures_other_phrase")
@once
def other_phrase(sentence: Sentence) -> Iterator[Span]:
    """Preposition + object, noun or verb + localizer, pivotal phrase, apposition."""
    yield from merged(
        [
            *_prepositional(sentence),
            *_preposition_and_noun(sentence),
            *_local(sentence),
            *_pivotal(sentence),
            *_apposition(sentence),
        ]
    )


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


STRONG_PREPOSITIONS = word_set(
    "在 从 往 向 把 被 按照 对 对于 关于 给 为了 为 比 由 离 朝 沿着 根据 随着 通过 除了 自从 于 以 跟 与"
)


def _preposition_and_noun(sentence: Sentence) -> Iterator[Span]:
    """A sure preposition with the noun that follows it, however the parser hangs them."""
    for place, token in enumerate(sentence.tokens):
        if word(sentence, place) not in STRONG_PREPOSITIONS or token.tag != "ADP" or token.relation.startswith("cc"):
            continue
        _, high = chunk_of(sentence, place)
        for at in range(place + 1, min(place + 7, high + 1)):
            if tag(sentence, at) in NOMINAL and relation(sentence, at) != "clf":
                yield sentence.span(place, at)
                break
            if tag(sentence, at) in ("VERB", "AUX", "PART"):
                break


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
    r"(?:不|没|也|都|才|就|真|确实|当然|可能|其实|往往|总|会|能|可以|应该|非常|很|太|最|更|比较|不太|特别|十分){0,8}(?:(?:是(?!否|不是)|好|重要|容易|难|危险|有(?:用|好处|意思|帮助|利|害|助于)|没有(?:好处|用|意思|意义|关系)|没用|没关系|需要|合适|对[\u4e00-\u9fff]{1,6}(?:很|有|非常|不|都|也|没|好|来说|的)|让|使|等于|浪费|影响|方便|麻烦|(?:可以|能)(?=让|使|帮|提高|增|减|锻炼|避免|得到|保)|不行|成为|属于|意味着|比|有什么|要(?:花|用|有|注意)|必要|值得|是一|令|表示|行|幸福|快乐|辛苦|安全|健康|费|有趣|贵|便宜|快))"
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
            checked = _subject_checked(sentence, first, end)
            if checked is not None:
                return checked
    return None


NO_SUBJECT_FIRST = word_set(
    "祝 请 就 还 也 都 又 再 可能 可以 会 能 是 如果 连 预计 据 据说 使 使得 令 让 无 认为 以为 说 表示 指 称 该 即 并 专门 将 从 在 由于 受 经 随着 为 为了 与其 除了 通过 "
    "根据 其实 特别是 尤其 虽然 因为 所以 但是 而且 等 看 感觉 没想到 原来 最 很 真 希望 觉得 打算 看来 听说 到底 只 已经"
)


def _subject_checked(sentence: Sentence, first: int, end: int) -> tuple[int, int] | None:
    """Refuse what is a predicate itself: an elliptic clause with an adverbial complement, a verb before its object."""
    following, kind, lead = word(sentence, end + 1), tag(sentence, end), word(sentence, first)
    alone = kind == "VERB" and first == end and relation(sentence, end) == "root"
    if alone and (following in ("好", "快", "完") or (following == "对" and not word(sentence, end + 2))):
        return None
    if lead in NO_SUBJECT_FIRST or (kind == "ADJ" and first == end and tag(sentence, end + 1) == "ADJ"):
        return None
    if lead in ("不", "没有", "没", "有"):
        return None if relation(sentence, first + 1).startswith("root") else (first, end)
    if word(sentence, end) == "了":
        return (first, end) if following[:1] in "不也很都" else None
    return (first, end) if kind in ("NOUN", "VERB", "ADJ", "PROPN") else None


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


TAKES_CLAUSE = word_set(
    "觉得 希望 认为 以为 知道 感到 感觉 发现 相信 听说 表示 怕 担心 记得 忘 忘记 忘了 同意 建议 显得 祝 保证 估计 明白 证明 说明 看见 看到 听见 听到 猜 表明 指出 强调 意识到 注意到 "
    "承认 想 说 恨不得 嫌 盼望 期待 梦见 害怕 怀疑 主张 意味着 显示 宣布 懂得"
)

TAKES_VERB = word_set(
    "打算 开始 喜欢 准备 决定 继续 停止 爱 计划 考虑 试 学 学习 练习 答应 值得 主张 拒绝 讨厌 坚持 避免 防止 加以 予以 进行 学会 习惯 追求 渴望 善于 敢于 擅长 爱好 提议 尝试 适合 放弃 "
    "保持 参加 后悔 假装 需要 支持 反对 欢迎 注意 舍不得 不如 允许 感到 便于 实现 导致 引起 造成 给予 同意 建议 害怕 怕 希望 忘 忘了 忘记 记得"
)

ACTION_NOUNS = word_set("上课 工作 学习 比赛 考试 上班 运动 研究 调查 帮助 表演 讨论 训练")

INNER_RELATIONS = ("acl", "amod", "compound", "case", "nmod", "aux", "mark")


def _holds_predicate(sentence: Sentence, verb: int, start: int, stop: int) -> bool:
    """Whether the stretch is a clause, a verb phrase or an adjective rather than a noun with modifiers."""
    kinds = [tag(sentence, at) for at in range(start, stop + 1)]
    name = word(sentence, verb)
    heads = _inner_heads(sentence, start, stop)
    if not heads:
        if name in TAKES_VERB and word(sentence, start) in ACTION_NOUNS:
            return start == stop or tag(sentence, start + 1) != "NOUN"
        if any(word(sentence, at) == "当" or relation(sentence, at) == "ccomp" for at in range(start, stop + 1)):
            return name in TAKES_CLAUSE
        after = tag(sentence, start + 1)
        return (
            name in TAKES_VERB and kinds[0] == "VERB" and after in ("NOUN", "PROPN", "PUNCT", "PART", "NUM", "PRON", "")
        )
    if name in TAKES_CLAUSE:
        return True
    if name not in TAKES_VERB:
        return any(relation(sentence, at).startswith("ccomp") and sentence.tokens[at].head == verb for at in heads)
    if kinds[0] in ("VERB", "ADJ", "AUX", "ADV", "ADP"):
        return True
    if heads[0] - start <= 3 and kinds[0] in NOMINAL and tag(sentence, stop) != "NOUN":
        return True
    return any(relation(sentence, at).startswith(("xcomp", "ccomp")) for at in heads)


def _inner_heads(sentence: Sentence, start: int, stop: int) -> list[int]:
    """Verbs and adjectives of a stretch that do not modify a noun."""
    found = []
    for at in range(start, stop + 1):
        if tag(sentence, at) not in ("VERB", "ADJ", "AUX") or relation(sentence, at).startswith(INNER_RELATIONS):
            continue
        nearby = range(at + 1, min(at + 5, stop + 1))
        if not any(word(sentence, near) == "的" and tag(sentence, near + 1) in ("NOUN", "PROPN") for near in nearby):
            found.append(at)
    return found
