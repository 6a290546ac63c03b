"""What essay evaluation needs of its correctors, of text analysis, of the scorer and of a language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.essays.model import Proposal
from core.essays.reviewing import Review
from core.essays.scoring.features import EssayFeatures, Scores
from core.essays.wire import EssayRequest
from core.language.difficulty import CountedWord
from core.language.grammar.rules import Match
from core.language.grammar.sentence import ParsedText
from core.tables.essays.prompts import Prompt


class Corrector(Protocol):
    """Proposes corrections of an essay."""

    @property
    def version(self) -> str:
        """Name and version, as reports state them."""
        ...

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """The proposals, sorted by start, in code points of `text`; `parsed` is the text parsed, in simplified characters of the same length.

        The proposals for a paragraph (a line) depend on that paragraph alone: editing another paragraph leaves them as they are.
        """
        ...


class ShownWord(Protocol):
    """A word of the text with its level, such as `core.texts.analysis.LevelledWord`."""

    @property
    def text(self) -> str: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def level(self) -> int:
        """1-7; 0 for names and numerals, `core.language.difficulty.UNLISTED` for words that are not on the word list."""
        ...


class TextAnalysis(Protocol):
    """A text with all that the analysis found in it, such as `core.texts.analysis.Analysis`."""

    @property
    def parsed(self) -> ParsedText: ...

    @property
    def matches(self) -> Sequence[Match]: ...

    @property
    def words(self) -> Sequence[ShownWord]: ...

    @property
    def counted(self) -> Sequence[CountedWord]: ...


class TextAnalyser(Protocol):
    """Analyses texts. The facade passes in `core.texts.analysis.Analyser`, because capabilities do not import one another."""

    def analyse(self, text: str) -> TextAnalysis:
        """The whole analysis of a text of any length."""
        ...

    def parsed_text(self, text: str) -> ParsedText:
        """The text parsed, and nothing more: what a second run of the correctors needs."""
        ...


class Scorer(Protocol):
    """Scores an essay."""

    @property
    def version(self) -> str:
        """Name and version, as reports state them."""
        ...

    def score(self, features: EssayFeatures) -> Scores:
        """The scores of an essay; the same features always give the same scores."""
        ...


class Reviewer(Protocol):
    """A language model that reviews an essay as a whole, where the operator has configured one."""

    def review(self, request: EssayRequest, prompt: Prompt) -> Review | None:
        """What was accepted of its answer; None where it did not answer in time, or where the answer could not be read."""
        ...

    def engine(self, embedded: str, review: Review | None) -> str:
        """Which engine made the evaluation, in words for the report."""
        ...
