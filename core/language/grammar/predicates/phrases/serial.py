"""Serial verb phrases: 去商店买水果, 哭着说 (连谓短语)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.chunks import chunk_of, chunks, merged, without_particles
from core.language.grammar.syntax.dependencies import is_subject
from core.language.grammar.syntax.tokens import relation, tag, word, word_set

FIRST_VERB = re.compile(
    r"去|来|到|坐|骑|开|用|拿|带|回|进|出|上|下|打电话|站|躺|笑|哭|陪|走|跑|起来|过来|过去|出去|进来|进去|回去|回来|出来|买|找|借|乘|乘坐|花|拿起|打开|放下|抬|回家|起床|开车|骑车|坐车|出门|排队|请假|前往|赶|拉|抱|打|写|转|停|推|伸|掏|接|带着|等|忍|低|闭|睁|握|举|穿|戴|跟|背|端"
)


@predicate
def serial_phrase(sentence: Sentence) -> Iterator[Span]:
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
        if re.fullmatch(f"(?:{FIRST_VERB.pattern})[着了上下到出进回开]?", lead) is None or two - one > 7:
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
