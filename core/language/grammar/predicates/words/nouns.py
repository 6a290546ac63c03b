"""Nouns of position: 上, 里, 前边 ... (方位名词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.word_classes import pattern, words

AFTER_NO_POSITION = words("after_no_position")
BEFORE_QIAN_HOU_NEI = pattern(r"%{before_qian_hou_nei}$")
BEFORE_SHANG_XIA_OF_DIRECTION = pattern(r"%{before_shang_xia_of_direction}$")


@check
def names_a_place(sentence: Sentence, markers: Markers) -> bool:
    """A noun of place: the word before is no time and no verb, what follows is no verb's object."""
    start, end = markers[0]
    text = sentence.text
    if re.match(r"在(?:的|美|环|因)|来|着|的(?:大学|学|课|班)|一天|[祖孙婆公甥]|告|一[次个年]", text[end:]):
        return False
    if text[start] in "上下" and re.search(r"(?:^|[，。]|[年天时候])(?:我|你|他|她|我们|他们|你们)$", text[:start]):
        return False
    if BEFORE_QIAN_HOU_NEI.search(text[:start]) and text[start] in "前后内":
        return False
    if BEFORE_SHANG_XIA_OF_DIRECTION.search(text[:start]):
        return False
    if re.search(r"(?:实际|事实|基本|总体|大体|大致|理论|原则|南|北)$", text[:start]) and text[start] in "上下":
        return False
    index = sentence.token_over(start)
    if sentence.tokens[index].tag in {"VERB", "AUX"}:
        return False
    if text[end : end + 1] == "了":
        # 放在桌子上了 is a place, 门关上了 a complement.
        return re.search(r"[在到][^，。；在到]{1,6}$", text[:start]) is not None
    return text[end : end + 1] not in AFTER_NO_POSITION
