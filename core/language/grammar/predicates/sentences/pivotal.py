"""Pivotal sentences: 请他来, 选他当班长, 让人高兴 (兼语句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.sentences.passives import is_passive
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.clauses import Clause, clauses, end_of_object
from core.language.grammar.syntax.people import PERSON, is_person

ORDERS = "派|请|要求|命令|催|劝|求|逼|强迫|鼓励|邀请|组织|安排|动员|吩咐|嘱咐|委托|允许|准许|禁止|指示|号召|呼吁|请求|恳请|叮嘱|督促|打发|敬请|约|迫使|叫|让|催促|嘱托|托|劝说|指导|引导|严禁"
ASKED = re.compile(
    r"(?:恳请|敬请|(?<!申)(?<!邀)请|派|劝|催|命令|要求|允许|鼓励|邀请)(?:了|过)?"
    + PERSON
    + r"(?!的|了|们|吃饭$|而已)[^，。的]{2,}"
)
# 很不 and 不太 are not among the words before: as 很 + 不 and 不 + 太 they are, and twice over the time would double with each.
FEELS = re.compile(
    r"^(?:久久|深深|无比|感觉|不|很|非常|十分|特别|更|更加|都|也|太|真|有点儿?|感到|觉得|深感|越来越|倍感|不禁|不由得|突然|一下子|立刻|总是|再也|完全|忍不住|从此|渐渐|慢慢|大为|变得|不得不|永远|无法|难以|几乎)*"
    r"(?:高兴|难过|感动|吃惊|惊讶|生气|失望|满意|羡慕|担心|着急|害怕|想起|想到|觉得|感到|睡不着|吃不下|明白|知道|认识到|懂得|意识到|喜欢|讨厌|难忘|兴奋|激动|佩服|尊敬|头疼|为难|受教育|伤心|开心|快乐|幸福|舒服|难受|烦|着迷|痛苦|后悔|紧张|放心|安心|奇怪|怀疑|相信|陶醉|震惊|振奋|鼓舞|遗憾|敬佩|心痛|心酸|心疼|尴尬|丢脸|哭笑不得|大失所望|爱|恨|怕|累|病|瘦|胖|忘|失去|变|成为|受|产生|发生|得到|获得|有|无|没|流|哭|笑|受不了|喘|忘不了|说不出|抬不起|陷入|印象|充满|联想|舒服|忘怀|体会|感受|暖和|放松|入迷|神往|上瘾|眼前一亮|大开眼界)"
)
ABLE = re.compile(r"[^，。]{0,3}(?:不(?:着|下|了|出|到|起|住|清|懂|开|见|得|敢)|得(?:很|更|不)|起来$)")
CAUSES = re.compile(
    r"(?:事|事情|消息|话|结果|考试|电影|书|天气|声音|态度|情况|成绩|做法|故事|照片|歌|病|经历|表现|热情|眼神|问题|这|那|一切|音乐|味道|场景|经验|困难|压力|生活|工作|环境|时间|变化|技术|发展|政策|网络|手机|样|行为|精神|爱|失败|成功|雨|这样做|做|鼓励|关心|帮助|歌声|作品|回答|决定|笑容|风景|的)$"
)


def _pivots(clause: Clause, verbs: str) -> Iterator[tuple[int, int, int]]:
    """Places of a verb, of the person or thing that it acts on, and of what follows that nominal."""
    names = set(verbs.split("|"))
    for place in clause.places():
        word = clause.word(place)
        if word not in names or clause.tag(place) not in {"VERB", "ADP", "AUX"}:
            continue
        at = place + 1
        if clause.word(at) in {"了", "过"}:
            at += 1
        following = end_of_object(clause, at, 7)
        if following > at and following < clause.last and clause.word(following) not in {"的", "了", "过"}:
            yield place, at, following


def _acts_later(clause: Clause, following: int) -> bool:
    return any(clause.tag(at) in {"VERB", "ADJ"} for at in range(following, clause.last))


def _causing(clause: Clause, place: int, following: int) -> bool:
    """Whether 让 or 叫 tells what brings a feeling or state about."""
    text = clause.sentence.text
    rest = text[clause.sentence.spans[following][0] : clause.end]
    if re.match(
        r"(?:去|来|先|别|帮|回|早点|快|给|把|再|坐|写|做|打|买|到|在|吃|喝|看|听|说|明天|晚上|好好|每|一起)", rest
    ):
        return bool(CAUSES.search(clause.before(place).rstrip("都也能会可以就真更才"))) and bool(ABLE.match(rest))
    if FEELS.match(rest) or ABLE.match(rest) or clause.tag(following) == "ADJ":
        return True
    subject = re.sub(
        r"(?:都|也|能|会|可以|就|真|更|才|还|将|总|常常|不|没有?|已经|必|所以|但|而|并)+$", "", clause.before(place)
    )
    if (
        not subject
        or re.search(r"(?:时候|以后|以前|之后|之前|[天年月日时]|请|要|想|别|好|来|不如|干脆|快|先)$", subject)
        or re.search(r"(?:学校|公司|政府|单位|部门|医院|银行|法院|家里|国家|医|班|队)$", subject)
    ):
        return False
    return not re.search(PERSON + "$", subject) and not is_person(subject)


@predicate
def told_to_act(sentence: Sentence) -> Iterator[Span]:
    """【三57】: somebody is told, asked, sent or allowed to do something."""
    for clause in clauses(sentence):
        if ASKED.search(clause.text):
            yield clause.span
            continue
        for place, at, following in _pivots(clause, ORDERS):
            word = clause.word(place)
            if (
                clause.word(following) in {"不如", "不是"}
                or not _acts_later(clause, following)
                or (word in {"叫", "让"} and (is_passive(clause) or _causing(clause, place, following)))
            ):
                continue
            if (word == "叫" and re.search(r"(?:做|作|名叫|为)$", clause.before(place))) or (
                word == "求" and len(clause.word(at)) > 2
            ):
                continue
            if re.search(r"(?:当|做|为)$", clause.word(following)) and word == "叫":
                continue
            yield clause.span
            break


@predicate
def caused_to_feel(sentence: Sentence) -> Iterator[Span]:
    """【五42】: something causes a feeling, state or event."""
    for clause in clauses(sentence):
        if re.search(r"(?<![命夏法口司指律勒])令(?:人|我|你|他|她|大家|所有|观众|读者)[^，。]", clause.text):
            yield clause.span
            continue
        if re.search(
            r"(?<![大天公特即驱促指])使(?:人们?|我们?|你们?|他们?|她们?|它们?|大家|自己|观众)(?!用|的)[^，。]{2}",
            clause.text,
        ):
            yield clause.span
            continue
        for place, _, following in _pivots(clause, "使|使得|促使|让|叫"):
            word = clause.word(place)
            if word in {"让", "叫"} and (is_passive(clause) or not _causing(clause, place, following)):
                continue
            if _acts_later(clause, following):
                yield clause.span
                break


PRAISED = re.compile(
    r"(?:表扬|批评|夸奖?|称赞|赞扬|赞美|责怪|(?<![难奇可])怪|埋怨|抱怨|嘲笑|笑话|嫌|感谢|谢谢|佩服|羡慕|讨厌|恨|骂|指责|责备|原谅)(?:了|过)?(?P<p>"
    + PERSON
    + r"|[那这]个?[^，。的]{1,4}|小\S)(?P<r>[^的了，。！？][^，。]+)$"
)
NAMED = re.compile(
    r"(?<![可自])(?:称呼?|叫|选举?|推选|推举|评选?|收|说|(?<![承否公确默])认|拜|聘请?|任命|尊|封|当选|选举)(?P<p>[^，。；：！？被为]{1,10}?)(?P<k>做|为|当|是|作)(?P<n>[^，。；：！？]+)$"
)


@predicate
def praised_or_named(sentence: Sentence) -> Iterator[Span]:
    """【四41】: praised or blamed for an act; called, chosen, taken as something."""
    for clause in clauses(sentence):
        praised = PRAISED.search(clause.text)
        if praised:
            place = clause.place_at(praised.start("r"))
            if (
                clause.tag(place) in {"VERB", "ADJ", "ADV", "AUX", "NOUN"}
                and _acts_later(clause, place)
                and praised["r"] not in {"容易", "难", "很难", "很容易"}
                and not (praised["r"].startswith(("很", "太")) and "别人" in praised["p"])
            ):
                yield clause.span
                continue
        named = NAMED.search(clause.text)
        if (
            (
                named
                and (
                    re.match(PERSON + "$", named["p"]) or re.match(r"小|老|[这那]", named["p"]) or is_person(named["p"])
                )
                and not re.search(r"(?:要求|请)", named[0])
            )
            and not (
                named[0].startswith("说")
                and (
                    named["k"] != "是"
                    or named["p"] in {"这", "那", "我", "你", "这件事", "那个"}
                    or named["p"].startswith(("这", "那"))
                )
            )
            and not (
                named[0].startswith("叫")
                and named["k"] in {"做", "是"}
                and "叫他做" in named[0]
                and len(named["n"]) > 6
            )
        ):
            yield clause.span
