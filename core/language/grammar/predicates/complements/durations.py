"""How long: 学了两年, 来中国两个月了 (时量补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.complements.times import PRONOUN_OBJECT
from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.amounts import COUNT
from core.language.grammar.syntax.tokens import tag, word, word_set

UNIT_OF_TIME = r"(?:分钟|小时|个小时|个钟头|钟头|天|年|个月|个星期|个礼拜|星期|周|夜|晚上|晚|上午|下午|辈子|学期|个学期|世纪|个世纪|秒钟?|刻钟|阵子|阵儿?|会儿|个多月|个多小时|整天|个半小时|个半月|年半|年多|天多|个晚上|个上午|个下午)"
SPAN_OF_TIME = rf"(?:{COUNT}(?:来|多)?(?:整)?{UNIT_OF_TIME}(?:多|半)?|半(?:天|个?小时|年|个月|个多小时|个钟头|夜|辈子)|一会儿|好?(?:很|好|多|这么|那么|太)久|(?:很|好|这么|那么|太)?长(?:的)?时间|一整?[天夜晚年]|好(?:一会儿|半天)|一段时间|一辈子|很多年|许多年|多年|好几[天年]|数[十百]?年|好多[年天])"
LASTS = re.compile(
    rf"(?P<v>[\u4e00-\u9fff])(?P<p>了|过|上|完)?(?P<o>{PRONOUN_OBJECT})?(?:整整|足足|大约|大概|将近|差不多|近|约)?(?P<t>{SPAN_OF_TIME})(?:的)?(?!前|后|以[前后]|之[前后内]|来(?!了)|里|内|中(?![文国午餐]))"
)
INSTANT_VERBS = "来|去|到|结婚|毕业|离开|认识|死|去世|分手|离婚|搬(?:来|到|走|家)|开学|退休|回国|出国|成立|开始|参加工作|入学|回来|过去|走|失踪|逝世|出院|入职|开业|辞职|回家|上任|放假|诞生|建成|建校|怀孕|生|出发|失业|订婚|来到|出版|下班|上市|毕|加入|出生|创办|建立|失去|断|丢|生效|过期|没见"
TIME_SINCE = re.compile(
    rf"(?:(?P<v>{INSTANT_VERBS})(?P<p>了|完)?(?P<o>[\u4e00-\u9fff]{{0,6}}?)(?:都|已经|快|也|有|刚|才|整整|差不多)*(?P<t>{SPAN_OF_TIME})(?:多)?)了"
)


@predicate
def since(sentence: Sentence) -> Iterator[Span]:
    """来中国两个月了: time since something happened; 了 left out."""
    for found in TIME_SINCE.finditer(sentence.text):
        start = found.start()
        place = sentence.token_over(start)
        if tag(sentence, place) not in ("VERB", "NOUN", "ADP") or sentence.spans[place][0] != start:
            continue
        if (found["p"] == "了" and found["v"] in ("来", "去", "走", "生", "开始", "断")) or re.search(
            r"[了着过的得地，]", found["o"]
        ):
            continue
        if (
            found["o"]
            and tag(sentence, sentence.token_over(found.start("o"))) == "VERB"
            and found["v"] in ("来", "去", "开始", "走")
        ):
            continue
        yield start, found.end() - 1


NEVER_LASTING = word_set(
    "要 加 另加 至 直到 包含 自 截至 近 为期 打鱼 需 提前 推迟 传来 隔 每隔 响起 没有 是 到 去 来 为 达 达到 成 需要 像 第 差 当 剩 占 迟到 超过 等于 上 下 早 晚 又 经过 大 小 "
    "用 花 过 有 会 能 得 在"
)


@predicate
def duration(sentence: Sentence) -> Iterator[Span]:
    """学了两年, 睡了十个小时, 等了她一天: how long it goes on."""
    taken = list(since(sentence))
    for found in LASTS.finditer(sentence.text):
        start, end = found.start(), found.end("t")
        place = sentence.token_over(start)
        if tag(sentence, place) != "VERB" and not (
            tag(sentence, place) in ("ADJ", "ADP") and found["p"] in ("了", "过")
        ):
            continue
        if any(low < end and start < high for low, high in taken) or word(sentence, place) in NEVER_LASTING:
            continue
        if _lasts(sentence, found, word(sentence, place)):
            yield sentence.spans[place][0], end


def _lasts(sentence: Sentence, found: re.Match[str], verb: str) -> bool:
    """No year of the calendar, no time before a negation, no ordinal, no 一阵 before a noun."""
    text, end = sentence.text, found.end("t")
    if re.fullmatch(r"\d{4}年.?", found["t"]) or verb.endswith("于") or found["p"] == "完":
        return False
    if found["t"].endswith(("阵", "阵儿")) and tag(sentence, sentence.token_over(end)) in ("NOUN", "VERB", "ADJ"):
        return False
    if re.match(r"(?:就|才|都|，?(?:就|才))?(?:没|不)", text[end:]) and found["p"] is None:
        return False
    return re.search(r"(?:[每第这那前后])$", text[: found.start("t")]) is None
