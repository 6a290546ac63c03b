"""Records of speech evaluation that the capability and the store exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.records.evidence import Evidence
from core.records.plan import Completion

WORD_LENGTH = 2
"""A text of at most so many code points is a single word of a drill, and not listed among the readings."""


@dataclass(frozen=True)
class ReadingLine:
    """A stored reading without its report: one entry in the list of readings."""

    evaluation_id: str
    organisation_id: str
    student_id: str
    text: str
    text_key: str
    """Equal for texts with the same characters, whatever their punctuation and script (`core.speech.history.text_key`)."""
    summary: str
    """JSON of `core.speech.history_wire.Scores`."""
    created_at: datetime


@dataclass(frozen=True)
class StoredReading:
    """A stored reading with its report, which is the JSON text first returned, so that a later request gets the same."""

    line: ReadingLine
    report: str


@dataclass(frozen=True)
class StoredRecording:
    """A recording as it was uploaded; stored only if the operator keeps recordings."""

    sound: bytes
    media_type: str


@dataclass(frozen=True)
class RepeatableReply:
    """The request that an Idempotency-Key belongs to: the same key with the same request gets the first reply again."""

    endpoint: str
    idempotency_key: str
    fingerprint: str


@dataclass(frozen=True)
class NewReading:
    """A new reading with everything that is stored along with it in one transaction."""

    stored: StoredReading
    evidence: Sequence[Evidence]
    completions: Sequence[Completion] = ()
    """Tasks of the plan that the reading completes."""
    recording: StoredRecording | None = None
    repeatable: RepeatableReply | None = None
