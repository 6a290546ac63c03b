"""Complex sentences of several levels (多重复句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.complex_sentences.linked_clauses import TIME_CLAUSE, has_predicate
from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.word_classes import expanded, pattern

ASIDE = pattern(r"^(?:%{asides}|经.{1,4}|比如说?|好的?|.*也[好罢])$")
OPENING_WORDS = {
    "cause": r"因为|由于|既然|之所以|鉴于",
    "contrast": r"虽然|尽管|虽(?!然)|固然",
    "condition": expanded(r"%{condition_openers}|只有(?=.*才)|的话$"),
    "advance": r"不但|不仅|不光|别说",
    "purpose": r"为了",
    "beside": r"一边|一方面|既(?!然)|不是(?=.*而是|.*就是)|要么|或者",
    "sequence": r"首先",
}
CLOSING_WORDS = {
    "cause": r"所以|因此|因而|可见|以致|以至于|故(?![意事乡])|从而|于是",
    "contrast": r"但是|可是|不过|然而|但|却|可(?=[我你他她它这那])|而(?![且是已])",
    "condition": r"否则|不然|要不然|才能|才会",
    "advance": r"而且|并且|甚至|何况|况且|进而|更不用说|更",
    "purpose": r"以便|以免|免得|为的是|以(?=方便|提高|保证|防|促进|满足)|好让",
    "beside": r"而是|也(?![许好罢])|另一方面|同时|或者|要么|又",
    "sequence": r"然后|接着|随后|便(?![宜利])|再(?![也])",
    "explain": r"也就是说",
}
OPENERS = {name: re.compile(r"(?:^.{0,6}?)(?:" + words + ")") for name, words in OPENING_WORDS.items()}
CLOSERS = {name: re.compile(r"(?:^.{0,5}?)(?:" + words + ")") for name, words in CLOSING_WORDS.items()}
CONTRACTED = re.compile(
    r".*?(?:因为.{2,}?(所以)|(?:即使|就算|哪怕|即便).{2,}?((?<=.)也)|(?:如果|要是|只要).{2,}?(就)|只有.{2,}?(才)|虽.{2,}?(但))"
)
WEAK = frozenset({"beside", "sequence"})


@cached_on_sentence
def _links(sentence: Sentence) -> tuple[list[Span], dict[int, set[str]]]:
    """Clauses with a predicate, and for each gap between two of them the relations that connectives mark there."""
    clauses: list[Span] = []
    start = None
    for low, high in sentence.clauses:
        low, start = (low if start is None else start), None
        text = sentence.text[low:high]
        if has_predicate(sentence, low, high) and not TIME_CLAUSE.search(text) and not ASIDE.match(text):
            inner = CONTRACTED.match(text)
            cut = low + inner.start(inner.lastindex or 0) if inner else high
            clauses += [(low, cut), (cut, high)] if inner else [(low, high)]
        else:
            start = low
    gaps: dict[int, set[str]] = {}
    last = len(clauses) - 1
    for index, (low, high) in enumerate(clauses):
        text = sentence.text[low:high]
        for name, words in OPENERS.items():
            if words.search(text) or (name == "condition" and text.endswith("的话")):
                gaps.setdefault(min(index, last - 1), set()).add(name)
        for name, words in CLOSERS.items():
            if index and words.search(text) and not (name == "beside" and gaps.get(index - 1)):
                gaps.setdefault(index - 1, set()).add(name)
    return clauses, gaps


@cached_on_sentence
def _level(sentence: Sentence) -> int:
    """How many levels: 1 for none or one, 2 for clause + complex sentence, 3 for two complex halves, 4 for more."""
    if "“" in sentence.text:
        return 1
    clauses, gaps = _links(sentence)
    kinds = set().union(*gaps.values()) if gaps else set()
    if len(clauses) < 3 or not kinds - WEAK:
        return 1
    if len(clauses) >= 4 and (
        len(kinds) >= 3 or (len(kinds) == 2 and len(gaps) == len(clauses) - 1 and gaps[0] - WEAK)
    ):
        return 4
    halves = any(
        any(gap < cut - 1 for gap in gaps) and any(gap > cut - 1 for gap in gaps) for cut in range(2, len(clauses) - 1)
    )
    return 3 if halves else 2


@predicate
def two_levels(sentence: Sentence) -> Iterator[Span]:
    """A clause and a complex sentence under one relation."""
    if _level(sentence) == 2:
        yield _whole(sentence)


@predicate
def two_pairs(sentence: Sentence) -> Iterator[Span]:
    """Two complex sentences under one relation."""
    if _level(sentence) == 3:
        yield _whole(sentence)


@predicate
def many_levels(sentence: Sentence) -> Iterator[Span]:
    """Three levels and more."""
    if _level(sentence) == 4:
        yield _whole(sentence)


def _whole(sentence: Sentence) -> Span:
    return sentence.clauses[0][0], sentence.clauses[-1][1]
