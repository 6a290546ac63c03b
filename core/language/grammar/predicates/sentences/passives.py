"""Passives with 被, 叫, 让, 给, 所, and without a mark (被动句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.syntax.people import PERSON, PRONOUN, is_person
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import pattern, words

BEI = re.compile(r"(?<!选举[与和])(?<![棉毛羽夹绒植])被(?![子告窝单褥罩套里])")
AGENT_WORD = pattern("^" + PERSON + "$|.%{agent_ends}$")
HARMED = pattern(
    r"(?:叫|让)(?P<a>[^，。；：！？给被把很更都不会能要去来]{1,10}?)(?P<g>给)?(?:都|全|不小心|一下子|刚刚?|完全|彻底)?"
    r"(?P<v>%{harmful_verbs}(?:%{harmful_results}|得[^，。]+)?了?)$"
)
GIVEN_AGENT = re.compile(r"(?P<m>被|叫|让)(?P<a>[^，。；：！？被把]{1,14}?)给(?P<v>[^，。；：！？]{1,8})$")
WITHOUT_AGENT = pattern(r"%{verbs_without_agent}(?!我|你|他)")


def _passive_kind(clause: Clause) -> str:
    """Number of the passive (1, 2, 4) that a clause is, or nothing."""
    text = clause.text.rstrip("吗吧呢啊呀嘛啦")
    match = BEI.search(text)
    if not match:
        harmed = HARMED.search(text)
        if (
            harmed
            and _patient_before(clause, harmed.start())
            and not re.match(PERSON + "?(?:去|来|别|先)", harmed["a"])
        ):
            return "4" if harmed["g"] else "1"
        return "4" if _given(clause, text) and not re.search(r"(?:让|叫)" + PERSON + r"给" + PERSON, text) else ""
    index = clause.token_over(match.start())
    if clause.word(index) not in {"被", "就被", "却被"} and not clause.word(index).startswith("被"):
        return ""
    rest = text[match.end() :]
    if re.match(r"[^，。]{1,20}?所(?!有|以|谓|在|[一二三两几])", rest) or not rest:
        return ""
    if _given(clause, text):
        return "4"
    following = index + 1
    while clause.tag(following) in {"ADV", "AUX"} or clause.word(following) in {"地"}:
        following += 1
    direct = (
        clause.tag(following) == "VERB"
        and not AGENT_WORD.search(clause.word(following))
        and clause.word(following) not in {"大", "小", "老", "多", "好", "新"}
        and clause.word(following + 1) != "的"
    )
    if clause.word(index) != "被" or direct or WITHOUT_AGENT.match(rest):
        return "2"
    return "1"


NOT_VERBS_AFTER_GEI = tuple(words("not_verbs_after_gei"))
RESULT_AFTER_GEI = pattern(r"了|得|%{results_after_gei}$")


def _given(clause: Clause, text: str) -> bool:
    """Whether 给 stands before the verb of a passive."""
    match = GIVEN_AGENT.search(text)
    if not match or match["v"].startswith(NOT_VERBS_AFTER_GEI):
        return False
    index = clause.token_over(match.start("v"))
    return clause.tag(index) == "VERB" and bool(RESULT_AFTER_GEI.search(match["v"]))


def _starts_with_time(text: str) -> bool:
    """Whether a clause begins with a time word, its subject left to the clause before."""
    return re.match(r"(?:[昨今前]天|早上|晚上|刚才|已经|早就|差点儿?|也|都|全)", text) is not None


ADVERBS_AFTER_PATIENT = pattern(r"%{adverbs_after_patient}+$")


def _patient_before(clause: Clause, offset: int) -> bool:
    """Whether what stands before 叫 or 让 is no person that gives orders."""
    head = ADVERBS_AFTER_PATIENT.sub("", clause.text[:offset])
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


UNMARKED = pattern(r"(?P<v>%{verbs_done_to_things})(?P<c>%{results_of_things_done}?(?:了)?)$")
ALREADY = re.compile(r"(?:都|已|已经|早就|早已|全|刚|刚刚|差不多)$")


@predicate
def unmarked(sentence: Sentence) -> Iterator[Span]:
    """【五40】: a thing as subject, a verb that is done to it, a result; no 被, no agent."""
    for clause in clauses(sentence):
        text = clause.text.rstrip("吗吧呢啊呀嘛")
        match = UNMARKED.search(text)
        if not match or re.search(r"[被把叫让给将使令比]|" + PRONOUN + r"(?!的|们的|这|那)", text[: match.start()]):
            if not re.search(r"已(?:经)?(?:移交|收到|送达|提交|公布|批准|取消|完成|解决)", text) or re.search(
                r"[被把将我你他她们]", text
            ):
                continue
            match = re.search(r"已(?:经)?(?:移交|收到|送达|提交|公布|批准|取消|完成|解决)", text)
        if match and _thing_before(clause, match):
            yield clause.span


TIME_BEFORE_PASSIVE = pattern(r"%{times_before_passive}$")


def _thing_before(clause: Clause, match: re.Match[str]) -> bool:
    """Whether only a thing (and adverbs) stands before the verb, and the verb has a result or follows an adverb."""
    head = clause.text[: match.start()]
    complement = match.groupdict().get("c", "已经") or ""
    if not head or not (
        len(complement) > 1
        or complement not in {"", "了"}
        or (len(match.groupdict().get("v") or "") > 1 and complement == "了")
        or ALREADY.search(head)
    ):
        return False
    index = clause.token_over(match.start())
    if clause.sentence.spans[index][0] != clause.start + match.start() and not match[0].startswith("已"):
        return False
    nouns = [i for i in range(clause.first, index) if clause.tag(i) in NOMINAL]
    verbs = [i for i in range(clause.first, index) if clause.tag(i) == "VERB" and clause.word(i + 1) not in {"的"}]
    if not nouns or verbs or any(clause.tag(i) == "ADP" for i in range(clause.first, index)):
        return False
    subject = (
        clause.word([i for i in nouns if not TIME_BEFORE_PASSIVE.search(clause.word(i))][-1])
        if any(not TIME_BEFORE_PASSIVE.search(clause.word(i)) for i in nouns)
        else ""
    )
    proper = clause.tag(nouns[-1]) == "PROPN"
    return bool(subject) and not is_person(subject) and not proper
