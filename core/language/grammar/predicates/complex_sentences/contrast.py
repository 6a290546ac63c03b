"""而, 倒 against the clause before (转折复句)."""

from __future__ import annotations

from core.language.grammar.predicates.complex_sentences.linked_clauses import (
    NOMINAL_OR_COUNTED,
    TIME_CLAUSE,
    clause_index,
    has_predicate,
)
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.tokens import tag_at


@check
def er(sentence: Sentence, markers: Markers) -> bool:
    """而 before another subject, set against the clause before."""
    offset = markers[-1][0] if len(markers) == 1 else markers[1][0]
    index = clause_index(sentence, offset)
    if index < 1 or not has_predicate(sentence, offset + 1, sentence.clauses[index][1]):
        return False
    start, end = sentence.clauses[index - 1]
    if not has_predicate(sentence, start, end) or TIME_CLAUSE.search(sentence.text[start:end]):
        return False
    return tag_at(sentence, offset + 1) in NOMINAL_OR_COUNTED or sentence.text[offset + 1 : offset + 2] in {
        "在",
        "对",
        "有",
    }


@check
def dao(sentence: Sentence, markers: Markers) -> bool:
    """倒 as an adverb: not the last word of its clause, and not a verb by itself."""
    offset, end = markers[0]
    index = sentence.token_over(offset)
    alone_verb = sentence.words[index] == "倒" and sentence.tokens[index].relation == "root"
    return not alone_verb and end < sentence.clauses[clause_index(sentence, offset)][1]
