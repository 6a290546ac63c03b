"""Wire models of answer evaluation, the report, and what the practice and teacher pages show of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)  # fmt: skip
from pydantic_core import PydanticCustomError

from core.learning.mastery import Status
from core.records.items import Item
from core.records.rulings import AnswerScope, Outcome, Scope
from core.wire import STANDARD, WHOLE, WITHOUT_NUL, Closed, Identifier, KnownId, QuestionType, Topic, is_none

LEAST_FOR_SKILL = 3
"""Answers below which nothing is claimed of a skill."""

MOST_CHARACTERS = 2000
"""Of one answer, all its parts together: over ten times the longest right one, which is a sentence cut into pieces."""
MOST_PARTS = 50
AnswerText = Annotated[str, StringConstraints(max_length=MOST_CHARACTERS)]


def _one_fault(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """One complaint about an answer of neither form, instead of one for each form and part."""
    try:
        answer = read(value)
    except ValidationError as error:
        raise _bad_answer() from error
    if not isinstance(answer, str) and sum(map(len, answer)) > MOST_CHARACTERS:
        raise _bad_answer()
    return answer


def _bad_answer() -> PydanticCustomError:
    return PydanticCustomError(
        "answer",
        "must be a string or an array of strings (at most {characters} characters in all, {parts} strings)",
        {"characters": MOST_CHARACTERS, "parts": MOST_PARTS},
    )


GivenAnswer = Annotated[
    AnswerText | Annotated[list[AnswerText], Field(max_length=MOST_PARTS)], WrapValidator(_one_fault)
]

PRACTICE_MARK = "ps_"
"""Session ids of the practice pages begin with it, and no session id of a caller may."""


def _of_a_caller(session_id: str) -> str:
    if session_id.startswith(PRACTICE_MARK):
        raise PydanticCustomError("session_id", "must not begin with 'ps_', which marks practice in the browser")
    return session_id


SessionId = Annotated[
    Identifier, AfterValidator(_of_a_caller), Field(json_schema_extra={"not": {"pattern": f"^{PRACTICE_MARK}"}})
]

Seconds = Annotated[int, Field(ge=0, le=86_400, description="Seconds spent on the question"), WHOLE]


class AnswerItem(Closed):
    """One submitted answer: the wire's string, or the array of its parts (pairs, ordered option ids)."""

    question_id: Identifier
    answer: GivenAnswer
    time_spent: Seconds = 0


class SubmitRequest(Closed):
    """A student's answers. A second submit of one session_id with the same body returns the first result."""

    student_id: Identifier
    answers: list[AnswerItem] = Field(min_length=1, max_length=200, description="Each question at most once")
    session_id: SessionId | None = None


class Summary(Closed):
    total_questions: int
    correct_count: int
    score: float = Field(ge=0, le=100, description="Mean of the details' scores")
    time_spent: int = Field(description="Seconds")
    completion_rate: float = Field(ge=0, le=1, description="Share of the questions that were answered at all")


class Fault(Closed):
    """Where an answer is wrong: code points of the answer as given, end excluded."""

    start: int
    end: int
    kind: Literal["wrong", "missing", "extra", "tone", "letters", "place", "pair"]
    given: str
    expected: str


class Detail(Closed):
    """One marked answer; `suggestion` is present on wrong answers only. Fields after it are extras."""

    question_id: str
    is_correct: bool
    score: float = Field(ge=0, le=100, description="100 = right; partial credit for matching, ordering and pinyin")
    feedback: str
    time_spent: int
    suggestion: str | None = Field(default=None, exclude_if=is_none)
    correct_answer: str
    explanation: str
    faults: list[Fault] = Field(default_factory=list)
    points: list[str] = Field(default_factory=list)


class AdviceItem(Closed):
    type: str
    content: str
    resources: list[str] = Field(description="Ids of knowledge points or questions to work on")


class Analysis(Closed):
    strengths: list[str]
    weaknesses: list[str]
    recommendations: list[AdviceItem]


class Evaluation(Closed):
    """The evaluation result of the contract."""

    evaluation_id: str
    student_id: str
    summary: Summary
    details: list[Detail]
    analysis: Analysis


class ReportRequest(Closed):
    """Without `month`: the last 30 days up to now."""

    student_id: Identifier
    month: Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])$")] | None = Field(
        default=None, description="YYYY-MM in UTC+8"
    )


class OverallProgress(Closed):
    score_trend: list[float] = Field(description="Mean score of each day with answers, oldest first")
    average_score: float
    total_attempts: int
    trend_dates: list[str] = Field(description="The days of score_trend, YYYY-MM-DD in UTC+8")
    trend_counts: list[int] = Field(description="Answers on each day of score_trend")
    interval: tuple[float, float] | None = Field(description="95 % interval of average_score; null under 2 answers")


class SkillScore(Closed):
    score: float
    level: Literal["excellent", "good", "average", "weak", "none"]
    n: int = Field(description="Answers under it")
    interval: tuple[float, float] | None = Field(description="95 % interval of score; null under 2 answers")


class SkillAnalysis(Closed):
    vocabulary: SkillScore
    grammar: SkillScore
    reading: SkillScore
    listening: SkillScore


