"""Wire models of POST /essay/evaluate.

The contract's fields first; everything below them is an extra. Edits are the only truth: marked and corrected version, error lists,
counts and score follow from them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from core.essays.feedback.strengths import StrengthKind
from core.essays.integrity import Kind, Severity
from core.essays.merging.selection import Strictness
from core.essays.model import EditType, Suspected
from core.essays.scoring.bands import BandTask
from core.essays.scoring.features import DiscoursePart
from core.wire import Bilingual, Closed, Identifier

LEAST_CHARACTERS = 10
"""The fewest Chinese characters of an essay."""
LONGEST_ESSAY = 5_000
"""In code points: about ten times the longest essays of the band 7-9."""
LONGEST_TITLE = 200
HskLevel = Literal["1", "2", "3", "4", "5", "6"]
Framework = Literal["RASNC", "RACAPE"]
Score = Annotated[float, Field(ge=0, le=100)]
Probability = Annotated[float, Field(ge=0, le=1)]
ENOUGH_CHINESE = r"^([^\u4e00-\u9fff]*[\u4e00-\u9fff]){10}[\s\S]*$"
"""`LEAST_CHARACTERS` as a pattern of a JSON Schema. The service counts the rarer planes of Chinese characters as well."""
ERROR_NAMES: dict[EditType, str] = {"B": "别字", "L": "缺字", "D": "多字", "P": "标点", "W": "用词", "S": "句式"}
"""The contract's names for the types of errors."""


def _encodable(text: str) -> str:
    """Refuse a lone surrogate, which JSON can write but UTF-8 cannot."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("holds half a character (a surrogate that stands alone)")
    return text


Text = Annotated[str, AfterValidator(_encodable)]


class EssayRequest(Closed):
    """An essay to evaluate."""

    student_id: Identifier
    essay_content: Text = Field(
        description="Kept exactly as sent, line breaks included: positions are code points of it. At least 10 Chinese characters, "
        "at most 5,000 code points",
        json_schema_extra={"minLength": LEAST_CHARACTERS, "maxLength": LONGEST_ESSAY, "pattern": ENOUGH_CHINESE},
    )
    essay_title: Text = Field(default="", max_length=LONGEST_TITLE)
    hsk_level: HskLevel = Field(default="4", description="Scoring reference")
    framework: Framework = Field(default="RASNC", description="Framework of the feedback")
    strictness: Strictness = Field(
        default="normal",
        description="How sure an error must be to be shown. strict marks most, gentle only what is nearly certain",
    )


class WordError(Closed):
    """An edit of a character, a mark or a word."""

    type: str = Field(description="别字, 缺字, 多字, 标点 or 用词")
    original: str = Field(description="As it stands in the essay; empty where something is missing")
    correction: str = Field(description="Empty where something is to be left out")
    position: str = Field(description="a-b: code points of the essay, the start included, the end excluded")
    explanation: str = Field(description="In the language of Accept-Language")


class WordLevel(Closed):
    """Errors of characters, marks and words."""

    error_count: int
    errors: list[WordError]


class SentenceLevel(Closed):
    """Errors of sentences."""

    grammar_errors: int = Field(description="Edits of structure, and others that are about a grammar point")
    vocabulary_issues: int = Field(description="Wrong words that are about no grammar point")


class EvidenceShown(Closed):
    """What a discourse score rests on."""

    part: DiscoursePart
    text: Bilingual
    start: int | None = Field(description="Place in the essay that shows it, where one does")
    end: int | None


class DiscourseLevel(Closed):
    """The whole text. The three scores are checklists; `known` says which of them go with examiners' scores."""

    structure_score: Score
    coherence_score: Score
    content_score: Score
    known: list[DiscoursePart] = Field(
        default_factory=list,
        description="Parts whose score goes with examiners' scores. A part that is not among them is a count, and no page shows its score",
    )
    suggestions: list[str] = Field(description="In the language of Accept-Language")
    advice: list[Bilingual] = Field(
        default_factory=list, description="The suggestions in both languages; none in reports of before 2026-11-28"
    )
    evidence: list[EvidenceShown]


