"""What one action of a teacher makes of the marking of a text. Pure: nothing is stored here, and nothing is looked up."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from core.errors import NotFound
from core.essays.marking.refusals import unusable
from core.essays.marking.rubric import RUBRIC, grade_of
from core.essays.marking.shown import MarkName, is_covered, name_of, overlap
from core.essays.marking.wire import (
    MOST_MARKS,
    Action,
    AddMark,
    ChangeMark,
    GiveBack,
    GiveGrade,
    GivePoints,
    RemoveMark,
    Rule,
    TakeBack,
    Undo,
    WriteComment,
)
from core.essays.wire import EditShown, EssayReport
from core.records.marking import Criterion, EssayMarking, TeacherMark


@dataclass(frozen=True)
class Actor:
    """The teacher who acts."""

    account_id: str
    name: str


@dataclass(frozen=True)
class MarkedText:
    """The text that is marked, and the engine's review of it with what it proposes; None where there is no review."""

    text: str
    report: EssayReport | None
    proposed_rubric: Mapping[Criterion, float]
    proposed_comment: str


def after(marking: EssayMarking, action: Action, essay: MarkedText, actor: Actor, now: datetime) -> EssayMarking:
    """The marking after an action, one version on. Raises `NotFound` for a mark that is not there, `BadParameter`."""
    if isinstance(action, Undo):
        changed, previous = _undone(marking), ""
    else:
        changed, previous = _changed(marking, action, essay, now), _frozen(marking)
    return replace(
        changed,
        evaluation_id=essay.report.evaluation_id if essay.report else marking.evaluation_id,
        version=marking.version + 1,
        changed_at=now,
        account_id=actor.account_id,
        teacher=actor.name,
        previous=previous,
    )


def _changed(marking: EssayMarking, action: Action, essay: MarkedText, now: datetime) -> EssayMarking:
    """One line for each kind of action."""
    steps: dict[type, Callable[[Any], EssayMarking]] = {
        Rule: lambda step: _ruled(marking, step, essay),
        ChangeMark: lambda step: _with_mark(marking, _change(step, marking, essay)),
        AddMark: lambda step: _with_mark(marking, _addition(step, marking, essay)),
        RemoveMark: lambda step: _without_mark(marking, (step.start, step.end, step.replacement)),
        WriteComment: lambda step: replace(marking, comment=step.text.strip()),
        GivePoints: lambda step: _with_points(marking, step),
        GiveGrade: lambda step: replace(marking, grade=step.grade),
        GiveBack: lambda step: _returned(marking, step, essay, now),
        TakeBack: lambda _step: replace(marking, returned_at=None, second_draft=False),
    }
    return steps[type(action)](action)


# -- marks ---------------------------------------------------------------------------------------------------


def _ruled(marking: EssayMarking, step: Rule, essay: MarkedText) -> EssayMarking:
    name = step.start, step.end, step.replacement
    edit = engine_edit(essay.report, name)
    rest = replace(marking, marks=tuple(mark for mark in marking.marks if mark.name != name))
    if step.ruling != "struck":
        _refuse_covered(name, marking)
    if step.ruling is None:
        return rest
    return _with_mark(rest, TeacherMark(*name, step.ruling, edit.type, edit.replacement))


def _change(step: ChangeMark, marking: EssayMarking, essay: MarkedText) -> TeacherMark:
    name = step.start, step.end, step.replacement
    engine_edit(essay.report, name)
    _refuse_covered(name, marking)
    _refuse_empty(step.type, step.correction, step.comment, is_empty_span=step.start == step.end)
    return TeacherMark(*name, "changed", step.type, _correction(step.type, step.correction), step.comment)


def _addition(step: AddMark, marking: EssayMarking, essay: MarkedText) -> TeacherMark:
    correction = _correction(step.type, step.correction)
    if not 0 <= step.start <= step.end <= len(essay.text):
        raise unusable(
            "start",
            f"{step.start}-{step.end} is not in the text",
            zh="请在作文里重新选一段文字。",
            en="Choose a piece of the text again.",
        )
    _refuse_empty(step.type, correction, step.comment, is_empty_span=step.start == step.end)
    if essay.text[step.start : step.end] == correction:
        raise unusable(
            "correction",
            "it is what stands there",
            zh="改后的文字和原文一样，请再看看。",
            en="The correction is what stands there already: look at it again.",
        )
    mark = TeacherMark(step.start, step.end, correction, "added", step.type, correction, step.comment)
    _refuse_overlap(mark, marking, essay)
    return mark


def engine_edit(report: EssayReport | None, name: MarkName) -> EditShown:
    """The engine's mark of that name. Raises `NotFound`."""
    for edit in (*report.edits, *report.checks) if report else ():
        if name_of(edit) == name:
            return edit
    raise NotFound(f"There is no mark {name[2]!r} at {name[0]}-{name[1]}.")


def _correction(type_: str, correction: str) -> str:
    """What is extra has no correction."""
    return "" if type_ == "D" else correction


