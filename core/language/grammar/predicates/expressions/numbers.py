"""Ordinals, approximate numbers, fractions, multiples (序数, 概数, 小数, 分数, 倍数)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.word_classes import pattern


@check
def ordinal(sentence: Sentence, markers: Markers) -> bool:
    """二楼 and 三班 as places in an order, not as amounts."""
    start, end = markers[0]
    text, phrase = sentence.text, sentence.text[start:end]
    if phrase.startswith(("第", "初")):
        return not re.match(r"初[一二三]的?学生$", phrase)
    if (phrase.endswith("班") and re.search(r"[有共]$", text[:start])) or (
        phrase.endswith("楼") and re.search(r"(?:有|共|盖了?)$", text[:start])
    ):
        return False
    return not (start and re.match(NUMBER, text[start - 1]))


@check
def more_than(sentence: Sentence, markers: Markers) -> bool:
    """The numeral is whole and no ordinal."""
    start, end = markers[0]
    text = sentence.text
    if (
        text[start:end].endswith("点多")
        and re.match(r"一点多", text[start:end])
        and not re.search(r"(?:下午|凌晨|是|到|[，。])$|^$", text[:start])
    ):
        return False
    return not (start and text[start - 1] in "第." and text[start - 1])


@check
def some(sentence: Sentence, markers: Markers) -> bool:
    """几 "some", not in a question or after 这, 那."""
    start, _ = markers[0]
    text = sentence.text
    clause = re.split(r"[，,；;。！!]", text[start:])[0]
    if (
        re.search(r"[？?]", text[start:])
        and re.search(r"[？?]", clause + text[start + len(clause) :][:1])
        and not re.search(r"吗|[吧]", clause)
    ):
        return re.match(r"几(?:十|百|千|万)", text[start:]) is not None
    return not re.search(r"(?:知道|问|看看|数|猜)[^，。]{0,6}$", text[:start]) and not re.search(
        r"(?:没|不)$", text[:start]
    )


@check
def about_lai(sentence: Sentence, markers: Markers) -> bool:
    """二十来个, not 二十年来."""
    start, end = markers[0]
    return not re.search(NUMBER + "$", sentence.text[:start]) and not re.search(
        r"来(?:往|回)", sentence.text[start : end + 1]
    )


CLOCK_TIME = pattern(r"%{after_clock_times}")
DECIMAL = pattern(r"%{after_decimals}|[，。！？；]|$|和|到|以|厘米|级|英")


@check
def fraction(sentence: Sentence, markers: Markers) -> bool:
    """Decimals, not hours or money; multiples with a numeral."""
    start, end = markers[0]
    text, phrase = sentence.text, sentence.text[slice(*markers[0])]
    if "点" in phrase and "分之" not in phrase and "百分点" not in phrase and "倍" not in phrase:
        if re.search(
            r"(?:上午|下午|晚上|早上|凌晨|中午|[今明昨]天|[早晚]|[差到从])$", text[:start]
        ) or CLOCK_TIME.match(text[end:]):
            return False
        return (
            len(re.split("点", phrase)[1]) >= 1
            and not re.match(r"分", text[end:])
            and DECIMAL.match(text[end:]) is not None
        )
    if phrase.endswith("成") and re.match(r"了|为|功|立", text[end:]):
        return False
    if re.fullmatch(r"\d+\.\d+", phrase):
        return not re.match(r"元|块|月|日|版", text[end:]) and "¥" not in text[max(0, start - 1) : start]
    return True
