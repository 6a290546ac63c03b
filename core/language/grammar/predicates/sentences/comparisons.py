"""Comparisons: A 比 B, A 没有 B, A 跟 B 一样 (比较句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.predicates.sentences.you import reaches_b
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.adjectives import ADJECTIVE_AT_END
from core.language.grammar.syntax.amounts import QUANTITY
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.syntax.people import PERSON, PRONOUN
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import pattern

BI = pattern(r"(?<!%{before_other_bi})比(?!%{bi_other_words}|[0-9一二三四五六七八九十零]+(?:$|领先|大胜))")
GRADED = re.compile(r"(?:一点儿?|一些|些|得多|多了|很多|许多|不少|太多|几倍|" + QUANTITY + r")(?:了)?$")
EARLIER = re.compile(r"(?:多|少|早|晚|先|后|迟)(?:[^多少，]{1,4}?)(?:了|过)?(?:一点儿?|一些|些|" + QUANTITY + r")")
DEGREE_WITH_DE = re.compile(r"[^，多](?<!觉)(?<!值)(?<!显)(?<!变)(?<!记)得(?!多|很多|了|到|太多)")
STILL_MORE = re.compile(r"(?:更加?|还要?|更为|都更)(?!有)")
CHANGES = pattern(r"%{verbs_of_change}了?")


def _kind_of_bi(clause: Clause, offset: int) -> str:
    """Number of the comparison that 比 at an offset of the clause makes, or nothing."""
    text = clause.text.rstrip("吗吧呢啊呀嘛啦的")
    before, rest = text[:offset], text[offset + 1 :]
    if not rest or re.search(r"(.{2,4})还\1", rest) or (before.endswith(("要", "来", "想", "再")) and len(rest) < 3):
        return ""
    if before.endswith("一" + rest[1:2]) or (re.search(r"一.{1,2}$", before) and re.match(r"一", rest)):
        return ""
    if before.endswith("得") and not before.endswith(("觉得", "显得", "认得")):
        return "4"
    compared = re.sub(r"^" + PERSON, "", rest)
    compared = compared or rest
    earlier = EARLIER.search(compared)
    if earlier and _verb_after_first(clause, offset + 1 + rest.index(earlier[0])):
        return "4"
    if DEGREE_WITH_DE.search(rest):
        return "4"
    if before.endswith("不") and not before.endswith("要不"):
        return "4" if ADJECTIVE_AT_END.search(rest) or clause.tag(clause.last - 1) == "ADJ" or len(rest) > 2 else ""
    if STILL_MORE.search(rest):
        return "2"
    if GRADED.search(rest) and len(rest) > 2:
        return "2"
    if ADJECTIVE_AT_END.search(rest) or _ends_in_adjective(clause):
        return "1"
    return "2" if CHANGES.search(rest) else ""


def _ends_in_adjective(clause: Clause) -> bool:
    last = next((i for i in reversed(clause.indices()) if clause.tag(i) not in {"PART", "AUX", "PUNCT"}), -1)
    return clause.tag(last) == "ADJ"


def _verb_after_first(clause: Clause, offset: int) -> bool:
    """Whether 多, 少, 早 ... at an offset stands before a verb."""
    index = clause.token_over(offset)
    if len(clause.word(index)) > 1:
        return clause.tag(index) == "VERB"
    return clause.tag(index + 1) in {"VERB"} and clause.word(index + 1) not in {"了", "过", "一"}


def _compared(sentence: Sentence, kind: str) -> Iterator[Span]:
    for clause in clauses(sentence):
        match = BI.search(clause.text)
        if not match or clause.word(clause.token_over(match.start())) not in {"比", "不比"}:
            continue
        if _kind_of_bi(clause, match.start()) == kind:
            yield clause.span


FALLS_SHORT = pattern(
    r"没有?(?P<b>(?!%{not_standards_of_comparison}|一[个件本位次种条张])[^，。；：！？]{1,10}?)(?P<d>这么|那么|这样|那样)?(?P<p>[^，。；：！？]{1,4})$"
)


@predicate
def more_or_less(sentence: Sentence) -> Iterator[Span]:
    """【一38】: A 比 B with a bare adjective; A 没有 B with an adjective."""
    yield from _compared(sentence, "1")
    for clause in clauses(sentence):
        text = clause.text.rstrip("吗吧呢啊呀了的")
        match = FALLS_SHORT.search(text)
        if (
            not match
            or "有没有" in text
            or "就没有" in text
            or text[match.start("p") - 1 : match.start("p")] == "的"
            or not (ADJECTIVE_AT_END.search(text) or _ends_in_adjective(clause))
        ):
            continue
        index = clause.token_over(match.start("b"))
        if clause.tag(index) in NOMINAL | {"DET", "NUM"} and _adjective_predicate(clause, index):
            yield clause.span


def _adjective_predicate(clause: Clause, first: int) -> bool:
    """Whether from a token on nominals are followed by an adjective that is no attribute."""
    last = next((i for i in reversed(clause.indices()) if clause.tag(i) not in {"PART", "AUX", "PUNCT"}), -1)
    if last <= first or (clause.tag(last) not in {"ADJ", "VERB"} and not ADJECTIVE_AT_END.search(clause.word(last))):
        return False
    return (
        clause.tag(last - 1) in NOMINAL | {"ADV", "PRON", "DET", "PART"}
        or clause.word(last - 1) in {"得", "上", "里", "那么", "这么"}
        or clause.tag(last - 1) in {"ADP"}
        or last - first <= 2
    )


NOT_AS_GOOD = pattern(r"(?<=[^，。])不如(?!%{after_buru_of_advice})")


@predicate
def by_how_much(sentence: Sentence) -> Iterator[Span]:
    """【二58】: with a quantity, with 更 or 还, with 不如, or A 有 B with an adjective."""
    yield from _compared(sentence, "2")
    for clause in clauses(sentence):
        worse = NOT_AS_GOOD.search(clause.text)
        if (
            worse
            and not (
                re.fullmatch(r".{0,4}" + PRONOUN, clause.text[: worse.start()])
                and clause.tag(clause.token_over(worse.end())) == "VERB"
            )
        ) or reaches_b(clause.text):
            yield clause.span


@predicate
def the_same(sentence: Sentence) -> Iterator[Span]:
    """【二59】: A 跟 B 一样, 相同, with or without an adjective."""
    for clause in clauses(sentence):
        if re.search(
            r"(?:跟|和|与|同)[^，。；：！？像]{1,18}?(?:不一样|不相同|一样|相同|差不多)(?!，?[东人多]西)", clause.text
        ) and not re.search(r"(?:好像|就像|像)[^，]*一样", clause.text):
            yield clause.span


@predicate
def of_an_action(sentence: Sentence) -> Iterator[Span]:
    """【三58】: with 得, 不比, or 多, 少, 早, 晚 before the verb."""
    yield from _compared(sentence, "4")


LARGER = pattern(
    r"(?<![很太真最多不])(?P<a>%{qualities_compared})(?P<b>"
    + PERSON
    + r")(?P<q>(?:整整|好|足足|近)?[零一二两三四五六七八九十百千几半多\d]+(?:来|多)?%{units_compared})"
)


@predicate
def larger_than_somebody(sentence: Sentence) -> Iterator[Span]:
    """【五43】: an adjective with the person compared and a quantity."""
    for clause in clauses(sentence):
        match = LARGER.search(clause.text)
        if match and "比" not in clause.text[: match.start()] and re.match(PRONOUN + "|" + PERSON, match["b"]):
            index = clause.token_over(match.start("a"))
            if len(clause.word(index)) == 1 or clause.word(index)[1:] == match["b"]:
                yield clause.span
