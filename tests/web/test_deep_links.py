"""What the front end asks for below a page is answered at the root."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from frame.deep_links import DeepLinks


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/report/_stcore/health", 200),
        ("/_stcore/health", 200),
        ("/a/b/_stcore/health", 404),
        ("/report/_stcore/x", 404),
    ],
)
def test_only_what_is_asked_below_one_page_is_answered(path: str, status: int) -> None:
    app = Starlette(routes=[Route("/_stcore/health", lambda _: PlainTextResponse("ok"))])
    assert TestClient(DeepLinks(app)).get(path).status_code == status
