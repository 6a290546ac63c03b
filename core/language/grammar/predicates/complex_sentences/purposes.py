"""为了, 以 (目的复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.complex_sentences.linked_clauses import clause_index, follows_clause
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.tokens import tag_at
from core.language.grammar.word_classes import pattern


@check
def weile(sentence: Sentence, markers: Markers) -> bool:
    """为了 whose aim is a clause's length away from what is done: the verb it serves stands in a later clause."""
    index = sentence.token_over(markers[0][0])
    clause = clause_index(sentence, markers[0][0])
    aim = sentence.tokens[index].head
    served = sentence.tokens[aim].head if aim >= 0 else -1
    if aim <= index or served < 0 or markers[0][0] == sentence.clauses[clause][0]:
        return True
    return not (index < aim < served and clause_index(sentence, sentence.spans[served][0]) == clause)


AIM = pattern(r"%{verbs_of_aims}")


@check
def yi(sentence: Sentence, markers: Markers) -> bool:
    """以 "in order to" before a verb, after a clause."""
    offset, end = markers[0]
    clause = sentence.clauses[clause_index(sentence, offset)]
    if not follows_clause(sentence, offset) or re.search(
        r"(?<![行认作因人])为(?![止了])|求(?:生存|得)|方式|形式|名义|身份|态度", sentence.text[end : clause[1]]
    ):
        return False
    return tag_at(sentence, end) == "VERB" or AIM.match(sentence.text[end:]) is not None
