"""The shared vectors: for every operation what is sent, what is answered, and what a client makes of it.

Their form is described in `clients/README.md`. Ordinary answers are the documents' examples where there are any.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from clients.generate.model import Api, Operation
from clients.generate.values import Values

API_KEY = "wl_key_of_the_vectors"
TOKEN, RENEWED = "token-one", "token-two"
CLIENT = {"api_key": API_KEY, "retries": 2, "backoff_seconds": 0, "timeout_seconds": 20}
SHORT_SECONDS, LONG_SECONDS = 0.8, 30
"""How long a client waits, and the server does, where the call times out. Each operation takes each client that whole time once; the
token is fetched within it too, and a runner plays such a vector again where a busy machine was too slow for that."""
LONGEST_EXAMPLE = 40_000
"""Characters. An example that is longer is left to the documents: it is answered with a made value."""
ANY = {"any": True}
REQUEST_ID = "req_of_the_vectors"

Json = dict[str, Any]


def written(api: Api) -> dict[PurePosixPath, str]:
    """The files of the vectors, from `clients/`."""
    maker = _Maker(api)
    files = {operation.name: maker.of_operation(operation) for operation in api.operations}
    files["client"] = maker.of_client()
    folder = PurePosixPath("vectors")
    return {
        folder / f"{name}.json": json.dumps(list(vectors), ensure_ascii=False, indent=1) + "\n"
        for name, vectors in files.items()
    }


class _Maker:
    """Makes the vectors of an API."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.values = Values(api)

    def of_operation(self, operation: Operation) -> Iterator[Json]:
        """What can happen to a call of any operation."""
        yield from self._answered(operation)
        yield self._sparse(operation)
        yield self._extended(operation)
        yield self._refused(operation, 400, 400002, "BadRequest")
        yield self._renewed(operation)
        yield self._again(operation, 429, 429001, "RateLimited", refused_unseen=True)
        yield self._again(operation, 500, None, "ServerError")
        yield self._timed_out(operation)
        yield self._dropped(operation)

    def _answered(self, operation: Operation) -> Iterator[Json]:
        examples = [each for each in operation.answered_examples if size(each) <= LONGEST_EXAMPLE]
        answers = examples or [self._answer(operation, least=False)]
        for number, body in enumerate(answers, start=1):
            name = "ok" if number == 1 else f"ok_{number}"
            yield self._vector(operation, name, [_ok(body)], self._result(operation, body), least=False)
        for each in operation.result.items if operation.result.kind == "union" else ():
            body = self._enveloped(operation, self.values.whole(each))
            yield self._vector(operation, f"ok_{_snake(each.model)}", [_ok(body)], self._result(operation, body))

    def _sparse(self, operation: Operation) -> Json:
        """Nothing but what is required is sent and answered."""
        body = self._answer(operation, least=True)
        return self._vector(operation, "ok_with_the_least", [_ok(body)], self._result(operation, body))

    def _extended(self, operation: Operation) -> Json:
        """A newer service answers with fields and values that no client knows."""
        value = self.values.extended(self.values.whole(operation.result), operation.result)
        body = {"code": 200, "message": "success", "data": value, "newer": 1} if operation.envelope else value
        return self._vector(operation, "ok_of_a_newer_service", [_ok(body)], self._result(operation, body))

    def _refused(self, operation: Operation, status: int, error_code: int | None, error: str) -> Json:
        name = _snake(error)
        answer = refusal(status, error_code)
        return self._vector(operation, name, [answer], {"error": expected_error(error, answer)})

    def _renewed(self, operation: Operation) -> Json:
        """The token has expired: a new one is fetched, once, and the call made again. The exchange of a key itself is refused for good."""
        answer = refusal(401, 401001)
        if operation.authentication == "none":
            error = {"error": expected_error("Unauthorized", answer)}
            return self._vector(operation, "unauthorized", [answer], error)
        body = self._answer(operation, least=True)
        steps = [answer, _ok(body)]
        vector = self._vector(operation, "unauthorized_then_renewed", steps, self._result(operation, body))
        vector["server"].insert(2, token_step(RENEWED))
        vector["server"][3]["expect"]["headers"]["Authorization"] = f"Bearer {RENEWED}"
        return vector

    def _again(
        self, operation: Operation, status: int, error_code: int | None, error: str, *, refused_unseen: bool = False
    ) -> Json:
        """An attempt fails and the next succeeds, where the operation may be sent again; else the error is told."""
        failed = refusal(status, error_code, {"Retry-After": "0"} if refused_unseen else {})
        name = f"{_snake(error)}_then_ok"
        if operation.repeatable or refused_unseen:
            body = self._answer(operation, least=True)
            return self._vector(operation, name, [failed, _ok(body)], self._result(operation, body))
        return self._vector(operation, _snake(error), [failed], {"error": expected_error(error, failed)})

    def _timed_out(self, operation: Operation) -> Json:
        """No answer in time. That is not tried again."""
        outcome = {"error": {"type": "TimedOut"}}
        vector = self._vector(operation, "timed_out", [{"delay_seconds": LONG_SECONDS}], outcome)
        return {**vector, "client": {**vector["client"], "timeout_seconds": SHORT_SECONDS}}

    def _dropped(self, operation: Operation) -> Json:
        """The connection breaks once, where the operation may be sent again; else that is told."""
        if operation.repeatable:
            body = self._answer(operation, least=True)
            return self._vector(
                operation, "dropped_then_ok", [{"drop": True}, _ok(body)], self._result(operation, body)
            )
        return self._vector(operation, "dropped", [{"drop": True}], {"error": {"type": "ConnectionFailed"}})

    def of_client(self) -> Iterator[Json]:
        """What is the same whichever operation is called, shown on one that reads, one that writes and one that is open."""
        named = {operation.name: operation for operation in self.api.operations}
        read, write, opened = named["portrait"], named["submit_evaluation"], named["grammar_text"]
        yield from self._of_statuses(read)
        yield from self._of_failures(read)
        yield from self._of_shapes(read, named["evaluation"])
        yield from self._of_tokens(read)
        yield from self._of_headers(read, write, opened)
        yield from self._of_arguments(named)

    def _of_statuses(self, read: Operation) -> Iterator[Json]:
        body = self._answer(read, least=True)
        for status, code, error in (
            (403, 403001, "Forbidden"),
            (404, None, "NotFound"),
            (405, None, "BadRequest"),
            (413, None, "BadRequest"),
        ):
            answer = refusal(status, code)
            yield self._vector(read, f"status_{status}", [answer], {"error": expected_error(error, answer)})
        moved = {"status": 307, "headers": {"Location": "/elsewhere"}, "json": {"message": "Moved."}}
        message = "The service redirects to /elsewhere; make the client with that address."
        told = {"error": {"type": "ServerError", "status": 307, "message": message}}
        yield self._vector(read, "status_307", [moved], told)
        for status in (502, 503, 504):
            steps = [refusal(status, None), refusal(status, None), _ok(body)]
            yield self._vector(read, f"status_{status}_twice_then_ok", steps, self._result(read, body))
        for status, error in ((500, "ServerError"), (503, "Unavailable"), (429, "RateLimited")):
            answer = refusal(status, None)
            outcome = {"error": expected_error(error, answer)}
            yield self._vector(read, f"status_{status}_for_good", [answer] * 3, outcome)
            vector = self._vector(read, f"status_{status}_without_retries", [answer], outcome)
            yield {**vector, "client": {**CLIENT, "retries": 0}}
        late = refusal(429, 429001, {"Retry-After": "86400"})
        yield self._vector(read, "quota_used_up", [late], {"error": expected_error("RateLimited", late)})
        dated = refusal(503, None, {"Retry-After": "Tue, 24 Nov 2026 02:00:00 GMT"})
        yield self._vector(read, "retry_after_a_date", [dated, _ok(body)], self._result(read, body))

    def _of_failures(self, read: Operation) -> Iterator[Json]:
        body = self._answer(read, least=True)
        page = {"status": 502, "headers": {}, "text": "<html><body>Bad Gateway</body></html>"}
        yield self._vector(read, "a_page_of_a_proxy_then_ok", [page, _ok(body)], self._result(read, body))
        told = {"error": {"type": "ServerError", "status": 502, "code": 502}}
        yield self._vector(read, "a_page_of_a_proxy_for_good", [page] * 3, told)
        welcome = {"status": 200, "headers": {}, "text": "<html><body>Welcome to this network</body></html>"}
        yield self._vector(read, "a_page_for_an_answer", [welcome], unexpected())
        broken = {"error": {"type": "ConnectionFailed"}}
        yield self._vector(read, "dropped_for_good", [{"drop": True}] * 3, broken)
        yield self._vector(read, "truncated_then_ok", [{"truncated": True}, _ok(body)], self._result(read, body))
        yield self._vector(read, "truncated_for_good", [{"truncated": True}] * 3, broken)

    def _of_shapes(self, read: Operation, either: Operation) -> Iterator[Json]:
        """Answers that are JSON, and not what the documents say."""
        yield self._vector(read, "null_data", [_ok(self._enveloped(read, None))], unexpected())
        yield self._vector(either, "none_of_its_models", [_ok(self._enveloped(either, {}))], unexpected())
        listless = refusal(400, 400002)
        listless["json"] = {**listless["json"], "errors": 7}
        error = {**expected_error("BadRequest", listless), "errors": []}
        yield self._vector(read, "errors_no_list", [listless], {"error": error})

    def _of_tokens(self, read: Operation) -> Iterator[Json]:
        body = self._answer(read, least=True)
        result = self._result(read, body)
        expired = refusal(401, 401001)
        twice = self._vector(
            read, "unauthorized_twice", [expired, expired], {"error": expected_error("Unauthorized", expired)}
        )
        twice["server"].insert(2, token_step(RENEWED))
        twice["server"][3]["expect"]["headers"]["Authorization"] = f"Bearer {RENEWED}"
        yield twice
        yield self._key_refused(read)
        empty = token_step(TOKEN)
        empty["answer"]["json"]["data"]["access_token"] = None
        without = self._vector(read, "a_token_without_its_text", [], unexpected())
        yield {**without, "server": [empty]}
        retried = self._vector(read, "token_after_an_error", [_ok(body)], result)
        retried["server"].insert(0, {**token_step(TOKEN), "answer": refusal(500, None)})
        yield retried
        kept = self._vector(read, "one_token_for_two_calls", [_ok(body)] * 2, result)
        kept["server"][2]["expect"]["headers"]["X-Request-Id"] = dict(ANY)
        yield {**kept, "times": 2}
        short = self._vector(read, "a_token_about_to_expire", [_ok(body)] * 2, result)
        short["server"][0]["answer"]["json"]["data"]["expires_in"] = 0
        short["server"].insert(2, token_step(RENEWED))
        short["server"][3]["expect"]["headers"] |= {"Authorization": f"Bearer {RENEWED}", "X-Request-Id": dict(ANY)}
        yield {**short, "times": 2}

    def _key_refused(self, read: Operation) -> Json:
        """The service does not know the API key: no call is made."""
        answer = refusal(401, None)
        vector = self._vector(read, "key_refused", [], {"error": expected_error("Unauthorized", answer)})
        return {**vector, "server": [{**token_step(TOKEN), "answer": answer}]}

    def _of_headers(self, read: Operation, write: Operation, opened: Operation) -> Iterator[Json]:
        body = self._answer(write, least=True)
        own = self._vector(write, "own_idempotency_key", [_ok(body)], self._result(write, body))
        own["server"][1]["expect"]["headers"]["Idempotency-Key"] = "lesson-7-of-class-2"
        yield {**own, "options": {"idempotency_key": "lesson-7-of-class-2"}}
        told = {"error": {"type": "ConnectionFailed", "idempotency_key": "lesson-7-of-class-2"}}
        lost = self._vector(write, "dropped_with_own_idempotency_key", [{"drop": True}] * 3, told)
        yield {**lost, "options": {"idempotency_key": "lesson-7-of-class-2"}}
        read_body = self._answer(read, least=True)
        chinese = self._vector(read, "in_chinese", [_ok(read_body)], self._result(read, read_body))
        chinese["server"][1]["expect"]["headers"]["Accept-Language"] = "zh"
        yield {**chinese, "client": {**CLIENT, "language": "zh"}}
        body = self._answer(opened, least=True)
        without = self._vector(opened, "without_a_key", [_ok(body)], self._result(opened, body))
        (step,) = without["server"][1:]
        step["expect"]["headers"]["Authorization"] = None
        yield {**without, "client": {**CLIENT, "api_key": None}, "server": [step]}
        named = refusal(404, None, {"X-Request-Id": "from-the-header"})
        del named["json"]["request_id"]
        outcome = {"error": expected_error("NotFound", named) | {"request_id": "from-the-header"}}
        yield self._vector(read, "request_id_of_the_header", [named], outcome)

    def _of_arguments(self, named: Mapping[str, Operation]) -> Iterator[Json]:
        """Characters that an address, a header of a part or JSON could break on."""
        read, upload, generate = named["portrait"], named["uploadfile"], named["generate_questions"]
        body = self._answer(read, least=True)
        strange = {"student_id": "学生?a=1&b#c%2F+;é"}
        yield self._vector(read, "a_path_with_marks", [_ok(body)], self._result(read, body), arguments=strange)
        body = self._answer(upload, least=True)
        arguments = self.values.arguments(upload, least=False)
        arguments["file"] = {**arguments["file"], "filename": "朗读 1.wav"}
        yield self._vector(
            upload, "a_file_named_in_chinese", [_ok(body)], self._result(upload, body), arguments=arguments
        )
        body = self._answer(generate, least=True)
        null = {**self.values.arguments(generate, least=True), "topic": None, "tags": ['“引号”\\"\n', "𠮷"]}
        yield self._vector(generate, "nulls_are_not_sent", [_ok(body)], self._result(generate, body), arguments=null)

    def _answer(self, operation: Operation, *, least: bool) -> Any:
        """A made answer, in its envelope where there is one."""
        return self._enveloped(operation, (self.values.least if least else self.values.whole)(operation.result))

    def _enveloped(self, operation: Operation, made: Any) -> Any:
        return {"code": 200, "message": "success", "data": made} if operation.envelope else made

    def _result(self, operation: Operation, body: Any) -> Json:
        return {"ok": self.values.projected(body["data"] if operation.envelope else body, operation.result)}

    def _vector(
        self,
        operation: Operation,
        name: str,
        answers: Sequence[Json],
        outcome: Json,
        *,
        least: bool = True,
        arguments: Json | None = None,
    ) -> Json:
        """One vector whose requests are equal, after the one for a token."""
        passed = arguments if arguments is not None else self.values.arguments(operation, least=least)
        first = [] if operation.authentication == "none" else [token_step(TOKEN)]
        steps = [{"expect": _request(operation, passed), "answer": answer} for answer in answers]
        return {
            "name": f"{operation.name}.{name}",
            "operation": operation.name,
            "arguments": passed,
            "client": dict(CLIENT),
            "server": [*first, *_same_in_each_attempt(steps, before=len(first))],
            "outcome": outcome,
        }


