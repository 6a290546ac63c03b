"""What the marking desk is told and what it shows."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from core.essays.model import EditType
from core.essays.wire import LONGEST_ESSAY
from core.records.marking import Criterion, Ruling
from core.wire import WITHOUT_NUL, Bilingual, Closed, KnownId

LONGEST_COMMENT = 2_000
"""In code points: a page. The comment on one mark is held to `LONGEST_REMARK`."""
LONGEST_REMARK = 500
LONGEST_CORRECTION = 200
MOST_MARKS = 500
"""Of a teacher on one text."""
Offset = Annotated[int, Field(ge=0, le=LONGEST_ESSAY)]
Correction = Annotated[str, StringConstraints(max_length=LONGEST_CORRECTION, pattern=WITHOUT_NUL)]
Remark = Annotated[str, StringConstraints(max_length=LONGEST_REMARK, pattern=WITHOUT_NUL, strip_whitespace=True)]
Comment = Annotated[str, StringConstraints(max_length=LONGEST_COMMENT, pattern=WITHOUT_NUL)]


# -- actions -------------------------------------------------------------------------------------------------


class _OfMark(Closed):
    """An action on one mark, named as in the report: offsets and correction."""

    start: Offset
    end: Offset
    replacement: Correction


class Rule(_OfMark):
    """Accept or strike a mark of the engine; None takes the ruling back."""

    kind: Literal["rule"] = "rule"
    ruling: Literal["accepted", "struck"] | None


class ChangeMark(_OfMark):
    """Let a mark of the engine say something else."""

    kind: Literal["change"] = "change"
    type: EditType
    correction: Correction
    comment: Remark = ""


class AddMark(Closed):
    """A mark of the teacher's own."""

    kind: Literal["add"] = "add"
    start: Offset
    end: Offset
    type: EditType
    correction: Correction = ""
    comment: Remark = ""


class RemoveMark(_OfMark):
    """Remove a mark of the teacher's own."""

    kind: Literal["remove"] = "remove"


class WriteComment(Closed):
    """The comment on the whole text."""

    kind: Literal["comment"] = "comment"
    text: Comment


class GivePoints(Closed):
    """Points of one criterion; None takes them back."""

    kind: Literal["points"] = "points"
    criterion: Criterion
    points: float | None = Field(ge=0, le=100)


class GiveGrade(Closed):
    """A grade instead of the sum of the rubric; None: the sum again."""

    kind: Literal["grade"] = "grade"
    grade: float | None = Field(ge=0, le=100)


class GiveBack(Closed):
    """Return the text to its student."""

    kind: Literal["return"] = "return"
    second_draft: bool = False
    proposals: bool = False
    """Whether rubric and comment are taken from what the review proposes where the teacher has left them empty."""


class TakeBack(Closed):
    """Take a returned text back onto the desk."""

    kind: Literal["take_back"] = "take_back"


class Undo(Closed):
    """Undo the last action on this text."""

    kind: Literal["undo"] = "undo"


Action = Annotated[
    Rule | ChangeMark | AddMark | RemoveMark | WriteComment | GivePoints | GiveGrade | GiveBack | TakeBack | Undo,
    Field(discriminator="kind"),
]
ACTION: TypeAdapter[Action] = TypeAdapter(Action)


# -- views ---------------------------------------------------------------------------------------------------


class MarkShown(Closed):
    """One mark on a text: the engine's with the teacher's ruling, or the teacher's own."""

    start: int
    end: int
    replacement: str
    """With the offsets the name of the mark."""
    original: str
    correction: str
    type: EditType
    ruling: Ruling | None
    """None: a mark of the engine that the teacher has left as it is."""
    check: bool
    """A place that the engine only asks to check, and nobody has ruled on."""
    confidence: float | None
    """The engine's; None of a mark of the teacher's own."""
    judges: tuple[str, ...]
    point: str
    explanation: Bilingual | None
    """The engine's reason; None of a changed or added mark."""
    comment: str
    """The teacher's."""


class MarkingView(Closed):
    """The marking of a text, as teachers see it and, once it is returned, its student."""

    writing_id: str
    student_id: str
    evaluation_id: str
    version: int
    marks: tuple[MarkShown, ...]
    rubric: dict[Criterion, float]
    typed_grade: float | None
    grade: float | None
    """The one that was typed, else the sum of the rubric."""
    comment: str
    second_draft: bool
    teacher: str
    """Displayed name of the teacher who acted last; "" where nobody has."""
    returned_at: datetime | None
    can_undo: bool


class BankLine(Closed):
    """A comment of the teacher's own bank."""

    comment_id: KnownId
    text: str
