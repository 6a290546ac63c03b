"""Measure words of time: 分钟, 年, 天, 周 (时量词); 把 between a verb and a noun."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.amounts import ba_counts
from core.language.grammar.syntax.clauses import clauses
from core.language.grammar.word_classes import expanded

ERA = expanded(r"%{eras}")


@check
def length_of_time(sentence: Sentence, markers: Markers) -> bool:
    """A length of time, not a year's name."""
    start, end = markers[-1]
    text = sentence.text
    if re.search(ERA + r"[元零一二三四五六七八九十百0-9]+$|[0-9]{4}$", text[:start]):
        return False
    if text[start] != "年":
        return not (text[start] == "周" and re.search(r"四$", text[:start]))
    if re.search(
        r"[〇零一二三四五六七八九]{3,}$|(?<![0-9])(?:19|20)[0-9]{2}$|(?<![0-9])[0-9]{2}$|[八九][0-9一二三四五六七八九]$",
        text[:start],
    ):
        return bool(re.search(r"(?<![0-9])[1-9][0-9]$", text[:start])) and not re.match(
            r"(?:[春夏秋冬的]|[0-9])", text[end:]
        )
    return not re.search(
        r"(?:第|元|公元前|[大小]|同|哪|星期|去|今|明|前[一两]?)[一二三四五六七八九十0-9]*$", text[:start]
    ) or bool(re.search(r"前[一两几]$", text[:start]))


@predicate
def ba_without_numeral(sentence: Sentence) -> Iterator[Span]:
    """【三09】: 把 with 一 left out (拿着把伞)."""
    for clause in clauses(sentence):
        for index in clause.indices():
            if ba_counts(clause, index):
                yield sentence.spans[index]


@check
def ba_is_no_measure(sentence: Sentence, markers: Markers) -> bool:
    """把 is the preposition as far as `ba_counts` can tell."""
    index = sentence.token_over(markers[-1][0])
    return not any(ba_counts(clause, index) for clause in clauses(sentence) if clause.first <= index < clause.last)
