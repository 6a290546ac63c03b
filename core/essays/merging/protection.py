"""What no judge may touch: titles, addresses, Latin letters and numbers; and names, which models do not know."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from core.language.grammar.sentence import Sentence

UNTOUCHED = re.compile(
    r"(?:https?://|www\.)[!-~]+"
    r"|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
    r"|[A-Za-z0-9０-９Ａ-Ｚａ-ｚ]+(?:[.,:/'’&%+#-][A-Za-z0-9]+)*"
    r"|(?<=《)[^《》\r\n]{1,40}(?=》)"
)
"""Addresses, then runs of letters and digits with what joins them, then what stands in title marks: it is written as its author
wrote it. Quotations are not spared: a learner may miswrite them."""
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆"
    "汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
)
"""The hundred most frequent surnames of the census of 2020 (Ministry of Public Security, report on names of 2021)."""
NAME_LENGTHS = (2, 3)


def untouched(text: str) -> list[tuple[int, int]]:
    """Stretches that stay as they are, whoever wants to change them."""
    return [found.span() for found in UNTOUCHED.finditer(text)]


def names(sentences: Iterable[Sentence], known: Container[str]) -> list[tuple[int, int]]:
    """Stretches that are names: listed ones, and what the parser takes for one and begins with a surname.

    What it takes for a name without that is often a misspelt word.
    """
    return [span for sentence in sentences for span in _names_of(sentence, known)]


def _names_of(sentence: Sentence, known: Container[str]) -> Iterator[tuple[int, int]]:
    for word, token in zip(sentence.words, sentence.tokens, strict=True):
        taken = token.tag == "PROPN" and len(word) in NAME_LENGTHS and word[0] in SURNAMES
        if taken or (len(word) > 1 and word in known):
            yield token.start, token.end


def touches(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a change from `start` to `end` reaches into one of the stretches; what is put in before or after does not."""
    return any(start < last and first < end if start < end else first < start < last for first, last in spans)
