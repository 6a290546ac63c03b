"""The answers of a measurement that is under way, so that an interrupted one goes on where it was.

A file of JSON lines: the first names what is measured, each other one is an answer and what was used until then. It holds only the project's own
sentences' edits.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from core.essays.language_model.answers import SampleEdit
from core.essays.language_model.trial import TrialPassage
from core.essays.prompting import correction_version
from core.records.essay_models import ActiveModel, ModelUse


class Answered(NamedTuple):
    """One answer."""

    passage: int
    sample: int
    edits: tuple[SampleEdit, ...]


class _Line(NamedTuple):
    answered: Answered
    use: ModelUse
    """Of the run that got the answer, until then."""
    run: int
    """How many times the measurement had been begun before."""


LINE = TypeAdapter(_Line)


class MeasuringState:
    """The answers that are kept in a file."""

    def __init__(self, path: Path, title: str) -> None:
        """`title` names what is measured; a file with another title is of no use and is written over."""
        self._path = path
        self._title = title
        self._lines = _read(path, title)
        self._run = 1 + max((line.run for line in self._lines), default=-1)

    @classmethod
    def of(cls, path: Path, model: ActiveModel, passages: Sequence[TrialPassage]) -> MeasuringState:
        """The state of measuring a model on these passages with today's question."""
        asked = hashlib.sha256("\n".join(passage.text for passage in passages).encode()).hexdigest()[:16]
        return cls(path, " ".join((model.url, model.model, correction_version(), asked)))

    def edits(self, passage: int, sample: int) -> tuple[SampleEdit, ...] | None:
        """The edits of an answer that is kept; None where it is not."""
        kept = (line.answered for line in self._lines)
        return next((each.edits for each in kept if (each.passage, each.sample) == (passage, sample)), None)

    def keep(self, answered: Answered, use: ModelUse) -> None:
        """Keep an answer; it is on disk when this returns."""
        line = _Line(answered, use, self._run)
        if not self._lines:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(self._title + "\n", encoding="utf-8")
        self._lines.append(line)
        with self._path.open("a", encoding="utf-8") as out:
            out.write(LINE.dump_json(line).decode() + "\n")
            out.flush()
            os.fsync(out.fileno())

    def use(self) -> ModelUse:
        """What all runs together have used, as far as it was written down."""
        last = {line.run: line.use for line in self._lines}
        totals = [sum(getattr(use, name) for use in last.values()) for name in asdict(ModelUse())]
        return ModelUse(*totals)

    def forget(self) -> None:
        """Drop all answers."""
        self._path.unlink(missing_ok=True)
        self._lines = []


def _read(path: Path, title: str) -> list[_Line]:
    """The lines of a file with this title, up to the first that cannot be read: the one that was being written at the interruption."""
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError, ValueError):
        return []
    if first != title:
        return []
    read = []
    for line in lines:
        try:
            read.append(LINE.validate_json(line))
        except ValidationError:
            break
    return read