def token_step(token: str) -> Json:
    """The request for a token and its answer."""
    data = {"access_token": token, "token_type": "Bearer", "expires_in": 3600, "permissions": ["evaluation"]}
    return {
        "expect": {
            "method": "POST",
            "path": "/v1/auth/token",
            "query": {},
            "headers": {"Authorization": None, "X-Request-Id": dict(ANY)},
            "json": {"api_key": API_KEY},
        },
        "answer": _ok({"code": 200, "message": "success", "data": data}),
    }


def refusal(status: int, error_code: int | None, headers: Mapping[str, str] | None = None) -> Json:
    """An answer that is an error, as the service writes one."""
    errors = [{"field": "answers[0].time_spent", "message": "must be at least 0"}] if status == 400 else []
    return {
        "status": status,
        "headers": dict(headers or {}),
        "json": {
            "code": status,
            "message": f"The call was refused with {status}. 请再试。",
            "errors": errors,
            "error_code": error_code,
            "remedy": "Change the call, or try later.",
            "request_id": REQUEST_ID,
        },
    }


def unexpected() -> Json:
    """The outcome of an answer with status 200 that is not what the documents say."""
    return {"error": {"type": "ServerError", "status": 200, "code": 200}}


def expected_error(error: str, answer: Json) -> Json:
    """The error that a client makes of a refusal."""
    body = answer["json"]
    told = {
        name: body[name] for name in ("code", "message", "errors", "error_code", "remedy", "request_id") if name in body
    }
    return {"type": error, "status": answer["status"], **told}


