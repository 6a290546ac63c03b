"""An OpenAI-compatible address: answers replayed as servers of different kinds give them."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx
import pytest

from core.backends.chat import ChatEndpoint

ASKED = [{"role": "system", "content": "批改"}, {"role": "user", "content": "{}"}]
SCHEMA = {"type": "object"}
Handler = Callable[[httpx.Request], httpx.Response]


def endpoint(handler: Handler, **more: object) -> ChatEndpoint:
    return ChatEndpoint("http://model.test/v1/", "teacher", transport=httpx.MockTransport(handler), **more)  # type: ignore[arg-type]


def completion(text: str) -> httpx.Response:
    return httpx.Response(200, json={"choices": [{"message": {"role": "assistant", "content": text}}]})


def test_the_answer_is_the_first_choice_and_the_key_goes_in_the_header() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return completion('{"edits": []}')

    assert endpoint(handler, key="k1").answer(ASKED, SCHEMA) == '{"edits": []}'
    (request,) = seen
    body = json.loads(request.content)
    assert str(request.url) == "http://model.test/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer k1"
    assert (body["model"], body["messages"], body["temperature"]) == ("teacher", ASKED, 0)
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_a_server_without_schemas_is_asked_more_plainly_and_remembered() -> None:
    formats: list[str] = []

    def handler(request: httpx.Request) -> httpx.Response:
        format_ = json.loads(request.content).get("response_format", {"type": "text"})["type"]
        formats.append(format_)
        return completion("{}") if format_ == "text" else httpx.Response(400, json={"error": "response_format"})

    asked = endpoint(handler)
    assert [asked.answer(ASKED, SCHEMA), asked.answer(ASKED, SCHEMA)] == ["{}", "{}"]
    assert formats == ["json_schema", "json_object", "text", "text"]


@pytest.mark.parametrize(
    "reply",
    [
        httpx.Response(500),
        httpx.Response(401, json={"error": "no"}),
        httpx.Response(200, content=b"<html>"),
        httpx.Response(200, json={"choices": []}),
        httpx.Response(200, json={"choices": [{"message": {"content": None}}]}),
        httpx.Response(200, json=[1, 2]),
    ],
    ids=["broken", "not let in", "no JSON", "no choice", "no text", "a list"],
)
def test_a_broken_server_gives_no_answer_and_no_error(reply: httpx.Response) -> None:
    assert endpoint(lambda request: reply).answer(ASKED, SCHEMA) is None


def test_a_slow_or_absent_server_gives_no_answer() -> None:
    def slow(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("slow", request=request)

    def absent(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    assert [endpoint(slow).answer(ASKED, SCHEMA), endpoint(absent).answer(ASKED, SCHEMA)] == [None, None]
