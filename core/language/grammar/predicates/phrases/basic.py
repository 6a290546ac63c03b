"""The five basic kinds of phrase (基本结构类型)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.predicates.sentences.no_subject import GREETING
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunks, without_particles
from core.language.grammar.syntax.tokens import tag
from core.language.grammar.word_classes import pattern

CONTENT_TAGS = frozenset({"NOUN", "PROPN", "PRON", "VERB", "ADJ", "NUM", "AUX", "ADV", "ADP", "DET", "PART"})


def _text(sentence: Sentence, first: int, last: int) -> str:
    start, end = sentence.span(first, last)
    return sentence.text[start:end]


RESULT_OR_OBJECT = pattern(r"%{results_and_objects_of_phrases}")


@predicate
@cached_on_sentence
def basic_phrase(sentence: Sentence) -> Iterator[Span]:
    """Chunks of two words or more: one of the five kinds of phrase holds there. Reported as the whole chunk."""
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        text = _text(sentence, first, last)
        if re.fullmatch(GREETING + r"[啊呀哦呢吧啦了]?", text) or re.fullmatch(
            r"[你您大][们家]?好|好的|对不起|没关系", text
        ):
            continue
        content = [i for i in range(first, stop + 1) if tag(sentence, i) in CONTENT_TAGS]
        if (
            len(content) > 1
            or (tag(sentence, first) == "VERB" and len(text) > 2)
            or (
                re.fullmatch(r"[\u4e00-\u9fff]{2}", text)
                and tag(sentence, first) in ("VERB",)
                and text not in ("休息", "学习")
            )
        ) and (len(content) > 1 or RESULT_OR_OBJECT.search(text)):
            yield sentence.span(first, stop)
