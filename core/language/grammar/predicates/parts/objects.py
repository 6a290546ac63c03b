"""Nominal objects (宾语)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.dependencies import is_subject, noun_phrase
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import pattern, words

VERBS_WITH_OBJECT = words("verbs_with_object")
AMOUNT_OF_ACTION = pattern(NUMBER + r"{1,4}个?(?:多|半)?个?%{units_of_action}|一下儿?|一会儿|很久|半天")


@cached_on_sentence
def object_heads(sentence: Sentence) -> list[int]:
    """Nominal objects, what 是 links included, measures of time and frequency left out."""
    heads = []
    for index, token in enumerate(sentence.tokens):
        if token.relation in ("obj", "iobj") and (token.tag in NOMINAL or token.tag in ("PART", "NUM", "X")):
            first, last = noun_phrase(sentence, index)
            text = sentence.text[slice(*sentence.span(first, last))]
            before = {word(sentence, child) for child in sentence.children[index] if tag(sentence, child) == "ADP"}
            if (
                AMOUNT_OF_ACTION.fullmatch(text)
                or before & {"把", "被", "将", "给", "对", "跟"}
                or word(sentence, index) in ("的", "得", "了")
            ):
                continue
            if token.head < index:
                heads.append(index)
    for index, token in enumerate(sentence.tokens):
        if (
            token.relation == "cop"
            and index < token.head
            and (tag(sentence, token.head) in NOMINAL or tag(sentence, token.head) in ("PART", "NUM", "X"))
        ):
            heads.append(token.head)
    for index in range(1, len(sentence.tokens) - 1):
        if word(sentence, index) in ("了", "过") and tag(sentence, index - 1) == "VERB":
            heads.extend(_misread_object(sentence, index))
    return sorted(set(heads))


def _misread_object(sentence: Sentence, index: int) -> Iterator[int]:
    """The noun right behind verb + 了 or 过 that the parser gives to a later predicate."""
    _, high = chunk_of(sentence, index)
    for noun in range(index + 1, min(index + 6, high + 1)):
        if (
            is_subject(sentence, noun)
            and tag(sentence, noun) in NOMINAL
            and noun_phrase(sentence, noun)[0] == index + 1
        ):
            if not AMOUNT_OF_ACTION.fullmatch(sentence.text[slice(*sentence.span(*noun_phrase(sentence, noun)))]):
                yield noun
            return


@predicate
@cached_on_sentence
def nominal_object(sentence: Sentence) -> Iterator[Span]:
    """Nominal objects with their modifiers."""
    for index in object_heads(sentence):
        first, last = noun_phrase(sentence, index)
        cop = [child for child in sentence.children[index] if relation(sentence, child) == "cop"]
        if cop:
            first = max(first, cop[-1] + 1)
        if first <= last:
            yield sentence.span(first, last)
    for index, text in enumerate(sentence.words):
        if text in VERBS_WITH_OBJECT and tag(sentence, index) == "VERB":
            start, end = sentence.spans[index]
            yield start + 1, end
