"""How many of the errors in learners' free writing the embedded engine finds, by kind."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, ValidationError, model_validator

from core.errors import CorruptTable
from core.wire import Closed

LEAST_ERRORS = 10
"""Of a kind with fewer errors in the set nothing can be said."""
ErrorKind = Literal[
    "order",
    "的地得",
    "aspect",
    "把 and 被",
    "modal or negation",
    "connective",
    "preposition",
    "complement",
    "measure word",
    "character",
    "missing",
    "extra",
    "word choice",
]
"""The kinds in which recall is reported, the narrowest that fits first (`evaluation.essays.error_kinds` tells them)."""


class FoundShare(Closed):
    """How many errors there are in a set, and how many of them are found."""

    errors: int = Field(ge=1)
    found: int = Field(ge=0)

    @model_validator(mode="after")
    def _is_part(self) -> Self:
        if self.found > self.errors:
            raise ValueError("more errors are found than there are")
        return self

    @property
    def of_a_hundred(self) -> float:
        """How many of a hundred errors are found."""
        return 100 * self.found / self.errors


class EssayFound(FoundShare):
    """The errors of all kinds, and of each kind that is frequent enough."""

    sentences: int = Field(ge=1)
    kinds: dict[ErrorKind, FoundShare]

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if any(share.errors < LEAST_ERRORS for share in self.kinds.values()):
            raise ValueError(f"a kind has fewer than {LEAST_ERRORS} errors")
        if sum(share.errors for share in self.kinds.values()) > self.errors:
            raise ValueError("the kinds have more errors than there are")
        return self

    @property
    def best_first(self) -> list[tuple[ErrorKind, FoundShare]]:
        """The kinds, those of which most errors are found first; of equals the more frequent one."""
        return sorted(self.kinds.items(), key=lambda pair: (-pair[1].of_a_hundred, -pair[1].errors))


def essay_found(path: Path) -> EssayFound:
    """The figures in a file. Raises `CorruptTable` where it is not as described."""
    try:
        return EssayFound.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise CorruptTable(path.name, 1, "file", path.name, f"is no TOML: {error}") from error
    except ValidationError as error:
        fault = error.errors()[0]
        field = ".".join(str(part) for part in fault["loc"]) or "file"
        raise CorruptTable(path.name, 1, field, str(fault["input"])[:60], fault["msg"]) from error
