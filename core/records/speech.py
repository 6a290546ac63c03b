"""Rows of speech evaluation that the facade and the store exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.records.evidence import Evidence
from core.records.plan import Completion

WORD_LENGTH = 2
"""Code points of a text up to which it is a single word, as drills have them said, and no reading to look back on."""


@dataclass(frozen=True)
class ReadingLine:
    """A stored reading without its report: what a list of readings is drawn from."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    text: str
    text_key: str
    """Equal for texts with the same characters, whatever their marks and script (`core.speech.history.text_key`)."""
    summary: str
    """JSON of `core.speech.history_wire.Scores`."""
    created_at: datetime


@dataclass(frozen=True)
class StoredReading:
    """A line with its report: the JSON text first given, so that a later read is equal to it."""

    line: ReadingLine
    report: str


@dataclass(frozen=True)
class StoredRecording:
    """A recording as it was sent; only where the operator keeps recordings."""

    sound: bytes
    media_type: str


@dataclass(frozen=True)
class RepeatableReply:
    """What an Idempotency-Key stands for: the same key with the same request gives the first answer again."""

    endpoint: str
    idempotency_key: str
    fingerprint: str


@dataclass(frozen=True)
class NewReading:
    """Everything that one reading leaves behind, written together."""

    stored: StoredReading
    evidence: Sequence[Evidence]
    done: Sequence[Completion] = ()
    """Tasks of the plan that the reading finishes."""
    recording: StoredRecording | None = None
    repeatable: RepeatableReply | None = None
