"""Adverbials: adverbs, times, places, prepositional phrases; several of them (状语)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import words

PLACE_PREPOSITIONS = words("place_prepositions")


@predicate
@cached_on_sentence
def adverbial(sentence: Sentence) -> Iterator[Span]:
    """Adverbs, adjectives, words of time and place, prepositional phrases of time and place before a predicate."""
    for index in range(len(sentence.tokens)):
        span = adverbial_span(sentence, index) or _bare_adverb(sentence, index)
        if span is not None and not (span[1] - span[0] == 0 and word(sentence, index) in ("的话",)):
            yield sentence.span(*span)


def _bare_adverb(sentence: Sentence, index: int) -> tuple[int, int] | None:
    """An adverb right before a verb or an adjective, however the parser hangs it."""
    if tag(sentence, index) != "ADV" or tag(sentence, index + 1) not in ("VERB", "ADJ", "AUX", "ADV", "ADP"):
        return None
    if (
        word(sentence, index) in ("不", "没")
        and index
        and word(sentence, index - 1)[:1] == word(sentence, index + 1)[:1]
    ):
        return None
    potential = word(sentence, index) == "不" and tag(sentence, index - 1) == "VERB"
    return None if potential or word(sentence, index) in ("的话", "也好", "得") else (index, index)


@cached_on_sentence
def adverbial_span(sentence: Sentence, index: int) -> tuple[int, int] | None:
    """Tokens of the adverbial that a token heads, None when it heads none."""
    token = sentence.tokens[index]
    if word(sentence, index) in ("天", "年", "月") and index == chunk_of(sentence, index)[0]:
        return None
    head, base = token.head, token.relation.partition(":")[0]
    if not index < head:
        return None
    if base == "advmod" and token.tag in ("ADV", "ADJ", "NOUN", "PRON", "VERB"):
        if tag(sentence, head) in ("VERB", "ADJ", "AUX", "ADV", "NOUN", "PRON", "PROPN", "NUM"):
            if (
                word(sentence, index) in ("不", "没")
                and index
                and word(sentence, index - 1)[:1] == word(sentence, index + 1)[:1]
            ):
                return None
            first, last = _without_marks(sentence, *sentence.subtree(index))
            return first, (last - 1 if word(sentence, last) == "地" and last > first else last)
        return None
    if base not in ("obl", "nmod") or tag(sentence, head) not in ("VERB", "ADJ", "AUX", "NOUN", "ADP"):
        return None
    first, last = _without_marks(sentence, *sentence.subtree(index))
    prepositions = {
        word(sentence, child)
        for child in sentence.children[index]
        if child < index and tag(sentence, child) in ("ADP", "VERB") and relation(sentence, child) == "case"
    }
    if "tmod" in token.relation or (
        is_time(word(sentence, index)) and base == "obl" and not prepositions - PLACE_PREPOSITIONS
    ):
        return first, last
    if base == "obl" and prepositions & PLACE_PREPOSITIONS:
        return first, last
    return None


def _without_marks(sentence: Sentence, first: int, last: int) -> tuple[int, int]:
    while last > first and tag(sentence, last) == "PUNCT":
        last -= 1
    while first < last and tag(sentence, first) == "PUNCT":
        first += 1
    return first, last


@predicate
def several_adverbials(sentence: Sentence) -> Iterator[Span]:
    """Two or more adverbials of one predicate, one of them of time, of place, prepositional or with 地."""
    heads: dict[int, list[tuple[int, int, bool]]] = {}
    for index in range(len(sentence.tokens)):
        span = adverbial_span(sentence, index) or _prepositional_phrase(sentence, index)
        if span is None or word(sentence, index) in ("的话",):
            continue
        weighty = relation(sentence, index).startswith(("obl", "nmod")) or word(sentence, span[1] + 1) == "地"
        heads.setdefault(sentence.tokens[index].head, []).append((*span, weighty))
    for head, spans in heads.items():
        first, _ = chunk_of(sentence, head)
        near = [span for span in spans if span[0] >= first and tag(sentence, head) in ("VERB", "ADJ", "AUX")]
        timed = [span for span in near if is_time(word(sentence, span[1]))]
        near = [span for span in near if span not in timed[1:]]
        if len(near) > 1 and any(weighty for _, _, weighty in near):
            yield sentence.span(
                min(span[0] for span in near), max(span[1] + (word(sentence, span[1] + 1) == "地") for span in near)
            )


def _prepositional_phrase(sentence: Sentence, index: int) -> tuple[int, int] | None:
    """A prepositional phrase of any kind before its verb."""
    token = sentence.tokens[index]
    if (
        token.relation.startswith("obl")
        and index < token.head
        and any(tag(sentence, i) == "ADP" and i < index for i in sentence.children[index])
    ):
        return sentence.subtree(index)
    return None