class EditShown(Closed):
    """One edit, or a place to check."""

    start: int = Field(description="Code points of the essay")
    end: int = Field(description="Excluded; equal to start where something is missing")
    original: str
    replacement: str
    type: EditType = Field(
        description="B wrong character, L missing, D extra, P punctuation, W wrong word, S structure"
    )
    confidence: Probability = Field(
        description="How sure the engine is of it: the measured probabilities of those who say so, put together by a rule that was not measured"
    )
    judges: list[str] = Field(
        description="Who says so, surest first: a rule by its id, ngram, encoder, usage; the operator's language model, measured_language_model where it "
        "was measured to be right about such edits, language_model where not"
    )
    point: str = Field(description="Grammar point or word that it is about; empty where it is about none")
    explanation: Bilingual


class DoubtShown(Closed):
    """A clause in which something is off; what should stand there is not known."""

    start: int = Field(description="Code points of the essay")
    end: int = Field(description="Excluded")
    probability: Probability = Field(
        description="Share of the clauses called so that are off, measured on learners' writing"
    )
    suspected: Suspected = Field(
        description="B wrong character, L missing, D extra, W wrong word, S order; empty where no kind is suspected"
    )
    explanation: Bilingual


class LevelShare(Closed):
    """Words of one level."""

    level: int | None = Field(description="1-7 in GF 0025-2021; null: not on the list")
    words: int
    share: Probability


class LevelProfile(Closed):
    """Words and grammar points used, by level; names and numerals left out."""

    level: int | None = Field(
        description="1-7: level at which 95 % of the words are known; null where the words are too few to tell"
    )
    words: list[LevelShare]
    points: list[str] = Field(description="Grammar points used, the easiest first")


class FindingShown(Closed):
    """Why the text is not scored like an essay."""

    kind: Kind
    severity: Severity
    reason: Bilingual


class BandShown(Closed):
    """The band of an essay, by what its level's task asks."""

    task: BandTask = Field(description="How much of what the level asks for is written; not_judged: see findings")
    text: Bilingual = Field(description="Level, task and evidence in words")
    can_do: Bilingual = Field(description="What a writer at this level can do")


class SpanShown(Closed):
    """A passage of the essay."""

    start: int = Field(description="Code points of the essay")
    end: int = Field(description="Excluded")


class StrengthShown(Closed):
    """Something done well, with the words that show it."""

    kind: StrengthKind = Field(
        description="point: a grammar point of the declared level or above; joined: clauses joined by such a point, or by one of the level below; "
        "words: words of the declared level or above; particles: 的, 地 and 得 throughout"
    )
    point: str = Field(description="Id of the grammar point; empty where it is about none")
    spans: list[SpanShown] = Field(description="Passages that show it; of particles none")
    count: int = Field(description="How many places show it, with those that are not among the passages")


class EssayReport(Closed):
    """The contract's result, and what it rests on."""

    evaluation_id: str
    overall_score: Score
    word_level: WordLevel
    sentence_level: SentenceLevel
    discourse_level: DiscourseLevel
    marked_version: str = Field(
        description="The essay with its edits written in: 提[B题]高, 吃[L了], [D的], ，[P,], [W尊敬→尊重], [S...→...]; marks of several "
        "characters or removed ones as [P...→……]; the characters [ ] → and \\ of the essay with a \\ before them"
    )
    corrected_version: str
    essay_title: str
    essay_content: str
    hsk_level: HskLevel
    framework: Framework
    strictness: Strictness
    band: BandShown | None = Field(default=None, description="Null in reports of before 2026-11-29")
    score_range: tuple[Score, Score] = Field(
        description="80 % range of the overall score where it is calibrated; else from what it would be with as many errors as usually stay untold"
    )
    calibrated: bool = Field(description="Whether the overall score was fitted on scored essays of this level")
    edits: list[EditShown] = Field(description="By place, without overlap: everything else follows from them")
    checks: list[EditShown] = Field(
        description="Places that may be wrong: they cost nothing and are not in the corrected version"
    )
    doubts: list[DoubtShown] = Field(
        default=[],
        description="Clauses in which something is off, by position, without a correction: they cost nothing, and hold no edit and no place "
        "to check. Empty in reports of before 2026-11-29",
    )
    strengths: list[StrengthShown] = Field(
        default_factory=list,
        description="What was done well, at most three; nothing in it lies in a clause with an edit or a place to check. None in reports of before 2026-11-29",
    )
    characters: int = Field(description="Chinese ones")
    level_profile: LevelProfile
    findings: list[FindingShown] = Field(description="Reasons for which the text is not scored like an essay")
    opinion: dict[DiscoursePart, int] = Field(
        default={},
        description="What the operator's language model would give, 0-100; it moves no score, and is empty without one",
    )
    engine: str = Field(description="Which engine answered")
    models: list[str] = Field(description="Versions of everything that judged")
