"""Sentences with 是 and with 是……的 (“是”字句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.adjectives import ADJECTIVE_AT_END
from core.language.grammar.syntax.clauses import FINAL_PARTICLES, Clause, clauses
from core.language.grammar.syntax.people import PERSON, is_person
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import pattern, words

NOT_COPULA = pattern(r"%{before_other_shi}$")
TIME_FOCUS = (
    r"(?:[今明昨前去]天|[今明去前]年|上午|下午|早上|晚上|中午|上个?|下个?|这个?(?:月|周)|[零一二三四五六七八九十\d几半]+(?:点|号|月|年|天|岁|分)|什么时候|刚刚?|以前|后来|"
    r"小时候|当时|星期|周[一二三四五六日末]|那[时天年]|最近|很早|早就|几)"
)
FOCUS = pattern(r"^(?:(?:%{openers_of_focus}|为了?|按照?|经过?|因为?|特[地意]|第[一二三]次|" + TIME_FOCUS + r"))")
AGENT = re.compile(r"^" + PERSON + r"(?!的)")
VIEW = pattern(r"^%{adverbs_of_view}*?%{modals_and_negations}")
DEGREE = pattern(r"^(?:%{degree_words_with_shi}|有点儿?)[^的]+$")
DENIED = re.compile(r"^(?:不|没有?)(?!是|过)[^的]+$")


def copula_tokens(clause: Clause) -> Iterator[tuple[int, str]]:
    """Tokens that are the verb 是 (or 不是), with what follows in the clause without final particles."""
    for index in clause.indices():
        word = clause.word(index)
        if word not in {"是", "不是", "正是", "都是", "也是", "就是"} or (word == "就是" and index == clause.first):
            continue
        yield index, clause.after(index)


BEFORE_NO_SHI = tuple(words("before_no_shi"))


def kind_of_shi(clause: Clause, index: int, rest: str) -> str:
    """One of `plain`, `de1` (past event in focus), `de2` (speaker's view), `emphatic`, or nothing."""
    before = clause.before(index)
    copied = re.match(r"(?:不)?(.{1,4})$", rest)
    if (copied and before.rstrip("也").endswith(copied[1])) or before.endswith(BEFORE_NO_SHI):
        return ""
    if rest.startswith(("把", "被", "让", "给")) or (
        clause.tag(index + 1) == "VERB" and clause.text.endswith("了") and clause.tag(clause.last - 1) == "PART"
    ):
        return ""
    if (
        not rest
        or rest == "了"
        or rest.startswith(("因为", "由于", "说", "不是"))
        or (rest.startswith("为了") and "的" not in rest)
        or before.endswith(("要", "可", "但", "凡"))
    ):
        return ""
    if "的" in rest:
        kind = _kind_with_de(clause, index, rest)
        if kind:
            return kind
    denied = before.endswith("不") or clause.word(index) == "不是"
    if clause.word(index) == "是" and not denied and not NOT_COPULA.search(before) and before:
        if DEGREE.match(rest) and (clause.tag(clause.last - 1) not in NOMINAL or ADJECTIVE_AT_END.search(rest)):
            return "emphatic"
        if re.match(r"[^，。的]{1,3}了?(?:一?点儿?|一?些)$", rest) and clause.tag(index + 1) in {"ADJ", "VERB"}:
            return "emphatic"
        if (
            DENIED.match(rest)
            and clause.tag(index + 2) in {"VERB", "ADJ", "AUX"}
            and "而是" not in clause.sentence.text
        ):
            return "emphatic"
    return "plain"


def _kind_with_de(clause: Clause, index: int, rest: str) -> str:
    """For what follows 是 and holds 的: `de1`, `de2` or `plain`; nothing when 的 only joins a noun."""
    body, _, tail = rest.rpartition("的")
    bare_subject = clause.before(index).rstrip("都也不就正") in {"这", "那", "这些", "那些", "它"}
    verbs = [
        i
        for i in range(index + 1, clause.last)
        if clause.tag(i) == "VERB" and clause.sentence.spans[i][1] <= clause.start + clause.text.rindex("的")
    ]
    if tail:
        short = len(tail) <= 3 and not is_person(tail) and verbs and not re.search(r"[是有]", tail)
        focused = FOCUS.match(body) and not bare_subject and not body.endswith(("时候", "之间"))
        focused = focused and not body.startswith("为")
        return "de1" if short and focused and clause.tag(clause.last - 1) != "VERB" and not VIEW.match(body) else ""
    if body in {"真", "假", "没说"} or ("所" in body and AGENT.match(body)):
        return "plain"
    able = re.search(r"不(?:下去|了|到|起|得|出来?|完|动|清|好|来|过来?)$", body)
    if (VIEW.match(body) or able) and not FOCUS.match(body):
        return "de2"
    if not verbs or bare_subject:
        return "plain"
    if FOCUS.match(body) or (AGENT.match(body) and len(body) > 1 and not bare_subject):
        return "de2" if re.search(r"[^里](?:会|能|可以|应该)", body) else "de1"
    if clause.tag(index + 1) in {"PROPN", "NOUN", "PRON"} and clause.tag(index + 2) in {"VERB", "ADV"}:
        return "de1"
    return "plain"


def _of_kind(sentence: Sentence, kind: str) -> Iterator[Span]:
    for clause in clauses(sentence):
        for index, rest in copula_tokens(clause):
            if kind_of_shi(clause, index, rest) == kind:
                yield clause.span
                break


@predicate
def plain(sentence: Sentence) -> Iterator[Span]:
    """【一36】: 是 between nominals, or before an adjective or noun with 的."""
    yield from _of_kind(sentence, "plain")


@predicate
def past_event_in_focus(sentence: Sentence) -> Iterator[Span]:
    """【二60】: 是 before time, place, means or agent, a verb, and 的."""
    yield from _of_kind(sentence, "de1")


WITHOUT_SHI = pattern(
    r"%{past_times_in_focus}|[零一二三四五六七八九十\d两几]+(?:点|号|月|年|岁)|怎么|(?:在|从(?!来)|跟|和|用|由|通过)(?!一起|于)[^，。的]{1,8}|"
    r"(?:%{means_of_transport_in_focus})|才(?!多)|特[地意]|第一次|一个人|^谁"
)
"""What is in focus before the verb: past time, place, company, means, doer."""
NOT_PAST = words("not_told_as_past")
NO_EVENT = words("verbs_of_no_event")
MEANS = words("means_of_transport_in_focus")
LONGEST_OBJECT = 4
"""Characters of an object after 的 (几点起的床)."""


@predicate
def past_event_without_shi(sentence: Sentence) -> Iterator[Span]:
    """【二60】 with 是 left out: 你什么时候来的, 我坐飞机来的, 你几点起的床."""
    yield from (clause.span for clause in clauses(sentence) if "是" not in clause.text and _tells_past_event(clause))


def _tells_past_event(clause: Clause) -> bool:
    """Whether a clause is a subject or nothing, a focus, a verb, and 的, with at most a short object after the verb or after 的."""
    last = clause.last - 1
    while clause.word(last) in set(FINAL_PARTICLES):
        last -= 1
    de = next((i for i in range(last, clause.first, -1) if clause.word(i) == "的"), -1)
    if (
        de < 0
        or clause.word(clause.first) in {"按", "按照", "像"}
        or "除" in clause.text
        or any(clause.word(i) in NOT_PAST for i in clause.indices())
    ):
        return False
    if de < last and not _is_object_after_de(clause, de, last):
        return False
    verb = de - 1
    if de == last and clause.tag(verb) == "PRON" and clause.tag(verb - 1) == "VERB":
        verb -= 1
    if clause.tag(verb) != "VERB" or clause.word(verb) in NO_EVENT:
        return False
    before = clause.before(verb)
    focus = WITHOUT_SHI.search(before)
    others = [i for i in range(clause.first, verb) if clause.tag(i) == "VERB" and clause.word(i) not in MEANS]
    return not others and bool(focus)


def _is_object_after_de(clause: Clause, de: int, last: int) -> bool:
    """Whether what follows 的 at the end of a sentence is the object of the verb before it, and the clause no noun phrase."""
    after = clause.sentence.text[clause.sentence.spans[de][1] : clause.sentence.spans[last][1]]
    at_end = clause.sentence.text[clause.end :].strip("。？！?!. ”") == ""
    subject = clause.tag(clause.first) == "PRON" and clause.first == 0
    return (
        at_end
        and subject
        and len(after) <= LONGEST_OBJECT
        and not is_person(after)
        and (last == de + 1 or clause.tag(last) != "VERB")
        and all(clause.tag(i) in {"NOUN", "PROPN", "VERB"} for i in range(de + 1, last + 1))
    )


@predicate
def view_of_the_speaker(sentence: Sentence) -> Iterator[Span]:
    """【四42】: 是 before a modal, negation or degree word, and 的 at the end."""
    yield from _of_kind(sentence, "de2")
