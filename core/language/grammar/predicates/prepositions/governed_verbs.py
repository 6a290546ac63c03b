"""The verb that a prepositional phrase goes with."""

from __future__ import annotations

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.word_classes import words

COMMON_VERBS = words("common_verbs")


def has_verb_after(sentence: Sentence, start: int, skipped: int = 2) -> bool:
    """A verb or adjective in the clause, after at least one word behind the marker."""
    _, high = clause_around(sentence, start)
    index = sentence.token_over(start)
    for t in range(index + skipped, len(sentence.tokens)):
        if sentence.spans[t][0] >= high:
            return False
        if sentence.tokens[t].tag in {"VERB", "ADJ", "AUX"} or sentence.words[t] in COMMON_VERBS:
            return True
    return False


@check
def verb_follows(sentence: Sentence, markers: Markers) -> bool:
    """A verb or adjective follows in the same clause after at least one other word."""
    low, high = clause_around(sentence, markers[0][0])
    if low == markers[0][0] and high + 2 < len(sentence.text) and sentence.text[high] in "，,":
        return True
    return has_verb_after(sentence, markers[0][0])
