"""What students did, as other systems are told it (xAPI): records that the capability and the store exchange."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

from core.records.answers import AnswerRow
from core.records.evidence import Evidence

Naming = Literal["pseudonyms", "student-ids"]
"""By what students are named in statements: pseudonyms that only this installation can resolve, or the ids of the organisation. Never by names."""
NAMINGS: tuple[Naming, ...] = get_args(Naming)


@dataclass(frozen=True)
class RecordStore:
    """A learning record store (LRS) that an organisation has registered; without one nothing is sent anywhere."""

    organisation_id: str
    endpoint: str
    """Address of the store's xAPI, to which `/statements` is added."""
    username: str
    password: str = field(repr=False)
    site: str
    """Public address of the installation, under which the statements' own ids lie."""
    naming: Naming
    watermark: int
    """Evidence up to this `seq` was sent, or is older than the registration."""
    registered_at: datetime
    sent: int = 0
    """Statements that the store has taken."""
    left_out: int = 0
    """Statements that it refused because it holds others under their ids, or because a single one is too large for it."""
    tried_at: datetime | None = None
    failure: str = ""
    """Why the last try broke off, in English; empty where it did not."""


@dataclass(frozen=True)
class Sitting:
    """Answers that belong together: a practice round whose cards were all answered, or several answers submitted at once."""

    sitting_id: str
    """Id of the practice session, or of the evaluation."""
    answers: int
    right: int
    score: float
    """Mean score, 0-100."""
    seconds: int


@dataclass(frozen=True)
class Act:
    """A piece of evidence that tells of something a student did, with what is stored about it."""

    piece: Evidence
    answer: AnswerRow | None = None
    """Of an answer."""
    sitting_id: str = ""
    """Of an answer that was given together with others."""
    finished: Sitting | None = None
    """Of the answer with which a sitting came to its end."""
    score: float | None = None
    """Of a reading aloud: its total, 0-100; None where the report was deleted."""
    resource_id: str = ""
    """Of a text: what it was written for; empty where that is not known."""


def evaluation_of(piece: Evidence) -> str:
    """The id of the evaluation that a piece rests on."""
    return piece.source.partition("#")[0]


def writing_of(piece: Evidence) -> str:
    """What the key of a piece about an essay calls the act of writing, the same for all its drafts; empty for other pieces."""
    if piece.kind not in ("essay", "essay_scored"):
        return ""
    name = piece.idempotency_key.removeprefix(f"{piece.kind}:")
    return name.removesuffix(f":{piece.target_kind}:{piece.target}")
