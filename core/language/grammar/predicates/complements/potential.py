"""Potential complements: 听得懂, 吃不完 (可能补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import tag, word, word_set

POTENTIAL = re.compile(
    r"(?P<v>[\u4e00-\u9fff])(?P<n>[得不])(?P<c>懂|完|到(?![了底处])|见(?!得)|起(?![来床点码])|了(?=[\u4e00-\u9fff，。！？；、…”]|$)|动|住|开(?![始心会车])|清楚|干净|出来|出去|下来|下去|进去|进来|起来|过来|过去|回来|回去|上来|上去|成(?![了为])|着(?!急)|出(?![门去国差])|进(?![行步])|下(?![班课雨雪面边午个])|上(?![课班学去来面边午个网])|过(?![来去])|好(?![吃看听像])|清(?![楚])|明白|饱|惯|及|通|透|会|掉|走|够|准|赢|倒|破|死|全|齐|均|熟|稳|远|快)"
)
NOT_POTENTIAL = re.compile(
    r"对不起|差不多|了不起|说不定|不见得|不得|来得及|来不及|舍不得|用不着|大不了|免不了|少不了|要不|会不会|能不能|是不是|好不好|去不去|来不来|看不起|看得起|"
    r"[觉值懂显取获记认晓使]得|不得不|不一|要不了|好不容易|不好|了不得|巴不得|恨不得|怪不得|不得了"
)
NOT_VERBS = frozenset(
    "也都就还又再我你他她它们的了是很太真更最从并却才可能会要该要敢绝决毫永只人谁和跟但而若倘便仍尚总间地至从又既可愿肯大小多少无没别那这一天高有"
)
FIXED_POTENTIALS = word_set(
    "学得会 教得会 打不过 说不过 比不过 躲不过 信得过 瞒不过 逃不过 走不过 做得成 去不成 办不成 做不成 离不成 睡不熟 看不远 看得远 拿不准 说不准 走不快 跑不快 看不惯 吃不惯 过不惯 住不惯 喝不惯 用不惯 听不惯 "
    "输不过 争不过 学不会 走不远 站不稳 记不全 拿得准 拿不走 带不走 走不成 看不准"
)
RARE_TAILS = word_set(
    "不过 不会 得过 得会 不成 得远 得快 得走 不走 不准 得准 不快 不远 得死 得稳 得全 得齐 得熟 得惯 得均"
)
UNSURE_WITH_DE = word_set("好 清 明白 透 破 饱 够 赢 倒 通 清楚 干净")
VERBS_OF_COMPLEMENT = {"见": "看听瞧望碰遇闻", "好": "睡做写学说管办修治搞弄考养练教吃", "及": "赶顾"}


@predicate
def potential(sentence: Sentence) -> Iterator[Span]:
    """Verb + 得 or 不 + result or direction: 听得懂, 吃不完, 来不了, 开不进去."""
    for found in POTENTIAL.finditer(sentence.text):
        start = found.start()
        place = sentence.token_over(start)
        if _is_potential(sentence.text, found) and _is_verb(sentence, place):
            early = sentence.spans[place][0]
            yield (early if early >= start - 1 and tag(sentence, place) == "VERB" else start), found.end()


def _is_potential(text: str, found: re.Match[str]) -> bool:
    """Whether verb, 得 or 不 and complement go together; fixed words and 不 as adverb are out."""
    start, end = found.span()
    verb, what, after = found["v"], found["c"], text[end : end + 1]
    tail = found["n"] + what
    if verb in NOT_VERBS or NOT_POTENTIAL.match(text, start) or found[0] in ("过得去", "过不去"):
        return False
    if re.match(r"不[过同]|[得不]了[了解]", text[start + 1 :]) and found[0] not in FIXED_POTENTIALS:
        return False
    if tail in RARE_TAILS and found[0] not in FIXED_POTENTIALS:
        return False
    if what in ("清", "清楚") and verb in "看听记分认说" and re.match(r"[^，。！；的，了]", after):
        return True
    if found["n"] == "得" and what in UNSURE_WITH_DE and (what == "好" or after not in ("吗", "？", "?")):
        return False
    if what in VERBS_OF_COMPLEMENT and verb not in VERBS_OF_COMPLEMENT[what]:
        return False
    if (what == "了" and after in ("解", "结")) or (what == "到" and after in ("底", "处")):
        return False
    return not (tail == "得了" and re.match(r"[。，！；吧”]|$", text[end:]))


def _is_verb(sentence: Sentence, place: int) -> bool:
    """The token is a verb, or holds the whole complement."""
    kind, text = tag(sentence, place), word(sentence, place)
    if kind == "NOUN":
        return len(text) == 1 or "不" in text or "得" in text
    return kind in ("VERB", "ADP", "ADJ", "AUX", "X")
