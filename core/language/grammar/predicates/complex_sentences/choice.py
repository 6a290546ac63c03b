"""还是, 或者 between clauses (选择复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.tokens import tag_at


@check
def haishi(sentence: Sentence, markers: Markers) -> bool:
    """还是 "or" between clauses, not "still" and not between two nouns."""
    text, (start, end) = sentence.text, markers[0]
    asks = re.search(r"[？?]|不知道|不清楚|问|说不清|想知道|忘了|不确定|分不清", text)
    if not asks or re.match(r"没|不太|很", text[end:]):
        return False
    span = text[start:end]
    return "，" in span or "," in span or start < 1 or text[start - 1] in "，," or _between_verbs(sentence, markers) or (
        len(markers) == 1
    )  # fmt: skip


def _between_verbs(sentence: Sentence, markers: Markers) -> bool:
    first, last = markers[1][1] if len(markers) > 1 else markers[0][0], markers[0][1]
    return tag_at(sentence, first) in {"VERB", "ADP", "AUX"} and tag_at(sentence, last) in {"VERB", "ADP", "AUX"}


@check
def huozhe(sentence: Sentence, markers: Markers) -> bool:
    """或者…或者… of clauses or verb phrases, not of nouns in a row."""
    start, end = markers[0]
    return any(mark in sentence.text[start:end] for mark in "，,；;") or tag_at(sentence, end) in {"VERB", "PRON"}
