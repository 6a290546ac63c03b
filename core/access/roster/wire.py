"""What pages show about people: the dry run of an import, the people of a class, cards, codes to join."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from core.wire import Bilingual, Closed

LineAction = Literal["new", "changed", "same", "question", "fault", "left_out"]
PersonState = Literal["no_account", "waiting", "code", "open", "paused"]
"""`waiting`: no password and no code that holds; `code`: a one-time code is out; `open`: the person has a password of their own."""


class FaultLine(Closed):
    """What is wrong with a cell and what to do about it."""

    column: Bilingual
    text: Bilingual


class Candidate(Closed):
    """Somebody of the same name."""

    answer: str = Field(description="To be given as the answer where it is the same person")
    shown: Bilingual = Field(description="Number, id or row, which tells people of one name apart")


class ImportLine(Closed):
    """What would happen with a row of a list."""

    key: str = Field(description="By which questions are answered")
    row: int = Field(description="Number of the row in a spreadsheet, 1 = the first")
    file: str = Field(description="Name of the file inside a zip; empty otherwise")
    name: str
    number: str
    class_names: list[str]
    username: str = Field(description="That the person has or would get")
    role: Literal["student", "teacher"]
    action: LineAction
    changes: list[Bilingual]
    faults: list[FaultLine]
    question: Bilingual | None = None
    candidates: list[Candidate] = Field(default_factory=list)


class UnknownClass(Closed):
    """A class that rows name and that is not here."""

    name: str
    rows: int


class DryRun(Closed):
    """What an import would do; nothing is written."""

    digest: str = Field(description="To be given when the import is confirmed: what is written is what was shown")
    lines: list[ImportLine]
    unknown_classes: list[UnknownClass]
    unused_columns: list[str] = Field(description="Heads of columns that are passed over")
    changes_anything: bool

    def count(self, action: LineAction) -> int:
        """How many rows have this outcome."""
        return sum(line.action == action for line in self.lines)


class ImportView(Closed):
    """An import that can be taken back."""

    import_id: str
    source: str
    made_at: datetime
    students: int
    accounts: int
    members: int
    names: int
    classes: int


class PersonLine(Closed):
    """A student of a class."""

    student_id: str
    name: str
    number: str = Field(description="The number, else the id: no two students show the same")
    account_id: str | None
    username: str
    state: PersonState
    code_until: datetime | None = None
    last_seen_at: datetime | None = None


class CardLine(Closed):
    """What stands on a person's card."""

    name: str
    number: str
    username: str
    code: str


class Cards(Closed):
    """The cards of a class."""

    pdf: bytes
    made: int
    codes_until: dict[str, datetime] = Field(
        description="By student: until when the code on the card holds; one that holds longer was made after it, and this one is void"
    )
    passed_over: int = Field(description="Students who have a password of their own, or no account")


class JoinDoor(Closed):
    """The class that a code opens, as a visitor may know it."""

    school: str
    address: str
    class_name: str
    approval: bool
    expires_at: datetime


class MayBe(Closed):
    """Somebody of the class who has never signed in."""

    student_id: str
    name: str
    number: str


class WaitingLine(Closed):
    """Somebody who waits to be admitted to a class."""

    request_id: str
    name: str
    number: str
    username: str
    asked_at: datetime
    number_taken: bool = Field(description="A student has this number already")
    name_taken: bool = Field(description="A student of this class has this name already")
    may_be: list[MayBe] = Field(
        description="Students of this class with this number or name who have never signed in: perhaps the same person"
    )


class JoinView(Closed):
    """The code of a class, and who waits."""

    code: str | None
    expires_at: datetime | None
    approval: bool
    waiting: list[WaitingLine]


class MergePreview(Closed):
    """What merging two students would give, or gave, to the one that stays."""

    rows: dict[str, int] = Field(description="Numbers of rows by table")
    username: str = Field(
        default="", description="By which the student who stays signs in, once they are merged; empty without a sign-in"
    )
