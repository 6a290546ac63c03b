"""Records of a teacher's marking: marks on a student's text, its return with a grade, comments to use again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Ruling = Literal["accepted", "struck", "changed", "added"]
"""What a teacher decided: three rulings on a mark of the engine (it stands, it is wrong, it should say something else), or a mark of the
teacher's own."""
Criterion = Literal["content", "language", "order", "characters"]
"""The criteria of the rubric; `core.essays.marking.rubric` has the points of each."""


@dataclass(frozen=True)
class TeacherMark:
    """A teacher's ruling on a mark of the engine, or a mark of the teacher's own."""

    start: int
    """Code points of the text. With `end` and `replacement` it names the mark, as in the engine's report."""
    end: int
    replacement: str
    """The engine's correction; for an added mark the teacher's."""
    ruling: Ruling
    type: str
    """B, L, D, P, W or S, as it is to be shown."""
    correction: str
    """What the student is to read as the correction; "" where there is none, or where the text should go (type D)."""
    comment: str = ""

    @property
    def name(self) -> tuple[int, int, str]:
        """What identifies the mark on its text."""
        return self.start, self.end, self.replacement


@dataclass(frozen=True)
class EssayMarking:
    """The marking of one text that a student handed in."""

    writing_id: str
    organisation_id: str
    student_id: str
    evaluation_id: str
    """The engine's review that the rulings are about; "" where there is none."""
    version: int
    """Grows by one with every action; 0: nothing is stored yet. Of two teachers who act at the same time one is refused."""
    changed_at: datetime
    marks: tuple[TeacherMark, ...] = ()
    """By position in the text."""
    rubric: tuple[tuple[Criterion, float], ...] = ()
    """Points of the criteria that have some."""
    grade: float | None = None
    """0-100, typed by the teacher; None: the sum of the rubric."""
    comment: str = ""
    second_draft: bool = False
    """Whether the student is asked for a second draft."""
    account_id: str = ""
    """Account of the teacher who acted last."""
    teacher: str = ""
    """That teacher's displayed name, as it was then."""
    returned_at: datetime | None = None
    previous: str = ""
    """What it was before the last action, as JSON, for undoing; "" where there is nothing to undo."""


@dataclass(frozen=True)
class HandedIn:
    """A text that was handed in for an assignment, without its words, and how far its marking is."""

    writing_id: str
    student_id: str
    resource_id: str
    handed_in_at: datetime
    returned_at: datetime | None
    rubric: tuple[tuple[Criterion, float], ...]
    grade: float | None
    """As in `EssayMarking`."""
    second_draft: bool


@dataclass(frozen=True)
class BankComment:
    """A comment that a teacher keeps to use again."""

    comment_id: str
    organisation_id: str
    account_id: str
    text: str
    made_at: datetime


@dataclass(frozen=True)
class VoiceNote:
    """What a teacher says about a text that was handed in, as a recording."""

    writing_id: str
    organisation_id: str
    student_id: str
    account_id: str
    teacher: str
    """Displayed name of the teacher who spoke, as it was then."""
    seconds: float
    media_type: str
    sound: bytes
    made_at: datetime
