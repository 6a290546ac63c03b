"""Comparisons, existential sentences, verb copying, passives without a mark."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.patterns import (
    ADJECTIVE,
    NOMINAL,
    PERSON,
    PRONOUN,
    QUANTITY,
    Clause,
    clauses,
    is_person,
    reaches_b,
)
from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence

# -- comparisons -------------------------------------------------------------------------------------------

BI = re.compile(
    r"(?<![对相无好评百之占环同正反攀])比(?![较赛如例方分喻拟重试价武划肩邻特得]|基尼|利时|萨|亚迪|一比|不上|不过|了|过|起|比|来比去|[0-9一二三四五六七八九十零]+(?:$|领先|大胜))"
)
GRADED = re.compile(r"(?:一点儿?|一些|些|得多|多了|很多|许多|不少|太多|几倍|" + QUANTITY + r")(?:了)?$")
EARLIER = re.compile(r"(?:多|少|早|晚|先|后|迟)(?:[^多少，]{1,4}?)(?:了|过)?(?:一点儿?|一些|些|" + QUANTITY + r")")
DEGREE_AFTER = re.compile(r"[^，多](?<!觉)(?<!值)(?<!显)(?<!变)(?<!记)得(?!多|很多|了|到|太多)")
STILL = re.compile(r"(?:更加?|还要?|更为|都更)(?!有)")
CHANGES = re.compile(
    r"(?:增加|增长|提高|减少|下降|上升|降低|上涨|下跌|高出|多出|缩短|延长|提前|推迟|长|涨|降|胖|瘦|增|减)了?"
)


def _kind_of_bi(clause: Clause, at: int) -> str:
    """Number of the comparison that 比 at an offset of the clause makes, or nothing."""
    text = clause.text.rstrip("吗吧呢啊呀嘛啦的")
    before, rest = text[:at], text[at + 1 :]
    if not rest or re.search(r"(.{2,4})还\1", rest) or (before.endswith(("要", "来", "想", "再")) and len(rest) < 3):
        return ""
    if before.endswith("一" + rest[1:2]) or (re.search(r"一.{1,2}$", before) and re.match(r"一", rest)):
        return ""
    if before.endswith("得") and not before.endswith(("觉得", "显得", "认得")):
        return "4"
    core = re.sub(r"^" + PERSON, "", rest)
    core = core or rest
    earlier = EARLIER.search(core)
    if earlier and _verb_after_first(clause, at + 1 + rest.index(earlier[0])):
        return "4"
    if DEGREE_AFTER.search(rest):
        return "4"
    if before.endswith("不") and not before.endswith("要不"):
        return "4" if ADJECTIVE.search(rest) or clause.tag(clause.last - 1) == "ADJ" or len(rest) > 2 else ""
    if STILL.search(rest):
        return "2"
    if GRADED.search(rest) and len(rest) > 2:
        return "2"
    if ADJECTIVE.search(rest) or _ends_in_adjective(clause):
        return "1"
    return "2" if CHANGES.search(rest) else ""


def _ends_in_adjective(clause: Clause) -> bool:
    last = next((at for at in reversed(clause.places()) if clause.tag(at) not in {"PART", "AUX", "PUNCT"}), -1)
    return clause.tag(last) == "ADJ"


def _verb_after_first(clause: Clause, offset: int) -> bool:
    """Whether 多, 少, 早 ... at an offset stands before a verb."""
    place = clause.place_at(offset)
    if len(clause.word(place)) > 1:
        return clause.tag(place) == "VERB"
    return clause.tag(place + 1) in {"VERB"} and clause.word(place + 1) not in {"了", "过", "一"}


def _compared(sentence: Sentence, wanted: str) -> Iterator[Span]:
    for clause in clauses(sentence):
        found = BI.search(clause.text)
        if not found or clause.word(clause.place_at(found.start())) not in {"比", "不比"}:
            continue
        if _kind_of_bi(clause, found.start()) == wanted:
            yield clause.span


FALLS_SHORT = re.compile(
    r"没有?(?P<b>(?!这么|那么|什么|谁|任何|一[个件本位次种条张]|人|时间|办法|关系|觉得|想|有|听|看|见|说|做|得)[^，。；：！？]{1,10}?)(?P<d>这么|那么|这样|那样)?(?P<p>[^，。；：！？]{1,4})$"
)


@predicate("patterns_compare_1")
def compare_1(sentence: Sentence) -> Iterator[Span]:
    """【一38】: A 比 B with a bare adjective; A 没有 B with an adjective."""
    yield from _compared(sentence, "1")
    for clause in clauses(sentence):
        text = clause.text.rstrip("吗吧呢啊呀了的")
        found = FALLS_SHORT.search(text)
        if (
            not found
            or "有没有" in text
            or "就没有" in text
            or text[found.start("p") - 1 : found.start("p")] == "的"
            or not (ADJECTIVE.search(text) or _ends_in_adjective(clause))
        ):
            continue
        place = clause.place_at(found.start("b"))
        if clause.tag(place) in NOMINAL | {"DET", "NUM"} and _adjective_predicate(clause, place):
            yield clause.span


def _adjective_predicate(clause: Clause, first: int) -> bool:
    """Whether from a token on nominals are followed by an adjective that is no attribute."""
    last = next((at for at in reversed(clause.places()) if clause.tag(at) not in {"PART", "AUX", "PUNCT"}), -1)
    if last <= first or (clause.tag(last) not in {"ADJ", "VERB"} and not ADJECTIVE.search(clause.word(last))):
        return False
    return (
        clause.tag(last - 1) in NOMINAL | {"ADV", "PRON", "DET", "PART"}
        or clause.word(last - 1) in {"得", "上", "里", "那么", "这么"}
        or clause.tag(last - 1) in {"ADP"}
        or last - first <= 2
    )


@predicate("patterns_compare_2")
def compare_2(sentence: Sentence) -> Iterator[Span]:
    """【二58】: with a quantity, with 更 or 还, with 不如, or A 有 B with an adjective."""
    yield from _compared(sentence, "2")
    for clause in clauses(sentence):
        worse = re.search(r"(?<=[^，。])不如(?![此何说果去让把直接干脆我们咱们想趁早])", clause.text)
        if (
            worse
            and not (
                re.fullmatch(r".{0,4}" + PRONOUN, clause.text[: worse.start()])
                and clause.tag(clause.place_at(worse.end())) == "VERB"
            )
        ) or reaches_b(clause.text):
            yield clause.span


@predicate("patterns_compare_3")
def compare_3(sentence: Sentence) -> Iterator[Span]:
    """【二59】: A 跟 B 一样, 相同, with or without an adjective."""
    for clause in clauses(sentence):
        if re.search(
            r"(?:跟|和|与|同)[^，。；：！？像]{1,18}?(?:不一样|不相同|一样|相同|差不多)(?!，?[东人多]西)", clause.text
        ) and not re.search(r"(?:好像|就像|像)[^，]*一样", clause.text):
            yield clause.span


@predicate("patterns_compare_4")
def compare_4(sentence: Sentence) -> Iterator[Span]:
    """【三58】: with 得, 不比, or 多, 少, 早, 晚 before the verb."""
    yield from _compared(sentence, "4")


LARGER = re.compile(
    r"(?<![很太真最多不])(?P<a>大|小|高|矮|早|晚|长|重|轻|多|少|低|快|慢)(?P<b>"
    + PERSON
    + r")(?P<q>(?:整整|好|足足|近)?[零一二两三四五六七八九十百千几半多\d]+(?:来|多)?(?:岁|年|个|天|分钟|小时|厘米|米|公分|斤|公斤|级|届|倍|点|些|头|辈|块|分|步|名|月|周|星期|寸|尺|百|千|万|层|轮|圈|期|截))"
)


@predicate("patterns_compare_5")
def compare_5(sentence: Sentence) -> Iterator[Span]:
    """【五43】: an adjective with the person compared and a quantity."""
    for clause in clauses(sentence):
        found = LARGER.search(clause.text)
        if found and "比" not in clause.text[: found.start()] and re.match(PRONOUN + "|" + PERSON, found["b"]):
            place = clause.place_at(found.start("a"))
            if len(clause.word(place)) == 1 or clause.word(place)[1:] == found["b"]:
                yield clause.span


# -- existence ---------------------------------------------------------------------------------------------

PLACE_END = re.compile(
    r"(?:上|下|里|外|前|后|内|中|旁|边|面|间|头|处|对面|门口|附近|周围|四周|两旁|这儿|那儿|这里|那里|哪儿|家|公司|学校|班|村口|楼|院子|教室|城|村|店|房间|屋子|图书馆|单位|宿舍|街|车站|路口|天空|远处|深处|一带|国|地方|身后|前方|后方|远方)$"
)
LASTING = "放|挂|贴|站|坐|躺|写|画|摆|种|停|住|睡|穿|戴|堆|装|插|铺|立|印|刻|绣|围|挤|聚|飘|悬|亮|开|养|存|藏|留|盖|长|流|弥漫|排|摆放|停放|陈列|生活|蹲|趴|跪|晒|包|锁|压|夹|竖|散落|漂|浮|系|捆|涂|点|煮|烧|响|洋溢|充满|等|燃烧|生长"
SCENE = re.compile(
    r"^(?:在)?(?P<p>[^，。]{1,16}?)(?:还|都|也|只|正|依然|仍然?|整齐地|静静地|满|到处|总|经常|常常?|一直)*(?P<v>"
    + LASTING
    + r")着(?P<o>[^着]+)$"
)
COMES = r"(?:走|跑|开|飞|传|游|爬|跳|送|寄|搬|住|钻|冒|掉|吹|飘|涌|围|驶|冲|伸|露|射|透|响|落|长|流|升|骑|滚|窜|闪|扑|泛)(?:过来|进来|出来|起来|下来|上来|回来|过去|出去|进去|来|出|起|进|下|过|上|满)了?"
APPEARS = re.compile(
    r"^(?:[^，。]{0,6}?(?:天|年|晚|早上|时候|刚才|最近|突然|忽然))?(?P<p>[^，。]{1,12}?)(?:昨天|今天|早上|晚上|突然|忽然|又|刚刚?|已经|最近|渐渐|慢慢|终于|不时|今年|就|也|还|一下子)*(?P<v>"
    + COMES
    + r"|来了?|出现了?|发生了?|爆发了?|多了|新来了?|响起了?|下起了?|出了)(?P<o>(?:"
    + QUANTITY
    + r"|个|位|许多|很多|不少|一阵|客人|敌人|新同学|什么)[^，。]*)$"
)
GOES = re.compile(
    r"^(?P<p>[^，。]{1,12}?)(?:昨天|今天|早上|突然|忽然|又|刚刚?|已经|最近|也|一下子)*(?P<v>(?:转|搬|跑|飞|调|开|逃|借|取|拿|偷|吹|带|运|走|冲|刮|卷|送)(?:走|跑|掉)了?|死了?|丢了?|少了|掉了?|没了|消失了?|走了|跑了|倒了?|塌了?)(?P<o>(?:"
    + QUANTITY
    + r"|许多|很多|不少)[^，。]+)$"
)


def _is_place(text: str) -> bool:
    text = text.rstrip("的")
    if (
        not PLACE_END.search(text)
        or is_person(text)
        or re.search(r"(?:之前|之后|以前|以后|时候|时间|中间|期间|的时候|早上|晚上|心里话|世界上最)$", text)
    ):
        return False
    return not re.search(
        r"(?:我|你|他|她|们|人)(?:已|就|都|也|正|在|把|从|向|往)|^.+在|^(?:从|往|向|把|当|我在|他在|她在|你在|我们在)",
        text,
    )


@predicate("patterns_exists")
def exists(sentence: Sentence) -> Iterator[Span]:
    """【二56】: place, verb with 着, what is there; place, 有, quantity, what is there."""
    for clause in clauses(sentence):
        found = SCENE.match(clause.text)
        if found and _is_place(found["p"]) and not re.match(r"(?:他|她|我|你|去|来|走|说|看|想|等|就)", found["o"]):
            if not any(
                clause.tag(at) == "VERB" and clause.word(at) not in {"有"}
                for at in range(
                    clause.place_at(found.start("o")), min(clause.place_at(found.start("o")) + 1, clause.last)
                )
            ):
                yield clause.span
            continue
        there = re.match(
            r"^(?:在)?(?P<p>[^，。有]{1,14}?)(?:只|还|也|都|就|共|一共|大约|大概)*有(?:"
            + QUANTITY
            + r"|许多|很多|不少|好[几多])(?!次|遍|回|天|年|岁|米|公里)(?P<o>[^，。])",
            clause.text,
        )
        if (
            there
            and not re.search(r"有[一二两三四五六七八九十百千几半\d]+(?:米|公里|公斤|岁)", clause.text)
            and _is_place(there["p"])
        ):
            yield clause.span


@predicate("patterns_appears")
def appears(sentence: Sentence) -> Iterator[Span]:
    """【四40】: a place, a verb of coming or going, and what comes or goes."""
    for clause in clauses(sentence):
        for pattern in (APPEARS, GOES):
            found = pattern.match(clause.text)
            if not found or not _is_place(found["p"]) or re.match(r"一(?:下|会|点|些?时间|遍|次|趟)", found["o"]):
                continue
            if not re.search(r"(?:家|国|学校|公司)$", found["p"]) or len(found["v"]) > 1:
                yield clause.span
                break


# -- verb copying ------------------------------------------------------------------------------------------

COPIED = re.compile(
    r"(?P<v>[^，。；：！？不没一了着过我你他她的是有在]|说|看)(?P<o>[^，。；：！？不没一了着过来就也还又得的]{1,5})(?P=v)(?:得(?!了|到|过)|了(?="
    + QUANTITY
    + r"|很久|半天|一|整|好|大半)|到(?!底)|(?:累|醉|饱|胖|瘦|晕|撑|怕|迟|完|懂|错|坏|晚|腻|烦|多|够|上瘾|好|会|丢|伤|出|哭|湿|病|疯|不[过完好懂了会到]|惯)(?:了|$|[^一-龥]))"
)


@predicate("patterns_verb_copy")
def verb_copy(sentence: Sentence) -> Iterator[Span]:
    """【三59】: verb, object, the same verb, complement."""
    for clause in clauses(sentence):
        found = COPIED.search(clause.text)
        if found and _verbs_twice(clause, found):
            yield clause.span


def _verbs_twice(clause: Clause, found: re.Match[str]) -> bool:
    first, second = clause.place_at(found.start("v")), clause.place_at(found.end("o"))
    if (
        first == second
        or clause.tag(second) not in {"VERB", "NOUN", "ADJ"}
        or clause.sentence.spans[second][0] != clause.start + found.end("o")
    ):
        return False
    return (
        clause.tag(first) in {"VERB", "NOUN"}
        and not re.search(r"[年天月日午面边次]$", clause.word(first))
        and clause.sentence.spans[first][0] == clause.start + found.start("v")
    )


# -- passive without a mark --------------------------------------------------------------------------------

DONE_TO = "吃|喝|做|写|卖|买|修|洗|打扫|收拾|准备|解决|完成|办|用|花|穿|寄|送|借|还|关|打开|印|画|盖|建|造|种|烧|煮|炒|切|改|整理|检查|发布|签|安排|弄|撕|打破|打碎|打印|打包|摔|拆|擦|布置|翻译|修改|批准|通过|收|取|发|推迟|付|交|锁|治|订|定|租|处理|调查|移交|取消|安装|贴|挂|晒|烤|包|倒|预订|删|录|拍|下载|上传|更新|选|查|算|抄|背|读|讲|谈|商量|讨论|实现|投入|公布|制定|制造|生产|设计|剪|理|烫|熨|缝|补|浇|喂|铺|刷|涂|拿|搬|存|缴|转|开发|恢复|端|抬|扛|挖|砍|推|拉|抱|捡|救|抓|采纳|接受|破解|查明|确定|落实|粉刷|清理|归还|寄存|签署|撤销|没收"
RESULT = "上来|上去|过来|过去|进来|完|好|光|破|坏|干净|清楚|错|掉|上|下来|出去|出来|下去|起来|回来|走|开|到|满|成|妥|齐|整齐|丢|碎|熟|干|烂|断|脏|湿|出|进去|进|见|明白|妥当"
UNMARKED = re.compile(
    r"(?P<v>"
    + "|".join(sorted(DONE_TO.split("|"), key=len, reverse=True))
    + r")(?P<c>(?:"
    + "|".join(sorted(RESULT.split("|"), key=len, reverse=True))
    + r")?(?:了)?)$"
)
ALREADY = re.compile(r"(?:都|已|已经|早就|早已|全|刚|刚刚|差不多)$")


@predicate("patterns_passive_3")
def passive_without_mark(sentence: Sentence) -> Iterator[Span]:
    """【五40】: a thing as subject, a verb that is done to it, a result; no 被, no agent."""
    for clause in clauses(sentence):
        text = clause.text.rstrip("吗吧呢啊呀嘛")
        found = UNMARKED.search(text)
        if not found or re.search(r"[被把叫让给将使令比]|" + PRONOUN + r"(?!的|们的|这|那)", text[: found.start()]):
            if not re.search(r"已(?:经)?(?:移交|收到|送达|提交|公布|批准|取消|完成|解决)", text) or re.search(
                r"[被把将我你他她们]", text
            ):
                continue
            found = re.search(r"已(?:经)?(?:移交|收到|送达|提交|公布|批准|取消|完成|解决)", text)
        if found and _thing_before(clause, found):
            yield clause.span


def _thing_before(clause: Clause, found: re.Match[str]) -> bool:
    """Whether only a thing (and adverbs) stands before the verb, and the verb has a result or follows an adverb."""
    head = clause.text[: found.start()]
    complement = found.groupdict().get("c", "已经") or ""
    if not head or not (
        len(complement) > 1
        or complement not in {"", "了"}
        or (len(found.groupdict().get("v") or "") > 1 and complement == "了")
        or ALREADY.search(head)
    ):
        return False
    place = clause.place_at(found.start())
    if clause.sentence.spans[place][0] != clause.start + found.start() and not found[0].startswith("已"):
        return False
    nouns = [at for at in range(clause.first, place) if clause.tag(at) in NOMINAL]
    verbs = [at for at in range(clause.first, place) if clause.tag(at) == "VERB" and clause.word(at + 1) not in {"的"}]
    if not nouns or verbs or any(clause.tag(at) == "ADP" for at in range(clause.first, place)):
        return False
    subject = (
        clause.word(
            [
                at
                for at in nouns
                if not re.search(r"(?:天|年|月|上|下|里|时候|现在|最后|晚上|早上|终于|以后|完)$", clause.word(at))
            ][-1]
        )
        if any(
            not re.search(r"(?:天|年|月|上|下|里|时候|现在|最后|晚上|早上|终于|以后|完)$", clause.word(at))
            for at in nouns
        )
        else ""
    )
    proper = clause.tag(nouns[-1]) == "PROPN"
    return bool(subject) and not is_person(subject) and not proper
