"""ASGI middleware: what Streamlit keeps for an open page answers only while the sign-in that opened it holds.

Streamlit reads the cookie once, when a page opens its websocket, and answers everything that comes over it from then on: fragments,
callbacks, uploads, downloads. Here each message is looked at before it is handed on. Where the sign-in has ended, the socket
is closed and nothing is handed on; the browser connects again by itself, with whatever cookie it has now, and gets a session of
its own: the gate, or the page of whoever signed in meanwhile.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from core.api.core import Core

COOKIE = "wenlu_signin"
STREAM = "/_stcore/stream"
UPLOAD = "/_stcore/upload_file/"
MEDIA = "/media/"
ENDED = 1008
"""Close code: policy violation (RFC 6455, 7.4.1). Streamlit's pages connect again after it as after any other."""
MOST_SESSIONS = 20_000
"""Sessions whose sign-in is remembered; one that was forgotten is not taken up again."""
MOST_FILES = 50_000
MEDIA_NAMED = re.compile(rb"/media/([0-9a-f]{16,128})")
VISITOR = ""
"""In the place of a sign-in: nobody."""
LOOKED_THROUGH = 8
"""The session's id is in the first message that a page gets; after so many it is looked for no more."""


class Owners:
    """Whose each of Streamlit's sessions and media files is: hashes of sign-in cookies, as far as memory is bounded."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, str] = OrderedDict()
        self._files: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._lock = threading.Lock()

    def note_session(self, session_id: str, signin: str) -> None:
        """The session was opened under a sign-in, or by nobody."""
        with self._lock:
            self._sessions[session_id] = signin
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)

    def note_file(self, file_id: str, signin: str) -> None:
        """A page under that sign-in was told of the file. Streamlit keeps a file once, whatever the number of pages that show it."""
        with self._lock:
            self._files[file_id, signin] = None
            self._files.move_to_end((file_id, signin))
            while len(self._files) > MOST_FILES:
                self._files.popitem(last=False)

    def has_session(self, session_id: str, signin: str) -> bool:
        """Whether the session was opened under that sign-in; not one that was forgotten."""
        with self._lock:
            return self._sessions.get(session_id) == signin

    def has_file(self, file_id: str, signin: str) -> bool:
        """Whether a page under that sign-in shows the file."""
        with self._lock:
            return (file_id, signin) in self._files


class SigninGuard:
    """In front of Streamlit's websocket, its uploads and its media. `core.access.people` says which sign-ins hold."""

    def __init__(self, app: ASGIApp, core: Core) -> None:
        self._app = app
        self._people = core.access.people
        self.owners = Owners()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "websocket" and path == STREAM:
            await self._stream(scope, receive, send)
        elif scope["type"] == "http" and path.startswith(UPLOAD):
            session_id = path[len(UPLOAD) :].partition("/")[0]
            signin = await self._signin(scope)
            await self._answer(signin != VISITOR and self.owners.has_session(session_id, signin), scope, receive, send)
        elif scope["type"] == "http" and path.startswith(MEDIA):
            file_id = path[len(MEDIA) :].partition(".")[0]
            await self._answer(self.owners.has_file(file_id, await self._signin(scope)), scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # -- the websocket -----------------------------------------------------------------------------------

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookie = _cookie(scope)
        if cookie and not await self._holds(cookie, known=False):
            # As Streamlit sees it this browser has no cookie, so that nothing is drawn for a sign-in that is over.
            scope, cookie = _with_header(scope, b"cookie", _without_cookie(scope)), ""
        signin = self._people.signin_name(cookie) if cookie else VISITOR
        page = _Page(self, cookie, signin, receive, send)
        await self._app(_own_session_only(scope, self.owners, signin), page.receive, page.send)

    async def _holds(self, cookie: str, *, known: bool) -> bool:
        """`known` where the store cannot be asked: then nothing of anybody's can be read from it either."""
        held = self._people.cached_sign_in(cookie)
        if held is not None:
            return held
        try:
            return await run_in_threadpool(self._people.is_signed_in, cookie)
        except Exception:
            return known

    # -- files of a session ------------------------------------------------------------------------------

    async def _signin(self, scope: Scope) -> str:
        """Under which sign-in a request comes, if it holds."""
        cookie = _cookie(scope)
        held = bool(cookie) and await self._holds(cookie, known=False)
        return self._people.signin_name(cookie) if held else VISITOR

    async def _answer(self, may: bool, scope: Scope, receive: Receive, send: Send) -> None:
        """Where the request may not be answered it is as if there were nothing: whose it is, is nobody's business."""
        answer = self._app if may else PlainTextResponse("Not found", status_code=404)
        await answer(scope, receive, send)


class _Page:
    """One open websocket."""

    def __init__(self, guard: SigninGuard, cookie: str, signin: str, receive: Receive, send: Send) -> None:
        self._guard = guard
        self._cookie = cookie
        self._signin = signin
        self._receive = receive
        self._send = send
        self._over = False
        self._looked = 0

    async def receive(self) -> Message:
        """The next message, or the end where the sign-in has ended."""
        message = await self._receive()
        if message["type"] == "websocket.receive" and not await self._may_go_on():
            return {"type": "websocket.disconnect", "code": ENDED}
        return message

    async def send(self, message: Message) -> None:
        """What the page is told; nothing once the sign-in has ended."""
        if self._over:
            return
        if message["type"] == "websocket.send":
            self._learn(message)
            if not await self._may_go_on():
                return
        await self._send(message)

    async def _may_go_on(self) -> bool:
        if self._over:
            return False
        if not self._cookie or await self._guard._holds(self._cookie, known=True):
            return True
        self._over = True
        await self._send({"type": "websocket.close", "code": ENDED})
        return False

    def _learn(self, message: Message) -> None:
        """From what a page is told: the id of its session, the files that it may fetch."""
        sent: bytes = message.get("bytes") or b""
        for found in MEDIA_NAMED.finditer(sent):
            self._guard.owners.note_file(found[1].decode(), self._signin)
        if self._looked < LOOKED_THROUGH:
            self._looked += 1
            if session_id := _session_named(sent):
                self._looked = LOOKED_THROUGH
                self._guard.owners.note_session(session_id, self._signin)


def _session_named(sent: bytes) -> str:
    """The session id of Streamlit's message `new_session`; empty for another."""
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    try:
        message = ForwardMsg.FromString(sent)
    except DecodeError:
        return ""
    if message.WhichOneof("type") != "new_session":
        return ""
    return str(message.new_session.initialize.session_id)


# -- headers of a scope ----------------------------------------------------------------------------------------


def _header(scope: Scope, name: bytes) -> str:
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name)


def _with_header(scope: Scope, name: bytes, value: str) -> MutableMapping[str, Any]:
    headers = [pair for pair in scope["headers"] if pair[0].lower() != name]
    return {**scope, "headers": [*headers, (name, value.encode("latin-1"))] if value else headers}


def _cookie(scope: Scope) -> str:
    """The sign-in cookie as Starlette, and so Streamlit, reads it."""
    return cookie_parser(_header(scope, b"cookie").replace(", ", "; ")).get(COOKIE, "")


def _without_cookie(scope: Scope) -> str:
    pairs = _header(scope, b"cookie").replace(", ", "; ").split(";")
    return "; ".join(pair.strip() for pair in pairs if pair.partition("=")[0].strip() != COOKIE)


def _own_session_only(scope: Scope, owners: Owners, signin: str) -> Scope:
    """Without the id of an earlier session (third of the sub-protocols) that was opened under another sign-in, or that nobody knows."""
    entries = [entry.strip() for entry in _header(scope, b"sec-websocket-protocol").split(",")]
    if len(entries) < 3 or not entries[2] or owners.has_session(entries[2], signin):
        return scope
    return _with_header(scope, b"sec-websocket-protocol", ", ".join(entries[:2]))
