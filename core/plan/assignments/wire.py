"""Requests and views of assignments, links and writing, as pages use them."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.plan.assignments.deadlines import LONGEST_LATE_DAYS, OPEN_AFTER_DAYS, is_over
from core.records.plan import AssignmentKind
from core.tables.points import PointId
from core.wire import WITHOUT_NUL, Closed, KnownId, Skill

MOST_ITEMS = 50
"""As many as a round of practice holds."""
LONGEST_TEXT = 5_000
"""Characters of a text to read or of a student's own: some 20 minutes of reading, twice the longest essay of the band 7-9 and more."""
LONGEST_TITLE = 120
LONGEST_URL = 2_000
MOST_MINUTES = 240
MOST_POINTS = 5
MOST_ALOUD = 20
"""Texts of one assignment to read aloud: a quarter of an hour of sentences."""
END_OF_DAY = time(23, 59)
MOST_STUDENTS = 5_000
"""Of one assignment: a large school."""

Title = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST_TITLE, strip_whitespace=True, pattern=WITHOUT_NUL)
]
Level = Annotated[int, Field(ge=1, le=7)]
_Count = Annotated[int, Field(ge=1, le=LONGEST_TEXT)]
Characters = tuple[_Count, _Count]
"""Least and most Chinese characters of an essay."""

State = Literal["not_begun", "begun", "done", "late"]
"""late: done, but after the last minute."""
Standing = Literal["to_do", "overdue", "closed", "done", "again"]
"""What is left of an assignment for a student. overdue: its time is over, and late work is accepted; closed: late work is not accepted
either; again: a text was returned, and the teacher asked for another."""
TO_DO: frozenset[Standing] = frozenset({"to_do", "overdue", "again"})
"""Something is left that can be done."""


# -- links -------------------------------------------------------------------------------------------------


class LinkFields(Closed):
    """Something elsewhere to watch, hear or read: what is stored of a link."""

    url: str = Field(max_length=LONGEST_URL)
    """http or https only; checked by `core.plan.lessons.links.checked_url`."""
    title: Title
    level: Level
    skill: Skill
    minutes: int = Field(ge=1, le=MOST_MINUTES)
    points: tuple[PointId, ...] = Field(default=(), max_length=MOST_POINTS)


class LinkView(Closed):
    """A link of the organisation."""

    link_id: str
    resource_id: str
    fields: LinkFields
    by: str
    """Display name of the teacher; empty when the account is gone."""
    made_at: datetime


# -- what is assigned ----------------------------------------------------------------------------------------


class ItemsWork(Closed):
    """Items of the bank to answer."""

    kind: Literal["items"] = "items"
    item_ids: tuple[KnownId, ...] = Field(min_length=1, max_length=MOST_ITEMS)


class TextWork(Closed):
    """A text to read."""

    kind: Literal["text"] = "text"
    text: str = Field(max_length=LONGEST_TEXT, pattern=WITHOUT_NUL)


class EssayWork(Closed):
    """An essay: a title of the table by id, or (title_id empty) the teacher's own task."""

    kind: Literal["essay"] = "essay"
    title_id: KnownId = ""
    task: str = Field(default="", max_length=2_000, pattern=WITHOUT_NUL)
    level: Level = 1
    characters: Characters = (80, 150)


class LinkWork(Closed):
    """A new link, or one of the organisation's."""

    kind: Literal["link"] = "link"
    fields: LinkFields | None = None
    link_id: KnownId = ""


class AloudWork(Closed):
    """Texts to read aloud, of those that the page Speaking offers by id, or (no ids) one of the teacher's own."""

    kind: Literal["aloud"] = "aloud"
    text_ids: tuple[KnownId, ...] = Field(default=(), max_length=MOST_ALOUD)
    text: str = Field(default="", max_length=LONGEST_TEXT, pattern=WITHOUT_NUL)
    least_score: int = Field(default=0, ge=0, le=100)
    """Total score that a reading must reach to count; 0: any reading of the text counts."""


class LessonWork(Closed):
    """A lesson of the catalogue to play to its end."""

    kind: Literal["lesson"] = "lesson"
    lesson_id: KnownId


Work = Annotated[ItemsWork | TextWork | EssayWork | LinkWork | AloudWork | LessonWork, Field(discriminator="kind")]


class AssignRequest(Closed):
    """What, to whom, until when."""

    title: Title
    due: date
    """The last day on which it is in time, UTC+8: today or later."""
    due_time: time = END_OF_DAY
    """The last minute of that day which is in time, UTC+8."""
    late_days: int = Field(default=OPEN_AFTER_DAYS, ge=0, le=LONGEST_LATE_DAYS)
    """How many days later it is still accepted, marked as late."""
    work: Work
    student_ids: tuple[KnownId, ...] = Field(default=(), max_length=MOST_STUDENTS)
    """Empty: everybody in the class that the caller looks at."""
    point_id: PointId | Literal[""] = ""
    """The knowledge point that it is to mend: what it did for it is shown a week later."""


# -- what is stored of it ------------------------------------------------------------------------------------


class _Body(Closed):
    level: Level
    skill: Skill
    seconds: int = Field(ge=0)
    """Estimated for anybody; what the plan knows of a student's own pace comes on top."""


class ItemsBody(_Body):
    """Items of the bank, in the order in which they were chosen."""

    kind: Literal["items"] = "items"
    item_ids: tuple[str, ...]


class TextBody(_Body):
    """A text to read; `level_known` is false where its words are too few to tell the level, which no page shows then."""

    kind: Literal["text"] = "text"
    text: str
    level_known: bool = True


