"""可 for emphasis (语气副词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.clauses import around_marker


@check
def emphatic(sentence: Sentence, markers: Markers) -> bool:
    """可 for emphasis, no degree (可漂亮了) and no conjunction at the head of a clause."""
    before, after = around_marker(sentence, markers)
    if re.search(r"(?:^|[，。；：！？])$", before):
        return False
    return (
        re.match(r"(?:真)?[^，。不没别]{1,4}(?:了|啦|呢)[，。！？]*$", after) is None
        or re.match(r"(?:真|算|来|要|得|是|找|把|被|不|没|别|急|说)", after) is not None
    )
