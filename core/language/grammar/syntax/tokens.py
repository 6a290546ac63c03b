"""Tokens by their index: word, part of speech, relation."""

from __future__ import annotations

from core.language.grammar.sentence import Sentence

NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
NOMINAL_OR_NUMERAL = {"NOUN", "PROPN", "PRON", "NUM"}


def tag(sentence: Sentence, place: int) -> str:
    """Part of speech of a token, empty outside the sentence."""
    return sentence.tag_at.get(place, "")


def word(sentence: Sentence, place: int) -> str:
    """A token's text, empty outside the sentence."""
    return sentence.word_at.get(place, "")


def relation(sentence: Sentence, place: int) -> str:
    """Relation of a token to its head, empty outside the sentence."""
    return sentence.relation_at.get(place, "")


def tag_at(sentence: Sentence, offset: int) -> str:
    """Part of speech of the token over a character; empty outside."""
    place = sentence.token_over(offset)
    return sentence.tokens[place].tag if place >= 0 else ""
