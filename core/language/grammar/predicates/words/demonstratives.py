"""Demonstratives: 这, 那, 那么, 有的 (指示代词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.word_classes import pattern

THEN = pattern(r"那(?=%{what_follows_then}|好，|[，])")


@check
def points_at_something(sentence: Sentence, markers: Markers) -> bool:
    """这 or 那 as a pronoun, not 那 as then."""
    start, end = markers[0]
    text = sentence.text
    if text[start : end + 1] in {"这么", "那么", "这样", "那样"}:
        return False
    if text[start] != "那" or end - start > 1:
        return True
    return not is_then(sentence, start)


NOT_THEN = pattern(r"那%{not_then}")


def is_then(sentence: Sentence, start: int) -> bool:
    """那 at the head of a clause, followed by what begins a clause of its own."""
    text = sentence.text
    low, _ = clause_around(sentence, start)
    if text[low:start].strip("“‘\"'（ 　啊哦嗯好") not in {"", "好吧"}:
        return False
    if not THEN.match(text, start):
        return False
    if NOT_THEN.match(text[start : start + 6]):
        return bool(re.match(r"那(?:太好|就是说|真是太)", text[start:]))
    return True


@check
def some_of(sentence: Sentence, markers: Markers) -> bool:
    """有的 at the head of a noun phrase, not a verb with 的."""
    start, end = markers[0]
    text = sentence.text
    before, after = text[max(0, start - 2) : start], text[end : end + 1]
    if re.search(r"[我你他她它们家人国]$", before) and after not in {"", "是"}:
        return bool(re.search(r"(?:我们|你们|他们|她们|它们|孩子们|人们)$", text[max(0, start - 3) : start]))
    return after not in set("，。！？、") and not re.search(r"[该应固特仅现原本]$", before)


QUALITY = pattern(r"%{qualities_after_zheme}")


@check
def degree(sentence: Sentence, markers: Markers) -> bool:
    """那么 before an adjective or verb it describes, not as a link between clauses."""
    start, end = markers[0]
    text = sentence.text
    low, _ = clause_around(sentence, start)
    if text[low:start].strip("“‘\"'"):
        return not re.match(r"(?:就|我们?就|[，,])", text[end:])
    return bool(QUALITY.match(text[end:])) and not re.match(r"大家|多少|好[，。]", text[end:])
