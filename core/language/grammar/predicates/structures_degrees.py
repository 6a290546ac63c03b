"""Potential, degree and state complements."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import CHECKS, Markers, Span, check, predicate
from core.language.grammar.predicates.structures_base import chunk_of, tag, without_particles, word, word_set
from core.language.grammar.sentence import Sentence

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

SLACK_WITH_DE = word_set("好 清 明白 透 破 饱 够 赢 倒 通 清楚 干净")

VERBS_OF = {"见": "看听瞧望碰遇闻", "好": "睡做写学说管办修治搞弄考养练教吃", "及": "赶顾"}


@predicate("structures_potential")
def potential(sentence: Sentence) -> Iterator[Span]:
    """Verb + 得 or 不 + result or direction: 听得懂, 吃不完, 来不了, 开不进去."""
    for found in POTENTIAL.finditer(sentence.text):
        start = found.start()
        place = sentence.token_over(start)
        if _is_potential(sentence.text, found) and _verb_at(sentence, place):
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
    if found["n"] == "得" and what in SLACK_WITH_DE and (what == "好" or after not in ("吗", "？", "?")):
        return False
    if what in VERBS_OF and verb not in VERBS_OF[what]:
        return False
    if (what == "了" and after in ("解", "结")) or (what == "到" and after in ("底", "处")):
        return False
    return not (tail == "得了" and re.match(r"[。，！；吧”]|$", text[end:]))


def _verb_at(sentence: Sentence, place: int) -> bool:
    """The token is a verb, or holds the whole complement."""
    kind, text = tag(sentence, place), word(sentence, place)
    if kind == "NOUN":
        return len(text) == 1 or "不" in text or "得" in text
    return kind in ("VERB", "ADP", "ADJ", "AUX", "X")


FEELING = "饿|累|忙|热|冷|渴|困|疼|痛|气|急|烦|吓|笑|高兴|美|开心|难过|羡慕|想|爱|恨|担心|讨厌|后悔|无聊|难受|臭|丑|贵|难|香|甜|乐|愁|闷|脏|吵|挤|恶心|酸|辣|咸|苦|丢人|倒霉|郁闷|可爱|好吃|难看|难吃|好笑|尴尬|喜欢|紧张|激动|可惜|可怜|麻烦|兴奋|伤心|穷|胖|冻|晒|羞|慌|尴|晕|嫉妒|憋|骄傲|漂亮|舒服|着急|馋|好看|满意|怕|委屈|害羞|感动|幸福|无语|羞愧|爽|酷|萌"

DEGREE = re.compile(
    rf"(?:{FEELING})(?:死我|死人|死他|死)(?:了)|(?P<a>[\u4e00-\u9fff]{{1,4}})(?:得很(?=[，。！？；：、…”了呢啊吧的]|$)|极了)"
)


@predicate("structures_degree_1")
def degree_1(sentence: Sentence) -> Iterator[Span]:
    """Adjective or verb of feeling + 得很, 极了, 死了."""
    for found in DEGREE.finditer(sentence.text):
        end = found.end()
        if found["a"]:
            core = re.search(r"(?:得很|极了)$", found[0])
            middle = found.start() + (core.start() if core else 0)
            place = sentence.token_over(middle - 1)
            if (
                tag(sentence, place) not in ("ADJ", "VERB", "NOUN", "ADV")
                or re.search(r"(?:觉|显|懂|记)$", sentence.text[:middle])
                or (
                    sentence.text[middle : middle + 1] == "得"
                    and re.match(r"得很[\u4e00-\u9fff]", sentence.text[middle:])
                    and not re.match(r"得很[了呢啊吧的]", sentence.text[middle:])
                )
            ):
                continue
            start = sentence.spans[place][0]
            if start < middle:
                yield start, end
        elif not re.search(r"(?:是|了|给|被[^，。]{0,4})$", sentence.text[: found.start()]) or not re.match(
            r"饿|冻|吓|痛", found[0]
        ):
            yield found.start(), end


def _degree(sentence: Sentence, tail: str) -> Iterator[Span]:
    """A word of feeling or quality + 得 + one of the tails."""
    for found in re.finditer(tail, sentence.text):
        place = sentence.token_over(found.start() - 1) if found.start() else -1
        if (
            place < 0
            or tag(sentence, place) not in ("ADJ", "VERB", "NOUN", "ADV", "X", "AUX")
            or (sentence.text[found.start() - 1] in "长显值觉" and len(word(sentence, place)) == 1)
        ):
            continue
        start = sentence.spans[place][0]
        if (
            len(word(sentence, place)) == 2
            and word(sentence, place)[0] in "牙头心肚脸手脚腿"
            and word(sentence, place)[1] in "疼痛烫"
        ):
            start += 1
        yield start, found.end()


@predicate("structures_degree_2")
def degree_2(sentence: Sentence) -> Iterator[Span]:
    """高兴得不得了, 闷得慌, 疼得厉害."""
    return _degree(sentence, r"得(?:不得了|慌(?!忙|张|乱)|厉害(?!的[\u4e00-\u9fff]))")


@predicate("structures_degree_3")
def degree_3(sentence: Sentence) -> Iterator[Span]:
    """困得不行, 热得要命, 累得要死."""
    return _degree(sentence, r"得(?:不行|要命|要死)(?=[，。！？；、”…～]|$|了|啊|呀|呢|的)")


@check("structures_degree_bad")
def degree_bad(sentence: Sentence, markers: Markers) -> bool:
    """坏 and 透 of degree, at a clause end or with 了 before an object."""
    start, end = markers[0]
    what = sentence.text[start:end]
    if "坏" in what:
        return (
            what.endswith("了") and re.search(r"(?:把|将)?[^，。]{0,8}$", sentence.text[:start]) is not None
        ) or re.match(r"了|我|他|她|人", sentence.text[end:]) is not None
    return True


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
        if not CHECKS["structures_de_complement"](sentence, ((start, start + 1),)):
            continue
        _, high = chunk_of(sentence, place)
        if place < high:
            yield place - 1, place, without_particles(sentence, place + 1, high)


DEGREE_ADVERBS = word_set(
    "很 非常 太 真 不 更 最 比较 有点儿 有点 特别 十分 越来越 那么 这么 多 挺 可 好 不太 更加 相当 极 极其 格外 还 也 都 够 蛮 如此 这样 过于 稍微 最为 尤其 那样 多么 又 有些 "
    "不怎么 过 老 怪 略 甚 还不"
)

FIXED_DEGREE = re.compile(r"很$|不得了|慌$|厉害$|要命|不行|要死|多$|不了|下$|完$")


@predicate("structures_state_adjective")
def state_adjective(sentence: Sentence) -> Iterator[Span]:
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


@predicate("structures_state_phrase")
def state_phrase(sentence: Sentence) -> Iterator[Span]:
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


@check("structures_not_asked_potential")
def not_asked_potential(sentence: Sentence, markers: Markers) -> bool:
    """洗得干净 beside 洗不干净 is potential."""
    found = re.match(r"(.)得(.{1,2})$", sentence.text[slice(*markers[0])])
    return found is None or f"{found[1]}不{found[2]}" not in sentence.text
