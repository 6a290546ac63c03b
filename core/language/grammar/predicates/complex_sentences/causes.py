"""因为 on its own (因果复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.complex_sentences.linked_clauses import (
    clause_index,
    follows_clause,
    has_predicate,
)
from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence


@check
def yinwei(sentence: Sentence, markers: Markers) -> bool:
    """因为 that links clauses on its own: after a clause, or before one with a predicate of its own."""
    text, at = sentence.text, markers[0][0]
    if re.match(r"因为[^；;]{1,50}?所以", text[at:]) or re.search(r"[是就正都仅只]$", text[:at]):
        return False
    place = clause_index(sentence, at)
    start, end = sentence.clauses[place]
    if re.search(r"[^然反因从]而(?![且是])", text[at:end]):
        return False
    if at == start and place > 0:
        return follows_clause(sentence, at) and has_predicate(sentence, at + 2, end)
    return place + 1 < len(sentence.clauses) and has_predicate(sentence, at + 2, end)
