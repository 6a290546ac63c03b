"""Everything that the widget of the marking desk draws, with all texts in the interface language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.api.marking import (
    LONGEST_COMMENT,
    LONGEST_CORRECTION,
    LONGEST_REMARK,
    RUBRIC,
    BankLine,
    DeskEssay,
    MarkShown,
    Queue,
)
from pages.parts.assignments.words import characters_text
from pages.parts.dates import moment_name
from pages.parts.essays.words import confidence_text, correctors_text, error_names
from pages.parts.i18n import _, language, ngettext
from pages.parts.marking.words import criterion_names, grade_text, ruling_names, ruling_texts
from pages.parts.names import level_name, student_label


def desk_data(
    essay: DeskEssay, queue: Queue, bank: Sequence[BankLine], *, acked: int, undo: dict[str, str] | None
) -> dict[str, Any]:
    """All data of one text on the desk.

    `acked`: number of the last action of the widget that was carried out; `undo`: the text of the last action in this browser, and what
    undoing it is called.
    """
    marking = essay.marking
    ids = [entry.writing_id for entry in queue.entries]
    at = ids.index(essay.writing_id) if essay.writing_id in ids else 0
    names = criterion_names()
    return {
        "id": essay.writing_id,
        "acked": acked,
        "position": at + 1,
        "count": len(ids),
        "waiting": len(queue.waiting),
        "previous": ids[at - 1] if at else None,
        "next": ids[at + 1] if at + 1 < len(ids) else None,
        "name": student_label(essay.name, essay.student_number),
        "facts": facts_text(essay),
        "task": task_text(essay, queue),
        "text": essay.text,
        "review": essay.review,
        "notice": notice_text(essay),
        "items": [mark_data(mark, essay) for mark in marking.marks],
        "rubric": [
            {
                "criterion": criterion,
                "name": names[criterion],
                "most": most,
                "points": marking.rubric.get(criterion),
                "proposed": essay.proposed_rubric.get(criterion),
            }
            for criterion, most in RUBRIC.items()
        ],
        "grade": marking.typed_grade,
        "comment": marking.comment,
        "proposedComment": essay.proposed_comment,
        "returned": returned_text(essay),
        "bank": [{"id": line.comment_id, "text": line.text} for line in bank],
        "undo": undo,
        "longest": {"comment": LONGEST_COMMENT, "remark": LONGEST_REMARK, "correction": LONGEST_CORRECTION},
        "ui": _interface_texts(),
    }


def facts_text(essay: DeskEssay) -> str:
    """`120 characters · handed in on 20 Nov 2026 14:05 · late · draft 2`."""
    facts = [
        characters_text(essay.written),
        _("handed in on {day}").format(day=moment_name(essay.handed_in_at)),
    ]
    if essay.late:
        facts.append(_("late"))
    if len(essay.drafts) > 1:
        facts.append(_("draft {number}").format(number=essay.number))
    return " · ".join(facts)


def task_text(essay: DeskEssay, queue: Queue) -> str:
    """What was asked for: the task, its level and its length."""
    length = _("{least}–{most} characters").format(least=essay.characters[0], most=essay.characters[1])
    return " · ".join((essay.task.get(language()), level_name(queue.assignment.body.level), length))


def notice_text(essay: DeskEssay) -> str:
    """What is to be known before marking: the review is on its way, or there will be none, or the text is not like an essay; and what
    the student asks."""
    if essay.review == "waiting":
        return _("The engine is reading this essay. You can begin: its marks appear by themselves.")
    if essay.refusal is not None:
        return _("The engine has not reviewed this text ({reason}). You can mark it yourself.").format(
            reason=essay.refusal.get(language())
        )
    findings = essay.report.findings if essay.report else []
    return " ".join([*(finding.reason.get(language()) for finding in findings), *_questions(essay)])


def _questions(essay: DeskEssay) -> Iterator[str]:
    """The clauses about which the student asks."""
    for start, end, note in essay.questions:
        asked = _("The student asks for help with “{clause}”.").format(clause=essay.text[start:end])
        yield f"{asked} {note}".strip()


def returned_text(essay: DeskEssay) -> str:
    """`Returned · 84 of 100 · second draft asked for`; empty while it is on the desk."""
    marking = essay.marking
    if marking.returned_at is None:
        return ""
    parts = [_("Returned"), grade_text(marking.grade)]
    if marking.second_draft:
        parts.append(_("second draft asked for"))
    return " · ".join(parts)


def mark_data(mark: MarkShown, essay: DeskEssay) -> dict[str, Any]:
    """One mark, with what the engine said of it (`engine`), which comes back when a ruling is taken back."""
    engine = None
    if mark.ruling != "added" and essay.report is not None:
        name = mark.start, mark.end, mark.replacement
        checks = {(edit.start, edit.end, edit.replacement): edit for edit in essay.report.checks}
        edits = {(edit.start, edit.end, edit.replacement): edit for edit in essay.report.edits}
        edit = edits.get(name) or checks[name]
        engine = {
            "type": edit.type,
            "correction": edit.replacement,
            "explanation": edit.explanation.get(language()),
            "check": name in checks,
        }
    confidence = "" if mark.confidence is None else confidence_text(mark.confidence, check=mark.check)
    return {
        "start": mark.start,
        "end": mark.end,
        "replacement": mark.replacement,
        "original": mark.original,
        "correction": mark.correction,
        "type": mark.type,
        "ruling": mark.ruling,
        "check": mark.check,
        "explanation": mark.explanation.get(language()) if mark.explanation else "",
        "sure": f"{confidence} · {_('found by: {judges}').format(judges=correctors_text(mark.judges))}"
        if confidence
        else "",
        "comment": mark.comment,
        "engine": engine,
        "objection": (mark.start, mark.end, mark.replacement) in essay.objections,
    }


def _interface_texts() -> dict[str, Any]:
    return {
        "kinds": error_names(),
        "rulings": ruling_texts(),
        "rulingsShort": ruling_names(),
        "text": _("The essay with its marks"),
        "here": _("The chosen mark"),
        "choose": _("Click a mark, or go from mark to mark with the arrow keys."),
        "reading": _("No marks yet: the engine is reading."),
        "noMarks": _("The engine marked nothing. Choose words in the text to mark them yourself."),
        "check": _("check this"),
        "objection": _("The student says that this is right."),
        "accept": _("Confirm"),
        "acceptCheck": _("It is an error"),
        "unaccept": _("Take back"),
        "strike": _("Strike"),
        "restore": _("Restore"),
        "change": _("Change"),
        "remove": _("Remove"),
        "add": _("Add a mark"),
        "newMark": _("A mark of your own"),
        "changeMark": _("Change this mark"),
        "piece": _("Words in the text"),
        "after": _("Missing after these words"),
        "kind": _("Kind of error"),
        "correction": _("Should be"),
        "remark": _("Comment on this place"),
        "keepMark": _("Mark it"),
        "keepChange": _("Keep the change"),
        "cancel": _("Cancel"),
        "notFound": _("These words are not in the text. Choose them in the text, or copy them exactly."),
        "nothingSaid": _("Say what should stand there, or write a comment."),
        "taken": _("There is a mark here already: change that one, or strike it first."),
        "sameText": _("The correction is what stands there already: look at it again."),
        "unfinished": _("This mark is not kept yet: keep it or cancel it first."),
        "selectHint": _("Click a character or drag over several to mark them yourself."),
        "rubric": _("Rubric"),
        "pointsOf": _("{name}: points of {most}"),
        "grade": _("Grade"),
        "gradeTyped": _("Typed by you; empty the field to take the sum of the rubric."),
        "gradeSum": _("The sum of the rubric."),
        "gradeNone": _("No proposal: the text is not scored like an essay, or not reviewed yet."),
        "gradeProposed": _("Proposed by the engine: yours to change."),
        "comment": _("Comment to the student"),
        "commentPlaceholder": _("What was good, and the one or two things to work on next"),
        "commentProposed": _("Proposed: {text}"),
        "bank": _("Your own comments: click one to insert it"),
        "saveComment": _("Save this comment for other essays"),
        "forget": _("Remove “{text}” from your comments"),
        "position": _("{n} of {count}"),
        "waiting": _("{count} to mark"),
        "previous": _("Previous essay"),
        "next": _("Next essay"),
        "giveBack": _("Return and go on"),
        "secondDraft": _("Ask for a second draft"),
        "takeBack": _("Take back"),
        "proposals": _("Empty fields take what is proposed"),
        "saving": _("Saving…"),
        "saved": _("Everything is saved."),
        "keys": _(
            "Keys: J next, K previous, ← → from mark to mark, X strike, A confirm, E change, M new mark, G grade, C comment, 1–9 own comments, R return and go on, D ask for a second draft, U undo."
        ),
    }


def entry_text(entry: Mapping[str, Any]) -> str:
    """What the widget asked for in words, with everything that was typed: `Comment to the student: 写得很好。`."""
    action: Mapping[str, Any] = entry.get("action") or {}
    kind = str(action.get("kind") or entry.get("does"))
    rulings = {"struck": _("Strike"), "accepted": _("Confirm")}
    names = {
        "rule": rulings.get(str(action.get("ruling")), _("Take back")),
        "change": _("Change this mark"),
        "add": _("A mark of your own"),
        "remove": _("Remove"),
        "comment": _("Comment to the student"),
        "points": str(dict[Any, str](criterion_names()).get(action.get("criterion"), "")),
        "grade": _("Grade"),
        "return": _("Return and go on"),
        "take_back": _("Take back"),
        "undo": _("Undo"),
        "save": _("Save this comment for other essays"),
    }
    typed = ("correction", "comment", "text", "points", "grade") if kind != "rule" else ("replacement",)
    words = [str(value) for name in typed if (value := {**action, **entry}.get(name)) not in (None, "")]
    return ": ".join(part for part in (names.get(kind, _("Remove")), " · ".join(words)) if part)


def undo_text(kind: str, name: str) -> str:
    """What undoing the last action is called."""
    if kind == "return":
        return _("Undo the return to {name}").format(name=name)
    return _("Undo")


def waiting_text(count: int) -> str:
    """`34 essays wait to be marked.`"""
    return ngettext("{count} essay waits to be marked.", "{count} essays wait to be marked.", count)
