"""Prepositions of cause and purpose: 由于, 因为, 为 (引出目的、原因)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.prepositions.governed_verbs import verb_follows
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.syntax.tokens import NOMINAL_OR_NUMERAL
from core.language.grammar.word_classes import pattern

CAUSE_NOUN = pattern(r"%{cause_nouns}$|^[^，。]{1,12}的(?:关系|原因|缘故|影响|问题)")
CAUSE_POINTED_AT = pattern(
    r"(?:%{causes_pointed_at}|一[些点])(?:[件个种次点些样]*)(?:小|大)?(?:事|事情|问题|原因|故|话|人)?(?:$|而|一直|就|才|跟|和|被|没)"
)


@check
def before_a_noun(sentence: Sentence, markers: Markers) -> bool:
    """由于, 因为 and the like with a noun, not a clause, behind."""
    start, end = markers[0]
    text = sentence.text
    _, high = clause_around(sentence, start)
    stretch = text[end:high]
    inner = [t for t, (low, _) in enumerate(sentence.spans) if end <= low < high]
    if (
        any(sentence.tokens[t].tag == "VERB" and sentence.child(t, "nsubj") in inner for t in inner[:-1])
        and "的" not in stretch[-4:]
    ):
        return False
    if re.match(r"(?:我|你|他|她|它)们?[不没很太也已]", stretch):
        return False
    if CAUSE_NOUN.search(stretch):
        return True
    if CAUSE_POINTED_AT.match(stretch):
        return True
    inside = [
        t
        for t in range(len(sentence.tokens))
        if end <= sentence.spans[t][0] < high and sentence.tokens[t].tag != "PUNCT"
    ]
    if not inside:
        return False
    head = sentence.tokens[sentence.token_over(start)].head
    if head < 0 or head not in inside:
        return False
    if sentence.tokens[head].tag not in NOMINAL_OR_NUMERAL:
        return False
    tags = [sentence.tokens[t].tag for t in inside if t <= head]
    if head == inside[-1]:
        return sentence.child(head, "nsubj", "cop") < 0
    return not {"VERB", "AUX"} & set(tags) and sentence.child(head, "nsubj", "cop") < 0


BEFORE_WEI_AS = pattern(r"%{verbs_before_wei_as}$")


@check
def for_reason(sentence: Sentence, markers: Markers) -> bool:
    """为 read wèi before a noun, with a verb or adjective behind."""
    start, _ = markers[0]
    index = sentence.token_over(start)
    return (
        not re.search(r"以[^，。]{1,40}$", sentence.text[:start])
        and not (index and BEFORE_WEI_AS.search(sentence.words[index - 1]))
        and verb_follows(sentence, markers)
    )
