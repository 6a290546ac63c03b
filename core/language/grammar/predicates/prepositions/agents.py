"""Prepositions of who acts and what is acted upon: 被, 叫, 让, 将 (引出施事、受事)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.syntax.tokens import NOMINAL_OR_NUMERAL
from core.language.grammar.word_classes import pattern, words

VERBS_LIKE_NOUNS = words("verbs_like_nouns")
AGENT = pattern(r"%{agents_of_bei}")
PERSON_AFTER_BEI = pattern(r"(?:%{persons_after_bei}|人(?!为))")


@check
def has_an_agent(sentence: Sentence, markers: Markers) -> bool:
    """被 is followed by a noun phrase and then a verb."""
    start, end = markers[0]
    text = sentence.text
    index = sentence.token_over(start)
    if sentence.spans[index] != (start, end) or index + 1 >= len(sentence.tokens):
        return bool(AGENT.match(text[end:]))
    if PERSON_AFTER_BEI.match(text[end:]):
        return True
    following = sentence.tokens[index + 1]
    if sentence.words[index + 1] in VERBS_LIKE_NOUNS:
        return False
    if following.tag not in NOMINAL_OR_NUMERAL | {"DET", "ADJ", "PART"}:
        return False
    _, high = clause_around(sentence, start)
    later = [t for t in range(index + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    verbs = [t for t in later if sentence.tokens[t].tag == "VERB"]
    return bool(verbs) and following.tag != "ADJ"


NOT_BEFORE_PASSIVE = pattern(r"%{not_before_passive}$")


@check
def names_the_agent(sentence: Sentence, markers: Markers) -> bool:
    """叫 or 让 names who did it: something affected stands before and nobody is told to do anything."""
    start, _ = markers[0]
    low, high = clause_around(sentence, start)
    before, after = sentence.text[low:start], sentence.text[start + 1 : high]
    if NOT_BEFORE_PASSIVE.search(before) or not before:
        return False
    if re.fullmatch(r"(?:我|你|他|她|我们|你们|他们|妈妈|爸爸|老师|经理)(?:已经|也)?", before) and not re.search(
        r"骗|打|撞|批评|骂|咬|吓|抓|淋", after
    ):
        return False
    return not re.search(r"(?:好好|一下|一会儿|去|来|吧)", after)


DISPOSED_OF = pattern(r"%{persons_and_things_disposed_of}")


@check
def disposes(sentence: Sentence, markers: Markers) -> bool:
    """将 in the sense of 把: a noun phrase, then a verb."""
    start, end = markers[0]
    index = sentence.token_over(start)
    token = sentence.tokens[index]
    _, high = clause_around(sentence, start)
    if index + 1 >= len(sentence.tokens) or token.tag == "NOUN":
        return False
    if DISPOSED_OF.match(sentence.text[end:]):
        return True
    following = sentence.tokens[index + 1]
    if following.tag in {"VERB", "AUX", "ADV", "ADP"} and token.relation != "case":
        return False
    later = [t for t in range(index + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    return token.tag != "ADV" and any(sentence.tokens[t].tag == "VERB" for t in later)
