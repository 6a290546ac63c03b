"""Wire models of POST {grammar_url}/grammar_text and of the pages over it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.language.difficulty import LEAST_WORDS
from core.tables.grammar import Example, NearMiss
from core.tables.points import PointId
from core.wire import STANDARD, WITHOUT_NUL, Bilingual, Closed, is_none

LONGEST_TEXT = 20_000
GrammarMatch = tuple[int, int, str, str]
"""Start, end (code points of the text as sent, end excluded), the matched text, the match type."""


class GrammarTextRequest(Closed):
    """The text to look at."""

    txt: str = Field(min_length=1, max_length=LONGEST_TEXT, description="Chinese text, 1 to 20,000 characters")


class GrammarCount(Closed):
    """Distinct grammar points found, by level; levels 6 and 7-9 together."""

    level_1: int
    level_2: int
    level_3: int
    level_4: int
    level_5: int
    level_6_9: int


class HardWord(Closed):
    """A word that lifts the level."""

    word: str
    level: int | None = Field(description="1-7 in GF 0025-2021; null when the list does not hold it")
    syllabus_level: int | None = Field(description="1-7 in the HSK syllabus of 2025; null when it does not hold it")
    count: int
    share: float = Field(description="Its places as a share of the text's words")


class HardPoint(Closed):
    """A grammar point at or above the text's level."""

    id: PointId
    level: int
    count: int


class Reasons(Closed):
    """Words and characters that the level below does not hold, and grammar points at or above the level; above level 1 where no level is known."""

    words: list[HardWord]
    characters: list[str] = Field(description="Characters above the level, hardest first")
    points: list[HardPoint]
    words_per_clause: float


class Coverage(Closed):
    """Share of the text's words at or below each level 1-7."""

    standard: str
    words: list[float]
    characters: list[float]


class Lower(Closed):
    """What to change to reach the level below: replacing the words is enough; the points are harder than it, too. Nothing where no level is known."""

    level: int
    words: list[str]
    points: list[PointId]
    reachable: bool = Field(
        description="False at level 1, where no level is known and where changing words is not enough"
    )


class GrammarText(Closed):
    """The text difficulty result of the contract; the fields after `grammar_count` are extras."""

    grammar_list: list[str]
    grammar_dict: dict[str, list[GrammarMatch]]
    difficulty_level: Literal["1", "2", "3", "4", "5", "6", "7"]
    grammar_count: GrammarCount
    standard: str = Field(default=STANDARD, description="The standard of difficulty_level")
    known: bool = Field(description="False when the text holds no Chinese word that could be judged")
    level_known: bool = Field(
        description=f"False: the text has fewer than {LEAST_WORDS} `words`, and `difficulty_level` is no claim; no page shows it"
    )
    level_interval: tuple[int, int] = Field(
        description="Lowest and highest level around `difficulty_level` that hold 80 % of `level_probabilities`; 90 %, and two levels at least, where "
        "`level_known` is false"
    )
    level_probabilities: list[float] = Field(
        description="For the levels 1 to 7; `difficulty_level` is the median of them"
    )
    words: int = Field(
        description="Words that the level rests on (names, numbers, compounds of easy parts and Latin text left out)"
    )
    reasons: Reasons
    coverage: list[Coverage]
    lower: Lower


class ShownWord(Closed):
    """A word of the text with its levels; 0 for names and numbers, null for words on no list. `evidence` is false for names, numbers and
    compounds of easy parts: they never stand out."""

    start: int
    end: int
    level: int | None
    syllabus_level: int | None
    evidence: bool


class TextView(Closed):
    """What the page "Text level" draws."""

    text: str
    result: GrammarText
    shown_words: list[ShownWord]
    least_words: int = Field(default=LEAST_WORDS, description="Words of evidence from which on a level is known")


class PointView(Closed):
    """A point of the catalogue."""

    id: PointId
    level: int
    title: str
    title_en: str
    category: tuple[str, ...]
    explanation: Bilingual
    pattern: str
    examples: tuple[Example, ...]
    near_miss: NearMiss | None = Field(default=None, exclude_if=is_none)
    match_types: tuple[str, ...]
    practisable: bool
    """Whether the item bank has exercises of it."""


Judgement = Literal["wrong", "missing"]
LONGEST_FLAGGED = 500
"""Code points of a sentence that is spoken of."""


class FlagRequest(Closed):
    """A teacher's word on the detector: a match that is wrong, or a point that is missing."""

    judgement: Judgement
    point_id: PointId
    sentence: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_FLAGGED, pattern=WITHOUT_NUL)]
    start: int = Field(ge=0, le=LONGEST_FLAGGED, description="Code points of the sentence")
    end: int = Field(ge=0, le=LONGEST_FLAGGED)
    note: Annotated[str, StringConstraints(max_length=500, pattern=WITHOUT_NUL)] = ""


class FlagView(Closed):
    """A stored word on the detector."""

    flag_id: str
    judgement: Judgement
    point_id: PointId
    sentence: str
    start: int
    end: int
    note: str
    by: str
    at: datetime


class StoryLine(Closed):
    """A sentence of a passage, or a turn of a dialogue."""

    speaker: str = Field(description="男 or 女; empty in a passage")
    text: str


class Story(Closed):
    """A text to read or to hear, without a question."""

    id: str
    kind: Literal["passage", "dialogue"]
    level: int = Field(description="Of the word list; 7 is the band 7-9")
    title: Bilingual
    lines: list[StoryLine]
    translation: str = Field(description="English")

    @property
    def text(self) -> str:
        """The whole text, without its speakers."""
        return "".join(line.text for line in self.lines)
