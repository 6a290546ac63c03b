"""Sentences with 有 (“有”字句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.adjectives import ADJECTIVE_AT_END
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.syntax.people import PERSON
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import expanded, pattern, words

NOT_HAVE = pattern(
    r"^(?:%{you_other_words}|[你他她我]的$|一点儿?(?!%{yidianr_nouns})|的(?!是)|关(?!系)|一[次天年回]|多[大少高长重远])"
)
FALLS_SHORT = re.compile(
    r"^(?!什么|谁|任何|一|人|时间|办法|关系|多)[^，。的]{1,8}?(?:这么|那么|这样|那样)?[^，。的]{1,3}$"
)
UNITS = expanded(r"(?:%{units_reached}|层楼?)")
REACHES = re.compile(
    r"(?<![没还只])有(?:大概|差不多|大约|近|将近|快|足足|至少)?(?:[零一二两三四五六七八九十百千万几半\d]+(?:来|多)?(?:岁|"
    + UNITS
    + r"(?:[一二三四五六七八九\d半]|多)?(?:高|长|宽|深|重|厚|大|远|粗)|米[一二三四五六七八九\d]+)|[三四五六七八九二十\d]+多?岁)"
)
LIKE_B = pattern(
    r"(?<![没只还])有(?P<b>[^，。；：！？的]{1,8}?)(?P<d>这么|那么|这样|那样)?%{qualities_reached}(?P<q>吗)?[了呢]?$"
)


def reaches_b(text: str) -> bool:
    """Whether a clause says that A has B's degree (A 有 B 这么高)."""
    match = LIKE_B.search(text)
    if not match or match["b"].startswith(("点", "些", "没", "时", "的", "什么", "多")):
        return False
    return bool(match["d"] or ((match["q"] or match["b"].endswith("一样")) and re.match(PERSON, match["b"])))


@predicate
def reaches(sentence: Sentence) -> Iterator[Span]:
    """【二55】: 有 before a measure that is reached, or before somebody whose degree is reached."""
    for clause in clauses(sentence):
        if REACHES.search(clause.text) or reaches_b(clause.text):
            yield clause.span


@predicate
def have(sentence: Sentence) -> Iterator[Span]:
    """【一37】: 有, 没有, 没 as a verb with an object that is owned or exists."""
    for clause in clauses(sentence):
        if any(_has_object(clause, index) for index in clause.indices()):
            yield clause.span


JOINED_WITH_YOU = tuple(words("verbs_joined_with_you"))


def _has_object(clause: Clause, index: int) -> bool:
    word, tag, rest = clause.word(index), clause.tag(index), clause.after(index)
    if (
        word not in {"有", "没有", "没", "还有", "只有"}
        or NOT_HAVE.match(rest)
        or (
            word == "只有"
            and (
                "才" in clause.sentence.text
                or any(clause.tag(i) in {"VERB", "AUX"} for i in range(index + 1, clause.last))
            )
        )
    ):
        return False
    if word in {"有", "还有"} and (REACHES.search(clause.text) or reaches_b(clause.text)):
        return False
    after = next((i for i in range(index + 1, clause.last) if clause.word(i) not in {"过", "了"}), clause.last)
    if after >= clause.last:
        return word == "有" and tag == "VERB" and clause.after(index) != clause.sentence.text and len(clause.text) > 2
    if word in {"有", "还有"}:
        return (
            not clause.before(index).endswith(JOINED_WITH_YOU) and clause.tag(after) not in {"PUNCT"} and tag != "ADV"
        )
    if clause.tag(after) in {"NOUN", "NUM", "PROPN", "PRON", "DET"} and word != "还有":
        if (
            word == "没有"
            and FALLS_SHORT.search(rest)
            and ADJECTIVE_AT_END.search(rest)
            and clause.tag(clause.last - 1) in {"ADJ", "PART"}
        ):
            return False
        comparing = (
            clause.tag(clause.last - 1) == "ADJ"
            and clause.tag(clause.last - 2) in NOMINAL | {"ADV", "PRON"}
            and clause.tag(after) in {"PRON", "DET", "PROPN"}
        )
        return not comparing
    return (
        clause.tag(after) == "ADJ"
        and any(clause.tag(i) == "NOUN" for i in range(after, clause.last))
        and not _compares(clause)
    )


def _compares(clause: Clause) -> bool:
    return bool(re.search(r"没有?.{1,10}(?:这么|那么)", clause.text))


WRITTEN_YOU = pattern(r"%{verbs_before_written_you}有(?!的|没|些?人|关|效|时|机)")


@predicate
def in_writing(sentence: Sentence) -> Iterator[Span]:
    """【五38】: 有着 with an object; a place, a verb of fixing with 有, an object."""
    for clause in clauses(sentence):
        text = clause.text
        if re.search(r"(?<!没)(?<!还没)有着(?!急|落|想|手|凉|火|重|迷|装|陆|呢|$)", text) or (
            WRITTEN_YOU.search(text) and not re.search(r"(?:种|含|写|记|画|放|留|建)有[的关]", text)
        ):
            yield clause.span
