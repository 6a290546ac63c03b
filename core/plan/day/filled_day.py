"""One student's day while it is filled, and the stock that every day is filled from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from core.learning.fit import Fit
from core.learning.times import Pace
from core.plan.day.positions import Hearing
from core.plan.day.standings import OfficialPoints, StudentStanding
from core.plan.inputs import Inputs
from core.plan.model import TargetKind, Why
from core.plan.tasks.spoken import SpokenSentences
from core.records.items import Askable, Item
from core.records.plan import DrawConstraints
from core.wire import Bilingual, QuestionType, Skill, Topic


class Offer(Protocol):
    """An item that may be asked (`core.questions.targets.Offer`)."""

    @property
    def id(self) -> str: ...
    @property
    def type(self) -> QuestionType: ...
    @property
    def topic(self) -> Topic: ...
    @property
    def standard_level(self) -> int: ...
    @property
    def similar(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def characters(self) -> int: ...
    def item(self) -> Item: ...


class Shelf(Protocol):
    """What the tasks are drawn from (`core.questions.targets.ItemShelf`)."""

    def has_point(self, skill: Skill, point: str) -> bool: ...
    def words(self, skill: Skill) -> Collection[str]: ...
    def about_point(self, skill: Skill, point: str, constraints: DrawConstraints) -> Offer | None: ...
    def about_word(self, skill: Skill, word: str, constraints: DrawConstraints) -> Offer | None: ...
    def at_level(self, skill: Skill, level: int, constraints: DrawConstraints) -> Offer | None: ...


@dataclass(frozen=True)
class Target:
    """What a question is to be about, and why."""

    kind: TargetKind
    name: str
    why: Why
    reason: Bilingual
    predicted: float | None
    probability: float = 1.0
    evidence: tuple[str, ...] = ()
    distance: Callable[[float, int], float] | None = None
    """How far an item on it is from the best one (`core.records.plan.DrawConstraints.distance`)."""
    written: bool = False
    """An error of an essay: it is typed or put in order, where the bank has such an item. Recognising it is another skill."""


@dataclass(frozen=True)
class Stock:
    """What tasks are made from, the same for every student of an organisation."""

    official_points: OfficialPoints
    shelf: Shelf
    sentences: SpokenSentences
    words: Mapping[int, tuple[str, ...]]
    """Of each level, in the order of the word list."""
    easiness: Sequence[float]
    """Logit of an average learner's probability on a point of each level."""
    tone_words: Mapping[str, tuple[str, ...]]
    """Words that are heard for their tones, by tones (3-3)."""
    needs_no_voice: Askable
    """Whether an item can be asked where the browser has no Chinese voice."""
    any_recorded: bool
    """Whether any word can be heard there."""


@dataclass
class Day:
    """One student's day while it is filled."""

    inputs: Inputs
    standing: StudentStanding
    stock: Stock
    random: Random
    taken: set[str] = field(default_factory=set)
    """Tasks of the day, and what was seen lately."""
    alike: set[str] = field(default_factory=set)
    """Sources of the day's tasks: one sentence is not asked twice in a day."""
    shown_sources: set[str] = field(default_factory=set)
    """Those, of sets each of their sources, and the ones of what was shown within `TEXT_PAUSE`: what is made from others comes first."""
    offers: list[Offer] = field(default_factory=list)
    """Of the bank, drawn for the day."""
    level_of: dict[str, int] = field(default_factory=dict)
    """Level of each task."""
    levels: tuple[int, int] = (1, 1)
    """Lowest and highest level that suit."""
    pace: Pace = field(default_factory=Pace)
    """How fast the student works."""
    own_words_asked: set[str] = field(default_factory=set)
    """Of the words that the student has put by those that the day asks for the first time."""

    def __post_init__(self) -> None:
        self.levels = Fit({}, self.standing.by_level.tolist(), level=self.inputs.level).levels()
        self.pace = Pace.of(self.inputs.times, level=sum(self.levels) // 2)
        self.taken |= self.inputs.shown
        self.shown_sources |= self.inputs.shown_sources

    @property
    def turn(self) -> int:
        """Of every three days the one that is the student's for essays: not all of a class write on one day."""
        return sum(self.inputs.student_id.encode()) % 3

    def draw_constraints(
        self, *, tapped: bool, distance: Callable[[float, int], float] | None = None
    ) -> DrawConstraints:
        """What the next item must keep to."""
        askable = None if self.inputs.settings.voice else self.stock.needs_no_voice
        return DrawConstraints(self.taken, self.alike, self.random, tapped, distance, askable, self.shown_sources)

    @property
    def hearing(self) -> Hearing:
        """What the student can hear."""
        return "all" if self.inputs.settings.voice else "words" if self.stock.any_recorded else "nothing"

    def level(self) -> int:
        """A level that suits, at random."""
        return self.random.randint(*self.levels)

    def name_of(self, index: int) -> Bilingual:
        """A point's name."""
        return self.stock.official_points.short_names[index]
