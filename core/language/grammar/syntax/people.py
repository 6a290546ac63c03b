"""Words for people: pronouns, kin, professions, animals that act."""

from __future__ import annotations

import re

from core.language.grammar.word_classes import expanded, words

PRONOUN_SUBJECT = "(?:我|你|您|他|她|它|咱)们?|大家|自己|别人|人家"
PRONOUN = expanded("%{pronouns}")
PERSON = expanded(
    r"(?:%{pronouns}|(?:我|你|他|她)?(?:的)?%{people}们?|[小老]%{common_surnames}|%{common_surnames}(?:老师|经理|教授|医生|先生|小姐|阿姨|叔叔|师傅|主任))"
)
IS_PERSON = re.compile(PERSON + "$")
ENDS_OF_PEOPLE = tuple(words("ends_of_people"))


def is_person(word: str) -> bool:
    """Whether a noun or pronoun names a person (or an animal that acts)."""
    return bool(IS_PERSON.match(word)) or word.endswith(ENDS_OF_PEOPLE)
