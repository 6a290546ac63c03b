"""Wire models of the knowledge map, its update, the learning path and study peers; views of the pages beside them.

Fields of the contract come first; what stands after the comment "extras" is added beside them.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from core.learning.mastery import Color, Shown, Status
from core.wire import STANDARD, WHOLE, Closed, Day, Identifier

Subject = Literal["hsk", "ykk"]
PointText = Annotated[str, StringConstraints(pattern=r"^【(一|二|三|四|五|六|七—九)[0-9]{2,3}】$")]
LevelText = Annotated[str, StringConstraints(pattern=r"^level_[1-7]$")]
Share = Annotated[float, Field(ge=0, le=1)]


# -- GET /knowledge-map/{student_id} -------------------------------------------------------------------


class MapRequest(Closed):
    student_id: Identifier
    subject: Subject = "hsk"


class KnowledgePointState(Closed):
    """A knowledge point with the student's record on it; an official point counts its children's answers too."""

    point_id: str
    name: str
    status: Status
    color: Color
    total_attempts: int
    correct_count: int
    accuracy: Share
    parent_id: str
    # extras
    short_name: str = Field(
        description="What learners read: the form, and what it does; `name` is the standard's title"
    )
    assumed: bool = Field(
        description="Never answered, of a level that the student has behind them: counted as known until an answer says otherwise"
    )
    status_label: str
    shown: Shown = Field(
        description="What pages show: `status`, or `begun` where one or two answers are too few to call the point met or not"
    )
    kind: Literal["point", "sub", "word"]
    level: int = Field(ge=1, le=7, description=f"Level in {STANDARD}; 7 = the band 7-9")
    group: str
    category: str
    mastery: Share = Field(description="Decayed estimate: (A + 4 p) / (A + B + 4)")
    prediction: Share = Field(description="p: predicted chance of a right answer")
    band: tuple[float, float] = Field(description="80 % band of mastery")
    n: float = Field(ge=0, description="Decayed answers under it, comprehension at a quarter")
    enough: bool = Field(description="False: not enough data")
    ready: bool = Field(description="Neither met nor assumed, and everything it rests on is one of the two")
    last_at: str | None = Field(description="Latest evidence, ISO 8601 UTC")


class MasteryStats(Closed):
    """excellent = exceeded, good = mastered, average = learning."""

    excellent: int
    good: int
    average: int
    not_started: int


class MapPath(Closed):
    hsk_path: list[str]
    recommended_resources: list[str]


class Peer(Closed):
    """A student of the same organisation who opted in."""

    student_id: str = Field(
        description="Over HTTP the student's id; on the pages a pseudonym until both students agree"
    )
    similarity: Share
    knowledge_overlap: int = Field(description="Points on which both have evidence")
    # extras
    kind: Literal["similar", "complementary"]
    agreed: bool
    name: str = Field(description="Empty until both agree")
    teaches: list[str] = Field(default_factory=list, description="Points they have met and you have not")
    learns: list[str] = Field(default_factory=list, description="Points you have met and they have not")


class KnowledgeMap(Closed):
    student_id: str
    knowledge_points: list[KnowledgePointState]
    mastery_stats: MasteryStats
    learning_path: MapPath
    peers: list[Peer]
    updated_at: str
    # extras
    subject: Subject
    model: str = Field(description="Version of the predictor")


# -- POST /knowledge-map/update ----------------------------------------------------------------------------


class UpdateRequest(Closed):
    """`date`: the business date that labels the run (default: the day before, UTC+8)."""

    student_id: Identifier | None = Field(default=None, description="Default: every student of the organisation")
    date: Day | None = Field(
        default=None,
        description="Business date YYYY-MM-DD that labels the run, not ahead of today (UTC+8). Default: the day before. "
        "The input is everything above the watermark up to the end of that date",
    )


class UpdateResult(Closed):
    students: int = Field(description="Students with new evidence")
    records: int = Field(description="Pieces of evidence taken in")
    points_changed: int = Field(description="Points whose record changed, added over students")
    watermark: int = Field(description="Evidence up to this ingest number is in the map")


# -- GET /knowledge-map/{student_id}/path ------------------------------------------------------------------


class PathRequest(Closed):
    student_id: Identifier
    subject: Subject = "hsk"
    target_level: LevelText | None = None


class PathStage(Closed):
    stage: int
    points: list[str]
    resources: list[str]
    estimated_duration: int = Field(description="Minutes")
    # extras
    level: int
    reviews: list[str] = Field(description="Points met before that are due for a look in this stage")
    week: int = Field(description="Week from now in which the stage begins, 1 = this one")


class LevelNow(Closed):
    """Where a student stands among the levels by all answers so far: the estimate of the path, without the path."""

    level: int = Field(ge=1, le=7)
    low: int = Field(ge=1, le=7, description="80 % range")
    high: int = Field(ge=1, le=7)
    known: bool = Field(description="False: nothing is known of the level yet, and `level` is where one begins")


class LearningPath(Closed):
    current_level: str
    target_level: str
    path: list[PathStage]
    shortest_path: int = Field(description="Points on the shortest path")
    recommended_path: int = Field(description="Steps, points and reviews, of the recommended path")
    # extras
    current_band: tuple[str, str] = Field(description="80 % range of the level; level_1 to level_7")
    level_known: bool = Field(
        description="False: nothing is known of the level yet, and `current_level` is where one begins"
    )
    shortest: list[str] = Field(
        description="Unmet ancestors of the target and the target, in an order that can be learnt"
    )
    ready: list[str] = Field(description="Points that can be learnt next: everything they rest on is met or assumed")
    hours: float = Field(description="Of the whole path at the student's pace")
    minutes_a_week: int
    pace_known: bool = Field(description="False: the usual pace is assumed")
    due: str | None
    on_time: bool | None = Field(description="Whether the path ends by the due date at this pace; null without a date")


class GoalRequest(Closed):
    """A target chosen by the student: a level, or points; perhaps a date and a pace."""

    student_id: Identifier
    subject: Subject = "hsk"
    target_level: LevelText | None = None
    points: list[PointText] = Field(default_factory=list, max_length=50)
    due: date | None = None
    minutes_a_week: Annotated[int, Field(ge=10, le=5000), WHOLE] | None = None


# -- GET /knowledge-map/{student_id}/peers ------------------------------------------------------------------


class PeersRequest(Closed):
    student_id: Identifier
    subject: Subject = "hsk"
    limit: Annotated[int, Field(ge=1, le=50), WHOLE] = 10


class Peers(Closed):
    student_id: str
    peers: list[Peer]
    # extras
    opted_in: bool


class PeerRequestView(Closed):
    """A request to study together as one of the two sees it."""

    request_id: str
    peer: str = Field(description="Pseudonym, or the name once accepted")
    from_me: bool
    status: Literal["open", "accepted", "declined"]
    created_at: str


# -- the pages ------------------------------------------------------------------------------------------------


class EvidenceLine(Closed):
    """One piece of evidence under a number."""

    source: str
    kind: str
    occurred_at: str
    outcome: float
    weight: float
    counts: float = Field(description="What is left of the weight today, after decay")
    opens: bool = Field(description="True: `Core.answers.evidence` opens the answer behind it")
    item_id: str = ""


class PrerequisiteLine(Closed):
    point_id: str
    name: str
    status: Shown
    reason: str


class PointDetail(Closed):
    """What a click on a point opens."""

    state: KnowledgePointState
    name: str
    explanation: str
    prerequisites: list[PrerequisiteLine]
    leads_to: list[PrerequisiteLine]
    children: list[KnowledgePointState]
    evidence: list[EvidenceLine] = Field(description="Newest first")
    right: float = Field(description="A: decayed right answers")
    wrong: float = Field(description="B: decayed wrong answers")
    without_new_answers: list[tuple[str, float]] = Field(
        description="(day, mastery) if nothing is answered from now on"
    )
    can_practise: bool


class MonthState(Closed):
    """Statuses as they stood at the end of a month and as pages show them, for the time slider."""

    month: str
    statuses: dict[str, Shown] = Field(description="Points with a record; the others were not started")
    answers: int


class MapCell(Closed):
    """Where a point lies on the map of its level, in units of the map: the middle of its cell, and the upper edge."""

    point_id: str
    x: float
    y: float


class MapRegion(Closed):
    """A region of the map: the points of one category or of neighbouring ones, in columns in learning order."""

    categories: list[str] = Field(description="Of the standard, in Chinese; `category_names.csv` has the English names")
    x: float
    y: float
    width: float
    height: float
    cell_width: float
    cells: list[MapCell] = Field(description="In learning order")


class MapSheet(Closed):
    """The map of a level: its size in units of the map, and its regions."""

    width: float
    height: float
    cell_height: float
    regions: list[MapRegion]


class ClassPoint(Closed):
    """A column of the class heat map."""

    point_id: str
    name: str
    level: int
    met: int = Field(description="Students who met it")
    learning: int
    begun: int = Field(description="Students with one or two answers on it, too few to call it met or not")
    not_started: int
    mean_accuracy: float | None


class ClassStudent(Closed):
    """A row of the class heat map."""

    student_id: str
    name: str
    number: str = Field(description="The school's number, else the id: no two students show the same")
    statuses: list[int] = Field(
        description="As shown, one for each column: 0 not started, 1 learning, 2 met, 3 exceeded, 4 begun (one or two answers)"
    )
    accuracies: list[float | None]
    mastery: list[float | None]
    answers: int
    last_at: str | None


class NeedGroup(Closed):
    """Students who need the same thing next."""

    point_id: str
    name: str
    students: list[str]
    names: list[str]
    numbers: list[str] = Field(description="The school's numbers, else the ids")
    reason: str


class TeachNext(Closed):
    """A point that would help many: everything it rests on is met, and it is one level above theirs at most."""

    point_id: str
    name: str
    level: int
    not_met: int = Field(description="Students who have answered it and not met it")
    never_asked: int = Field(description="Students at its level, or one below, who have never answered it")
    opens: int = Field(description="Points that rest on it and wait for it, added over students")
    reason: str


class NeedsHelp(Closed):
    """A student who needs help, and why, each reason with the figures it rests on."""

    student_id: str
    name: str
    number: str = Field(description="The school's number, else the id: no two students show the same")
    reasons: list[str]
    weakest: list[str]


class ClassAdvice(Closed):
    """What a class needs: points to teach next, the most helpful first, and groups of students who need the same point."""

    groups: list[NeedGroup]
    teach_next: list[TeachNext]


class ClassMap(Closed):
    points: list[ClassPoint]
    students: list[ClassStudent]
    groups: list[NeedGroup]
    teach_next: list[TeachNext]
    needs_help: list[NeedsHelp]
    updated_at: str | None
