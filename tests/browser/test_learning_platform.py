"""Deep linking as Moodle and Canvas do it: the choice is opened in a frame, and its answer expected there."""

from __future__ import annotations

import html
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from core.access.lti import claims
from core.settings import Settings
from core.web.middleware import served_middleware
from core.wiring import in_memory_core
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import INSTRUCTOR, Platform, connect
from frame.lti_routes import lti_routes
from tests.http.serving import served

HERE = '<!doctype html><meta charset="utf-8">'
ARRIVED = f"{HERE}<p></p><script>document.querySelector('p').textContent = window === top ? 'at the top' : 'in the frame'</script>"


class EmbeddingPlatform:
    """The pages of a platform that shows a tool in a frame."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.tool = self.address = ""
        self.answers: list[str] = []

    def app(self) -> Starlette:
        """Its addresses."""
        return Starlette(
            routes=[
                Route("/", self.course),
                Route("/authorize", self.authorize),
                Route("/return", self.take, methods=["POST"]),
            ]
        )

    async def course(self, _: Request) -> HTMLResponse:
        """The page on which a teacher asks for a link."""
        fields = {
            "iss": self.platform.issuer,
            "client_id": self.platform.client_id,
            "login_hint": "t1",
            "target_link_uri": f"{self.tool}/lti/launch",
        }
        return HTMLResponse(
            f'{HERE}<iframe src="{html.escape(f"{self.tool}/lti/login?{urlencode(fields)}")}"></iframe>'
        )

    async def authorize(self, request: Request) -> HTMLResponse:
        """The page that posts the launch."""
        asked = request.query_params
        changes: dict[str, Any] = {
            "sub": "t1",
            claims.ROLES: [INSTRUCTOR],
            claims.MESSAGE_TYPE: claims.DEEP_LINKING_REQUEST,
            claims.RESOURCE_LINK: None,
            claims.TARGET_LINK_URI: asked["redirect_uri"],
            claims.DEEP_LINKING_SETTINGS: {
                "deep_link_return_url": f"{self.address}/return",
                "accept_types": ["ltiResourceLink"],
            },
        }
        token = self.platform.signed(self.platform.claims(asked["nonce"], **changes))
        return HTMLResponse(
            f'{HERE}<form method="post" action="{html.escape(asked["redirect_uri"])}">'
            f'<input name="id_token" value="{token}"><input name="state" value="{html.escape(asked["state"])}"></form>'
            "<script>document.forms[0].submit()</script>"
        )

    async def take(self, request: Request) -> HTMLResponse:
        """The page that takes the answer."""
        self.answers.append(str((await request.form())["JWT"]))
        return HTMLResponse(ARRIVED)


@pytest.fixture
def embedding() -> Iterator[EmbeddingPlatform]:
    """A platform and the tool that it embeds, each served at an origin of its own."""
    clock = StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))
    core = in_memory_core(clock=clock)
    made = EmbeddingPlatform(Platform(core, clock))
    connect(core, made.platform)
    tool = Starlette(routes=list(lti_routes(core, secure=False)), middleware=served_middleware(Settings()))
    with served(tool) as tool_port, served(made.app()) as port:
        # One site with two origins: without https browsers send a cookie along from no other site.
        made.tool, made.address = f"http://localhost:{tool_port}", f"http://localhost:{port}"
        school = core.access.organisation("School", tier="education")
        made.platform.register(school, authorize_url=f"{made.address}/authorize")
        yield made
    core.store.close()


def test_what_a_teacher_chooses_in_a_window_arrives_in_the_frame_of_the_platform(
    page: Page, embedding: EmbeddingPlatform
) -> None:
    page.goto(embedding.address)
    frame = page.frame_locator("iframe")
    with page.expect_popup() as opened:
        frame.get_by_role("link", name="Open Wenlu in a new window").click()
    choice = opened.value
    choice.get_by_role("button", name="Today's plan", exact=True).click()
    expect(frame.get_by_text("in the frame")).to_be_visible()
    (answer,) = embedding.answers
    assert embedding.platform.read_answer(answer)[claims.CONTENT_ITEMS]
    if not choice.is_closed():
        choice.wait_for_event("close")
