"""Attributes: nominal, adjectival, verbal; several of them (定语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.amounts import MEASURE_WORDS
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import words


@predicate
@cached_on_sentence
def attribute(sentence: Sentence) -> Iterator[Span]:
    """Nouns, pronouns, adjectives, numeral + measure before a noun, without the 的."""
    for index in range(len(sentence.tokens)):
        if tag(sentence, index) not in ("NOUN", "PROPN", "PART", "X", "PRON"):
            continue
        for child in attributes_of(sentence, index):
            first, last = attribute_span(sentence, child)
            if last < index and first <= last:
                yield sentence.span(first, last)


def attributes_of(sentence: Sentence, index: int) -> Iterator[int]:
    """Dependents of a noun that are nominal, adjectival or numeral attributes."""
    for child in sentence.children[index]:
        if child > index:
            break
        base = relation(sentence, child).partition(":")[0]
        kind = tag(sentence, child)
        full = relation(sentence, child)
        if "tmod" in full or (full.startswith("case") and kind != "ADJ"):
            continue
        if base in ("nmod", "compound", "amod", "nummod", "det", "acl", "clf", "case", "appos") and kind in (
            "NOUN", "PROPN", "PRON", "ADJ", "NUM", "DET", "PART",
        ):  # fmt: skip
            if kind == "PART" and base not in ("nmod", "compound"):
                continue
            if kind in ("NUM", "DET") and child == index - 1 and MEASURE_WORDS.fullmatch(word(sentence, index)):
                continue
            if base == "clf" or any(relation(sentence, i) == "cop" and i > child for i in sentence.children[index]):
                continue
            if (
                kind == "NUM"
                and not any(relation(sentence, i) == "clf" for i in sentence.children[child])
                and tag(sentence, child + 1) != "NOUN"
            ):
                continue
            if base == "appos":
                continue
            yield child


def attribute_span(sentence: Sentence, child: int) -> tuple[int, int]:
    """Tokens of an attribute; numeral or 这 with its measure, the 的 left out."""
    first, last = sentence.subtree(child)
    if tag(sentence, child) == "DET" and tag(sentence, child + 1) == "NUM" and last == child:
        last = child + 1
    while last > first and word(sentence, last) in ("的", "之", "、", "，"):
        last -= 1
    while first < last and tag(sentence, first) == "PUNCT":
        first += 1
    return first, last


@predicate
def verbal_attribute(sentence: Sentence) -> Iterator[Span]:
    """Verb phrase or clause + 的 + noun; reported without the 的."""
    for index in range(len(sentence.tokens)):
        if (
            word(sentence, index - 1) == "有"
            and word(sentence, index) == "的"
            and (index < 2 or tag(sentence, index - 2) == "PUNCT")
        ):
            continue
        if word(sentence, index) not in ("的", "之") or tag(sentence, index + 1) in ("PUNCT", "", "AUX", "ADV", "PART"):
            continue
        first, high = chunk_of(sentence, index)
        verb = sentence.tokens[index].head
        if not first <= verb < index or tag(sentence, verb) != "VERB":
            verb = next(
                (
                    i
                    for i in range(index - 1, max(first, index - 4) - 1, -1)
                    if tag(sentence, i) == "VERB" and relation(sentence, i).startswith("acl")
                ),
                -1,
            )
        if verb < first and re.search(r"[送给帮教借陪问告诉][我你他她]$", sentence.text[: sentence.spans[index][0]]):
            verb = index - 2
        if is_time(word(sentence, index - 1)) and tag(sentence, index - 1) == "NOUN" and verb < index - 1:
            continue
        if (
            verb < first
            or not _noun_follows(sentence, index, high)
            or relation(sentence, index).startswith("discourse")
        ):
            continue
        start = max(min(sentence.subtree(verb)[0], verb), first)
        copula = [i for i in range(start, verb) if word(sentence, i) in ("是", "就是", "不是")]
        start = copula[-1] + 1 if copula else start
        while start < verb and (
            tag(sentence, start) in ("DET", "NUM", "PUNCT", "SCONJ", "CCONJ")
            or relation(sentence, start) == "clf"
            or word(sentence, start) in ("位", "个", "些")
        ):
            start += 1
        if start < index:
            yield sentence.span(start, index - 1)


def _noun_follows(sentence: Sentence, index: int, high: int) -> bool:
    """Within a few tokens after 的 stands a noun, before any verb."""
    for noun in range(index + 1, min(index + 6, high + 1)):
        if (tag(sentence, noun) in ("NOUN", "PROPN", "PART") and relation(sentence, noun) != "clf") or word(
            sentence, noun
        ) in ("人", "事"):
            return True
        if tag(sentence, noun) in ("VERB", "ADV", "AUX", "ADP") and not relation(sentence, noun).startswith(
            ("amod", "acl", "nmod", "compound")
        ):
            return False
    return False


NOT_ATTRIBUTES = words("not_attributes")


@predicate
def several_attributes(sentence: Sentence) -> Iterator[Span]:
    """A noun with at least two attributes; 这 + measure and numeral + measure count as one together."""
    for index in range(len(sentence.tokens)):
        if tag(sentence, index) not in ("NOUN", "PROPN", "PART"):
            continue
        kinds: list[str] = []
        first = index
        for child in sentence.children[index]:
            if child >= index:
                break
            kind, full = tag(sentence, child), relation(sentence, child)
            if (
                full.startswith(("acl", "amod", "nmod", "compound", "nummod", "det", "case", "clf"))
                and "tmod" not in full
                and kind in ("VERB", "ADJ", "NOUN", "PROPN", "PRON", "NUM", "DET", "PART")
            ):
                if kind == "PART" and not full.startswith(("nmod", "compound")):
                    continue
                if (
                    full == "compound"
                    and len(word(sentence, child)) + len(word(sentence, index)) < 4
                    and kind in ("NOUN", "PART")
                    and kinds
                ):
                    continue
                if (
                    any(relation(sentence, i) == "cop" and i > child for i in sentence.children[index])
                    or word(sentence, child) in NOT_ATTRIBUTES
                ):
                    continue
                if kind in ("NUM", "DET") and child == index - 1 and MEASURE_WORDS.fullmatch(word(sentence, index)):
                    continue
                counted = "amount" if kind in ("NUM", "DET") or full.startswith("clf") else f"{kind}{child}"
                if counted not in kinds:
                    kinds.append(counted)
                first = min(first, max(sentence.subtree(child)[0], chunk_of(sentence, index)[0]))
        if len(kinds) < 2:
            continue
        while (
            first < index
            and tag(sentence, first) in ("ADV", "ADP", "CCONJ", "PUNCT", "AUX")
            and word(sentence, first) not in ("最", "很", "非常", "更")
        ):
            first += 1
        yield sentence.span(first, index)
