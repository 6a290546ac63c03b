"""The entry: pages and API on one port. Only the `st.App` around the frame script stands here.

`wenlu serve` runs it; so does `uvicorn app:app`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

from core.http_frame import outer_routes
from core.settings import Settings
from core.web.around import around
from core.web.elsewhere import beside_pages
from core.wiring import shared_core, start_demo_class
from frame.calm_answers import CALM
from frame.language_tag import ChineseLanguageTag
from frame.signin_guard import SigninGuard
from frame.signin_routes import signin_routes
from frame.warming import GivesWay, Warming
from pages.parts.calm import draw_failure

core = shared_core()
settings = Settings.from_environment()


warming = Warming(core)


@asynccontextmanager
async def lifespan(_: Any) -> AsyncIterator[None]:
    """Warm the item bank and make the demo's year beside the first page; give the connections back at the end."""
    start_demo_class(settings)
    warming.start()
    yield
    warming.stop()
    core.store.close()


app = st.App(
    Path(__file__).parent / "frame" / "frame.py",
    routes=[
        *beside_pages(
            outer_routes(
                core, max_body_bytes=settings.max_body_bytes, max_recording_bytes=settings.max_recording_bytes
            ),
            settings.api_port,
        ),
        *signin_routes(core, secure=settings.secure_cookie),
    ],
    middleware=[
        *around(settings),
        Middleware(SigninGuard, core=core),
        Middleware(GivesWay, warming=warming),
        Middleware(ChineseLanguageTag),
    ],
    lifespan=lifespan,
    on_script_error=draw_failure,
    exception_handlers=CALM,
)
