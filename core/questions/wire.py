"""Wire models of POST /classroom/questions/generate."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from core.records.items import Audio
from core.wire import STANDARD, WHOLE, BandLevel, Closed, Identifier, QuestionType, Topic, is_none

Count = Annotated[int, Field(ge=1, le=50), WHOLE]
Seed = Annotated[int, Field(ge=0, le=2**53), WHOLE]
Tag = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class GenerateRequest(Closed):
    """What is asked for; `seed` and `student_id` are extras of this service."""

    level: BandLevel
    type: QuestionType
    topic: Topic | None = Field(default=None, description="Absent: any topic")
    count: Count = 10
    tags: list[Tag] = Field(default_factory=list, max_length=20, description="Every item bears at least one of these")
    seed: Seed | None = Field(default=None, description="Same seed, same request: the same items")
    student_id: Identifier | None = Field(
        default=None, description="Items then avoid what this student saw within 14 days"
    )


class QuestionOption(Closed):
    """`id` is the option's label."""

    id: str
    text: str


class Question(Closed):
    """A question as the contract has it; the fields after `tags` are extras."""

    id: str
    type: QuestionType
    level: BandLevel
    question: str
    options: list[QuestionOption]
    correct_answer: str
    explanation: str
    tags: list[str]
    topic: Topic
    standard: str = Field(default=STANDARD, description="The standard of standard_level")
    standard_level: int = Field(ge=1, le=7, description="7 stands for the band 7-9")
    points: list[str] = Field(description="Grammar points this question is evidence for")
    audio: Audio | None = Field(default=None, exclude_if=is_none, description="What a listening question plays")


class GeneratedQuestions(Closed):
    """`total` is the number of questions given; fewer than asked for comes with `notice`."""

    questions: list[Question]
    total: int
    requested: int = Field(description="The count asked for")
    notice: str | None = Field(
        default=None, exclude_if=is_none, description="Why fewer than requested were given; nothing is repeated instead"
    )
    seed: int = Field(description="Send it again to get the same items")
