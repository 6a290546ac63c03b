"""What the relations between clauses ask of their clauses."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Span
from core.language.grammar.sentence import Sentence

PREDICATIVE = frozenset({"VERB", "ADJ"})
NOMINAL_OR_COUNTED = frozenset({"NOUN", "PROPN", "PRON", "DET", "NUM"})
TIME_CLAUSE = re.compile(r"(?:以后|之后|后|时|时候|以前|之前|前|期间|来说|看来|来看|来讲|一样|似的|方面|以来|为止)$")
SUBORDINATE = re.compile(
    r"^.{0,4}?(?:因为|由于|如果|要是|只要|既然|虽然|尽管|为了|假如|倘若|除了|只有|当|要不是|一旦|万一|若)"
)
PREDICATE_SIGN = re.compile(r"[了着过不没是有会能很太都]|非常|可以|应该|要(?!么)|下雨")
"""What stands only where something is said: makes up for verbs that the parser misses."""


def clause_index(sentence: Sentence, offset: int) -> int:
    """Index of the clause that holds a character; -1 between clauses."""
    for place, (start, end) in enumerate(sentence.clauses):
        if start <= offset < end:
            return place
    return -1


def has_predicate(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a verb, an adjective or 是 stands between two offsets."""
    return PREDICATE_SIGN.search(sentence.text[start:end]) is not None or any(
        start <= at < end and token.tag in PREDICATIVE
        for token, (at, _) in zip(sentence.tokens, sentence.spans, strict=True)
    )


def follows_clause(sentence: Sentence, offset: int) -> bool:
    """Whether a main clause with a predicate goes before the clause of an offset."""
    place = clause_index(sentence, offset)
    if place < 1:
        return False
    start, end = sentence.clauses[place - 1]
    text = sentence.text[start:end]
    return has_predicate(sentence, start, end) and not TIME_CLAUSE.search(text) and not SUBORDINATE.search(text)


LINKING = re.compile(
    r"因|一会儿|一方面|首先|其次|所以|如果|要是|虽|但|可是|不过|就|才|也|又|还|更|而|于是|然后|只要|只有|既|为了|以便|以免|否则|不然|或|不管|无论|即|哪怕|先|再|一边"
    r"|一面|然|若|倘|假如|除|与其|宁|却|倒|反|便|甚至|况|不是|连|别说|好让|免得|的话|一旦|越|的时候|[？?]|吗|呢|吧|请|别|被"
)


def content_tokens(sentence: Sentence, clause: Span) -> list[int]:
    return [
        place
        for place, (at, _) in enumerate(sentence.spans)
        if clause[0] <= at < clause[1] and sentence.tokens[place].tag != "PUNCT"
    ]
