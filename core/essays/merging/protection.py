"""What no corrector may change: titles, addresses, Latin letters and numbers, decimals; and names and right frames, in which models see errors."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from core.language.grammar.sentence import Sentence

PROTECTED = re.compile(
    r"(?:https?://|www\.)[!-~]+"
    r"|[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
    r"|[A-Za-z0-9０-９Ａ-Ｚａ-ｚ]+(?:[.,:/'’&%+#-][A-Za-z0-9]+)*"
    r"|(?<=《)[^《》\r\n]{1,40}(?=》)"
    r"|[零〇一二三四五六七八九十百千万]{1,9}\.[零〇一二三四五六七八九]{1,9}"
)
"""Addresses, then runs of letters and digits with the marks that join them, then titles in title marks, which are written as their author
wrote them, and decimals in characters. Quotations are not protected: a learner may miswrite them."""
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆"
    "汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
)
"""The hundred most frequent surnames of the census of 2020 (Ministry of Public Security, report on names of 2021)."""
NAME_LENGTHS = (2, 3)
FRAMES = re.compile(
    r"(?<=家)里?(?:一共|总共|只|都)?有[两二三四五六七八九十几]个人"
    r"|对(?=[^，。！？；：、\r\n]{1,15}?(?:有|感|没|没有)(?:很大|很多|一点儿?|什么|过|了)?的?兴趣)"
    r"|年青|是对的"
)
"""Frames that are right and that the models object to: 个 beside 口 for the people of a family, the 对 of 对…有兴趣, the word
年青, which dictionaries have beside 年轻, and 是对的 in front of a clause without a mark between. The text that the models were fitted on called the first wrong;
it does so no longer, and once the encoder is fitted anew these spans are to go."""


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Spans that stay as they are, whichever corrector proposes to change them."""
    return [match.span() for match in PROTECTED.finditer(text)]


def name_spans(sentences: Iterable[Sentence], known_names: Container[str]) -> list[tuple[int, int]]:
    """Spans of names: listed ones, and those that the parser takes for a name and that begin with a surname.

    What the parser takes for a name without a surname is often a misspelt word.
    """
    return [span for sentence in sentences for span in _names_of(sentence, known_names)]


def frame_spans(simplified: str) -> list[tuple[int, int]]:
    """Spans of right frames that models may not change; the text is in simplified characters.

    >>> frame_spans("我对做饭很有兴趣。我家有三个人。")
    [(1, 2), (11, 15)]
    """
    return [match.span() for match in FRAMES.finditer(simplified)]


def _names_of(sentence: Sentence, known_names: Container[str]) -> Iterator[tuple[int, int]]:
    for word, token in zip(sentence.words, sentence.tokens, strict=True):
        looks_like_a_name = token.tag == "PROPN" and len(word) in NAME_LENGTHS and word[0] in SURNAMES
        if looks_like_a_name or (len(word) > 1 and word in known_names):
            yield token.start, token.end


def touches(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a change from `start` to `end` reaches into one of the spans; an insertion right before or after a span does not."""
    return any(start < last and first < end if start < end else first < start < last for first, last in spans)