def _ok(body: Any) -> Json:
    return {"status": 200, "headers": {}, "json": body}


def _request(operation: Operation, arguments: Mapping[str, Any]) -> Json:
    """What a server sees of a call, the headers of an only attempt included."""
    sent = {name: value for name, value in arguments.items() if value is not None}
    path = f"/{operation.address}{operation.path}"
    for each in operation.placed("path"):
        path = path.replace(f"{{{each.name}}}", str(sent[each.name]))
    expected: Json = {
        "method": operation.method,
        "path": path,
        "query": {each.name: _in_address(sent[each.name]) for each in operation.placed("query") if each.name in sent},
        "headers": _headers(operation),
    }
    if operation.body:
        where, key = ("body", "json") if operation.body == "json" else ("part", "parts")
        names = {each.name for each in operation.arguments if each.where == where}
        expected[key] = {name: value for name, value in sent.items() if name in names}
    return expected


def _headers(operation: Operation) -> Json:
    return {
        "Authorization": None if operation.authentication == "none" else f"Bearer {TOKEN}",
        "X-Request-Id": dict(ANY),
        "User-Agent": {"starts_with": "wenlu-client-"},
        "Idempotency-Key": dict(ANY) if operation.idempotency_key else None,
    }


def _same_in_each_attempt(steps: Sequence[Json], *, before: int) -> list[Json]:
    """The steps of one call: request id and idempotency key are those of the first attempt."""
    for step in steps[1:]:
        headers = step["expect"]["headers"]
        for name in ("Idempotency-Key", "X-Request-Id"):
            if headers[name] is not None:
                headers[name] = {"same_as": before + 1}
    return list(steps)


def _in_address(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _snake(error: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in error).lstrip("_")


def size(value: Any) -> int:
    """Characters of a value as JSON."""
    return len(json.dumps(value, ensure_ascii=False))