class PointRecord(Closed):
    """A knowledge point with the answers of the period under it."""

    point_id: str
    name: str
    level: int
    standard: str = STANDARD
    n: int
    correct: int
    evidence: list[str] = Field(description="evaluation_id#position of each answer")


Verdict = Literal["improved", "declined", "no_claim"]


class TimeScore(Closed):
    """The mean score of a time, with what it rests on."""

    score: float | None = Field(description="Mean score 0-100; null without answers")
    interval: tuple[float, float] | None = Field(description="95 % interval of score (Wilson); null under 2 answers")
    n: int = Field(description="Answers")
    days: int = Field(description="Days with answers")


class Change(Closed):
    """This time against the time before; no claim where the interval of the difference holds 0."""

    before: TimeScore
    now: TimeScore
    difference: float | None = Field(description="now - before; null where one of them has no answers")
    interval: tuple[float, float] | None = Field(
        description="95 % interval of difference (Newcombe, over as many answers as the days are worth; never beyond -100 to 100); "
        "null under 2 days with answers on a side"
    )
    verdict: Verdict


class SkillChanges(Closed):
    vocabulary: Change
    grammar: Change
    reading: Change
    listening: Change


class Comparison(Closed):
    """A month against the month before; the last 30 days against the 30 days before."""

    period: str = Field(description="The time before, '<date> to <date>', both included, UTC+8")
    overall: Change
    skills: SkillChanges


class PointChange(Closed):
    """A knowledge point whose status crossed the bound of "met" (60 % right) between the beginning and the end of the time."""

    point_id: str
    name: str
    level: int
    standard: str = STANDARD
    status_before: Status
    status: Status
    n_before: int = Field(description="Answers up to the beginning of the time, children's included")
    correct_before: int
    n: int = Field(description="Answers up to the end of the time, children's included")
    correct: int
    evidence: list[str] = Field(description="evaluation_id#position of each answer of the time on it, oldest first")


class KeptWord(Closed):
    """A word that was answered right again after some days without a question about it."""

    word: str
    days: int = Field(description="Whole days between the two answers, at least 7")
    evidence: list[str] = Field(description="evaluation_id#position of the earlier answer and of the one of this time")


class MendedError(Closed):
    """A point with an error in an earlier essay, which an essay of this time uses without one."""

    point_id: str
    name: str
    essays: list[str] = Field(
        description="evaluation_id of the essay with the error (empty where a teacher marked it), and of the one without"
    )


class WeekLearned(Closed):
    """What seven days of evidence show to be learned; every entry opens to what it rests on."""

    student_id: str
    first: str = Field(description="First day (UTC+8)")
    last: str = Field(description="Last day, today")
    answers: int = Field(description="Answers of these days")
    words: list[KeptWord]
    points: list[PointChange] = Field(description="Points newly met")
    mended: list[MendedError]


class MonthScore(Closed):
    """A calendar month in UTC+8."""

    month: str = Field(description="YYYY-MM")
    score: TimeScore


class Report(Closed):
    """The learning report of the contract; what follows `skill_analysis` are extras."""

    student_id: str
    period: str = Field(description="'<date> to <date>', both included, UTC+8")
    overall_progress: OverallProgress
    skill_analysis: SkillAnalysis
    strongest: list[PointRecord]
    weakest: list[PointRecord]
    comparison: Comparison
    gained: list[PointChange] = Field(description="Points that are met now and were not at the beginning of the time")
    lost: list[PointChange] = Field(description="Points that were met at the beginning of the time and are not now")
    months: list[MonthScore] = Field(description="Up to 12 months up to the end of the time, from the first answer on")


class EvaluationPath(Closed):
    evaluation_id: Identifier


# -- what pages ask for -------------------------------------------------------------------------------


MOST_CHOSEN = 1_000
"""Points of one round: all 853 and to spare."""


class StartPractice(Closed):
    """The filter of a practice session; empty = any."""

    student_id: Identifier
    level: int | None = Field(default=None, ge=1, le=7, description="Standard level; absent: what fits the student")
    types: list[QuestionType] = Field(default_factory=list, max_length=MOST_CHOSEN)
    topics: list[Topic] = Field(default_factory=list, max_length=MOST_CHOSEN)
    points: list[KnownId] = Field(
        default_factory=list, max_length=MOST_CHOSEN, description="Grammar points to practise"
    )
    count: int = Field(default=10, ge=1, le=50)


class AppealRequest(Closed):
    """ "My answer was right"."""

    student_id: Identifier
    evaluation_id: Identifier
    question_id: Identifier
    comment: Annotated[str, StringConstraints(max_length=500, pattern=WITHOUT_NUL)] = ""


