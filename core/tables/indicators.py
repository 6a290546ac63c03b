"""The indicator tree of the portrait, 3 > 6 > 36 > 85, and the experience earned by acts."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from core.errors import CorruptTable
from core.tables.reading import csv_rows, must_be_unique
from core.wire import Closed

LEAVES = 85
SIZES = {"first": 3, "second": 6, "third": 36}
STARS = 15

Fold = Literal["share", "level", "mean", "rate", "days", "switch"]
"""How the observations of a leaf are aggregated: share right or done; mean level; mean amount; amount a week; days of the
last 28 with any; share of days on."""
OptionalNumber = Annotated[float | None, BeforeValidator(lambda text: None if text == "" else text)]


class Indicator(Closed):
    """One leaf with the three nodes above it."""

    first_id: str = Field(pattern=r"^F[1-3]$")
    first_zh: str
    first_en: str
    second_id: str = Field(pattern=r"^S[1-6]$")
    second_zh: str
    second_en: str
    third_id: str = Field(pattern=r"^T[0-3][0-9]$")
    third_zh: str
    third_en: str
    leaf_id: str = Field(pattern=r"^D[0-9]{2}$")
    leaf_zh: str
    leaf_en: str
    data_type: Literal["percentage", "level", "duration", "count", "switch"]
    group: Literal["proficiency", "effort", "context"]
    """Context (settings, habits, consent) has weight 0 and never scores."""
    initial_from: Literal["first test", "questionnaire", "none (starts at prior)"]
    fold: Fold
    unit: str = Field(min_length=1)
    target: OptionalNumber
    """Amount that scores 100; of counts and durations only."""
    x0: OptionalNumber
    """Amount up to which the score grows about evenly; beyond it more and more slowly."""
    prior: OptionalNumber
    """Prior mean of percentages, 0-1: what is assumed before any observation. One value for the three bands until enough
    students of each have been measured."""
    reversed: bool
    """Lower is better."""
    weight: float = Field(ge=0)
    version: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    """Why this target, or this prior."""


class Indicators:
    """The 85 leaves in the order of the tree, checked on load."""

    def __init__(self, path: Path) -> None:
        self.rows = csv_rows(path, Indicator)
        must_be_unique(path, "leaf_id", [row.leaf_id for row in self.rows], first_line=2)
        for line, row in enumerate(self.rows, start=2):
            _check(path, line, row)
        for name, size in {**SIZES, "leaf": LEAVES}.items():
            count = len({getattr(row, f"{name}_id") for row in self.rows})
            if count != size:
                raise CorruptTable(path.name, 0, f"{name}_id", count, f"the tree has {size}")
        versions = {row.version for row in self.rows}
        if len(versions) != 1:
            raise CorruptTable(path.name, 0, "version", sorted(versions), "the tree has one version")
        self.version = versions.pop()

    @cached_property
    def by_id(self) -> dict[str, Indicator]:
        """Leaves by id."""
        return {row.leaf_id: row for row in self.rows}


def _check(path: Path, line: int, row: Indicator) -> None:
    """Check the fields of one row against each other. Raises `CorruptTable`."""
    if (row.target is None) != (row.data_type not in ("count", "duration")):
        raise CorruptTable(path.name, line, "target", row.target, f"does not suit {row.data_type}")
    if row.target is not None and not (row.x0 is not None and 0 < row.x0 < row.target):
        raise CorruptTable(path.name, line, "x0", row.x0, "must lie between 0 and the target")
    if (row.prior is None) == (row.data_type == "percentage"):
        raise CorruptTable(path.name, line, "prior", row.prior, "is for percentages, and they need one")
    if (row.weight == 0) != (row.group == "context"):
        raise CorruptTable(path.name, line, "weight", row.weight, "settings and habits have weight 0, and only they")


class Star(Closed):
    star: int = Field(ge=1, le=STARS)
    experience: int = Field(ge=1)


class Act(Closed):
    """Something done that earns experience, once."""

    act: Literal["question_answered", "question_right", "reading_aloud", "essay", "plan_day"]
    experience: int = Field(ge=0)
    zh: str
    en: str


class Experience:
    """Stars and what earns them."""

    def __init__(self, stars: Path, acts: Path) -> None:
        self.stars = csv_rows(stars, Star)
        for line, (row, following) in enumerate(pairwise(self.stars), start=3):
            if (following.star, following.experience > row.experience) != (row.star + 1, True):
                raise CorruptTable(stars.name, line, "star", following.star, "stars and experience rise row by row")
        rows = csv_rows(acts, Act)
        must_be_unique(acts, "act", [row.act for row in rows], first_line=2)
        self.of_act: dict[str, int] = {row.act: row.experience for row in rows}

    def star_level(self, experience: int) -> int:
        """The highest star whose experience is reached; 0 below the first."""
        return sum(row.experience <= experience for row in self.stars)

    def next_star(self, experience: int) -> int | None:
        """Experience of the next star; None at the last."""
        return next((row.experience for row in self.stars if row.experience > experience), None)
