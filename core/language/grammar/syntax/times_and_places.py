"""Words for times and places."""

from __future__ import annotations

from core.language.grammar.word_classes import pattern, words

TIME = pattern(
    r"%{time_words}|(?:今|明|昨|前|后|当|每|整|白|半|次|同)[天年日晚早夜]|[早晚]上|当时|[周][一二三四五六日末]|[早晚]晨|[\d零〇一二三四五六七八九十]+[年月号日点]|时候|"
    r"[这上下去今明后][个]?[年月周]|去年|一会儿|暑假|寒假|近来|如今|期间|小时候|平常|有时|晚|早|每[一]?次|届时|课[前后]|[年月]底|连日|整天|当年|往年|年初"
)


def is_time(text: str) -> bool:
    """Whether a word or phrase names a time."""
    return TIME.match(text) is not None and len(text) < 8


PLACE_WORDS = words("place_words")