class PracticeCard(Closed):
    """One item of a session, with its marked answer once given."""

    position: int
    item: Item
    detail: Detail | None = Field(default=None, description="None until answered")
    diagnosis: str = Field(
        default="", description="What this answer did, without the right answer beside it; empty where nothing is told"
    )
    deciding: list[str] = Field(
        default_factory=list,
        description="Sentences of the text that decide the question, as they stand in it; empty until answered and where none stands out",
    )
    answered: bool = Field(default=False, description="False also for a card that was skipped with an empty answer")
    evaluation_id: str | None = None
    given: str | None = Field(default=None, description="The answer as JSON text")
    appealed: bool = False
    upheld: bool = Field(default=False, description="A teacher decided that it is right; detail keeps the first mark")
    twin_of: int | None = Field(
        default=None, description="Position of the card of which this one is a near twin; None of others"
    )
    can_have_twin: bool = Field(
        default=False, description="Whether a near twin can be asked for: answered wrong, none dealt yet"
    )


class PracticeView(Closed):
    """A practice session as it stands in the store."""

    session_id: str
    student_id: str
    cards: list[PracticeCard]
    next_position: int | None = Field(description="First unanswered card; None when all are answered")
    finished: bool
    missing: int = Field(default=0, description="Cards asked for that do not exist: the bank had no more that fit")
    seconds: int = Field(description="Time spent on the answers so far")
    at_once: bool = Field(
        default=False,
        description="Whether an option is the answer as soon as it is pressed: first cards are there to learn from",
    )


class PracticeSummary(Closed):
    """What a finished session says: all of it from its own answers."""

    session_id: str
    summary: Summary = Field(description="Of the cards of the round, near twins left out")
    again: int = Field(default=0, description="Near twins that were answered")
    again_right: int = 0
    analysis: Analysis
    skills: SkillAnalysis
    points: list[PointRecord]
    wrong_item_ids: list[str]


class TodayView(Closed):
    """The first page of a student: all of it from the answers in the store."""

    student_id: str
    answered_today: int
    correct_today: int
    minutes_today: float = Field(description="Of answers, and of what was played or read to its end")
    streak_days: int = Field(description="Days in a row with answers, today included once practised (UTC+8)")
    open_session: PracticeView | None
    to_review: list[str] = Field(description="Items answered wrong within 14 days and not right since")
    highlight: str | None = Field(description="One true thing worth saying, or None")
    evidence: list[str] = Field(description="evaluation_id#position under the highlight")


class EvidenceView(Closed):
    """One answer opened again: what was asked, what was answered, how it was marked."""

    source: str = Field(description="evaluation_id#position")
    item: Item
    given: str = Field(description="The answer as JSON text")
    answered: bool
    is_correct: bool
    score: float
    answered_at: datetime
    upheld: bool = Field(description="A teacher decided that it is right; is_correct is the first mark")
    void: bool = Field(default=False, description="A teacher retired the item; the answer counts for nothing")


class StudentLine(Closed):
    """A student of the class in one line: this month's answers and the last day with any."""

    student_id: str
    name: str
    number: str = Field(description="The school's number, else the id: no two students show the same")
    answers: int
    mean_score: float | None = Field(description="0-100; None without answers this month")
    interval: tuple[float, float] | None = Field(description="95 % interval of mean_score; None under 2 answers")
    last_answered_at: datetime | None
    open_appeals: int


class AppealView(Closed):
    """An appeal as the teacher sees it."""

    appeal_id: str
    student_id: str
    question_id: str
    given: str
    comment: str
    status: Literal["open", "upheld", "declined"]
    created_at: str
    reply: str
    item: Item
    ruling_id: str = Field(default="", description="The ruling that settled it; empty where it was settled by itself")
    scope: Scope | None = Field(default=None, description="How far that ruling reaches; null without one")


# -- rulings for a whole organisation -------------------------------------------------------------------------


class RemarkedAnswer(Closed):
    """An answer that a ruling would re-mark."""

    student_id: str
    name: str
    number: str = Field(description="The school's number, else the id: no two students show the same")
    given: str = Field(description="The answer as JSON text")
    answered_at: datetime
    score_before: float
    score_after: float | None = Field(description="None: the answer would count for nothing")
    declined_before: bool = Field(
        description="An appeal against this mark was declined before; that decision stays in the list"
    )


class RulingPreview(Closed):
    """Who would change by a ruling, before it is given."""

    appeal_id: str
    scope: AnswerScope
    addition: str = Field(description="What the item would accept from now on; empty unless the scope is accept")
    answers: int
    students: int
    points: list[str] = Field(description="Names of the points of the map that the item tests")
    lines: list[RemarkedAnswer] = Field(
        description="Newest first; those after the first 200, and those of classes that are not the caller's, are only counted"
    )


class RulingView(Closed):
    """A ruling that holds for the whole organisation."""

    ruling_id: str
    scope: Scope
    teacher: str = Field(description="Name shown for who gave it")
    made_at: datetime
    item: Item | None = Field(description="None for a mark in essays")
    addition: str
    evaluation_id: str = Field(description="The essay whose dismissal it upheld; empty for an answer")
    replacement: str = Field(description="Of the mark in essays")
    students: int = Field(description="Re-marked by now; of a ruling that was undone: when it was given")
    answers: int
    undone_at: datetime | None


class AcceptedAnswer(Closed):
    """An answer that a ruling on somebody else's appeal re-marked."""

    item: Item
    given: str = Field(description="The answer as JSON text")
    outcome: Outcome
    answered_at: datetime
    ruled_at: datetime
