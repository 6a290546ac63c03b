"""Set phrases: A来A去, 得了 (固定短语)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.word_classes import pattern


@check
def same_halves(sentence: Sentence, markers: Markers) -> bool:
    """【五17】: the verb before 来 is the verb before 去."""
    start, end = markers[0]
    first, _, second = sentence.text[start : end - 1].partition("来")
    return first == second


ABOUT_ABILITY = pattern(r"%{before_deliao_of_ability}[^，]{0,4}$")


@check
def proposes_deliao(sentence: Sentence, markers: Markers) -> bool:
    """【五24】: 得了 at the end proposes; after a bare verb it tells whether one can, unless the sentence proposes."""
    start, _ = markers[0]
    before = sentence.text[:start]
    clause = re.split(r"[，。！？；：“”]", before)[-1]
    if (ABOUT_ABILITY.search(clause) and not re.search(r"不如|还是", clause)) or sentence.text.rstrip("”").endswith(
        ("？", "?")
    ):
        return False
    if re.search(r"不如|干脆|直接|索性|还是|算|咱们?|我们|你自己|就", clause):
        return True
    index = sentence.token_over(start - 1)
    return sentence.tokens[index].tag in {"NOUN", "PRON", "ADV", "NUM"} and len(clause) > 4
