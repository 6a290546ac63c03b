"""The form of a statement after the specification of xAPI 1.0.3, part two, as far as this project uses it, and stricter than that: nothing
beyond what is listed is allowed in a statement."""

from __future__ import annotations

from typing import Any

IRI = {"type": "string", "pattern": r"^https?://[^\s<>\"{}|\\^`]+$"}
LANGUAGE_MAP = {
    "type": "object",
    "minProperties": 1,
    "propertyNames": {"pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},
    "additionalProperties": {"type": "string", "minLength": 1},
}
EXTENSIONS = {"type": "object", "propertyNames": IRI}
UUID_ID = {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"}


def closed(required: list[str], optional: dict[str, Any] | None = None, **properties: Any) -> dict[str, Any]:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": {**properties, **(optional or {})},
    }


ACTIVITY = closed(
    ["id", "objectType", "definition"],
    objectType={"const": "Activity"},
    id=IRI,
    definition=closed(
        ["type", "name"],
        type=IRI,
        name=LANGUAGE_MAP,
        interactionType={
            "enum": [
                "true-false", "choice", "fill-in", "long-fill-in", "matching", "performance", "sequencing", "likert", "numeric", "other",
            ]
        },
    ),
)  # fmt: skip
STATEMENT = closed(
    ["id", "actor", "verb", "object", "result", "context", "timestamp", "version"],
    id=UUID_ID,
    actor=closed(
        ["objectType", "account"],
        objectType={"const": "Agent"},
        account=closed(["homePage", "name"], homePage=IRI, name={"type": "string", "minLength": 1}),
    ),
    verb=closed(["id", "display"], id=IRI, display=LANGUAGE_MAP),
    object=ACTIVITY,
    result=closed(
        [],
        score=closed(
            ["scaled", "raw", "min", "max"],
            scaled={"type": "number", "minimum": -1, "maximum": 1},
            raw={"type": "number", "minimum": 0, "maximum": 100},
            min={"const": 0},
            max={"const": 100},
        ),
        success={"type": "boolean"},
        completion={"type": "boolean"},
        duration={"type": "string", "pattern": "^PT[0-9]+S$"},
    ),
    context=closed(
        ["platform"],
        platform={"type": "string"},
        registration=UUID_ID,
        contextActivities=closed(["parent"], parent={"type": "array", "minItems": 1, "items": ACTIVITY}),
        extensions=EXTENSIONS,
    ),
    timestamp={"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"},
    version={"const": "1.0.0"},
)
