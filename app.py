"""The entry: pages and API on one port. It holds nothing but the `st.App` around the frame script.

`wenlu serve` runs it; so does `uvicorn app:app`, which then keeps the scheduler itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import streamlit as st
import structlog
from starlette.middleware import Middleware

from core.commands.processes.serving import scheduler_beside
from core.logs import configure_logs
from core.settings import Settings
from core.web.frame import outer_routes
from core.web.memory import MemoryWatch
from core.web.middleware import served_middleware
from core.web.split_api import routes_beside_pages
from core.web.uploads import UploadBounds
from core.web.watching import Watch
from core.wiring import shared_core, start_demo_class
from frame.error_pages import ERROR_HANDLERS
from frame.language_tag import ChineseLanguageTag
from frame.late_fragments import pass_over_late_fragments
from frame.logs import join_streamlits_logs
from frame.lti_routes import lti_routes
from frame.open_pages import StreamlitPages
from frame.signin_guard import SigninGuard
from frame.signin_routes import signin_routes
from frame.unknown_addresses import UnknownAddresses
from frame.warming import NotesRequests, Warming
from pages.parts.failure import draw_failure

if not structlog.is_configured():  # started by another server than `wenlu serve`
    configure_logs()
join_streamlits_logs()
pass_over_late_fragments()
core = shared_core()
settings = Settings.from_environment()


watch = Watch(core)
warming = Warming(core)
pages = StreamlitPages()
TIDY_SECONDS = 30.0


@asynccontextmanager
async def lifespan(_: Any) -> AsyncIterator[None]:
    """Warm the item bank and make the demo's year in the background; close the store at the end."""
    start_demo_class(settings)
    warming.start()
    tidying = asyncio.create_task(_tidy())
    with ExitStack() as scheduler:
        scheduler.enter_context(scheduler_beside())
        with MemoryWatch(core.queues.pressure, most_mb=settings.memory_mb).running():
            # Beside an API in processes of its own (`serve --split`) those look: the pages know nothing of calls that hang.
            async with watch.running() if not settings.api_port else nullcontext():
                yield
        await asyncio.to_thread(scheduler.close)  # which waits for the scheduler's process to end
    tidying.cancel()
    warming.stop()
    core.store.close()


async def _tidy() -> None:
    """Drop closed pages regularly, and not only when the next page is closed, as Streamlit does."""
    while True:
        await asyncio.sleep(TIDY_SECONDS)
        pages.drop_closed_pages()


app = st.App(
    Path(__file__).parent / "frame" / "frame.py",
    routes=[
        *routes_beside_pages(
            outer_routes(
                core,
                max_body_bytes=settings.max_body_bytes,
                max_recording_bytes=settings.max_recording_bytes,
                watch=watch,
            ),
            settings.api_port,
        ),
        *signin_routes(core, secure=settings.secure_cookie),
        *lti_routes(core, secure=settings.secure_cookie),
    ],
    middleware=[
        *served_middleware(settings),
        Middleware(UnknownAddresses),
        Middleware(SigninGuard, core=core),
        Middleware(
            UploadBounds,
            access=core.access,
            pages=pages,
            pressure=core.queues.pressure,
            session_bytes=settings.upload_session_bytes,
            account_bytes=settings.upload_account_bytes,
        ),
        Middleware(NotesRequests, warming=warming),
        Middleware(ChineseLanguageTag),
    ],
    lifespan=lifespan,
    on_script_error=draw_failure,
    exception_handlers=ERROR_HANDLERS,
)
