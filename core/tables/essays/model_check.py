"""Sentences on which an operator's language model is measured: half with errors as learners make them, half right as they are."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import Field, model_validator

from core.errors import CorruptTable
from core.tables.reading import csv_rows
from core.wire import Closed

CHANGE = re.compile(r"\{([^{}→]*)→([^{}→]*)\}")
OR = "|"
SHORTEST = 4
"""Code points of a sentence."""


class CheckedSentence(Closed):
    """A sentence with `{wrong→right}` where something is to be changed; nothing is to be changed in half of them."""

    sentence: str = Field(min_length=SHORTEST)
    also: str = ""
    """Further corrections that are right too, separated by a vertical line."""

    @model_validator(mode="after")
    def _is_usable(self) -> CheckedSentence:
        corrected = CHANGE.sub(r"\2", self.sentence)
        if any(mark in self.written + corrected + self.also for mark in "{}→"):
            raise ValueError("has a mark that does not belong to a change")
        if any(match[1] == match[2] for match in CHANGE.finditer(self.sentence)):
            raise ValueError("has a change that changes nothing")
        if self.also and (not self.is_wrong or {self.written, corrected} & set(self.also.split(OR))):
            raise ValueError("gives a correction that is none")
        if any(len(text) < SHORTEST for text in self.right):
            raise ValueError("has a correction that is no sentence")
        return self

    @property
    def written(self) -> str:
        """The sentence as a learner writes it."""
        return CHANGE.sub(r"\1", self.sentence)

    @property
    def right(self) -> tuple[str, ...]:
        """Its corrections, each of which is right by itself; the sentence itself where it is right."""
        return (CHANGE.sub(r"\2", self.sentence), *filter(None, self.also.split(OR)))

    @property
    def is_wrong(self) -> bool:
        """Whether anything is to be changed."""
        return CHANGE.search(self.sentence) is not None


def essay_model_check(path: Path) -> list[CheckedSentence]:
    """The sentences, each written once. Raises `CorruptTable` on the first bad row."""
    rows = csv_rows(path, CheckedSentence)
    seen: set[str] = set()
    for line, row in enumerate(rows, start=2):
        if row.written in seen:
            raise CorruptTable(path.name, line, "sentence", row.sentence, "stands there twice")
        seen.add(row.written)
    return rows
