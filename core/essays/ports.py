"""What essay evaluation needs of its correctors, of text analysis, of the scorer and of a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from core.essays.language_model.policy import Agrees
from core.essays.model import Doubt, Proposal
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


class Detector(Protocol):
    """Says in which clauses of an essay something is off, without saying what should stand there."""

    @property
    def version(self) -> str:
        """Name and version, as reports state them."""
        ...

    def doubts(self, text: str, parsed: ParsedText, proposals: Sequence[Proposal]) -> Sequence[Doubt]:
        """Clauses (`core.essays.segmentation.clauses`) with the calibrated probability that something is off in them; all of them or the likely ones.

        `parsed` is the text parsed, in simplified characters of the same length; `proposals` is what the correctors proposed for it, with what
        is too improbable to be shown.
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

    @property
    def difficulty_points(self) -> Mapping[str, int]:
        """The level, 1-7, of each grammar point whose use says something about the writer."""
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


class AskedReview(Protocol):
    """What a language model was asked about an essay, and has answered so far."""

    def wait(self, seconds: float) -> None:
        """Wait until all answers have come, at most so long."""
        ...

    def progress(self) -> tuple[int, int]:
        """How many questions are settled, with an answer or without, and how many there are."""
        ...

    def review(self, agrees: Agrees) -> Review:
        """What is accepted of the answers that have come; `agrees` is the judge on this machine, in offsets of the essay."""
        ...


class Reviewer(Protocol):
    """A language model that reviews essays, where the operator has configured one."""

    @property
    def name(self) -> str:
        """The model's name, as reports state it."""
        ...

    @property
    def seconds(self) -> float:
        """How long an essay waits for the answers."""
        ...

    def ask(self, request: EssayRequest, prompt: Prompt) -> AskedReview:
        """Ask about an essay and go on; what was answered before is not asked again."""
        ...

    def forget(self, student_id: str) -> None:
        """Drop what is remembered of a student's texts."""
        ...

    def engine(self, embedded: str, review: Review) -> str:
        """Which engine made the evaluation, in words for the report."""
        ...
