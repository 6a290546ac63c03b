"""Nominal subjects (主语)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunks
from core.language.grammar.syntax.dependencies import is_subject, noun_phrase
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word


@predicate
@cached_on_sentence
def subject(sentence: Sentence) -> Iterator[Span]:
    """Nominal subjects, with a time word before an adjective or a noun for want of another."""
    subjects = [i for i in range(len(sentence.tokens)) if is_subject(sentence, i)]
    for first, last in chunks(sentence):
        if not any(first <= i <= last for i in subjects):
            extra = _unmarked_subject(sentence, first, last)
            if extra >= 0:
                subjects.append(extra)
    for index in sorted(subjects):
        if word(sentence, index) in ("的", "了") or (
            word(sentence, index) in ("这样", "那么") and relation(sentence, index) == "advmod"
        ):
            continue
        yield sentence.span(*noun_phrase(sentence, index))


def _unmarked_subject(sentence: Sentence, first: int, last: int) -> int:
    """A nominal at the head of a chunk that the parser took for a time or a root, before a predicate."""
    if (
        tag(sentence, first) == "NOUN"
        and first < last
        and relation(sentence, first).startswith(("obl:tmod", "nmod:tmod", "obl"))
    ):
        head = sentence.tokens[first].head
        if (
            first < head <= last
            and (tag(sentence, head) in ("ADJ", "NOUN", "NUM") or not is_time(word(sentence, first)))
            and not any(tag(sentence, i) == "ADP" for i in sentence.children[first])
        ):
            return first
    if (
        tag(sentence, first) == "PRON"
        and first < last
        and word(sentence, first) in "我你您他她它谁这那"
        and tag(sentence, first + 1) in ("VERB", "ADV", "ADJ", "AUX", "ADP")
    ):
        return first
    return -1
