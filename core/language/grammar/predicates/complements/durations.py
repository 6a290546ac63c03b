"""How long: 学了两年, 来中国两个月了 (时量补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.complements.times import PRONOUN_OBJECT
from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import COUNT
from core.language.grammar.syntax.tokens import tag, word
from core.language.grammar.word_classes import expanded, words

UNIT_OF_TIME = expanded(r"(?:%{units_of_time}|秒钟?|阵儿?)")
SPAN_OF_TIME = (
    rf"(?:{COUNT}(?:来|多)?(?:整)?{UNIT_OF_TIME}(?:多|半)?|半(?:天|个?小时|年|个月|个多小时|个钟头|夜|辈子)|一会儿|好?(?:很|好|多|这么|那么|太)久|"
    r"(?:很|好|这么|那么|太)?长(?:的)?时间|一整?[天夜晚年]|好(?:一会儿|半天)|一段时间|一辈子|很多年|许多年|多年|好几[天年]|数[十百]?年|好多[年天])"
)
LASTS = re.compile(
    rf"(?P<v>[\u4e00-\u9fff])(?P<p>了|过|上|完)?(?P<o>{PRONOUN_OBJECT})?(?:整整|足足|大约|大概|将近|差不多|近|"
    rf"约)?(?P<t>{SPAN_OF_TIME})(?:的)?(?!前|后|以[前后]|之[前后内]|来(?!了)|里|内|中(?![文国午餐]))"
)
INSTANT_VERBS = expanded("%{instant_verbs}|搬(?:来|到|走|家)")
TIME_SINCE = re.compile(
    rf"(?:(?P<v>{INSTANT_VERBS})(?P<p>了|完)?(?P<o>[\u4e00-\u9fff]{{0,6}}?)(?:都|已经|快|也|有|刚|才|整整|"
    rf"差不多)*(?P<t>{SPAN_OF_TIME})(?:多)?)了"
)


@predicate
def since(sentence: Sentence) -> Iterator[Span]:
    """来中国两个月了: time since something happened; 了 left out."""
    for match in TIME_SINCE.finditer(sentence.text):
        start = match.start()
        index = sentence.token_over(start)
        if tag(sentence, index) not in ("VERB", "NOUN", "ADP") or sentence.spans[index][0] != start:
            continue
        if (match["p"] == "了" and match["v"] in ("来", "去", "走", "生", "开始", "断")) or re.search(
            r"[了着过的得地，]", match["o"]
        ):
            continue
        if (
            match["o"]
            and tag(sentence, sentence.token_over(match.start("o"))) == "VERB"
            and match["v"] in ("来", "去", "开始", "走")
        ):
            continue
        yield start, match.end() - 1


NEVER_LASTING = words("never_lasting")


@predicate
def duration(sentence: Sentence) -> Iterator[Span]:
    """学了两年, 睡了十个小时, 等了她一天: how long it goes on."""
    taken = list(since(sentence))
    for match in LASTS.finditer(sentence.text):
        start, end = match.start(), match.end("t")
        index = sentence.token_over(start)
        if tag(sentence, index) != "VERB" and not (
            tag(sentence, index) in ("ADJ", "ADP") and match["p"] in ("了", "过")
        ):
            continue
        if any(low < end and start < high for low, high in taken) or word(sentence, index) in NEVER_LASTING:
            continue
        if _lasts(sentence, match, word(sentence, index)):
            yield sentence.spans[index][0], end


def _lasts(sentence: Sentence, match: re.Match[str], verb: str) -> bool:
    """No year of the calendar, no time before a negation, no ordinal, no 一阵 before a noun."""
    text, end = sentence.text, match.end("t")
    if re.fullmatch(r"\d{4}年.?", match["t"]) or verb.endswith("于") or match["p"] == "完":
        return False
    if match["t"].endswith(("阵", "阵儿")) and tag(sentence, sentence.token_over(end)) in ("NOUN", "VERB", "ADJ"):
        return False
    if re.match(r"(?:就|才|都|，?(?:就|才))?(?:没|不)", text[end:]) and match["p"] is None:
        return False
    return re.search(r"(?:[每第这那前后])$", text[: match.start("t")]) is None
