"""What the relations between clauses ask of their clauses."""

from __future__ import annotations

from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.word_classes import pattern

PREDICATIVE = frozenset({"VERB", "ADJ"})
NOMINAL_OR_COUNTED = frozenset({"NOUN", "PROPN", "PRON", "DET", "NUM"})
TIME_CLAUSE = pattern(r"%{time_clause_ends}$")
SUBORDINATE = pattern(r"^.{0,4}?%{subordinate_openers}")
PREDICATE_SIGN = pattern(r"%{signs_of_predicates}|要(?!么)")
"""What stands only where something is said: makes up for verbs that the parser misses."""


def clause_index(sentence: Sentence, offset: int) -> int:
    """Index of the clause that holds a character; -1 between clauses."""
    for index, (start, end) in enumerate(sentence.clauses):
        if start <= offset < end:
            return index
    return -1


def has_predicate(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a verb, an adjective or 是 stands between two offsets."""
    return PREDICATE_SIGN.search(sentence.text[start:end]) is not None or any(
        start <= offset < end and token.tag in PREDICATIVE
        for token, (offset, _) in zip(sentence.tokens, sentence.spans, strict=True)
    )


def follows_clause(sentence: Sentence, offset: int) -> bool:
    """Whether a main clause with a predicate goes before the clause of an offset."""
    index = clause_index(sentence, offset)
    if index < 1:
        return False
    start, end = sentence.clauses[index - 1]
    text = sentence.text[start:end]
    return has_predicate(sentence, start, end) and not TIME_CLAUSE.search(text) and not SUBORDINATE.search(text)


LINKING = pattern(r"%{linking_words}|[？?]")


def content_tokens(sentence: Sentence, clause: Span) -> list[int]:
    return [
        index
        for index, (offset, _) in enumerate(sentence.spans)
        if clause[0] <= offset < clause[1] and sentence.tokens[index].tag != "PUNCT"
    ]
