"""The project's own sentences, exchanges, passages and dialogues, from which questions are made."""

from __future__ import annotations

import re
from typing import Literal

from pydantic import Field, model_validator

from core.tables.points import PointId
from core.wire import Bilingual, Closed

Theme = Literal[
    "family", "daily_life", "food", "shopping", "travel", "transport", "school", "work", "health", "sports",
    "weather", "hobbies", "holidays", "home", "city", "nature", "friends", "time", "media", "feelings",
    "society", "economy", "technology", "science", "environment", "culture", "history", "education", "law", "arts",
    "language", "personality",
]  # fmt: skip


class Gap(Closed):
    """A blank in a text: the `nth` occurrence (from 0) of `key`, with three answers that are certainly wrong."""

    key: str = Field(min_length=1)
    nth: int = Field(default=0, ge=0)
    distractors: list[str] = Field(min_length=3, max_length=3)
    accept: list[str] = Field(default_factory=list)
    open: bool = False
    """More answers fit than can be listed: to be chosen, never to be typed."""
    why_zh: str = Field(min_length=1)
    why_en: str = Field(min_length=1)

    def start_in(self, text: str) -> int:
        """Where the blank begins. Raises `ValueError` when the key does not stand there."""
        start = -1
        for _ in range(self.nth + 1):
            start = text.index(self.key, start + 1)
        return start


TextQuestion = Literal["detail", "inference", "main_idea", "attitude", "purpose"]
"""What a question asks: a thing that is said, one that follows, what the whole is about, what somebody thinks of it, why it is said."""


class Comprehension(Closed):
    """A multiple-choice question on a text; the first option is the key."""

    kind: TextQuestion
    zh: str
    en: str
    options: list[str] = Field(min_length=4, max_length=4)
    why_zh: str
    why_en: str
    notes: list[Bilingual] = Field(min_length=3, max_length=3)
    """What somebody did who chose the second, third and fourth option."""


class ShortAnswer(Closed):
    """A question answered in a few characters."""

    zh: str
    en: str
    answer: str = Field(min_length=1, max_length=8)
    accept: list[str]
    why_zh: str
    why_en: str


class Pairs(Closed):
    """What belongs to whom in a text, one to one."""

    zh: str
    en: str
    pairs: list[tuple[str, str]] = Field(min_length=3, max_length=5)
    whys: list[Bilingual]
    """For each pair, what in the text joins it."""

    @model_validator(mode="after")
    def _a_reason_for_each_pair(self) -> Pairs:
        if len(self.whys) != len(self.pairs):
            raise ValueError("reasons and pairs are not equally many")
        return self


class Sequence(Closed):
    """Things in the order in which a text tells them."""

    zh: str
    en: str
    items: list[str] = Field(min_length=3, max_length=6)
    steps: list[Bilingual]
    """For each thing from the second on: what tells that it comes after the one before."""

    @model_validator(mode="after")
    def _a_step_between_two(self) -> Sequence:
        if len(self.steps) != len(self.items) - 1:
            raise ValueError("steps and items do not fit together")
        return self


class Turn(Closed):
    """One line of a dialogue."""

    speaker: Literal["男", "女"]
    text: str


class Source(Closed):
    """What all content has in common."""

    id: str
    level: int = Field(ge=1, le=7)
    """Of the word list; 7 stands for the band 7-9."""
    theme: Theme


Focus = Literal["near_synonym", "look_alike", "collocation"]
"""What a vocabulary gap is about beside the word's meaning: telling it from words that mean almost the same, from characters that
look almost the same, or knowing what it goes together with."""


class Sentence(Source):
    """One sentence: around a grammar point, with its gap and, mostly, pieces to order; or around a word, or both."""

    text: str
    en: str
    point: PointId | None = None
    cloze: Gap | None = None
    word: Gap | None = None
    focus: Focus | None = None
    chunks: list[str] = Field(default_factory=list)
    orders: list[list[int]] = Field(default_factory=list)

    @model_validator(mode="after")
    def _asks_something(self) -> Sentence:
        if (self.cloze is None) != (self.point is None):
            raise ValueError("a grammar gap and its point stand together")
        if self.cloze is None and self.word is None:
            raise ValueError("a sentence needs a gap")
        return self


class Exchange(Source):
    """Two lines by two people: `b` answers `a` and nothing else."""

    a: str
    b: str
    a_en: str
    b_en: str
    point: PointId | None
    question: Comprehension
    wrong_replies: list[str] = Field(min_length=3, max_length=3)
    why_zh: str
    why_en: str
    reply_notes: list[Bilingual] = Field(min_length=3, max_length=3)
    """What each wrong reply does instead of answering."""
    short: ShortAnswer | None = None


class Text(Source):
    """What passages and dialogues have in common."""

    en: str
    points: list[PointId]
    questions: list[Comprehension] = Field(min_length=1)
    short: list[ShortAnswer]
    cloze: Gap | None = None
    match: Pairs | None = None
    sequence: Sequence | None = None


class Passage(Text):
    """A short text to read; `ordered` when its sentences can stand in one order only."""

    title_zh: str
    title_en: str
    sentences: list[str] = Field(min_length=2)
    ordered: bool
    links: list[Bilingual] = Field(default_factory=list)
    """Where `ordered`, for each sentence from the second on: what ties it to the one before."""

    @model_validator(mode="after")
    def _a_link_between_two(self) -> Passage:
        if len(self.links) != (len(self.sentences) - 1 if self.ordered else 0):
            raise ValueError("links and sentences do not fit together")
        return self


SPEAKER = re.compile(r"^(?:W|M|Man|Woman): *")
"""Who speaks, before a line of a dialogue's translation; where one person speaks alone it names nobody."""


class Dialogue(Text):
    """Something to listen to."""

    setting_zh: str
    setting_en: str
    turns: list[Turn] = Field(min_length=1)

    @property
    def translated_lines(self) -> list[str]:
        """The lines of the translation without who speaks: mostly one for each turn."""
        return [SPEAKER.sub("", line) for line in self.en.split("\n")]
