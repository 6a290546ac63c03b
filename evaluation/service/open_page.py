"""An open page without a browser: a client of Streamlit's websocket."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

SECONDS = 30.0
READ_BY_PEOPLE = frozenset(["body", "label", "caption", "help", "placeholder", "options", "title"])
"""Fields of Streamlit's elements."""
MOST_BYTES = 64 * 2**20


def demo_signin(port: int, username: str) -> str:
    """Sign in to a demo account; returns the sign-in cookie."""
    reply = post_form(port, "/session/demo", {"username": username, "to": "/"})
    return (reply.getheader("set-cookie") or "").partition("wenlu_signin=")[2].partition(";")[0]


def post_form(port: int, path: str, form: dict[str, str], cookie: str = "") -> http.client.HTTPResponse:
    """Post a form as a page of this origin does; returns the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    headers = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, urlencode(form), {**headers, **cookie_header(cookie)})
    reply = connection.getresponse()
    reply.read()
    connection.close()
    return reply


def cookie_header(cookie: str) -> dict[str, str]:
    """The header of a browser that is signed in under the cookie."""
    return {"Cookie": f"wenlu_signin={cookie}"} if cookie else {}


class OpenPage:
    """A page over its websocket. `session` is Streamlit's id of it, `shown` all bytes that it was sent, `words` what a person reads of them."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.session = ""
        self.shown = b""
        self.words: list[str] = []

    def ask(self, page: str = "", query: str = "", fragment: str = "") -> bool:
        """Run a page, or a fragment of it, to its end; False when the server closed the socket instead of answering."""
        message = BackMsg()
        message.rerun_script.query_string = query
        message.rerun_script.page_name = page
        message.rerun_script.fragment_id = fragment
        try:
            self._socket.send(message.SerializeToString())
            while not self._next():
                pass
        except ConnectionClosed:
            return False
        return True

    def _next(self) -> bool:
        sent = self._socket.recv(timeout=SECONDS)
        assert isinstance(sent, bytes)
        self.shown += sent
        message = ForwardMsg.FromString(sent)
        kind = message.WhichOneof("type")
        if kind == "delta":
            self.words += words_of(message.delta)
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id
        return bool(kind == "script_finished")

    def was_sent(self, text: str) -> bool:
        """Whether the page was ever sent that text."""
        return text.encode() in self.shown


def words_of(message: Any) -> Iterator[str]:
    """The texts of an element that a person reads, in their order; ids and addresses are none."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for part in [value] if not hasattr(value, "__iter__") else value:
                if hasattr(part, "ListFields"):
                    yield from words_of(part)
        elif field.name in READ_BY_PEOPLE:
            yield from [value] if isinstance(value, str) else map(str, value)


@contextmanager
def open_page(port: int, cookie: str = "", *, earlier: str = "", **headers: str) -> Iterator[OpenPage]:
    """A page's websocket, as the browser opens it; `earlier` is the session that it had before it lost the connection."""
    protocols = [Subprotocol(each) for each in (["streamlit", "none", earlier] if earlier else ["streamlit"])]
    with connect(
        f"ws://127.0.0.1:{port}/_stcore/stream",
        subprotocols=protocols,
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={**cookie_header(cookie), **headers},
        max_size=MOST_BYTES,
        open_timeout=SECONDS,
    ) as socket:
        yield OpenPage(socket)
