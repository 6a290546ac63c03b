"""The recorded examples, sent again, are answered as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.http.openapi import DOCUMENTS, served
from tests.http.record import FOLDER, STORIES, exchange, recorded_service

FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_example_is_answered_equal_as_json(path: Path) -> None:
    service = recorded_service(path.stem)
    for place, recorded in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        request = recorded["request"]
        assert exchange(service, request) == recorded["response"], f"{path.name}[{place}] {request['path']}"


def test_every_operation_has_a_recorded_example_of_success_and_of_refusal() -> None:
    operations = {
        operation["operationId"]
        for application in DOCUMENTS
        for methods in served(application)["paths"].values()
        for operation in methods.values()
    }
    assert operations == set(STORIES) == {path.stem for path in FILES}
    for path in FILES:
        statuses = {each["response"]["status"] for each in json.loads(path.read_text(encoding="utf-8"))}
        assert 200 in statuses
        assert statuses - {200}


@pytest.mark.parametrize("application", DOCUMENTS)
def test_the_committed_openapi_document_is_the_one_served(application: str) -> None:
    committed = json.loads(DOCUMENTS[application].read_text(encoding="utf-8"))
    assert committed == served(application), "run: python -m tests.http.openapi"


@pytest.mark.parametrize("application", DOCUMENTS)
def test_the_openapi_document_names_every_status_and_no_422(application: str) -> None:
    for methods in served(application)["paths"].values():
        for operation in methods.values():
            assert set(operation["responses"]) == {"200", "400", "401", "403", "404", "405", "413", "429", "500", "503"}
