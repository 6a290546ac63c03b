"""The examples in the OpenAPI documents: there for every request, answer and error, of the schema, and the recorded ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from tests.http.examples import FILE, examples
from tests.http.openapi import DOCUMENTS
from tests.http.record import FOLDER
from tests.http.service import SUBMIT, Service


@cache
def document(application: str) -> dict[str, Any]:
    """The committed document, which `test_recorded` holds to be the one served."""
    read: dict[str, Any] = json.loads(DOCUMENTS[application].read_text(encoding="utf-8"))
    return read


def operations(application: str) -> Iterator[dict[str, Any]]:
    for methods in document(application)["paths"].values():
        yield from methods.values()


def shown(application: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Every example with its name and schema."""
    named = document(application)["components"]["examples"]
    for operation in operations(application):
        name = operation["operationId"]
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                yield f"{name} {parameter['name']}", parameter["schema"], parameter["example"]
        for content in operation.get("requestBody", {"content": {}})["content"].values():
            yield f"{name} request", content["schema"], content["example"]
        for status, response in operation["responses"].items():
            content = response["content"]["application/json"]
            if status == "200":
                yield f"{name} 200", content["schema"], content["example"]
            else:
                reference = content["examples"]["error"]["$ref"].rpartition("/")[2]
                yield f"{name} {status}", content["schema"], named[reference]["value"]


@pytest.mark.parametrize("application", DOCUMENTS)
def test_every_request_answer_and_error_has_an_example_of_its_schema(application: str) -> None:
    components = document(application)["components"]
    checked = list(shown(application))
    for name, schema, value in checked:
        validator = Draft202012Validator({**schema, "components": components})
        assert [error.message for error in validator.iter_errors(value)] == [], name
    assert len(checked) >= 10 * len(list(operations(application)))


@pytest.mark.parametrize("application", DOCUMENTS)
def test_the_example_of_an_error_bears_its_status(application: str) -> None:
    for name, _, value in shown(application):
        status = name.rpartition(" ")[2]
        if status.isdigit() and status != "200":
            assert (value["code"], bool(value["message"]), bool(value["remedy"])) == (int(status), True, True)


def test_the_documented_405_is_the_one_that_is_sent(service: Service) -> None:
    sent = service.call("DELETE", SUBMIT, headers={"Accept-Language": "en"}).json()
    documented = document("/v1")["components"]["examples"]["Error405"]["value"]
    assert {**sent, "request_id": documented["request_id"]} == documented


def test_the_examples_are_the_recorded_calls() -> None:
    kept = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    assert kept == examples(FOLDER), "run: python -m tests.http.record, then python -m tests.http.openapi"
