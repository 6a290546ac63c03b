"""Amounts after verbs and adjectives, aspect with its verb, and the checks of amounts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import CHECKS, Markers, Span, check, predicate
from core.language.grammar.predicates.structures_base import NUMBER, relation, tag, word, word_set
from core.language.grammar.sentence import Sentence

COUNT = rf"(?:{NUMBER}|多|好几|数){{1,12}}"
"""No number that is written out has more."""

TIMES = rf"(?:{COUNT}(?:来|多)?(?:次|遍|回(?![来去家答])|趟|下儿|下(?![午个次周来去课班面边])|声(?!音)|眼(?!睛|镜|泪)|番|顿|脚(?!步)|拳|巴掌|场(?!所|景|面|地|雨|雪)|圈)|一下儿?(?![子午]))"

UNIT = r"(?:分钟|小时|个小时|个钟头|钟头|天|年|个月|个星期|个礼拜|星期|周|夜|晚上|晚|上午|下午|辈子|学期|个学期|世纪|个世纪|秒钟?|刻钟|阵子|阵儿?|会儿|个多月|个多小时|整天|个半小时|个半月|年半|年多|天多|个晚上|个上午|个下午)"

SPAN_OF_TIME = rf"(?:{COUNT}(?:来|多)?(?:整)?{UNIT}(?:多|半)?|半(?:天|个?小时|年|个月|个多小时|个钟头|夜|辈子)|一会儿|好?(?:很|好|多|这么|那么|太)久|(?:很|好|这么|那么|太)?长(?:的)?时间|一整?[天夜晚年]|好(?:一会儿|半天)|一段时间|一辈子|很多年|许多年|多年|好几[天年]|数[十百]?年|好多[年天])"

PRONOUN = r"(?:我们?|你们?|您|他们?|她们?|它|大家|自己|谁|[小老][\u4e00-\u9fff]|咱们)"

TIMES_AFTER = re.compile(rf"(?P<a>[\u4e00-\u9fff])(?P<p>了|过|起来)?(?P<n>{TIMES})(?P<after>[^，。！？；]{{0,4}})")

TIMES_WITH = re.compile(
    rf"(?P<v>[\u4e00-\u9fff])(?P<p>了|过)?(?P<o>{PRONOUN}|中国|北京|上海|[\u4e00-\u9fff]{{2}}?)(?P<n>{TIMES})(?=[，。！？；了”吧吗]|$)|(?P<v2>[\u4e00-\u9fff])(?P<p2>了|过)?(?P<n2>{TIMES})(?P<o2>[\u4e00-\u9fff]{{1,6}}?)(?=[，。！？；了吧吗”]|$)"
)


@predicate("structures_times")
def times(sentence: Sentence) -> Iterator[Span]:
    """Verb + (了, 过) + 两次, 一遍, 一下儿, with no object of its own."""
    text = sentence.text
    for found in TIMES_AFTER.finditer(text):
        start, end = found.start(), found.end("n")
        place = sentence.token_over(start)
        if not _verb_before(sentence, place) or (
            found["p"] is None and relation(sentence, place).startswith(("nsubj", "obl"))
        ):
            continue
        if (
            _object_after(sentence, end)
            or re.match(r"(?:都|也|地|又|的|比|一)", text[end:])
            or re.search(r"第$", text[: found.start("n")])
        ):
            continue
        yield sentence.spans[place][0], end


def _verb_before(sentence: Sentence, place: int) -> bool:
    return (
        (tag(sentence, place) == "ADJ" and sentence.text.startswith("一下", sentence.spans[place][1]))
        or tag(sentence, place) == "VERB"
        or word(sentence, place) == "等"
        or (
            tag(sentence, place) in ("ADP", "ADJ")
            and len(word(sentence, place)) == 1
            and word(sentence, place) in "开来去到打对等"
        )
    )


def _object_after(sentence: Sentence, end: int) -> bool:
    """A noun follows that the verb takes as its object."""
    place = sentence.token_over(end)
    return (
        place >= 0
        and tag(sentence, place) in ("NOUN", "PROPN", "PRON", "ADJ")
        and sentence.text[end : end + 1] not in "，。！？了吧吗"
        and not relation(sentence, place).startswith(("nsubj", "advmod"))
    )


@predicate("structures_times_object")
def times_object(sentence: Sentence) -> Iterator[Span]:
    """Object and count together: 找了他两次, 去过两次上海."""
    text = sentence.text
    for found in TIMES_WITH.finditer(text):
        if found["v"]:
            place, noun = sentence.token_over(found.start("v")), sentence.token_over(found.start("o"))
            if (
                not _verb_before(sentence, place)
                or tag(sentence, noun) not in ("PRON", "PROPN", "NOUN")
                or sentence.spans[noun][0] != found.start("o")
                or (found["p"] is None and tag(sentence, noun) != "PRON")
            ):
                continue
            if re.search(r"[比第每这那上下]$", text[: found.start("n")]):
                continue
            yield sentence.spans[place][0], found.end("n")
        else:
            place, noun = sentence.token_over(found.start("v2")), sentence.token_over(found.start("o2"))
            if (
                not _verb_before(sentence, place)
                or tag(sentence, noun) not in ("PRON", "PROPN", "NOUN", "ADJ")
                or relation(sentence, noun).startswith("nsubj")
            ):
                continue
            if (
                tag(sentence, sentence.token_over(found.end("o2") - 1)) not in ("NOUN", "PROPN", "PRON", "PART")
                or found["o2"][0] in "的都也就"
                or found["n2"].endswith(("场", "番", "声"))
            ):
                continue
            yield sentence.spans[place][0], found.end("o2")


@predicate("structures_adjective_amount")
def adjective_amount(sentence: Sentence) -> Iterator[Span]:
    """大两岁, 凉快一点儿, 贵五十块, 舒服一些."""
    text = sentence.text
    pattern = rf"(?:了)?(?P<n>一点儿?|一些|点儿(?![\u4e00-\u9fff])|{COUNT}(?:多)?(?:岁|块钱?|元|米|厘米|公斤|斤|倍|度|分钟?|公里|个|天|年|小时|个小时|层|寸|里|毛|种|页|本|次|人|名|万|亿|%|个月))"
    for place in range(len(sentence.tokens)):
        if (
            tag(sentence, place) != "ADJ"
            and word(sentence, place) not in ("多", "少", "早", "晚", "流利", "快", "慢")
            and not (tag(sentence, place) == "VERB" and "比" in sentence.text[: sentence.spans[place][0]])
        ):
            continue
        end = sentence.spans[place][1]
        found = re.match(pattern, text[end:])
        if found is None or (
            relation(sentence, place).startswith(("amod", "compound")) and tag(sentence, place + 1) == "NOUN"
        ):
            continue
        after = text[end + found.end() :]
        amount = found["n"]
        if (
            not amount.startswith(("一点", "一些", "点"))
            and "比" not in text[:end]
            and not re.match(r"[多少早晚大小]", word(sentence, place))
        ):
            continue
        if (
            not amount.startswith(("一点", "一些", "点"))
            and "比" not in text[:end]
            and re.match(r"[大小多]", word(sentence, place))
            and text[end : end + 1] != "了"
        ):
            continue
        if (
            relation(sentence, place) == "advmod"
            and re.match(r"[\u4e00-\u9fff]", after)
            and not re.match(r"[的了吗吧呢，。！]", after)
        ):
            continue
        if re.search(r"(?:有|[很太非])$", text[: sentence.spans[place][0]]) and not amount.startswith("一"):
            continue
        yield sentence.spans[place][0], end + found.end()


LASTS = re.compile(
    rf"(?P<v>[\u4e00-\u9fff])(?P<p>了|过|上|完)?(?P<o>{PRONOUN})?(?:整整|足足|大约|大概|将近|差不多|近|约)?(?P<t>{SPAN_OF_TIME})(?:的)?(?!前|后|以[前后]|之[前后内]|来(?!了)|里|内|中(?![文国午餐]))"
)

SUDDEN = "来|去|到|结婚|毕业|离开|认识|死|去世|分手|离婚|搬(?:来|到|走|家)|开学|退休|回国|出国|成立|开始|参加工作|入学|回来|过去|走|失踪|逝世|出院|入职|开业|辞职|回家|上任|放假|诞生|建成|建校|怀孕|生|出发|失业|订婚|来到|出版|下班|上市|毕|加入|出生|创办|建立|失去|断|丢|生效|过期|没见"

SINCE = re.compile(
    rf"(?:(?P<v>{SUDDEN})(?P<p>了|完)?(?P<o>[\u4e00-\u9fff]{{0,6}}?)(?:都|已经|快|也|有|刚|才|整整|差不多)*(?P<t>{SPAN_OF_TIME})(?:多)?)了"
)


@predicate("structures_since")
def since(sentence: Sentence) -> Iterator[Span]:
    """来中国两个月了: time since something happened; 了 left out."""
    for found in SINCE.finditer(sentence.text):
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


@predicate("structures_duration")
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


@predicate("structures_verb_zhe")
def verb_zhe(sentence: Sentence) -> Iterator[Span]:
    """The verb with its 着."""
    yield from _with_particle(sentence, "着", "structures_zhe")


@predicate("structures_verb_guo")
def verb_guo(sentence: Sentence) -> Iterator[Span]:
    """The verb with its 过."""
    yield from _with_particle(sentence, "过", "structures_guo")


def _with_particle(sentence: Sentence, particle: str, named: str) -> Iterator[Span]:
    for found in re.finditer(particle, sentence.text):
        start, end = found.span()
        if CHECKS[named](sentence, (found.span(),)):
            place = sentence.token_over(start)
            first = place if word(sentence, place) != particle else place - 1
            if word(sentence, first) in ("到", "起", "见") and tag(sentence, first - 1) == "VERB":
                first -= 1
            yield sentence.spans[first][0], end


@check("structures_not_counted")
def not_counted(sentence: Sentence, markers: Markers) -> bool:
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


@check("structures_ordinal")
def ordinal(sentence: Sentence, markers: Markers) -> bool:
    """二楼 and 三班 as places in an order, not as amounts."""
    start, end = markers[0]
    text, what = sentence.text, sentence.text[start:end]
    if what.startswith(("第", "初")):
        return not re.match(r"初[一二三]的?学生$", what)
    if (what.endswith("班") and re.search(r"[有共]$", text[:start])) or (
        what.endswith("楼") and re.search(r"(?:有|共|盖了?)$", text[:start])
    ):
        return False
    return not (start and re.match(NUMBER, text[start - 1]))


@check("structures_about_more")
def about_more(sentence: Sentence, markers: Markers) -> bool:
    """The numeral is whole and no ordinal."""
    start, end = markers[0]
    text = sentence.text
    if (
        text[start:end].endswith("点多")
        and re.match(r"一点多", text[start:end])
        and not re.search(r"(?:下午|凌晨|是|到|[，。])$|^$", text[:start])
    ):
        return False
    return not (start and text[start - 1] in "第." and text[start - 1])


@check("structures_about")
def about(sentence: Sentence, markers: Markers) -> bool:
    """左右, 前后, 大概 next to an amount or a time."""
    what = sentence.text[slice(*markers[0])]
    if what.endswith("前后"):
        return not re.match(r"左右|都|的院|是|各", sentence.text[markers[0][1] :]) or True
    return True


@check("structures_some")
def some(sentence: Sentence, markers: Markers) -> bool:
    """几 "some", not in a question or after 这, 那."""
    start, _ = markers[0]
    text = sentence.text
    clause = re.split(r"[，,；;。！!]", text[start:])[0]
    if (
        re.search(r"[？?]", text[start:])
        and re.search(r"[？?]", clause + text[start + len(clause) :][:1])
        and not re.search(r"吗|[吧]", clause)
    ):
        return re.match(r"几(?:十|百|千|万)", text[start:]) is not None
    return not re.search(r"(?:知道|问|看看|数|猜)[^，。]{0,6}$", text[:start]) and not re.search(
        r"(?:没|不)$", text[:start]
    )


@check("structures_about_lai")
def about_lai(sentence: Sentence, markers: Markers) -> bool:
    """二十来个, not 二十年来."""
    start, end = markers[0]
    return not re.search(NUMBER + "$", sentence.text[:start]) and not re.search(
        r"来(?:往|回)", sentence.text[start : end + 1]
    )


@check("structures_fraction")
def fraction(sentence: Sentence, markers: Markers) -> bool:
    """Decimals, not hours or money; multiples with a numeral."""
    start, end = markers[0]
    text, what = sentence.text, sentence.text[slice(*markers[0])]
    if "点" in what and "分之" not in what and "百分点" not in what and "倍" not in what:
        if re.search(r"(?:上午|下午|晚上|早上|凌晨|中午|[今明昨]天|[早晚]|[差到从])$", text[:start]) or re.match(
            r"(?:开始|出发|见面|起床|上课|下课|到|的火车|睡|吃|回|去|来|左右|钟|开|走|要)", text[end:]
        ):
            return False
        return (
            len(re.split("点", what)[1]) >= 1
            and not re.match(r"分", text[end:])
            and re.match(
                r"米|公里|亿|万|元|倍|度|公斤|克|个|岁|平方|吨|[，。！？；]|升|千|左右|的|秒|厘|是|$|和|到|以|厘米|级|英",
                text[end:],
            )
            is not None
        )
    if what.endswith("成") and re.match(r"了|为|功|立", text[end:]):
        return False
    if re.fullmatch(r"\d+\.\d+", what):
        return not re.match(r"元|块|月|日|版", text[end:]) and "¥" not in text[max(0, start - 1) : start]
    return True


ONE_DOUBLED = frozenset("个件条张本步遍次天年点句层排棵座幅段首阵声颗朵家页篇滴片串位口字年代圈双只")

AFTER_ONE_DOUBLED = re.compile(
    r"个(?:人|小时|月|星期)|条(?:件)|天(?:气|空|才)|年(?:级|轻|龄)|家(?:人|庭|里|公司)|点|下|步行"
)


@check("structures_amount_twice")
def amount_twice(sentence: Sentence, markers: Markers) -> bool:
    """一个一个 and 一个个, not 看一看, 一天天气, 一点点."""
    start, end = markers[0]
    text, what = sentence.text, sentence.text[slice(*markers[0])]
    if len(what) > 3:
        return (
            text[end : end + 1] != what[0]
            and text[start - 1 : start] != "是"
            and what[1] not in "一二三四五六七八九十百千万"
        )
    if (
        what[0] != "一"
        or what[1] not in ONE_DOUBLED
        or what == "一点点"
        or text[start - 1 : start] in (what[1], "看", "想")
    ):
        return False
    return (
        AFTER_ONE_DOUBLED.match(text, end - 1) is None
        and re.match(r"[的\u4e00-\u9fff]", text[end : end + 1]) is not None
    )


@check("structures_size_of_measure")
def size_of_measure(sentence: Sentence, markers: Markers) -> bool:
    """一大杯: the adjective stands before the measure, and the numeral is no ordinal."""
    start, end = markers[0]
    what = sentence.text[slice(*markers[0])]
    if (start and sentence.text[start - 1] in "第十百千万") or re.search(
        r"[大小长](?:个(?!儿)|年|月|天|点|种|家|时|期|度|名|号|班|门|道|级|声|人)$", what
    ):
        return False
    return not re.match(r"子", sentence.text[end:])
