"""What is read from OpenAPI documents, on small ones made here: kinds of schemas that the service's own do not all have yet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clients.generate.model import DOCUMENTS, Type, read
from clients.generate.python import written as written_in_python
from clients.generate.values import Values
from clients.generate.vectors import LONGEST_EXAMPLE, size
from clients.generate.vectors import written as written_vectors

TEXT = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "text": {"type": "string"}},
    "required": ["id", "text"],
}
ITEM = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "options": {"type": "array", "items": {"type": "string"}}},
    "required": ["id", "options"],
}
EITHER = {"anyOf": [{"$ref": "#/components/schemas/Item"}, {"$ref": "#/components/schemas/Text"}]}


def answered(schema: Any, **more: Any) -> dict[str, Any]:
    return {"200": {"content": {"application/json": {"schema": schema, **more}}, "headers": {}}}


def enveloped(schema: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": schema},
    }


def write_documents(folder: Path, paths: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Documents whose first holds these paths, beside those operations that the vectors of every client need."""
    for address, name in DOCUMENTS.items():
        document = {
            "info": {"version": "1"},
            "paths": paths if address == "v1" else {},
            "components": {"schemas": schemas},
        }
        (folder / name).write_text(json.dumps(document), encoding="utf-8")


def test_a_result_of_several_models_is_read_and_written_as_a_union(tmp_path: Path) -> None:
    operation = {"operationId": "item", "responses": answered(enveloped(EITHER)), "security": [{"HTTPBearer": []}]}
    write_documents(tmp_path, {"/items": {"get": operation}}, {"Item": ITEM, "Text": TEXT})
    api = read(tmp_path)
    (read_operation,) = api.operations
    assert read_operation.result == Type("union", items=(Type("model", model="Item"), Type("model", model="Text")))
    assert read_operation.envelope
    (source,) = (text for path, text in written_in_python(api).items() if path.name == "operations.py")
    assert "def item(self) -> models.Item | models.Text:" in source


def test_a_value_of_a_union_is_the_first_model_whose_required_fields_are_there(tmp_path: Path) -> None:
    operation = {"operationId": "item", "responses": answered(EITHER)}
    write_documents(tmp_path, {"/items": {"get": operation}}, {"Item": ITEM, "Text": TEXT})
    api = read(tmp_path)
    values = Values(api)
    assert values.projected({"id": "1", "text": "a", "unknown": 1}, api.operations[0].result) == {
        "id": "1",
        "text": "a",
    }
    assert values.projected({"id": "1", "options": [], "text": "a"}, api.operations[0].result) == {
        "id": "1",
        "options": [],
    }


def test_a_post_that_the_service_does_not_recognise_is_sent_once(tmp_path: Path) -> None:
    body = {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Text"}}}}
    operation = {
        "operationId": "keep",
        "responses": answered({"$ref": "#/components/schemas/Item"}),
        "requestBody": body,
    }
    write_documents(tmp_path, {"/kept": {"post": operation}}, {"Item": ITEM, "Text": TEXT})
    (kept,) = read(tmp_path).operations
    assert not kept.repeatable
    assert not kept.idempotency_key
    assert [each.name for each in kept.arguments] == ["id", "text"]


def test_the_documents_examples_are_what_vectors_send_and_answer() -> None:
    api = read()
    named = {path.stem: json.loads(text) for path, text in written_vectors(api).items()}
    for operation in api.operations:
        short = [each for each in operation.answered_examples if size(each) <= LONGEST_EXAMPLE]
        if short:
            assert named[operation.name][0]["server"][-1]["answer"]["json"] == short[0]


def test_two_documents_that_disagree_on_a_model_are_refused(tmp_path: Path) -> None:
    write_documents(tmp_path, {}, {"Item": ITEM})
    (tmp_path / DOCUMENTS["speech"]).write_text(
        json.dumps({"info": {"version": "1"}, "paths": {}, "components": {"schemas": {"Item": TEXT}}}), encoding="utf-8"
    )
    with pytest.raises(ValueError, match="Two documents have a schema Item"):
        read(tmp_path)
