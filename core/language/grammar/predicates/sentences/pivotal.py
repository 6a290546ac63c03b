"""Pivotal sentences: 请他来, 选他当班长, 让人高兴 (兼语句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.predicates.sentences.passives import is_passive
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.clauses import Clause, clauses, end_of_object
from core.language.grammar.syntax.people import PERSON, is_person
from core.language.grammar.word_classes import pattern, words

ORDERS = words("verbs_of_ordering")
CAUSATIVES = frozenset({"使", "使得", "促使", "让", "叫"})
ASKED = re.compile(
    r"(?:恳请|敬请|(?<!申)(?<!邀)请|派|劝|催|命令|要求|允许|鼓励|邀请)(?:了|过)?"
    + PERSON
    + r"(?!的|了|们|吃饭$|而已)[^，。的]{2,}"
)
# 很不 and 不太 are not among the words before: as 很 + 不 and 不 + 太 they are, and twice over the time would double with each.
FEELS = pattern(r"^(?:%{adverbs_of_feeling}|有点儿?)*%{caused_feelings}")
ABLE = pattern(r"[^，。]{0,3}(?:不%{complements_not_able}|得(?:很|更|不)|起来$)")
CAUSES = pattern(r"%{nouns_of_causes}$")


def _pivots(clause: Clause, verbs: frozenset[str]) -> Iterator[tuple[int, int, int]]:
    """Places of a verb, of the person or thing that it acts on, and of what follows that nominal."""
    for index in clause.indices():
        word = clause.word(index)
        if word not in verbs or clause.tag(index) not in {"VERB", "ADP", "AUX"}:
            continue
        receiver = index + 1
        if clause.word(receiver) in {"了", "过"}:
            receiver += 1
        following = end_of_object(clause, receiver, 7)
        if following > receiver and following < clause.last and clause.word(following) not in {"的", "了", "过"}:
            yield index, receiver, following


def _acts_later(clause: Clause, following: int) -> bool:
    return any(clause.tag(i) in {"VERB", "ADJ"} for i in range(following, clause.last))


ACT_TOLD = pattern(r"%{acts_told}")
ADVERBS_BEFORE_CAUSING = pattern(r"(?:%{adverbs_before_causing}|没有?)+$")
NOT_A_CAUSE = pattern(r"(?:%{not_causes}|[天年月日时])$")
INSTITUTION = pattern(r"%{institutions}$")


def _causing(clause: Clause, index: int, following: int) -> bool:
    """Whether 让 or 叫 tells what brings a feeling or state about."""
    text = clause.sentence.text
    rest = text[clause.sentence.spans[following][0] : clause.end]
    if ACT_TOLD.match(rest):
        return bool(CAUSES.search(clause.before(index).rstrip("都也能会可以就真更才"))) and bool(ABLE.match(rest))
    if FEELS.match(rest) or ABLE.match(rest) or clause.tag(following) == "ADJ":
        return True
    subject = ADVERBS_BEFORE_CAUSING.sub("", clause.before(index))
    if not subject or NOT_A_CAUSE.search(subject) or INSTITUTION.search(subject):
        return False
    return not re.search(PERSON + "$", subject) and not is_person(subject)


@predicate
def told_to_act(sentence: Sentence) -> Iterator[Span]:
    """【三57】: somebody is told, asked, sent or allowed to do something."""
    for clause in clauses(sentence):
        if ASKED.search(clause.text):
            yield clause.span
            continue
        for index, receiver, following in _pivots(clause, ORDERS):
            word = clause.word(index)
            if (
                clause.word(following) in {"不如", "不是"}
                or not _acts_later(clause, following)
                or (word in {"叫", "让"} and (is_passive(clause) or _causing(clause, index, following)))
            ):
                continue
            if (word == "叫" and re.search(r"(?:做|作|名叫|为)$", clause.before(index))) or (
                word == "求" and len(clause.word(receiver)) > 2
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
        for index, _, following in _pivots(clause, CAUSATIVES):
            word = clause.word(index)
            if word in {"让", "叫"} and (is_passive(clause) or not _causing(clause, index, following)):
                continue
            if _acts_later(clause, following):
                yield clause.span
                break


PRAISED = pattern(
    r"(?:%{verbs_of_praise_and_blame}|夸奖?|(?<![难奇可])怪)(?:了|过)?(?P<p>"
    + PERSON
    + r"|[那这]个?[^，。的]{1,4}|小\S)(?P<r>[^的了，。！？][^，。]+)$"
)
NAMED = re.compile(
    r"(?<![可自])(?:称呼?|叫|选举?|推选|推举|评选?|收|说|(?<![承否公确默])认|拜|聘请?|任命|尊|封|当选|选举)(?P<p>[^，。；：！？被为]{1,10}?)(?P<k>做|为|当|是|"
    r"作)(?P<n>[^，。；：！？]+)$"
)


@predicate
def praised_or_named(sentence: Sentence) -> Iterator[Span]:
    """【四41】: praised or blamed for an act; called, chosen, taken as something."""
    for clause in clauses(sentence):
        praised = PRAISED.search(clause.text)
        if praised:
            index = clause.token_over(praised.start("r"))
            if (
                clause.tag(index) in {"VERB", "ADJ", "ADV", "AUX", "NOUN"}
                and _acts_later(clause, index)
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