class EssayBody(_Body):
    """An essay; what the table says of a title is copied, so that it stays as it was assigned."""

    kind: Literal["essay"] = "essay"
    title_id: str = ""
    task_zh: str
    task_en: str
    characters: Characters
    hints_zh: tuple[str, ...] = ()
    hints_en: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class LinkBody(_Body):
    """A link; removed from the resources later, it stays in the assignment."""

    kind: Literal["link"] = "link"
    link_id: str
    url: str
    points: tuple[PointId, ...] = ()


class AloudText(Closed):
    """A text to read aloud, as it was given."""

    text_id: str = ""
    """Of a text of the content; empty for one of the teacher's own."""
    text: str
    key: str
    """Of a reading of this text (`core.records.speech.ReadingLine.text_key`)."""
    level: Level


class AloudBody(_Body):
    """Texts to read aloud."""

    kind: Literal["aloud"] = "aloud"
    texts: tuple[AloudText, ...]
    least_score: int = 0
    level_known: bool = True


class LessonBody(_Body):
    """A lesson to play to its end."""

    kind: Literal["lesson"] = "lesson"
    lesson_id: str
    title_zh: str
    title_en: str
    points: tuple[str, ...] = ()


Body = Annotated[ItemsBody | TextBody | EssayBody | LinkBody | AloudBody | LessonBody, Field(discriminator="kind")]


class AssignmentView(Closed):
    """An assignment as it was given."""

    assignment_id: str
    resource_id: str
    kind: AssignmentKind
    title: str
    body: Body
    due: date
    due_at: datetime
    """The last minute that is in time for everybody but those in `extensions`."""
    late_until: datetime
    """The last minute at which late work is accepted."""
    made_at: datetime
    by: str
    """Display name of the teacher; empty when the account is gone."""
    made_by: str
    """Id of the teacher's account."""
    student_ids: tuple[str, ...]
    """Empty: everybody in the class."""
    class_id: str
    """Empty: it was given to all of the organisation."""
    class_name: str
    point_id: str = ""
    """The knowledge point that it is to mend; empty: none in particular."""
    extensions: dict[str, datetime] = Field(default_factory=dict)
    """Until when single students have time, by student id."""


# -- who did what --------------------------------------------------------------------------------------------


class StudentState(Closed):
    """How far a student is with an assignment."""

    student_id: str
    state: State
    due_at: datetime
    """The last minute that is in time for this student."""
    late_until: datetime
    """The last minute at which late work of this student is accepted."""
    finished: int
    """Parts that are done: items answered, texts read aloud, else 0 or 1."""
    parts: int
    score: float | None
    """Share of first answers that are right, or of texts read aloud the mean of the best totals, 0-100; None where nothing is marked or not
    everything is done."""
    at: datetime | None
    """When it was done."""
    sources: tuple[str, ...] = ()
    """Answers `evaluation_id#position`, in the order of the items."""
    answered: tuple[str, ...] = ()
    """Ids of the items answered, in the order of the items."""
    writing_id: str = ""
    """The text handed in, else the draft."""
    readings: tuple[str, ...] = ()
    """Evaluations of the texts read aloud, the best of each, in the order of the texts; empty where none counts."""
    newest_at: datetime | None = None
    """Of an essay when the newest draft was handed in."""
    second_draft: bool = False
    """The text was returned with the request for another, which was not handed in yet."""

    def standing(self, now: datetime) -> Standing:
        """What is left for the student: the one answer of the plan, Today, the menu, the student's list, the class table and the gradebook."""
        if self.second_draft:
            return "again"
        if self.at is not None:
            return "done"
        if is_over(self.late_until, now):
            return "closed"
        return "overdue" if is_over(self.due_at, now) else "to_do"


class Progress(Closed):
    """An assignment with the state of everybody whom it is for, by student id."""

    assignment: AssignmentView
    students: tuple[StudentState, ...]

    def count(self, *states: State) -> int:
        """How many are in one of these states."""
        return sum(student.state in states for student in self.students)


class MyAssignment(Closed):
    """An assignment as its student sees it."""

    assignment: AssignmentView
    state: StudentState
    standing: Standing

    @property
    def open(self) -> bool:
        """Still to be done."""
        return self.standing in TO_DO


# -- writing -------------------------------------------------------------------------------------------------


class WritingTask(Closed):
    """What is to be written."""

    resource_id: str
    title: str
    task: str
    """In the language of explanations; empty for an own title."""
    level: Level | None
    characters: Characters | None
    """None: as long as one likes."""
    hints: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    due: date | None = None
    due_at: datetime | None = None
    """Of an assignment the last minute that is in time for the student."""
    late_until: datetime | None = None
    """Of an assignment the last minute at which it can be handed in."""


class WritingView(Closed):
    """A student's text."""

    writing_id: str
    student_id: str
    resource_id: str
    title: str
    text: str
    characters: int
    """Chinese characters in it."""
    started_at: datetime
    changed_at: datetime
    handed_in_at: datetime | None


class TitleLine(Closed):
    """An essay title to choose."""

    title_id: str
    resource_id: str
    level: Level
    title: str
    """In Chinese, as it stands over the text."""
    meaning: str
    """In the language of explanations; empty where that is Chinese."""
    task: str
    characters: Characters


# -- reading aloud -------------------------------------------------------------------------------------------


class AloudSentence(Closed):
    """A sentence to read aloud."""

    task_id: str
    text: str
    pinyin: str
    """Of the whole sentence, with tone marks."""
    translation: str
    level: Level
