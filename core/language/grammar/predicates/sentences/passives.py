"""Passives with 被, 叫, 让, 给, 所, and without a mark (被动句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Markers, Span, check, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.syntax.people import PERSON, PRONOUN, is_person
from core.language.grammar.syntax.tokens import NOMINAL

BEI = re.compile(r"(?<!选举[与和])(?<![棉毛羽夹绒植])被(?![子告窝单褥罩套里])")
AGENT_WORD = re.compile("^" + PERSON + "$|.(?:声|者|局|司|院|国|枪|军|队|雨|风|水|光)$")
HARMED = re.compile(
    r"(?:叫|让)(?P<a>[^，。；：！？给被把很更都不会能要去来]{1,10}?)(?P<g>给)?(?:都|全|不小心|一下子|刚刚?|完全|彻底)?"
    r"(?P<v>(?:偷|弄|摔|打|吃|喝|拿|骑|借|看|听|发|迷|淋|刮|骗|撞|咬|抢|丢|用|花|删|忘|撕|买|占|踩|砸|烧|吹|冲|关|带|抓|逮|碰|挤|压|叼|猜|毁|晒|划|骂|踢|扔|卖|炒|拆|管|惯|宠|捡|洗|锁|赶|蒙|磨|雨淋|虫咬|发现|看见|听见|破坏|弄丢|打扰|吸引|搬|掏|挖|抱|牵|领|挡|堵|吞|拐|吓|抄|剪|砍)(?:走|脏|坏|破|光|完|见|现|住|湿|跑|丢|掉|着|碎|倒|断|出来|到|开|死|伤|乱|烂|错|惯|醒|翻|去|回去|飞|出去|得[^，。]+)?了?)$"
)
GIVEN_AGENT = re.compile(r"(?P<m>被|叫|让)(?P<a>[^，。；：！？被把]{1,14}?)给(?P<v>[^，。；：！？]{1,8})$")


def _passive_kind(clause: Clause) -> str:
    """Number of the passive (1, 2, 4) that a clause is, or nothing."""
    text = clause.text.rstrip("吗吧呢啊呀嘛啦")
    found = BEI.search(text)
    if not found:
        harmed = HARMED.search(text)
        if (
            harmed
            and _patient_before(clause, harmed.start())
            and not re.match(PERSON + "?(?:去|来|别|先)", harmed["a"])
        ):
            return "4" if harmed["g"] else "1"
        return "4" if _given(clause, text) and not re.search(r"(?:让|叫)" + PERSON + r"给" + PERSON, text) else ""
    place = clause.place_at(found.start())
    if clause.word(place) not in {"被", "就被", "却被"} and not clause.word(place).startswith("被"):
        return ""
    rest = text[found.end() :]
    if re.match(r"[^，。]{1,20}?所(?!有|以|谓|在|[一二三两几])", rest) or not rest:
        return ""
    if _given(clause, text):
        return "4"
    following = place + 1
    while clause.tag(following) in {"ADV", "AUX"} or clause.word(following) in {"地"}:
        following += 1
    direct = (
        clause.tag(following) == "VERB"
        and not AGENT_WORD.search(clause.word(following))
        and clause.word(following) not in {"大", "小", "老", "多", "好", "新"}
        and clause.word(following + 1) != "的"
    )
    if (
        clause.word(place) != "被"
        or direct
        or re.match(
            r"(?:称|誉|评|选|定|列|视|认|看|派|请|任命|偷|打|骂|关|吵|迫|抓|发现|送|拿|借|用)(?!我|你|他)", rest
        )
    ):
        return "2"
    return "1"


def _given(clause: Clause, text: str) -> bool:
    """Whether 给 stands before the verb of a passive."""
    found = GIVEN_AGENT.search(text)
    if not found or found["v"].startswith(("了", "他", "她", "我", "你", "妈", "爸", "老", "大家", "孩子", "人")):
        return False
    place = clause.place_at(found.start("v"))
    return clause.tag(place) == "VERB" and bool(re.search(r"了|得|[走掉坏碎破光倒开跑完丢住醒]$", found["v"]))


def _starts_with_time(text: str) -> bool:
    """Whether a clause begins with a time word, its subject left to the clause before."""
    return re.match(r"(?:[昨今前]天|早上|晚上|刚才|已经|早就|差点儿?|也|都|全)", text) is not None


def _patient_before(clause: Clause, offset: int) -> bool:
    """Whether what stands before 叫 or 让 is no person that gives orders."""
    head = re.sub(r"(?:都|也|又|已经|早就|刚|全|昨天|今天|差点儿|一不小心|不小心|完全)+$", "", clause.text[:offset])
    return (bool(head) or (clause.start > 0 and _starts_with_time(clause.text))) and (
        not is_person(head) or re.search(r"(?:迷住|吸引|骗|咬|撞|淋|骂|感动|惯|宠)", clause.text) is not None
    )


@predicate
def with_agent(sentence: Sentence) -> Iterator[Span]:
    """【三55】: 被, 叫, 让 with an agent."""
    yield from (clause.span for clause in clauses(sentence) if _passive_kind(clause) == "1")


@predicate
def without_agent(sentence: Sentence) -> Iterator[Span]:
    """【四39】: 被 right before the verb."""
    yield from (clause.span for clause in clauses(sentence) if _passive_kind(clause) == "2")


@predicate
def with_agent_and_gei(sentence: Sentence) -> Iterator[Span]:
    """【六41】: an agent, and 给 before the verb."""
    yield from (clause.span for clause in clauses(sentence) if _passive_kind(clause) == "4")


def is_passive(clause: Clause) -> bool:
    """Whether 叫 or 让 in a clause marks an agent."""
    return not BEI.search(clause.text) and _passive_kind(clause) in {"1", "4"}


@check
def with_suo(sentence: Sentence, markers: Markers) -> bool:
    """【七—九089】: the 所 phrase is the predicate, no attribute of a noun."""
    start, end = markers[0]
    agent = sentence.text[start + 1 : end].partition("所")[0]
    if sentence.text[start] == "被":
        return True
    return not (sentence.text[end : end + 1] == "的" and re.fullmatch(PERSON, agent))


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


@predicate
def unmarked(sentence: Sentence) -> Iterator[Span]:
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
