"""Wire models of the portrait; views of the pages beside them. Extras stand after the fields of the contract."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from core.records.items import Item
from core.wire import Closed, Identifier

IndicatorKind = Literal["duration", "percentage", "level", "switch", "count"]
SkillKey = Literal["listen", "speak", "read", "write"]
SixKey = Literal["listen", "speak", "read", "write", "classroom", "community"]
IndicatorGroup = Literal["proficiency", "effort", "context"]
Score = Annotated[float, Field(ge=0, le=100)]
LeafId = Annotated[str, StringConstraints(pattern=r"^D(0[1-9]|[1-7][0-9]|8[0-5])$")]
Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Questionnaire(Closed):
    learning_goals: list[Word] = Field(max_length=20)
    native_language: Word
    learning_duration: Word


class TestResults(Closed):
    listen_ability: Score
    speak_ability: Score
    read_ability: Score
    write_ability: Score


class FirstPortraitRequest(Closed):
    student_id: Identifier
    questionnaire: Questionnaire
    test_results: TestResults


class Behavior(Closed):
    """One observed behaviour: `value` in the indicator's unit (minutes, times, level 1-9, 0 or 1); a percentage is
    `value` of `max` (default 100)."""

    indicator: LeafId
    kind: IndicatorKind
    value: float = Field(ge=0, le=1_000_000, allow_inf_nan=False)
    max: float | None = Field(default=None, gt=0, le=1_000_000, allow_inf_nan=False)
    occurred_at: AwareDatetime = Field(strict=False)


class UpdatePortraitRequest(Closed):
    """Without `behaviors`: recompute from what is stored."""

    student_id: Identifier
    behaviors: list[Behavior] = Field(default_factory=list, max_length=1000)


class PortraitPath(Closed):
    student_id: Identifier


class Abilities(Closed):
    """0-100; 0.0 with `known` false where nothing at all is known."""

    listen_ability: float
    speak_ability: float
    read_ability: float
    write_ability: float
    comprehensive_ability: float
    # extras
    known: bool = Field(description="All four were tested")
    tested: dict[Literal["listen", "speak", "read", "write"], bool] = Field(
        default_factory=dict, description="A skill that was not tested stands as 0.0"
    )


class LanguageAbility(Closed):
    listen: float
    speak: float
    read: float
    write: float
    # extras
    known: dict[SkillKey, bool]


class Performance(Closed):
    score: float
    level: str
    # extras
    known: bool
    label_known: bool = Field(description="False: nothing is known, and `level` is no claim; no page shows it")


class CurrentPortrait(Closed):
    language_ability: LanguageAbility
    classroom_performance: Performance
    community_performance: Performance


class LevelLabels(Closed):
    language: str
    star_level: int = Field(ge=0, le=15)
    star_exp: int = Field(ge=0)
    # extras
    label_known: bool = Field(description="False: no skill is known, and `language` is no claim; no page shows it")
    next_star_exp: int | None = Field(description="Experience of the next star; null at the last")


class IndicatorNode(Closed):
    """A node of the tree 3 > 6 > 36 > 85; `value` null where too little is known."""

    id: str
    name_zh: str
    name_en: str
    value: float | None = Field(description="Score 0-100 for drawing and adding up")
    band: tuple[float, float] | None = Field(description="80 % band of value")
    kind: IndicatorKind | None = Field(description="Of a leaf")
    group: IndicatorGroup | None = Field(description="Of a leaf")
    raw: float | None = Field(description="Of a leaf: the estimate in its own unit")
    unit: str
    n: float = Field(description="Decayed observations; of a parent the sum over the leaves that score it")
    coverage: float = Field(ge=0, le=1, description="Share of the weight below that is known")
    updated_at: str | None
    children: list[IndicatorNode] = Field(default_factory=list)


class Portrait(Closed):
    student_id: str
    first_portrait: Abilities
    current_portrait: CurrentPortrait
    level_labels: LevelLabels
    updated_at: str
    # extras
    indicators: list[IndicatorNode]
    effort: dict[SkillKey, float | None] = Field(description="Shown beside ability, never in it")
    bands: dict[SixKey, tuple[float, float] | None]
    tree_version: str


# -- the pages ------------------------------------------------------------------------------------------------


class PortraitPoint(Closed):
    """The six at the end of a month (or of a day)."""

    day: str
    listen: float | None
    speak: float | None
    read: float | None
    write: float | None
    classroom: float | None
    community: float | None


class WhyLine(Closed):
    """One observation under a leaf."""

    what: str
    occurred_at: str
    value: float
    counts: float = Field(description="Weight after decay")
    source: str
    opens: bool = Field(description="True: `Core.answers.evidence` opens the answer behind it")


class Why(Closed):
    """What stands under a node: the sentence, the parts, the observations."""

    node: IndicatorNode
    sentence: str
    parts: list[IndicatorNode]
    lines: list[WhyLine] = Field(description="Newest first, at most 200")
    total_lines: int
    fills: str = Field(description="What would give it a value, or make the band narrower")
    contestable: bool


class PlacementItem(Closed):
    """The next item of a placement."""

    item: Item
    number: int
    most: int


class PlacementState(Closed):
    """A placement under way or done: `next` is null when done."""

    placement_id: str
    next: PlacementItem | None
    answered: int
    most: int = Field(description="Items that it asks at most")
    goes_on_until: datetime = Field(description="When an unfinished one can no longer be gone on with")
    finished_at: datetime | None
    level: int | None = Field(description="1-9 once done")
    band: tuple[int, int] | None
    by_skill: dict[str, tuple[float, int]] = Field(description="skill: (score 0-100, items)")


class PlacementOverview(Closed):
    """What a student's page of placements opens with."""

    open: PlacementState | None = Field(
        description="Begun less than a day ago and not finished: it can be gone on with"
    )
    done: PlacementState | None = Field(description="The one that was finished last")
    questionnaire: Questionnaire | None = Field(description="What was said before `done`")


class ContestView(Closed):
    contest_id: str
    target_kind: Literal["point", "indicator"]
    target: str
    name: str
    session_id: str
    before: float | None
    after: float | None
    moved: float | None = Field(description="after - before, once the three items are answered")
    created_at: datetime
    open: bool


class ClassPortraits(Closed):
    """The six of every student, and how they are spread; the median only with 10 or more students."""

    students: list[tuple[str, str, str, dict[str, float | None]]] = Field(
        description="(student_id, number of the school else the id, name, the six)"
    )
    medians: dict[str, float | None]
