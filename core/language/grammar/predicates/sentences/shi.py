"""Sentences with 是 and with 是……的 (“是”字句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.adjectives import ADJECTIVE_AT_END
from core.language.grammar.syntax.clauses import Clause, clauses
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


@predicate
def view_of_the_speaker(sentence: Sentence) -> Iterator[Span]:
    """【四42】: 是 before a modal, negation or degree word, and 的 at the end."""
    yield from _of_kind(sentence, "de2")
