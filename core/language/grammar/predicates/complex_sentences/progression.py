"""更, 还: one step beyond the clause before (递进复句)."""

from __future__ import annotations

from core.language.grammar.predicates.complex_sentences.connectives import alone
from core.language.grammar.predicates.complex_sentences.linked_clauses import (
    NOMINAL_OR_COUNTED,
    clause_index,
    follows_clause,
)
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.tokens import tag_at


@check
def one_step_further(sentence: Sentence, markers: Markers) -> bool:
    """更 or 还 that goes one step beyond the clause before."""
    offset, end = markers[0]
    before = sentence.clauses[clause_index(sentence, offset) - 1]
    if sentence.text[offset] == "还" and sentence.text[before[1] - 1] == "了":
        return False
    return (
        alone(sentence, markers)
        and follows_clause(sentence, offset)
        and tag_at(sentence, end) not in NOMINAL_OR_COUNTED
    )
