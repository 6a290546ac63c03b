"""Nominal, verbal and adjectival phrases (功能类型)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence, once
from core.language.grammar.syntax.chunks import chunk_of, chunks, merged, without_particles
from core.language.grammar.syntax.dependencies import is_subject, noun_phrase
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import words


@predicate
@once
def nominal_phrase(sentence: Sentence) -> Iterator[Span]:
    """Nouns with a modifier, and 数量 or 这 + measure that stand for a noun."""
    spans = []
    for place in range(len(sentence.tokens)):
        if tag(sentence, place) not in ("NOUN", "PROPN", "PART", "X"):
            continue
        if relation(sentence, place).startswith(("clf", "case", "discourse")) and not (
            tag(sentence, place) == "NOUN"
            and relation(sentence, place) == "clf"
            and tag(sentence, sentence.tokens[place].head) == "DET"
            and place == chunk_of(sentence, place)[1]
        ):
            continue
        modifiers = [
            at
            for at in sentence.children[place]
            if at < place
            and relation(sentence, at).startswith(("nmod", "amod", "nummod", "det", "compound", "acl", "clf"))
            and "tmod" not in relation(sentence, at)
        ]
        modifiers += [at for at in sentence.children[place] if at == place - 1 and tag(sentence, at) == "ADJ"]
        if modifiers and not (
            is_time(word(sentence, place)) and len(modifiers) == 1 and tag(sentence, modifiers[0]) == "DET"
        ):
            first, last = noun_phrase(sentence, place)
            cop = [
                at
                for at in sentence.children[place]
                if relation(sentence, at) in ("cop", "nsubj", "advmod", "case", "obl")
            ]
            low = max([first, *(at + 1 for at in cop if at < modifiers[0])])
            spans.append(sentence.span(low, last if tag(sentence, last) not in ("PUNCT",) else place))
        elif relation(sentence, place) == "clf" or (
            place
            and tag(sentence, place - 1) == "DET"
            and len(word(sentence, place)) == 1
            and word(sentence, place) in "件个本张些种位条"
        ):
            spans.append(sentence.span(place - 1, place))
    for place, token in enumerate(sentence.tokens):
        if (
            token.tag == "NUM"
            and token.relation in ("obj", "nsubj", "root")
            and tag(sentence, place + 1) == "NOUN"
            and sentence.tokens[place + 1].head == place
        ):
            spans.append(sentence.span(place, place + 1))
    yield from merged(spans)


@predicate
@once
def verbal_phrase(sentence: Sentence) -> Iterator[Span]:
    """From the first adverbial, auxiliary or verb after the subject to the end of the chunk, particles left out."""
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        verbs = [
            at
            for at in range(first, stop + 1)
            if (
                tag(sentence, at) == "VERB"
                and not relation(sentence, at).startswith(("acl", "amod", "nmod", "compound"))
            )
            or (tag(sentence, at) == "AUX" and word(sentence, at) == "是")
        ]
        if not verbs:
            verbs = [
                at
                for at in range(first, stop + 1)
                if (tag(sentence, at) == "VERB" and not relation(sentence, at).startswith(("acl", "amod")))
                or (word(sentence, at) == "在" and relation(sentence, at) == "root")
                or word(sentence, at) == "学会"
            ]
        if not verbs:
            continue
        subjects = [at for at in range(first, verbs[0]) if is_subject(sentence, at)]
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
    for place in range(len(sentence.tokens)):
        if tag(sentence, place) == "ADJ" or (tag(sentence, place) == "VERB" and word(sentence, place) in QUALITY_VERBS):
            first = _first_adverb(sentence, place)
            tail = ADJECTIVE_TAIL.match(sentence.text, sentence.spans[place][1])
            if first < place or tail:
                start, end = sentence.span(first, place)
                spans.append((start, tail.end() if tail else end))
    for found in AS_WELL_AS.finditer(sentence.text):
        low, high = sentence.token_over(found.start()), sentence.token_over(found.end() - 1)
        if "ADJ" in [tag(sentence, at) for at in range(low, high + 1)]:
            high -= tag(sentence, high) not in ("ADJ", "VERB")
            spans.append((found.start(), max(sentence.spans[low][1], sentence.spans[high][1])))
    yield from merged(spans)


QUALITY_VERBS = words("verbs_of_quality")
ADJECTIVE_TAIL = re.compile(r"(?:一点儿?|一些|点儿|得多|得很|极了|多了|得不得了|死了|得要命|得不行)")
NOT_OF_DEGREE = words("adverbs_not_of_degree")
OF_DEGREE = words("adverbs_of_degree")


def _first_adverb(sentence: Sentence, place: int) -> int:
    """First token of the adverbs of degree before an adjective."""
    first = place
    while first and tag(sentence, first - 1) == "ADV" and word(sentence, first - 1) not in NOT_OF_DEGREE:
        first -= 1
    return first - 1 if first and word(sentence, first - 1) in OF_DEGREE else first
