"""Complements of state: 写得很好, 笑得说不出话来 (状态补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Markers, Span, check, predicate
from core.language.grammar.predicates.words.structural_particles import de_complement
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.chunks import chunk_of, without_particles
from core.language.grammar.syntax.tokens import tag, word, word_set


def _after_de(sentence: Sentence) -> Iterator[tuple[int, int, int]]:
    """(verb token, 得 token, last token of the chunk) of each 得 that leads a complement."""
    for place, text in enumerate(sentence.words):
        if (
            text != "得"
            or not place
            or re.match(r"得(?:不得了|慌|不行|要命|要死)", sentence.text[sentence.spans[place][0] :])
        ):
            continue
        start = sentence.spans[place][0]
        if not de_complement(sentence, ((start, start + 1),)):
            continue
        _, high = chunk_of(sentence, place)
        if place < high:
            yield place - 1, place, without_particles(sentence, place + 1, high)


DEGREE_ADVERBS = word_set(
    "很 非常 太 真 不 更 最 比较 有点儿 有点 特别 十分 越来越 那么 这么 多 挺 可 好 不太 更加 相当 极 极其 格外 还 也 都 够 蛮 如此 这样 过于 稍微 最为 尤其 那样 多么 又 有些 "
    "不怎么 过 老 怪 略 甚 还不"
)
FIXED_DEGREE = re.compile(r"很$|不得了|慌$|厉害$|要命|不行|要死|多$|不了|下$|完$")


@predicate
def adjective(sentence: Sentence) -> Iterator[Span]:
    """Verb + 得 + adjective, with adverbs."""
    for verb, de, last in _after_de(sentence):
        end = _adjective_after(sentence, de, last)
        if end >= 0 and (tag(sentence, verb) == "VERB" or tag(sentence, verb) in ("NOUN", "ADP")):
            start, stop = sentence.span(verb, end)
            yield (start + 1 if word(sentence, verb) == "歌唱" else start), stop


STATE_WORDS = word_set(
    "错 疼 透 满 累 晚 早 一样 不错 差不多 怎么样 流利 清楚 干净 认真 及时 厉害 出色 整齐 地道 远 久 多 少 好 快 慢 高 大 对 响 透彻 过分 合适 精彩 差 准 准确"
)


def _adjective_after(sentence: Sentence, de: int, last: int) -> int:
    """Index of the adjective that closes the complement, -1 when it is something else."""
    at = de + 1
    doubled = re.match(
        r"([\u4e00-\u9fff])\1([\u4e00-\u9fff])\2(?![\u4e00-\u9fff]{2})", sentence.text[sentence.spans[at][0] :]
    )
    if doubled:
        return sentence.token_over(sentence.spans[at][0] + 3)
    while (
        at < last
        and (word(sentence, at) in DEGREE_ADVERBS or tag(sentence, at) == "ADV")
        and not (word(sentence, at) == "多" and at == last)
    ):
        at += 1
    if word(sentence, at) == "比" or word(sentence, at) == "跟":
        at = next((later for later in range(at + 1, last + 1) if tag(sentence, later) == "ADJ"), at)
    if (
        tag(sentence, at) != "ADJ"
        and word(sentence, at) not in STATE_WORDS
        and not re.fullmatch(r"(.)\1(.)\2", word(sentence, at))
    ):
        return -1
    text = sentence.text[sentence.spans[de + 1][0] : sentence.spans[at][1]]
    if at == de + 1 and re.fullmatch(r"(.)\1(.)\2", word(sentence, at)):
        return at
    if re.fullmatch(r"不得了|不行|要命|厉害|慌|很|清楚|懂|完|干净", text) and (
        text in ("不得了", "不行", "要命", "慌", "很", "懂", "完")
        or (text == "厉害" and tag(sentence, de - 1) == "ADJ")
    ):
        return -1
    rest = [tag(sentence, later) for later in range(at + 1, last + 1)]
    if (
        not rest
        or rest[0] in ("PUNCT", "PART", "AUX", "NUM", "ADV", "CCONJ", "ADJ")
        or word(sentence, at + 1) in ("一点儿", "一些", "点儿", "的", "了", "多", "起来", "地", "吗")
    ):
        return at
    return -1


@predicate
def phrase(sentence: Sentence) -> Iterator[Span]:
    """Verb or adjective + 得 + verb phrase, clause or set phrase; reported to the end of the chunk."""
    for verb, de, last in _after_de(sentence):
        after = sentence.text[sentence.spans[de + 1][0] : sentence.spans[last][1]]
        if (
            (_adjective_after(sentence, de, last) >= 0 and not re.match(r"又", after))
            or FIXED_DEGREE.fullmatch(after)
            or re.match(r"(?:很|不得了|厉害|慌|要命|不行|要死)$", after)
        ):
            continue
        if tag(sentence, verb) not in ("VERB", "ADJ", "AUX") or (
            word(sentence, verb) in ("过", "没") and after[:1] in "去说"
        ):
            continue
        if (
            re.match(
                r"(?:懂|完|到|见|起|了|动|住|开|会|清楚|出来?|下来?|进去?|起来|过来?|及|上来?|着|成)(?![\u4e00-\u9fff]{3})",
                after,
            )
            and tag(sentence, de + 1) in ("VERB", "PART", "ADJ")
            and len(after) < 9
        ):
            continue
        if re.match(
            r"(?:多|很多|怎么样|怎样|如何|这么|那么|不怎么样|一样|差不多|比|跟[^，。]{1,6}一样|很|太|更|最|不太)", after
        ) and not re.match(r"(?:这么|那么|很|不太|更|最)?(?:想|让|叫|使|不想|说|像|有|受|讨)", after):
            continue
        if re.fullmatch(r"清楚?|懂|完|到|见|起|了|动|住|着|出|下|上|进|会", word(sentence, de + 1)) and tag(
            sentence, de + 2
        ) not in ("VERB", "ADV", "ADJ", "AUX"):
            continue
        kinds = {tag(sentence, at) for at in range(de + 1, last + 1)}
        if (
            "VERB" in kinds
            or (len(after) == 4 and re.fullmatch(r"[\u4e00-\u9fff]{4}", after))
            or (kinds & {"ADJ"} and kinds & {"NOUN", "PRON"})
        ):
            yield sentence.span(verb, last)


@check
def not_potential(sentence: Sentence, markers: Markers) -> bool:
    """洗得干净 beside 洗不干净 is potential."""
    found = re.match(r"(.)得(.{1,2})$", sentence.text[slice(*markers[0])])
    return found is None or f"{found[1]}不{found[2]}" not in sentence.text


@check
def led_by_ge(sentence: Sentence, markers: Markers) -> bool:
    """个 that leads a complement follows a verb."""
    place = sentence.token_over(markers[0][0])
    return tag(sentence, place) in ("VERB", "AUX", "ADP", "NOUN") and word(sentence, place) not in (
        "是",
        "有",
        "这",
        "那",
        "找",
        "买",
        "当",
        "做",
    )
