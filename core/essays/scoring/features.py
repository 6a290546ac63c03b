"""What a scorer is given and what it returns: the interface between evaluation and the scorer that is wired in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.essays.integrity import Finding
from core.essays.model import Edit
from core.essays.scoring.bands import Band
from core.language.grammar.sentence import ParsedText
from core.tables.essays.prompts import FeedbackPart
from core.wire import Bilingual

DiscoursePart = Literal["structure", "coherence", "content"]


@dataclass(frozen=True)
class LevelledWord:
    """A word of the essay."""

    text: str
    """In simplified characters."""
    start: int
    end: int
    level: int
    """1-7; 0 for names and numerals, `core.language.difficulty.UNLISTED` for words that are not on the word list."""


@dataclass(frozen=True)
class EssayFeatures:
    """An essay with everything that was found in it."""

    essay: str
    """Exactly as received."""
    corrected: str
    title: str
    """In simplified characters."""
    hsk_level: int
    """1-6, as the writer declared it."""
    characters: int
    """The number of Chinese characters."""
    parsed: ParsedText
    """The essay parsed, in simplified characters of the same length."""
    words: Sequence[LevelledWord]
    points: Mapping[str, Sequence[tuple[int, int]]]
    """The spans of the grammar points that are used, by the id of the point."""
    edits: Sequence[Edit]
    checks: Sequence[Edit]
    """Places to check; they do not lower the score."""
    findings: Sequence[Finding] = ()
    """Reasons for which the text is not scored like an essay."""
    feedback: Sequence[FeedbackPart] = ("word", "sentence", "discourse")
    """The order of the feedback in the framework."""


@dataclass(frozen=True)
class DiscourseEvidence:
    """An observation on which a discourse score rests."""

    part: DiscoursePart
    text: Bilingual
    start: int | None = None
    """Start of the passage that shows it; None where no single passage does."""
    end: int | None = None


@dataclass(frozen=True)
class Scores:
    """The scores of an essay, each 0-100."""

    overall: float
    low: float
    high: float
    """`low` and `high` are the ends of the 80 % prediction interval where the score is calibrated; else `low` also allows for as many errors as
    the engine usually leaves untold."""
    calibrated: bool
    """Whether `overall` was fitted on scored essays of this level."""
    structure: float
    coherence: float
    content: float
    band: Band
    known: Sequence[DiscoursePart] = field(default=())
    """The parts whose score goes with examiners' scores."""
    suggestions: Sequence[Bilingual] = field(default=())
    evidence: Sequence[DiscourseEvidence] = field(default=())
