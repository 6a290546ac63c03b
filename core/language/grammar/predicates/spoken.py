"""Functions for spoken and fixed formats: senses that characters alone do not settle."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence

STRETCH = re.compile(r"一(?:天|年|周|星期|个星期|个月|个小时|小时|学期|个学期|上午|下午|晚上|夜|个晚上|宿)都")
"""一天都没吃饭 mostly means the whole day; 一天都没休息过 does not."""


@check("spoken_not_a_whole_stretch")
def not_a_whole_stretch(sentence: Sentence, markers: Markers) -> bool:
    """Whether 一…都 holds a counted thing rather than a stretch of time that lasted."""
    start, end = markers[0]
    if not STRETCH.match(sentence.text[start:end]):
        return True
    return re.search("过|休息|离开|耽误|落下|缺", sentence.text[end : end + 8]) is not None