def _refuse_empty(type_: str, correction: str, comment: str, *, is_empty_span: bool) -> None:
    """A mark says something; what is missing says what, and only it may stand between two characters."""
    if is_empty_span and type_ not in ("L", "P"):
        raise unusable(
            "end",
            "nothing is chosen",
            zh="请先在作文里选中有问题的文字；缺字时点两个字之间。",
            en="Choose the wrong characters in the text first; where something is missing, click between two characters.",
        )
    if (is_empty_span and not correction) or (type_ != "D" and not correction and not comment):
        raise unusable(
            "correction",
            "there is neither a correction nor a comment",
            zh="请写出该怎么改，或者写一句批注。",
            en="Say what should stand there, or write a comment.",
        )


def _refuse_overlap(mark: TeacherMark, marking: EssayMarking, essay: MarkedText) -> None:
    """Two marks that stand do not cover the same characters: neither could be drawn."""
    struck = {other.name for other in marking.marks if other.ruling == "struck"}
    edits = (*essay.report.edits, *essay.report.checks) if essay.report else ()
    standing = [edit for edit in edits if name_of(edit) not in struck and not is_covered(edit, marking.marks)]
    spans = [(edit.start, edit.end) for edit in standing]
    spans += [
        (other.start, other.end) for other in marking.marks if other.ruling == "added" and other.name != mark.name
    ]
    if any(overlap((mark.start, mark.end), span) for span in spans):
        raise unusable(
            "start",
            f"there is a mark at {mark.start}-{mark.end} already",
            zh="这里已经有批改。请修改那一处，或者先划掉它。",
            en="There is a mark here already: change that one, or strike it first.",
        )
    if len(marking.marks) >= MOST_MARKS:
        raise unusable(
            "start",
            f"there are {MOST_MARKS} marks already",
            zh=f"一篇最多 {MOST_MARKS} 处批改，请先删去几处。",
            en=f"A text holds {MOST_MARKS} marks: remove some first.",
        )


def _refuse_covered(name: MarkName, marking: EssayMarking) -> None:
    """A mark of the engine that was struck comes back only while no mark of the teacher's stands in its place."""
    added = [(mark.start, mark.end) for mark in marking.marks if mark.ruling == "added"]
    if any(overlap(name[:2], span) for span in added):
        raise unusable(
            "start",
            f"a mark of the teacher's covers {name[0]}-{name[1]}",
            zh="这里已经有您自己的批改，请先删去它。",
            en="A mark of your own stands here: remove it first.",
        )


def _with_mark(marking: EssayMarking, mark: TeacherMark) -> EssayMarking:
    others = [other for other in marking.marks if other.name != mark.name]
    return replace(marking, marks=tuple(sorted([*others, mark], key=lambda each: each.name)))


def _without_mark(marking: EssayMarking, name: MarkName) -> EssayMarking:
    if not any(mark.name == name and mark.ruling == "added" for mark in marking.marks):
        raise NotFound(f"There is no mark of a teacher {name[2]!r} at {name[0]}-{name[1]}.")
    return replace(marking, marks=tuple(mark for mark in marking.marks if mark.name != name))


# -- rubric and return ---------------------------------------------------------------------------------------


def _with_points(marking: EssayMarking, step: GivePoints) -> EssayMarking:
    most = RUBRIC[step.criterion]
    if step.points is not None and step.points > most:
        raise unusable(
            "points",
            f"{step.points:g} is more than {most}",
            zh=f"这一项最多 {most} 分。",
            en=f"This criterion has at most {most} points.",
        )
    points = {**dict(marking.rubric), step.criterion: step.points}
    rubric = tuple((criterion, given) for criterion in RUBRIC if (given := points.get(criterion)) is not None)
    return replace(marking, rubric=rubric)


def _returned(marking: EssayMarking, step: GiveBack, essay: MarkedText, now: datetime) -> EssayMarking:
    """Returned as it is; with `proposals` what was left empty is what the review proposes, so that one key is enough."""
    rubric, comment = marking.rubric, marking.comment
    if step.proposals:
        if grade_of(dict(rubric), marking.grade) is None:
            rubric = tuple(essay.proposed_rubric.items())
        comment = comment or essay.proposed_comment
    return replace(marking, rubric=rubric, comment=comment, second_draft=step.second_draft, returned_at=now)


# -- undoing -------------------------------------------------------------------------------------------------


def _frozen(marking: EssayMarking) -> str:
    """What an action can change, as JSON."""
    return json.dumps(
        {
            "marks": [vars(mark) for mark in marking.marks],
            "rubric": marking.rubric,
            "grade": marking.grade,
            "comment": marking.comment,
            "second_draft": marking.second_draft,
            "returned_at": marking.returned_at.isoformat() if marking.returned_at else None,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _undone(marking: EssayMarking) -> EssayMarking:
    if not marking.previous:
        raise NotFound(f"There is nothing to undo in the marking of {marking.writing_id!r}.")
    before = json.loads(marking.previous)
    return replace(
        marking,
        marks=tuple(TeacherMark(**mark) for mark in before["marks"]),
        rubric=tuple((criterion, points) for criterion, points in before["rubric"]),
        grade=before["grade"],
        comment=before["comment"],
        second_draft=before["second_draft"],
        returned_at=datetime.fromisoformat(before["returned_at"]) if before["returned_at"] else None,
    )
