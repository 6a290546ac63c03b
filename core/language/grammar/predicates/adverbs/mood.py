"""可 for emphasis (语气副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import around_marker
from core.language.grammar.word_classes import pattern

EMPHATIC_VERB = pattern(r"%{emphatic_verbs}")


@check
def emphatic(sentence: Sentence, markers: Markers) -> bool:
    """可 for emphasis, no degree (可漂亮了) and no conjunction at the head of a clause."""
    before, after = around_marker(sentence, markers)
    if re.search(r"(?:^|[，。；：！？])$", before):
        return False
    return (
        re.match(r"(?:真)?[^，。不没别]{1,4}(?:了|啦|呢)[，。！？]*$", after) is None
        or EMPHATIC_VERB.match(after) is not None
    )
