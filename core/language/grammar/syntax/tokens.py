"""Tokens by their index: word, part of speech, relation."""

from __future__ import annotations

from core.language.grammar.sentence import Sentence

NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
NOMINAL_OR_NUMERAL = {"NOUN", "PROPN", "PRON", "NUM"}


def tag(sentence: Sentence, index: int) -> str:
    """Part of speech of a token, empty outside the sentence."""
    return sentence.tag_at.get(index, "")


def word(sentence: Sentence, index: int) -> str:
    """A token's text, empty outside the sentence."""
    return sentence.word_at.get(index, "")


def relation(sentence: Sentence, index: int) -> str:
    """Relation of a token to its head, empty outside the sentence."""
    return sentence.relation_at.get(index, "")


def tag_at(sentence: Sentence, offset: int) -> str:
    """Part of speech of the token over a character; empty outside."""
    index = sentence.token_over(offset)
    return sentence.tokens[index].tag if index >= 0 else ""
