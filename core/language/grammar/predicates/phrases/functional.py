"""Nominal, verbal and adjectival phrases (功能类型)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunk_of, chunks, merged, without_particles
from core.language.grammar.syntax.dependencies import is_subject, noun_phrase
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import words


@predicate
@cached_on_sentence
def nominal_phrase(sentence: Sentence) -> Iterator[Span]:
    """Nouns with a modifier, and 数量 or 这 + measure that stand for a noun."""
    spans = []
    for index in range(len(sentence.tokens)):
        if tag(sentence, index) not in ("NOUN", "PROPN", "PART", "X"):
            continue
        if relation(sentence, index).startswith(("clf", "case", "discourse")) and not (
            tag(sentence, index) == "NOUN"
            and relation(sentence, index) == "clf"
            and tag(sentence, sentence.tokens[index].head) == "DET"
            and index == chunk_of(sentence, index)[1]
        ):
            continue
        modifiers = [
            i
            for i in sentence.children[index]
            if i < index
            and relation(sentence, i).startswith(("nmod", "amod", "nummod", "det", "compound", "acl", "clf"))
            and "tmod" not in relation(sentence, i)
        ]
        modifiers += [i for i in sentence.children[index] if i == index - 1 and tag(sentence, i) == "ADJ"]
        if modifiers and not (
            is_time(word(sentence, index)) and len(modifiers) == 1 and tag(sentence, modifiers[0]) == "DET"
        ):
            first, last = noun_phrase(sentence, index)
            cop = [
                i
                for i in sentence.children[index]
                if relation(sentence, i) in ("cop", "nsubj", "advmod", "case", "obl")
            ]
            low = max([first, *(i + 1 for i in cop if i < modifiers[0])])
            spans.append(sentence.span(low, last if tag(sentence, last) not in ("PUNCT",) else index))
        elif relation(sentence, index) == "clf" or (
            index
            and tag(sentence, index - 1) == "DET"
            and len(word(sentence, index)) == 1
            and word(sentence, index) in "件个本张些种位条"
        ):
            spans.append(sentence.span(index - 1, index))
    for index, token in enumerate(sentence.tokens):
        if (
            token.tag == "NUM"
            and token.relation in ("obj", "nsubj", "root")
            and tag(sentence, index + 1) == "NOUN"
            and sentence.tokens[index + 1].head == index
        ):
            spans.append(sentence.span(index, index + 1))
    yield from merged(spans)


@predicate
@cached_on_sentence
def verbal_phrase(sentence: Sentence) -> Iterator[Span]:
    """From the first adverbial, auxiliary or verb after the subject to the end of the chunk, particles left out."""
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        verbs = [
            i
            for i in range(first, stop + 1)
            if (
                tag(sentence, i) == "VERB" and not relation(sentence, i).startswith(("acl", "amod", "nmod", "compound"))
            )
            or (tag(sentence, i) == "AUX" and word(sentence, i) == "是")
        ]
        if not verbs:
            verbs = [
                i
                for i in range(first, stop + 1)
                if (tag(sentence, i) == "VERB" and not relation(sentence, i).startswith(("acl", "amod")))
                or (word(sentence, i) == "在" and relation(sentence, i) == "root")
                or word(sentence, i) == "学会"
            ]
        if not verbs:
            continue
        subjects = [i for i in range(first, verbs[0]) if is_subject(sentence, i)]
        start = first if not subjects else noun_phrase(sentence, subjects[-1])[1] + 1
        while start < verbs[0] and (
            tag(sentence, start) in ("SCONJ", "CCONJ", "PUNCT", "INTJ") or word(sentence, start) in ("的话", "了")
        ):
            start += 1
        if start < stop or len(word(sentence, start)) > 2 or word(sentence, start)[-1:] in "完好懂到见开来去出":
            yield sentence.span(min(start, verbs[0]), stop)


AS_WELL_AS = re.compile(r"又[\u4e00-\u9fff]{1,3}又[\u4e00-\u9fff]{1,3}")


@predicate
def adjectival_phrase(sentence: Sentence) -> Iterator[Span]:
    """Adverb + adjective, adjective + 一点儿, 又…又…, 得很, 极了."""
    spans = []
    for index in range(len(sentence.tokens)):
        if tag(sentence, index) == "ADJ" or (tag(sentence, index) == "VERB" and word(sentence, index) in QUALITY_VERBS):
            first = _first_adverb(sentence, index)
            tail = ADJECTIVE_TAIL.match(sentence.text, sentence.spans[index][1])
            if first < index or tail:
                start, end = sentence.span(first, index)
                spans.append((start, tail.end() if tail else end))
    for match in AS_WELL_AS.finditer(sentence.text):
        low, high = sentence.token_over(match.start()), sentence.token_over(match.end() - 1)
        if "ADJ" in [tag(sentence, i) for i in range(low, high + 1)]:
            high -= tag(sentence, high) not in ("ADJ", "VERB")
            spans.append((match.start(), max(sentence.spans[low][1], sentence.spans[high][1])))
    yield from merged(spans)


QUALITY_VERBS = words("verbs_of_quality")
ADJECTIVE_TAIL = re.compile(r"(?:一点儿?|一些|点儿|得多|得很|极了|多了|得不得了|死了|得要命|得不行)")
NOT_OF_DEGREE = words("adverbs_not_of_degree")
OF_DEGREE = words("adverbs_of_degree")


def _first_adverb(sentence: Sentence, index: int) -> int:
    """First token of the adverbs of degree before an adjective."""
    first = index
    while first and tag(sentence, first - 1) == "ADV" and word(sentence, first - 1) not in NOT_OF_DEGREE:
        first -= 1
    return first - 1 if first and word(sentence, first - 1) in OF_DEGREE else first
