"""Serial verbs, pivotal sentences, two objects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.patterns import NOMINAL, PERSON, QUANTITY, Clause, clauses, is_person
from core.language.grammar.predicates.patterns_3 import is_passive
from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence

# -- serial verbs ------------------------------------------------------------------------------------------

GOING = frozenset("去 来 到 回 上 进 出去 出来 进来 进去 回来 回去 过来 过去 赶到 前往 下楼 上楼 回家 上街 上网 出门 上门 进城 回国 出国 赶回 跑到 走到 来到 回到 跑去 赶去 去到 跑来 出来 下来 上去 上来 下去".split())
DIRECTION = frozenset("来 去 上 下 进 出 回 过 起 开 上来 上去 下来 下去 进来 进去 出来 出去 回来 回去 过来 过去 起来 到 走 完 好 见 住 成 掉 着 在 给 是 有 会 能 要 想 可以 说 看来 来看 来说 为止 的话 没有 像 如 等 应该".split())
VEHICLE = r"(?:火车|飞机|汽车|公交车?|公共汽车|地铁|出租车?|船|高铁|[公校班客货卡专动快列电缆轿跑骑马]车|车|自行车|摩托车?|电动车|电梯|马|单车|大巴|的士|三轮车|轮船|\S{0,3}号线|\S{0,3}路车?|\S{0,4}航班)"
MANNER = re.compile(
    r"(?:(?:坐|乘坐?|搭乘?|骑|开|打|换乘?)(?:着|了)?(?:[^，。的]{0,3})?" + VEHICLE + r"|走路|步行|骑车|开车|坐车|打车|打的|坐船|跑步|骑马)(?:去|来|回|到|上[班学街]|下班|离开|进|出[去门发]|旅[行游]|前往|经过|送|接|穿过)"
)
WITH_ZHE = re.compile(r"(?P<v>[^，。；：！？有随沿为朝向接意本就照当趁顺凭靠怀])着(?P<o>[^，。；：！？着的]{0,8}?)(?P<n>[^，。；：！？着]{1,2})")
REPEATED = re.compile(r"(.{1,2})着\1着")


def _verb_at(clause: Clause, place: int) -> bool:
    return clause.tag(place) == "VERB" and clause.word(place) not in DIRECTION and clause.word(place + 1) not in {"的"}


def _real_verb(clause: Clause, place: int) -> bool:
    return clause.tag(place) == "VERB" and clause.word(place) not in DIRECTION


def _skip_object(clause: Clause, place: int, most: int = 6) -> int:
    """First token after a nominal object that begins at a token; the token itself when none begins there."""
    at = place
    while at < clause.last and at - place < most and (clause.tag(at) in NOMINAL | {"DET", "NUM"} or (clause.tag(at) == "ADJ" and clause.tag(at + 1) in NOMINAL | {"PART"} and clause.word(at + 1) != "了") or clause.word(at) in {"的", "个"} or (clause.tag(at) == "ADP" and clause.tag(at - 1) in NOMINAL)):
        at += 1
    return at


def _skip_adverbs(clause: Clause, place: int) -> int:
    while clause.tag(place) == "ADV" and clause.word(place) not in {"就", "才", "也", "还", "都", "又", "再", "不", "没", "没有", "并", "便"}:
        place += 1
    return place


def _goes_for(clause: Clause, place: int) -> bool:
    """Whether a verb of motion, with or without a place, is followed by what it is done for."""
    word = clause.word(place)
    if clause.tag(place) != "VERB" or word not in GOING or clause.before(place).endswith(("起", "从", "对", "拿", "下", "看", "一", "越", "本", "将", "近")):
        return False
    if clause.word(place - 1) in {"由", "让我"} or re.search(r"(?:从|对|对于|按|由|拿|用|就)[^，]{1,15}$", clause.before(place)) and word == "来":
        return False
    at = place + 1
    if clause.word(at) in {"了", "过"}:
        at += 1
    following = _skip_object(clause, at, 5)
    if word in {"到", "上", "进", "回", "来到", "走到", "回到", "跑到", "赶到", "前往"} and following == at:
        return False
    if word == "到" and (clause.tag(at) in {"NUM"} or re.match(r"(?:现在|目前|时候|今天|最后|底|晚上|后来|下[个一]|明[天年]|处|时)", clause.word(at))):
        return False
    if following > at and clause.word(following - 1) in {"的", "时候", "时", "以后", "后", "之后", "以前", "前"}:
        return False
    following = _skip_adverbs(clause, following)
    if clause.tag(following) == "ADP" and clause.word(following) in {"给", "跟", "和", "找", "帮", "替", "为", "向", "把"}:
        following = _skip_object(clause, following + 1, 3)
    if word == "来" and following == at and clause.before(place).endswith(("我", "我们", "咱们", "你", "谁")) and clause.word(following) in {"介绍", "做", "帮", "拿", "说", "回答", "付", "解决", "决定", "试试", "说说"}:
        return False
    return _verb_at(clause, following) or (clause.tag(following) == "VERB" and following > at and clause.word(following) in {"看"})


def _in_manner(clause: Clause) -> bool:
    text = clause.text
    if MANNER.search(text):
        return True
    for place in clause.places():
        if clause.word(place) == "着" and clause.tag(place - 1) == "VERB" and not REPEATED.search(text):
            if re.search(r"[有随沿为朝向接意本照当趁顺凭靠围绕]$", clause.word(place - 1)):
                continue
            following = _skip_adverbs(clause, _skip_object(clause, place + 1, 5))
            if clause.word(following) == "在":
                continue
            if (_real_verb(clause, following) or clause.word(following) in {"说", "去", "来", "回来", "回去", "走", "出去", "过来"}) and clause.word(following) != clause.word(place - 1):
                return clause.tag(following) == "VERB"
        if clause.word(place) == "用" and clause.tag(place) in {"VERB", "ADP"}:
            following = _skip_object(clause, place + 1, 5)
            if following > place + 1 and clause.word(following - 1) != "的" and (_verb_at(clause, following) or clause.word(following) == "来"):
                return True
    return False


@predicate("patterns_serial_2")
def serial_2(sentence: Sentence) -> Iterator[Span]:
    """【三56】: the first verb tells the manner, or the second the purpose."""
    for clause in clauses(sentence):
        if any(_goes_for(clause, place) for place in clause.places()) or _in_manner(clause):
            yield clause.span


AFTER_DONE = frozenset("完 好 上 下 起 开 出 关上 打开 拿起 拿出 穿上 放下 脱下 推开 穿好".split())
FIRST_ACTS = re.compile(
    r"(?<![要没不])(?:开门|关门|推门|起床|站起来|站起身来?|坐下来?|转身|转过身来?|回头|回过头来?|抬起?头来?|低头|低下头|下车|上车|下课|下班|放学|举手|伸手|弯腰|拿起[^，。]{1,4}|放下[^，。]{1,4}|穿上[^，。]{1,4}|脱下[^，。]{1,4}|关上[^，。]{1,3}|打开[^，。]{1,3}|推开[^，。]{1,3}|背上[^，。]{1,3}|戴上[^，。]{1,3}|拿出[^，。]{1,5}|掏出[^，。]{1,5}|接过[^，。]{1,4}|端起[^，。]{1,3}|买票|排队)(?P<n>[一-龥])"
)


def _then_acts(clause: Clause) -> bool:
    found = FIRST_ACTS.search(clause.text)
    if found:
        place = clause.place_at(found.start("n"))
        if clause.tag(place) == "VERB" and clause.sentence.spans[place][0] == clause.start + found.start("n") and clause.word(place) not in {"来", "起来", "的"} and clause.word(place + 1) != "的":
            return True
    for place in clause.places():
        if clause.tag(place) != "VERB" or clause.word(place) in {"有", "没有", "是", "为", "成为"}:
            continue
        word, mark = clause.word(place), clause.word(place + 1)
        done = mark in AFTER_DONE | {"了"} and not word.endswith(("有", "为"))
        if not done and not re.search(r".(?:完|好|上|下|起|开|出)$", word):
            continue
        at = place + 2 if done else place + 1
        if clause.word(at) == "了":
            at += 1
        following = _skip_adverbs(clause, _skip_object(clause, at, 5))
        if following == at and mark not in {"完", "好"} and not word.endswith(("完", "好")):
            continue
        if clause.word(following - 1) in {"的", "后", "以后", "之后", "时", "时候"} or re.match(QUANTITY + r"?(?:次|遍|下|天|年|小时|分钟)$", clause.word(following - 1)):
            continue
        if clause.tag(following) == "VERB" and (clause.word(following) in {"来", "去", "走", "回来", "回去", "出去", "进来", "进去"} or _verb_at(clause, following)) and clause.word(following) not in {"是", "有"}:
            return True
    return False


@predicate("patterns_serial_1")
def serial_1(sentence: Sentence) -> Iterator[Span]:
    """【二57】: one action follows the other."""
    yield from (clause.span for clause in clauses(sentence) if _then_acts(clause))


MEANS = "时间|办法|机会|能力|权利?|资格|义务|责任|勇气|信心|心情|兴趣|力气|精力|空儿?|本事|条件|理由|钱|事|话|工夫|必要|可能|胆量|把握|希望|方法|脸|东西|饭|书|衣服|地方|水|路"
HAS_TO = re.compile(r"(?P<h>有|没有|没)(?:足够的|很多|更多的?|什么|太多的?|一点儿?|这个|那个|那么多|这么多|许多|机会)?(?P<m>" + MEANS + r")(?P<n>[一-龥])")
BECAUSE = re.compile(
    r"(?:生病|[^毛看治得]病|着凉|感冒|受伤|发烧|喝醉|喝多|累|受凉|迟到|下雨|有事|犯错|失恋|失业|饿|吓|摔|淋雨)(?:得|了)?(?P<n>没|不能|住院|没能|感冒|发烧|躺|请假|休息|死|晕|倒|回家|没有|去不了|来不了|挨|被|受|取消|住进|哭)"
)
BUT_NOT = re.compile(r"(?P<v>[一-龥]{1,2})(?:了|完|好)(?:又|也|却|还|就)?(?P<n>没(?!完|有了|什么)|没有|不)(?P<m>[一-龥])")


@predicate("patterns_serial_3")
def serial_3(sentence: Sentence) -> Iterator[Span]:
    """【五41】: cause, contrast or condition between the verbs."""
    for clause in clauses(sentence):
        text = clause.text
        has = HAS_TO.search(text)
        if has and "有没有" not in text[: has.end()] and clause.tag(clause.place_at(has.start("n"))) in {"VERB"} and clause.sentence.spans[clause.place_at(has.start("n"))][0] == clause.start + has.start("n") and not re.search(r"的(?:" + MEANS + ")$", text) and clause.word(clause.place_at(has.start("n"))) not in DIRECTION - {"去", "来", "说"}:
            yield clause.span
            continue
        if BECAUSE.search(text) and "因" not in text and "如果" not in text:
            yield clause.span
            continue
        but = BUT_NOT.search(text)
        if but and clause.tag(clause.place_at(but.end("v") - 1)) == "VERB" and clause.tag(clause.place_at(but.start("m"))) == "VERB" and not re.search(r"(?:了解|为了|除了|到了)", but[0]) and "不了" not in but[0]:
            if not re.search(r"了没有?$", text):
                yield clause.span


# -- pivotal sentences -------------------------------------------------------------------------------------

ORDERS = "派|请|要求|命令|催|劝|求|逼|强迫|鼓励|邀请|组织|安排|动员|吩咐|嘱咐|委托|允许|准许|禁止|指示|号召|呼吁|请求|恳请|叮嘱|督促|打发|敬请|约|迫使|叫|让|催促|嘱托|托|劝说|指导|吸引|带领|引导|培养|严禁"
FEELS = re.compile(
    r"^(?:很|非常|十分|特别|更|更加|都|也|太|真|有点儿?|感到|觉得|深感|越来越|倍感|不禁|不由得|突然|一下子|立刻|总是|再也|完全|忍不住|从此|渐渐|慢慢|大为|变得|不得不|永远|无法|难以|几乎)*"
    r"(?:高兴|难过|感动|吃惊|惊讶|生气|失望|满意|羡慕|担心|着急|害怕|想起|想到|觉得|感到|睡不着|吃不下|明白|知道|认识到|懂得|意识到|喜欢|讨厌|难忘|兴奋|激动|佩服|尊敬|头疼|为难|受教育|伤心|开心|快乐|幸福|舒服|难受|烦|着迷|痛苦|后悔|紧张|放心|安心|奇怪|怀疑|相信|陶醉|震惊|振奋|鼓舞|遗憾|敬佩|心痛|心酸|心疼|尴尬|丢脸|哭笑不得|大失所望|爱|恨|怕|累|病|瘦|胖|忘|失去|变|成为|受|产生|发生|得到|获得|有|无|没|流|哭|笑|受不了|喘|忘不了|说不出|抬不起|陷入|印象)"
)
ABLE = re.compile(r"[^，。]{0,3}(?:不(?:着|下|了|出|到|起|住|清|懂|开|见|得|敢)|得(?:很|更|不)|起来$)")
CAUSES = re.compile(r"(?:事|事情|消息|话|结果|考试|电影|书|天气|声音|态度|情况|成绩|做法|故事|照片|歌|病|经历|表现|热情|眼神|问题|这|那|一切|音乐|味道|场景|经验|困难|压力|生活|工作|环境|时间|变化|技术|发展|政策|网络|手机|样|行为|精神|爱|失败|成功|雨|这样做|做|鼓励|关心|帮助|歌声|作品|回答|决定|笑容|风景|的)$")


def _pivot(clause: Clause, verbs: str) -> Iterator[tuple[int, int, int]]:
    """Places of a verb, of the person or thing that it acts on, and of what follows that nominal."""
    names = set(verbs.split("|"))
    for place in clause.places():
        word = clause.word(place)
        if word not in names or clause.tag(place) not in {"VERB", "ADP", "AUX"}:
            continue
        at = place + 1
        if clause.word(at) in {"了", "过"}:
            at += 1
        following = _skip_object(clause, at, 7)
        if following > at and following < clause.last and clause.word(following) not in {"的", "了", "过"}:
            yield place, at, following


def _acts_later(clause: Clause, following: int) -> bool:
    return any(clause.tag(at) in {"VERB", "ADJ"} for at in range(following, clause.last))


def _causing(clause: Clause, place: int, following: int) -> bool:
    """Whether 让 or 叫 tells what brings a feeling or state about."""
    text = clause.sentence.text
    rest = text[clause.sentence.spans[following][0] : clause.end]
    if re.match(r"(?:去|来|先|别|帮|回|早点|快|给|把|再|坐|写|做|打|买|到|在|吃|喝|看|听|说|明天|晚上|好好|每|一起)", rest):
        return bool(CAUSES.search(clause.before(place).rstrip("都也能会可以就真更才"))) and bool(ABLE.match(rest))
    if FEELS.match(rest) or ABLE.match(rest) or clause.tag(following) == "ADJ":
        return True
    return bool(CAUSES.search(clause.before(place).rstrip("都也能会可以就真更才"))) and not is_person(clause.before(place).rstrip("都也能会可以就真更才"))


@predicate("patterns_pivot_1")
def pivot_1(sentence: Sentence) -> Iterator[Span]:
    """【三57】: somebody is told, asked, sent or allowed to do something."""
    for clause in clauses(sentence):
        for place, at, following in _pivot(clause, ORDERS):
            word = clause.word(place)
            if not _acts_later(clause, following) or (word in {"叫", "让"} and (is_passive(clause) or _causing(clause, place, following))):
                continue
            if word == "叫" and re.search(r"(?:做|作|名叫|为)$", clause.before(place)) or (word == "求" and len(clause.word(at)) > 2):
                continue
            if re.search(r"(?:当|做|为)$", clause.word(following)) and word == "叫":
                continue
            yield clause.span
            break


@predicate("patterns_pivot_3")
def pivot_3(sentence: Sentence) -> Iterator[Span]:
    """【五42】: something causes a feeling, state or event."""
    for clause in clauses(sentence):
        if re.search(r"(?<![命夏法口司指律勒])令(?:人|我|你|他|她|大家|所有|观众|读者)[^，。]", clause.text):
            yield clause.span
            continue
        for place, _, following in _pivot(clause, "使|使得|促使|让|叫"):
            word = clause.word(place)
            if word in {"让", "叫"} and (is_passive(clause) or not _causing(clause, place, following)):
                continue
            if _acts_later(clause, following):
                yield clause.span
                break


PRAISED = re.compile(r"(?:表扬|批评|夸奖?|称赞|赞扬|赞美|责怪|怪|埋怨|抱怨|嘲笑|笑话|嫌|感谢|谢谢|佩服|羡慕|讨厌|恨|骂|指责|责备|原谅)(?:了|过)?(?P<p>" + PERSON + r"|[那这]个?[^，。的]{1,4}|小\S)(?P<r>[^的了，。！？][^，。]+)$")
NAMED = re.compile(r"(?<![可自])(?:称呼?|叫|选举?|推选|推举|评选?|收|说|认|拜|聘请?|任命|尊|封|当选|选举)(?P<p>[^，。；：！？被为]{1,10}?)(?P<k>做|为|当|是|作)(?P<n>[^，。；：！？]+)$")


@predicate("patterns_pivot_2")
def pivot_2(sentence: Sentence) -> Iterator[Span]:
    """【四41】: praised or blamed for an act; called, chosen, taken as something."""
    for clause in clauses(sentence):
        praised = PRAISED.search(clause.text)
        if praised:
            place = clause.place_at(praised.start("r"))
            if clause.tag(place) in {"VERB", "ADJ", "ADV", "AUX", "NOUN"} and _acts_later(clause, place) and "得" not in praised[0][:4]:
                yield clause.span
                continue
        named = NAMED.search(clause.text)
        if named and (re.match(PERSON + "$", named["p"]) or re.match(r"小|老|[这那]", named["p"]) or is_person(named["p"])) and not re.search(r"(?:要求|请)", named[0]):
            if not (named[0].startswith("说") and (named["k"] != "是" or named["p"] in {"这", "那", "我", "你", "这件事", "那个"} or named["p"].startswith(("这", "那")))):
                if not (named[0].startswith("叫") and named["k"] in {"做", "是"} and "叫他做" in named[0] and len(named["n"]) > 6):
                    yield clause.span


# -- two objects -------------------------------------------------------------------------------------------

GIVES = "送|借|还|教|问|告诉|找|赔|递|卖|租|欠|付|交|罚|赢|输|骗|请教|通知|答应|奖励|奖|赏|发|分|补|退|寄|汇|回答|授予|赠|赠送|支付|提供|传|带|拨|赐|偿还|赔偿|收|多收|少收"
TO_WHOM = re.compile(r"(?P<v>" + "|".join(sorted(GIVES.split("|"), key=len, reverse=True)) + r")(?P<g>给)?(?P<l>了|过)?(?P<p>" + PERSON + r"|陈立新等十名同志|每个?人|[^，。的]{0,6}(?:同学|老师|同志|客人|孩子|公司))(?!的|们|给)(?P<o>[^，。；：！？的们][^，。；：！？]*)")
SAYS = re.compile(r"(?:告诉|问|请教|通知|答应|回答)(?:了|过)?(?P<p>" + PERSON + r")(?!的|们)(?P<o>[^，。；：！？了]+)")
GIVE = re.compile(r"给(?:了|过)?(?P<p>" + PERSON + r"|[^，。的]{0,4}(?:同学|老师|客人|孩子)们?)(?!的|们|给)(?P<o>[^，。；：！？的们][^，。；：！？]*)")


@predicate("patterns_two_objects")
def two_objects(sentence: Sentence) -> Iterator[Span]:
    """【二61】: a verb of giving or telling with a person and a thing."""
    for clause in clauses(sentence):
        if _says(clause) or _gives(clause, TO_WHOM) or _gives(clause, GIVE):
            yield clause.span


def _says(clause: Clause) -> bool:
    found = SAYS.search(clause.text)
    return bool(found) and len(found["o"]) > 1 and clause.tag(clause.place_at(found.start())) == "VERB"  # type: ignore[index]


def _gives(clause: Clause, pattern: re.Pattern[str]) -> bool:
    for found in pattern.finditer(clause.text):
        place, thing = clause.place_at(found.start()), clause.place_at(found.start("o"))
        if clause.word(place).startswith(("给", *GIVES.split("|"))) and clause.sentence.spans[place][0] == clause.start + found.start():
            if clause.tag(thing) in {"NUM", "DET", "NOUN", "PROPN", "ADJ"} and _thing_given(clause, thing, found):
                return True
    return False


def _thing_given(clause: Clause, thing: int, found: re.Match[str]) -> bool:
    """Whether from a token on a nominal stands that is given, before any verb."""
    if re.match(QUANTITY + r"?(?:次|遍|天|年|下儿?|会儿|回)", found["o"]):
        return False
    end = _skip_object(clause, thing, 10)
    if end <= thing or not any(clause.tag(at) in {"NOUN", "PROPN"} or clause.tag(at) == "NUM" for at in range(thing, end)):
        return False
    plain = found.groupdict().get("v") is None
    return not (plain and end < clause.last and clause.tag(end) in {"VERB", "ADV"} and not re.match(QUANTITY, found["o"]))
