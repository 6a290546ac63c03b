"""What essay evaluation asks of its judges, of the analysis of texts and of the scorer."""

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
    """A judge: says what it thinks is wrong."""

    @property
    def version(self) -> str:
        """Name and version, as reports give them."""
        ...

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """Its opinions, sorted by start, in code points of `text`, which `parsed` holds parsed and in simplified characters of the same length.

        What it says of a paragraph (a line) rests on that paragraph alone: editing another one leaves it as it is.
        """
        ...


class ShownWord(Protocol):
    """A word of the text with its level, as `core.texts.analysis.LevelledWord`."""

    @property
    def text(self) -> str: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def level(self) -> int:
        """1-7; 0 for names and numerals, `core.language.difficulty.UNLISTED` where the list does not hold it."""
        ...


class TextAnalysis(Protocol):
    """A text with all that was found in it, as `core.texts.analysis.Analysis`."""

    @property
    def parsed(self) -> ParsedText: ...

    @property
    def matches(self) -> Sequence[Match]: ...

    @property
    def words(self) -> Sequence[ShownWord]: ...

    @property
    def counted(self) -> Sequence[CountedWord]: ...


class TextAnalyser(Protocol):
    """`core.texts.analysis.Analyser`, which the facade passes in: capabilities do not know one another."""

    def analyse(self, text: str) -> TextAnalysis:
        """Everything about a text of any length."""
        ...

    def parsed_text(self, text: str) -> ParsedText:
        """The text parsed, and no more: what a second run of the judges asks for."""
        ...


class Scorer(Protocol):
    """What an essay is worth."""

    @property
    def version(self) -> str:
        """Name and version, as reports give them."""
        ...

    def score(self, features: EssayFeatures) -> Scores:
        """Pure: the same features, the same scores."""
        ...


class Reviewer(Protocol):
    """A language model that is asked about an essay as a whole, where an operator has set one."""

    def review(self, request: EssayRequest, prompt: Prompt) -> Review | None:
        """What could be taken of its answer; None where there was none in time, or none that could be read."""
        ...

    def engine(self, embedded: str, review: Review | None) -> str:
        """Which engine answered, in words for the report."""
        ...
