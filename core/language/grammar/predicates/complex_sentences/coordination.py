"""也, 又, and clauses of the same build (并列复句)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.language.grammar.predicates.complex_sentences.linked_clauses import (
    LINKING,
    PREDICATIVE,
    clause_index,
    content_tokens,
    follows_clause,
    has_predicate,
)
from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span

CONCESSIVE = re.compile(
    r"即使|即便|就算|哪怕|纵然|无论|不管|不论|任凭|任[你他她谁]|再[^，,也]{1,8}[，,]?[^，,]{0,6}$|连[^，,]*$|宁[可愿肯]"
    r"|[，,](?:但|可是|然而|不过|所以|而|因此)[^，,]*$|(?:[着了倒]|半天|(?<=[一二两三四五六七八九十几])(?:天|年|个月|个?小时|分钟)|[走留坐站哭笑好坏])$|"
    r"一[^，,]{1,3}$|(?:^|[，,])[这那]$|(?:什么|谁|哪|怎么|一[点个句件次分])[^，,]{0,5}$|别说|更不用说|除了|一方面|一边|就是[^，,]*[，,]?[^，,]{0,4}$"
)


@check
def also(sentence: Sentence, markers: Markers) -> bool:
    """也 "also" in a clause that follows another one."""
    offset, end = markers[0]
    if sentence.text[offset - 1] == sentence.text[end : end + 1] or not follows_clause(sentence, offset):
        return False
    if CONCESSIVE.search(sentence.text[:offset]) or sentence.text[end : end + 2] == "是它":
        return False
    return has_predicate(sentence, end, sentence.clauses[clause_index(sentence, offset)][1])


COMMON_VERBS = frozenset({"是", "有", "在", "为", "会", "能", "要"})


@check
def also_same(sentence: Sentence, markers: Markers) -> bool:
    """也 "also" whose clause repeats a verb or adjective of the clause before."""
    if not also(sentence, markers):
        return False
    offset, end = markers[0]
    index = clause_index(sentence, offset)
    start, stop = sentence.clauses[index - 1]
    shared = _predicate_words(sentence, index - 1) & _predicate_words(sentence, index) - COMMON_VERBS
    return bool(shared) or sentence.text[end : end + 2] in sentence.text[start:stop]


def _predicate_words(sentence: Sentence, index: int) -> set[str]:
    start, end = sentence.clauses[index]
    return {
        word
        for word, token, (offset, _) in zip(sentence.words, sentence.tokens, sentence.spans, strict=True)
        if start <= offset < end and token.tag in PREDICATIVE
    }


TIME_WORD = re.compile(r"今天|昨天|明天|上次|这次|后来|去年|今年|现在|刚才|第二天")


@check
def again(sentence: Sentence, markers: Markers) -> bool:
    """又…，又… that lists, not what happened once more at two times."""
    first, second = markers[1][0], markers[2][0]
    index = clause_index(sentence, second)
    before = (
        sentence.text[sentence.clauses[clause_index(sentence, first)][0] : first]
        + sentence.text[sentence.clauses[index][0] : second]
    )
    return TIME_WORD.search(before) is None


REDUCED = {"NOUN": "N", "PROPN": "N", "PRON": "N", "VERB": "V", "AUX": "V", "ADJ": "A"}


@predicate
def parallel(sentence: Sentence) -> Iterator[Span]:
    """Runs of clauses of the same build without a connective."""
    run: list[Span] = []
    for left, right in pairwise(sentence.clauses):
        if _same_build(sentence, left, right):
            run = [run[0] if run else left, right]
        elif run:
            yield run[0][0], run[-1][1]
            run = []
    if run:
        yield run[0][0], run[-1][1]


def _same_build(sentence: Sentence, left: Span, right: Span) -> bool:
    text = sentence.text
    between = text[left[1] : right[0]]
    if between.strip("，,；; ") or LINKING.search(text[left[0] : left[1]] + text[right[0] : right[1]]):
        return False
    if re.search(r"[？?]", text[right[1] :]):
        return False
    first, second = content_tokens(sentence, left), content_tokens(sentence, right)
    if min(len(first), len(second)) < 2 or max(len(first), len(second)) > 12:
        return False
    if _shared_verb(sentence, first, second):
        return True
    if abs((left[1] - left[0]) - (right[1] - right[0])) > 2 or re.match(r"这|那", text[left[0] :]):
        return False
    both = has_predicate(sentence, *left) and has_predicate(sentence, *right)
    return both and _shape(sentence, first) == _shape(sentence, second)


def _shape(sentence: Sentence, indices: list[int]) -> str:
    shape = "".join(REDUCED.get(sentence.tokens[index].tag, "x") for index in indices)
    shape = re.sub("VN+", "V", shape)
    return shape if shape[:1] == "N" and len(shape) > 1 and ("V" in shape or "A" in shape) else repr(indices)


def _shared_verb(sentence: Sentence, first: list[int], second: list[int]) -> bool:
    """The same verb, or 有 against 没有, in the same place, give or take a word."""
    words, tokens = sentence.words, sentence.tokens
    verbs = [{words[index] for index in indices if tokens[index].tag in {"VERB", "AUX"}} for indices in (first, second)]
    if abs(len(first) - len(second)) > 3:
        return False
    if any("有" in left and right & {"没有", "没"} for left, right in (verbs, verbs[::-1])):
        return True
    lead = _lead_verb(sentence, first), _lead_verb(sentence, second)
    return (
        lead[0] is not None and lead[1] is not None and lead[0][0] == lead[1][0] and words[first[0]] != words[second[0]]
    )


def _lead_verb(sentence: Sentence, indices: list[int]) -> str | None:
    """First verb of a clause, where a subject goes before it."""
    for order, index in enumerate(indices):
        if sentence.tokens[index].tag in {"VERB", "AUX"} or sentence.words[index] in {"在", "是"}:
            return (
                sentence.words[index]
                if order and sentence.tokens[indices[0]].tag in {"NOUN", "PRON", "PROPN"}
                else None
            )
    return None
