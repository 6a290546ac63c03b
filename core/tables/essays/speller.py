"""The fitted parameters of the speller, and the characters that learners keep mixing up."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path

from pydantic import Field, ValidationError

from core.errors import CorruptTable
from core.tables.reading import csv_rows
from core.wire import Closed


class SpellerParameters(Closed):
    """Weights of `core.essays.spelling.features.FEATURES`, how the trees are added to them, and the curve from log odds to probability."""

    version: str = Field(min_length=1)
    bias: float
    slope: float = Field(gt=0)
    intercept: float
    blend: dict[str, float]
    """See `core.essays.spelling.speller.blended`."""
    weights: dict[str, float]


class HabitRow(Closed):
    """A group of characters that are often written for one another."""

    characters: str = Field(min_length=2)


def speller_parameters(path: Path) -> SpellerParameters:
    """The parameters in a file. Raises `CorruptTable` where the file is not as described."""
    try:
        return SpellerParameters.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise CorruptTable(path.name, 1, "file", path.name, f"is no TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        raise CorruptTable(path.name, 1, ".".join(map(str, first["loc"])), first["input"], first["msg"]) from error


def essay_habits(path: Path) -> dict[str, frozenset[str]]:
    """For each character, the characters that are mixed up with it in any row."""
    mixed_up: dict[str, set[str]] = defaultdict(set)
    for row in csv_rows(path, HabitRow):
        for character in row.characters:
            mixed_up[character] |= set(row.characters) - {character}
    return {character: frozenset(others) for character, others in mixed_up.items()}
