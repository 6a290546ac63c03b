"""The project's own sentences, exchanges, passages and dialogues, from which questions are made."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from core.tables.points import PointId
from core.tables.reading import jsonl_rows
from core.wire import Closed

Theme = Literal[
    "family", "daily_life", "food", "shopping", "travel", "transport", "school", "work", "health", "sports",
    "weather", "hobbies", "holidays", "home", "city", "nature", "friends", "time", "media", "feelings",
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


class Comprehension(Closed):
    """A multiple-choice question on a text; the first option is the key."""

    kind: Literal["detail", "inference", "main_idea"]
    zh: str
    en: str
    options: list[str] = Field(min_length=4, max_length=4)
    why_zh: str
    why_en: str


class ShortAnswer(Closed):
    """A question answered in a few characters."""

    zh: str
    en: str
    answer: str = Field(min_length=1, max_length=8)
    accept: list[str]


class Pairs(Closed):
    """What belongs to whom in a text, one to one."""

    zh: str
    en: str
    pairs: list[tuple[str, str]] = Field(min_length=3, max_length=5)


class Sequence(Closed):
    """Things in the order in which a text tells them."""

    zh: str
    en: str
    items: list[str] = Field(min_length=3, max_length=6)


class Turn(Closed):
    """One line of a dialogue."""

    speaker: Literal["男", "女"]
    text: str


class Source(Closed):
    """What all content has in common."""

    id: str
    level: int = Field(ge=1, le=3)
    theme: Theme


class Sentence(Source):
    """One sentence around one grammar point, with a grammar gap and, mostly, a vocabulary gap and pieces to order."""

    text: str
    en: str
    point: PointId
    cloze: Gap
    word: Gap | None = None
    chunks: list[str] = Field(default_factory=list)
    orders: list[list[int]] = Field(default_factory=list)


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


class Dialogue(Text):
    """Something to listen to."""

    setting_zh: str
    setting_en: str
    turns: list[Turn] = Field(min_length=1)


class Content:
    """All content, in the order of the files."""

    def __init__(self, folder: Path) -> None:
        self.sentences = [
            row for path in sorted(folder.glob("sentences-*.jsonl")) for row in jsonl_rows(path, Sentence)
        ]
        self.exchanges = jsonl_rows(folder / "exchanges.jsonl", Exchange)
        self.passages = jsonl_rows(folder / "passages.jsonl", Passage)
        self.dialogues = jsonl_rows(folder / "dialogues.jsonl", Dialogue)
