"""Wire models of readings that are kept."""

from __future__ import annotations

from pydantic import Field

from core.speech.verdicts import Verdict
from core.speech.wire import IndicatorName, Probability, Score, SpeechReport, SyllableJudged
from core.wire import Closed


class Scores(Closed):
    """What of a report stands in a list."""

    total_score: Score
    total_interval: tuple[Score, Score]
    scores: dict[IndicatorName, Score]
    short: bool = Field(False, description="As in the report; false where it was not kept")
    judged_share: Probability
    syllables: int = Field(description="How many the text asks for")
    read_share: Probability = Field(1.0, description="Of them, how many were read; 1 where it was not kept")


class ReadingSummary(Closed):
    """One line of a student's history."""

    evaluation_id: str
    text: str
    read_at: str = Field(description="UTC, ISO 8601 with Z")
    scores: Scores
    has_recording: bool


class ReadingRemark(Closed):
    """What was said of a reading, in a few words."""

    evaluation_id: str
    to_practise: list[str] = Field(
        description="The characters judged misread, said otherwise or left out, in their order"
    )
    unsure: int = Field(description="How many syllables could not be judged")
    tones: list[int] = Field(
        description="Of each syllable the tone that was expected, 5 for neutral; 0 where it has none"
    )
    tone_verdicts: list[Verdict] = Field(description="Of each syllable; unsure where the tone has no verdict")


class ReadingView(Closed):
    """A reading with its report as it was first given."""

    evaluation_id: str
    student_id: str
    read_at: str = Field(description="UTC, ISO 8601 with Z")
    report: SpeechReport
    has_recording: bool


class SpokenSyllables(Closed):
    """The syllables of one reading, in order."""

    evaluation_id: str
    text: str
    read_at: str = Field(description="UTC, ISO 8601 with Z")
    syllables: list[SyllableJudged]
