"""Checks the properties that must hold for every essay, for the tests and for `benchmarks.essays.properties`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.essays import edits as editing
from core.essays import marks
from core.essays.model import Change
from core.essays.reporting import AssessedEssay, report_of
from core.essays.segmentation import PARAGRAPH
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayReport, EssayRequest


def violations(evaluator: EssayEvaluator, request: EssayRequest) -> list[str]:
    """The violated properties of an essay, in words; empty where all hold."""
    essay, assessed = request.essay_content, evaluator.assess(request)
    report = report_of(assessed, request, language="zh", evaluation_id="")
    return [
        *_edits(essay, report),
        *_versions(essay, report),
        *_counts(report),
        *_repeated_run(evaluator, request, assessed),
        *_second_evaluation(evaluator, request, report),
        *_paragraphs(evaluator, request, report),
    ]


def changes(report: EssayReport) -> list[Change]:
    """The edits of a report."""
    return [Change(edit.start, edit.end, edit.original, edit.replacement, edit.type) for edit in report.edits]


def _edits(essay: str, report: EssayReport) -> Iterator[str]:
    try:
        editing.check(essay, changes(report))
    except ValueError as error:
        yield f"edits: {error}"
    spans = sorted((edit.start, edit.end) for edit in (*report.edits, *report.checks))
    if any(first[1] > second[0] for first, second in pairwise(spans)):
        yield "edits and checks overlap"


def _versions(essay: str, report: EssayReport) -> Iterator[str]:
    edits = changes(report)
    read = marks.parse(report.marked_version)
    if (read.essay, read.corrected, list(read.edits)) != (essay, report.corrected_version, edits):
        yield "the marked version does not give essay, corrected version and edits back"
    if editing.apply(report.corrected_version, editing.inverse(edits)) != essay:
        yield "undoing the edits does not give the essay back"
    if not edits and report.corrected_version != essay:
        yield "the corrected version differs without edits"


def _counts(report: EssayReport) -> Iterator[str]:
    words, structure = report.word_level, sum(edit.type == "S" for edit in report.edits)
    if not words.error_count == len(words.errors) == len(report.edits) - structure:
        yield "the counts do not follow from the edits"


def _repeated_run(evaluator: EssayEvaluator, request: EssayRequest, assessed: AssessedEssay) -> Iterator[str]:
    if evaluator.assess(request) != assessed:
        yield "the same input gave another output"


def _second_evaluation(evaluator: EssayEvaluator, request: EssayRequest, report: EssayReport) -> Iterator[str]:
    """Whether an evaluation of the corrected version would undo an edit."""
    corrected, edits = report.corrected_version, changes(report)
    try:
        second = evaluator.assess(request.model_copy(update={"essay_content": corrected}))
    except ValueError as fault:
        yield f"the corrected version cannot be evaluated: {fault}"
        return
    except Exception as error:
        if "characters" not in str(error):  # too little is left of it
            raise
        return
    inverse_changes = {_minimal(corrected, change) for change in editing.inverse(edits)}
    if any(_minimal(corrected, edit) in inverse_changes for edit in second.features.edits):
        yield "an edit was flipped back"


def _minimal(text: str, change: Change) -> tuple[int, int, str]:
    return editing.minimal_change(text, change.start, change.end, change.replacement)


def _paragraphs(evaluator: EssayEvaluator, request: EssayRequest, report: EssayReport) -> Iterator[str]:
    """Whether the last paragraph keeps its edits when the first one is replaced."""
    paragraphs = list(PARAGRAPH.finditer(request.essay_content))
    if len(paragraphs) < 2:
        return
    start = paragraphs[-1].start()
    other = "今天天气很好，我们去公园散步。\n" + request.essay_content[start:]
    other_evaluation = evaluator.assess(request.model_copy(update={"essay_content": other}))
    offset = len(other) - len(request.essay_content[start:])
    before = [(edit.start - start, edit.end - start, edit.replacement) for edit in report.edits if edit.start >= start]
    after = [
        (edit.start - offset, edit.end - offset, edit.replacement)
        for edit in other_evaluation.features.edits
        if edit.start >= offset
    ]
    if before != after:
        yield "editing one paragraph moved the edits of another"
