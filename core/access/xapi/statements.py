"""Acts as statements. The same act gives the same statement under the same id, whenever and however often it is told."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from core.access.xapi.vocabulary import (
    ANSWERED,
    COMPLETED,
    DISPLAY,
    INTERACTIONS,
    NAMES,
    SCORED,
    STATEMENT_VERSION,
    TYPES,
    Kind,
)
from core.plan.ids import ASSIGNED
from core.records.answers import AnswerRow
from core.records.learning_records import Act, Naming, Sitting, evaluation_of, writing_of

Statement = dict[str, Any]
PLATFORM = "Wenlu"
PSEUDONYM_LENGTH = 32
"""Hexadecimal digits: 128 bits, so that no two students of a school share one."""


@dataclass(frozen=True)
class Speaker:
    """In whose name statements are made: the site, and the organisation's secret, from which pseudonyms and ids are derived.

    Ids are derived with the secret too: an id of the log can hold a student's id, which could be guessed from an id made without one.
    """

    organisation_id: str
    site: str
    """Public address of the installation, without a slash at its end."""
    secret: str
    naming: Naming = "pseudonyms"

    def actor(self, student_id: str) -> Statement:
        """A student as the account that the statements name."""
        name = self.pseudonym(student_id) if self.naming == "pseudonyms" else student_id
        return {"objectType": "Agent", "account": {"homePage": self.site, "name": name}}

    def pseudonym(self, student_id: str) -> str:
        """The pseudonym of a student: the same at all times, and not to be resolved without the secret."""
        return self._digest("student", student_id).hex()[:PSEUDONYM_LENGTH]

    def id_of(self, key: str) -> str:
        """The UUID (version 5) of what this key names in the organisation."""
        return str(uuid5(UUID(bytes=self._digest("ids", "")[:16]), key))

    def address(self, *parts: str) -> str:
        """An id under the site's address."""
        return "/".join((self.site, "xapi", *(quote(part, safe="") for part in parts)))

    def _digest(self, purpose: str, text: str) -> bytes:
        message = "\n".join((purpose, self.organisation_id, text))
        return hmac.digest(self.secret.encode(), message.encode("utf-8", "surrogatepass"), "sha256")


def statements_of(act: Act, speaker: Speaker) -> list[Statement]:
    """The statements about an act: none about an answer whose row is gone, two about one that ends a sitting."""
    return list(_statements(act, speaker))


def _statements(act: Act, speaker: Speaker) -> Iterator[Statement]:
    kind = act.piece.kind
    if kind == "answer":
        if act.answer is not None:
            yield _answered(act, act.answer, speaker)
        if act.finished is not None:
            yield _sitting_ended(act, act.finished, speaker)
    elif kind == "lesson":
        seconds = round(act.piece.outcome * 60)
        result = {"completion": True, "duration": f"PT{seconds}S"}
        yield _statement(act, speaker, COMPLETED, _activity("lessons", act.piece.source, speaker), result)
    elif kind == "read_aloud":
        yield _read_aloud(act, speaker)
    else:
        yield _essay(act, speaker)


def _answered(act: Act, answer: AnswerRow, speaker: Speaker) -> Statement:
    activity = _activity("items", answer.item_id, speaker, interactionType=INTERACTIONS[answer.type])
    result = {
        "score": _score(answer.score),
        "success": answer.is_correct,
        "completion": True,
        "duration": f"PT{answer.time_spent_seconds}S",
    }
    extensions = {
        speaker.address("extensions", "topic"): answer.topic,
        speaker.address("extensions", "level"): answer.standard_level,
        speaker.address("extensions", "points"): list(answer.points),
    }
    return _statement(act, speaker, ANSWERED, activity, result, sitting_id=act.sitting_id, extensions=extensions)


def _sitting_ended(act: Act, sitting: Sitting, speaker: Speaker) -> Statement:
    result = {"score": _score(sitting.score), "completion": True, "duration": f"PT{sitting.seconds}S"}
    extensions = {
        speaker.address("extensions", "answers"): sitting.answers,
        speaker.address("extensions", "right"): sitting.right,
    }
    activity = _activity("practices", speaker.id_of(sitting.sitting_id), speaker)
    key = f"sitting:{sitting.sitting_id}"
    statement = _statement(act, speaker, COMPLETED, activity, result, extensions=extensions, key=key)
    statement["context"]["registration"] = speaker.id_of(sitting.sitting_id)
    return statement


def _read_aloud(act: Act, speaker: Speaker) -> Statement:
    activity = _activity("readings", speaker.id_of(evaluation_of(act.piece)), speaker)
    if act.score is None:  # whoever deleted the report deleted the score
        return _statement(act, speaker, COMPLETED, activity, {"completion": True})
    return _statement(act, speaker, SCORED, activity, {"score": _score(act.score), "completion": True})


def _essay(act: Act, speaker: Speaker) -> Statement:
    """An essay that was written or handed in, and one that was scored: the activity is the same."""
    piece = act.piece
    activity = _activity("essays", speaker.id_of(writing_of(piece)), speaker)
    is_scored = piece.kind == "essay_scored"
    result = {"score": _score(100 * piece.outcome)} if is_scored else {"completion": True}
    statement = _statement(act, speaker, SCORED if is_scored else COMPLETED, activity, result)
    if act.resource_id.startswith(ASSIGNED):
        assignment = _activity("assignments", act.resource_id.removeprefix(ASSIGNED), speaker)
        statement["context"]["contextActivities"] = {"parent": [assignment]}
    return statement


# -- parts ---------------------------------------------------------------------------------------------------


def _statement(
    act: Act,
    speaker: Speaker,
    verb: str,
    activity: Statement,
    result: Statement,
    *,
    sitting_id: str = "",
    extensions: Statement | None = None,
    key: str = "",
) -> Statement:
    context: Statement = {"platform": PLATFORM}
    if extensions:
        context["extensions"] = extensions
    if sitting_id:
        context["registration"] = speaker.id_of(sitting_id)
        context["contextActivities"] = {"parent": [_activity("practices", speaker.id_of(sitting_id), speaker)]}
    return {
        "id": speaker.id_of(key or f"evidence:{act.piece.idempotency_key}"),
        "actor": speaker.actor(act.piece.student_id),
        "verb": {"id": verb, "display": DISPLAY[verb]},
        "object": activity,
        "result": result,
        "context": context,
        "timestamp": _timestamp(act.piece.occurred_at),
        "version": STATEMENT_VERSION,
    }


def _activity(kind: Kind, name: str, speaker: Speaker, **definition: str) -> Statement:
    return {
        "objectType": "Activity",
        "id": speaker.address(kind, name),
        "definition": {"type": TYPES[kind], "name": NAMES[kind], **definition},
    }


def _score(of_hundred: float) -> Statement:
    raw = round(min(100.0, max(0.0, of_hundred)), 2)
    return {"scaled": round(raw / 100, 4), "raw": raw, "min": 0, "max": 100}


def _timestamp(moment: datetime) -> str:
    """ISO 8601 with the zone: `2026-11-24T02:00:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
