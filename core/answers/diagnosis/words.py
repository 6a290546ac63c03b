"""Whole words of a text: what of it may be named, and over which words a string reaches that cuts them.

A word is one of the word list, or a number with what it counts; the division with the fewest words is taken. Nothing is quoted that cuts a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

HAN = re.compile(r"[\u4e00-\u9fff]+")
DIGITS = "零〇一二两三四五六七八九十百千万亿几0123456789"
NUMBER = re.compile(
    rf"第?[{DIGITS}]{{1,12}}(?:多|来)?(个(?:多|半)?(?:小时|钟头|月|星期|学期|世纪)|个半|个多|点钟|点|分钟|小时|个|月|日|号|年|天|岁|块|元|毛|本|次|遍|公里|米|斤|位|张|楼|层|路|种|口|只|家|度)(?:[{DIGITS}]{{1,12}}分?|半|多|一?刻)?"
)
"""A number with what it counts: half past four is one word, of which nobody said four."""
LONGEST_WORD = 6
SAME_COST = 0.1
"""What dividing a text around a part may cost more than dividing the whole of it."""
UNLISTED = 1.2
"""What a character costs that is in no word of the list, where a word costs 1."""
CLAUSES = re.compile(r"[^，。；！？：]+")


@dataclass(frozen=True)
class Words:
    """Divides texts into words."""

    is_word: Callable[[str], bool]

    def of(self, text: str) -> list[str]:
        """The words of a text, end to end, with marks and other signs one by one."""
        return self._divided(text)[0]

    def stands(self, part: str, text: str) -> bool:
        """Whether the part stands in the text in whole words: dividing the text around it takes no more words."""
        for clause in CLAUSES.findall(text):
            cost = self._divided(clause)[1] if part in clause else 0.0
            for match in re.finditer(re.escape(part), clause):
                pieces = (clause[: match.start()], part, clause[match.end() :])
                if sum(self._divided(piece)[1] for piece in pieces) <= cost + SAME_COST:
                    return True
        return False

    def as_cut(self, part: str, text: str) -> list[str]:
        """The words of the text over which the part reaches, where it stands there only across or inside of them; [] where it stands as it is or nowhere.

        A part inside of a longer word gives that word, one across two words both.
        """
        if self.stands(part, text):
            return []
        for clause in CLAUSES.findall(text):
            first = clause.find(part)
            if first < 0:
                continue
            end, over = 0, []
            for word in self.of(clause):
                start, end = end, end + len(word)
                if start < first + len(part) and end > first:
                    over.append(word)
            return over
        return []

    def _divided(self, text: str) -> tuple[list[str], float]:
        best: list[tuple[float, int]] = [(0.0, 0)] * (len(text) + 1)
        for start in range(len(text) - 1, -1, -1):
            best[start] = min((cost + best[end][0], -end) for cost, end in self._from(text, start))
        words, at = [], 0
        while at < len(text):
            end = -best[at][1]
            words.append(text[at:end])
            at = end
        return words, best[0][0]

    def _from(self, text: str, start: int) -> Iterator[tuple[float, int]]:
        yield UNLISTED, start + 1
        number = NUMBER.match(text, start) if start == 0 or text[start - 1] not in DIGITS else None
        if number:
            yield 0.5, number.end()
        for end in range(start + 1, min(start + LONGEST_WORD, len(text)) + 1):
            if self.is_word(text[start:end]):
                yield 1.0, end

    def cut(self, text: str, most: int) -> str:
        """The beginning of a text, at most `most` characters, that ends with a clause where one ends late enough, else with a word."""
        ends = [match.end() for match in CLAUSES.finditer(text)]
        late = [end for end in ends if most // 2 <= end <= most]
        if late:
            return text[: late[-1]]
        told = ""
        for word in self.of(text):
            if len(told) + len(word) > most:
                break
            told += word
        return told.rstrip("，、；：“‘")
