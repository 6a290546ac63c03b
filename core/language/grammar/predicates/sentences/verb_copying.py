"""Verb copying: 他说汉语说得很好 (重动句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import QUANTITY
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.word_classes import pattern

COPIED = pattern(
    r"(?P<v>[^，。；：！？不没一了着过我你他她的是有在]|说|看)(?P<o>[^，。；：！？不没一了着过来就也还又得的]{1,5})(?P=v)(?:得(?!了|到|过)|了(?="
    + QUANTITY
    + r"|很久|半天|一|整|好|大半)|到(?!底)|(?:%{copied_verb_results}|不[过完好懂了会到])(?:了|$|[^一-龥]))"
)


@predicate
def copied_verb(sentence: Sentence) -> Iterator[Span]:
    """【三59】: verb, object, the same verb, complement."""
    for clause in clauses(sentence):
        match = COPIED.search(clause.text)
        if match and _verbs_twice(clause, match):
            yield clause.span


def _verbs_twice(clause: Clause, match: re.Match[str]) -> bool:
    first, second = clause.token_over(match.start("v")), clause.token_over(match.end("o"))
    if (
        first == second
        or clause.tag(second) not in {"VERB", "NOUN", "ADJ"}
        or clause.sentence.spans[second][0] != clause.start + match.end("o")
    ):
        return False
    return (
        clause.tag(first) in {"VERB", "NOUN"}
        and not re.search(r"[年天月日午面边次]$", clause.word(first))
        and clause.sentence.spans[first][0] == clause.start + match.start("v")
    )
