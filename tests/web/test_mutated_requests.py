"""Requests that are nearly right, straight into the application. `benchmarks attack` sends thirty thousand of them to a running server."""

from __future__ import annotations

import ast
import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from core.settings import Settings
from core.web.frame import outer_routes
from core.web.watching import Watch
from evaluation.service.nearly_right.addresses import PAGE_QUERY, ROOT, Known, Request, requests
from evaluation.service.nearly_right.mutations import COOKIE, TOKEN, WELL_FRAMED, Call, mutated, one
from evaluation.service.nearly_right.sending import answered_by
from frame.error_pages import ERROR_HANDLERS
from frame.lti_routes import lti_routes
from frame.signin_routes import signin_routes
from tests.http.service import Service, make_service

SEED = 20_261_201
COUNT = 500
OUTSIDE = ("/_stcore/", "/media/", "/component/", "/static/")
"""Addresses of Streamlit's own, and of pages: only a running server has them."""


@pytest.fixture(scope="module")
def service() -> Service:
    return make_service(max_body_bytes=Settings().max_body_bytes)


def valid(service: Service) -> list[Request]:
    questions = [question["id"] for question in service.questions(count=3)]
    known = Known(questions=questions, resource_id="set_1")
    return requests(service.core.tables.api_examples, known)


def served(call: Call) -> bool:
    """Whether the application without the pages has the address, and a server could tell where the request ends."""
    is_page = call.name in ("GET /", "GET /{page}") or any(part in call.name for part in OUTSIDE)
    return not is_page and call.framing in WELL_FRAMED and "\x00" not in call.target


@pytest.mark.fuzz
def test_no_request_that_is_nearly_right_is_answered_with_a_fault_of_ours(service: Service) -> None:
    statuses = asyncio.run(answers(service))
    assert [name for name, status in statuses if (status > 499 and status != 503) or not status] == []
    counted = Counter(status for _, status in statuses)
    assert len(statuses) > COUNT / 2
    assert counted[200] > 20, "some are whole"
    assert counted[400] > 100, "most are not"


async def answers(service: Service) -> list[tuple[str, int]]:
    """Name and status of each."""
    routes = [*signin_routes(service.core, secure=False), *lti_routes(service.core, secure=False)]
    beside_pages = Starlette(routes=routes, exception_handlers=ERROR_HANDLERS)
    statuses = []
    for call in mutated(valid(service), COUNT, seed=SEED):
        if served(call):
            app: Any = beside_pages if call.target.startswith(("/session/", "/lti/")) else service.client.app
            headers = tuple((name, value.replace(TOKEN, service.token)) for name, value in call.headers)
            sent = Call(
                call.number, call.name, call.method, call.target, headers, call.body, call.framing, call.changes
            )
            statuses.append((f"{call.name} number {call.number}: {call.changes}", await answered_by(app, sent)))
    return statuses


def test_a_seed_makes_the_same_requests_and_each_of_them_alone(service: Service) -> None:
    asked = valid(service)
    calls = list(mutated(asked, 40, seed=SEED))
    assert calls == list(mutated(asked, 40, seed=SEED))
    assert calls != list(mutated(asked, 40, seed=SEED + 1))
    weighted = [request for request in asked for _ in range(request.share)]
    assert one(weighted, 17, seed=SEED) == calls[17]


def test_what_is_kept_of_a_request_holds_no_secret(service: Service) -> None:
    calls = list(mutated(valid(service), 200, seed=SEED))
    written = [call.head_and_body({}) for call in calls]
    assert any(TOKEN.encode() in each for each in written)
    assert any(COOKIE.encode() in each for each in written)


def test_every_address_of_the_service_is_among_those_that_are_tried(service: Service) -> None:
    core = service.core
    routes = [
        *outer_routes(core, max_body_bytes=1_000, watch=Watch(core)),
        *signin_routes(core, secure=False),
        *lti_routes(core, secure=False),
    ]
    tried = [(request.method, request.path) for request in valid(service)]
    missing = [
        f"{method} {prefix}{route.path}"
        for prefix, route in routes_in(routes)
        for method in route.methods or ()
        if method not in ("HEAD", "OPTIONS") and not any(reaches(prefix, route, method, each) for each in tried)
    ]
    assert missing == []


def routes_in(routes: list[Any], prefix: str = "") -> Iterator[tuple[str, Route]]:
    """All routes, those of mounted applications too, each with the path that it is mounted at."""
    for route in routes:
        if isinstance(route, Route):
            yield prefix, route
        elif isinstance(route, Mount):
            inner = getattr(route.app, "_app", route.app)
            yield from routes_in(list(getattr(inner, "routes", [])), f"{prefix}{route.path}")


def reaches(prefix: str, route: Route, method: str, tried: tuple[str, str]) -> bool:
    """Whether a request that is tried gets to the route."""
    return tried[0] == method and tried[1].startswith(prefix) and bool(route.path_regex.match(tried[1][len(prefix) :]))


def test_every_parameter_that_a_page_reads_from_its_address_is_tried() -> None:
    missing = {name for name in parameters_of_pages() if name not in PAGE_QUERY}
    assert missing == set()


def parameters_of_pages() -> Iterator[str]:
    """Names in `st.query_params.get(...)` and `st.query_params[...]`, written out or as constants of any module of the pages."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "pages").rglob("*.py")]
    constants: dict[str, set[str]] = {}
    for name, value in (named for tree in trees for node in ast.walk(tree) for named in texts_of(node)):
        constants.setdefault(name, set()).add(value)
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="query_params"), attr="get"), args=[key, *_]):
                yield from named_by(key, constants)
            case ast.Subscript(value=ast.Attribute(attr="query_params"), slice=key):
                yield from named_by(key, constants)


def texts_of(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Constants that are texts, with those of one assignment to several names."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
            yield name, text
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for target, value in zip(names, values, strict=False):
                if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield target.id, value.value


def named_by(key: ast.expr, constants: dict[str, set[str]]) -> Iterator[str]:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        yield key.value
    elif isinstance(key, ast.Name):
        yield from (
            text for text in constants.get(key.id, ()) if text.isidentifier() and text.islower() and "_" not in text
        )
