"""The report of an assessed essay in the contract's form: every count and both versions follow from the edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.essays import marks
from core.essays.feedback.strengths import Strength
from core.essays.model import Doubt, Edit, Suspected
from core.essays.scoring.features import DiscoursePart, EssayFeatures, LevelledWord, Scores
from core.essays.wire import (
    ERROR_NAMES,
    BandShown,
    DiscourseLevel,
    DoubtShown,
    EditShown,
    EssayReport,
    EssayRequest,
    EvidenceShown,
    FindingShown,
    LevelProfile,
    LevelShare,
    SentenceLevel,
    SpanShown,
    StrengthShown,
    WordError,
    WordLevel,
)
from core.language.difficulty import LEVELS, UNLISTED
from core.wire import Bilingual, Language

POINT = "【"
"""The first character of the id of a grammar point."""

DOUBTS: dict[Suspected, Bilingual] = {
    "B": Bilingual(
        zh="这里好像有点儿问题，可能有写错的字。", en="Something may be off here: a character may be wrong."
    ),
    "L": Bilingual(zh="这里好像有点儿问题，可能少了词。", en="Something may be off here: a word may be missing."),
    "D": Bilingual(
        zh="这里好像有点儿问题，可能多了词。", en="Something may be off here: there may be a word too many."
    ),
    "W": Bilingual(
        zh="这里好像有点儿问题，可能有用得不合适的词。", en="Something may be off here: a word may not fit."
    ),
    "S": Bilingual(
        zh="这里好像有点儿问题，语序可能不对。", en="Something may be off here: the order of the words may be wrong."
    ),
    "": Bilingual(zh="这里好像有点儿问题，不清楚是哪一种。", en="Something may be off here; what it is, is not known."),
}
"""What is said of a clause, by the kind of error that is suspected."""


@dataclass(frozen=True)
class AssessedEssay:
    """An essay with its edits and scores."""

    features: EssayFeatures
    scores: Scores
    level: int | None
    """The level at which 95 % of the words are known."""
    opinion: Mapping[DiscoursePart, int]
    """A language model's own scores of the parts of the whole text, 0-100; empty without one."""
    engine: str
    models: tuple[str, ...]
    doubts: Sequence[Doubt] = ()
    """Clauses in which something is off, without a correction; they have no influence on anything else."""
    strengths: tuple[Strength, ...] = ()
    waits: bool = False
    """Whether a language model may still answer about it."""


def report_of(essay: AssessedEssay, request: EssayRequest, *, language: Language, evaluation_id: str) -> EssayReport:
    """The report of an essay; texts that exist in one language are in `language`, the extras in both."""
    features, scores = essay.features, essay.scores
    return EssayReport(
        evaluation_id=evaluation_id,
        overall_score=scores.overall,
        word_level=word_level(features.edits, language),
        sentence_level=sentence_level(features.edits),
        discourse_level=_discourse_level(scores, language),
        marked_version=marks.write(features.essay, features.edits),
        corrected_version=features.corrected,
        essay_title=request.essay_title,
        essay_content=features.essay,
        hsk_level=request.hsk_level,
        framework=request.framework,
        strictness=request.strictness,
        band=BandShown(task=scores.band.task, text=scores.band.text, can_do=scores.band.can_do),
        score_range=(scores.low, scores.high),
        calibrated=scores.calibrated,
        edits=[_shown(edit) for edit in features.edits],
        checks=[_shown(edit) for edit in features.checks],
        doubts=[_doubt(doubt) for doubt in essay.doubts],
        strengths=[_strength_shown(strength) for strength in essay.strengths],
        characters=features.characters,
        level_profile=_level_profile(features, essay.level),
        findings=[
            FindingShown(kind=item.kind, severity=item.severity, reason=item.reason) for item in features.findings
        ],
        opinion=dict(essay.opinion),
        engine=essay.engine,
        models=list(essay.models),
    )


def word_level(edits: Sequence[Edit], language: Language) -> WordLevel:
    """The edits of characters, punctuation and words."""
    errors = [
        WordError(
            type=ERROR_NAMES[edit.type],
            original=edit.original,
            correction=edit.replacement,
            position=f"{edit.start}-{edit.end}",
            explanation=edit.explanation.get(language),
        )
        for edit in edits
        if edit.type != "S"
    ]
    return WordLevel(error_count=len(errors), errors=errors)


def sentence_level(edits: Sequence[Edit]) -> SentenceLevel:
    """How many edits concern grammar, and how many concern words but no grammar point."""
    return SentenceLevel(
        grammar_errors=sum(is_grammar(edit) for edit in edits),
        vocabulary_issues=sum(edit.type == "W" and not is_grammar(edit) for edit in edits),
    )


def is_grammar(edit: Edit) -> bool:
    """Whether an edit changes the sentence structure or is about a grammar point."""
    return edit.type == "S" or edit.point.startswith(POINT)


def _discourse_level(scores: Scores, language: Language) -> DiscourseLevel:
    return DiscourseLevel(
        structure_score=scores.structure,
        coherence_score=scores.coherence,
        content_score=scores.content,
        known=list(scores.known),
        suggestions=[suggestion.get(language) for suggestion in scores.suggestions],
        advice=list(scores.suggestions),
        evidence=[
            EvidenceShown(part=item.part, text=item.text, start=item.start, end=item.end) for item in scores.evidence
        ],
    )


def _shown(edit: Edit) -> EditShown:
    return EditShown(
        start=edit.start,
        end=edit.end,
        original=edit.original,
        replacement=edit.replacement,
        type=edit.type,
        confidence=edit.confidence,
        judges=list(edit.correctors),
        point=edit.point,
        explanation=edit.explanation,
    )


def _doubt(doubt: Doubt) -> DoubtShown:
    return DoubtShown(
        start=doubt.start,
        end=doubt.end,
        probability=round(doubt.probability, 4),
        suspected=doubt.suspected,
        explanation=DOUBTS[doubt.suspected],
    )


def _strength_shown(strength: Strength) -> StrengthShown:
    return StrengthShown(
        kind=strength.kind,
        point=strength.point,
        spans=[SpanShown(start=start, end=end) for start, end in strength.spans],
        count=strength.count,
    )


def _level_profile(features: EssayFeatures, level: int | None) -> LevelProfile:
    return LevelProfile(level=level, words=_level_shares(features.words), points=_by_level(list(features.points)))


def _level_shares(words: Sequence[LevelledWord]) -> list[LevelShare]:
    counts = Counter(word.level for word in words if word.level > 0)
    total = sum(counts.values())
    return [
        LevelShare(
            level=None if level == UNLISTED else level, words=counts[level], share=round(counts[level] / total, 4)
        )
        for level in (*LEVELS, UNLISTED)
        if counts[level]
    ]


def _by_level(points: Sequence[str]) -> list[str]:
    """Points sorted by level: their ids begin with the level in Chinese numerals."""
    return sorted(points, key=lambda point: ("一二三四五六七".find(point[1:2]), point))
