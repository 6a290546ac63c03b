"""的话, 不管 (假设复句, 条件复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.complex_sentences.linked_clauses import clause_index
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.word_classes import pattern


@check
def dehua(sentence: Sentence, markers: Markers) -> bool:
    """的话 "if" after a clause, not 的 and the noun 话; other matches pass."""
    start = markers[0][0]
    if not sentence.text.startswith("的话", start):
        return True
    clause = sentence.clauses[clause_index(sentence, start)][0]
    if re.search(r"[听说讲记信按照写读]|告诉", sentence.text[clause:start]):
        return False
    return any(
        clause <= offset < start and token.tag in {"VERB", "ADJ", "AUX"}
        for token, (offset, _) in zip(sentence.tokens, sentence.spans, strict=True)
    )


ASKING = pattern(
    r"%{question_words_inside}|([^，,])[不没]\1|大人小孩|早晚|远近|成败|刮风下雨|白天黑夜|白天晚上|风吹雨打|酷暑"
)


@check
def question_inside(sentence: Sentence, markers: Markers) -> bool:
    """A question word, A不A or A还是B after 不管."""
    start, end = markers[0]
    return ASKING.search(sentence.text[start + 2 : end]) is not None
