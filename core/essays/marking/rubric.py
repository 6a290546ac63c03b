"""The rubric of the marking desk: four criteria whose points add up to 100, and what the engine's review proposes for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.essays.model import EditType
from core.essays.segmentation import SENTENCE, enclosing_sentences
from core.essays.wire import EssayReport
from core.records.marking import Criterion
from core.wire import Language

RUBRIC: Mapping[Criterion, int] = {"content": 30, "language": 30, "order": 20, "characters": 20}
"""The most points of each criterion. Chinese school rubrics weigh content and language alike and form a little less; the sum is 100, so that the
grade stands beside every other score of this service."""
OF_WORDING: Collection[EditType] = ("W", "S", "L", "D")
OF_WRITING: Collection[EditType] = ("B", "P")
"""Which errors count against the criterion of language, and which against that of characters and punctuation."""
MOST_ADVICE = 2
"""A comment that asks for more than two things is not followed."""


def grade_of(rubric: Mapping[Criterion, float], grade: float | None) -> float | None:
    """The grade: the one that was typed, else the sum of the rubric; None where there is neither.

    >>> grade_of({"content": 25, "language": 20}, None), grade_of({"content": 25}, 80.0), grade_of({}, None)
    (45.0, 80.0, None)
    """
    if grade is not None:
        return grade
    return float(sum(rubric.values())) if rubric else None


def proposed_rubric(report: EssayReport) -> dict[Criterion, float]:
    """Points that follow from the engine's review, for the teacher to change or to let stand; empty for a text that is not scored like an essay.

    Content and order follow the overall score: the checklists of content, structure and coherence do not go with examiners' scores. For language, and
    for characters and punctuation, it is the share of sentences without an error of that kind: a proposal to begin from, not a measured score.
    """
    if any(finding.severity == "refusal" for finding in report.findings):
        return {}
    shares: dict[Criterion, float] = {
        "content": report.overall_score / 100,
        "language": _share_without(report, OF_WORDING),
        "order": report.overall_score / 100,
        "characters": _share_without(report, OF_WRITING),
    }
    return {criterion: float(round(RUBRIC[criterion] * share)) for criterion, share in shares.items()}


def proposed_comment(report: EssayReport, language: Language) -> str:
    """What the review advises, in the student's language; "" where it advises nothing."""
    separator = "" if language == "zh" else " "
    return separator.join(each.get(language) for each in report.discourse_level.advice[:MOST_ADVICE])


def _share_without(report: EssayReport, types: Collection[EditType]) -> float:
    """Share of the sentences without an error of these types."""
    essay = report.essay_content
    sentences = sum(1 for _ in SENTENCE.finditer(essay))
    wrong = {enclosing_sentences(essay, edit.start, edit.end)[0] for edit in report.edits if edit.type in types}
    return 1 - min(1.0, len(wrong) / max(1, sentences))
