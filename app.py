"""The entry: pages and API on one port. Only the `st.App` around the frame script stands here.

`wenlu serve` runs it; so does `uvicorn app:app`.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

from core.http_frame import outer_routes
from core.settings import Settings
from core.wiring import shared_core
from frame.language_tag import ChineseLanguageTag
from frame.signin_routes import signin_routes

core = shared_core()
settings = Settings.from_environment()


def warm() -> None:
    """Make the item bank, and keep the garbage collector from walking it again and again (it is never garbage)."""
    core.bank.warm()
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def lifespan(_: Any) -> AsyncIterator[None]:
    """Warm the item bank beside the first page; give the connections back at the end."""
    warming = asyncio.create_task(asyncio.to_thread(warm))
    yield
    warming.cancel()
    core.store.close()


app = st.App(
    Path(__file__).parent / "frame" / "frame.py",
    routes=[
        *outer_routes(core, max_body_bytes=settings.max_body_bytes),
        *signin_routes(core, secure=settings.secure_cookie),
    ],
    middleware=[Middleware(ChineseLanguageTag)],
    lifespan=lifespan,
)
