"""作为, which names a role (引出凭借、依据)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.word_classes import pattern

BEFORE_ROLE = pattern(r"[“‘]?%{before_role}")


@check
def as_a_role(sentence: Sentence, markers: Markers) -> bool:
    """作为 as a preposition: at the head of a clause or between subject and verb, without 把, 以 or 用 before it."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    before = text[low:start]
    if re.search(r"[把将以被用]|当[成作]|选|拿|列", before):
        return False
    if not before and low > 0:
        return (high < len(text) and text[high] in "，,") or _verb_within(sentence, end, high)
    if not before or BEFORE_ROLE.fullmatch(before):
        return True
    return (high < len(text) and text[high] in "，,") or _verb_within(sentence, end, high)


def _verb_within(sentence: Sentence, end: int, high: int) -> bool:
    verbs = [
        t for t, (start, _) in enumerate(sentence.spans) if end < start < high and sentence.tokens[t].tag == "VERB"
    ]
    return bool(verbs)
