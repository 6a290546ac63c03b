"""Analysis of a text in one pass: it is parsed once, every word is levelled once, every rule runs once. Pages and HTTP show what it holds."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.language.difficulty import UNLISTED, CountedWord, Estimate, estimate
from core.language.grammar.detect import Detector
from core.language.grammar.lexicon import Lexicon
from core.language.grammar.rules import Match
from core.language.grammar.sentence import ParsedText, Sentence, parsed_text
from core.language.levels import HAN, UNKNOWN, LevelList
from core.ports.language import Parser, ScriptConverter, Syllabus
from core.records.texts import Token
from core.tables import Tables

NEVER_JOINED = frozenset(["PART", "AUX", "PUNCT", "NUM"])
"""Particles and auxiliaries stay words of their own: 得 + 了 is not the list word 得了."""
LONGEST_JOINED = 4
"""Tokens."""
NUMERAL = re.compile(r"^[第几数]?[零〇○一二两三四五六七八九十百千万亿0-9０-９]+")
NUMBER_PARTS = frozenset(["倍", "分之"])
"""Words that are part of the number after which they stand: 十 + 倍, 百 + 分之 + 二十."""
PLURAL = "们"
"""No name ends in it; the tagger takes 老人们 for one."""
GIVEN_NAME = frozenset(["NOUN", "ADJ"])
"""Tags besides that of names of the one character after a surname, where the parser parts the two (王 + 静)."""
ERHUA = "儿"
PLACES = frozenset("上下里外内中前后旁边")
"""What may stand after any noun and says where: 窗外 is outside the window."""
EASY = 3
"""Highest level of easy words and characters: the elementary levels of the standard."""
EASY_AT_PLACE = 4
"""Reading level up to which the noun before a place may be a character that is no word by itself (窗 of 窗户): the first 1,200."""


IN_EVERY_SENTENCE = (
    ("短语", "结构类型"), ("短语", "功能类型"), ("句子成分", "主语"), ("句子成分", "谓语"), ("句子成分", "宾语"), ("句子成分", "定语"),
    ("句子成分", "状语"), ("句子的类型", "句型"), ("句子的类型", "句类"), ("句群",),
)  # fmt: skip
"""Categories of the points that any prose holds, whatever its level."""


@dataclass(frozen=True, slots=True)
class LevelledWord:
    """A word with its offsets in the text; level 0 for names and numerals, `UNLISTED` when the list does not hold it."""

    text: str
    start: int
    end: int
    level: int
    evidence: bool = True
    """False for names, numerals and compounds of easy parts: the text is not harder or easier for them."""


@dataclass(frozen=True)
class Analysis:
    """A text with its parse, grammar matches, levelled words and difficulty."""

    text: str
    parsed: ParsedText
    matches: Sequence[Match]
    words: Sequence[LevelledWord]
    counted: Sequence[CountedWord]
    estimate: Estimate


class Analyser:
    """Analyses texts with parser, rules and word lists, each made on first use and kept; safe to share between threads."""

    def __init__(
        self,
        *,
        parser: Parser,
        converter: ScriptConverter,
        syllabus: Syllabus,
        levels: Callable[[], LevelList],
        tables: Tables,
    ) -> None:
        self.parser = parser
        self._converter = converter
        self.syllabus = syllabus
        self._load_levels = levels
        self._tables = tables
        self._lock = threading.Lock()

    def analyse(self, text: str) -> Analysis:
        """The analysis of a text of any length, also an empty one."""
        parsed = self.parsed_text(text)
        matches = self.detector.matches(parsed)
        names = self._names(parsed)
        words = [word for sentence in parsed.sentences for word in self._levelled(sentence, names)]
        counted = list(self._counted(parsed, words))
        return Analysis(text, parsed, matches, words, counted, estimate(counted))

    def parsed_text(self, text: str) -> ParsedText:
        """The text parsed, without further analysis."""
        return parsed_text(self._converter.simplified(text), self.parser.parse(text), self._lexicon)

    @cached_property
    def _levels(self) -> LevelList:
        return self._load_levels()

    @property
    def detector(self) -> Detector:
        """The compiled rule table."""
        with self._lock:
            return self._detector

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon.of(self._tables.words, self._tables.names.by_name)

    @cached_property
    def _detector(self) -> Detector:
        return Detector(self._tables.grammar_rules, self._tables.grammar_classes)

    @cached_property
    def point_levels(self) -> Mapping[str, int]:
        """Level of each grammar point."""
        return {row.id: row.level for row in self._tables.points.grammar}

    @cached_property
    def difficulty_points(self) -> Mapping[str, int]:
        """Level of each point that indicates difficulty: not of those that stand in every sentence."""
        return {
            row.id: row.level
            for row in self._tables.points.grammar
            if not any(row.category[: len(kind)] == kind for kind in IN_EVERY_SENTENCE)
        }

    @cached_property
    def characters(self) -> Mapping[str, int]:
        """Reading level of each listed character."""
        return {row.character: row.level for row in self._tables.characters.rows}

    @cached_property
    def _measure_words(self) -> frozenset[str]:
        return frozenset(
            form for form, rows in self._tables.words.by_form.items() if any("M" in row.pos for row in rows)
        )

    def _names(self, parsed: ParsedText) -> frozenset[str]:
        """Words on no list that the tagger calls names at least every second time: they are names in all their places."""
        places: Counter[str] = Counter()
        as_name: Counter[str] = Counter()
        for sentence in parsed.sentences:
            for index, token in enumerate(sentence.tokens):
                start, end = sentence.span(index, index)
                text = sentence.text[start:end]
                places[text] += 1
                as_name[text] += token.tag == "PROPN"
        return frozenset(
            text
            for text, count in as_name.items()
            if 2 * count >= places[text] and not text.endswith(PLURAL) and not self._levels.holds(text)
        )

    def _levelled(self, sentence: Sentence, names: frozenset[str]) -> Iterator[LevelledWord]:
        """The sentence's words as the list has them: tokens joined where they form a listed word."""
        first = 0
        while first < len(sentence.tokens):
            end = self._joined_end(sentence, first)
            start_offset, end_offset = sentence.span(first, end - 1)
            text = sentence.text[start_offset:end_offset]
            if HAN.search(text):
                tokens = sentence.tokens
                if end == first + 1 and self._is_name_or_number(text, tokens, first, names):
                    level, evidence = 0, False
                else:
                    level, evidence = self._level(text)
                yield LevelledWord(text, sentence.start + start_offset, sentence.start + end_offset, level, evidence)
            first = end

    def _joined_end(self, sentence: Sentence, first: int) -> int:
        if sentence.tokens[first].tag in NEVER_JOINED:
            return first + 1
        last = min(first + LONGEST_JOINED, len(sentence.tokens))
        for end in range(last, first + 1, -1):
            tokens = sentence.tokens[first:end]
            if any(token.tag in NEVER_JOINED for token in tokens) or tokens[-1].end - tokens[0].start > 6:
                continue
            start_offset, end_offset = sentence.span(first, end - 1)
            if self._levels.holds(sentence.text[start_offset:end_offset]):
                return end
        return first + 1

    def _is_name_or_number(self, text: str, tokens: Sequence[Token], index: int, names: frozenset[str]) -> bool:
        """Whether the token at `index`, which `text` writes, is a name, a numeral or part of a number.

        These are made of listed words (王静, 三十五) and are no words to know. A numeral that stands alone is a listed word.
        """
        tag = tokens[index].tag
        beside_number = any(tokens[other].tag == "NUM" for other in (index - 1, index + 1) if 0 <= other < len(tokens))
        if beside_number and (text in NUMBER_PARTS or (tag == "NUM" and NUMERAL.fullmatch(text))):
            return True
        if len(text) == 1 and tag == "PROPN":
            return True  # 马 before 老师 is no horse
        if len(text) == 1 and tag in GIVEN_NAME and index and _is_surname(tokens[index - 1]):
            return True
        if self._levels.holds(text):
            return False
        numeral = NUMERAL.match(text)
        unit = text[numeral.end() :] if numeral else None
        return tag == "NUM" or text in names or unit == "" or unit in self._measure_words

    def _level(self, text: str) -> tuple[int, bool]:
        """The level of a word that is neither name nor number, and whether it is evidence."""
        form = self._without_erhua(text)
        if self._levels.holds(form):
            level = self._levels.level(form).level
            return level, level > 0
        if (easy := self._easy_parts_level(form)) is not None:
            return easy, False
        level = self._levels.level(form).level
        return (UNLISTED if level == UNKNOWN else level), level > 0

    def _without_erhua(self, text: str) -> str:
        """The form under which the list has a word that it writes with 儿 or without (玩 for 玩儿); else the word, an added 儿 taken off."""
        if self._levels.holds(text):
            return text
        if self._levels.holds(text + ERHUA):
            return text + ERHUA
        return text[:-1] if len(text) > 1 and text.endswith(ERHUA) else text

    def _easy_parts_level(self, text: str) -> int | None:
        """The level of the hardest part of a compound of easy parts, on which the list is silent; None for any other word.

        Its parts are listed words of elementary levels (小猫, 老人们), two elementary characters (校门), or an easy noun with a
        place (窗外). Their parts mostly tell what they mean: to call them harder than all listed words, as other words
        on no list are, would be wrong, and that they are easy is not certain either.
        """
        split = self._levels.level(text)
        if len(split.parts) > 1 and split.level <= EASY:
            return max(split.level, 1)
        if len(text) == 2:
            level = max(self.characters.get(character, UNLISTED) for character in text)
            return level if level <= (EASY_AT_PLACE if text[1] in PLACES else EASY) else None
        return None

    def _counted(self, parsed: ParsedText, words: Sequence[LevelledWord]) -> Iterator[CountedWord]:
        """The words that are evidence of difficulty."""
        lengths = _clause_lengths(parsed, words)
        for word, clause_words in zip(words, lengths, strict=True):
            if word.evidence:
                characters = tuple(self.characters.get(mark, UNLISTED) for mark in word.text if HAN.match(mark))
                yield CountedWord(word.start, word.end, word.level, characters, clause_words)


def _is_surname(token: Token) -> bool:
    """Whether a token is one character that the tagger calls a name."""
    return token.tag == "PROPN" and token.end - token.start == 1


def _clause_lengths(parsed: ParsedText, words: Sequence[LevelledWord]) -> list[int]:
    """For each word the number of words in its clause."""
    clause_of: dict[int, tuple[int, int]] = {}
    for sentence_number, sentence in enumerate(parsed.sentences):
        for clause_number, (start, end) in enumerate(sentence.clauses):
            clause_of.update(
                dict.fromkeys(range(sentence.start + start, sentence.start + end), (sentence_number, clause_number))
            )
    word_clauses = [clause_of.get(word.start, (-1, 0)) for word in words]
    counts: dict[tuple[int, int], int] = {}
    for clause in word_clauses:
        counts[clause] = counts.get(clause, 0) + 1
    return [counts[clause] for clause in word_clauses]
