"""What the dependency tree says: subjects, predicates, copulas, noun phrases."""

from __future__ import annotations

from core.language.grammar.sentence import Sentence, cached_on_sentence
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag

LEFT_MODIFIERS = (
    "nmod",
    "amod",
    "nummod",
    "det",
    "clf",
    "case",
    "acl",
    "compound",
    "mark:rel",
    "appos",
    "flat",
    "advmod",
)


def is_subject(sentence: Sentence, index: int) -> bool:
    """Whether the parser takes the token for a nominal subject."""
    token = sentence.tokens[index]
    return token.relation.startswith("nsubj") and (token.tag in NOMINAL or token.tag in ("PART", "NUM", "X", "DET"))


@cached_on_sentence
def subjects_of(sentence: Sentence, index: int) -> list[int]:
    """Subject tokens of a predicate, in order."""
    return [child for child in sentence.children[index] if is_subject(sentence, child)]


@cached_on_sentence
def predicate_heads(sentence: Sentence) -> list[int]:
    """Tokens that are predicates of a clause: verbs and adjectives that neither modify a noun nor serve as a complement."""
    heads = []
    for index, token in enumerate(sentence.tokens):
        if token.tag not in ("VERB", "ADJ") and not (
            token.tag == "AUX" and token.relation in ("root", "ccomp", "conj")
        ):
            continue
        base = token.relation.partition(":")[0]
        if base in ("root", "ccomp", "advcl", "parataxis", "conj", "dep") and token.relation != "conj:compound":
            heads.append(index)
    return heads


@cached_on_sentence
def copulas(sentence: Sentence) -> list[int]:
    """Tokens 是 that link a nominal predicate."""
    return [
        index
        for index, token in enumerate(sentence.tokens)
        if sentence.words[index] in ("是", "不是", "就是", "为") and token.relation == "cop"
    ]


@cached_on_sentence
def noun_phrase(sentence: Sentence, index: int) -> tuple[int, int]:
    """First and last token of the nominal phrase around a noun: modifiers on the left, localizer and partners on the right."""
    first = last = index
    low, high = chunk_of(sentence, index)
    for child in sentence.children[index]:
        if child < index and relation(sentence, child).startswith(LEFT_MODIFIERS) and tag(sentence, child) != "ADP":
            begin = sentence.subtree(child)[0]
            first = min(first, begin if begin >= low else child)
        elif child > index and relation(sentence, child).startswith(
            ("case:loc", "conj", "flat", "clf", "nummod", "compound")
        ):
            end = sentence.subtree(child)[1]
            last = max(last, end if end <= high else child)
    while first < index and tag(sentence, first) in ("ADV", "ADP", "CCONJ", "PUNCT"):
        first += 1
    return first, last
