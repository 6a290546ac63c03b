"""What holds of every essay, as a list of violations: for the tests and for `benchmarks.essays.properties`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.essays import edits as editing
from core.essays import marks
from core.essays.cutting import PARAGRAPH
from core.essays.model import Change
from core.essays.reporting import Evaluated, report_of
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayReport, EssayRequest


def violations(evaluator: EssayEvaluator, request: EssayRequest) -> list[str]:
    """What of the properties does not hold of an essay; empty where all do."""
    essay, found = request.essay_content, evaluator.evaluated(request)
    report = report_of(found, request, language="zh", evaluation_id="")
    return [
        *_edits(essay, report),
        *_versions(essay, report),
        *_counts(report),
        *_twice(evaluator, request, found),
        *_again(evaluator, request, report),
        *_paragraphs(evaluator, request, report),
    ]


def changes(report: EssayReport) -> list[Change]:
    """The edits of a report."""
    return [Change(edit.start, edit.end, edit.original, edit.replacement, edit.type) for edit in report.edits]


def _edits(essay: str, report: EssayReport) -> Iterator[str]:
    try:
        editing.check(essay, changes(report))
    except ValueError as fault:
        yield f"edits: {fault}"
    places = sorted((each.start, each.end) for each in (*report.edits, *report.checks))
    if any(first[1] > second[0] for first, second in pairwise(places)):
        yield "edits and checks overlap"


def _versions(essay: str, report: EssayReport) -> Iterator[str]:
    made = changes(report)
    read = marks.parse(report.marked_version)
    if (read.essay, read.corrected, list(read.edits)) != (essay, report.corrected_version, made):
        yield "the marked version does not give essay, corrected version and edits back"
    if editing.apply(report.corrected_version, editing.inverse(made)) != essay:
        yield "undoing the edits does not give the essay back"
    if not made and report.corrected_version != essay:
        yield "the corrected version differs without edits"


def _counts(report: EssayReport) -> Iterator[str]:
    words, structure = report.word_level, sum(edit.type == "S" for edit in report.edits)
    if not words.error_count == len(words.errors) == len(report.edits) - structure:
        yield "the counts do not follow from the edits"


def _twice(evaluator: EssayEvaluator, request: EssayRequest, found: Evaluated) -> Iterator[str]:
    if evaluator.evaluated(request) != found:
        yield "the same input gave another output"


def _again(evaluator: EssayEvaluator, request: EssayRequest, report: EssayReport) -> Iterator[str]:
    """Evaluated again, no edit is flipped back."""
    corrected, made = report.corrected_version, changes(report)
    try:
        second = evaluator.evaluated(request.model_copy(update={"essay_content": corrected}))
    except ValueError as fault:
        yield f"the corrected version cannot be evaluated: {fault}"
        return
    except Exception as refused:
        if "characters" not in str(refused):  # too little is left of it
            raise
        return
    undone = {_least(corrected, one) for one in editing.inverse(made)}
    if any(_least(corrected, edit) in undone for edit in second.features.edits):
        yield "an edit was flipped back"


def _least(text: str, one: Change) -> tuple[int, int, str]:
    return editing.least(text, one.start, one.end, one.replacement)


def _paragraphs(evaluator: EssayEvaluator, request: EssayRequest, report: EssayReport) -> Iterator[str]:
    """With another first paragraph the last one keeps its edits."""
    paragraphs = list(PARAGRAPH.finditer(request.essay_content))
    if len(paragraphs) < 2:
        return
    start = paragraphs[-1].start()
    other = "今天天气很好，我们去公园散步。\n" + request.essay_content[start:]
    changed = evaluator.evaluated(request.model_copy(update={"essay_content": other}))
    offset = len(other) - len(request.essay_content[start:])
    before = [(edit.start - start, edit.end - start, edit.replacement) for edit in report.edits if edit.start >= start]
    after = [
        (edit.start - offset, edit.end - offset, edit.replacement)
        for edit in changed.features.edits
        if edit.start >= offset
    ]
    if before != after:
        yield "editing one paragraph moved the edits of another"
