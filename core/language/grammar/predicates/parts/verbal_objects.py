"""Verbs, adjectives and clauses as objects (宾语)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.chunks import chunk_of, without_particles
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import words

VERBAL_OBJECT_VERBS = words("verbs_with_verbal_object")


@predicate
def verbal_object(sentence: Sentence) -> Iterator[Span]:
    """What follows 打算, 喜欢, 觉得, 希望 ... when it is a verb, an adjective or a clause."""
    for index in range(len(sentence.tokens)):
        text = word(sentence, index)
        if text not in VERBAL_OBJECT_VERBS or tag(sentence, index) not in ("VERB", "AUX"):
            continue
        _, high = chunk_of(sentence, index)
        if text in ("说", "学") and (
            (word(sentence, index + 1) in ("不", "得") and text == "学")
            or tag(sentence, index + 1) == "ADJ"
            or word(sentence, index - 1) == "有"
        ):
            continue
        if text == "想" and (
            index + 1 > high or tag(sentence, index) == "AUX" or tag(sentence, index + 1) not in ("PRON", "PROPN")
        ):
            continue
        start = index + 1
        while start <= high and word(sentence, start) in ("了", "到", "过", "着", "见", "出"):
            start += 1
        if (
            start > high
            or word(sentence, start) in ("的", "得", "吗", "呢", "吧")
            or (word(sentence, start) in ("不", "没") and word(sentence, start + 1) == text)
            or (index > 1 and word(sentence, index - 2) == text)
        ):
            continue
        stop = without_particles(sentence, start, high)
        if _holds_predicate(sentence, index, start, stop):
            yield sentence.span(start, stop)
            break


TAKES_CLAUSE = words("verbs_with_clause")
TAKES_VERB = words("verbs_with_verb")
ACTION_NOUNS = words("action_nouns")
INNER_RELATIONS = ("acl", "amod", "compound", "case", "nmod", "aux", "mark")


def _holds_predicate(sentence: Sentence, verb: int, start: int, stop: int) -> bool:
    """Whether the stretch is a clause, a verb phrase or an adjective rather than a noun with modifiers."""
    kinds = [tag(sentence, i) for i in range(start, stop + 1)]
    name = word(sentence, verb)
    heads = _inner_heads(sentence, start, stop)
    if not heads:
        if name in TAKES_VERB and word(sentence, start) in ACTION_NOUNS:
            return start == stop or tag(sentence, start + 1) != "NOUN"
        if any(word(sentence, i) == "当" or relation(sentence, i) == "ccomp" for i in range(start, stop + 1)):
            return name in TAKES_CLAUSE
        after = tag(sentence, start + 1)
        return (
            name in TAKES_VERB and kinds[0] == "VERB" and after in ("NOUN", "PROPN", "PUNCT", "PART", "NUM", "PRON", "")
        )
    if name in TAKES_CLAUSE:
        return True
    if name not in TAKES_VERB:
        return any(relation(sentence, i).startswith("ccomp") and sentence.tokens[i].head == verb for i in heads)
    if kinds[0] in ("VERB", "ADJ", "AUX", "ADV", "ADP"):
        return True
    if heads[0] - start <= 3 and kinds[0] in NOMINAL and tag(sentence, stop) != "NOUN":
        return True
    return any(relation(sentence, i).startswith(("xcomp", "ccomp")) for i in heads)


def _inner_heads(sentence: Sentence, start: int, stop: int) -> list[int]:
    """Verbs and adjectives of a stretch that do not modify a noun."""
    heads = []
    for head in range(start, stop + 1):
        if tag(sentence, head) not in ("VERB", "ADJ", "AUX") or relation(sentence, head).startswith(INNER_RELATIONS):
            continue
        nearby = range(head + 1, min(head + 5, stop + 1))
        if not any(word(sentence, near) == "的" and tag(sentence, near + 1) in ("NOUN", "PROPN") for near in nearby):
            heads.append(head)
    return heads
