"""The examples of the OpenAPI documents: the first recorded success of each operation, with long arrays cut short.

`python -m tests.http.record` writes them after the recordings; `python -m tests.http.openapi` then puts them into the documents.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

FILE = Path(__file__).resolve().parents[2] / "data" / "api_examples.jsonl"
TEMPLATES = {
    "token": "/v1/auth/token",
    "generate_questions": "/v1/classroom/questions/generate",
    "question": "/v1/classroom/questions/{question_id}",
    "submit_evaluation": "/v1/classroom/evaluation/submit",
    "learning_report": "/v1/classroom/evaluation/report/{student_id}",
    "evaluation": "/v1/classroom/evaluation/{evaluation_id}",
    "update_knowledge_map": "/v1/knowledge-map/update",
    "knowledge_map": "/v1/knowledge-map/{student_id}",
    "learning_path": "/v1/knowledge-map/{student_id}/path",
    "peers": "/v1/knowledge-map/{student_id}/peers",
    "first_portrait": "/v1/portrait/first",
    "update_portrait": "/v1/portrait/update",
    "portrait": "/v1/portrait/{student_id}",
    "daily_recommendation": "/v1/recommendation/daily/{student_id}",
    "update_schedule": "/v1/recommendation/schedule",
    "resource": "/v1/recommendation/resources/{resource_id}",
    "evaluate_essay": "/v1/essay/evaluate",
    "request_quota": "/v1/quota/requests",
    "grammar_text": "/grammar/grammar_text",
    "uploadfile": "/speech/uploadfile",
}
"""The addresses of the operations."""
FEW = 4
"""Arrays of so many numbers or texts, or of so many small objects, stay whole: an interval, the options of a question."""
SHOWN = 2
SHOWN_WITHIN = 1
"""Of an array that stands in another one."""
SMALL = 60
"""Characters of a small object as JSON."""
PLAIN = str | int | float | bool | None


def examples(folder: Path) -> list[dict[str, Any]]:
    """The examples of the recordings in a folder, by operation."""
    return [_example(name, template, folder / f"{name}.json") for name, template in sorted(TEMPLATES.items())]


def write_examples(folder: Path) -> None:
    """Write the examples of the recordings to the data file."""
    lines = [json.dumps(row, ensure_ascii=False) for row in examples(folder)]
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def first_success(name: str, template: str, recording: Path) -> dict[str, Any]:
    """The first exchange of the operation that was answered with 200, and of `peers` with any."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))
    for exchange in json.loads(recording.read_text(encoding="utf-8")):
        matched = pattern.fullmatch(urlsplit(exchange["request"]["path"]).path)
        is_success = exchange["response"]["status"] == 200 and exchange["request"]["method"] == _method(name)
        if matched and is_success and (name != "peers" or exchange["response"]["body"]["data"]["peers"]):
            found: dict[str, Any] = exchange
            return found
    raise LookupError(f"{name} has no recorded success")


def _method(name: str) -> str:
    return "GET" if "{" in TEMPLATES[name] else "POST"


def _example(name: str, template: str, recording: Path) -> dict[str, Any]:
    exchange = first_success(name, template, recording)
    request = exchange["request"]
    address = urlsplit(request["path"])
    named = dict(zip(re.findall(r"\{(\w+)\}", template), _parts_named(template, address.path), strict=True))
    row: dict[str, Any] = {"operation": name, "parameters": named | dict(parse_qsl(address.query))}
    if "body" in request:
        row["request"] = shortened(request["body"])
    elif "parts" in request:
        row["request"] = {part: _part(value) for part, value in request["parts"].items()}
    return {**row, "response": shortened(exchange["response"]["body"])}


def _parts_named(template: str, path: str) -> list[str]:
    matched = re.fullmatch(re.sub(r"\{\w+\}", "([^/]+)", template), path)
    assert matched
    return list(matched.groups())


def _part(value: Any) -> str:
    return value if isinstance(value, str) else f"(the bytes of {value['name']})"


def shortened(value: Any, *, most: int = SHOWN) -> Any:
    """A value with long arrays cut short.

    >>> shortened([1, 2, 3, 4]), shortened([1, 2, 3, 4, 5])
    ([1, 2, 3, 4], [1, 2])
    """
    if isinstance(value, dict):
        return {name: shortened(part, most=most) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    whole = len(value) <= FEW and all(_is_small(part) for part in value)
    return [shortened(part, most=SHOWN_WITHIN) for part in (value if whole else value[:most])]


def _is_small(value: Any) -> bool:
    return isinstance(value, PLAIN) or len(json.dumps(value, ensure_ascii=False)) <= SMALL
