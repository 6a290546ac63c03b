"""Origin, licence and number of rows of every data file."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import Field, ValidationError

from core.errors import CorruptTable
from core.wire import Closed


class Source(Closed):
    """One data file. `licence` and `source` say "own" for what was made for this project."""

    name: str = Field(min_length=1)
    what: str = Field(min_length=1)
    rows: int = Field(ge=0)
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)
    recipe: str = ""
    """The file that makes it again; empty where it was written by hand."""


def sources(path: Path) -> list[Source]:
    """The entries in the order of the file. Raises `CorruptTable` on the first invalid one."""
    text = path.read_text(encoding="utf-8")
    entries = []
    for name, entry in tomllib.loads(text)["files"].items():
        try:
            entries.append(Source.model_validate({"name": name, **entry}))
        except ValidationError as error:
            first_error = error.errors()[0]
            field = ".".join(map(str, first_error["loc"]))
            raise CorruptTable(
                path.name, _line_of(name, text), field, first_error["input"], first_error["msg"]
            ) from error
    return entries


def _line_of(name: str, lines: str) -> int:
    """Line where the entry of that name begins, counted from 1; 0 if there is none."""
    head = f'[files."{name}"]'
    return next((number for number, line in enumerate(lines.splitlines(), start=1) if line.strip() == head), 0)
