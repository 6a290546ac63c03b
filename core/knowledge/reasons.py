"""Why one point rests on another, in words: the closed list of reasons of data/knowledge.md, seen from either side."""

from __future__ import annotations

from core.tables.points import Prerequisite
from core.wire import Bilingual, Language

OF_A_PREREQUISITE: dict[str, Bilingual] = {
    "part_of": Bilingual(zh="当前知识点是它的一部分", en="this point is a part of it"),
    "builds_on": Bilingual(zh="当前知识点在它的基础上扩展", en="this point builds on it"),
    "component": Bilingual(zh="当前知识点的结构里要用到它", en="this point uses it as a part"),
    "contrasts_with": Bilingual(
        zh="两者容易混淆，先学它，再对比", en="easily confused: learn that one first, then compare"
    ),
    "extends_meaning": Bilingual(zh="当前知识点是它的引申用法", en="this point is an extended use of it"),
    "formal_variant_of": Bilingual(
        zh="当前知识点是它的书面或特殊说法", en="this point is a written or special form of it"
    ),
    "same_set": Bilingual(zh="两者是一类，先学它更容易", en="the two belong together: easier after that one"),
    "complex_sentence_of": Bilingual(
        zh="当前知识点是由它构成的复句或句群", en="this point is a complex sentence or sentence group made with it"
    ),
}
"""Said of the point that is required."""

OF_WHAT_FOLLOWS: dict[str, Bilingual] = {
    "part_of": Bilingual(zh="它是当前知识点的一部分", en="it is a part of this point"),
    "builds_on": Bilingual(zh="它在当前知识点的基础上扩展", en="it builds on this point"),
    "component": Bilingual(zh="它的结构里要用到当前知识点", en="it uses this point as a part"),
    "contrasts_with": Bilingual(
        zh="两者容易混淆，学好当前知识点，再对比", en="easily confused: learn this point first, then compare"
    ),
    "extends_meaning": Bilingual(zh="它是当前知识点的引申用法", en="it is an extended use of this point"),
    "formal_variant_of": Bilingual(
        zh="它是当前知识点的书面或特殊说法", en="it is a written or special form of this point"
    ),
    "same_set": Bilingual(zh="两者是一类，学好当前知识点更容易", en="the two belong together: easier after this point"),
    "complex_sentence_of": Bilingual(
        zh="它是由当前知识点构成的复句或句群", en="it is a complex sentence or sentence group made with this point"
    ),
}
"""Said of the point that requires."""


def reason_of(edge: Prerequisite, language: Language, *, follows: bool) -> str:
    """The reason of an edge, said of the required point or, with `follows`, of the one that requires.

    The note on the pair is written in English only, so it stands in the English text alone.
    """
    reason = (OF_WHAT_FOLLOWS if follows else OF_A_PREREQUISITE)[edge.reason].get(language)
    return f"{reason} ({edge.note})" if edge.note and language == "en" else reason
