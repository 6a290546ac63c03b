"""Wire models of verdicts on edits, and of teachers' scores."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from core.essays.model import EditType
from core.essays.wire import Score
from core.records.essays import RubricPart, Settlement, Verdict
from core.wire import Bilingual, Closed

MOST_POINTS = 5
"""The most points for each part of the rubric."""
LONGEST_NOTE = 500
"""In code points; as long as an appeal's comment."""
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]


class EditVerdict(Closed):
    """What a student said of an edit, of a place to check or of a doubted clause, and what the teacher said to that."""

    start: int = Field(description="Code points of the essay; with end and replacement it names the edit")
    end: int
    original: str
    replacement: str
    type: EditType
    verdict: Verdict
    note: str
    judged_at: str = Field(description="UTC, ISO 8601 with Z")
    settled: Settlement | None = Field(description="upheld: the student was right; null: no teacher has settled it")
    teacher_note: str
    made_by_ruling: bool = Field(
        default=False, description="The student said nothing; a teacher's ruling on another essay says that it is right"
    )


class DismissedEdit(Closed):
    """An edit that a student holds to be none, or a doubted clause about which a student asks, in its sentence."""

    evaluation_id: str
    student_id: str
    title: str
    start: int = Field(description="Code points of the essay; with end and replacement it names the edit")
    end: int
    quote_before: str = Field(description="What stands in the sentence before it")
    original: str
    quote_after: str
    replacement: str
    type: EditType
    explanation: Bilingual
    note: str = Field(description="The student's")
    judged_at: str = Field(description="UTC, ISO 8601 with Z")
    settled: Settlement | None
    teacher_note: str
    ruling_id: str = Field(default="", description="The ruling that settled it and can be undone; empty for none")
    everywhere: bool = Field(default=False, description="Whether that ruling holds for all essays of the organisation")
    can_reopen: bool = Field(
        default=False,
        description="A teacher let the mark stand, which can be undone while the student does not accept it",
    )
    doubt: bool = Field(
        default=False,
        description="No objection to a mark, but a question about a clause in which something is said to be off; nothing is corrected in it",
    )


class SameMark(Closed):
    """A mark that a ruling takes back wherever it stands, in its sentence."""

    evaluation_id: str
    student_id: str
    name: str = Field(default="", description="Shown for the student")
    number: str = Field(description="The school's number, else the id: no two students show the same")
    title: str
    evaluated_at: str = Field(description="UTC, ISO 8601 with Z")
    quote_before: str = Field(description="What stands in the sentence before it")
    original: str
    quote_after: str
    replacement: str
    counted: bool = Field(
        description="It was evidence against the student, which is taken back; a place to check is none"
    )


class EssayRulingPreview(Closed):
    """Which marks would be taken back by a ruling, before it is given."""

    marks: int
    students: int
    points: list[str] = Field(description="Names of the points and words of the map whose evidence changes")
    lines: list[SameMark] = Field(description="Newest first; those after the first 200 are only counted")


class EssayOverride(Closed):
    """A teacher's own score of an essay; the report stays as it was first given."""

    score: Score
    rubric: dict[RubricPart, Points] = Field(description="Parts that the teacher left out are absent")
    note: str
    teacher: str = Field(description="Name shown for who gave it")
    at: str = Field(description="UTC, ISO 8601 with Z")
