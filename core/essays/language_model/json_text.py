"""Reads JSON out of what a language model writes."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

MOST_READ = 200
"""At most so many entries of a list are read: more than twice as many as are asked for, however many a model writes."""
Entry = TypeVar("Entry", bound=BaseModel)


def object_in(answer: str) -> dict[str, Any] | None:
    """The JSON object in an answer, also where it stands in a code fence or between other words."""
    first, last = answer.find("{"), answer.rfind("}")
    try:
        value = json.loads(answer[first : last + 1])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def valid_entries(entries: object, kind: type[Entry]) -> list[Entry]:
    """The entries of a list that have the right fields."""
    valid = []
    for entry in entries[:MOST_READ] if isinstance(entries, list) else []:
        try:
            valid.append(kind.model_validate(entry))
        except ValidationError:
            continue
    return valid
