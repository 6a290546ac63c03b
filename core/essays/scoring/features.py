"""What a score may rest on, and what a score is: the seam between evaluation and whichever scorer is wired in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.essays.integrity import Finding
from core.essays.model import Edit
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
    """1-7; 0 for names and numerals, `core.language.difficulty.UNLISTED` where the list does not hold it."""


@dataclass(frozen=True)
class EssayFeatures:
    """An essay and all that was found in it."""

    essay: str
    """Exactly as received."""
    corrected: str
    title: str
    hsk_level: int
    """1-6, declared."""
    characters: int
    """Chinese ones."""
    parsed: ParsedText
    """Of the essay, in simplified characters of the same length."""
    words: Sequence[LevelledWord]
    points: Mapping[str, Sequence[tuple[int, int]]]
    """Grammar points used, by id, with their places."""
    edits: Sequence[Edit]
    checks: Sequence[Edit]
    """Cost nothing."""
    findings: Sequence[Finding] = ()
    """Reasons for which the text is not scored like an essay."""
    feedback: Sequence[FeedbackPart] = ("word", "sentence", "discourse")
    """In which order the frame wants its feedback."""


@dataclass(frozen=True)
class DiscourseEvidence:
    """What a discourse score rests on."""

    part: DiscoursePart
    text: Bilingual
    start: int | None = None
    """The place that shows it, where one does."""
    end: int | None = None


@dataclass(frozen=True)
class Scores:
    """Each 0-100."""

    overall: float
    low: float
    high: float
    """The range in which the score lies with a chance of four in five."""
    calibrated: bool
    """Whether `overall` was fitted on scored essays of this level."""
    structure: float
    coherence: float
    content: float
    suggestions: Sequence[Bilingual] = field(default=())
    evidence: Sequence[DiscourseEvidence] = field(default=())
