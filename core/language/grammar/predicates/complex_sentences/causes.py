"""因为 on its own (因果复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.complex_sentences.linked_clauses import (
    clause_index,
    follows_clause,
    has_predicate,
)
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence


@check
def yinwei(sentence: Sentence, markers: Markers) -> bool:
    """因为 that links clauses on its own: after a clause, or before one with a predicate of its own."""
    text, offset = sentence.text, markers[0][0]
    if re.match(r"因为[^；;]{1,50}?所以", text[offset:]) or re.search(r"[是就正都仅只]$", text[:offset]):
        return False
    index = clause_index(sentence, offset)
    start, end = sentence.clauses[index]
    if re.search(r"[^然反因从]而(?![且是])", text[offset:end]):
        return False
    if offset == start and index > 0:
        return follows_clause(sentence, offset) and has_predicate(sentence, offset + 2, end)
    return index + 1 < len(sentence.clauses) and has_predicate(sentence, offset + 2, end)
