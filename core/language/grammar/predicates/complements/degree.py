"""Complements of degree: 好极了, 忙得很, 疼得厉害 (程度补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.tokens import tag, word
from core.language.grammar.word_classes import pattern

DEGREE = pattern(
    r"%{feelings_to_the_extreme}(?:死我|死人|死他|死)(?:了)|(?P<a>[\u4e00-\u9fff]{1,4})(?:得很(?=[，。！？；：、…”了呢啊吧的]|$)|极了)"
)


@predicate
def extreme(sentence: Sentence) -> Iterator[Span]:
    """Adjective or verb of feeling + 得很, 极了, 死了."""
    for match in DEGREE.finditer(sentence.text):
        end = match.end()
        if match["a"]:
            tail = re.search(r"(?:得很|极了)$", match[0])
            middle = match.start() + (tail.start() if tail else 0)
            index = sentence.token_over(middle - 1)
            if (
                tag(sentence, index) not in ("ADJ", "VERB", "NOUN", "ADV")
                or re.search(r"(?:觉|显|懂|记)$", sentence.text[:middle])
                or (
                    sentence.text[middle : middle + 1] == "得"
                    and re.match(r"得很[\u4e00-\u9fff]", sentence.text[middle:])
                    and not re.match(r"得很[了呢啊吧的]", sentence.text[middle:])
                )
            ):
                continue
            start = sentence.spans[index][0]
            if start < middle:
                yield start, end
        elif not re.search(r"(?:是|了|给|被[^，。]{0,4})$", sentence.text[: match.start()]) or not re.match(
            r"饿|冻|吓|痛", match[0]
        ):
            yield match.start(), end


def _with_tail(sentence: Sentence, tail: str) -> Iterator[Span]:
    """A word of feeling or quality + 得 + one of the tails."""
    for match in re.finditer(tail, sentence.text):
        index = sentence.token_over(match.start() - 1) if match.start() else -1
        if (
            index < 0
            or tag(sentence, index) not in ("ADJ", "VERB", "NOUN", "ADV", "X", "AUX")
            or (sentence.text[match.start() - 1] in "长显值觉" and len(word(sentence, index)) == 1)
        ):
            continue
        start = sentence.spans[index][0]
        if (
            len(word(sentence, index)) == 2
            and word(sentence, index)[0] in "牙头心肚脸手脚腿"
            and word(sentence, index)[1] in "疼痛烫"
        ):
            start += 1
        yield start, match.end()


@predicate
def intense(sentence: Sentence) -> Iterator[Span]:
    """高兴得不得了, 闷得慌, 疼得厉害."""
    return _with_tail(sentence, r"得(?:不得了|慌(?!忙|张|乱)|厉害(?!的[\u4e00-\u9fff]))")


@predicate
def unbearable(sentence: Sentence) -> Iterator[Span]:
    """困得不行, 热得要命, 累得要死."""
    return _with_tail(sentence, r"得(?:不行|要命|要死)(?=[，。！？；、”…～]|$|了|啊|呀|呢|的)")


@check
def spoilt(sentence: Sentence, markers: Markers) -> bool:
    """坏 and 透 of degree, at a clause end or with 了 before an object."""
    start, end = markers[0]
    complement = sentence.text[start:end]
    if "坏" in complement:
        return (
            complement.endswith("了") and re.search(r"(?:把|将)?[^，。]{0,8}$", sentence.text[:start]) is not None
        ) or re.match(r"了|我|他|她|人", sentence.text[end:]) is not None
    return True
