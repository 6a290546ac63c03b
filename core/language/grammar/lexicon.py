"""Corrects the parser's tokens by the word list, which decides where a word has one reading only.

The parser was trained on newspapers and an encyclopaedia. Everyday speech needs two corrections, both from the word list:

- a token that is no word of the list and falls into listed words is split (很快 = 很 + 快, 看不懂 = 看 + 不 + 懂),
- a word that the list gives one part of speech is that (没, 不, 很 are adverbs wherever they stand).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.language.caching import bounded_cache
from core.records.texts import Token
from core.tables.words.lists import WordList

HAN_ONLY = re.compile(r"^[\u3400-\u9fff]+$")
TAGS_OF_POS = {
    "N": ("NOUN", "PROPN"), "V": ("VERB", "AUX"), "Adj": ("ADJ", "VERB"), "Adv": ("ADV",), "Pron": ("PRON", "DET"),
    "Num": ("NUM",), "Prep": ("ADP",), "Conj": ("SCONJ", "CCONJ"), "Intj": ("INTJ",),
}  # fmt: skip
"""For each part of speech of the list the tag that it gives, then further tags of the parser that agree with it."""

ADVERBS = frozenset(
    [
        "不",
        "没",
        "别",
        "很",
        "太",
        "最",
        "更",
        "挺",
        "都",
        "也",
        "还",
        "就",
        "才",
        "又",
        "再",
        "却",
        "便",
        "越",
        "极",
        "颇",
        "未",
        "勿",
        "亦",
        "皆",
    ]
)
PARTICLES = frozenset(["的", "地", "吗", "呢", "吧", "啊", "呀", "嘛", "啦", "哇", "之", "而已", "罢了"])
FIXED_TAGS = {
    **dict.fromkeys(ADVERBS, "ADV"),
    **dict.fromkeys(PARTICLES, "PART"),
    "把": "ADP",
    "被": "ADP",
    "得": "PART",
}
"""Function words with several list entries that nearly always have this tag; a tag of `TOLERATED_TAGS` stays."""
TOLERATED_TAGS = {
    "得": ("AUX", "PART", "VERB"), "把": ("ADP", "NOUN", "AUX", "VERB"), "被": ("ADP", "AUX", "VERB", "NOUN"), "还": ("ADV", "VERB"),
    "地": ("PART", "NOUN"), "没": ("ADV", "VERB"), "别": ("ADV", "VERB"), "就": ("ADV", "ADP"), "之": ("PART", "PRON"),
    "便": ("ADV", "SCONJ"), "太": ("ADV",), "却": ("ADV", "SCONJ"),
}  # fmt: skip

SUFFIXES = tuple("得了着过的地们吗呢吧里上下中")
PREFIXES = tuple("很太最更挺真不没别未这那每哪各某再又也都就")
LONGEST_PART = 5


class Lexicon:
    """Corrects tokens by the word list. Immutable after construction.

    Parameters
    ----------
    words : forms with their parts of speech, as `tables.words` has them
    extra : further word forms that are never split (names)
    """

    def __init__(self, words: Mapping[str, Sequence[str]], extra: Iterable[str] = ()) -> None:
        self._words = words
        self._whole = frozenset(words) | frozenset(extra)
        self._parts = bounded_cache(20_000)(self._fewest_parts)
        self._tag = bounded_cache(20_000)(self._listed_tag)

    @classmethod
    def of(cls, words: WordList, names: Iterable[str] = ()) -> Lexicon:
        """From the tables."""
        parts = {
            form: tuple(dict.fromkeys(pos for row in rows for pos in row.pos)) for form, rows in words.by_form.items()
        }
        return cls(parts, names)

    def refined(self, tokens: Sequence[Token], texts: Sequence[str]) -> tuple[Token, ...]:
        """The sentence's tokens split and tagged anew; `texts` are theirs in simplified characters."""
        pieces = [self._pieces(token, text) for token, text in zip(tokens, texts, strict=True)]
        if all(len(parts) == 1 for parts in pieces):
            # The usual case: nothing to split, and most tags agree.
            return tuple(
                self._retagged([self._as_listed(token, part) for token, (part,) in zip(tokens, pieces, strict=True)])
            )
        first_index, index = [], 0
        for parts in pieces:
            first_index.append(index)
            index += len(parts)
        refined: list[Token] = []
        for token, parts, index in zip(tokens, pieces, first_index, strict=True):
            head_index = index + _head_part(parts)
            head = -1 if token.head < 0 else first_index[token.head] + _head_part(pieces[token.head])
            start = token.start
            for part_index, part in enumerate(parts):
                is_head = index + part_index == head_index
                refined.append(
                    Token(
                        token.text[start - token.start : start - token.start + len(part)],
                        start,
                        start + len(part),
                        self._tag(part, token.tag if is_head or len(parts) == 1 else ""),
                        head if is_head else head_index,
                        token.relation if is_head else _relation_of(part),
                    )
                )
                start += len(part)
        return tuple(self._retagged(refined))

    def _as_listed(self, token: Token, text: str) -> Token:
        tag = self._tag(text, token.tag)
        return token if tag == token.tag else replace(token, tag=tag)

    def _pieces(self, token: Token, text: str) -> tuple[str, ...]:
        if len(text) < 2 or text in self._whole or token.tag == "PROPN" or not HAN_ONLY.match(text):
            return (text,)
        return self._parts(text)

    def _fewest_parts(self, text: str) -> tuple[str, ...]:
        """The split into listed words with the fewest parts, the longer first part first; the text when there is none.

        A split that leaves two single characters counts only when one of them is a function word: 白云 is no
        white + cloud.
        """
        best: list[tuple[str, ...] | None] = [()] + [None] * len(text)
        for end in range(1, len(text) + 1):
            for start in range(max(0, end - LONGEST_PART), end):
                head, part = best[start], text[start:end]
                if head is None or part not in self._words:
                    continue
                candidate = (*head, part)
                if best[end] is None or len(candidate) < len(best[end] or ()):
                    best[end] = candidate
        parts = best[-1]
        if parts is None or (len(text) == 2 and text[0] not in PREFIXES and text[1] not in SUFFIXES):
            return self._affix_split(text)
        return parts

    def _affix_split(self, text: str) -> tuple[str, ...]:
        if len(text) > 2 and text[-1] in SUFFIXES and text[:-1] in self._words:
            return (text[:-1], text[-1])
        if len(text) > 2 and text[0] in PREFIXES and text[1:] in self._words:
            return (text[0], text[1:])
        return (text,)

    def _listed_tag(self, word: str, tag: str) -> str:
        if word in FIXED_TAGS:
            return tag if tag in TOLERATED_TAGS.get(word, (FIXED_TAGS[word],)) else FIXED_TAGS[word]
        tags_by_pos = [TAGS_OF_POS[pos] for pos in self._words.get(word, ()) if pos in TAGS_OF_POS]
        allowed = {agreed for tags in tags_by_pos for agreed in tags}
        if not tags_by_pos or len(tags_by_pos) < len(self._words.get(word, ())):
            return tag or "NOUN"
        return tag if tag in allowed else tags_by_pos[0][0]

    @staticmethod
    def _retagged(tokens: Sequence[Token]) -> Iterator[Token]:
        """着 and 过 right after a verb or adjective are aspect particles; 没, 没有 and 别 before one are adverbs."""
        for index, token in enumerate(tokens):
            before = tokens[index - 1].tag if index else ""
            after = tokens[index + 1].tag if index + 1 < len(tokens) else ""
            if token.text in ("没", "没有", "别", "沒", "沒有", "別") and after in ("VERB", "ADJ", "AUX", "ADV", "ADP"):
                yield replace(token, tag="ADV")
                continue
            if (
                token.text in ("着", "过", "著", "過")
                and before in ("VERB", "ADJ")
                and token.tag in ("ADP", "PART", "NOUN")
            ):
                yield replace(token, tag="AUX", relation="aux")
            else:
                yield token


def _head_part(parts: Sequence[str]) -> int:
    """Index of the part that keeps the dependencies of the whole token: the first that is no function word."""
    return next((index for index, part in enumerate(parts) if part not in SUFFIXES and part not in PREFIXES), 0)


def _relation_of(part: str) -> str:
    if part in ("得", "了", "着", "过"):
        return "aux"
    if part in ("上", "下", "里", "中"):
        return "case"
    return "advmod" if part in ADVERBS else "det" if part in ("这", "那", "每", "哪", "各") else "compound"
