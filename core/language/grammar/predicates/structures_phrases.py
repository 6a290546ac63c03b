"""Phrases by structure and by function."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_base import (
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
    word_set,
)
from core.language.grammar.predicates.structures_kinds import GREETING
from core.language.grammar.sentence import Sentence, once

JOINED = word_set("NOUN PROPN PRON VERB ADJ NUM AUX ADV ADP DET PART")


def _bare(sentence: Sentence, first: int, last: int) -> str:
    start, end = sentence.span(first, last)
    return sentence.text[start:end]


@predicate("structures_basic_phrase")
@once
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
        ) and (len(content) > 1 or re.search(r"完|好|懂|到|见|开|来|去|书|饭|水|茶", text)):
            yield sentence.span(first, stop)


@predicate("structures_de_phrase")
@once
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
        for one, two in pairwise(verbs):
            if not _serial(sentence, one, two):
                continue
            spans.append(sentence.span(one, stop))
            break
    yield from merged(spans)


NOT_BETWEEN = word_set("的 得 是 在 和 、 也 又 就 所 让 叫 请 被 还 才 都 或 不 没 地")

NOT_SECOND = word_set(
    "进 回 过 满 掉 来 起来 出来 下来 下去 上 下 到 完 好 出去 回来 回去 过来 过去 进来 进去 见 给 在 住 走 开 上来 上去 起 出 为 成 作"
)


def _serial(sentence: Sentence, one: int, two: int) -> bool:
    """Whether a second verb carries on from a first: no subject, conjunction or complement marker between them."""
    between = [word(sentence, at) for at in range(one + 1, two)]
    lead, follow = word(sentence, one), word(sentence, two)
    if (tag(sentence, one - 1) == "VERB" and lead in NOT_SECOND) or word(sentence, one - 1) in ("得", "不"):
        return False
    with_zhe = between == ["着"]
    if not with_zhe:
        if re.fullmatch(f"(?:{SERIAL_FIRST.pattern})[着了上下到出进回开]?", lead) is None or two - one > 7:
            return False
        if set(between) & NOT_BETWEEN or ("把" in between and lead not in ("去", "来", "拿", "带")):
            return False
    going = ("去", "来", "回", "到", "进", "坐")
    if any(is_subject(sentence, at) for at in range(one + 1, two)) and lead not in going:
        return False
    if follow == "去":
        onward = tag(sentence, two + 1) in ("NOUN", "PROPN", "VERB") and two < chunk_of(sentence, two)[1]
        return bool(between) and tag(sentence, one + 1) != "VERB" and onward
    if follow in NOT_SECOND:
        return False
    inside = relation(sentence, two).startswith(("ccomp", "nsubj", "obj")) and sentence.tokens[two].head == one
    if inside and lead not in ("去", "来", "着"):
        return "着" in between
    return not follow.startswith(("有", "是")) or lead in ("去", "来")


@predicate("structures_nominal_phrase")
@once
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
@once
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
            verbs = [
                at
                for at in range(first, stop + 1)
                if (tag(sentence, at) == "VERB" and not relation(sentence, at).startswith(("acl", "amod")))
                or (word(sentence, at) == "在" and relation(sentence, at) == "root")
                or word(sentence, at) == "学会"
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
        if tag(sentence, place) == "ADJ" or (tag(sentence, place) == "VERB" and word(sentence, place) in QUALITY_VERBS):
            first = _with_adverbs(sentence, place)
            tail = ADJECTIVE_TAIL.match(sentence.text, sentence.spans[place][1])
            if first < place or tail:
                start, end = sentence.span(first, place)
                spans.append((start, tail.end() if tail else end))
    for found in ADJECTIVAL.finditer(sentence.text):
        low, high = sentence.token_over(found.start()), sentence.token_over(found.end() - 1)
        if "ADJ" in [tag(sentence, at) for at in range(low, high + 1)]:
            high -= tag(sentence, high) not in ("ADJ", "VERB")
            spans.append((found.start(), max(sentence.spans[low][1], sentence.spans[high][1])))
    yield from merged(spans)


QUALITY_VERBS = word_set("疼 饿 累 渴 困 高兴 生气 满意")

ADJECTIVE_TAIL = re.compile(r"(?:一点儿?|一些|点儿|得多|得很|极了|多了|得不得了|死了|得要命|得不行)")

NOT_OF_DEGREE = word_set("都 也 就 才 又 还 没 已经")

OF_DEGREE = word_set("这么 那么 多 不 这样 有点儿 有点 有些 最 很 更 太 非常")


def _with_adverbs(sentence: Sentence, place: int) -> int:
    """First token of the adverbs of degree before an adjective."""
    first = place
    while first and tag(sentence, first - 1) == "ADV" and word(sentence, first - 1) not in NOT_OF_DEGREE:
        first -= 1
    return first - 1 if first and word(sentence, first - 1) in OF_DEGREE else first
