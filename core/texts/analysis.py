"""Analysis of a text in one pass: it is parsed once, every word is levelled once, every rule runs once. Pages and HTTP show what it holds."""

from __future__ import annotations

import threading
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
        words = [word for sentence in parsed.sentences for word in self._levelled(sentence)]
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

    def _levelled(self, sentence: Sentence) -> Iterator[LevelledWord]:
        """The sentence's words as the list has them: tokens joined where they form a listed word."""
        first = 0
        while first < len(sentence.tokens):
            end = self._joined_end(sentence, first)
            start_offset, end_offset = sentence.span(first, end - 1)
            text = sentence.text[start_offset:end_offset]
            if HAN.search(text):
                level = self._level(text, sentence.tokens[first] if end == first + 1 else None)
                yield LevelledWord(text, sentence.start + start_offset, sentence.start + end_offset, level)
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

    def _level(self, text: str, token: Token | None) -> int:
        level, tag = self._levels.level(text).level, token.tag if token is not None else ""
        if tag == "NUM" and not self._levels.holds(text):
            return 0  # 三十五 is made of listed words and is no word to know
        if level == UNKNOWN:
            return 0 if tag == "PROPN" else UNLISTED
        return level

    def _counted(self, parsed: ParsedText, words: Sequence[LevelledWord]) -> Iterator[CountedWord]:
        """Names and numerals are no evidence of difficulty and are left out."""
        lengths = _clause_lengths(parsed, words)
        for word, clause_words in zip(words, lengths, strict=True):
            if word.level > 0:
                characters = tuple(self.characters.get(mark, UNLISTED) for mark in word.text if HAN.match(mark))
                yield CountedWord(word.start, word.end, word.level, characters, clause_words)


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
