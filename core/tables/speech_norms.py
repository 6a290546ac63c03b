"""How values measured on reading aloud are scored, and the values of native readers."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationError, model_validator

from core.errors import CorruptTable
from core.wire import Bilingual, Closed


class Norm(Closed):
    """One indicator. `anchors` are (value, score) with straight lines between and level ends."""

    name: str = Field(min_length=1)
    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)
    unit: str = Field(min_length=1)
    anchors: tuple[tuple[float, float], ...] = Field(min_length=2)
    low: float
    high: float
    settles: float = Field(gt=0)
    """Number of observations at which a value has half its full weight."""
    typical: float | None = None
    """Value towards which a measurement is shrunk, as if by `settles` further observations of it."""
    source_zh: str = Field(min_length=1)
    source_en: str = Field(min_length=1)

    @property
    def label(self) -> Bilingual:
        """In both languages of the interface."""
        return Bilingual(zh=self.zh, en=self.en)

    @property
    def source(self) -> Bilingual:
        """Where the range comes from."""
        return Bilingual(zh=self.source_zh, en=self.source_en)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if any(second[0] <= first[0] for first, second in pairwise(self.anchors)):
            raise ValueError("values of anchors must rise")
        if any(not 0 <= score <= 100 for _, score in self.anchors):
            raise ValueError("scores of anchors must be 0 to 100")
        if self.low >= self.high:
            raise ValueError("low must be below high")
        return self


def speech_norms(path: Path) -> dict[str, Norm]:
    """By name of the indicator, in the order of the file. Raises `CorruptTable` on the first that is not what it should be."""
    text = path.read_text(encoding="utf-8")
    norms = {}
    for name, entry in tomllib.loads(text).items():
        try:
            norms[name] = Norm.model_validate({"name": name, **entry}, strict=False)
        except ValidationError as error:
            first_error = error.errors()[0]
            field = ".".join(map(str, first_error["loc"])) or "anchors"
            raise CorruptTable(
                path.name, _line_of(name, text), field, first_error["input"], first_error["msg"]
            ) from error
    return norms


def _line_of(name: str, text: str) -> int:
    """Where the indicator begins, counted from 1."""
    return next((number for number, line in enumerate(text.splitlines(), start=1) if line.strip() == f"[{name}]"), 0)
