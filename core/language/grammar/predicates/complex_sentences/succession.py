"""One thing after the other, 便 (承接复句)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.language.grammar.predicates.complex_sentences.linked_clauses import (
    LINKING,
    TIME_CLAUSE,
    content_tokens,
    has_predicate,
)
from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.tokens import tag_at
from core.language.grammar.word_classes import pattern, words

STATES = words("verbs_of_state")  # fmt: skip
DONE = pattern(
    r"(?<![为除太极够好是有年岁点])了(?!$)|[回进出上下过起]来|[回进出上下过]去|%{verbs_with_result_first}(?:开|完|好|起|下|上|到|进|出|住|回)"
)
ACTING = pattern(r"(?:%{acts_in_succession}|到(?!处)|开(?!始)|关(?!于)|看(?!起来|上去|似|来))")


@predicate
def sequence(sentence: Sentence) -> Iterator[Span]:
    """A clause that something is done in, and one where the same subject does the next thing."""
    for left, right in pairwise(sentence.clauses):
        if _goes_on(sentence, left, right):
            yield left[0], right[1]
            return


def _goes_on(sentence: Sentence, left: Span, right: Span) -> bool:
    text, tokens, words = sentence.text, sentence.tokens, sentence.words
    before, after = text[left[0] : left[1]], text[right[0] : right[1]]
    if LINKING.search(before + after) or re.search(r"[不没]", before + after) or TIME_CLAUSE.search(before):
        return False
    if text[left[1] : right[0]].strip("，, ") or not DONE.search(before) or re.search(r"[？?]", text):
        return False
    first, second = content_tokens(sentence, left), content_tokens(sentence, right)
    if len(first) < 2 or len(second) < 2:
        return False
    start = tokens[second[0]]
    if start.tag in {"PRON", "NOUN", "PROPN"}:
        return (
            re.match(r".{1,2}了", before) is not None
            and start.tag == "PRON"
            and not re.match(r".{1,2}的", after)
            and _is_action(sentence, second)
        )
    return ACTING.match(after) is not None and words[second[0]] not in STATES and _is_action(sentence, second)


def _is_action(sentence: Sentence, indices: list[int]) -> bool:
    """Whether the first verb of a clause is an action."""
    for index in indices:
        if sentence.tokens[index].tag in {"VERB", "AUX"}:
            return sentence.words[index] not in STATES
    return False


@check
def then(sentence: Sentence, markers: Markers) -> bool:
    """便 after something has happened or is given."""
    offset, end = markers[0]
    if tag_at(sentence, offset) not in {"ADV", "CCONJ", "SCONJ", "PART"} or sentence.text[end : end + 1] == "是":
        return False
    return has_predicate(sentence, 0, offset) and has_predicate(sentence, end, len(sentence.text))
