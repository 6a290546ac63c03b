"""A connective that is not one half of a pair."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence

OPENERS = {
    "而且": r"不但|不仅|不光", "更": r"不但|不仅|不光", "还": r"不但|不仅|不光", "然后": r"先|首先", "接着": r"先", "所以": r"因为|由于",
    "因此": r"因为|由于", "但是": r"虽|尽管|固然", "可是": r"虽|尽管|固然", "不过": r"虽|尽管|固然", "但": r"虽|尽管|固然",
}  # fmt: skip
PARTNER = re.compile(r"虽然[^；;]{1,45}?(?:但|可是|不过|然而|可(?![以能见爱怕])|却|还是|仍)")


@check
def alone(sentence: Sentence, markers: Markers) -> bool:
    """A connective that is not one half of a correlative, which has its own rule."""
    start, end = markers[0]
    word = sentence.text[start:end]
    if word == "虽然":
        return PARTNER.match(sentence.text[start:]) is None
    opener = OPENERS.get(word)
    return opener is None or re.search(opener, sentence.text[max(0, start - 45) : start]) is None
